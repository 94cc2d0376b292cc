import { describe, expect, test } from '@jest/globals';
import { readPriceFile } from './price-files.ts';

const read = (text: string, assetKey: string | null = null, name = 'prices.csv') =>
  readPriceFile({ name, content: Buffer.from(text), assetKey });

describe('a price file of a user', () => {
  test('has the price of a day for a date, also on the day that summer time begins, and of an instant for a time', () => {
    const { prices, faults } = read(
      'asset,date,eur\nBTC,2026-03-29,70000.5\nBTC,2026-03-30T10:00:00Z,71000\n',
    );
    expect(faults).toEqual([]);
    expect(prices).toEqual([
      { assetKey: 'BTC', at: null, day: '2026-03-29', eur: '70000.5' },
      { assetKey: 'BTC', at: '2026-03-30T10:00:00Z', day: null, eur: '71000' },
    ]);
  });

  test.each([
    ['without a column of assets', 'date,price\n2026-03-01,2.5\n', 'POLYGON:USDC', 'POLYGON:USDC'],
    ['with Dutch names', 'Datum;Prijs\n2026-03-01;2,5\n', 'ETH', 'ETH'],
    ['with an asset of its own', 'asset,date,price\nBTC,2026-03-01,2.5\n', 'ETH', 'BTC'],
    ['with the key of the page', 'asset,date,price\nx:Key,2026-03-01,2.5\n', 'x:Key', 'x:Key'],
    ['with a column of the currency', 'date,price,currency\n2026-03-01,2.5,EUR\n', 'ETH', 'ETH'],
    ['of JSON', '[{"date":"2026-03-01","eur":"2.5"}]', 'x:Key', 'x:Key'],
    [
      'of a price site',
      'snapped_at,price,market_cap,total_volume\n2026-02-28 23:00:00 UTC,2.5,1,1\n',
      'x:Key',
      'x:Key',
    ],
  ])(
    '%s, on the page of an asset, is of that asset unless it names another',
    (_what, text, page, expected) => {
      expect(read(text, page)).toEqual({
        prices: [{ assetKey: expected, at: null, day: '2026-03-01', eur: '2.5' }],
        leftOut: 0,
        faults: [],
      });
    },
  );

  test('that names no asset is rejected where no page names one', () => {
    expect(read('date,price\n2026-03-01,2.5\n').faults[0]?.reason).toContain('asset, date and eur');
  });

  test('in another currency than the euro is rejected', () => {
    const { prices, faults } = read('asset,date,price,currency\nBTC,2026-03-01,1,USD\n');
    expect([prices, faults[0]?.reason]).toEqual([[], 'has prices in USD, not in EUR']);
  });

  test('with a line that cannot be read is rejected with its line, and leaves out prices of after the present', () => {
    expect(read('date,price\n2026-03-01,2.5\n2026-03-02,much\n', 'ETH')).toMatchObject({
      prices: [],
      faults: [{ line: 3, column: 'price', reason: 'is not a number' }],
    });
    const request = {
      name: '',
      content: Buffer.from('date,price\n2026-03-01,1\n2026-03-02,2\n'),
      assetKey: 'ETH',
    };
    expect(readPriceFile(request, Date.parse('2026-03-01T12:00:00Z'))).toMatchObject({
      prices: [{ day: '2026-03-01' }],
      leftOut: 1,
    });
  });

  test('with more prices than a message holds is rejected', () => {
    const row = '2026-03-01,1\n';
    expect(read(`date,price\n${row.repeat(30_000)}`, 'ETH').prices).toHaveLength(30_000);
    expect(read(`date,price\n${row.repeat(30_001)}`, 'ETH')).toMatchObject({
      prices: [],
      faults: [{ reason: expect.stringContaining('has more than 30000 prices') }],
    });
  });
});
