/** Bitvavo: words for the status, repeated rows, loans with the trades of borrowed coins, rows that undo each other. */
import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const HEADER =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
const OLD_HEADER =
  'Timezone,Date,Time,Type,Currency,Amount,Price (EUR),EUR received / paid,Fee currency,Fee amount,Status,Transaction ID,Address';

/** A row: id, hour of 5 January 2026, type, asset and amount; what was paid or received, and the status. */
type RowOf = readonly [string, number, string, string, string?, string?];

function lineOf([id, hour, type, part, paid = ',', status = 'Completed']: RowOf): string {
  const [amount, currency] = part.split(' ');
  const [paidAmount = '', paidCurrency = ''] = paid.split(' ');
  const moved = paid === ',' ? ',' : `${paidCurrency},${paidAmount}`;
  return `Europe/Brussels,2026-01-05,${String(hour).padStart(2, '0')}:00:00.000,${type},${currency ?? ''},${amount ?? ''},,,${moved},EUR,0,${status},${id},`;
}

const fileOf = (header: string, lines: readonly string[]): Buffer =>
  Buffer.from(`${[header, ...lines].join('\n')}\n`);
const converted = (...rows: readonly RowOf[]): Conversion => convert(fileOf(HEADER, rows.map(lineOf)));

function factsOf({ events }: Conversion): string[] {
  return events.map(({ record: { type, amount, asset, euroValue, treatment } }) =>
    [
      `${type} ${amount} ${asset.symbol}${euroValue === undefined ? '' : ` = ${euroValue}`}`,
      ...(treatment === undefined ? [] : [treatment]),
    ].join(', '),
  );
}

/** The rows that are left out, by their place below the header. */
const omitted = ({ leftOut }: Conversion): string[] =>
  leftOut.map(({ line, reason }) => `${String(line - 2)} ${reason}`);

describe('Bitvavo: the status of a row', () => {
  test.each(['Completed', 'completed', 'Distributed'])('%s lets it in', (status) => {
    const conversion = converted(['a', 10, 'buy', '0.01 BTC', '-600 EUR', status]);
    expect(factsOf(conversion)).toEqual(['ACQUISITION 0.01 BTC = 600']);
  });

  test.each(['Pending', 'Cancelled', 'Canceled', 'Failed', 'Rejected', 'Expired', 'awaiting_processing'])(
    '%s leaves it out without a check',
    (status) => {
      expect(omitted(converted(['a', 10, 'buy', '0.01 BTC', '-600 EUR', status]))).toEqual(['0 NOT_DONE']);
    },
  );

  test.each(['Voltooid', 'Terminé', 'Settled', ''])('"%s" leaves it out, to be checked', (status) => {
    const conversion = converted(
      ['a', 10, 'buy', '0.01 BTC', '-600 EUR', status],
      ['b', 11, 'deposit', '5 EUR', ',', status],
    );
    expect(omitted(conversion)).toEqual(['0 UNKNOWN_STATUS', '1 UNKNOWN_STATUS']);
  });
});

describe('Bitvavo: a type that is not known', () => {
  test.each([
    ['5 EUR', 'Completed'],
    ['5 SOL', 'Completed'],
    ['5 SOL', 'Pending'],
  ])('is to be checked for %s, %s', (part, status) => {
    expect(omitted(converted(['a', 10, 'surprise', part, ',', status]))).toEqual(['0 UNKNOWN_TYPE']);
  });
});

describe('Bitvavo: a repeated row', () => {
  const bought: RowOf = ['a', 10, 'buy', '0.01 BTC', '-600 EUR'];
  const sold: RowOf = ['b', 11, 'sell', '-0.01 BTC', '610 EUR'];

  test('is read once and named', () => {
    const conversion = converted(bought, sold, sold);
    expect(factsOf(conversion)).toEqual(['ACQUISITION 0.01 BTC = 600', 'DISPOSITION 0.01 BTC = 610']);
    expect(omitted(conversion)).toEqual(['2 TWIN']);
  });

  test('with other content is to be checked', () => {
    const conversion = converted(bought, ['a', 10, 'buy', '0.02 BTC', '-600 EUR']);
    expect(factsOf(conversion)).toEqual(['ACQUISITION 0.01 BTC = 600']);
    expect(omitted(conversion)).toEqual(['1 OTHER_TWIN']);
  });
});

describe('Bitvavo: borrowed coins', () => {
  test('are named with their trades until they are paid back', () => {
    const conversion = converted(
      ['a', 8, 'buy', '1 SOL', '-100 EUR'],
      ['b', 9, 'margin_loan_opened', '10 SOL'],
      ['c', 10, 'sell', '-10 SOL', '1000 EUR'],
      ['d', 11, 'buy', '2 ETH', '-500 EUR'],
      ['e', 12, 'buy', '10.1 SOL', '-900 EUR'],
      ['f', 13, 'margin_loan_closed', '-10.1 SOL'],
      ['g', 14, 'sell', '-1 SOL', '110 EUR'],
    );
    expect(factsOf(conversion)).toEqual([
      'ACQUISITION 1 SOL = 100',
      'ACQUISITION 2 ETH = 500',
      'DISPOSITION 1 SOL = 110',
    ]);
    expect(omitted(conversion)).toEqual(['1 DERIVATIVES', '2 DERIVATIVES', '4 DERIVATIVES', '5 DERIVATIVES']);
  });

  test('are named whatever the order of the rows', () => {
    const conversion = converted(
      ['g', 14, 'sell', '-1 SOL', '110 EUR'],
      ['f', 13, 'loan_repayment', '10 SOL'],
      ['c', 10, 'sell', '-10 SOL', '1000 EUR'],
      ['b', 9, 'loan', '10 SOL'],
    );
    expect(omitted(conversion)).toEqual(['1 DERIVATIVES', '2 DERIVATIVES', '3 DERIVATIVES']);
  });

  test('are paid back by a row with a minus', () => {
    const conversion = converted(
      ['b', 9, 'loan', '10 SOL'],
      ['f', 13, 'loan', '-10 SOL'],
      ['g', 14, 'sell', '-1 SOL', '110 EUR'],
    );
    expect(factsOf(conversion)).toEqual(['DISPOSITION 1 SOL = 110']);
  });

  test('that pay for another coin are named with that trade', () => {
    const conversion = converted(['b', 9, 'loan', '100 USDC'], ['c', 10, 'buy', '1 SOL', '-100 USDC']);
    expect(omitted(conversion)).toEqual(['0 DERIVATIVES', '1 DERIVATIVES']);
  });

  test('of money are named, and what they bought is a purchase', () => {
    const conversion = converted(
      ['b', 9, 'margin_loan_opened', '100 EUR'],
      ['c', 10, 'buy', '1 SOL', '-100 EUR'],
    );
    expect(factsOf(conversion)).toEqual(['ACQUISITION 1 SOL = 100']);
    expect(omitted(conversion)).toEqual(['0 DERIVATIVES']);
  });
});

describe('Bitvavo: a row that undoes another one', () => {
  test('takes a withdrawal back', () => {
    const conversion = converted(
      ['a', 9, 'withdrawal', '-0.5 ETH'],
      ['b', 10, 'withdrawal', '-0.5 ETH'],
      ['c', 11, 'withdrawal_cancelled', '0.5 ETH'],
    );
    expect(factsOf(conversion)).toEqual(['DISPOSITION 0.5 ETH, TRANSFER_OUT_UNRESOLVED']);
    expect(omitted(conversion)).toEqual(['1 UNDONE', '2 UNDONE']);
  });

  test('takes a withdrawal back once, though both rows are repeated', () => {
    const rows: RowOf[] = [
      ['a', 9, 'withdrawal', '-0.5 ETH'],
      ['b', 10, 'withdrawal', '-0.5 ETH'],
      ['c', 11, 'withdrawal_cancelled', '0.5 ETH'],
    ];
    const conversion = converted(...rows, ...rows);
    expect(factsOf(conversion)).toEqual(['DISPOSITION 0.5 ETH, TRANSFER_OUT_UNRESOLVED']);
    expect(omitted(conversion)).toEqual(['1 UNDONE', '2 UNDONE', '3 TWIN', '4 UNDONE', '5 UNDONE']);
  });

  test('takes the income of a reward back', () => {
    const conversion = converted(['a', 9, 'staking', '0.5 ETH'], ['b', 10, 'staking', '-0.5 ETH']);
    expect(factsOf(conversion)).toEqual([]);
    expect(omitted(conversion)).toEqual(['0 UNDONE', '1 UNDONE']);
  });

  test('asks where no reward of that amount came before', () => {
    const conversion = converted(['b', 8, 'staking', '-0.5 ETH'], ['a', 9, 'staking', '0.5 ETH']);
    expect(factsOf(conversion)).toEqual(['DISPOSITION 0.5 ETH, UNCLASSIFIED', 'INCOME 0.5 ETH']);
  });
});

describe('Bitvavo: a value that the file states', () => {
  test.each([
    ['of a deposit', 'deposit', 'ACQUISITION 2 ETH = 5000, CONTINUITY_WITHDRAW'],
    ['of a reward', 'staking', 'INCOME 2 ETH = 5000'],
  ])('%s is kept', (_name, type, fact) => {
    const line = `Europe/Brussels,2026-01-05,10:00:00,${type},ETH,2,EUR,2500,,,,,Completed,a,`;
    const old = `Europe/Brussels,2026-01-05,10:00:00,${type},ETH,2,2500,,,,Completed,a,`;
    expect(factsOf(convert(fileOf(HEADER, [line])))).toEqual([fact]);
    expect(factsOf(convert(fileOf(OLD_HEADER, [old])))).toEqual([fact]);
  });

  test('in another currency is no value in EUR', () => {
    const line = 'Europe/Brussels,2026-01-05,10:00:00,staking,ETH,2,USDC,2500,,,,,Completed,a,';
    expect(factsOf(convert(fileOf(HEADER, [line])))).toEqual(['INCOME 2 ETH']);
  });
});

describe('Bitvavo: a fee', () => {
  test.each([
    ['1.5', '-601.5', ['ACQUISITION 0.01 BTC = 600', 'FEE 1.5 EUR']],
    // A rebate has made what was paid less.
    ['-1.5', '-598.5', ['ACQUISITION 0.01 BTC = 598.5']],
  ])('of %s EUR is in what was paid, %s EUR', (fee, paid, facts) => {
    const line = `Europe/Brussels,2026-01-05,10:00:00,buy,BTC,0.01,EUR,60000,EUR,${paid},EUR,${fee},Completed,a,`;
    expect(factsOf(convert(fileOf(HEADER, [line])))).toEqual(facts);
  });
});

describe('Bitvavo: the old header', () => {
  test('gives the same facts as the new one', () => {
    const line = 'Europe/Brussels,2026-01-05,10:00:00,buy,BTC,0.01,EUR,60000,EUR,-601.5,EUR,1.5,Completed,a,';
    const old = 'Europe/Brussels,2026-01-05,10:00:00,buy,BTC,0.01,60000,-601.5,EUR,1.5,Completed,a,';
    expect(convert(fileOf(OLD_HEADER, [old])).events).toEqual(convert(fileOf(HEADER, [line])).events);
  });
});
