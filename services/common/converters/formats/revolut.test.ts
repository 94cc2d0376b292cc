/** Revolut: times as the app writes them, values, words that are not known, other statements. The doubled hour is in `local-times.test.ts`. */
import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const HEADER = 'Symbol,Type,Quantity,Price,Value,Fees,Date';
const TIME = '"Mar 8, 2026, 2:08:54 PM"';
const converted = (...lines: readonly string[]): Conversion =>
  convert(Buffer.from(`${[HEADER, ...lines].join('\n')}\n`), { timeZone: 'Europe/Brussels' });

function factsOf({ events }: Conversion): string[] {
  return events.map(
    ({ record: { type, amount, asset, euroValue } }) =>
      `${type} ${amount} ${asset.symbol}${euroValue === undefined ? '' : ` = ${euroValue}`}`,
  );
}
const omitted = ({ leftOut }: Conversion): string[] =>
  leftOut.map(({ line, reason }) => `${String(line - 2)} ${reason}`);

describe('Revolut: a time', () => {
  test.each([
    '"Mar 8, 2026, 2:08:54 PM"',
    '"Mar 8, 2026, 2:08:54\u202FPM"',
    '"Mar 8, 2026, 2:08:54\u00A0PM"',
    'Mar 8 2026 2:08:54 PM',
    '"8 Mar 2026, 14:08:54"',
    '2026-03-08T13:08:54.000Z',
  ])('is read as the app writes it: %s', (time) => {
    const { events } = converted(`BTC,Buy,0.01,,€600.00,€0.00,${time}`);
    expect(events.map(({ record }) => record.timestamp)).toEqual(['2026-03-08T13:08:54Z']);
  });
});

describe('Revolut: a value', () => {
  test.each([
    ['Receive', 'ACQUISITION 1 ETH = 2500'],
    ['Staking reward', 'INCOME 1 ETH = 2500'],
    // What leaves for an account elsewhere is no sale.
    ['Send', 'DISPOSITION 1 ETH'],
  ])('of the type %s gives %s', (type, fact) => {
    expect(factsOf(converted(`ETH,${type},1,,"€2,500.00",€0.00,${TIME}`))).toEqual([fact]);
  });

  test.each(['€0.00', '', '$2500.00'])('"%s" is no value in EUR', (value) => {
    expect(factsOf(converted(`ETH,Staking reward,1,,${value},,${TIME}`))).toEqual(['INCOME 1 ETH']);
  });
});

describe('Revolut: a negative fee', () => {
  test('is a rebate, which makes what was paid less', () => {
    expect(factsOf(converted(`ETH,Buy,1,,"€2,500.00",-€5.00,${TIME}`))).toEqual(['ACQUISITION 1 ETH = 2495']);
    expect(factsOf(converted(`ETH,Sell,1,,"€2,500.00",-€5.00,${TIME}`))).toEqual([
      'DISPOSITION 1 ETH = 2505',
    ]);
  });
});

describe('Revolut: what is staked and comes back', () => {
  test('is no sale and no income', () => {
    const conversion = converted(`ETH,Stake,1,,,,${TIME}`, `ETH,Unstake,1,,,,${TIME}`);
    expect(factsOf(conversion)).toEqual([]);
    expect(omitted(conversion)).toEqual(['0 INTERNAL', '1 INTERNAL']);
  });
});

describe('Revolut: a row that cannot be taken as it is', () => {
  test.each([
    ['of a type that is not known', `BTC,Other,0.01,,€6.00,€0.00,${TIME}`, 'UNKNOWN_TYPE'],
    ['of money, of a type that is not known', `EUR,Other,,,€6.00,€0.00,${TIME}`, 'UNKNOWN_TYPE'],
    ['of an asset without a quantity', `BTC,Buy,,,€6.00,€0.00,${TIME}`, 'UNREADABLE'],
  ])('%s is to be checked', (_name, line, reason) => {
    expect(omitted(converted(`ETH,Receive,1,,,,${TIME}`, line))).toEqual([`1 ${reason}`]);
  });

  test('of money is left out without a check', () => {
    expect(omitted(converted(`EUR,Buy,,,€50.00,€0.00,${TIME}`))).toEqual(['0 MONEY']);
  });
});

describe('Revolut: an account statement', () => {
  test('is rejected with what to export instead', () => {
    const header = 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance';
    expect(convert(Buffer.from(`${header}\n`)).faults[0]?.reason).toContain(
      'take the statement under Crypto',
    );
  });
});
