/** Ledger Live: values of arrivals, names of accounts, staking, words of the status, repeated rows. */
import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const HEADER =
  'Operation Date,Status,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash,Account Name,Account xpub,Countervalue Ticker,Countervalue at Operation Date,Countervalue at CSV Export';

interface RowOf {
  readonly type: string;
  readonly amount: string;
  readonly fee?: string;
  readonly status?: string;
  readonly hash?: string;
  readonly name?: string;
  readonly value?: string;
  readonly ticker?: string;
}

function lineOf({ type, amount, fee = '0', ...row }: RowOf): string {
  const { status = 'Confirmed', hash = '', name = 'Cosmos 1', value = '', ticker = 'EUR' } = row;
  return `2026-01-05T10:00:00.000Z,${status},ATOM,${type},${amount},${fee},${hash},${name},xpub1,${ticker},${value},9`;
}

const converted = (...rows: readonly RowOf[]): Conversion =>
  convert(Buffer.from(`${[HEADER, ...rows.map(lineOf)].join('\n')}\n`));

function factsOf({ events }: Conversion): string[] {
  return events.map(
    ({ record: { type, amount, asset, euroValue } }) =>
      `${type} ${amount} ${asset.symbol}${euroValue === undefined ? '' : ` = ${euroValue}`}`,
  );
}
const omitted = ({ leftOut }: Conversion): string[] =>
  leftOut.map(({ line, reason }) => `${String(line - 2)} ${reason}`);

describe('Ledger Live: the value that the file states', () => {
  test.each([
    ['IN', 'ACQUISITION 2 ATOM = 10'],
    ['REWARD', 'INCOME 2 ATOM = 10'],
    // What leaves for an account elsewhere is no sale.
    ['OUT', 'DISPOSITION 2 ATOM'],
  ])('of an operation %s gives %s', (type, fact) => {
    expect(factsOf(converted({ type, amount: '2', value: '10.00' }))).toEqual([fact]);
  });

  test.each([
    ['0', 'EUR'],
    ['0.00', 'EUR'],
    ['', 'EUR'],
    ['10', 'USD'],
  ])('of %s %s is no value in EUR', (value, ticker) => {
    expect(factsOf(converted({ type: 'IN', amount: '2', value, ticker }))).toEqual(['ACQUISITION 2 ATOM']);
  });
});

describe('Ledger Live: the name of an account', () => {
  test('does not change by what an operation is known', () => {
    const referencesOf = (name: string): string[] =>
      converted({ type: 'IN', amount: '2', name }, { type: 'OUT', amount: '1', name }).events.map(
        ({ record }) => record.referenceId,
      );
    expect(referencesOf('My savings')).toEqual(referencesOf('Cosmos 1'));
  });

  test('is not required', () => {
    const header =
      'Operation Date,Currency Ticker,Operation Type,Operation Amount,Operation Fees,Operation Hash';
    const conversion = convert(Buffer.from(`${header}\n2026-01-05T10:00:00.000Z,ATOM,IN,2,0,aa\n`));
    expect(factsOf(conversion)).toEqual(['ACQUISITION 2 ATOM']);
  });
});

describe('Ledger Live: an operation of staking', () => {
  test.each(['DELEGATE', 'UNDELEGATE', 'BOND', 'WITHDRAW_UNBONDED', 'STAKE', 'UNSTAKE', 'FREEZE', 'LOCK'])(
    '%s is no sale and no income: only its fee counts',
    (type) => {
      expect(factsOf(converted({ type, amount: '10', fee: '0.01' }))).toEqual(['EXPENSE 0.01 ATOM']);
      expect(omitted(converted({ type, amount: '10' }))).toEqual(['0 INTERNAL']);
    },
  );
});

describe('Ledger Live: a fee', () => {
  test.each([
    [{ type: 'FEES', amount: '0.01', fee: '0.01' }, 'EXPENSE 0.01 ATOM'],
    [{ type: 'FEES', amount: '0.01', fee: '' }, 'EXPENSE 0.01 ATOM'],
    [{ type: 'OUT', amount: '0.01', fee: '0.01' }, 'EXPENSE 0.01 ATOM'],
    [{ type: 'OUT', amount: '1', fee: '0.01', status: 'Failed' }, 'EXPENSE 0.01 ATOM'],
  ])('alone, as in %j, is a cost', (row, fact) => {
    expect(factsOf(converted(row))).toEqual([fact]);
  });

  test('of a failed operation that would have come in was paid by its sender', () => {
    expect(omitted(converted({ type: 'IN', amount: '1', fee: '0.01', status: 'Failed' }))).toEqual([
      '0 NOT_DONE',
    ]);
  });

  test('that is larger than the amount leaves its row out, to be checked', () => {
    expect(
      omitted(converted({ type: 'OUT', amount: '0.01', fee: '1' }, { type: 'IN', amount: '1' })),
    ).toEqual(['0 UNREADABLE']);
  });
});

describe('Ledger Live: a word that is not known', () => {
  test('as a status is to be checked, and a pending one is not', () => {
    const conversion = converted(
      { type: 'IN', amount: '1', status: 'Novelty' },
      { type: 'IN', amount: '1', status: '' },
      { type: 'IN', amount: '1', status: 'Pending' },
    );
    expect(omitted(conversion)).toEqual(['0 UNKNOWN_STATUS', '1 UNKNOWN_STATUS', '2 NOT_DONE']);
  });

  test.each(['Confirmed', 'Failed', 'Pending'])(
    'as a type is to be checked where the status is %s',
    (status) => {
      expect(omitted(converted({ type: 'NOVELTY', amount: '1', fee: '0.1', status }))).toEqual([
        '0 UNKNOWN_TYPE',
      ]);
    },
  );
});

describe('Ledger Live: a repeated row', () => {
  test('is read once where its hash says so, also under another name of its account', () => {
    const row = { type: 'IN', amount: '1', hash: 'aa' };
    const conversion = converted(row, { ...row, name: 'My savings' }, { ...row, type: 'OUT' });
    expect(factsOf(conversion)).toEqual(['ACQUISITION 1 ATOM', 'DISPOSITION 1 ATOM']);
    expect(omitted(conversion)).toEqual(['1 TWIN']);
  });

  test('without a hash is another operation', () => {
    const row = { type: 'REWARD', amount: '1' };
    expect(factsOf(converted(row, row))).toEqual(['INCOME 1 ATOM', 'INCOME 1 ATOM']);
  });
});
