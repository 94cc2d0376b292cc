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
    await set(user, 2026, { otherGains: 6000, derivativeResults: 2500, taxWithheld: 600 });
    expect(partsOf(await summaryOf(user, 2026))).toMatchObject({
      derivativeResults: 2500,
      taxableGains: 6500,
      total: 650,
      otherGainsTax: 0,
      taxWithheld: 600,
      leftToPay: 50,
    });
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

describe('A household', () => {
  const WALLET = {
    ...ACCOUNT,
    ref: 'wallet-1',
    accountKind: 'wallet',
    datasource: 'ETHEREUM',
    label: 'Wallet',
  };

  /** A user with a gain of 8,000.01 at an exchange, 5,000 in a wallet and income of 0.05 in 2026, and a gain of 2,000 in 2027. */
  async function household(email: string): Promise<Owner & { readonly walletId: string }> {
    const user = await owner(email, { 2026: '8100.01', 2027: '2100' });
    const inWallet = { account: 'wallet-1' };
    await importLines(stack, user.userId, [
      ACCOUNT,
      WALLET,
      event('W1', 'ACQUISITION', '1', '2025-01-11T10:00:00Z', '100', inWallet),
      event('W2', 'DISPOSITION', '1', '2026-05-10T10:00:00Z', '5100', inWallet),
      event('I1', 'INCOME', '1', '2026-12-30T10:00:00Z', '0.05'),
    ]);
    user.token = await newToken(stack, user.userId, 'write');
    await untilIdle(stack, user);
    const { accounts } = await ok(stack.api(user.token).GET('/api/v1/accounts'));
    return { ...user, walletId: accounts.find(({ label }) => label === 'Wallet')!.id };
  }

  it('has both parts, which add up to the year in cents, with the exemption and the codes of both', async () => {
    const user = await household('household@example.org');
    const before = await summaryOf(user, 2026);
    expect(before).not.toHaveProperty('household');
    await set(user, 2026, { ownedSharePercent: 50 });
    const after = await summaryOf(user, 2026);
    const { taxpayer, partner } = after.household!;
    const total = before.totalCapitalGains.exact!;
    const halves = [taxpayer.capitalGains, partner.capitalGains].map((eur) => Math.round(eur * 100));
    expect(halves[0]! + halves[1]!).toBe(Math.round(total * 100));
    expect(Math.abs(halves[0]! - halves[1]!)).toBeLessThanOrEqual(1);
    expect([taxpayer.income + partner.income, before.totalIncome.exact]).toEqual([0.05, 0.05]);
    expect(taxpayer.estimate).toEqual(after.estimate);
    expect([taxpayer.estimate.exemptionLeft?.eur, partner.estimate.exemptionLeft?.eur]).toEqual([
      10000, 10000,
    ]);
    const codes = (part: typeof taxpayer) =>
      part.declarationRows.map(({ kind, code }) => `${kind} ${String(code)}`);
    expect(codes(taxpayer)).toEqual(['INCOME 1444-11', 'CAPITAL_GAIN null', 'FOREIGN_ACCOUNT 1075-89']);
    expect(codes(partner)).toEqual(['INCOME 2444-78', 'CAPITAL_GAIN null']);
    expect(partner.declarationRows.map(({ amount }) => amount)).toEqual([
      partner.income,
      partner.capitalGains,
    ]);
    // The figures of the whole stay.
    const without = { estimate: undefined, household: undefined, taxAfterExemption: undefined };
    expect({ ...after, ...without }).toEqual({ ...before, ...without });
  });

  it('counts a share in one account, beside the contributions too, and follows the shares of earlier years', async () => {
    const user = await household('household-accounts@example.org');
    const accountShares = [{ accountId: user.walletId, ownedSharePercent: 0 }];
    await set(user, 2026, { accountShares });
    const { household: first } = await summaryOf(user, 2026);
    expect(first!.partner).toMatchObject({ capitalGains: 5000, income: 0 });
    expect(first!.partner.estimate).toMatchObject({
      exemptionUsed: { eur: 5000 },
      exemptionCarriedOut: { eur: 1000 },
    });
    const contributions = await ok(
      stack.api(user.token).GET('/api/v1/years/{year}/contributions', {
        params: { path: { year: 2026 }, query: { figure: 'capitalGains' } },
      }),
    );
    expect(contributions.estimate).toEqual(first!.taxpayer.estimate);
    await set(user, 2027, { ownedSharePercent: 50 });
    const left = async () => (await summaryOf(user, 2027)).household!.partner.estimate.exemptionLeft?.eur;
    expect(await left()).toBe(11000);
    await set(user, 2026, { ownedSharePercent: 0 });
    expect(await left()).toBe(10000);
  });

  it('stays in a submitted year, is where later years start, and is left out where a locked year could change it', async () => {
    const user = await household('household-frozen@example.org');
    await set(user, 2026, { accountShares: [{ accountId: user.walletId, ownedSharePercent: 25 }] });
    await set(user, 2027, { ownedSharePercent: 50 });
    const households = async () => [
      (await summaryOf(user, 2026)).household,
      (await summaryOf(user, 2027)).household,
    ];
    const before = await households();
    await submit(user, 'freeze', 2026);
    expect(await households()).toEqual(before);
    await set(user, 2027, { ownedSharePercent: 50, otherGains: 1 });
    expect((await summaryOf(user, 2027)).household!.partner).toEqual(before[1]!.partner);
    await submit(user, 'unfreeze', 2026);
    await setPaid(user, '--remove-year', 2026);
    expect(await households()).toEqual([undefined, undefined]);
  });

  it('is in the report with the rows of both, also once the year is submitted', async () => {
    const user = await household('household-report@example.org');
    await set(user, 2026, { ownedSharePercent: 50 });
    const linesOf = async () => {
      const { text } = await stack.get('/api/v1/years/2026/report?format=jsonl', user.token);
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>);
      return lines.filter(
        ({ name = '', section }) => name.startsWith('household.') || section === 'DECLARATION',
      );
    };
    const open = await linesOf();
    const { partner } = (await summaryOf(user, 2026)).household!;
    expect(open).toContainEqual(
      expect.objectContaining({ name: 'household.partner.capitalGains', eur: partner.capitalGains }),
    );
    expect(open).toContainEqual(expect.objectContaining({ name: 'household.partner.estimate.total' }));
    expect(open).toContainEqual(
      expect.objectContaining({ name: 'PARTNER_INCOME', code: '2444-78', eur: partner.income }),
    );
    const { text } = await stack.get('/api/v1/years/2026/report?format=html', user.token);
    for (const each of ['Household: partner, gains', 'Partner: income from crypto-assets'])
      expect(text).toContain(each);
    await submit(user, 'freeze', 2026);
    const isEstimate = ({ name = '' }: Record<string, string>): boolean => name.includes('.estimate.');
    expect(await linesOf()).toEqual(open.filter((line) => !isEstimate(line)));
  });

  it('has the taxpayer’s part of the tax of a sale, and none where single accounts have shares', async () => {
    const user = await household('household-sale@example.org');
    const sale = async () => {
      const query = { assetKey: 'ETH', amount: 1, euroValue: 20_100, at: '2026-06-01T10:00:00Z' };
      return (await ok(stack.api(user.token).GET('/api/v1/previews/sale', { params: { query } }))).sale;
    };
    await set(user, 2026, { ownedSharePercent: 50 });
    // Half of 13,000.01 and of 20,000: 16,500 less 10,000 of exemption.
    expect((await sale()).estimatedTax).toBeCloseTo(650, 1);
    await set(user, 2026, { accountShares: [{ accountId: user.walletId, ownedSharePercent: 25 }] });
    expect(await sale()).not.toHaveProperty('estimatedTax');
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
    // Every part: what other assets lost lowers gains on crypto-assets only where losses are netted across kinds.
    const other = { exemptionUsedElsewhere: 8000, otherGains: -6000 };
    await set(user, 2026, { ...other, derivativeResults: 5000, taxWithheld: 1000 });
    const parts = partsOf(await summaryOf(user, 2026));
    expect(await linesOf()).toEqual(ESTIMATE_PARTS.map((part) => [`estimate.${part}`, parts[part]]));
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
