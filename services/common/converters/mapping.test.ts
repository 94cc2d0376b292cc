import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from './convert.ts';

const SIDES = {
  platform: 'My wallet',
  columns: {
    time: 'at',
    type: 'kind',
    sentAmount: 'out',
    sentAsset: 'of',
    receivedAmount: 'in',
    receivedAsset: 'to',
    feeAmount: 'fee',
    feeAsset: 'fee of',
    euroValue: 'eur',
  },
  types: { Rename: 'MIGRATION', Reward: 'INCOME', Sent: 'WITHDRAWAL', Gas: 'COST' },
  timeZone: 'UTC',
};
const converted = (...rows: readonly string[]): Conversion =>
  convert(Buffer.from(['at,kind,out,of,in,to,fee,fee of,eur', ...rows].map((row) => `${row}\n`).join('')), {
    mapping: JSON.stringify(SIDES),
  });
const outcomeOf = ({ events, leftOut }: Conversion): string[] => [
  ...events.map(({ record: { type, treatment, amount, asset } }) =>
    [type, treatment ?? 'NORMAL', amount, asset.key].join(' '),
  ),
  ...leftOut.map(({ reason }) => reason),
];

describe('A row that a mapping describes', () => {
  test.each([
    [
      'an asset that became another one',
      'Rename,1000,FTM,1000,S,0.1,FTM,800',
      [
        'DISPOSITION CONTINUITY_DEPOSIT 1000 FTM',
        'ACQUISITION CONTINUITY_WITHDRAW 1000 S',
        'FEE NORMAL 0.1 FTM',
      ],
    ],
    ['half of such a change', 'Rename,1000,FTM,,,,,', ['HALF_TRADE']],
    ['an asset that became itself', 'Rename,1000,FTM,1000,FTM,,,', ['INTERNAL']],
    ['income that left, which cannot be', 'Reward,1,ETH,,,,,', ['UNKNOWN_TYPE']],
    ['a withdrawal that arrived, which cannot be', 'Sent,,,1,ETH,,,', ['UNKNOWN_TYPE']],
    ['a cost with a fee of the same asset', 'Gas,1,ETH,,,0.5,ETH,', ['EXPENSE NORMAL 1.5 ETH']],
    ['a type that the mapping does not name', 'Novelty,1,ETH,,,,,', ['UNKNOWN_TYPE']],
  ])('as %s becomes what it is: %s', (_what, cells, outcome) => {
    expect(outcomeOf(converted(`2026-01-10 10:00:00,${cells}`))).toEqual(outcome);
  });

  test('gives a migration no value: its cost carries over', () => {
    const { events } = converted('2026-01-10 10:00:00,Rename,1000,FTM,1000,S,,,800');
    expect(events.map(({ record: { euroValue } }) => euroValue)).toEqual([undefined, undefined]);
  });
});
