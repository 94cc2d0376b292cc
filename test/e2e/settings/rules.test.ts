/** Rules on their pages: what they show, save and remove, and forms that say too little or come from elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { untilIdle } from '../runs.ts';
import { event, importLines, sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import { formOf, newSomeone, type Someone, textOf } from './person.ts';

const ADDRESS = '/inbox/rules';

let stack: TestStack;
let someone: Someone;
let other: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'rules-page@example.org');
  other = await newSomeone(stack, 'rules-page-other@example.org');
  await importLines(stack, someone.userId, [
    { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
    event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500', { description: 'Staking reward' }),
    event('B2', 'ACQUISITION', '1', '2026-02-10T10:00:00Z', '2600', { description: 'staking REWARD of May' }),
    event('OUT', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '2700', {
      treatment: 'TRANSFER_OUT_UNRESOLVED',
      counterpartyAddress: 'bc1qownwallet',
      chainId: 0,
    }),
  ]);
  await untilIdle(stack, someone);
});
afterAll(async () => {
  await stack.remove();
});

const rulesOf = async ({ token }: Someone) => (await ok(stack.api(token).GET('/api/v1/rules'))).rules;

async function check(fields: Record<string, string>, on = ADDRESS) {
  return someone.person.submit(on, `${ADDRESS}/check`, fields);
}

describe('The page of rules', () => {
  it('shows what a new rule changes before it is saved, saves it once, and lists it with what it decides', async () => {
    const { status, html } = await check({ action: 'MARK_INCOME', words: 'staking reward' });
    expect([status, await rulesOf(someone)]).toEqual([200, []]);
    expect(textOf(html)).toContain('Transactions that the rule decides: 2.');
    expect(textOf(html)).toMatch(/2026 .*Income .*€0\.00 .*€5,100\.00/);
    const form = formOf(html, `${ADDRESS}/save`);
    for (let time = 0; time < 2; time += 1)
      expect(await someone.person.post(`${ADDRESS}/save`, form)).toMatchObject({
        status: 303,
        location: `${ADDRESS}?done=saved`,
      });
    await untilIdle(stack, someone);
    expect(await rulesOf(someone)).toMatchObject([
      { action: 'MARK_INCOME', matchType: 'DESCRIPTION', label: 'Treat as income: staking reward' },
    ]);
    const { body } = await stack.get('/api/v1/years/2026/summary', someone.token);
    expect(body).toMatchObject({ totalIncome: { exact: 5100 } });
    const page = textOf((await someone.person.get(`${ADDRESS}?done=saved`)).html);
    expect(page).toContain('The rule is saved. Your figures are up to date.');
    expect(page).toMatch(/Treat as income: staking reward .* Decides 2 /);
  });

  it('says that a rule exists', async () => {
    const { status, html } = await check({ action: 'MARK_INCOME', words: ' staking reward ' });
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining('You have this rule already')]);
  });

  it('makes a rule for the address of a transaction, whose page leads to it', async () => {
    const { body } = await stack.get('/api/v1/transactions?year=2026&type=DISPOSITION', someone.token);
    const [{ id } = { id: '' }] = body['transactions'] as { id: string }[];
    const { html } = await someone.person.get(`/transactions/${id}`);
    const [, link = ''] = /href="(\/inbox\/rules\?[^"]*)"/.exec(html) ?? [];
    const checked = await check({ action: 'MARK_SELF_TRANSFER' }, link.replaceAll('&amp;', '&'));
    expect([checked.status, textOf(checked.html)]).toEqual([200, expect.stringContaining('bc1qownwallet')]);
    await someone.person.post(`${ADDRESS}/save`, formOf(checked.html, `${ADDRESS}/save`));
    await untilIdle(stack, someone);
    expect(await rulesOf(someone)).toContainEqual(
      expect.objectContaining({
        action: 'MARK_SELF_TRANSFER',
        counterpartyAddress: 'bc1qownwallet',
        chainId: 0,
      }),
    );
  });

  it.each([
    ['no action', { words: 'x', action: '' }, 'Choose what should happen.'],
    ['no words', { action: 'MARK_INCOME', words: ' ' }, 'Enter words of the description.'],
    ['tiny values without an amount', { action: 'IGNORE_DUST', below: '0,00' }, 'Enter an amount above 0'],
    ['a long name', { action: 'MARK_INCOME', words: 'x', label: 'x'.repeat(1000) }, 'This name is too long.'],
  ])('says what is missing in a form with %s', async (_what, fields: Record<string, string>, fault) => {
    const { status, html } = await check(fields);
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(fault)]);
  });

  it('removes a rule after it has shown what that changes', async () => {
    const [rule] = await rulesOf(someone);
    const path = `${ADDRESS}/${rule!.id}/remove`;
    const { html } = await someone.person.get(path);
    expect(textOf(html)).toMatch(/2026 .*Income .*€5,100\.00 .*€0\.00/);
    expect(await someone.person.post(path, formOf(html, path))).toMatchObject({
      status: 303,
      location: `${ADDRESS}?done=removed`,
    });
    await untilIdle(stack, someone);
    expect((await rulesOf(someone)).map(({ action }) => action)).toEqual(['MARK_SELF_TRANSFER']);
  });

  it('has no rule of another user, and takes no form of another session', async () => {
    const [rule] = await rulesOf(someone);
    for (const id of [rule!.id, UNKNOWN_ID])
      expect((await other.person.get(`${ADDRESS}/${id}/remove`)).status).toBe(404);
    const path = `${ADDRESS}/${rule!.id}/remove`;
    const form = formOf((await someone.person.get(path)).html, path);
    expect((await other.person.post(path, form)).status).toBe(403);
    const csrf = await other.person.csrf();
    expect((await other.person.post(path, { ...form, csrf })).status).toBe(404);
    expect((await someone.person.post(path, { csrf: form['csrf']! })).status).toBe(400);
    expect(await rulesOf(someone)).toHaveLength(1);
  });
});
