/** The form for the asset of a transaction. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import {
  event,
  importLines,
  sharedTestStack,
  type TestStack,
  UNKNOWN_ID,
  WORKED_EXAMPLE_1,
} from '../stack.ts';
import { untilIdle } from '../runs.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

let stack: TestStack;
let someone: Someone;
const ids = new Map<string, string>();

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'asset-form@example.org');
  await importLines(stack, someone.userId, [
    ...WORKED_EXAMPLE_1,
    event('EURO', 'DISPOSITION', '2500', '2026-01-10T10:00:00Z', '2500', {
      asset: { key: 'EUR', symbol: 'EUR', fiat: true },
    }),
    event('LOCKED', 'ACQUISITION', '1', '2023-01-10T10:00:00Z', '2500'),
  ]);
  for (const year of ['2023', '2026']) {
    const { body } = await stack.get(`/api/v1/transactions?year=${year}`, someone.token);
    for (const { referenceId, id } of body['transactions'] as { referenceId: string; id: string }[])
      ids.set(referenceId, id);
  }
});
afterAll(async () => {
  await stack.remove();
});

const addressOf = (name: string): string => `/transactions/${ids.get(name) ?? name}/asset`;
const submit = (name: string, fields: Record<string, string>) =>
  someone.person.submit(addressOf(name), addressOf(name), fields);
const page = async (path: string): Promise<string> => textOf((await someone.person.get(path)).html);

describe('The form for the asset of a transaction', () => {
  it('is linked on the page of the transaction, and has its asset', async () => {
    const { html } = await someone.person.get(`/transactions/${ids.get('B1')!}`);
    expect(html).toContain(`href="${addressOf('B1')}"`);
    expect((await someone.person.get(addressOf('B1'))).html).toContain('value="ETH"');
  });

  it('saves another asset, which the page of the transaction then explains', async () => {
    const { status, location } = await submit('B1', { asset: ' ETHW ' });
    expect([status, location]).toEqual([303, `${addressOf('B1')}?done=saved`]);
    await untilIdle(stack, someone);
    const { html } = await someone.person.get(location);
    expect(textOf(html)).toContain('The asset is saved.');
    expect(textOf(html)).toContain('As imported ETH');
    expect(html).toContain('value="ETHW"');
    const explained = await page(`/transactions/${ids.get('B1')!}`);
    expect(explained).toContain('Why: Acquisition 1 ETHW');
    expect(explained).toContain('Because of Your correction Field Asset Before ETH After ETHW');
  });

  it('is in the log, and can be undone there', async () => {
    expect(await page('/settings/log')).toContain('Asset: ETH → ETHW');
    const { body } = await stack.get('/api/v1/history?size=1', someone.token);
    const [{ id }] = body['entries'] as [{ id: string }];
    const undo = `/settings/log/${id}/undo`;
    expect((await someone.person.submit(undo, undo)).status).toBe(303);
    await untilIdle(stack, someone);
    expect((await someone.person.get(addressOf('B1'))).html).toContain('value="ETH"');
  });

  it('takes the correction back', async () => {
    await submit('B1', { asset: 'ETHW' });
    const { location } = await submit('B1', { remove: 'true' });
    expect(location).toBe(`${addressOf('B1')}?done=removed`);
    expect(await page(location)).toContain('The transaction is of the imported asset again.');
    await untilIdle(stack, someone);
    expect((await someone.person.get(addressOf('B1'))).html).toContain('value="ETH"');
  });

  it.each([
    ['nothing', 'B1', ' ', 'Enter the symbol of an asset'],
    ['a text that is too long', 'B1', 'X'.repeat(257), 'Enter the symbol of an asset'],
    ['a currency', 'B1', 'EUR', 'Money stays money'],
    ['an asset for a transaction in a currency', 'EURO', 'LUNC', 'Money stays money'],
  ])('says why it does not save %s, and keeps what was typed', async (_what, name, asset, text) => {
    const { status, html } = await submit(name, { asset });
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(text)]);
    expect(html).toContain(`value="${asset.trim()}"`);
  });

  it('carries out a form that is sent twice once', async () => {
    const { html } = await someone.person.get(addressOf('B2'));
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(html) ?? [];
    const fields = { csrf: await someone.person.csrf(), form, asset: 'ETHW' };
    await someone.person.post(addressOf('B2'), fields);
    await submit('B2', { remove: 'true' });
    expect((await someone.person.post(addressOf('B2'), fields)).status).toBe(303);
    await untilIdle(stack, someone);
    expect((await someone.person.get(addressOf('B2'))).html).toContain('value="ETH"');
  });

  it('does not exist for a locked or a submitted year, and says so', async () => {
    const closed = await someone.person.get(addressOf('LOCKED'));
    expect(textOf(closed.html)).toContain('The year of this transaction is locked');
    expect(closed.html).not.toContain('name="asset"');
    const { html } = await someone.person.get(addressOf('B1'));
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(html) ?? [];
    const freezing = (what: string) => stack.ctx(['year', what, '--user', someone.userId, '--year', '2026']);
    await untilIdle(stack, someone);
    await freezing('freeze');
    const csrf = await someone.person.csrf();
    const sent = await someone.person.post(addressOf('B1'), { csrf, form, asset: 'ETHW' });
    expect(sent.status).toBe(409);
    expect(textOf(sent.html)).toContain('The year of this transaction was submitted');
    await freezing('unfreeze');
  });

  it('is not found for a transaction that does not exist', async () => {
    for (const name of [UNKNOWN_ID, 'no-id'])
      expect((await someone.person.get(addressOf(name))).status).toBe(404);
  });

  it.each(LANGUAGES.map((language) => [language]))(
    'has no fault for axe or on a phone, in %s',
    async (language) => {
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(someone.person.cookies());
        const tab = await context.newPage();
        for (const address of [addressOf('B1'), `/transactions/${ids.get('B1')!}`]) {
          await tab.goto(`${stack.ready().baseUrl}${address}`);
          expect([address, await faultsOf(tab)]).toEqual([address, []]);
        }
      } finally {
        await browser.close();
      }
    },
  );
});
