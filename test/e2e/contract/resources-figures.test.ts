/** The figures of a year and of all years, field by field (service.md, "AmountVO" to "DeclarationCodeRow"). */
import type { Schema } from '@ctx/client';
import { describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { untilIdle } from '../runs.ts';
import { addFile, bitvavo } from '../settings/file-users.ts';
import { newSomeone } from '../settings/person.ts';
import { createUser, useStack, useUser } from '../kit.ts';
import { event, WORKED_EXAMPLE_1 } from '../stack.ts';
import { Sightings } from './sightings.ts';

const seen = new Sightings();

const SOL = { asset: { key: 'SOL', symbol: 'SOL' } };
const FACTS: readonly object[] = [
  ...WORKED_EXAMPLE_1,
  {
    kind: 'account',
    ref: 'belgian',
    accountKind: 'exchange',
    datasource: 'LOCAL_BROKER',
    label: 'Local',
    country: 'BE',
  },
  {
    kind: 'account',
    ref: 'bitvavo',
    accountKind: 'exchange',
    datasource: 'BITVAVO',
    registeredOn: '2024-05-06',
  },
  { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'ETHEREUM', chainId: 1 },
  event('R1', 'INCOME', '0.02', '2026-05-01T00:00:00Z', '25', { account: 'ledger' }),
  event('X', 'ACQUISITION', '1', '2026-05-02T00:00:00Z', null),
  ...[2023, 2024, 2025].flatMap((year) => [
    event(`B ${String(year)}`, 'ACQUISITION', '1', `${String(year)}-02-01T00:00:00Z`, '1000', SOL),
    event(`S ${String(year)}`, 'DISPOSITION', '1', `${String(year)}-03-01T00:00:00Z`, '3000', SOL),
  ]),
];

const stack = useStack();
const user = useUser(stack, {
  years: [2023, 2024, 2026, 2027],
  scope: 'write',
  regimes: { 2023: 'SPECULATIEF' },
  facts: FACTS,
  submitted: [2024],
  fetch: seen.fetch,
});
/** The client of a user whose year 2024 is submitted and 2025 locked; 2026 and 2027 are open, and the regime of 2023 is SPECULATIEF. */
const { api } = user;

const yearOf = (year: number, of = api) =>
  ok(of.GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
const exact = (eur: number): Schema<'AmountVO'> => ({ locked: false, exact: eur, low: null, high: null });
const ZERO = exact(0);

describe('AmountVO', () => {
  it('of an unlocked year has `locked` false, `exact` set, and `low` and `high` null', async () => {
    expect((await yearOf(2026)).totalCapitalGains).toEqual(exact(1250));
  });

  it('of a locked year has `locked` true, `exact` null, and `low` and `high` around the figure', async () => {
    // 3,000 − 1,000.
    const { totalCapitalGains: gains } = await yearOf(2025);
    expect(gains).toEqual({ locked: true, exact: null, low: gains.low, high: gains.high });
    expect(gains.low).toBeLessThanOrEqual(2000);
    expect(gains.high).toBeGreaterThanOrEqual(2000);
    expect(gains.high! - gains.low!).toBeGreaterThanOrEqual(400);
    expect(seen.unseen('AmountVO')).toEqual([]);
  });
});

describe('Summary of all years', () => {
  it('has `years`, newest first, each with its markers and totals, and `stale` false when no run is due', async () => {
    const { stale, years } = await ok(api.GET('/api/v1/summary'));
    expect(stale).toBe(false);
    expect(years.map(({ year, locked, frozen }) => [year, locked, frozen])).toEqual([
      [2026, false, false],
      [2025, true, false],
      [2024, false, true],
      [2023, false, false],
    ]);
    expect(years[0]).toEqual({
      year: 2026,
      locked: false,
      frozen: false,
      regime: 'NORMAAL_BEHEER',
      totalCapitalGains: exact(1250),
      totalCapitalGainsTax: exact(125),
      totalIncome: exact(25),
      totalIncomeTax: exact(7.5),
      totalTax: exact(132.5),
      taxAfterExemption: exact(0),
      transactionCount: 5,
      needsReviewCount: 1,
      completeness: {
        events: 5,
        withoutValue: 1,
        withoutBasis: 0,
        salesLeftOut: 0,
        salesOfUnknownCost: 0,
        salesWithoutPhotoPrice: 0,
        purchasesAtNoCost: 1,
        incomeAsZero: 0,
        unmatchedTransfers: 0,
        unmatchedTransferGains: 0,
        photoPricesMissing: 0,
        mostlyUnknown: false,
        summary: '1 of 5 events has no value yet: this figure will change.',
      },
    });
    // 33 % of 2,000.
    expect(years[3]).toMatchObject({ regime: 'SPECULATIEF', totalCapitalGainsTax: exact(660) });
    for (const { year, totalTax, totalCapitalGains } of years) {
      const of = await yearOf(year);
      expect([of.totalTax, of.totalCapitalGains]).toEqual([totalTax, totalCapitalGains]);
    }
    expect(seen.unseen('YearlyBreakdown')).toEqual([]);
  });

  it('is `stale` while a run is due, and so is the year summary', async () => {
    const { pid } = stack.ready().services.recalc;
    process.kill(pid, 'SIGSTOP');
    const body = { action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL', matchValue: 'none' } as const;
    await ok(api.POST('/api/v1/rules', { body }));
    expect([(await ok(api.GET('/api/v1/summary'))).stale, (await yearOf(2026)).stale]).toEqual([true, true]);
    process.kill(pid, 'SIGCONT');
    await untilIdle(stack, user);
    expect([(await ok(api.GET('/api/v1/summary'))).stale, (await yearOf(2026)).stale]).toEqual([
      false,
      false,
    ]);
  });

  it('has no years for a user without events', async () => {
    const { token } = await createUser(stack);
    const none = seen.client(stack.ready().baseUrl, token);
    expect(await ok(none.GET('/api/v1/summary'))).toEqual({ stale: false, years: [] });
    expect(seen.unseen('SummaryResponse')).toEqual([]);
  });
});

describe('Year summary', () => {
  it('has `year`, its markers, `regime`, `transactionCount` and `walletCount`', async () => {
    const shown = async (year: number) => {
      const { locked, frozen, stale, regime, transactionCount, walletCount } = await yearOf(year);
      return [locked, frozen, stale, regime, transactionCount, walletCount];
    };
    expect((await yearOf(2026)).year).toBe(2026);
    expect(await shown(2026)).toEqual([false, false, false, 'NORMAAL_BEHEER', 5, 2]);
    expect(await shown(2025)).toEqual([true, false, false, 'NORMAAL_BEHEER', 2, 1]);
    expect(await shown(2024)).toEqual([false, true, false, 'NORMAAL_BEHEER', 2, 1]);
    expect(await shown(2023)).toEqual([false, false, false, 'SPECULATIEF', 2, 1]);
  });

  it('has five totals: gains, their tax, income, its tax, and the sum of the two taxes', async () => {
    expect(await yearOf(2026)).toMatchObject({
      totalCapitalGains: exact(1250),
      totalCapitalGainsTax: exact(125),
      totalIncome: exact(25),
      totalIncomeTax: exact(7.5),
      totalTax: exact(132.5),
    });
  });

  it('has zeros for a year without events', async () => {
    const { locked, totalCapitalGains, totalIncome, totalTax, transactionCount, walletCount } =
      await yearOf(2027);
    expect([totalCapitalGains, totalIncome, totalTax]).toEqual([ZERO, ZERO, ZERO]);
    expect([locked, transactionCount, walletCount]).toEqual([false, 0, 0]);
  });

  it('`monthlyRealizedGains` has twelve months, which add up to the gains of the year', async () => {
    const { monthlyRealizedGains } = await yearOf(2026);
    expect(monthlyRealizedGains).toEqual(
      Array.from({ length: 12 }, (_, index) => ({
        month: index + 1,
        gain: index === 2 ? exact(1250) : ZERO,
      })),
    );
    const locked = await yearOf(2025);
    expect(locked.monthlyRealizedGains.map(({ gain }) => gain.locked)).toEqual(Array(12).fill(true));
    const sum = locked.monthlyRealizedGains.reduce((total, { gain }) => total + gain.low!, 0);
    expect(locked.totalCapitalGains.low).toBe(sum);
  });

  it('`reviewQueueCounts` has `total`, `countsByIssueType` and `countsByQueue` of the issues of the year', async () => {
    expect((await yearOf(2026)).reviewQueueCounts).toEqual({
      total: 1,
      countsByIssueType: { MISSING_PRICE: 1 },
      countsByQueue: { PRICES: 1 },
    });
    expect((await yearOf(2024)).reviewQueueCounts).toEqual({
      total: 0,
      countsByIssueType: {},
      countsByQueue: {},
    });
  });

  it('`vrijstellingHeadroom` is the exemption, part of which is carried into the next year; it is null before 2026', async () => {
    expect((await yearOf(2026)).vrijstellingHeadroom).toEqual({
      baseExemption: exact(10_000),
      carriedIn: ZERO,
      total: exact(10_000),
      used: exact(1250),
      remaining: exact(8750),
      carriedOut: exact(1000),
      indexedAmountConfirmed: true,
    });
    expect((await yearOf(2027)).vrijstellingHeadroom).toMatchObject({
      carriedIn: exact(1000),
      total: exact(11_000),
      indexedAmountConfirmed: false,
    });
    expect([(await yearOf(2025)).vrijstellingHeadroom, (await yearOf(2023)).vrijstellingHeadroom]).toEqual([
      null,
      null,
    ]);
  });

  describe('of an open year after a locked one', () => {
    const headroomAfter = async (saleOf2026: string, more: readonly object[] = []) => {
      const { token } = await createUser(stack, {
        years: [2027],
        facts: [
          { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
          event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
          event('S1', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', saleOf2026),
          ...more,
        ],
      });
      return (await yearOf(2027, stack.api(token))).vrijstellingHeadroom;
    };
    const range = (low: number, high: number) => ({ locked: true, exact: null, low, high });

    it('has a range for each figure that depends on the locked year', async () => {
      // A gain of 9,650 leaves 350 of the base; its band is 9,600 to 12,800.
      expect(await headroomAfter('10650')).toMatchObject({
        baseExemption: exact(10_000),
        carriedIn: range(0, 400),
        total: range(10_000, 10_400),
      });
    });

    it('has a range even if the band of the locked year leaves only one possible value', async () => {
      // A gain of 500 is in the band 400 to 600 and leaves 1,000 in any case.
      const sold = [
        event('B2', 'ACQUISITION', '1', '2027-01-10T10:00:00Z', '1000'),
        event('S2', 'DISPOSITION', '1', '2027-03-10T10:00:00Z', '3000'),
      ];
      expect(await headroomAfter('1500', sold)).toEqual({
        baseExemption: exact(10_000),
        carriedIn: range(1000, 1000),
        total: range(11_000, 11_000),
        used: range(2000, 2000),
        remaining: range(9000, 9000),
        carriedOut: range(1000, 1000),
        indexedAmountConfirmed: false,
      });
    });
  });

  it('every value that a field may have was in a response, except an empty `monthlyRealizedGains`', async () => {
    const params = { path: { year: 2026 } };
    const body = { municipalSurchargePercent: 7, ownedSharePercent: 50 };
    await ok(api.POST('/api/v1/years/{year}/circumstances', { params, body }));
    await ok(api.POST('/api/v1/years/{year}/regime', { params, body: { regime: 'NORMAAL_BEHEER' } }));
    await yearOf(2026);
    await ok(api.DELETE('/api/v1/years/{year}/circumstances', { params }));
    const waiting = await newSomeone(stack, 'figures-waiting@example.org');
    await addFile(waiting.person, 'first.csv', bitvavo('W1'));
    await untilIdle(stack, waiting);
    await stack.ctx(['user', 'set', '--user', waiting.userId, '--remove-year', '2026']);
    await addFile(waiting.person, 'second.csv', bitvavo('W2'));
    await yearOf(2026, seen.client(stack.ready().baseUrl, waiting.token));
    const unseen = ['YearSummary', 'MonthlyGain', 'ReviewQueueSummary', 'VrijstellingHeadroom'].flatMap(
      (record) => seen.unseen(record),
    );
    // There are always twelve months.
    expect(unseen).toEqual(['monthlyRealizedGains is empty']);
  });
});

describe('DeclarationSummary', () => {
  it('has `incomeYear`, `regime`, `column`, and the exchanges outside Belgium in `foreignPlatforms` and `capStatuses`', async () => {
    const { declarationSummary: summary } = await yearOf(2026);
    expect(summary).toEqual({
      rows: summary?.rows,
      incomeYear: 2026,
      regime: 'NORMAAL_BEHEER',
      column: 'DECLARANT',
      foreignPlatforms: ['Bitvavo', 'Kraken'],
      capStatuses: [
        { datasource: 'BITVAVO', platformName: 'Bitvavo', registeredOn: '2024-05-06' },
        { datasource: 'KRAKEN', platformName: 'Kraken', registeredOn: null },
      ],
    });
    expect(seen.unseen('CapStatus')).toEqual([]);
  });

  it('`rows` are income, the gain of the regime and foreign accounts, each with its codes', async () => {
    const { rows } = (await yearOf(2026)).declarationSummary!;
    expect(rows).toMatchObject([
      {
        id: '2026-INCOME',
        kind: 'INCOME',
        vak: 'VII',
        amount: 25,
        amountLocked: null,
        code: '1444-11',
        declarantCode: '1444-11',
        partnerCode: '2444-78',
      },
      {
        id: '2026-CAPITAL_GAIN',
        kind: 'CAPITAL_GAIN',
        amount: 1250,
        amountLocked: null,
        code: null,
        declarantCode: null,
        partnerCode: null,
        note: expect.stringContaining('not published'),
      },
      {
        id: '2026-FOREIGN_ACCOUNT',
        kind: 'FOREIGN_ACCOUNT',
        vak: 'XIII',
        amount: null,
        amountLocked: null,
        code: '1075-89',
      },
    ]);
    for (const { label } of rows) expect(label).not.toBe('');
    const { userId, token } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const regime = ['--year', '2026', '--regime', 'SPECULATIEF'];
    await stack.ctx(['year', 'regime', '--user', userId, ...regime]);
    await untilIdle(stack, { userId });
    const of = await yearOf(2026, seen.client(stack.ready().baseUrl, token));
    expect(of.declarationSummary).toMatchObject({
      regime: 'SPECULATIEF',
      rows: [
        { kind: 'INCOME', amount: 0 },
        { kind: 'SPECULATIVE_GAIN', vak: 'XV', amount: 1250, code: '1440-15', partnerCode: '2440-82' },
        { kind: 'FOREIGN_ACCOUNT' },
      ],
    });
  });

  it('of a locked year has a null `amount` and the range in `amountLocked`', async () => {
    const { totalIncome, declarationSummary } = await yearOf(2025);
    expect(declarationSummary?.rows[0]).toMatchObject({
      kind: 'INCOME',
      amount: null,
      amountLocked: totalIncome,
    });
    expect(totalIncome.locked).toBe(true);
    expect(seen.unseen('DeclarationCodeRow')).toEqual([]);
  });

  it('is null for 2009, and has no row for foreign accounts without a foreign exchange', async () => {
    expect((await yearOf(2009)).declarationSummary).toBeNull();
    const { token } = await createUser(stack);
    const home = seen.client(stack.ready().baseUrl, token);
    const { declarationSummary } = await yearOf(2026, home);
    expect(declarationSummary).toMatchObject({ foreignPlatforms: [], capStatuses: [] });
    expect(declarationSummary?.rows.map(({ kind }) => kind)).toEqual(['INCOME', 'CAPITAL_GAIN']);
    // There is a row for income in every year.
    expect(seen.unseen('DeclarationSummary')).toEqual(['rows is empty']);
  });
});
