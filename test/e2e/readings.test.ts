/** A year under other readings of the law: the figures as they are, each reading beside them, and what is never shown. */
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { READING_OF, READINGS } from '@ctx/domain/law/readings';
import { statusOfRule } from '@ctx/domain/law/rules';
import pg from 'pg';
import { ok } from '../api/client.ts';
import { rejectionOf } from './contract/rejection.ts';
import { untilIdle } from './runs.ts';
import { useStack } from './kit.ts';
import { event, importLines, newUser } from './stack.ts';

const stack = useStack();

interface Owner {
  readonly userId: string;
  readonly token: string;
}

const ACCOUNTS = ['kraken-1', 'bitvavo'].map((ref) => ({
  kind: 'account',
  ref,
  accountKind: 'exchange',
  datasource: ref === 'bitvavo' ? 'BITVAVO' : 'KRAKEN',
}));

async function owner(email: string, lines: readonly object[], years = ['2026', '2027']): Promise<Owner> {
  const user = await newUser(
    stack,
    email,
    ['--plan', 'pro', ...years.flatMap((year) => ['--year', year])],
    'write',
  );
  const imported = await importLines(stack, user.userId, [...ACCOUNTS, ...lines]);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  await untilIdle(stack, user);
  return user;
}

const requestOf = ({ token }: Owner, year: number) =>
  stack.api(token).GET('/api/v1/years/{year}/readings', { params: { path: { year } } });
const summaryOf = ({ token }: Owner, year: number): Promise<Schema<'YearSummary'>> =>
  ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
type Figures = Schema<'ReadingFigures'>;
const byReading = (of: Schema<'ReadingsResponse'>): Record<string, Figures> =>
  Object.fromEntries(of.readings.map(({ reading, figures }) => [reading, figures]));

const bitvavo = { account: 'bitvavo' };
/** The oldest lot is of Kraken and cost 1,000; the sale is of Bitvavo, whose lot cost 9,000. Half an ETH is spent. */
const TWO_ACCOUNTS = [
  event('K', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
  event('B', 'ACQUISITION', '2', '2026-02-10T10:00:00Z', '18000', bitvavo),
  event('S', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '15000', bitvavo),
  event('E', 'EXPENSE', '0.5', '2026-04-10T10:00:00Z', '8000', bitvavo),
];

describe('GET /api/v1/years/{year}/readings', () => {
  it('has the figures as they are, and every other reading with the assumption that it replaces', async () => {
    const user = await owner('readings@example.org', TWO_ACCOUNTS);
    const readings = await ok(requestOf(user, 2026));
    const { totalCapitalGains, totalCapitalGainsTax, vrijstellingHeadroom } = await summaryOf(user, 2026);
    expect(readings.year).toBe(2026);
    expect(readings.figures).toEqual({
      totalCapitalGains: totalCapitalGains.exact,
      totalCapitalGainsTax: totalCapitalGainsTax.exact,
      exemptionUsed: vrijstellingHeadroom?.used.exact,
      // 14,000 of gains, of which 10,000 are exempt.
      taxAfterExemption: 400,
      totalIncome: 0,
      totalIncomeTax: 0,
    });
    expect(
      readings.readings.map(({ reading, assumption, assumptionStatus }) => [
        reading,
        assumption,
        assumptionStatus,
      ]),
    ).toEqual(READINGS.map((reading) => [reading, READING_OF[reading], statusOfRule(READING_OF[reading])]));
    expect(byReading(readings)).toMatchObject({
      // 15,000 less 9,000.
      LOTS_FIFO_PER_ACCOUNT: { totalCapitalGains: 6000, taxAfterExemption: 0 },
      // And 8,000 less 4,500.
      EXPENSE_AS_DISPOSAL: { totalCapitalGains: 17500, taxAfterExemption: 750 },
      AVERAGE_COST_BEFORE_2026: readings.figures,
      FEES_INSIDE_TEN_PERCENT: readings.figures,
      NFT_OUTSIDE_TEN_PERCENT: readings.figures,
      GIFT_AT_MARKET_VALUE: readings.figures,
      HIGHER_COST_MAKES_LOSS: readings.figures,
      SPECULATIVE_LOSSES_CARRIED: readings.figures,
      OTHER_REGIME: {
        totalCapitalGains: 14000,
        totalCapitalGainsTax: 4620,
        exemptionUsed: null,
        taxAfterExemption: 4620,
      },
      CARRIED_EXEMPTION_LAST: readings.figures,
      FIRST_THOUSAND_CARRIES: readings.figures,
      AIRDROPS_NO_INCOME: readings.figures,
      FOREIGN_CURRENCY_GAINS: readings.figures,
    });
  });

  it('has no income and a higher gain where unsolicited airdrops are no income', async () => {
    const user = await owner('readings-airdrop@example.org', [
      event('A', 'INCOME', '1', '2026-01-10T10:00:00Z', '900', { description: 'Airdrop' }),
      event('R', 'INCOME', '1', '2026-01-11T10:00:00Z', '100', { description: 'Staking reward' }),
      event('S', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '1000'),
    ]);
    const readings = await ok(requestOf(user, 2026));
    expect(readings.figures).toMatchObject({
      totalCapitalGains: 100,
      totalIncome: 1000,
      totalIncomeTax: 300,
    });
    expect(byReading(readings)['AIRDROPS_NO_INCOME']).toMatchObject({
      totalCapitalGains: 1000,
      totalIncome: 100,
      totalIncomeTax: 30,
    });
  });

  it('has the gain on dollars beside the others where money other than euro is an asset', async () => {
    const money = (referenceId: string, type: string, timestamp: string, more: object = {}): object => ({
      kind: 'money',
      account: 'kraken-1',
      referenceId,
      type,
      currency: 'USD',
      amount: '1000',
      timestamp,
      purpose: 'TRADE',
      ...more,
    });
    const user = await owner('readings-dollars@example.org', [
      event('B', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
      event('S', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '3000'),
      money('IN', 'CASH_IN', '2026-02-02T10:00:00Z', { purpose: 'TRANSFER' }),
      money('OUT', 'CASH_OUT', '2026-06-02T10:00:00Z'),
      { kind: 'price', assetKey: 'USD', at: '2026-02-02T00:00:00Z', eur: '0.9' },
      { kind: 'price', assetKey: 'USD', at: '2026-05-29T00:00:00Z', eur: '0.95' },
    ]);
    const readings = await ok(requestOf(user, 2026));
    expect(readings.figures).toMatchObject({ totalCapitalGains: 2000 });
    expect(byReading(readings)['FOREIGN_CURRENCY_GAINS']).toMatchObject({
      totalCapitalGains: 2050,
      exemptionUsed: 2050,
      totalIncome: 0,
    });
  });

  it('has the figures as they are in each reading that a history does not touch', async () => {
    const user = await owner('readings-untouched@example.org', [
      event('B', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
      event('S', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '3000'),
    ]);
    const { figures, readings } = await ok(requestOf(user, 2026));
    for (const each of readings)
      if (each.reading !== 'OTHER_REGIME')
        expect([each.reading, each.figures]).toEqual([each.reading, figures]);
  });

  it('carries over another part of the exemption where the reading is about that', async () => {
    const user = await owner('readings-carry@example.org', [
      event('B', 'ACQUISITION', '3', '2026-01-10T10:00:00Z', '3000'),
      event('S26', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '6000'),
      event('S27', 'DISPOSITION', '1', '2027-03-10T10:00:00Z', '13000'),
    ]);
    const readings = await ok(requestOf(user, 2027));
    expect(readings.figures).toMatchObject({
      totalCapitalGains: 12000,
      exemptionUsed: 11000,
      taxAfterExemption: 100,
    });
    // 5,000 are used in 2026, more than the first 1,000: nothing carries over.
    expect(byReading(readings)['FIRST_THOUSAND_CARRIES']).toMatchObject({
      exemptionUsed: 10000,
      taxAfterExemption: 200,
    });
  });

  it('saves nothing', async () => {
    const user = await owner('readings-saved@example.org', TWO_ACCOUNTS);
    const client = new pg.Client({ connectionString: stack.ready().postgres.url });
    await client.connect();
    const stored = async (): Promise<unknown> =>
      (
        await client.query(
          `SELECT v.version, v.input_fingerprint, v.output_fingerprint, s.requested
           FROM figures.versions v JOIN corrections.recalc_state s USING (user_id) WHERE v.user_id = $1`,
          [user.userId],
        )
      ).rows;
    const before = await stored();
    await ok(requestOf(user, 2026));
    expect(await stored()).toEqual(before);
    await client.end();
  });

  it('is rejected for a locked and for a submitted year, and hides an exemption that depends on a locked one', async () => {
    const user = await owner('readings-closed@example.org', [
      ...TWO_ACCOUNTS,
      event('S27', 'DISPOSITION', '0.5', '2027-03-10T10:00:00Z', '9000', bitvavo),
    ]);
    await stack.ctx(['user', 'set', '--user', user.userId, '--remove-year', '2026']);
    expect(await rejectionOf(requestOf(user, 2026))).toBe('402 YEAR_LOCKED');
    const { figures, readings } = await ok(requestOf(user, 2027));
    for (const each of [
      figures,
      ...readings.filter(({ reading }) => reading !== 'OTHER_REGIME').map((each) => each.figures),
    ])
      expect([each.exemptionUsed, each.taxAfterExemption]).toEqual([null, null]);
    await stack.ctx(['user', 'set', '--user', user.userId, '--add-year', '2026']);
    await untilIdle(stack, user);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2026']);
    expect(await rejectionOf(requestOf(user, 2026))).toBe('409 YEAR_FROZEN');
  });
});
