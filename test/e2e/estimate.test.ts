/** The estimate of a year: in the summary, the report, the preview of a sale, and where it is left out. */
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ASSUMPTIONS } from '@ctx/domain/law/assumptions';
import { ESTIMATE_PARTS } from '@ctx/domain/law/estimate';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { useStack } from './kit.ts';
import { event, importLines, newToken, newUser, WORKED_EXAMPLE_1 } from './stack.ts';

const [ACCOUNT] = WORKED_EXAMPLE_1 as readonly [object];

const stack = useStack();

interface Owner {
  readonly userId: string;
  token: string;
}

/** A user who bought 10 ETH for 1,000 in 2025, and sold one in each year after for its proceeds. */
async function owner(email: string, proceeds: Readonly<Record<number, string>>): Promise<Owner> {
  const years = ['2025', '2026', '2027', '2028'].flatMap((year) => ['--year', year]);
  const options = ['--plan', 'pro', '--beta', 'portfolio', ...years];
  const user = await newUser(stack, email, options, 'write');
  const imported = await importLines(stack, user.userId, [
    ACCOUNT,
    { kind: 'price', assetKey: 'ETH', at: '2025-12-31T12:00:00Z', eur: '100' },
    event('B0', 'ACQUISITION', '10', '2025-01-10T10:00:00Z', '1000'),
    ...Object.entries(proceeds).map(([year, eur]) =>
      event(`S${year}`, 'DISPOSITION', '1', `${year}-03-10T10:00:00Z`, eur),
    ),
  ]);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  await untilIdle(stack, user);
  return user;
}

const summaryOf = async ({ token }: Owner, year: number): Promise<Schema<'YearSummary'>> =>
  ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
const set = async ({ token }: Owner, year: number, body: Schema<'CircumstancesRequest'>): Promise<void> => {
  await ok(stack.api(token).POST('/api/v1/years/{year}/circumstances', { params: { path: { year } }, body }));
};
const partsOf = ({ estimate }: Pick<Schema<'YearSummary'>, 'estimate'>): Record<string, number | undefined> =>
  Object.fromEntries(ESTIMATE_PARTS.map((part) => [part, estimate?.[part]?.eur]));
const setPaid = ({ userId }: Owner, how: string, year: number) =>
  stack.ctx(['user', 'set', '--user', userId, how, String(year)]);
const submit = ({ userId }: Owner, what: string, year: number) =>
  stack.ctx(['year', what, '--user', userId, '--year', String(year)]);

describe('The estimate in the year summary', () => {
  it('has every part, each with the code of its assumption, and follows the circumstances', async () => {
    const user = await owner('estimate-parts@example.org', { 2026: '8100' });
    const before = await summaryOf(user, 2026);
    expect(before).not.toHaveProperty('estimate');
    await set(user, 2026, { otherGains: 6000, municipalSurchargePercent: 7.5 });
    const after = await summaryOf(user, 2026);
    // 6,000 of 10,000 are used elsewhere; 4,000 of 8,000 are left to be taxed.
    expect(partsOf(after)).toEqual({
      exemptionLeft: 4000,
      exemptionUsed: 4000,
      exemptionCarriedOut: 0,
      taxableGains: 4000,
      capitalGainsTax: 400,
      municipalSurcharge: 30,
      total: 430,
      speculativeLossesUsed: 0,
      speculativeLossesCarried: 0,
    });
    for (const amount of Object.values(after.estimate!)) expect(ASSUMPTIONS).toContain(amount?.assumption);
    // The tax after the exemption alone is left out: the estimate replaces it.
    expect({ ...after, estimate: undefined }).toEqual({ ...before, taxAfterExemption: undefined });
    await set(user, 2026, { otherGains: -1000 });
    expect(partsOf(await summaryOf(user, 2026))).toMatchObject({ exemptionLeft: 10000, taxableGains: 0 });
  });

  it('has the tax under both ways of netting losses where they differ', async () => {
    const user = await owner('estimate-netting@example.org', { 2026: '15100' });
    await set(user, 2026, { otherGains: -3000 });
    const { estimate } = await summaryOf(user, 2026);
    expect(partsOf({ estimate })).toMatchObject({
      taxableGains: 2000,
      total: 200,
      taxableGainsPerKind: 5000,
      totalPerKind: 500,
    });
    expect(estimate?.totalPerKind?.assumption).toBe('OTHER_LOSSES_NETTED');
  });

  it('is beside the contributions to gains and exemption too, and not beside those to income and fees', async () => {
    const user = await owner('estimate-contributions@example.org', { 2026: '8100' });
    const of = (figure: 'capitalGains' | 'exemption' | 'income' | 'fees') =>
      ok(
        stack.api(user.token).GET('/api/v1/years/{year}/contributions', {
          params: { path: { year: 2026 }, query: { figure } },
        }),
      );
    const before = await of('capitalGains');
    expect(before).not.toHaveProperty('estimate');
    await set(user, 2026, { otherGains: 6000 });
    const { estimate } = await summaryOf(user, 2026);
    expect(await of('capitalGains')).toEqual({ ...before, estimate });
    expect((await of('exemption')).estimate).toEqual(estimate);
    for (const figure of ['income', 'fees'] as const)
      expect([figure, await of(figure)]).toEqual([figure, expect.not.objectContaining({ estimate })]);
    await setPaid(user, '--remove-year', 2026);
    expect(await of('capitalGains')).not.toHaveProperty('estimate');
  });

  it('carries over what other assets leave of earlier years, and is seen at once although summaries are cached', async () => {
    const user = await owner('estimate-carry@example.org', { 2027: '1100' });
    await set(user, 2028, { otherGains: 0 });
    // Nothing in 2026, 1,000 in 2027: a total of 11,000 in 2028.
    const left = async (): Promise<number | undefined> =>
      (await summaryOf(user, 2028)).estimate?.exemptionLeft?.eur;
    expect([await left(), await left(), await left()]).toEqual([11000, 11000, 11000]);
    await set(user, 2026, { exemptionUsedElsewhere: 10000 });
    // Nothing is left of 2026, so the gain of 2027 uses the base of 2027, of which 1,000 carry over.
    expect([await left(), await left()]).toEqual([11000, 11000]);
    await set(user, 2027, { exemptionUsedElsewhere: 8500 });
    expect([await left(), await left()]).toEqual([10500, 10500]);
  });

  it('is left out in a locked year, and in a later year that depends on it', async () => {
    const user = await owner('estimate-locked@example.org', { 2026: '3100', 2027: '2100' });
    await set(user, 2026, { otherGains: 1 });
    await set(user, 2027, { otherGains: 1 });
    expect((await summaryOf(user, 2027)).estimate).toBeDefined();
    await setPaid(user, '--remove-year', 2026);
    const summaries = [await summaryOf(user, 2026), await summaryOf(user, 2027)];
    expect(summaries.map(({ estimate }) => estimate)).toEqual([undefined, undefined]);
    await setPaid(user, '--add-year', 2026);
    expect((await summaryOf(user, 2027)).estimate).toBeDefined();
  });

  it('stays in a submitted year, also when an earlier year is open, and a later year starts from it', async () => {
    const user = await owner('estimate-frozen@example.org', { 2026: '3100', 2027: '2100' });
    for (const year of [2026, 2027, 2028]) await set(user, year, { municipalSurchargePercent: 8 });
    const estimatesOf = async (...years: readonly number[]) =>
      Promise.all(years.map(async (year) => (await summaryOf(user, year)).estimate));
    const before = await estimatesOf(2027, 2028);
    await submit(user, 'freeze', 2027);
    expect(await estimatesOf(2027, 2028)).toEqual(before);
    await set(user, 2026, { exemptionUsedElsewhere: 10000 });
    expect(await estimatesOf(2027, 2028)).toEqual(before);
    await submit(user, 'freeze', 2026);
    expect(await estimatesOf(2027, 2028)).toEqual(before);
  });

  it('of a speculative year uses losses of the years before', async () => {
    const user = await owner('estimate-speculative@example.org', { 2026: '50', 2027: '1100' });
    for (const year of ['2026', '2027'])
      await stack.ctx(['year', 'regime', '--user', user.userId, '--year', year, '--regime', 'SPECULATIEF']);
    await untilIdle(stack, user);
    await set(user, 2027, { speculativeLossYearMinus3: 200 });
    // A loss of 50 in 2026 and the stated 200 of 2024, of a gain of 1,000.
    expect(partsOf(await summaryOf(user, 2027))).toMatchObject({
      exemptionLeft: undefined,
      speculativeLossesUsed: 250,
      taxableGains: 750,
      capitalGainsTax: 247.5,
    });
  });
});

describe('The estimate in a report', () => {
  it('has a line for each part while the year is open, and none once it is submitted', async () => {
    const user = await owner('estimate-report@example.org', { 2026: '8100' });
    const linesOf = async (): Promise<[string, string | undefined][]> => {
      const { text } = await stack.get('/api/v1/years/2026/report?format=jsonl', user.token);
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { name?: string; eur?: string });
      return lines.flatMap(({ name, eur }) => (name?.startsWith('estimate.') === true ? [[name, eur]] : []));
    };
    expect(await linesOf()).toEqual([]);
    await set(user, 2026, { otherGains: 6000 });
    const parts = partsOf(await summaryOf(user, 2026));
    expect(await linesOf()).toEqual(
      ESTIMATE_PARTS.filter((part) => parts[part] !== undefined).map((part) => [
        `estimate.${part}`,
        parts[part],
      ]),
    );
    const { text } = await stack.get('/api/v1/years/2026/report?format=html', user.token);
    expect(text).toContain('Estimate: tax on gains with surcharge');
    await submit(user, 'freeze', 2026);
    expect(await linesOf()).toEqual([]);
  });
});

describe('The estimated tax of a sale', () => {
  it('is what a sale would add to the estimate, and what it adds once it is imported', async () => {
    const user = await owner('estimate-sale@example.org', { 2026: '8100' });
    const sale = async (): Promise<Schema<'SalePreview'>> => {
      const query = { assetKey: 'ETH', amount: 1, euroValue: 5100, at: '2026-06-01T10:00:00Z' };
      return ok(stack.api(user.token).GET('/api/v1/previews/sale', { params: { query } }));
    };
    expect((await sale()).sale).not.toHaveProperty('estimatedTax');
    await set(user, 2026, { otherGains: 1000, municipalSurchargePercent: 10 });
    const before = (await summaryOf(user, 2026)).estimate!.total.eur;
    const { sale: foreseen, nextYear } = await sale();
    // 1,000 of the exemption are left after 8,000 of gains: 4,000 of 5,000 are taxed.
    expect(foreseen.estimatedTax).toBe(440);
    expect(nextYear).not.toHaveProperty('estimatedTax');
    await importLines(stack, user.userId, [
      ACCOUNT,
      event('SALE', 'DISPOSITION', '1', '2026-06-01T10:00:00Z', '5100'),
    ]);
    user.token = await newToken(stack, user.userId, 'write');
    await untilIdle(stack, user);
    expect((await summaryOf(user, 2026)).estimate!.total.eur - before).toBe(foreseen.estimatedTax);
  });
});
