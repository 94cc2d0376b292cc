/** The money of files, with rows of their own. The samples of each format say what becomes of its money. */
import { describe, expect, it } from '@jest/globals';
import { recordsOfEntered } from './entered.ts';
import { assetOf } from './assets.ts';
import { conversionOf, factsIn, leftOutIn, moneyIn, moneyTextsIn } from './test/summary.ts';

const MAPPING = JSON.stringify({
  platform: 'X',
  columns: {
    time: 'at',
    id: 'id',
    type: 'type',
    sentAmount: 'out',
    sentAsset: 'of',
    receivedAmount: 'in',
    receivedAsset: 'to',
    feeAmount: 'fee',
    feeAsset: 'fee in',
  },
  types: { t: 'TRADE', in: 'DEPOSIT', out: 'WITHDRAWAL', interest: 'INCOME', cost: 'COST', money: 'MONEY' },
});
const HEADER = 'at,id,type,out,of,in,to,fee,fee in';
const AT = '2025-03-01 10:00:00';

const converted = (...rows: readonly string[]) => conversionOf([HEADER, ...rows], { mapping: MAPPING });

describe('The money of a file', () => {
  it('has the reference of its transaction where it is the leg or the fee of one', () => {
    const conversion = converted(`${AT},T1,t,100,EUR,1,BTC,2,EUR`, `${AT},T2,t,1,BTC,90,USD,0.1,BNB`);
    expect(moneyTextsIn(conversion)).toEqual([
      'CASH_OUT 100 EUR TRADE',
      'CASH_OUT 2 EUR FEE',
      'CASH_IN 90 USD TRADE',
    ]);
    const references = moneyIn(conversion).map(({ record }) => record.referenceId);
    expect(references).toEqual(['T1', 'T1', 'T2']);
    expect(conversion.leftOut).toEqual([]);
  });

  it('is kept of rows that are left out: transfers, exchanges, interest, costs, and what a mapping calls money', () => {
    const conversion = converted(
      `${AT},1,in,,,500,EUR,1,EUR`,
      `${AT},2,out,20,USD,,,,`,
      `${AT},3,t,100,EUR,110,USD,,`,
      `${AT},4,interest,,,0.5,EUR,,`,
      `${AT},5,cost,3,GBP,,,,`,
      `${AT},6,money,7,EUR,,,,`,
    );
    expect(moneyTextsIn(conversion)).toEqual([
      'CASH_IN 500 EUR TRANSFER',
      'CASH_OUT 1 EUR FEE',
      'CASH_OUT 20 USD TRANSFER',
      'CASH_OUT 100 EUR EXCHANGE',
      'CASH_IN 110 USD EXCHANGE',
      'CASH_IN 0.5 EUR INTEREST',
      'CASH_OUT 3 GBP FEE',
      'CASH_OUT 7 EUR OTHER',
    ]);
    expect(factsIn(conversion)).toEqual([]);
    expect(leftOutIn(conversion)).toEqual([2, 3, 4, 5, 6, 7].map((line) => `${String(line)} MONEY`));
  });

  it('is kept beside the cost, whose fee is in an asset', () => {
    const conversion = converted(`${AT},1,in,,,500,EUR,0.1,BNB`);
    expect([factsIn(conversion), moneyTextsIn(conversion)]).toEqual([
      ['EXPENSE 0.1 BNB'],
      ['CASH_IN 500 EUR TRANSFER'],
    ]);
  });

  it('of two rows with one id counts once if they are equal, and twice if they are not', () => {
    const row = (amount: string): string => `${AT},1,in,,,${amount},EUR,,`;
    const conversion = converted(row('500'), row('500'), row('700'));
    expect(moneyTextsIn(conversion)).toEqual(['CASH_IN 500 EUR TRANSFER', 'CASH_IN 700 EUR TRANSFER']);
    const [first, second] = moneyIn(conversion).map(({ record }) => record.referenceId);
    expect([first, second === first]).toEqual(['1', false]);
  });

  it('of equal rows without ids counts each time, by references that do not depend on other rows', () => {
    const rows = [`${AT},,in,,,500,EUR,,`, `${AT},,in,,,500,EUR,,`];
    const before = moneyIn(converted(...rows)).map(({ record }) => record.referenceId);
    const after = moneyIn(converted(`${AT},,out,3,EUR,,,,`, ...rows)).map(({ record }) => record.referenceId);
    expect(new Set(before).size).toBe(2);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('that cannot be read or stored keeps no transaction out', () => {
    const bitvavo =
      'Timezone,Date,Time,Type,Currency,Amount,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID';
    const conversion = conversionOf([
      bitvavo,
      'UTC,2025-03-01,10:00:00,deposit,EUR,much,,,,,Completed,b-1',
      'UTC,2025-03-01,10:00:00,deposit,EUR,5000000000000000000,,,,,Completed,b-2',
      'UTC,2025-03-01,10:00:00,staking,ETH,1,,,,,Completed,b-3',
    ]);
    expect(leftOutIn(conversion)).toEqual(['2 MONEY', '3 MONEY']);
    expect([factsIn(conversion), moneyTextsIn(conversion)]).toEqual([['INCOME 1 ETH'], []]);
  });
});

describe('Money that did not take place in the end', () => {
  const bitvavo =
    'Timezone,Date,Time,Type,Currency,Amount,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID';
  const deposit = (status: string): string => `UTC,2025-03-01,10:00:00,deposit,EUR,5,,,,,${status},b-1`;

  it('is named as undone, so that what an earlier file stored of it is found; the file’s own rows win', () => {
    const undone = moneyIn(conversionOf([bitvavo, deposit('Cancelled')]));
    expect(undone).toMatchObject([{ record: { referenceId: 'b-1', undone: true } }]);
    const both = moneyIn(conversionOf([bitvavo, deposit('Cancelled'), deposit('Completed')]));
    expect(both.map(({ record }) => record.undone)).toEqual([undefined]);
    expect(moneyIn(conversionOf([bitvavo, deposit('Pending')]))).toEqual([]);
  });
});

describe('A transaction that a person enters', () => {
  it('has its money beside it, with its reference', () => {
    const entered = recordsOfEntered(
      {
        kind: 'TRADE',
        at: '2026-02-15T13:30:00Z',
        given: { asset: assetOf('EUR'), amount: '20000' },
        received: { asset: assetOf('BTC'), amount: '0.5' },
        fee: { asset: assetOf('EUR'), amount: '3' },
        value: null,
        note: '',
      },
      'kraken',
    );
    const { records, money } = 'faults' in entered ? { records: [], money: [] } : entered;
    expect(money.map(({ type, amount, purpose }) => [type, amount, purpose])).toEqual([
      ['CASH_OUT', '20000', 'TRADE'],
      ['CASH_OUT', '3', 'FEE'],
    ]);
    expect(new Set([...records, ...money].map(({ referenceId }) => referenceId)).size).toBe(1);
  });
});
