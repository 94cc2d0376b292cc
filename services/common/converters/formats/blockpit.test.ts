import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const HEADER =
  'Date (UTC),Integration Name,Label,Outgoing Asset,Outgoing Amount,Incoming Asset,Incoming Amount,Fee Asset (optional),Fee Amount (optional)';
const converted = (header: string, ...rows: readonly string[]): Conversion =>
  convert(Buffer.from(`${[header, ...rows].join('\n')}\n`));
/** What a file becomes: each event as type, treatment and amount, or the reason. */
const outcomeOf = ({ events, leftOut }: Conversion): string[] => [
  ...events.map(({ record: { type, treatment, amount, asset } }) =>
    [type, treatment ?? 'NORMAL', amount, asset.key].join(' '),
  ),
  ...leftOut.map(({ reason }) => reason),
];
const ofLabel = (label: string, cells: string): string[] =>
  outcomeOf(converted(HEADER, `02.01.2026 10:00:00,Wallet A,${label},${cells}`));

describe('A label of Blockpit', () => {
  test.each([
    ['Trade', 'ETH,1,ADA,9,,', ['DISPOSITION NORMAL 1 ETH', 'ACQUISITION NORMAL 9 ADA']],
    [
      'Token Migration',
      'FTM,9,S,9,,',
      ['DISPOSITION CONTINUITY_DEPOSIT 9 FTM', 'ACQUISITION CONTINUITY_WITHDRAW 9 S'],
    ],
    ['Token Migration', 'FTM,9,,,,', ['HALF_TRADE']],
    ['Transfer', 'ETH,1,ETH,1,,', ['INTERNAL']],
    ['Transfer', 'ETH,1,ETH,0.9,,', ['EXPENSE NORMAL 0.1 ETH']],
    ['Transfer', 'ETH,1,ADA,1,,', ['UNKNOWN_TYPE']],
    ['Transfer', 'ETH,1,,,,', ['DISPOSITION TRANSFER_OUT_UNRESOLVED 1 ETH']],
    ['Transfer', ',,ETH,1,,', ['ACQUISITION CONTINUITY_WITHDRAW 1 ETH']],
    ['Unlabeled Deposit', ',,ETH,1,,', ['ACQUISITION CONTINUITY_WITHDRAW 1 ETH']],
    ['Deposit', 'ETH,1,,,,', ['UNKNOWN_TYPE']],
    ['Deposit', 'ETH,1,ADA,1,,', ['UNKNOWN_TYPE']],
    ['Security Token Income', ',,ETH,1,,', ['INCOME NORMAL 1 ETH']],
    ['Bounties', ',,ETH,1,,', ['INCOME NORMAL 1 ETH']],
    ['Gift', ',,ETH,1,,', ['ACQUISITION GIFT_RECEIVED 1 ETH']],
    ['Gift', 'ETH,1,,,,', ['DISPOSITION GIFT_GIVEN 1 ETH']],
    ['Non-Taxable In', ',,ETH,1,,', ['ACQUISITION UNCLASSIFIED 1 ETH']],
    ['NonTaxableOut', 'ETH,1,,,,', ['DISPOSITION UNCLASSIFIED 1 ETH']],
    ['Auto-Balancing', 'ETH,1,,,,', ['DISPOSITION UNCLASSIFIED 1 ETH']],
    ['Margin_trading_profit', ',,ETH,1,,', ['DERIVATIVES']],
    ['Futures Loss', 'ETH,1,,,,', ['DERIVATIVES']],
    ['Bezahlvorgang', 'ETH,1,,,,', ['DISPOSITION PERSONAL_SPEND 1 ETH']],
    ['Fee', 'ETH,1,,,ETH,0.1', ['EXPENSE NORMAL 1.1 ETH']],
    ['Withdrawal', 'ETH,1,,,ETH,0.1', ['DISPOSITION TRANSFER_OUT_UNRESOLVED 1 ETH', 'FEE NORMAL 0.1 ETH']],
    ['Novelty', ',,ETH,1,,', ['UNKNOWN_TYPE']],
  ])('%s of %s makes %j', (label, cells, outcome) => {
    expect(ofLabel(label, cells)).toEqual(outcome);
  });
});

describe('A Blockpit file', () => {
  test('of before 2023, with a semicolon and times without seconds, is read', () => {
    const header =
      'Blockpit ID;Timestamp;Source Type;Source Name;Integration;Transaction Type;Outgoing Asset;Outgoing Amount;Incoming Asset;' +
      'Incoming Amount;Fee Asset;Fee Amount;Transaction ID;Note;Merge ID';
    const cells = 'Trade;EUR;1000,5;BTC;0,050;EUR;2,5;;;';
    const rows = [cells, cells.replaceAll(/(\d),(\d)/g, '$1.$2')].map(
      (each) => `1,5E+13;06.01.2023 20:08;API;Kraken;Kraken;${each}`,
    );
    for (const row of rows)
      expect(converted(header, row).events.map(({ record }) => record)).toMatchObject([
        { type: 'ACQUISITION', amount: '0.05', euroValue: '1000.5', timestamp: '2023-01-06T20:08:00Z' },
        { type: 'FEE', amount: '2.5' },
      ]);
  });

  test('of another program, with the columns that are read alone, is read', () => {
    const header = 'Date (UTC),Label,Outgoing Asset,Outgoing Amount,Incoming Asset,Incoming Amount';
    expect(outcomeOf(converted(header, '2026-01-01 10:00:00,deposit,,,ADA,100'))).toEqual([
      'ACQUISITION CONTINUITY_WITHDRAW 100 ADA',
    ]);
  });

  test('of today whose times lost their seconds is rejected', () => {
    const { faults } = converted(HEADER, '02.01.2026 10:00,Wallet A,Staking,,,ETH,1,,');
    expect(faults).toMatchObject([{ line: 2, reason: expect.stringContaining('without seconds') }]);
  });
});
