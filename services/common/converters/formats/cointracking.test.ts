import { describe, expect, test } from '@jest/globals';
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { readAmount } from '../amounts.ts';
import { type Conversion, convert } from '../convert.ts';

const ENGLISH = '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"';
const GERMAN = '"Typ","Kauf","Cur.","Verkauf","Cur.","Gebühr","Cur.","Börse","Gruppe","Kommentar","Datum"';

const converted = (header: string, ...rows: readonly string[]): Conversion =>
  convert(Buffer.from(`${[header, ...rows].join('\n')}\n`), { timeZone: 'Europe/Brussels' });
/** A row by its type and the six cells of its amounts. */
const row = (type: string, amounts: string, rest = 'Kraken,,,10.01.2026 10:00:00'): string =>
  `${type},${amounts},${rest}`;
const recordsOf = ({ events }: Conversion): Record<string, unknown>[] =>
  events.map(({ record }) => ({ ...record, formerReferences: undefined }));
/** What a file becomes: each event as type, treatment and amount, or the reason. */
const outcomeOf = ({ events, leftOut }: Conversion): string[] => [
  ...events.map(({ record: { type, treatment, amount, asset } }) =>
    [type, treatment ?? 'NORMAL', amount, asset.key].join(' '),
  ),
  ...leftOut.map(({ reason }) => reason),
];
/** What is held of each asset after the events of a file. */
function holdingsOf({ events }: Conversion): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { record } of events) {
    const sign = ['ACQUISITION', 'INCOME'].includes(record.type) ? 1n : -1n;
    if (record.asset.fiat !== true)
      sums.set(
        record.asset.key,
        (sums.get(record.asset.key) ?? 0n) + sign * (readAmount(record.amount) ?? 0n),
      );
  }
  return Object.fromEntries([...sums].map(([key, sum]) => [key, formatDecimal(sum, AMOUNT_SCALE)]));
}

describe('A type of CoinTracking', () => {
  test.each([
    ['Trade', 'Trade', '2,ETH,4000,EUR,,', ['ACQUISITION NORMAL 2 ETH']],
    [
      'Swap (non taxable)',
      'Swap (steuerfrei)',
      '5,S,5,FTM,,',
      ['DISPOSITION CONTINUITY_DEPOSIT 5 FTM', 'ACQUISITION CONTINUITY_WITHDRAW 5 S'],
    ],
    ['Deposit', 'Einzahlung', '2,ETH,,,,', ['ACQUISITION CONTINUITY_WITHDRAW 2 ETH']],
    ['Withdrawal', 'Auszahlung', ',,2,ETH,,', ['DISPOSITION TRANSFER_OUT_UNRESOLVED 2 ETH']],
    ['Reward / Bonus', 'Belohnung / Bonus', '2,ETH,,,,', ['INCOME NORMAL 2 ETH']],
    ['Interest Income', 'Zinsen', '2,ETH,,,,', ['INCOME NORMAL 2 ETH']],
    ['Gift / Tip', 'Geschenk', '2,ETH,,,,', ['ACQUISITION GIFT_RECEIVED 2 ETH']],
    ['Gift', 'Schenkung', ',,2,ETH,,', ['DISPOSITION GIFT_GIVEN 2 ETH']],
    ['Donation', 'Spende', ',,2,ETH,,', ['DISPOSITION DONATION 2 ETH']],
    ['Lost', 'Verlust', ',,2,ETH,,', ['DISPOSITION LOST 2 ETH']],
    ['Stolen', 'Gestohlen', ',,2,ETH,,', ['DISPOSITION STOLEN 2 ETH']],
    ['Spend', 'Ausgabe', ',,2,ETH,,', ['DISPOSITION PERSONAL_SPEND 2 ETH']],
    ['Other Fee', 'Sonstige Gebühr', ',,2,ETH,,', ['EXPENSE NORMAL 2 ETH']],
    ['Borrowing Fee', 'Borrowing Gebühr', ',,2,ETH,,', ['EXPENSE NORMAL 2 ETH']],
    ['Receive Loan', 'Darlehen erhalten', '2,ETH,,,,', ['ACQUISITION NORMAL 2 ETH']],
    ['Repay Loan', 'Darlehen zurückgezahlt', ',,2,ETH,,', ['DISPOSITION NORMAL 2 ETH']],
    ['Receive Collateral', 'Collateral erhalten', '2,ETH,,,,', ['ACQUISITION UNCLASSIFIED 2 ETH']],
    ['Send Collateral', 'Collateral gesendet', ',,2,ETH,,', ['DISPOSITION UNCLASSIFIED 2 ETH']],
    ['Provide Liquidity', 'Provide Liquidity', ',,2,ETH,,', ['DISPOSITION UNCLASSIFIED 2 ETH']],
    ['LP Rewards', 'LP Rewards', '2,ETH,,,,', ['INCOME NORMAL 2 ETH']],
    ['Margin Profit', 'Margin Gewinn', '2,ETH,,,,', ['DERIVATIVES']],
    ['Derivatives / Futures Loss', 'Derivate / Futures Verlust', ',,2,ETH,,', ['DERIVATIVES']],
    ['Swap (non taxable)', 'Swap (steuerfrei)', '5,S,,,,', ['HALF_TRADE']],
  ])('%s and %s in German are the same events', (english, german, amounts, outcome) => {
    const [one, other] = [
      converted(ENGLISH, row(english, amounts), row('Deposit', '1,ADA,,,,')),
      converted(GERMAN, row(german, amounts), row('Einzahlung', '1,ADA,,,,')),
    ];
    expect(outcomeOf(one).filter((text) => !text.endsWith('ADA'))).toEqual(outcome);
    expect(recordsOf(other)).toEqual(recordsOf(one));
  });

  test.each([
    ['Deposit', ',,2,ETH,,'],
    ['Withdrawal', '2,ETH,,,,'],
    ['Staking', '2,ETH,1,ADA,,'],
  ])('that contradicts the side of the amount is left out to be checked: %s of %s', (type, amounts) => {
    expect(outcomeOf(converted(ENGLISH, row(type, amounts), row('Deposit', '1,ADA,,,,')))).toEqual([
      'ACQUISITION CONTINUITY_WITHDRAW 1 ADA',
      'UNKNOWN_TYPE',
    ]);
  });

  test('that is not known is left out to be checked', () => {
    expect(outcomeOf(converted(ENGLISH, row('Novelty', '2,ETH,,,,'), row('Deposit', '1,ADA,,,,')))).toContain(
      'UNKNOWN_TYPE',
    );
  });
});

describe('A fee of CoinTracking', () => {
  test.each([
    [
      'of the asset bought is inside the amount',
      'Trade',
      '0.99,BTC,50000,EUR,0.01,BTC',
      ['ACQUISITION NORMAL 0.99 BTC'],
    ],
    [
      'of the asset sold is inside the amount',
      'Trade',
      '60000,EUR,1.01,BTC,0.01,BTC',
      ['DISPOSITION NORMAL 1.01 BTC'],
    ],
    ['in money is inside the price', 'Trade', '1,BTC,50010,EUR,10,EUR', ['ACQUISITION NORMAL 1 BTC']],
    [
      'of a third asset counts in its own row alone',
      'Trade',
      '1,BTC,50000,EUR,0.02,BNB',
      ['ACQUISITION NORMAL 1 BTC'],
    ],
    [
      'of a withdrawal is the part that does not arrive',
      'Withdrawal',
      ',,0.4,BTC,0.001,BTC',
      ['DISPOSITION TRANSFER_OUT_UNRESOLVED 0.399 BTC', 'FEE NORMAL 0.001 BTC'],
    ],
    [
      'of a payment is inside the amount',
      'Spend',
      ',,0.201,BTC,0.001,BTC',
      ['DISPOSITION PERSONAL_SPEND 0.2 BTC', 'FEE NORMAL 0.001 BTC'],
    ],
    [
      'of a withdrawal in another asset counts in its own row',
      'Withdrawal',
      ',,5,USDC,0.01,ETH',
      ['DISPOSITION TRANSFER_OUT_UNRESOLVED 5 USDC'],
    ],
    [
      'of a deposit is already taken off',
      'Deposit',
      '1,BTC,,,0.01,BTC',
      ['ACQUISITION CONTINUITY_WITHDRAW 1 BTC'],
    ],
    ['of the whole amount stays inside it', 'Lost', ',,1,BTC,1,BTC', ['DISPOSITION LOST 1 BTC']],
    ['that its own row repeats counts once', 'Other Fee', ',,0.02,BNB,0.02,BNB', ['EXPENSE NORMAL 0.02 BNB']],
    ['that is a row of its own is a cost', 'Other Fee', ',,0.02,BNB,,', ['EXPENSE NORMAL 0.02 BNB']],
    ['that is a row without an amount is a cost', 'Other Fee', ',,,,0.02,BNB', ['EXPENSE NORMAL 0.02 BNB']],
  ])('%s', (_what, type, amounts, outcome) => {
    expect(outcomeOf(converted(ENGLISH, row(type, amounts)))).toEqual(outcome);
  });

  test('is never taken twice: what is held is what CoinTracking shows', () => {
    const file = converted(
      ENGLISH,
      row('Trade', '0.99,BTC,50000,EUR,0.01,BTC'),
      row('Trade', '10,ETH,20010,EUR,10,EUR'),
      row('Trade', '1,BNB,600,EUR,,'),
      row('Trade', '100,SOL,8000,EUR,0.02,BNB'),
      row('Other Fee', ',,0.02,BNB,,'),
      row('Withdrawal', ',,0.4,BTC,0.001,BTC'),
      row('Trade', '55000,EUR,0.59,BTC,55,EUR'),
    );
    expect(holdingsOf(file)).toEqual({ BTC: '0', ETH: '10', BNB: '0.98', SOL: '100' });
    expect(recordsOf(file).flatMap(({ euroValue }) => (euroValue === undefined ? [] : [euroValue]))).toEqual([
      '50000',
      '20010',
      '600',
      '8000',
      '55000',
    ]);
  });
});

describe('An asset of CoinTracking', () => {
  test.each([
    ['SOL2', 'SOL'],
    ['ATOM2', 'ATOM'],
    ['LUNA2', 'LUNC'],
    ['LUNA3', 'LUNA'],
    ['ETH2', 'ETH2'],
    ['SOL', 'SOL'],
  ])('%s is the asset that others call %s, on each side and as a fee', (symbol, key) => {
    const trade = converted(
      ENGLISH,
      row('Withdrawal', `,,5,${symbol},1,${symbol}`),
      row('Deposit', `3,${symbol},,,,`),
    );
    expect(outcomeOf(trade)).toEqual([
      `DISPOSITION TRANSFER_OUT_UNRESOLVED 4 ${key}`,
      `FEE NORMAL 1 ${key}`,
      `ACQUISITION CONTINUITY_WITHDRAW 3 ${key}`,
    ]);
  });
});

describe('A CoinTracking file', () => {
  const referencesOf = (conversion: Conversion): unknown[] =>
    recordsOf(conversion).map(({ referenceId }) => referenceId);
  const known = referencesOf(converted(ENGLISH, row('Trade', '1.00000000,ETH,2000.00000000,EUR,,')));

  test.each([
    [
      'a comment and a group',
      row('Trade', '1.00000000,ETH,2000.00000000,EUR,,', 'Kraken,2026,checked,10.01.2026 10:00:00'),
    ],
    [
      'another name of the exchange',
      row('Trade', '1.00000000,ETH,2000.00000000,EUR,,', 'My Kraken,,,10.01.2026 10:00:00'),
    ],
    ['fewer digits', row('Trade', '1.00,ETH,2000.00,EUR,,')],
    ['a fee that was entered later', row('Trade', '1.00,ETH,2000.00,EUR,5,EUR')],
    [
      'a time in the order of ISO 8601',
      row('Trade', '1.00,ETH,2000.00,EUR,,', 'Kraken,,,2026-01-10 10:00:00'),
    ],
  ])('with %s knows the transaction again', (_what, changed) => {
    expect(referencesOf(converted(ENGLISH, changed))).toEqual(known);
  });

  test('with the columns of the full table gives each arrival its value', () => {
    const header =
      'Type,Buy,Cur.,Value in BTC,Value in EUR,Sell,Cur.,Value in BTC,Value in EUR,Spread,Exchange,Group,Date';
    const rows = [
      'Staking,2,ETH,0.1,4000,-,-,-,-,-,Kraken,,10.01.2026 10:00:00',
      'Withdrawal,-,-,-,-,1,ETH,0.05,2000,-,Kraken,,11.01.2026 10:00:00',
      'Airdrop,2,XYZ,0,0,-,-,-,-,-,Kraken,,12.01.2026 10:00:00',
      'Trade,2,XYZ,0,0,1,ETH,0.05,2000,-,Kraken,,13.01.2026 10:00:00',
    ];
    expect(recordsOf(converted(header, ...rows)).map(({ euroValue }) => euroValue)).toEqual([
      '4000',
      undefined,
      undefined,
      '2000',
      '2000',
    ]);
  });

  test('with the columns of the import template is read', () => {
    const header =
      'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Trade-Group,Comment,Date,Tx-ID (optional)';
    expect(recordsOf(converted(header, 'Deposit,1,ETH,,,,,Kraken,,,10.01.2026 10:00:00,0xab'))).toMatchObject(
      [{ amount: '1', description: 'deposit · Kraken, transaction 0xab' }],
    );
  });

  test.each([
    ['a year before 2020 is read', '05.09.2017 10:00', []],
    [
      'a later year is rejected, for a spreadsheet program saved it',
      '05.09.2025 10:00',
      [expect.stringContaining('without seconds')],
    ],
  ])('with times without seconds of %s', (_what, time, reasons) => {
    const { faults } = converted(ENGLISH, row('Deposit', '1,ETH,,,,', `Kraken,,,${time}`));
    expect(faults.map(({ reason }) => reason)).toEqual(reasons);
  });

  test.each([
    ['01/13/2026 10:00:00', '2026-01-13T09:00:00Z'],
    ['13/01/2026 10:00:00', '2026-01-13T09:00:00Z'],
  ])('with slashes in its dates reads %s in the order that it shows, also on other rows', (time, at) => {
    const rows = [time, '02/01/2026 10:00:00'].map((each) => row('Deposit', '1,ETH,,,,', `Kraken,,,${each}`));
    const other = time.startsWith('13') ? '2026-01-02T09:00:00Z' : '2026-02-01T09:00:00Z';
    expect(recordsOf(converted(ENGLISH, ...rows)).map(({ timestamp }) => timestamp)).toEqual([at, other]);
  });

  test('leaves out a date whose day and month cannot be told apart, to be checked', () => {
    const file = converted(
      ENGLISH,
      row('Deposit', '1,ETH,,,,', 'Kraken,,,01/02/2026 10:00:00'),
      row('Deposit', '2,ETH,,,,'),
    );
    expect(outcomeOf(file)).toEqual(['ACQUISITION CONTINUITY_WITHDRAW 2 ETH', 'UNREADABLE']);
    expect(file.leftOut).toMatchObject([
      { line: 2, detail: expect.stringContaining('cannot be told apart') },
    ]);
  });
});
