import { describe, expect, test } from '@jest/globals';
import type { Conversion } from '../convert.ts';
import { conversionOf, factsIn, holdingsOf, identityOf, leftOutIn } from '../test/summary.ts';

const OLD_HEADER = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
const NEW_HEADER = '"User ID","Time","Account","Operation","Coin","Change","Remark"';
const IN_UTC = 'Binance-Transaction-History-202602010000(UTC+0).csv';

/** Rows as `time|operation|coin|change|account|user`; a time is a second of one minute. */
function statement(...rows: readonly string[]): Conversion {
  return conversionOf([
    OLD_HEADER,
    ...rows.map((row) => {
      const [time = '', operation, coin, change, account = 'Spot', user = '1'] = row.split('|');
      const at = time.includes(' ') ? time : `2026-01-29 18:35:${time.padStart(2, '0')}`;
      return `${user},${at},${account},${operation},${coin},${change},`;
    }),
  ]);
}

describe('One statement of Binance', () => {
  const rows = [
    ['2026-01-29 18:35:39', 'Transaction Buy', 'ETH', '0.01000000'],
    ['2026-01-29 18:35:39', 'Transaction Fee', 'BNB', '-0.00000431'],
    ['2026-01-29 18:35:39', 'Transaction Buy', 'ETH', '0.01000000'],
    ['2026-01-29 18:35:39', 'Transaction Spend', 'EUR', '-25.00000000'],
    ['2026-01-29 18:35:39', 'Transaction Fee', 'BNB', '-0.00000431'],
    ['2026-01-29 18:35:39', 'Transaction Spend', 'EUR', '-25.00000000'],
    ['2026-01-29 23:36:00', 'Transaction Spend', 'EUR', '-30.00000000'],
    ['2026-01-29 23:36:00', 'Transaction Buy', 'ETH', '0.01200000'],
    ['2026-02-01 12:00:00', 'Simple Earn Flexible Interest', 'ETH', '0.0001'],
    ['2026-02-01 12:00:00', 'Simple Earn Flexible Interest', 'ETH', '0.0001'],
  ] as const;
  const older = conversionOf([
    OLD_HEADER,
    ...rows.map(([at, operation, coin, change]) => `9,${at},Spot,${operation},${coin},${change},`),
  ]);
  const newer = (hours: number, filename: string, timeZone?: string): Conversion =>
    conversionOf(
      [
        NEW_HEADER,
        ...rows.map(([at, operation, coin, change]) => {
          const local = new Date(Date.parse(`${at.replace(' ', 'T')}Z`) + hours * 3_600_000);
          const time = local.toISOString().slice(2, 19).replace('T', ' ');
          return `"9","${time}","Spot","${operation}","${coin}","${change}",""`;
        }),
      ],
      { filename, ...(timeZone === undefined ? {} : { timeZone }) },
    );

  test.each([
    ['the header since 2025', newer(0, IN_UTC)],
    ['UTC+1', newer(1, 'Binance-Transaction-History-202601010000(UTC+1).csv')],
    ['UTC-6, with the sign written twice', newer(-6, 'Binance-(UTC--6).csv')],
    ['UTC+5:30', newer(5.5, 'Binance-(UTC+5_30).csv')],
    ['a zone that the person names', newer(1, 'renamed.csv', 'Europe/Brussels')],
    ['the zone of its name, where the person names another', newer(2, 'Binance-(UTC+2).csv', 'UTC')],
  ])('has the same transactions in %s as in the header before 2025', (_how, conversion) => {
    expect(identityOf(conversion)).toEqual(identityOf(older));
    expect(identityOf(older)).toHaveLength(5);
  });

  test('is rejected where neither its columns nor its name say the time zone', () => {
    expect(newer(0, 'renamed.csv').faults[0]?.reason).toContain('name the zone');
  });

  test.each([
    ['Polish', 'ID,Czas,Konto,Operacja,Moneta,Zmien,Uwagi'],
    ['Portuguese', 'ID do Usuário,Tempo,Conta,Operação,Moeda,Alterar,Observação'],
  ])('is read with a header in %s', (_language, header) => {
    const [row, unknown] = [
      '9,26-01-29 18:35:39,Spot,Deposit,ETH,1,',
      '9,26-01-29 18:35:39,Spot,Wpłata,ETH,1,',
    ];
    expect(factsIn(conversionOf([header, row], { filename: IN_UTC }))).toEqual([
      'ACQUISITION 1 ETH CONTINUITY_WITHDRAW',
    ]);
    expect(conversionOf([header, unknown], { filename: IN_UTC }).faults[0]?.reason).toContain(
      'set the language of the website to English',
    );
  });
});

describe('A token swap of Binance', () => {
  const migration = (given: string, received: string): string[] => [
    `DISPOSITION ${given} CONTINUITY_DEPOSIT`,
    `ACQUISITION ${received} CONTINUITY_WITHDRAW`,
  ];
  test.each([
    [
      'days apart in equal amounts',
      [
        '2024-10-08 08:00:00|Asset Recovery|MATIC|-730.5',
        '2024-10-10 08:00:00|Token Swap - Distribution|POL|730.5',
      ],
      migration('730.5 MATIC', '730.5 POL'),
    ],
    [
      'in one moment with another amount',
      [
        '1|Token Swap - Redenomination/Rebranding|OLD|-1000',
        '9|Token Swap - Redenomination/Rebranding|NEW|1',
      ],
      migration('1000 OLD', '1 NEW'),
    ],
    [
      'as an asset conversion',
      ['1|Asset Conversion Transfer|ABC|-7', '1|Asset Conversion Transfer|XYZ|7'],
      migration('7 ABC', '7 XYZ'),
    ],
    [
      'into a wrapped coin',
      ['1|WBETH2.0 - Staking|ETH|-1', '1|WBETH2.0 - Staking|WBETH|0.94'],
      migration('1 ETH', '0.94 WBETH'),
    ],
    ['into BETH', ['1|ETH 2.0 Staking|ETH|-1', '1|ETH 2.0 Staking|BETH|1'], migration('1 ETH', '1 BETH')],
    [
      'by a redemption of another coin',
      ['1|Staking Redemption|BETH|-1', '1|Staking Redemption|ETH|1'],
      migration('1 BETH', '1 ETH'),
    ],
  ])('%s keeps cost and date', (_how, rows, facts) => {
    expect(factsIn(statement(...rows))).toEqual(facts);
  });

  test.each([
    ['BUSD|-7', 'FDUSD|7'],
    ['ABC|-7', 'XYZ|5'],
  ])('is a sale where %s became %s', (out, into) => {
    const facts = factsIn(
      statement(`1|Asset Conversion Transfer|${out}`, `1|Asset Conversion Transfer|${into}`),
    );
    expect(facts).toHaveLength(2);
    expect(facts.filter((fact) => fact.includes('CONTINUITY'))).toEqual([]);
  });

  test('asks where its other half is not in the file', () => {
    const facts = factsIn(
      statement(
        '2024-01-01 08:00:00|Token Swap - Distribution|AAA|5',
        '2025-01-01 08:00:00|Asset Recovery|BBB|-6',
      ),
    );
    expect(facts).toEqual(['DISPOSITION 6 BBB UNCLASSIFIED', 'ACQUISITION 5 AAA UNCLASSIFIED']);
  });
});

describe('A statement of Binance', () => {
  test('keeps coins apart from their twins in savings', () => {
    const conversion = statement(
      '1|Simple Earn Flexible Subscription|BTC|-1',
      '1|Simple Earn Flexible Subscription|LDBTC|1|Earn',
      '2|Staking Purchase|ETH|-1',
      '3|Transfer Between Main Account and Sub-account|BTC|-1',
    );
    expect(factsIn(conversion)).toEqual([]);
    expect(leftOutIn(conversion)).toEqual([2, 3, 4, 5].map((line) => `${line} INTERNAL`));
  });

  test('takes back the income of a reward with a minus sign, or asks', () => {
    const conversion = statement(
      '1|Distribution|ADA|5',
      '2|Distribution|ADA|-5',
      '3|Distribution|ADA|-2',
      '4|Referral Commission|ADA|2',
    );
    expect(factsIn(conversion)).toEqual(['DISPOSITION 2 ADA UNCLASSIFIED', 'INCOME 2 ADA']);
    expect(leftOutIn(conversion)).toEqual(['2 UNDONE', '3 UNDONE']);
  });

  test('counts a positive fee as a rebate, and a fee alone as a cost', () => {
    const conversion = statement(
      '1|Transaction Buy|ETH|1',
      '1|Transaction Spend|BTC|-0.05',
      '1|Transaction Fee|BTC|0.001',
      '30|Transaction Fee|BNB|-0.002',
    );
    expect(factsIn(conversion)).toEqual(['DISPOSITION 0.049 BTC', 'ACQUISITION 1 ETH', 'EXPENSE 0.002 BNB']);
  });

  test('leaves out all rows of a second of a trade of which one cannot be read', () => {
    const conversion = statement(
      '1|Transaction Buy|ETH|1',
      '1|Transaction Spend|BTC|many',
      '1|Transaction Fee|BNB|-0.001',
      '1|Deposit|BTC|1',
    );
    expect(factsIn(conversion)).toEqual(['ACQUISITION 1 BTC CONTINUITY_WITHDRAW']);
    expect(leftOutIn(conversion)).toEqual([2, 3, 4].map((line) => `${line} UNREADABLE, to be checked`));
  });

  test('does not mix trades of two users', () => {
    const conversion = statement(
      '1|Binance Convert|BTC|-1|Spot|1',
      '1|Binance Convert|ETH|20|Spot|1',
      '1|Binance Convert|SOL|-3|Spot|2',
      '1|Binance Convert|ADA|900|Spot|2',
    );
    const groups = new Set(conversion.events.map(({ record }) => record.continuityGroupId));
    expect(groups.size).toBe(2);
  });

  test('names margin trades with borrowed coins together with the loan', () => {
    const conversion = statement(
      '1|Transaction Sold|SOL|-1|Cross Margin',
      '1|Transaction Revenue|USDT|100|Cross Margin',
      '10|Margin Loan|USDT|1000|Cross Margin',
      '11|Transaction Buy|BTC|0.02|Cross Margin',
      '11|Transaction Spend|USDT|-1000|Cross Margin',
      '11|Transaction Buy|ETH|1|Spot',
      '11|Transaction Spend|USDT|-2000|Spot',
      '20|Margin Repayment|USDT|-1000.5|Cross Margin',
      '40|Transaction Sold|ADA|-1|Cross Margin',
      '40|Transaction Revenue|USDT|100|Cross Margin',
    );
    expect(holdingsOf(conversion)).toEqual({ ADA: '-1', ETH: '1', SOL: '-1', USDT: '-1800' });
    expect(leftOutIn(conversion)).toEqual([4, 5, 6, 9].map((line) => `${line} DERIVATIVES, to be checked`));
  });

  test('names trades before the repayments of a loan that is not in the file', () => {
    const conversion = statement(
      '1|Transaction Buy|BTC|0.02|Isolated Margin',
      '1|Transaction Spend|USDT|-1000|Isolated Margin',
      '20|Isolated Margin Repayment|USDT|-500|Isolated Margin',
      '25|Transaction Sold|BTC|-0.01|Isolated Margin',
      '25|Transaction Revenue|USDT|500|Isolated Margin',
      '30|Isolated Margin Repayment|USDT|-500|Isolated Margin',
    );
    expect(factsIn(conversion)).toEqual([]);
    expect(leftOutIn(conversion)).toHaveLength(6);
  });

  test('counts trades after a loan, although a rest of its interest is paid later', () => {
    const conversion = statement(
      '1|Margin Loan|USDT|1000|Cross Margin',
      '10|Margin Repayment|USDT|-1000|Cross Margin',
      '20|Transaction Sold|ADA|-1|Cross Margin',
      '20|Transaction Revenue|USDT|100|Cross Margin',
      '30|Margin Repayment|USDT|-0.5|Cross Margin',
      '40|Margin Loan|USDT|1000|Cross Margin',
      '41|Transaction Sold|SOL|-1|Cross Margin',
      '41|Transaction Revenue|USDT|100|Cross Margin',
    );
    expect(holdingsOf(conversion)).toEqual({ ADA: '-1', USDT: '100' });
    expect(leftOutIn(conversion)).toHaveLength(6);
  });

  test('counts a crypto loan as a loan, and trades with a person and gifts as such', () => {
    expect(
      factsIn(
        statement(
          '1|Flexible Loan - Lending|USDT|100',
          '2|Flexible Loan - Repayment|USDT|-100',
          '3|P2P Trading|USDT|50',
          '4|Crypto Box|USDT|-1',
          '5|Merchant Acquiring|BNB|-0.01',
        ),
      ),
    ).toEqual([
      'ACQUISITION 100 USDT',
      'DISPOSITION 100 USDT',
      'ACQUISITION 50 USDT',
      'DISPOSITION 1 USDT GIFT_GIVEN',
      'DISPOSITION 0.01 BNB PERSONAL_SPEND',
    ]);
  });

  test('names what happens in a futures account, but not moves into it', () => {
    const conversion = statement(
      '1|Funding Fee|USDT|-1|USD-M Futures',
      '2|Transfer Between Spot Account and UM Futures Account|USDT|9|USD-M Futures',
      '3|Never Seen|USDT|9',
    );
    expect(leftOutIn(conversion)).toEqual([
      '2 DERIVATIVES, to be checked',
      '3 INTERNAL',
      '4 UNKNOWN_TYPE, to be checked',
    ]);
  });
});

describe('The trade history of Binance', () => {
  const row = (time: string, side: string, fee: string): string =>
    `${time},ETHEUR,${side},2500,0.05ETH,125EUR,${fee}`;

  test('has the same transactions in the header since 2025, in the zone of its name', () => {
    const older = conversionOf([
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
      row('2026-01-29 18:35:39', 'BUY', '0.001BNB'),
    ]);
    const newer = conversionOf(
      ['Time,Pair,Side,Price,Executed,Amount,Fee', row('26-01-29 20:35:39', 'BUY', '0.001BNB')],
      { filename: 'Binance-Spot-Trade-History(UTC+2).csv' },
    );
    const czech = conversionOf([
      'Čas,Pár,Strana,Cena,Provedeno,Částka,Poplatek',
      row('2026-01-29 18:35:39', 'BUY', '0.001BNB'),
    ]);
    const oldest = conversionOf([
      'Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin',
      '2026-01-29 18:35:39,ETHEUR,BUY,2500,0.05,125,0.001,BNB',
    ]);
    expect(identityOf(newer)).toEqual(identityOf(older));
    expect(identityOf(czech)).toEqual(identityOf(older));
    expect(identityOf(oldest)).toEqual(identityOf(older));
    expect(identityOf(older)).toHaveLength(2);
  });

  test.each([
    ['BUY', '-0.001ETH', ['ACQUISITION 0.051 ETH = 125 EUR']],
    ['SELL', '-1EUR', ['DISPOSITION 0.05 ETH = 126 EUR']],
    ['BUY', '', ['ACQUISITION 0.05 ETH = 125 EUR']],
    ['BUY', '0EUR', ['ACQUISITION 0.05 ETH = 125 EUR']],
  ])('reads a %s with the fee "%s"', (side, fee, facts) => {
    const header = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee';
    expect(factsIn(conversionOf([header, row('2026-01-29 18:35:39', side, fee)]))).toEqual(facts);
  });

  test.each([
    ['ETHBTC', ['DISPOSITION 2 BTC', 'ACQUISITION 1 ETH']],
    ['BNBUSDT', ['DISPOSITION 2 USDT', 'ACQUISITION 1 BNB']],
    ['1INCHBUSD', ['DISPOSITION 2 BUSD', 'ACQUISITION 1 1INCH']],
    ['ADAEUR', ['ACQUISITION 1 ADA = 2 EUR']],
  ])('in older files splits the market %s', (market, facts) => {
    const header = 'Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin';
    expect(factsIn(conversionOf([header, `2020-01-29 18:35:39,${market},BUY,2,1,2,0,BNB`]))).toEqual(facts);
  });

  test('in older files names a market that is not known, and the rest comes in', () => {
    const conversion = conversionOf([
      'Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin',
      '2020-01-29 18:35:39,ETHXYZ,BUY,2,1,2,0,BNB',
      '2020-01-29 18:35:40,ETHBTC,BUY,2,1,2,0,BNB',
    ]);
    expect(factsIn(conversion)).toHaveLength(2);
    expect(leftOutIn(conversion)).toEqual(['2 UNREADABLE, to be checked']);
  });
});
