/** Nexo: names of coins, words of the details, moves between own wallets, rewards that are taken back, older files. */
import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const HEADER =
  'Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,USD Equivalent,Fee,Fee Currency,Details,Date / Time (UTC)';

/** A row: id, type, what goes in or out, what comes of it; the details. */
type RowOf = readonly [string, string, string, string, string?];

function lineOf([id, type, input, output, details = 'approved / done']: RowOf, index: number): string {
  const cells = [input, output].map((part) => part.split(' ').toReversed().join(','));
  return `${id},${type},${cells.join(',')},$1.00,-,-,${details},2026-01-05 ${String(index + 10)}:00:00`;
}

const converted = (...rows: readonly RowOf[]): Conversion =>
  convert(Buffer.from(`${[HEADER, ...rows.map(lineOf)].join('\n')}\n`));

function factsOf({ events }: Conversion): string[] {
  return events.map(({ record: { type, amount, asset, treatment } }) =>
    [`${type} ${amount} ${asset.symbol}`, ...(treatment === undefined ? [] : [treatment])].join(', '),
  );
}
const omitted = ({ leftOut }: Conversion): string[] =>
  leftOut.map(({ line, reason }) => `${String(line - 2)} ${reason}`);

describe('Nexo: the name of a coin', () => {
  test.each([
    ['USDTERC', 'USDT'],
    ['USDTTRC20', 'USDT'],
    ['USDCERC20', 'USDC'],
    ['ETHBEP20', 'ETH'],
    ['BTCBEP2', 'BTC'],
    ['NEXONEXO', 'NEXO'],
    ['NEXOBEP2', 'NEXO'],
    ['BNBN', 'BNB'],
    ['PAXG', 'PAXG'],
    ['ERC', 'ERC'],
  ])('%s is %s', (written, symbol) => {
    expect(factsOf(converted(['a', 'Interest', `1 ${written}`, `1 ${written}`]))).toEqual([
      `INCOME 1 ${symbol}`,
    ]);
  });

  test('is the same on both sides of an exchange and of its fee', () => {
    const line = 'a,Exchange,USDTERC,-101,NEXONEXO,200,$100,1,USDTERC,approved / x,2026-01-05 10:00:00';
    expect(factsOf(convert(Buffer.from(`${HEADER}\n${line}\n`)))).toEqual([
      'DISPOSITION 100 USDT',
      'ACQUISITION 200 NEXO',
      'FEE 1 USDT',
    ]);
  });
});

describe('Nexo: the details of a row', () => {
  test.each([
    ['approved / x', []],
    ['Processed', []],
    ['rejected / x', ['0 NOT_DONE']],
    ['pending / x', ['0 NOT_DONE']],
    ['novelty / x', ['0 UNKNOWN_STATUS']],
    ['', ['0 UNKNOWN_STATUS']],
  ])('"%s" leave out %j', (details, expected) => {
    expect(omitted(converted(['a', 'Interest', '1 BTC', '1 BTC', details]))).toEqual(expected);
  });
});

describe('Nexo: a type that is not known', () => {
  test.each(['approved / x', 'rejected / x'])('is to be checked where the details are "%s"', (details) => {
    expect(omitted(converted(['a', 'Novelty', '1 BTC', '1 BTC', details]))).toEqual(['0 UNKNOWN_TYPE']);
  });
});

describe('Nexo: a move between own wallets', () => {
  test.each([
    'Locking Term Deposit',
    'UnlockingTermDeposit',
    'Transfer In',
    'Transfer Out',
    'Transfer To Pro Wallet',
    'Transfer From Pro Wallet',
    'Dual Investment Lock',
    'Dual Investment Unlock',
  ])('of the type %s is no sale and no income', (type) => {
    const conversion = converted(['a', type, '-1 BTC', '1 BTC'], ['b', type, '1 BTC', '1 BTC']);
    expect(factsOf(conversion)).toEqual([]);
    expect(omitted(conversion)).toEqual(['0 INTERNAL', '1 INTERNAL']);
  });

  test('of one network to another is of one asset', () => {
    expect(omitted(converted(['a', 'Transfer Out', '-1 USDTERC', '1 USDT']))).toEqual(['0 INTERNAL']);
  });

  test('never turns one asset into another', () => {
    expect(omitted(converted(['a', 'Transfer Out', '-1 BTC', '20 ETH']))).toEqual(['0 UNKNOWN_TYPE']);
    expect(factsOf(converted(['a', 'Exchange Collateral', '-1 BTC', '20 ETH']))).toEqual([
      'DISPOSITION 1 BTC',
      'ACQUISITION 20 ETH',
    ]);
  });
});

describe('Nexo: a reward with a minus', () => {
  test('takes the earlier one back', () => {
    const conversion = converted(
      ['a', 'Cashback', '5 NEXO', '5 NEXO'],
      ['b', 'Cashback', '-5 NEXO', '5 NEXO'],
    );
    expect(factsOf(conversion)).toEqual([]);
    expect(omitted(conversion)).toEqual(['0 UNDONE', '1 UNDONE']);
  });

  test('takes one back, though it is repeated', () => {
    const back: RowOf = ['c', 'Cashback', '-5 NEXO', '5 NEXO'];
    const conversion = converted(
      ['a', 'Cashback', '5 NEXO', '5 NEXO'],
      ['b', 'Cashback', '5 NEXO', '5 NEXO'],
      back,
      back,
    );
    expect(factsOf(conversion)).toEqual(['INCOME 5 NEXO']);
    expect(omitted(conversion)).toEqual(['1 UNDONE', '2 UNDONE', '3 UNDONE']);
  });

  test('asks where there is no earlier one', () => {
    expect(factsOf(converted(['b', 'Bonus', '-5 NEXO', '5 NEXO']))).toEqual([
      'DISPOSITION 5 NEXO, UNCLASSIFIED',
    ]);
  });

  test('is a cost where it is the interest of a loan', () => {
    const conversion = converted(
      ['a', 'Interest', '5 USDC', '5 USDC'],
      ['b', 'Interest', '-5 USDC', '5 USDC'],
    );
    expect(factsOf(conversion)).toEqual(['INCOME 5 USDC', 'EXPENSE 5 USDC']);
  });
});

describe('Nexo: a file whose times have no zone', () => {
  test('is read in the time of Zurich, with the ids of a newer file', () => {
    const line = (time: string): string => `a,Interest,BTC,1,BTC,1,$1.00,-,-,approved / x,${time}`;
    const old = convert(Buffer.from(`${HEADER.replace(' (UTC)', '')}\n${line('2026-07-05 12:00:00')}\n`));
    const newer = convert(Buffer.from(`${HEADER}\n${line('2026-07-05 10:00:00')}\n`));
    expect(old.events).toEqual(newer.events);
    expect(old.events).toHaveLength(1);
  });

  test('and whose exchanges share a cell is rejected with what to export', () => {
    const header = 'Transaction,Type,Currency,Amount,USD Equivalent,Details,Outstanding Loan,Date / Time';
    expect(convert(Buffer.from(`${header}\n`)).faults[0]?.reason).toContain('export all time again');
  });
});

describe('Nexo: a repeated row', () => {
  test('is read once and named', () => {
    const conversion = convert(
      Buffer.from(
        `${[HEADER, ...[0, 0].map((index) => lineOf(['a', 'Bonus', '5 NEXO', '5 NEXO'], index))].join('\n')}\n`,
      ),
    );
    expect(factsOf(conversion)).toEqual(['INCOME 5 NEXO']);
    expect(omitted(conversion)).toEqual(['1 TWIN']);
  });
});
