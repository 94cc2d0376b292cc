import { describe, expect, it } from '@jest/globals';
import { checkRecord } from '@ctx/converters/check-record';
import { digestOf } from '@ctx/platform/cells';
import { moneyRowUnder, rowOf, STORED_KINDS } from './kinds.ts';

const FULL_ACCOUNT = {
  kind: 'account',
  ref: 'kraken-1',
  accountKind: 'exchange',
  datasource: 'KRAKEN',
  label: 'Kraken',
  address: '0x1',
  chainId: 1,
  provider: 'P',
  connectionStatus: 'OK',
  lastSyncAt: '2026-03-01T09:00:00Z',
  lastSyncError: 'none',
  originalFilename: 'a.csv',
  sourcePlatform: 'KRAKEN',
  registeredOn: '2025-01-31',
  country: 'BE',
};
const FULL_EVENT = {
  kind: 'event',
  account: 'kraken-1',
  referenceId: 'L1',
  type: 'ACQUISITION',
  asset: { key: 'BTC', symbol: 'btc', name: 'Bitcoin', chain: 'BITCOIN', fiat: true },
  amount: '0.5',
  timestamp: '2025-03-01T10:00:00Z',
  euroValue: '40000.00',
  treatment: 'GIFT_RECEIVED',
  taxable: false,
  priceSource: 'EXCHANGE',
  description: 'd',
  protocol: 'p',
  continuityGroupId: '6f0c3f0e-0c43-4b9f-8f3b-1d1e4b6f0a11',
  counterpartyAddress: '0x2',
  chainId: 0,
  link: 'https://example.org',
  flags: ['a', 'b'],
  spam: true,
  needsReview: true,
  isLoan: true,
  isRepayment: true,
  isInterestExpense: true,
};
const NOTE = {
  kind: 'note',
  account: 'kraken-1',
  referenceId: 'L1',
  type: 'ACQUISITION',
  assetKey: 'BTC',
  id: 'n',
  note: 't',
  createdAt: '2025-12-31T22:59:00Z',
  updatedAt: '2025-12-31T22:59:00Z',
};
const MONEY = {
  kind: 'money',
  account: 'kraken-1',
  referenceId: 'L1',
  type: 'CASH_OUT',
  currency: 'EUR',
  amount: '100',
  timestamp: '2025-03-01T10:00:00Z',
  purpose: 'TRADE',
  description: 'd',
};
const BARE_EVENT = {
  kind: 'event',
  account: 'kraken-1',
  type: 'FEE',
  amount: '1',
  timestamp: '2025-03-01T10:00:00Z',
};

/** Stored rows have these digests: with another one, an import of the same file would rewrite every row. */
const DIGESTS: readonly (readonly [what: string, record: object, digest: string])[] = [
  ['an account with every field', FULL_ACCOUNT, '3417c672c198d54c6606b5ae71dcb83d'],
  [
    'an account with no more than it needs',
    { kind: 'account', ref: 'w', accountKind: 'wallet', datasource: 'LEDGER' },
    '39d45cfd50761c1ec367ee9f3b387654',
  ],
  ['an event with every field', FULL_EVENT, '9f8a731f19df9b3518b895d2605d3480'],
  [
    'an event in euro',
    { ...BARE_EVENT, referenceId: 'L2', asset: { key: 'EUR', symbol: 'EUR' } },
    '1f26e6c8cd723f183c19c7cc72457c76',
  ],
  [
    'an event with no more than it needs',
    { ...BARE_EVENT, referenceId: 'L3', asset: { key: 'ADA', symbol: 'ADA' } },
    '7d78a02a9e2668f759f935a60ac8577c',
  ],
  [
    'a price',
    { kind: 'price', assetKey: 'BTC', at: '2025-12-31T22:59:00Z', eur: '75000' },
    'fc1355f4b4489c32de3144e9f9206712',
  ],
  ['a row of money', MONEY, 'c7cb98d3b712395123e0497aceda5951'],
  ['a note', NOTE, 'd661e6658d5e70ea97cba2014e5a4ef9'],
];

describe('The stored row of', () => {
  it.each(DIGESTS)('%s has one value a column, and the digest that it always had', (_what, value, digest) => {
    const checked = checkRecord(value);
    if ('errors' in checked) throw new Error(JSON.stringify(checked.errors));
    const row = rowOf(checked.record, 7);
    expect(row).toHaveLength(STORED_KINDS[checked.record.kind].columns.length);
    expect(digestOf(row)).toBe(digest);
  });
});

describe('The id of a row of money', () => {
  const idOf = (changes: object): unknown => {
    const checked = checkRecord({ ...MONEY, ...changes });
    if ('errors' in checked) throw new Error(JSON.stringify(checked.errors));
    return rowOf(checked.record, 7)[0];
  };

  it('is the same for every amount, time and purpose but a fee', () => {
    const changed = { amount: '7', timestamp: '2025-03-02T10:00:00Z', description: null };
    for (const purpose of ['TRANSFER', 'EXCHANGE', 'INTEREST', 'OTHER', null])
      expect(idOf({ ...changed, purpose })).toBe(idOf({}));
  });

  it.each([
    { purpose: 'FEE' },
    { account: 'kraken-2' },
    { referenceId: 'L2' },
    { type: 'CASH_IN' },
    { currency: 'USD' },
  ])('is another one with %j', (changes) => {
    expect(idOf(changes)).not.toBe(idOf({}));
  });

  it('follows from its reference when it is stored under another one', () => {
    const checked = checkRecord(MONEY);
    if ('errors' in checked) throw new Error(JSON.stringify(checked.errors));
    const owner = { userId: 7, accountRef: 'kraken-1' };
    expect(moneyRowUnder(rowOf(checked.record, 7), 'L9', owner)[0]).toBe(idOf({ referenceId: 'L9' }));
  });
});
