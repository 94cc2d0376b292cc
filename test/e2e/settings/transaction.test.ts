/** The page that explains a transaction: its figures are those of the API, and a locked year shows ranges only. What else it shows is tested beside its view. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { untilIdle } from '../runs.ts';
import { event, importLines, newToken, sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

const of = (key: string): object => ({ asset: { key, symbol: key } });
const group = { continuityGroupId: '22222222-2222-4222-8222-222222222222' };

/** Facts of an open and a locked year; the values in euro of the locked year vary. */
const factsOf = (sold: string, income: string): readonly object[] => [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  event('B25', 'ACQUISITION', '4', '2025-02-01T10:00:00Z', '400', of('PHO')),
  { kind: 'price', assetKey: 'PHO', at: '2025-12-31T22:00:00Z', eur: '80' },
  event('WRAP', 'DISPOSITION', '4', '2026-02-01T10:00:00Z', null, {
    ...of('PHO'),
    ...group,
    treatment: 'CONTINUITY_WRAP',
  }),
  event('WRAPPED', 'ACQUISITION', '2', '2026-02-01T10:00:00Z', null, {
    ...of('WPHO'),
    ...group,
    treatment: 'CONTINUITY_WRAP',
  }),
  event('SOLD', 'DISPOSITION', '1.5', '2026-04-03T10:00:00Z', '210.123456789012', of('WPHO')),
  event('CORRECTED', 'INCOME', '1', '2026-09-03T10:00:00Z', '10', of('COR')),
  event('B23', 'ACQUISITION', '1', '2023-01-05T10:00:00Z', '1000', of('LCK')),
  event('S23', 'DISPOSITION', '1', '2023-03-05T10:00:00Z', sold, of('LCK')),
  event('I23', 'INCOME', '1', '2023-04-05T10:00:00Z', income, of('LCK')),
  event('C23', 'INCOME', '1', '2023-05-05T10:00:00Z', null, of('LCP')),
  { kind: 'price', assetKey: 'LCP', at: '2023-05-05T09:00:00Z', eur: '77.77' },
];

let stack: TestStack;
let someone: Someone;
const ids = new Map<string, string>();
const id = (reference: string): string => ids.get(reference)!;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'explains-pages@example.org');
  await stack.ctx(['user', 'set', '--user', someone.userId, '--add-year', '2025', '--add-year', '2023']);
  expect(await importLines(stack, someone.userId, factsOf('1777.01', '444.44'))).not.toHaveProperty('error');
  const api = stack.api(someone.token);
  for (const year of [2023, 2025, 2026]) {
    const query = { year, size: 200 };
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
    for (const each of transactions) ids.set(each.referenceId!, each.id);
  }
  const body = { taxEventId: id('CORRECTED'), overriddenEuroValue: 12.5 };
  await ok(api.POST('/api/v1/overrides', { body }));
  const lockedBody = { taxEventId: id('I23'), overriddenDescription: 'mine' };
  await ok(api.POST('/api/v1/overrides', { body: lockedBody }));
  await untilIdle(stack, someone);
  await stack.ctx(['user', 'set', '--user', someone.userId, '--remove-year', '2023']);
});
afterAll(async () => {
  await stack.remove();
});

async function explain(reference: string): Promise<Schema<'ExplainedTransaction'>> {
  const params = { path: { taxEventId: id(reference) } };
  const api = stack.api(await newToken(stack, someone.userId));
  return ok(api.GET('/api/v1/transactions/{taxEventId}', { params }));
}

const plain = (html: string): string => textOf(html).replaceAll(/[\u00a0\u202f]/g, ' ');
async function html(reference: string, language = 'en'): Promise<string> {
  const page = await someone.person.get(`/transactions/${id(reference)}`, { 'accept-language': language });
  expect(page.status).toBe(200);
  return page.html;
}
const euro = (value: number | null | undefined): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR', maximumFractionDigits: 20 }).format(
    value ?? NaN,
  );

describe('The page that explains a transaction', () => {
  it('shows the sums and the lots of the API, not rounded', async () => {
    // A shortened amount is before the same one with all its digits, to which it opens.
    const shown = plain(await html('SOLD'));
    expect(shown).toContain('Proceeds €210.12… €210.123456789012');
    const text = shown
      .split(' ')
      .filter((word) => !word.endsWith('…'))
      .join(' ');
    const { explanation } = await explain('SOLD');
    const { disposal, slices } = explanation;
    const [slice] = slices;
    expect(text).toContain(
      `Gain ${euro(disposal?.gain?.exact)} Proceeds ${euro(disposal?.proceeds)} Basis used ${euro(disposal?.costBasis)}`,
    );
    expect(text).toContain('€210.123456789012');
    expect(text).toMatch(
      new RegExp(
        `Acquired 1 Feb 2025 Held for 426 days Amount 1\\.5 Proceeds ${euro(slice?.proceeds)} Historic cost ` +
          `${euro(slice?.historicCost)} Value on 31 Dec 2025 ${euro(slice?.photo?.value)} 3 PHO at €80\\.00 .* ` +
          `Basis used ${euro(slice?.costBasis)} Value on 31 December 2025 Gain ` +
          euro(slice?.gain.exact),
      ),
    );
  });

  it('leads each lot back to its first acquisition, with links', async () => {
    const page = await html('SOLD');
    const [, chain = ''] = page.split('<ol class="chain">');
    const links = [...chain.split('</ol>')[0]!.matchAll(/href="\/transactions\/([^"]+)"/g)].map(
      ([, to]) => to,
    );
    expect(links).toEqual([id('WRAPPED'), id('WRAP'), id('B25')]);
    expect(plain(page)).toContain('Where lot 1 comes from (steps back to its acquisition: 2)');
  });

  it('names the source of a fact, and what changed it, when and by whom', async () => {
    const text = plain(await html('CORRECTED'));
    expect(text).toContain('Source Kraken Account Kraken Line or reference in the source CORRECTED');
    expect(text).toMatch(
      /Your correction Field Value in euro Before €10\.00 After €12\.50 When, by whom .* Test /,
    );
    // Income is taxable, as everybody expects: the law has no step there, and no file of the documentation is named.
    expect(text).not.toMatch(/Rule of law|docs\/rules/);
  });

  it('does not exist for an unknown id, a text that is no id, and a transaction of another user', async () => {
    const other = await newSomeone(stack, 'explains-other@example.org');
    for (const path of [UNKNOWN_ID, 'x', `${id('SOLD')}?year=x`])
      expect((await someone.person.get(`/transactions/${path}`)).status).toBe(404);
    expect((await other.person.get(`/transactions/${id('SOLD')}`)).status).toBe(404);
  });

  it('shows ranges in a locked year: pages with other values in the same ranges have the same bytes', async () => {
    const pages = (): Promise<string[]> =>
      Promise.all(
        ['B23', 'S23', 'I23', 'C23'].map(async (reference) =>
          (await html(reference)).replaceAll(/name="csrf" value="[^"]+"/g, ''),
        ),
      );
    const before = await pages();
    const { gain } = (await explain('S23')).explanation.disposal!;
    const text = plain(before[1]!);
    expect(text).toContain(`Gain ${euro(gain?.low)} – ${euro(gain?.high)}`);
    expect(text).toContain('The year 2023 is locked: you see ranges until it is paid. Unlock this year');
    expect(text).toContain('Value in euro Locked');
    for (const page of before) expect(plain(page)).not.toMatch(/1,777|1,000\.00|777\.01|444\.44|77\.77/);

    await importLines(stack, someone.userId, factsOf('1778.02', '445.45'));
    const { disposal } = (await explain('S23')).explanation;
    expect(disposal?.gain).toEqual(gain);
    expect((await explain('S23')).transaction.euroValue).toBe(1778.02);
    expect(await pages()).toEqual(before);
  });
});
