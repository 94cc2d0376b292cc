import { describe, expect, it } from '@jest/globals';
import { columnsOf, FOUND_COLUMNS_MAX, SAMPLES_MAX } from './columns.ts';

const found = (text: string): ReturnType<typeof columnsOf> => columnsOf(Buffer.from(text));

describe('the columns of a file without a known format', () => {
  it('have their names, first cells and different values', () => {
    expect(found('My export;;\nWhen;Kind;Coin\n2026-01-02;Buy;BTC\n2026-01-03;buy;ETH\n')).toEqual([
      { name: 'when', samples: ['2026-01-02', '2026-01-03'], values: ['2026-01-02', '2026-01-03'] },
      { name: 'kind', samples: ['Buy', 'buy'], values: ['Buy'] },
      { name: 'coin', samples: ['BTC', 'ETH'], values: ['BTC', 'ETH'] },
    ]);
  });

  it('have different names where one repeats, and are left out without a name or with a long one', () => {
    const columns = found(`at,amount,Amount,,${'x'.repeat(201)}\n1,2,3,4,5\n`);
    expect(columns?.map(({ name }) => name)).toEqual(['at', 'amount', 'amount 2']);
    expect(found('a,a,a 2\n1,2,3\n')?.map(({ name }) => name)).toEqual(['a', 'a 2']);
  });

  it('show few and short cells, and no values where these are many or long', () => {
    const rows = Array.from({ length: 40 }, (_, index) => `${String(index)},${'=HYPERLINK()'.repeat(20)}`);
    const [numbers, long] = found(['a,b', ...rows, ''].join('\n'))!;
    expect(numbers?.samples).toHaveLength(SAMPLES_MAX);
    expect(numbers?.values).toEqual([]);
    expect(long?.values).toEqual([]);
    expect(long?.samples[0]).toHaveLength(60);
  });

  it.each([
    ['without rows', 'a,b,c\n'],
    ['with one named column', `${'x'.repeat(300)},b\n1,2\n`],
    ['of text', 'only text\nand more\n'],
    ['with binary content', 'a,b\n\0,1\n'],
    ['of 10,000 columns', `${'a,'.repeat(10_000)}\n${'1,'.repeat(10_000)}\n`],
    ['of more columns than are asked about', `${'a,'.repeat(FOUND_COLUMNS_MAX)}b\n1,2\n`],
    ['that ends inside a row', 'a,b\n"1,2'],
  ])('do not exist in a file %s', (_, text) => {
    expect(found(text)).toBeNull();
  });
});
