/** The way through a year on its page, from an empty account to a submitted year. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { untilIdle } from '../runs.ts';
import { event, importLines, sharedTestStack, type TestStack } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

const ADDRESS = '/overview/2026/steps';

let stack: TestStack;
let someone: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'way-page@example.org');
});
afterAll(async () => {
  await stack.remove();
});

const page = async (): Promise<string> => {
  const { status, html } = await someone.person.get(ADDRESS);
  expect(status).toBe(200);
  return textOf(html);
};

describe('The page that shows what is left to do for a year', () => {
  it('is linked from the page of the year, and counts what is open until each step is done', async () => {
    const { html } = await someone.person.get('/overview/2026');
    expect(html).toContain(`href="${ADDRESS}"`);
    const bought = event('B', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', null);
    await importLines(stack, someone.userId, [
      { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
      bought,
    ]);
    await untilIdle(stack, someone);
    const before = await page();
    expect(before).toContain('Purchases that count as bought for nothing: 1.');
    expect(before).toMatch(/To do Open 1 .*After the steps above/);
    await importLines(stack, someone.userId, [{ ...bought, euroValue: '2500' }]);
    await untilIdle(stack, someone);
    expect(await page()).toContain('8 of 9 steps are done.');
    await stack.ctx(['year', 'freeze', '--user', someone.userId, '--year', '2026']);
    expect(await page()).toContain('Every step is done.');
  });

  it('is not found for a year that does not exist', async () => {
    expect((await someone.person.get('/overview/1999/steps')).status).toBe(404);
  });
});
