/** Where the units of a transaction came from: through swaps, wraps and transfers to purchases, gifts, income and what is unknown. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { LIMITS } from '@ctx/domain/limits';
import { ok } from '../api/client.ts';
import { createUser, type TestUser, useStack } from './kit.ts';
import { untilIdle } from './runs.ts';
import { event, importLines } from './stack.ts';

const stack = useStack();
const of = (key: string): object => ({ asset: { key, symbol: key } });
const USD = { asset: { key: 'USD', symbol: 'USD', fiat: true } };
const group = (digit: string): object => ({
  continuityGroupId: '11111111-1111-4111-8111-111111111111'.replaceAll('1', digit),
});
const account = (ref: string, label: string): object => ({
  kind: 'account',
  ref,
  accountKind: 'exchange',
  datasource: 'KRAKEN',
  label,
});
const money = (referenceId: string, type: string, amount: string, timestamp: string): object => ({
  kind: 'money',
  account: 'kraken-1',
  referenceId,
  type,
  currency: 'EUR',
  amount,
  timestamp,
  purpose: 'TRADE',
});

const FACTS: readonly object[] = [
  account('kraken-1', 'Kraken'),
  account('ledger', 'Ledger'),
  event('B1', 'ACQUISITION', '2', '2023-01-05T10:00:00Z', '40000', of('BTC')),
  money('B1', 'CASH_OUT', '40100', '2023-01-05T10:00:00Z'),
  event('GIFT', 'ACQUISITION', '0.5', '2023-02-05T10:00:00Z', '12000', {
    ...of('BTC'),
    treatment: 'GIFT_RECEIVED',
  }),
  event('REWARD', 'INCOME', '0.5', '2023-03-05T10:00:00Z', '13000', of('BTC')),
  // Bitcoin for ether, which is wrapped, of which a half is sold.
  event('GIVEN', 'DISPOSITION', '2', '2024-02-01T10:00:00Z', '80000', { ...of('BTC'), ...group('2') }),
  event('TAKEN', 'ACQUISITION', '30', '2024-02-01T10:00:00Z', '80000', { ...of('ETH'), ...group('2') }),
  event('WRAP', 'DISPOSITION', '30', '2024-03-01T10:00:00Z', null, {
    ...of('ETH'),
    ...group('3'),
    treatment: 'CONTINUITY_WRAP',
  }),
  event('WRAPPED', 'ACQUISITION', '60', '2024-03-01T10:00:00Z', null, {
    ...of('WETH'),
    ...group('3'),
    treatment: 'CONTINUITY_WRAP',
  }),
  event('SOLD', 'DISPOSITION', '30', '2026-03-01T10:00:00Z', '60000', of('WETH')),
  money('SOLD', 'CASH_IN', '59900', '2026-03-01T10:00:00Z'),
  // A transfer within one asset moves the oldest units: the gift and a part of the reward.
  event('LEFT', 'DISPOSITION', '0.8', '2026-04-01T10:00:00Z', null, {
    ...of('BTC'),
    ...group('4'),
    treatment: 'TRANSFER_OUT_OWN_WALLET',
  }),
  event('CAME', 'ACQUISITION', '0.8', '2026-04-01T11:00:00Z', null, {
    ...of('BTC'),
    ...group('4'),
    account: 'ledger',
    treatment: 'CONTINUITY_WITHDRAW',
  }),
  // Dollars are money: bought with them, and sold for them.
  event('PAID', 'DISPOSITION', '1000', '2026-05-01T10:00:00Z', '900', { ...USD, ...group('5') }),
  event('BOUGHT', 'ACQUISITION', '10', '2026-05-01T10:00:00Z', '900', { ...of('SOL'), ...group('5') }),
  event('OUT', 'DISPOSITION', '5', '2026-05-02T10:00:00Z', '500', { ...of('SOL'), ...group('6') }),
  event('DOLLARS', 'ACQUISITION', '550', '2026-05-02T10:00:00Z', '500', { ...USD, ...group('6') }),
  // Without a stated price, and more than there was.
  event('FOUND', 'ACQUISITION', '4', '2026-06-01T10:00:00Z', null, of('XRP')),
  { kind: 'price', assetKey: 'XRP', at: '2026-06-01T09:00:00Z', eur: '2' },
  event('SHORT', 'DISPOSITION', '10', '2026-06-02T10:00:00Z', '30', of('XRP')),
  event('UNMATCHED', 'ACQUISITION', '5', '2026-07-01T10:00:00Z', '400', {
    ...of('LTC'),
    treatment: 'CONTINUITY_WITHDRAW',
  }),
  event('LOAN', 'ACQUISITION', '5', '2026-07-02T10:00:00Z', '400', { ...of('LTC'), isLoan: true }),
  event('LTC', 'DISPOSITION', '10', '2026-07-03T10:00:00Z', '800', of('LTC')),
  event('IGNORED', 'ACQUISITION', '1', '2026-08-01T10:00:00Z', '1', { ...of('DUST'), treatment: 'IGNORED' }),
  event('UNPAID', 'ACQUISITION', '3', '2026-08-02T10:00:00Z', '30', of('ADA')),
];

type Origin = Schema<'Origin'>;

async function idsOf({ api }: TestUser, years: readonly number[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const year of years) {
    const query = { year, size: 200 };
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
    for (const { referenceId, id } of transactions) ids.set(referenceId ?? '', id);
  }
  return ids;
}

const YEARS = [2023, 2024, 2025, 2026] as const;
const LOCKED = '2024';
const originOf = ({ api }: TestUser, taxEventId: string, year?: number): Promise<Origin> =>
  ok(
    api.GET('/api/v1/transactions/{taxEventId}/origin', {
      params: { path: { taxEventId }, query: year === undefined ? {} : { year } },
    }),
  );

/** What an end is, in short. */
const inShort = ({ ends }: Origin): object[] =>
  ends.map(({ kind, share, assetKey, amount, costEur, proof }) => ({
    kind,
    share,
    assetKey,
    amount,
    costEur,
    proof,
  }));

let user: TestUser;
let ids: ReadonlyMap<string, string>;
const origin = (reference: string): Promise<Origin> => originOf(user, ids.get(reference)!);

beforeAll(async () => {
  user = await createUser(stack, { years: YEARS });
  expect(await importLines(stack, user.userId, FACTS)).not.toHaveProperty('error');
  ids = await idsOf(user, YEARS);
});

describe('The origin of a sale', () => {
  it('is the purchase with money that a wrap and a swap lead back to, with the part of its money and its cost', async () => {
    const found = await origin('SOLD');
    expect(found).toMatchObject({
      taxEventId: ids.get('SOLD'),
      year: 2026,
      locked: false,
      frozen: false,
      type: 'DISPOSITION',
      assetSymbol: 'WETH',
      amount: 30,
      timestamp: '2026-03-01T10:00:00Z',
      accountLabel: 'Kraken',
      eur: 60_000,
      knownShare: 1,
      money: [{ type: 'CASH_IN', currency: 'EUR', amount: 59_900 }],
    });
    expect(found.ends).toEqual([
      {
        kind: 'PURCHASE',
        share: 1,
        assetKey: 'BTC',
        assetSymbol: 'BTC',
        amount: 1,
        costEur: 20_000,
        accountId: found.accountId,
        accountLabel: 'Kraken',
        lots: 1,
        transactions: 1,
        firstAt: '2023-01-05T10:00:00Z',
        lastAt: '2023-01-05T10:00:00Z',
        taxEventIds: [ids.get('B1')],
        taxEventsLeftOut: 0,
        proof: null,
        money: [{ type: 'CASH_OUT', currency: 'EUR', amount: 20_050 }],
      },
    ]);
    expect(found.steps).toMatchObject([
      {
        kind: 'SWAP',
        fromAssetKey: 'BTC',
        toAssetKey: 'ETH',
        share: 1,
        transactions: 2,
        taxEventIds: [ids.get('GIVEN'), ids.get('TAKEN')].toSorted(),
      },
      { kind: 'TRANSFER', fromAssetKey: 'ETH', toAssetKey: 'WETH', share: 1, transactions: 2 },
    ]);
  });

  it('names what has no stated price, no sender, and what no lot had, with what would prove it', async () => {
    const short = await origin('SHORT');
    expect(inShort(short)).toEqual([
      { kind: 'SHORTFALL', share: 0.6, assetKey: 'XRP', amount: 6, costEur: null, proof: 'EARLIER_FILE' },
      { kind: 'RECEIVED', share: 0.4, assetKey: 'XRP', amount: 4, costEur: 8, proof: 'PURCHASE_OR_SENDER' },
    ]);
    expect(short.knownShare).toBe(0);
    expect(inShort(await origin('LTC'))).toMatchObject([
      { kind: 'LOAN', share: 0.5, proof: 'LOAN_CONTRACT' },
      { kind: 'TRANSFER_IN', share: 0.5, proof: 'MATCH_OR_SENDER' },
    ]);
  });

  it('is money where money is an asset: the dollars that were paid, and what was sold for dollars', async () => {
    expect((await origin('OUT')).ends).toMatchObject([
      { kind: 'PURCHASE', share: 1, amount: 5, money: [{ currency: 'USD', amount: 500 }], proof: null },
    ]);
    const dollars = await origin('DOLLARS');
    expect(dollars.ends).toMatchObject([
      {
        kind: 'PURCHASE',
        assetKey: 'SOL',
        amount: 5,
        costEur: 450,
        money: [{ currency: 'USD', amount: 500 }],
      },
    ]);
  });
});

describe('The origin of other transactions', () => {
  it.each(['LEFT', 'CAME'])(
    'is that of the oldest units for a transfer within one asset: %s',
    async (leg) => {
      expect(inShort(await origin(leg))).toEqual([
        { kind: 'GIFT', share: 0.625, assetKey: 'BTC', amount: 0.5, costEur: 0, proof: 'GIFT_DOCUMENT' },
        { kind: 'INCOME', share: 0.375, assetKey: 'BTC', amount: 0.3, costEur: 7800, proof: null },
      ]);
    },
  );

  it('is the transaction itself for a purchase, which lacks its money if no file has it', async () => {
    expect(inShort(await origin('UNPAID'))).toEqual([
      { kind: 'PURCHASE', share: 1, assetKey: 'ADA', amount: 3, costEur: 30, proof: 'MONEY_OF_PURCHASE' },
    ]);
    expect(inShort(await origin('REWARD'))).toMatchObject([{ kind: 'INCOME', share: 1, costEur: 13_000 }]);
    expect(inShort(await origin('IGNORED'))).toMatchObject([
      { kind: 'NOT_COUNTED', proof: 'CLASSIFICATION' },
    ]);
  });

  it('is what the swap gave for the received leg, and passes through both legs of a wrap', async () => {
    for (const [reference, amount] of [
      ['TAKEN', 2],
      ['WRAPPED', 2],
      ['WRAP', 2],
    ] as const)
      expect(inShort(await origin(reference))).toMatchObject([{ kind: 'PURCHASE', assetKey: 'BTC', amount }]);
  });
});

describe('The origin in and through a locked year', () => {
  it('shows no euro of a transaction in it, and no cost that a swap in it passes on', async () => {
    const years = YEARS.filter((year) => String(year) !== LOCKED);
    const other = await createUser(stack, { years });
    await importLines(stack, other.userId, FACTS);
    const own = await idsOf(other, YEARS);
    const sold = await originOf(other, own.get('SOLD')!);
    expect([sold.locked, sold.eur, sold.ends[0]?.share, sold.ends[0]?.costEur]).toEqual([
      false,
      60_000,
      1,
      null,
    ]);
    const given = await originOf(other, own.get('GIVEN')!);
    expect([given.locked, given.eur, given.ends[0]?.costEur]).toEqual([true, null, null]);
  });
});

describe('The origin in a submitted year', () => {
  it('stays as it was when facts before the year change', async () => {
    const other = await createUser(stack, { years: YEARS });
    const facts = [
      account('kraken-1', 'Kraken'),
      event('FIRST', 'ACQUISITION', '1', '2023-05-01T10:00:00Z', '100'),
      event('SALE', 'DISPOSITION', '1', '2024-05-01T10:00:00Z', '150'),
    ];
    await importLines(stack, other.userId, facts);
    const own = await idsOf(other, YEARS);
    const before = await originOf(other, own.get('SALE')!);
    await stack.ctx(['year', 'freeze', '--user', other.userId, '--year', '2024']);
    const earlier = event('EARLIER', 'INCOME', '1', '2023-01-01T10:00:00Z', '90');
    await importLines(stack, other.userId, [earlier]);
    await untilIdle(stack, other);
    const after = await originOf(other, own.get('SALE')!);
    expect(after).toEqual({ ...before, frozen: true });
    expect(after.ends).toMatchObject([{ kind: 'PURCHASE', taxEventIds: [own.get('FIRST')] }]);
  });
});

describe('The origin of many lots', () => {
  it('follows as many as its limit, and names the share of the rest', async () => {
    const other = await createUser(stack, { years: YEARS });
    const count = LIMITS.acquisitionsMax + 250;
    const purchases = Array.from({ length: count }, (_, index) =>
      event(
        `P${String(index)}`,
        'ACQUISITION',
        '1',
        new Date(Date.UTC(2023, 0, 1, 0, index)).toISOString(),
        '10',
      ),
    );
    const sale = event('ALL', 'DISPOSITION', String(count), '2024-05-01T10:00:00Z', '99999');
    await importLines(stack, other.userId, [account('kraken-1', 'Kraken'), ...purchases, sale]);
    const all = await originOf(other, (await idsOf(other, [2024])).get('ALL')!);
    expect(all.ends).toMatchObject([
      {
        kind: 'PURCHASE',
        share: 0.8,
        lots: 1000,
        transactions: 1000,
        taxEventsLeftOut: 980,
        costEur: 10_000,
      },
      { kind: 'NOT_FOLLOWED', share: 0.2, amount: 250, proof: 'OWN_ORIGIN', costEur: null },
    ]);
    expect(all.ends[0]?.taxEventIds).toHaveLength(LIMITS.originEventsMax);
  });
});
