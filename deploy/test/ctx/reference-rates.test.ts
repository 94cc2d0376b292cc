/** The rates of the ECB that ship with the product agree with the file of the ECB that they were cut from, of 30 October 2026. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { formatDecimal, parseDecimal } from '@ctx/domain/decimal';
import { BUNDLED_RATES } from '../../ctx/price-files.ts';

/**
 * Facts of the file of the ECB since 2009, computed from it without the code of the product: for each currency the number of days on which it was
 * quoted, the first and the last, and the sum of its rates.
 */
const FACTS = [
  ['USD', 4566, '2009-01-02', '2026-10-30', '5463.05'],
  ['JPY', 4566, '2009-01-02', '2026-10-30', '612049.92'],
  ['BGN', 4353, '2009-01-02', '2025-12-31', '8513.5974'],
  ['CZK', 4566, '2009-01-02', '2026-10-30', '117174.205'],
  ['DKK', 4566, '2009-01-02', '2026-10-30', '34025.7905'],
  ['GBP', 4566, '2009-01-02', '2026-10-30', '3881.59984'],
  ['HUF', 4566, '2009-01-02', '2026-10-30', '1507453.51'],
  ['PLN', 4566, '2009-01-02', '2026-10-30', '19644.3877'],
  ['RON', 4566, '2009-01-02', '2026-10-30', '21225.1396'],
  ['SEK', 4566, '2009-01-02', '2026-10-30', '45901.889'],
  ['CHF', 4566, '2009-01-02', '2026-10-30', '5146.6242'],
  ['ISK', 2239, '2018-02-01', '2026-10-30', '323357.58'],
  ['NOK', 4566, '2009-01-02', '2026-10-30', '43557.4602'],
  ['HRK', 3587, '2009-01-02', '2022-12-30', '26864.1026'],
  ['RUB', 3372, '2009-01-02', '2022-03-01', '204315.0715'],
  ['TRY', 4566, '2009-01-02', '2026-10-30', '57132.1949'],
  ['AUD', 4566, '2009-01-02', '2026-10-30', '7020.4733'],
  ['BRL', 4566, '2009-01-02', '2026-10-30', '19463.2542'],
  ['CAD', 4566, '2009-01-02', '2026-10-30', '6669.2233'],
  ['CNY', 4566, '2009-01-02', '2026-10-30', '36399.4068'],
  ['HKD', 4566, '2009-01-02', '2026-10-30', '42532.1193'],
  ['IDR', 4566, '2009-01-02', '2026-10-30', '70649339.43'],
  ['ILS', 4052, '2011-01-03', '2026-10-30', '16997.6401'],
  ['INR', 4566, '2009-01-02', '2026-10-30', '364257.1894'],
  ['KRW', 4566, '2009-01-02', '2026-10-30', '6532992.7'],
  ['MXN', 4566, '2009-01-02', '2026-10-30', '91016.439'],
  ['MYR', 4566, '2009-01-02', '2026-10-30', '20999.279'],
  ['NZD', 4566, '2009-01-02', '2026-10-30', '7944.1894'],
  ['PHP', 4566, '2009-01-02', '2026-10-30', '269923.365'],
  ['SGD', 4566, '2009-01-02', '2026-10-30', '7292.7469'],
  ['THB', 4566, '2009-01-02', '2026-10-30', '179025.768'],
  ['ZAR', 4566, '2009-01-02', '2026-10-30', '70587.1856'],
];
const BYTES_MAX = 1_100_000;
const SCALE = 6;

const text = readFileSync(BUNDLED_RATES, 'utf8');
const [names = [], ...rows] = text
  .trim()
  .split('\n')
  .map((line) => line.split(','));

describe('the rates of the ECB that ship with the product', () => {
  test('have for each currency the days and the sum of the file of the ECB', () => {
    const found = names.slice(1).map((name, index) => {
      const quoted = rows.filter((row) => row[index + 1] !== '');
      const days = quoted.map(([day = '']) => day);
      const sum = quoted.reduce((total, row) => total + parseDecimal(row[index + 1] ?? '', SCALE), 0n);
      return [name, quoted.length, days.at(-1), days[0], formatDecimal(sum, SCALE)];
    });
    expect(found).toEqual(FACTS);
  });

  test('have one row a day, newest first', () => {
    const days = rows.map(([day = '']) => day);
    expect(new Set(days).size).toBe(days.length);
    expect(days.toSorted().toReversed()).toEqual(days);
  });

  test.each([
    ['2026-10-30', 'USD', '1.1172'],
    ['2025-12-31', 'USD', '1.175'],
    ['2021-01-04', 'GBP', '0.9016'],
    ['2013-04-10', 'CHF', '1.2183'],
  ])('have the rate of %s for %s', (day, currency, rate) => {
    expect(rows.find((row) => row[0] === day)?.[names.indexOf(currency)]).toBe(rate);
  });

  test('are small enough for an image', () => {
    expect(text.length).toBeLessThan(BYTES_MAX);
  });
});
