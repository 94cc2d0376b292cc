/** What the figures of a year lack, and its tax after the exemption: in both summaries, in contributions, and of locked and submitted years. */
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../api/client.ts';
import { createUser, type TestUser, useStack } from './kit.ts';
import { untilIdle } from './runs.ts';
import { event, importLines } from './stack.ts';

const stack = useStack();
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const of = (key: string): object => ({ asset: { key, symbol: key } });
const transfer = { treatment: 'TRANSFER_OUT_UNRESOLVED' };

type Completeness = Schema<'Completeness'>;

/** What nothing lacks. */
const COMPLETE = {
  withoutValue: 0,
  salesLeftOut: 0,
  purchasesAtNoCost: 0,
  incomeAsZero: 0,
  withoutBasis: 0,
  unmatchedTransfers: 0,
  unmatchedTransferGains: 0,
  photoPricesMissing: 0,
  salesWithoutPhotoPrice: 0,
  salesOfUnknownCost: 0,
  mostlyUnknown: false,
};

/** What a locked year does not show. */
const HIDDEN = {
  salesLeftOut: null,
  purchasesAtNoCost: null,
  incomeAsZero: null,
  unmatchedTransferGains: null,
  salesWithoutPhotoPrice: null,
  salesOfUnknownCost: null,
};

interface Example {
  readonly facts: readonly object[];
  readonly year: number;
  readonly lacks: Partial<Completeness>;
}

/** Worked examples: facts, and what the figures of a year of them lack. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  'a purchase and its sale with values: nothing': {
    facts: [
      event('B', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
      event('S', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '5250'),
    ],
    year: 2026,
    lacks: { events: 2, summary: 'Nothing is known to be missing.' },
  },
  'a sale without a value: its gain is in no total': {
    facts: [
      event('B', 'ACQUISITION', '3', '2026-01-10T10:00:00Z', '2500'),
      event('S1', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '5250'),
      event('S2', 'DISPOSITION', '1', '2026-03-11T10:00:00Z', null),
    ],
    year: 2026,
    lacks: {
      events: 3,
      withoutValue: 1,
      salesLeftOut: 1,
      summary: '1 of 3 events has no value yet: this figure will change.',
    },
  },
  'purchases of an earlier year without a value: most sales took units of unknown cost, also after they became another asset':
    {
      facts: [
        event('B', 'ACQUISITION', '3', '2026-01-10T10:00:00Z', null),
        event('OUT', 'DISPOSITION', '1', '2026-02-10T10:00:00Z', '10', {
          treatment: 'CONTINUITY_WRAP',
          continuityGroupId: '00000000-0000-4000-8000-0000000000ab',
        }),
        event('IN', 'ACQUISITION', '1', '2026-02-10T10:00:00Z', '10', {
          ...of('WETH'),
          treatment: 'CONTINUITY_WRAP',
          continuityGroupId: '00000000-0000-4000-8000-0000000000ab',
        }),
        event('S1', 'DISPOSITION', '1', '2027-03-10T10:00:00Z', '5250'),
        event('S2', 'DISPOSITION', '1', '2027-03-11T10:00:00Z', '5250', of('WETH')),
      ],
      year: 2027,
      lacks: {
        events: 2,
        salesOfUnknownCost: 2,
        mostlyUnknown: true,
        summary: 'Nothing is known to be missing.',
      },
    },
  'income and a purchase without a value, two of three values: most of the year is unknown': {
    facts: [
      event('I', 'INCOME', '1', '2026-01-10T10:00:00Z', null),
      event('B', 'ACQUISITION', '1', '2026-01-11T10:00:00Z', null),
      event('F', 'FEE', '0.001', '2026-01-12T10:00:00Z', null),
      event('S', 'DISPOSITION', '0.5', '2026-03-10T10:00:00Z', '500'),
    ],
    year: 2026,
    lacks: {
      events: 4,
      withoutValue: 2,
      incomeAsZero: 1,
      purchasesAtNoCost: 1,
      salesOfUnknownCost: 1,
      mostlyUnknown: true,
      summary: '2 of 4 events have no value yet: this figure will change.',
    },
  },
  'more sold than bought, and a gift': {
    facts: [
      event('G', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', null, { treatment: 'GIFT_RECEIVED' }),
      event('S', 'DISPOSITION', '3', '2026-03-10T10:00:00Z', '900'),
    ],
    year: 2026,
    lacks: {
      events: 2,
      withoutBasis: 2,
      salesOfUnknownCost: 1,
      mostlyUnknown: true,
      summary: '2 events count units at a cost of 0: this can change the figure.',
    },
  },
  'transfers without a counterpart, one of which counts as a sale with a gain of 300': {
    facts: [
      event('B', 'ACQUISITION', '4', '2026-01-10T10:00:00Z', '400'),
      event('T', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '400', transfer),
      event('IN', 'ACQUISITION', '1', '2026-04-10T10:00:00Z', '450', { treatment: 'CONTINUITY_WITHDRAW' }),
    ],
    year: 2026,
    lacks: {
      events: 3,
      unmatchedTransfers: 2,
      unmatchedTransferGains: 300,
      summary: '2 transfers have no counterpart: this can change the figure.',
    },
  },
  'sales of two years that need one photo price, in the second year': {
    facts: [
      event('B', 'ACQUISITION', '4', '2025-01-10T10:00:00Z', '400'),
      event('S26', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '400'),
      event('S27', 'DISPOSITION', '1', '2027-03-10T10:00:00Z', '400'),
      event('S27b', 'DISPOSITION', '1', '2027-04-10T10:00:00Z', '400'),
    ],
    year: 2027,
    lacks: {
      events: 2,
      photoPricesMissing: 1,
      salesWithoutPhotoPrice: 2,
      summary: '1 sold asset has no price at the end of 2025: this can change the figure.',
    },
  },
};

const YEARS = [2025, 2026, 2027];
const holding = (facts: readonly object[], more: Parameters<typeof createUser>[1] = {}): Promise<TestUser> =>
  createUser(stack, { years: YEARS, facts: [ACCOUNT, ...facts], ...more });
const summaryOf = ({ api }: TestUser, year: number): Promise<Schema<'YearSummary'>> =>
  ok(api.GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
const breakdownOf = async ({ api }: TestUser, year: number): Promise<Schema<'YearlyBreakdown'>> =>
  (await ok(api.GET('/api/v1/summary'))).years.find((each) => each.year === year)!;

describe('What the figures of a year lack', () => {
  it.each(Object.entries(EXAMPLES))('is counted: %s', async (_name, { facts, year, lacks }) => {
    const user = await holding(facts);
    const { completeness } = await summaryOf(user, year);
    expect(completeness).toEqual({ ...COMPLETE, ...lacks });
    expect((await breakdownOf(user, year)).completeness).toEqual(completeness);
    const query = { figure: 'capitalGains' } as const;
    const contributions = await ok(
      user.api.GET('/api/v1/years/{year}/contributions', { params: { path: { year }, query } }),
    );
    expect(contributions.completeness).toEqual(completeness);
  });

  it.each(Object.entries(EXAMPLES))(
    'is no more than the inbox says of a locked year: %s',
    async (_name, { facts, year }) => {
      const user = await holding(facts, { years: YEARS.filter((each) => each !== year) });
      const { completeness, reviewQueueCounts, transactionCount } = await summaryOf(user, year);
      const { countsByIssueType: counts } = reviewQueueCounts;
      const countOf = (...types: readonly string[]): number =>
        types.reduce((sum, type) => sum + (counts[type] ?? 0), 0);
      expect(completeness).toEqual({
        events: transactionCount,
        withoutValue: countOf('MISSING_PRICE'),
        withoutBasis: countOf('MISSING_COST_BASIS', 'GIFT_BASIS_UNKNOWN'),
        unmatchedTransfers: countOf('UNMATCHED_TRANSFER_OUT', 'UNMATCHED_TRANSFER_IN'),
        photoPricesMissing: countOf('MISSING_PHOTO_VALUE'),
        ...HIDDEN,
        mostlyUnknown: expect.any(Boolean) as unknown,
        summary: expect.any(String) as unknown,
      });
      expect((await breakdownOf(user, year)).completeness).toEqual(completeness);
    },
  );

  it('of a submitted year stays the same when a price of an earlier year becomes known', async () => {
    const { facts, year } =
      EXAMPLES[
        'purchases of an earlier year without a value: most sales took units of unknown cost, also after they became another asset'
      ]!;
    const user = await holding(facts, { submitted: [year] });
    const before = await summaryOf(user, year);
    expect(before.completeness?.salesOfUnknownCost).toBeNull();
    const price = { kind: 'price', assetKey: 'ETH', at: '2026-01-10T09:00:00Z', eur: '100' };
    expect(await importLines(stack, user.userId, [price])).not.toHaveProperty('error');
    await untilIdle(stack, user);
    expect((await summaryOf(user, 2026)).completeness).toMatchObject({ withoutValue: 0 });
    expect((await summaryOf(user, year)).completeness).toEqual(before.completeness);
  });
});

describe('The tax after the exemption', () => {
  const FACTS = [
    event('B', 'ACQUISITION', '10', '2026-01-10T10:00:00Z', '1000'),
    event('S26', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '12100'),
    event('S27', 'DISPOSITION', '1', '2027-03-10T10:00:00Z', '15100'),
  ];

  it('is in both summaries: 10 % of the gains that exceed the exemption, and left out before 2026', async () => {
    const user = await holding([
      ...FACTS,
      event('B0', 'ACQUISITION', '1', '2025-01-10T10:00:00Z', '1', of('X')),
    ]);
    for (const [year, eur] of [
      [2026, 200],
      [2027, 500],
    ] as const) {
      expect((await summaryOf(user, year)).taxAfterExemption).toMatchObject({ locked: false, exact: eur });
      expect((await breakdownOf(user, year)).taxAfterExemption).toMatchObject({ locked: false, exact: eur });
    }
    expect(await summaryOf(user, 2025)).not.toHaveProperty('taxAfterExemption');
    expect(await breakdownOf(user, 2025)).not.toHaveProperty('taxAfterExemption');
  });

  it('is left out of a SPECULATIEF year, and of one with circumstances, whose estimate has it', async () => {
    const user = await holding(FACTS, { regimes: { 2026: 'SPECULATIEF' }, scope: 'write' });
    expect(await summaryOf(user, 2026)).not.toHaveProperty('taxAfterExemption');
    await ok(
      user.api.POST('/api/v1/years/{year}/circumstances', {
        params: { path: { year: 2027 } },
        body: { otherGains: 0 },
      }),
    );
    const summary = await summaryOf(user, 2027);
    expect(summary).not.toHaveProperty('taxAfterExemption');
    expect(summary.estimate?.capitalGainsTax.eur).toBe(500);
    expect(await breakdownOf(user, 2027)).not.toHaveProperty('taxAfterExemption');
  });

  it('is a range in a locked year and in the year after it', async () => {
    const user = await holding(FACTS, { years: [2027] });
    const locked = {
      locked: true,
      exact: null,
      low: expect.any(Number) as unknown,
      high: expect.any(Number) as unknown,
    };
    for (const year of [2026, 2027]) {
      const { taxAfterExemption, totalCapitalGainsTax } = await summaryOf(user, year);
      expect(taxAfterExemption).toEqual(locked);
      expect((await breakdownOf(user, year)).taxAfterExemption).toEqual(taxAfterExemption);
      if (year === 2026) expect(taxAfterExemption!.high!).toBeLessThan(totalCapitalGainsTax.high!);
    }
  });
});
