import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const UNIVERSAL =
  'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label';

const converted = (...lines: readonly string[]): Conversion => convert(Buffer.from(`${lines.join('\n')}\n`));
const recordsOf = (conversion: Conversion): Record<string, unknown>[] =>
  conversion.events.map(({ record }) => record as unknown as Record<string, unknown>);
/** What a row of the universal template becomes: each event as type, treatment and amount, or the reason. */
const outcomeOf = ({ events, leftOut }: Conversion): string[] => [
  ...events.map(({ record: { type, treatment, amount, asset } }) =>
    [type, treatment ?? 'NORMAL', amount, asset.key].join(' '),
  ),
  ...leftOut.map(({ reason }) => reason),
];

describe('A time of a Koinly template', () => {
  test.each([
    ['2026-01-10 14:25 UTC', '2026-01-10T14:25:00Z'],
    ['2026-01-10 9:05 UTC', '2026-01-10T09:05:00Z'],
    ['2026-01-10 14:25', '2026-01-10T14:25:00Z'],
    ['2026-01-10T14:25Z', '2026-01-10T14:25:00Z'],
    ['2026-01-10 14:25:36 UTC', '2026-01-10T14:25:36Z'],
    ['2026-01-10T14:25:36.5Z', '2026-01-10T14:25:36.5Z'],
    ['2026-01-10 9:05:36', '2026-01-10T09:05:36Z'],
    ['2026-01-10', '2026-01-10T00:00:00Z'],
  ])('%s is read in UTC', (time, at) => {
    expect(recordsOf(converted(UNIVERSAL, `${time},300,EUR,1000,FTM,,,,,`))).toMatchObject([
      { timestamp: at, euroValue: '300' },
    ]);
  });

  test('in another order is left out to be checked, and the rest comes in', () => {
    const rows = ['10 January 2026 14:25:00,,,1,ETH,,,,,', '2026-01-10 14:25 UTC,,,1,ETH,,,,,'];
    expect(outcomeOf(converted(UNIVERSAL, ...rows))).toEqual([
      'ACQUISITION CONTINUITY_WITHDRAW 1 ETH',
      'UNREADABLE',
    ]);
  });
});

describe('A tag of Koinly', () => {
  const into = (tag: string): string[] =>
    outcomeOf(converted(UNIVERSAL, `2026-01-10 14:25 UTC,,,2,ETH,,,,,${tag}`));
  const out = (tag: string): string[] =>
    outcomeOf(converted(UNIVERSAL, `2026-01-10 14:25 UTC,2,ETH,,,,,,,${tag}`));
  const both = (tag: string): string[] =>
    outcomeOf(converted(UNIVERSAL, `2026-01-10 14:25 UTC,2,ETH,4,STETH,,,,,${tag}`));

  test.each([
    'Airdrop',
    'Fork',
    'Mining',
    'Reward',
    'Salary',
    'Income',
    'other_income',
    'lending_interest',
    'Loan interest',
    'Cashback',
    'fee_refund',
    'Staking',
  ])('"%s" makes what arrives income', (tag) => {
    expect(into(tag)).toEqual(['INCOME NORMAL 2 ETH']);
  });

  test.each([
    ['', 'ACQUISITION CONTINUITY_WITHDRAW 2 ETH'],
    ['gift', 'ACQUISITION GIFT_RECEIVED 2 ETH'],
    ['Loan', 'ACQUISITION NORMAL 2 ETH'],
    ['Realized PNL', 'DERIVATIVES'],
    ['realized_gain', 'DERIVATIVES'],
    ['Margin loan', 'DERIVATIVES'],
    ['Remove from Pool', 'INTERNAL'],
    ['of another program', 'ACQUISITION UNCLASSIFIED 2 ETH'],
  ])('"%s" makes what arrives %s', (tag, outcome) => {
    expect(into(tag)).toEqual([outcome]);
  });

  test.each([
    ['', 'DISPOSITION TRANSFER_OUT_UNRESOLVED 2 ETH'],
    ['Gift', 'DISPOSITION GIFT_GIVEN 2 ETH'],
    ['Donation', 'DISPOSITION DONATION 2 ETH'],
    ['Lost', 'DISPOSITION LOST 2 ETH'],
    ['Cost', 'EXPENSE NORMAL 2 ETH'],
    ['loan_fee', 'EXPENSE NORMAL 2 ETH'],
    ['interest_payment', 'EXPENSE NORMAL 2 ETH'],
    ['Tax', 'DISPOSITION PERSONAL_SPEND 2 ETH'],
    ['Loan repayment', 'DISPOSITION NORMAL 2 ETH'],
    ['Margin fee', 'DERIVATIVES'],
    ['margin_repayment', 'DERIVATIVES'],
    ['Add to Pool', 'INTERNAL'],
    ['of another program', 'DISPOSITION UNCLASSIFIED 2 ETH'],
  ])('"%s" makes what leaves %s', (tag, outcome) => {
    expect(out(tag)).toEqual([outcome]);
  });

  test.each([
    ['', ['DISPOSITION NORMAL 2 ETH', 'ACQUISITION NORMAL 4 STETH']],
    ['liquidity_in', ['DISPOSITION NORMAL 2 ETH', 'ACQUISITION NORMAL 4 STETH']],
    ['Swap', ['DISPOSITION CONTINUITY_DEPOSIT 2 ETH', 'ACQUISITION CONTINUITY_WITHDRAW 4 STETH']],
    ['transfer', ['UNKNOWN_TYPE']],
    ['of another program', ['UNKNOWN_TYPE']],
  ])('"%s" on two assets makes %j', (tag, outcome) => {
    expect(both(tag)).toEqual(outcome);
  });

  test('may be in the column Tag', () => {
    const header = UNIVERSAL.replace('Label', 'Tag');
    expect(outcomeOf(converted(header, '2026-01-10 14:25 UTC,,,2,ETH,,,,,reward'))).toEqual([
      'INCOME NORMAL 2 ETH',
    ]);
  });
});

describe('An arrival that a file of Koinly calls spam', () => {
  test.each([
    ['in its description', ',spam token that calls itself ETH', true],
    ['in its tag', 'spam,', true],
    ['no', ',spammer was right,', undefined],
  ])('%s is suspected spam', (_where, cells, spam) => {
    const [event] = recordsOf(
      converted(`${UNIVERSAL},Description`, `2026-01-10 14:25 UTC,,,12,ETH,,,9,EUR,${cells}`),
    );
    expect(event?.['spam']).toBe(spam);
    expect(event?.['euroValue']).toBe(spam === true ? undefined : '9');
  });
});

describe('A move between wallets in a file of Koinly', () => {
  test.each([
    ['1,ETH,1,ETH,,', ['INTERNAL']],
    ['1,ETH,0.99,ETH,,', ['EXPENSE NORMAL 0.01 ETH']],
    ['1,ETH,0.99,ETH,0.01,ETH', ['EXPENSE NORMAL 0.01 ETH']],
    ['1,ETH,1,ETH,0.01,ETH', ['EXPENSE NORMAL 0.01 ETH']],
    ['9,USDC,9,USDC,0.01,ETH', ['EXPENSE NORMAL 0.01 ETH']],
    ['9,USDC,8,USDC,0.01,ETH', ['EXPENSE NORMAL 0.01 ETH', 'EXPENSE NORMAL 1 USDC']],
    ['1,ETH,2,ETH,,', ['UNKNOWN_TYPE']],
  ])('of %s makes %j: no sale, and each fee once', (cells, outcome) => {
    expect(outcomeOf(converted(UNIVERSAL, `2026-01-10 14:25 UTC,${cells},,,`))).toEqual(outcome);
  });

  test('to a pool leaves its fee', () => {
    expect(outcomeOf(converted(UNIVERSAL, '2026-01-10 14:25 UTC,1,LP,,,0.01,ETH,,,add to pool'))).toEqual([
      'EXPENSE NORMAL 0.01 ETH',
    ]);
  });
});

describe('Koinly files', () => {
  const first = ['2026-01-10 10:00:00,300,EUR,1000,FTM,,,,,', '2026-02-10 10:00:00,500,FTM,200,EUR,,,,,'];
  const referencesOf = (conversion: Conversion): unknown[] =>
    recordsOf(conversion).map(({ referenceId }) => referenceId);

  test('of the same transactions know them again with other notes, digits and values, and in the export of Koinly', () => {
    const known = referencesOf(converted(UNIVERSAL, ...first));
    const edited = converted(
      `${UNIVERSAL},Description,TxHash`,
      '2026-01-10 10:00 UTC,300.00,EUR,1000.0,FTM,,,300,EUR,,,',
      '2026-02-10 10:00:00 UTC,500,FTM,200,EUR,,,,,,sold at Kraken,',
    );
    const exported = converted(
      'Date,Type,Label,Sending Wallet,Sent Amount,Sent Currency,Receiving Wallet,Received Amount,Received Currency,Net Value (EUR)',
      '2026-02-10 10:00:00 UTC,sell,,Kraken,500,FTM,Kraken,200,EUR,200',
      '2026-01-10 10:00:00 UTC,buy,,Kraken,300,EUR,Kraken,1000,FTM,300',
    );
    expect(referencesOf(edited)).toEqual(known);
    expect(referencesOf(exported).toReversed()).toEqual(known);
    expect(exported.format?.id).toBe('koinly-export');
  });

  test('need only the columns that are read', () => {
    const header = 'Koinly Date,Sent Amount,Sent Currency,Received Amount,Received Currency';
    expect(outcomeOf(converted(header, '2026-01-10 14:25 UTC,,,1,ETH'))).toEqual([
      'ACQUISITION CONTINUITY_WITHDRAW 1 ETH',
    ]);
  });

  test('give no value where the currency of the account is not euro', () => {
    const exported = converted(
      'Date,Type,Label,Sending Wallet,Sent Amount,Sent Currency,Receiving Wallet,Received Amount,Received Currency,Net Value (USD)',
      '2026-02-10 10:00:00 UTC,crypto_deposit,reward,,,,Kraken,2,ETH,200',
    );
    expect(recordsOf(exported)[0]?.['euroValue']).toBeUndefined();
  });
});

describe('The simple and the trades template of Koinly', () => {
  test('become deposits, income and withdrawals by the sign of the amount', () => {
    const rows = [
      '2026-01-10 14:25 UTC,1.5,ETH,,',
      '2026-02-10 14:25 UTC,0.01,ETH,reward,',
      '2026-03-10 14:25 UTC,-1,ETH,,0xabc',
    ];
    expect(outcomeOf(converted('Koinly Date,Amount,Currency,Label,TxHash', ...rows))).toEqual([
      'ACQUISITION CONTINUITY_WITHDRAW 1.5 ETH',
      'INCOME NORMAL 0.01 ETH',
      'DISPOSITION TRANSFER_OUT_UNRESOLVED 1 ETH',
    ]);
  });

  test.each(['ETH-EUR', 'eth/eur', 'ETH_EUR'])('become purchases and sales of the pair %s', (pair) => {
    const trades = converted(
      'Koinly Date,Pair,Side,Amount,Total,Fee Amount,Fee Currency,Order ID,Trade ID',
      `2026-01-10 14:25 UTC,${pair},Buy,1.5,3000,3,EUR,1,1`,
      `2026-03-10 14:25 UTC,${pair},SELL,1,2500,,,2,2`,
    );
    expect(recordsOf(trades)).toMatchObject([
      { type: 'ACQUISITION', amount: '1.5', euroValue: '3000' },
      { type: 'FEE', amount: '3' },
      { type: 'DISPOSITION', amount: '1', euroValue: '2500' },
    ]);
  });

  test.each([
    ['a side that is not known', 'ETH-EUR,Short,1,2', 'UNKNOWN_TYPE'],
    ['a pair that cannot be parted', 'ETHEUR,Buy,1,2', 'UNREADABLE'],
    ['a pair that can be parted in two ways', 'A-B-EUR,Buy,1,2', 'UNREADABLE'],
  ])('leave out %s, to be checked', (_what, cells, reason) => {
    const trades = converted(
      'Koinly Date,Pair,Side,Amount,Total',
      `2026-01-10 14:25 UTC,${cells}`,
      '2026-01-10 14:25 UTC,ETH-EUR,Buy,1,2',
    );
    expect(outcomeOf(trades)).toEqual(['ACQUISITION NORMAL 1 ETH', reason]);
  });

  test('read a repeated trade once, and show one with the same id and other content', () => {
    const trades = converted(
      'Koinly Date,Pair,Side,Amount,Total,Trade ID',
      '2026-01-10 14:25 UTC,ETH-EUR,Buy,1,2,7',
      '2026-01-10 14:25 UTC,ETH-EUR,Buy,1,2,7',
      '2026-01-10 14:25 UTC,ETH-EUR,Buy,3,6,7',
      '2026-01-10 14:25 UTC,BTC-EUR,Buy,1,2,7',
    );
    expect(outcomeOf(trades)).toEqual([
      'ACQUISITION NORMAL 1 ETH',
      'ACQUISITION NORMAL 1 BTC',
      'TWIN',
      'OTHER_TWIN',
    ]);
  });
});
