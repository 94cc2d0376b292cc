import { describe, expect, test } from '@jest/globals';
import { ratesOf } from './prices/ecb.ts';
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
      {
        line: 2,
        column: 'usd',
        reason: 'is not above 0',
        messages: [{ code: 'RATE_NOT_ABOVE_ZERO', values: {} }],
      },
    ]);
  });
});

describe('a price file of any source', () => {
  test.each([
    ['CSV with dates', 'asset,date,eur\nBTC,2025-07-31,100000.5\n', '2025-07-30T22:00:00Z'],
    ['CSV of a spreadsheet', 'Symbol;Date;Price EUR\nbtc;2025-07-31;100000,5\n', '2025-07-30T22:00:00Z'],
    [
      'CSV with a column of currencies',
      'asset,date,price,currency\nBTC,2025-07-31,100000.5,EUR\n',
      '2025-07-30T22:00:00Z',
    ],
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
      convertedFrom: null,
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
    ['asset,date,price\nBTC,2025-01-01,1\n', 'does not say in which currency its prices are'],
    ['[{"asset":"BTC","date":"2025-01-01","price":"1"}]', 'does not say in which currency its prices are'],
    ['asset,date,price,currency\nBTC,2025-01-01,1,EUR\nBTC,2025-01-02,1,USD\n', 'is not EUR'],
    ['[1]', 'is missing'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'is nested deeper than 32 levels'],
  ])('%j is rejected with a reason', (text, reason) => {
    const { prices, faults } = read(text);
    expect(prices).toEqual([]);
    expect(faults[0]?.reason).toContain(reason);
  });
});

/** 1.0321, 1.0299 and 1.04 dollars for one euro; 3 January 2025 is a Friday. */
const RATES = ratesOf(
  Buffer.from(
    'Date,USD,JPY,\n2025-01-06,1.0400,164.05,\n2025-01-03,1.0299,161.78,\n2025-01-02,1.0321,162.10,\n',
  ),
);

describe('a file of Kraken, which has no header', () => {
  const FILE =
    '1735689600,90400,91500,90100,90733.6,310.5,9021\n1735776000,90733.6,94200,90700,93900,402.1,11020\n';
  const filename = 'XBTEUR_1440.csv';

  test('gives the close of each day as the price from the end of the day, with the usual symbol of the asset', () => {
    expect(read(FILE, { filename })).toEqual({
      prices: [
        { kind: 'price', assetKey: 'BTC', at: '2025-01-02T00:00:00Z', eur: '90733.6' },
        { kind: 'price', assetKey: 'BTC', at: '2025-01-03T00:00:00Z', eur: '93900' },
      ],
      leftOutCount: 0,
      convertedFrom: null,
      faults: [],
    });
  });

  test.each([
    ['XDGEUR_60.csv', 'DOGE', '2025-12-31T23:00:00Z'],
    ['XTZEUR_1.csv', 'XTZ', '2025-12-31T22:01:00Z'],
    ['ETHEUR_720.csv', 'ETH', undefined],
  ])('of candles of another length, %s, ends each after its own length', (name, assetKey, at) => {
    const { prices, faults } = read('1767218400,1,1,1,0.5,0,0\n', { filename: name });
    expect(prices).toEqual(at === undefined ? [] : [{ kind: 'price', assetKey, at, eur: '0.5' }]);
    expect(faults).toHaveLength(at === undefined ? 1 : 0);
  });

  test('leaves out a candle that is not over', () => {
    const { prices, leftOutCount } = read(FILE, { filename, now: '2025-01-02T12:00:00Z' });
    expect([prices.map(({ at }) => at), leftOutCount]).toEqual([['2025-01-02T00:00:00Z'], 1]);
  });

  test('in dollars is converted by the rate of the day of each candle, when that is asked for', () => {
    const options = { filename: 'XBTUSD_60.csv', currency: 'usd', rates: RATES };
    // 2 and 5 January 2025 at 12:00 UTC: the second, a Sunday, has the rate of Friday.
    const { prices, convertedFrom } = read(
      '1735819200,1,1,1,96500,1,1\n1736078400,1,1,1,98000,1,1\n',
      options,
    );
    expect(convertedFrom).toBe('USD');
    expect(prices).toEqual([
      { kind: 'price', assetKey: 'BTC', at: '2025-01-02T13:00:00Z', eur: '93498.691987210542' },
      { kind: 'price', assetKey: 'BTC', at: '2025-01-05T13:00:00Z', eur: '95154.869404796582' },
    ]);
  });

  test.each([
    [FILE, {}, 'its name must be that of the archive of Kraken'],
    [FILE, { filename: 'XBTEUR_10080.csv' }, 'its name must be that of the archive of Kraken'],
    [FILE, { filename: 'FOO_1440.csv' }, 'its name must be that of the archive of Kraken'],
    [FILE, { filename, asset: 'ETH' }, 'has prices of BTC, not of ETH'],
    [FILE, { filename, at: '2025-12-31T22:59:59Z' }, 'has times of its own'],
    [FILE, { filename, currency: 'usd' }, 'has prices in EUR, not in USD'],
    [FILE, { filename: 'XBTUSD_1440.csv' }, 'has prices in USD: choose a file in EUR'],
    [FILE, { filename: 'XBTUSD_1440.csv', currency: 'usd' }, 'for which the ECB has no rates'],
    [
      FILE,
      { filename: 'XBTUSDT_1440.csv', currency: 'usdt', rates: RATES },
      'for which the ECB has no rates',
    ],
    ['1735689600,1,1,1,1\n', { filename }, 'has 5 cells, and the header 7'],
    ['1735689600,1,1,1,90733.6,31', { filename }, 'has no line break at its end'],
    ['1735693200,1,1,1,1,1,1\n', { filename }, 'is not the start of a candle of 1440 minutes'],
    ['1735689600,1,1,1,,1,1\n', { filename }, 'is empty'],
    ['1735689600,1,1,1,-1,1,1\n', { filename }, 'is below 0'],
  ])('%j with %j is rejected with a reason', (text, options, reason) => {
    const { prices, faults } = read(text, options);
    expect(prices).toEqual([]);
    expect(faults[0]?.reason).toContain(reason);
  });
});

describe('a file of a price site', () => {
  const COINGECKO =
    'snapped_at,price,market_cap,total_volume\n2025-01-02 00:00:00 UTC,91400.25,1810000000000.0,40000000000.0\n';
  const COINMARKETCAP =
    '\uFEFFtimeOpen;timeClose;timeHigh;timeLow;name;open;high;low;close;volume;marketCap;circulatingSupply;timestamp\n' +
    '"2025-01-02T00:00:00.000Z";"2025-01-02T23:59:59.999Z";"2025-01-02T15:53:00.000Z";"2025-01-02T00:34:00.000Z";"2790";94400.1;97700.5;94200.3;96886.88;46000000000.5;1918000000000.25;19804778;"2025-01-02T23:59:59.999Z"\n';
  const CRYPTODATADOWNLOAD =
    'https://www.CryptoDataDownload.com\nunix,date,symbol,open,high,low,close,Volume BTC,Volume EUR\n' +
    '1735862400,2025-01-03 00:00:00,BTC/EUR,94000,95000,93500,94800,12.5,1180000\n' +
    '1735776000,2025-01-02 00:00:00,BTC/EUR,91400,94200,91000,94000,10.1,940000\n';
  const YAHOO =
    'Date,Open,High,Low,Close,Adj Close,Volume\n2025-01-02,91200.5,94300.1,91100.2,94050.4,94050.4,41000000000\n' +
    '2025-01-03,null,null,null,null,null,null\n2025-01-04,94050.4,95500,93900,95300.7,95300.7,38000000000\n';

  test.each([
    ['CoinGecko', COINGECKO, { asset: 'btc', currency: 'eur' }, [['2025-01-02T00:00:00Z', '91400.25']], 0],
    [
      'CoinGecko, by its name',
      COINGECKO,
      { filename: 'btc-eur-max.csv' },
      [['2025-01-02T00:00:00Z', '91400.25']],
      0,
    ],
    [
      'CoinMarketCap',
      COINMARKETCAP,
      { asset: 'BTC', currency: 'EUR' },
      [['2025-01-02T23:59:59.999Z', '96886.88']],
      0,
    ],
    [
      'CryptoDataDownload',
      CRYPTODATADOWNLOAD,
      {},
      [
        ['2025-01-04T00:00:00Z', '94800'],
        ['2025-01-03T00:00:00Z', '94000'],
      ],
      0,
    ],
    [
      'Yahoo Finance',
      YAHOO,
      { filename: 'BTC-EUR.csv' },
      [
        ['2025-01-03T00:00:00Z', '94050.4'],
        ['2025-01-05T00:00:00Z', '95300.7'],
      ],
      1,
    ],
    [
      'CoinMarketCap in dollars, converted by the rate of the day',
      COINMARKETCAP,
      { asset: 'BTC', currency: 'usd', rates: RATES },
      [['2025-01-02T23:59:59.999Z', '93873.539385718438']],
      0,
    ],
    [
      'CoinGecko in dollars, converted by the rate of the day',
      COINGECKO,
      { filename: 'btc-usd-max.csv', currency: 'usd', rates: RATES },
      [['2025-01-02T00:00:00Z', '88557.552562736169']],
      0,
    ],
  ] as const)('of %s gives its prices with their moments', (_site, text, options, expected, leftOut) => {
    const { prices, leftOutCount, faults } = read(text, options);
    expect(faults).toEqual([]);
    expect(prices).toEqual(expected.map(([at, eur]) => ({ kind: 'price', assetKey: 'BTC', at, eur })));
    expect(leftOutCount).toBe(leftOut);
  });

  test.each([
    ['of no asset', COINGECKO, { currency: 'eur' }, 'does not say of which asset'],
    ['of no currency', COINGECKO, { asset: 'BTC' }, 'does not say in which currency'],
    ['of no currency', COINMARKETCAP, { asset: 'BTC' }, 'does not say in which currency'],
    ['of no currency', YAHOO, { asset: 'BTC' }, 'does not say in which currency'],
    [
      'of another currency by its name',
      COINGECKO,
      { filename: 'btc-usd-max.csv', currency: 'eur' },
      'has prices in USD',
    ],
    [
      'in dollars, without being asked to convert',
      COINGECKO,
      { filename: 'btc-usd-max.csv' },
      'has prices in USD',
    ],
    [
      'of another asset by its name',
      YAHOO,
      { filename: 'ETH-EUR.csv', asset: 'BTC' },
      'has prices of ETH, not of BTC',
    ],
    ['in a stablecoin', CRYPTODATADOWNLOAD.replaceAll('BTC/EUR', 'BTCUSDT'), {}, 'has prices in USDT'],
    ['of two pairs', CRYPTODATADOWNLOAD.replace('BTC/EUR', 'ETH/EUR'), {}, 'one pair a file'],
    ['of no known pair', CRYPTODATADOWNLOAD.replaceAll('BTC/EUR', 'BTC/'), {}, 'has an unknown pair'],
    [
      'of one candle',
      CRYPTODATADOWNLOAD.split('\n').slice(0, 3).join('\n') + '\n',
      {},
      'of an unknown length',
    ],
    [
      'of weeks',
      YAHOO.replace('01-03', '01-09').replace('01-04', '01-16'),
      { filename: 'BTC-EUR.csv' },
      'is not one of days',
    ],
    ['cut off inside a row', YAHOO.slice(0, -30), { filename: 'BTC-EUR.csv' }, 'its last line is cut off'],
    ['with a bad time', CRYPTODATADOWNLOAD.replace('1735862400', '17358'), {}, 'is not a time in seconds'],
    [
      'with a bad date',
      YAHOO.replace('2025-01-04', '2025-02-30'),
      { filename: 'BTC-EUR.csv' },
      'is not a date',
    ],
    [
      'with a bad price',
      COINGECKO.replace('91400.25', '91.400.25'),
      { asset: 'BTC', currency: 'eur' },
      'is not a number',
    ],
    [
      'of a day without a rate',
      COINGECKO.replace('2025-01-02', '2025-01-07'),
      { asset: 'BTC', currency: 'usd', rates: RATES },
      'is of 2025-01-07, a day without a rate of the ECB',
    ],
  ])('%s is rejected with a reason', (_fault, text, options, reason) => {
    const { prices, faults } = read(text, options);
    expect(prices).toEqual([]);
    expect(faults[0]?.reason).toContain(reason);
  });

  test('with a column of assets is read as one of any source, row by row', () => {
    const text =
      'Date,Asset,Open,High,Low,Close,Adj Close,Volume\n2025-01-02,BTC,1,1,1,2,2,1\n2025-01-02,ETH,1,1,1,3,3,1\n';
    const { prices } = read(text, { currency: 'eur' });
    expect(prices.map(({ assetKey, eur }) => [assetKey, eur])).toEqual([
      ['BTC', '2'],
      ['ETH', '3'],
    ]);
    expect(read(text, { currency: 'eur', asset: 'BTC' }).faults[0]?.reason).toContain(
      'names the asset of each price',
    );
  });
});
