import { describe, expect, test } from '@jest/globals';
import { convertPrices, type PriceOptions } from './prices.ts';

const read = (text: string, options?: PriceOptions) => convertPrices(Buffer.from(text), options);

describe('the reference rates of the ECB', () => {
  const FILE =
    'Date,USD,JPY,BGN,GBP,\n2025-01-06,1.0400,164.05,1.9558,0.8300,\n2025-01-03,1.0299,161.78,N/A,0.8300,\n2025-01-02,1.0321,162.10,1.9558,0.8300,\n';

  test('become prices of the currencies in EUR, from the first moment of each day in Belgium', () => {
    const { prices, faults } = read(FILE);
    expect(faults).toEqual([]);
    expect(prices).toContainEqual({
      kind: 'price',
      assetKey: 'USD',
      at: '2025-01-01T23:00:00Z',
      eur: '0.968898362562',
    });
  });

  test('also hold on the days without rates, such as a weekend', () => {
    const ofDollar = read(FILE).prices.filter(({ assetKey }) => assetKey === 'USD');
    expect(ofDollar.map(({ at, eur }) => `${at.slice(0, 10)} ${eur}`)).toEqual([
      '2025-01-01 0.968898362562',
      '2025-01-02 0.970968055151',
      '2025-01-03 0.970968055151',
      '2025-01-04 0.970968055151',
      '2025-01-05 0.961538461538',
    ]);
  });

  test('leave out a currency on a day on which it was not quoted', () => {
    const days = read(FILE).prices.filter(({ assetKey }) => assetKey === 'BGN');
    expect(days).toHaveLength(2);
  });

  test('start at the day that was asked for', () => {
    const { prices, leftOutCount } = read(FILE, { from: '2025-01-05' });
    expect(new Set(prices.map(({ at }) => at))).toEqual(new Set(['2025-01-05T23:00:00Z']));
    expect(leftOutCount).toBe(2);
  });

  test('with a rate of 0 are rejected with line and column', () => {
    expect(read('Date,USD,JPY,\n2025-01-02,0,162.10,\n').faults).toEqual([
      { line: 2, column: 'usd', reason: 'is not above 0' },
    ]);
  });
});

describe('a price file of any source', () => {
  test.each([
    ['CSV with dates', 'asset,date,eur\nBTC,2025-07-31,100000.5\n', '2025-07-30T22:00:00Z'],
    ['CSV of a spreadsheet', 'Symbol;Date;Price\nbtc;2025-07-31;100000,5\n', '2025-07-30T22:00:00Z'],
    ['CSV with times', 'asset,time,eur\nBTC,2025-07-31T10:00:00Z,100000.5\n', '2025-07-31T10:00:00Z'],
    ['a JSON array', '[{"asset":"BTC","date":"2025-07-31","eur":"100000.5"}]', '2025-07-30T22:00:00Z'],
    [
      'JSON Lines',
      '{"assetKey":"BTC","at":"2025-07-31T10:00:00Z","eur":"100000.5"}\n',
      '2025-07-31T10:00:00Z',
    ],
  ])('in %s is read', (_name, text, at) => {
    expect(read(text)).toEqual({
      prices: [{ kind: 'price', assetKey: 'BTC', at, eur: '100000.5' }],
      leftOutCount: 0,
      faults: [],
    });
  });

  test('without dates is that of one moment, such as the photo of 31 December 2025', () => {
    const at = '2025-12-31T22:59:59Z';
    expect(read('asset,eur\nBTC,75000\n', { at }).prices).toEqual([
      { kind: 'price', assetKey: 'BTC', at, eur: '75000' },
    ]);
  });

  test.each([
    ['asset,eur\nBTC,75000\n', 'has no date'],
    ['asset,date,eur\nBTC,2025-13-01,1\n', 'is not a date'],
    ['asset,date,eur\nBTC,2025-01-01,-1\n', 'is below 0'],
    ['asset,date,eur\nBTC,2025-01-01,x\n', 'is not a number'],
    ['one,two\n1,2\n', 'is no price file'],
    ['[{"asset":"BTC"}]', 'is missing'],
    ['[{]', 'is not JSON'],
    ['[{"asset":"BTC","date":"2025-01-01","eur":"1","eur":"2"}]', 'has the field 0.eur twice'],
    ['{"asset":"BTC","date":"2025-01-01","eur":"1","eur":"2"}', 'has the field eur twice'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'is nested deeper than 32 levels'],
  ])('%j is rejected with a reason', (text, reason) => {
    const { prices, faults } = read(text);
    expect(prices).toEqual([]);
    expect(faults[0]?.reason).toContain(reason);
  });
});
