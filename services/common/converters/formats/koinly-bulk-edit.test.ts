import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';
import { nameByFirstId, withoutKnownId } from './koinly-symbols.ts';

const HEADER =
  'ID (read-only),Date (UTC),Type,Tag,From Amount,From Currency,To Amount,To Currency,Fee Amount,Fee Currency,' +
  'Net Worth Amount,Net Worth Currency,Net Value (read-only),Value Currency (read-only),Deleted,Description';
/** A deposit of 2 of an asset, with what a test changes. */
const row = (changed: Readonly<Record<string, string>> = {}): string => {
  const cells: Readonly<Record<string, string>> = {
    'ID (read-only)': 'A1',
    'Date (UTC)': '2026-01-10 14:25:36',
    Type: 'deposit',
    'To Amount': '2.0',
    'To Currency': 'ETH;902',
    'From Amount': '0.0',
    Deleted: 'false',
    ...changed,
  };
  return HEADER.split(',')
    .map((column) => cells[column] ?? '')
    .join(',');
};
const OTHER = row({ 'ID (read-only)': 'B1', 'To Currency': 'ADA;1865' });

const converted = (...rows: readonly string[]): Conversion =>
  convert(Buffer.from(`${[HEADER, ...rows].join('\n')}\n`));
const reasonsOf = ({ leftOut }: Conversion): string[] => leftOut.map(({ reason }) => reason);
const recordsOf = ({ events }: Conversion): Record<string, unknown>[] =>
  events.map(({ record }) => record as unknown as Record<string, unknown>);

describe('An asset of a Koinly file', () => {
  test.each([
    ['USDC;3054', 'USDC'],
    ['EUR;11', 'EUR'],
    ['USDC;7481', 'USDC;7481'],
    ['ETH', 'ETH'],
    ['ID:4321', 'ID:4321'],
  ])('%s is %s', (symbol, name) => {
    expect(withoutKnownId(symbol)).toBe(name);
  });

  test.each([
    [['FTM;2310', 'FTM;99', 'FTM;100'], 'FTM;99', 'FTM'],
    [['FTM;2310', 'FTM;99', 'FTM;100'], 'FTM;100', 'FTM;100'],
    [['WFLR;9546698'], 'WFLR;9546698', 'WFLR'],
    [['USDC;12'], 'USDC;12', 'USDC;12'],
    [['USDC;3054'], 'USDC;3054', 'USDC'],
    [['ETH;9912345'], 'ETH;9912345', 'ETH;9912345'],
    [['EUR;11'], 'EUR;11', 'EUR'],
    [['ETH', 'ETH;902'], 'ETH', 'ETH'],
    [['ETH', 'ETH;902'], 'ETH;902', 'ETH;902'],
  ])('among %j, %s is %s', (symbols, symbol, name) => {
    expect(nameByFirstId(symbols)(symbol)).toBe(name);
  });
});

describe('A file for the bulk edit of Koinly', () => {
  test('gives the assets their symbols, and flags a token that only calls itself so', () => {
    const spam = row({ 'ID (read-only)': 'A2', 'To Currency': 'ETH;9912345' });
    expect(recordsOf(converted(row(), spam, OTHER))).toMatchObject([
      { asset: { key: 'ETH' } },
      { asset: { key: 'ETH;9912345' }, spam: true, needsReview: true },
      { asset: { key: 'ADA' } },
    ]);
  });

  test.each([
    [{ 'Net Value (read-only)': '55', 'Value Currency (read-only)': 'EUR;11' }, '55'],
    [{ 'Net Value (read-only)': '55', 'Value Currency (read-only)': 'USD;10' }, undefined],
    [{ 'Net Worth Amount': '54', 'Net Worth Currency': 'EUR;11' }, '54'],
    [
      {
        'Net Value (read-only)': '0.0',
        'Value Currency (read-only)': 'EUR;11',
        'Net Worth Amount': '54',
        'Net Worth Currency': 'EUR;11',
      },
      '54',
    ],
    [{ 'Net Value (read-only)': '0.0', 'Value Currency (read-only)': 'EUR;11' }, undefined],
  ])('with the values %j gives the value %s', (values, euroValue) => {
    expect(recordsOf(converted(row({ Tag: 'reward', ...values })))[0]?.['euroValue']).toBe(euroValue);
  });

  test.each([
    ['a deleted transaction, without a check', { Deleted: 'true' }, 'NOT_DONE'],
    ['one whose status is not known', { Deleted: 'archived' }, 'UNKNOWN_STATUS'],
    ['one whose type is not known', { Type: 'novelty' }, 'UNKNOWN_TYPE'],
    [
      'a move of an asset between two wallets',
      { Type: 'transfer', 'From Amount': '2', 'From Currency': 'ETH;902' },
      'INTERNAL',
    ],
    [
      'a move with a tag',
      { Type: 'transfer', Tag: 'cost', 'From Amount': '2', 'From Currency': 'ETH;902' },
      'INTERNAL',
    ],
    ['money', { 'To Currency': 'EUR;11' }, 'MONEY'],
  ])('leaves out %s', (_what, changed, reason) => {
    const conversion = converted(row(changed), OTHER);
    expect(reasonsOf(conversion)).toEqual([reason]);
    expect(recordsOf(conversion)).toHaveLength(1);
  });

  test('reads a transaction once, whatever was edited since, and shows one whose amount is another', () => {
    const edited = row({ Description: 'edited' });
    expect(reasonsOf(converted(row(), edited, row({ 'To Amount': '3.0' }), OTHER))).toEqual([
      'TWIN',
      'OTHER_TWIN',
    ]);
  });

  test('knows the transactions of the universal template again', () => {
    const template = convert(
      Buffer.from(
        'Date,Sent Amount,Sent Currency,Received Amount,Received Currency\n2026-01-10 14:25:36 UTC,,,2,ETH\n',
      ),
    );
    const [one, other] = [converted(row()), template].map((file) => recordsOf(file)[0]?.['referenceId']);
    expect(one).toBe(other);
  });
});
