/** Bitstamp: fees without anything else, changes of one asset into another, values, older exports. */
import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const HEADER =
  'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID';
const converted = (...lines: readonly string[]): Conversion =>
  convert(Buffer.from(`${[HEADER, ...lines].join('\n')}\n`));

function factsOf({ events }: Conversion): string[] {
  return events.map(
    ({ record: { type, amount, asset, euroValue } }) =>
      `${type} ${amount} ${asset.symbol}${euroValue === undefined ? '' : ` = ${euroValue}`}`,
  );
}
const omitted = ({ leftOut }: Conversion): string[] =>
  leftOut.map(({ line, reason }) => `${String(line - 2)} ${reason}`);

describe('Bitstamp', () => {
  test('books a fee without an amount as a cost', () => {
    expect(factsOf(converted('1,Main,Withdrawal,,2026-01-05T10:00:00Z,0,BTC,,,,,0.001,BTC,'))).toEqual([
      'EXPENSE 0.001 BTC',
    ]);
  });

  test('leaves out a transfer between own accounts, and names one of different assets', () => {
    const conversion = converted(
      '1,Main,Inter Account Transfer,,2026-01-05T10:00:00Z,1,XRP,,,,,,,',
      '2,Main,Inter Account Transfer,,2026-01-06T10:00:00Z,1,LUNA,,,,,,,',
      '3,Main,Inter Account Transfer,,2026-01-06T10:00:00Z,1,LUNC,,,,,,,',
    );
    expect(omitted(conversion)).toEqual(['0 INTERNAL', '1 UNKNOWN_TYPE', '2 UNKNOWN_TYPE']);
  });

  test('keeps the value of a deposit', () => {
    expect(factsOf(converted('1,Main,Deposit,,2026-01-05T10:00:00Z,1,ETH,2500,EUR,,,,,'))).toEqual([
      'ACQUISITION 1 ETH = 2500',
    ]);
  });

  test('reads a repeated row once', () => {
    const line = '1,Main,Market,Buy,2026-01-05T10:00:00Z,1,ETH,2500,EUR,2500,EUR,5,EUR,77';
    const conversion = converted(line, line);
    expect(factsOf(conversion)).toEqual(['ACQUISITION 1 ETH = 2500', 'FEE 5 EUR']);
    expect(omitted(conversion)).toEqual(['1 TWIN']);
  });

  test('says what to export instead of an export of before December 2023', () => {
    const old = 'Type,Datetime,Account,Amount,Value,Rate,Fee,Sub Type\n';
    expect(convert(Buffer.from(old)).faults[0]?.reason).toContain(
      'export the same period again as CSV (RFC 4180)',
    );
  });
});
