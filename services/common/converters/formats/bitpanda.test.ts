/** Bitpanda: fees without anything else, moves to staking and back, trades in two rows, values and fees of deposits. */
import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const ABOVE = [
  '"Disclaimer: All data is without guarantee, errors and changes are reserved."',
  '"A Person, 1980-01-01"',
  'person@example.org',
  '"Account opened at: 10/15/19, 10:45 AM"',
  '"Venue: Bitpanda"',
];
const HEADER =
  '"Transaction ID",Timestamp,"Transaction Type",In/Out,"Amount Fiat",Fiat,"Amount Asset",Asset,"Asset market price","Asset market price currency","Asset class","Product ID",Fee,"Fee asset",Spread,"Spread Currency"';
/** The first row is in this line of the file. */
const FIRST_LINE = 7;

/** A row: id, time of day on 10 January 2026, type, direction, money, amount, asset; fee and its asset; class of the asset. */
type RowOf = readonly [string, string, string, string, string, string, string, string?, string?, string?];

function converted(...rows: readonly RowOf[]): Conversion {
  const lines = rows.map(
    ([id, time, type, direction, money, amount, asset, fee = '-', feeAsset = '-', kind = 'Cryptocurrency']) =>
      `${id},2026-01-10T${time}+01:00,${type},${direction},${money},EUR,${amount},${asset},0.5,EUR,${kind},22,${fee},${feeAsset},-,-`,
  );
  return convert(Buffer.from(`${[...ABOVE, HEADER, ...lines].join('\n')}\n`));
}

/** The facts in short: `INCOME 2 ADA = 1, treatment`. */
function factsOf({ events }: Conversion): string[] {
  return events.map(({ record: { type, amount, asset, euroValue, treatment } }) =>
    [
      `${type} ${amount} ${asset.symbol}${euroValue === undefined ? '' : ` = ${euroValue}`}`,
      ...(treatment === undefined ? [] : [treatment]),
    ].join(', '),
  );
}

const omitted = ({ leftOut }: Conversion): string[] =>
  leftOut.map(({ line, reason }) => `${String(line - FIRST_LINE)} ${reason}`);

describe('Bitpanda: a row of which only the fee is more than 0', () => {
  test.each([
    ['withdrawal', 'outgoing', '0.00000000'],
    ['withdrawal', 'outgoing', '-'],
    ['transfer', 'outgoing', '0'],
    ['deposit', 'incoming', '0'],
  ])('of type %s %s with the amount %s is a cost', (type, direction, amount) => {
    const conversion = converted(['a', '10:00:00', type, direction, '0', amount, 'BEST', '1.35', 'BEST']);
    expect(factsOf(conversion)).toEqual(['EXPENSE 1.35 BEST']);
    expect(omitted(conversion)).toEqual([]);
  });

  test('in money, with a fee in an asset, is a cost of that asset', () => {
    const conversion = converted([
      'a',
      '10:00:00',
      'withdrawal',
      'outgoing',
      '100',
      '-',
      'EUR',
      '2',
      'BEST',
      'Fiat',
    ]);
    expect(factsOf(conversion)).toEqual(['EXPENSE 2 BEST']);
  });

  test('without a fee is left out as an amount of 0', () => {
    const conversion = converted(['a', '10:00:00', 'withdrawal', 'outgoing', '0', '0', 'BEST', '0', 'BEST']);
    expect(omitted(conversion)).toEqual(['0 ZERO']);
  });
});

describe('Bitpanda: what goes to staking and comes back', () => {
  const toStaking: RowOf[] = [
    ['a', '10:00:00', 'transfer', 'outgoing', '550', '1000', 'ADA'],
    ['b', '10:00:01', 'transfer(stake)', 'incoming', '550', '1000', 'ADA'],
  ];
  const back: RowOf[] = [
    ['c', '12:00:00', 'transfer(unstake)', 'outgoing', '600', '1000', 'ADA'],
    ['d', '12:00:00', 'transfer', 'incoming', '600', '1000', 'ADA'],
  ];
  const reward: RowOf = ['e', '11:00:00', 'reward', 'incoming', '1', '2', 'ADA'];

  test.each([
    ['oldest first', [...toStaking, reward, ...back], '2'],
    ['newest first', [...back.toReversed(), reward, ...toStaking.toReversed()], '2'],
  ])('is no sale and no income, and the reward is income, listed %s', (_order, rows, rewardLine) => {
    const conversion = converted(...rows);
    expect(factsOf(conversion)).toEqual(['INCOME 2 ADA = 1']);
    const others = ['0', '1', '2', '3', '4'].filter((line) => line !== rewardLine);
    expect(omitted(conversion)).toEqual(others.map((line) => `${line} INTERNAL`));
  });

  test.each([
    ['oldest', (rows: readonly RowOf[]) => rows],
    ['newest', (rows: readonly RowOf[]) => rows.toReversed()],
  ])(
    'asks about a transfer of exactly what was staked that does not say so, listed %s first',
    (_name, listed) => {
      const rows = listed([...toStaking, ['d', '12:00:00', 'transfer', 'incoming', '600', '1000', 'ADA']]);
      expect(factsOf(converted(...rows))).toEqual(['ACQUISITION 1000 ADA = 600, UNCLASSIFIED']);
    },
  );

  test.each([
    ['of another amount', ['x', '12:00:00', 'transfer', 'incoming', '600', '999', 'ADA']],
    ['of another asset', ['x', '12:00:00', 'transfer', 'incoming', '600', '1000', 'DOT']],
  ] as const)('leaves a transfer %s as income', (_name, row) => {
    const [, , , , money, amount, asset] = row;
    expect(factsOf(converted(...toStaking, ...back, row))).toEqual([`INCOME ${amount} ${asset} = ${money}`]);
  });

  test('leaves a transfer of the same amount at another time as it is', () => {
    const conversion = converted(
      ['x', '09:00:00', 'transfer', 'incoming', '5', '1000', 'ADA'],
      ...toStaking,
      ...back,
    );
    expect(factsOf(conversion)).toEqual(['INCOME 1000 ADA = 5']);
  });
});

describe('Bitpanda: a trade in two rows', () => {
  test.each([
    [
      'a purchase whose second row has no money',
      [
        ['a', '10:00:00', 'buy', 'outgoing', '100', '3000000', 'SHIB', '-', '-', 'Fiat'],
        ['b', '10:00:00', 'buy', 'incoming', '0', '3000000', 'SHIB', '-', '-', 'Fiat'],
      ],
      'ACQUISITION 3000000 SHIB = 100',
    ],
    [
      'a sale whose first row has no money',
      [
        ['b', '10:00:00', 'sell', 'outgoing', '-', '3000000', 'SHIB'],
        ['a', '10:00:00', 'sell', 'incoming', '150', '3000000', 'SHIB'],
      ],
      'DISPOSITION 3000000 SHIB = 150',
    ],
    [
      'a purchase whose rows have one id, and the money no asset',
      [
        ['a', '10:00:00', 'buy', 'outgoing', '100', '-', 'EUR', '-', '-', 'Fiat'],
        ['a', '10:00:09', 'buy', 'incoming', '-', '2', 'SOL'],
      ],
      'ACQUISITION 2 SOL = 100',
    ],
    [
      'a purchase whose rows have one moment, and the money no asset',
      [
        ['a', '10:00:00', 'buy', 'outgoing', '100', '-', 'EUR', '-', '-', 'Fiat'],
        ['b', '10:00:00', 'buy', 'incoming', '-', '2', 'SOL'],
      ],
      'ACQUISITION 2 SOL = 100',
    ],
    [
      'a purchase whose rows both have money and asset',
      [
        ['a', '10:00:00', 'buy', 'outgoing', '100', '2', 'SOL'],
        ['b', '10:00:00', 'buy', 'incoming', '100', '2', 'SOL'],
      ],
      'ACQUISITION 2 SOL = 100',
    ],
  ] as const)('is one trade without an alarm: %s', (_name, rows, fact) => {
    const conversion = converted(...rows);
    expect(factsOf(conversion)).toEqual([fact]);
    expect(conversion.events[0]?.record.referenceId).toBe('a');
    expect(omitted(conversion)).toEqual([]);
  });

  test('differs from another one of the same amount', () => {
    const conversion = converted(
      ['a', '10:00:00', 'buy', 'outgoing', '100', '2', 'SOL'],
      ['c', '10:30:00', 'buy', 'outgoing', '110', '2', 'SOL'],
      ['d', '10:30:00', 'buy', 'incoming', '0', '2', 'SOL'],
      ['b', '10:00:00', 'buy', 'incoming', '0', '2', 'SOL'],
    );
    expect(factsOf(conversion)).toEqual(['ACQUISITION 2 SOL = 100', 'ACQUISITION 2 SOL = 110']);
    expect(omitted(conversion)).toEqual([]);
  });

  test('is half a trade, to be checked, where the other row is missing', () => {
    expect(omitted(converted(['a', '10:00:00', 'buy', 'incoming', '0', '2', 'SOL']))).toEqual([
      '0 HALF_TRADE',
    ]);
  });

  test('is half a trade, to be checked, where the other row is of another time and id', () => {
    const conversion = converted(
      ['a', '10:00:00', 'buy', 'outgoing', '100', '2', 'SOL'],
      ['b', '12:00:00', 'buy', 'incoming', '0', '2', 'SOL'],
    );
    expect(factsOf(conversion)).toEqual(['ACQUISITION 2 SOL = 100']);
    expect(omitted(conversion)).toEqual(['1 HALF_TRADE']);
  });

  test('is half a trade, to be checked, where two amounts of money of one moment fit', () => {
    const conversion = converted(
      ['a', '10:00:00', 'buy', 'outgoing', '100', '-', 'EUR', '-', '-', 'Fiat'],
      ['b', '10:00:00', 'buy', 'outgoing', '200', '-', 'EUR', '-', '-', 'Fiat'],
      ['c', '10:00:00', 'buy', 'incoming', '-', '2', 'SOL'],
    );
    expect(omitted(conversion)).toEqual(['0 HALF_TRADE', '1 HALF_TRADE', '2 HALF_TRADE']);
  });
});

describe('Bitpanda: a deposit', () => {
  test('has the value that the file states', () => {
    expect(factsOf(converted(['a', '10:00:00', 'deposit', 'incoming', '200', '0.08', 'ETH']))).toEqual([
      'ACQUISITION 0.08 ETH = 200, CONTINUITY_WITHDRAW',
    ]);
  });

  test('of the value 0 has no value', () => {
    expect(factsOf(converted(['a', '10:00:00', 'deposit', 'incoming', '0.00', '0.08', 'ETH']))).toEqual([
      'ACQUISITION 0.08 ETH, CONTINUITY_WITHDRAW',
    ]);
  });

  test('adds its amount to the balance, for that is what was left after the fee', () => {
    expect(
      factsOf(converted(['a', '10:00:00', 'deposit', 'incoming', '200', '0.08', 'ETH', '0.01', 'ETH'])),
    ).toEqual(['ACQUISITION 0.09 ETH = 200, CONTINUITY_WITHDRAW', 'FEE 0.01 ETH']);
  });
});

describe('Bitpanda: a word that is not known', () => {
  test.each([
    ['type', ['a', '10:00:00', 'novelty', 'incoming', '1', '1', 'BEST']],
    ['direction', ['a', '10:00:00', 'deposit', 'sideways', '1', '1', 'BEST']],
    ['type of a row of money', ['a', '10:00:00', 'novelty', 'incoming', '1', '-', 'EUR', '-', '-', 'Fiat']],
    ['type of a metal', ['a', '10:00:00', 'novelty', 'incoming', '1', '1', 'XAU', '-', '-', 'Metal']],
    ['class of the asset', ['a', '10:00:00', 'buy', 'outgoing', '1', '1', 'BEST', '-', '-', 'Novelty']],
  ] as const)('as the %s is to be checked', (_name, row) => {
    expect(omitted(converted(row))).toEqual(['0 UNKNOWN_TYPE']);
  });

  test('as the direction of a transfer beside staking is to be checked', () => {
    const conversion = converted(
      ['a', '10:00:00', 'transfer', 'sideways', '550', '1000', 'ADA'],
      ['b', '10:00:00', 'transfer(stake)', 'incoming', '550', '1000', 'ADA'],
    );
    expect(omitted(conversion)).toEqual(['0 UNKNOWN_TYPE', '1 INTERNAL']);
  });

  test('as the class of an asset takes the other row of its trade along', () => {
    const rows: RowOf[] = [
      ['a', '10:00:00', 'buy', 'outgoing', '100', '2', 'SOL', '-', '-', 'Novelty'],
      ['b', '10:00:00', 'buy', 'incoming', '0', '2', 'SOL', '-', '-', 'Novelty'],
    ];
    expect(omitted(converted(...rows))).toEqual(['0 UNKNOWN_TYPE', '1 UNKNOWN_TYPE']);
  });

  test('as the class of an asset that is known to be none leaves the row out without a check', () => {
    expect(
      omitted(converted(['a', '10:00:00', 'buy', 'outgoing', '1', '1', 'XAU', '-', '-', 'Metal'])),
    ).toEqual(['0 NOT_CRYPTO']);
  });
});

describe('Bitpanda: a repeated row', () => {
  test('counts once, as does a trade in two rows', () => {
    const rows: RowOf[] = [
      ['a', '10:00:00', 'buy', 'outgoing', '100', '2', 'SOL'],
      ['b', '10:00:00', 'buy', 'incoming', '0', '2', 'SOL'],
    ];
    const conversion = converted(...rows, ...rows);
    expect(factsOf(conversion)).toEqual(['ACQUISITION 2 SOL = 100']);
    expect(omitted(conversion)).toEqual(['2 TWIN', '3 TWIN']);
  });
});

describe('Bitpanda: an export that is not read', () => {
  test.each([
    [
      'ID,Type,In/Out,Amount Fiat,Fee,Fiat,Amount Asset,Asset,Status,Created at',
      'is an old export of Bitpanda. On the website, export the history again',
    ],
    [
      'Order ID,Trade ID,Type,Market,Amount,Amount Currency,Price,Price Currency,Fee,Fee Currency,Time (UTC)',
      'is an export of trades of Bitpanda Pro (One Trading), which is not read',
    ],
  ])('%s is rejected with what to do', (header, advice) => {
    expect(convert(Buffer.from(`${header}\n`)).faults[0]?.reason).toContain(advice);
  });
});
