/** A trade of which one side is worth less than its smallest unit: the file has both halves, one of them as 0. */
import { describe, expect, test } from '@jest/globals';
import { conversionOf, factsIn, leftOutIn } from '../test/summary.ts';

const BITVAVO =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
const BITSTAMP =
  'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID';
const KRAKEN = 'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance';
const COINTRACKING = '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"';
const STATEMENT = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
const FILLS = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee';
const SALE = ['DISPOSITION 0.00001 ADA'];

describe('A trade with a side of 0', () => {
  test.each<[what: string, file: string[], facts: string[]]>([
    [
      'Bitvavo: a sale for 0 EUR',
      [BITVAVO, 'Europe/Brussels,2026-01-05,10:00:00,sell,ADA,-0.00001,EUR,0.3,EUR,0,,,Completed,a,'],
      SALE,
    ],
    ['Binance: a fill for 0 EUR', [FILLS, '2026-01-05 10:00:00,ADAEUR,SELL,0.3,0.00001ADA,0EUR,0BNB'], SALE],
    [
      'Binance: a statement whose other row is 0, with a fee between',
      [
        STATEMENT,
        '1,2026-01-05 10:00:00,Spot,Transaction Sold,ADA,-0.00001,',
        '1,2026-01-05 10:00:00,Spot,Transaction Fee,BNB,-0.0001,',
        '1,2026-01-05 10:00:00,Spot,Transaction Revenue,EUR,0,',
      ],
      [...SALE, 'FEE 0.0001 BNB'],
    ],
    [
      'Kraken: ledgers whose first row is 0',
      [
        KRAKEN,
        'L1,T1,2026-01-05 10:00:00,trade,,currency,ZEUR,0.0000,0,0',
        'L2,T1,2026-01-05 10:00:00,trade,,currency,ADA,-0.00001,0,0',
      ],
      SALE,
    ],
    [
      'Bitstamp: a sale for 0 EUR',
      [BITSTAMP, '1,Main Account,Market,Sell,2026-01-05T10:00:00Z,0.00001,ADA,0,EUR,0.3,EUR,0,EUR,o'],
      SALE,
    ],
    [
      'CoinTracking: a sale for 0 EUR',
      [COINTRACKING, '"Trade","0","EUR","0.00001","ADA","","","Kraken","","","05.01.2026 10:00:00"'],
      SALE,
    ],
    [
      'CoinTracking: a purchase for 0 EUR',
      [COINTRACKING, '"Trade","0.00001","ADA","0","EUR","","","Kraken","","","05.01.2026 10:00:00"'],
      ['ACQUISITION 0.00001 ADA'],
    ],
  ])('is a sale or purchase without a value: %s', (_what, file, facts) => {
    const conversion = conversionOf(file, { timeZone: 'Europe/Brussels' });
    expect(factsIn(conversion)).toEqual(facts);
    expect(leftOutIn(conversion)).toEqual([]);
  });

  test('is to be checked where money was paid for nothing', () => {
    const row = 'Europe/Brussels,2026-01-05,10:00:00,buy,ADA,0,EUR,0.3,EUR,-30,,,Completed,a,';
    const other = 'Europe/Brussels,2026-01-06,10:00:00,staking,ADA,1,,,,,,,Distributed,b,';
    const conversion = conversionOf([BITVAVO, row, other]);
    expect(factsIn(conversion)).toEqual(['INCOME 1 ADA']);
    expect(conversion.leftOut).toMatchObject([
      { line: 2, reason: 'UNREADABLE', detail: 'has an amount of 0 on one side of the trade' },
    ]);
  });

  test('is half of a trade where the file does not have the other side', () => {
    const sold = 'L2,T1,2026-01-05 10:00:00,trade,,currency,ADA,-0.00001,0,0';
    expect(leftOutIn(conversionOf([KRAKEN, sold]))).toEqual(['2 HALF_TRADE, to be checked']);
    const empty = '"Trade","","","0.00001","ADA","","","Kraken","","","05.01.2026 10:00:00"';
    expect(leftOutIn(conversionOf([COINTRACKING, empty], { timeZone: 'UTC' }))).toEqual([
      '2 HALF_TRADE, to be checked',
    ]);
  });
});
