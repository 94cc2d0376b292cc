/** Rules of exchanges that the samples do not show: older headers, odd rows, what an unknown word becomes. */
import { describe, expect, test } from '@jest/globals';
import { convert } from '../convert.ts';

interface Example {
  readonly rule: string;
  readonly format: string;
  readonly file: readonly string[];
  /** Type, amount, asset and, where there is one, value in EUR and treatment of each fact. */
  readonly facts: readonly string[];
  readonly leftOut?: readonly string[];
}

const OKX_BILLS = 'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,Fee,Fee Unit';
const BYBIT_LOG =
  'Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Fee Paid,Cash Flow,Change,Wallet Balance,Time(UTC)';
const BYBIT_OLD =
  'Time,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Fee Rate,Trade ID,Order ID';

const GEMINI_COLUMNS =
  'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),USD Amount USD,Fee (USD) USD,ZEC Amount ZEC,Fee ZEC,ZEC Balance ZEC,Trade ID';
const SWISSBORG_COLUMNS =
  'Local time,Time in UTC,Type,Currency,Gross amount,Gross amount (CHF),Fee,Fee (CHF),Net amount,Net amount (CHF),Note';
const ETORO_COLUMNS =
  'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA';

const EXAMPLES: readonly Example[] = [
  {
    rule: 'bills of OKX of 2022, where both rows of a fill have one id and two columns are called Unit, are read',
    format: 'okx-trading',
    file: [
      'id,Order id,Time,Trade Type,Instrument,Type,Amount,Unit,PL,Fee,Position Change,Position Balance,Balance Change,Balance,Unit',
      '7,70,2022-05-01 10:00:00,Spot,ETH-USDT,Buy,0.1,ETH,0,-0.0001,0,0,0.0999,0.0999,ETH',
      '7,70,2022-05-01 10:00:00,Spot,ETH-USDT,Sell,280,ETH,0,0,0,0,-280,20,USDT',
    ],
    facts: ['DISPOSITION 280 USDT', 'ACQUISITION 0.1 ETH', 'FEE 0.0001 ETH'],
  },
  {
    rule: 'OKX in another time zone is read by the zone in the name of its column, and the older mark before each name is dropped',
    format: 'okx-funding',
    file: [
      '\uFEFFid,\uFEFFTime(UTC+2),\uFEFFType,\uFEFFAmount,\uFEFFBefore Balance,\uFEFFAfter Balance,\uFEFFSymbol',
      '1,2025-05-01 10:00:00,Deposit,0.5,0,0.5,BTC',
    ],
    facts: ['ACQUISITION 0.5 BTC CONTINUITY_WITHDRAW at 2025-05-01T08:00:00Z'],
  },
  {
    rule: 'a fee of OKX that is outside of the amount is found by the balances',
    format: 'okx-funding',
    file: [
      'id,Time,Type,Amount,Before Balance,After Balance,Fee,Symbol',
      '1,2025-05-01 10:00:00,Withdrawal,-0.4,1,0.59,0.01,SOL',
    ],
    facts: ['DISPOSITION 0.4 SOL TRANSFER_OUT_UNRESOLVED', 'FEE 0.01 SOL'],
  },
  {
    rule: 'a trade of OKX with margin, and one with an action that is not known, are to be checked',
    format: 'okx-trading',
    file: [
      `${OKX_BILLS},Balance Change,Balance,Balance Unit`,
      '1,1,2025-05-01 10:00:00,Margin,BTC-EUR,Buy,1,BTC,1,0,BTC,1,1,BTC',
      '2,1,2025-05-01 10:00:00,Spot,BTC-EUR,Swap,1,BTC,1,0,BTC,1,1,BTC',
    ],
    facts: [],
    leftOut: ['2 DERIVATIVES', '3 UNKNOWN_TYPE'],
  },
  {
    rule: 'a row of OKX with the id of another one and other content is to be checked, and not summed',
    format: 'okx-trading',
    file: [
      `${OKX_BILLS},Balance Change,Balance,Balance Unit`,
      '1,1,2025-05-01 10:00:00,Spot,BTC-EUR,Buy,0.01,BTC,60000,0,BTC,0.01,1,BTC',
      '1,1,2025-05-01 10:00:00,Spot,BTC-EUR,Buy,0.02,BTC,60000,0,BTC,0.02,1,BTC',
      '2,1,2025-05-01 10:00:00,Spot,BTC-EUR,Sell,600,BTC,60000,0,EUR,-600,1,EUR',
    ],
    facts: ['ACQUISITION 0.01 BTC EUR 600'],
    leftOut: ['3 OTHER_TWIN'],
  },
  {
    rule: 'bills of OKEx without a zone are in UTC, and half of a trade is named',
    format: 'okx-bills',
    file: [
      'time,type,size,balance,fee,currency',
      '2019-05-01 18:00:00,buy,0.05,0.05,0,BTC',
      '2019-05-01 18:00:00,sell,-265,235,0,USDT',
      '2019-05-01 18:00:01,sell,-265,-30,0,USDT',
    ],
    facts: ['DISPOSITION 265 USDT at 2019-05-01T18:00:00Z', 'ACQUISITION 0.05 BTC at 2019-05-01T18:00:00Z'],
    leftOut: ['4 HALF_TRADE'],
  },
  {
    rule: 'the derivatives account of Bybit has deposits, withdrawals and exchanges of one second',
    format: 'bybit-unified',
    file: [
      BYBIT_OLD,
      '2022-05-01 10:00:00,BTC,BTCUSD,deposit,,0,0,0,0,0,0.1,0.1,0.1,0,,1',
      '2022-05-02 10:00:00,BTC,BTCUSD,withdraw,,0,0,0,0,0.0005,-0.02,-0.0205,0.0795,0,,2',
      '2022-05-03 10:00:00,BTC,,exchangeOut,,0,0,0,0,0,-0.01,-0.01,0.0695,0,,3',
      '2022-05-03 10:00:00,ETH,,exchangeIn,,0,0,0,0,0,0.15,0.15,0.15,0,,4',
      '2022-05-04 10:00:00,BTC,BTCUSD,trade,Open Long,100,100,40000,0,0.0001,0,-0.0001,0.0694,0.001,,5',
    ],
    facts: [
      'ACQUISITION 0.1 BTC CONTINUITY_WITHDRAW',
      'DISPOSITION 0.02 BTC TRANSFER_OUT_UNRESOLVED',
      'FEE 0.0005 BTC',
      'DISPOSITION 0.01 BTC',
      'ACQUISITION 0.15 ETH',
    ],
    leftOut: ['6 DERIVATIVES'],
  },
  {
    rule: 'several fills of Bybit at one price and second are one trade, and a row that stands twice counts once',
    format: 'bybit-unified',
    file: [
      BYBIT_LOG,
      'BTC,BTCEUR,TRADE,BUY,0.001,0,60000,0,0.001,0.001,0.001,2026-02-01 08:00:00',
      'BTC,BTCEUR,TRADE,BUY,0.001,0,60000,0,0.001,0.001,0.002,2026-02-01 08:00:00',
      'EUR,BTCEUR,TRADE,BUY,-60,0,60000,0,-60,-60,40,2026-02-01 08:00:00',
      'EUR,BTCEUR,TRADE,BUY,-60,0,60000,0,-60,-60,-20,2026-02-01 08:00:00',
      'EUR,BTCEUR,TRADE,BUY,-60,0,60000,0,-60,-60,-20,2026-02-01 08:00:00',
    ],
    facts: ['ACQUISITION 0.002 BTC EUR 120'],
    leftOut: ['6 TWIN'],
  },
  {
    rule: 'the oldest file of the funding account of Bybit has types without a description',
    format: 'bybit-funding',
    file: [
      'Type,Coin,Amount,Wallet Balance,Time(UTC)',
      'userDeposit,ETH,1,1,2022-01-01 00:00:00',
      'internalAccountTransferWithdrawal,ETH,-1,0,2022-01-02 00:00:00',
      'userGift,ETH,1,1,2022-01-03 00:00:00',
    ],
    facts: ['ACQUISITION 1 ETH CONTINUITY_WITHDRAW'],
    leftOut: ['3 INTERNAL', '4 UNKNOWN_TYPE'],
  },
  {
    rule: 'a fee of Bybit without an asset is in what was received',
    format: 'bybit-trades',
    file: [
      'Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)',
      'BTCUSDT,LIMIT,BUY,60,60000,0.001,0.000001,1,1,08:22 2026-06-05',
      'BTCUSDT,LIMIT,SELL,61,61000,0.001,0.061,2,2,08:23 2026-06-05',
      'BTCXYZ,LIMIT,SELL,61,61000,0.001,0.061,3,3,08:23 2026-06-05',
    ],
    facts: [
      'DISPOSITION 60 USDT',
      'ACQUISITION 0.001 BTC',
      'FEE 0.000001 BTC',
      'DISPOSITION 0.001 BTC',
      'ACQUISITION 61 USDT',
      'FEE 0.061 USDT',
    ],
    leftOut: ['4 UNREADABLE'],
  },
  {
    rule: 'the ledger of Bitfinex of before it had numbers is read, with its older dates',
    format: 'bitfinex-ledger',
    file: [
      'DESCRIPTION,CURRENCY,AMOUNT,BALANCE,DATE,WALLET',
      'Trading fees for 0.956 LTC (LTCBTC) @ 0.0107 on BFX (0.2%) on wallet Exchange,BTC,-0.00002044,1,2017.06.07 05:07:16,exchange',
      'Exchange 0.956 LTC for BTC @ 0.010691 on wallet Exchange,BTC,0.0102206,1.00002044,2017.06.07 05:07:16,exchange',
      'Exchange 0.956 LTC for BTC @ 0.010691 on wallet Exchange,LTC,-0.956,0,2017.06.07 05:07:16,exchange',
      'Trading fees for 9.9 LTC (LTCBTC) @ 0.0107 on BFX (0.2%) on wallet Exchange,BTC,-0.001,0.999,2017.06.08 05:07:16,exchange',
    ],
    facts: ['DISPOSITION 0.956 LTC', 'ACQUISITION 0.0102206 BTC', 'FEE 0.00002044 BTC', 'EXPENSE 0.001 BTC'],
  },
  {
    rule: 'a fee of Bitfinex that follows its trade by a second is a fee of the trade',
    format: 'bitfinex-ledger',
    file: [
      '#,DESCRIPTION,CURRENCY,AMOUNT,BALANCE,DATE,WALLET',
      '1,Exchange 1.0 ETH for EUR @ 2000.0 on wallet exchange,ETH,1,1,04-02-20 10:00:00,exchange',
      '2,Exchange 1.0 ETH for EUR @ 2000.0 on wallet exchange,EUR,-2000,0,04-02-20 10:00:00,exchange',
      '3,Trading fees for 1.0 ETH (ETHEUR) @ 2000.0 on BFX (0.2%) on wallet exchange,ETH,-0.002,0.998,04-02-20 10:00:01,exchange',
    ],
    facts: ['ACQUISITION 1 ETH EUR 2000', 'FEE 0.002 ETH'],
  },
  {
    rule: 'a trade of Bitfinex with a fee in a third asset, and one with a pair of more than two assets, are what they say',
    format: 'bitfinex-trades',
    file: [
      '#,PAIR,AMOUNT,PRICE,FEE,FEE CURRENCY,DATE,ORDER ID',
      '1,IOT/UST,100,0.25,-0.01,LEO,04-02-20 16:52:06,9',
      '2,A/B/C,100,0.25,-0.01,LEO,04-02-20 16:52:06,9',
    ],
    facts: ['DISPOSITION 25 USDT', 'ACQUISITION 100 IOTA', 'FEE 0.01 LEO'],
    leftOut: ['3 UNREADABLE'],
  },
  {
    rule: 'an order of Gate that was filled in parts is one trade at its last fill, and its rest came back',
    format: 'gate',
    file: [
      'no,time,action_desc,action_data,type,change_amount,amount,total',
      '1,2024-05-02 10:00:00,Order Placed,1,USDT,-600,400,0',
      '2,2024-05-02 10:05:00,Order Filled,1,BTC,0.004,0.004,0',
      '3,2024-05-03 10:05:00,Order Filled,1,BTC,0.004,0.008,0',
      '4,2024-05-04 10:05:00,Order Cancelled,1,USDT,120,520,0',
    ],
    facts: ['DISPOSITION 480 USDT at 2024-05-03T10:05:00Z', 'ACQUISITION 0.008 BTC at 2024-05-03T10:05:00Z'],
  },
  {
    rule: 'MEXC without an asset of the fee takes it in the quote, and reads times by the zone of their column',
    format: 'mexc-trades',
    file: [
      'Pairs,Time(UTC+08:00),Side,Filled Price,Executed Amount,Total,Fee,Role',
      'BTCUSDT,2022-03-01 10:00:00,BUY,40000,0.01,400,0.8,Taker',
      'BTCUSDT,2022-03-01 10:00:00,LONG,40000,0.01,400,0.8,Taker',
    ],
    facts: [
      'DISPOSITION 400 USDT at 2022-03-01T02:00:00Z',
      'ACQUISITION 0.01 BTC at 2022-03-01T02:00:00Z',
      'FEE 0.8 USDT at 2022-03-01T02:00:00Z',
    ],
    leftOut: ['3 UNREADABLE'],
  },
  {
    rule: 'MEXC without what arrived takes the fee off what was asked for',
    format: 'mexc-withdrawals',
    file: [
      'Status,Time,Crypto,Network,Request Amount,Withdrawal Address,TxID,Trading Fee,Settlement Amount,Withdrawal Descriptions',
      'Withdrawal Successful,2022-03-01 10:00:00,SOL,SOL,1,x,y,0.01,,',
    ],
    facts: ['DISPOSITION 0.99 SOL TRANSFER_OUT_UNRESOLVED', 'FEE 0.01 SOL'],
  },
  {
    rule: 'Gemini writes a fee without brackets around its asset, and the time within the date',
    format: 'gemini',
    file: [
      GEMINI_COLUMNS,
      '2021-02-01 10:00:00.250,,Debit,ZEC,Withdrawal (ZEC),,,,,(1.5 ZEC),(0.001 ZEC),0,',
      '2021-02-02,10:00:00,Sell,ZECUSD,Limit,Maker,25,"$1,100.00",($2.75),(10 ZEC),,0,77',
      '2021-02-03,10:00:00,Credit,ZEC,Refund,,,,,1 ZEC,,1,',
      '2021-02-04,10:00:00,Debit,ZEC,Clawback,,,,,(1 ZEC),,0,',
    ],
    facts: [
      'DISPOSITION 1.5 ZEC TRANSFER_OUT_UNRESOLVED at 2021-02-01T10:00:00.25Z',
      'FEE 0.001 ZEC',
      'DISPOSITION 10 ZEC',
      'ACQUISITION 1100 USD',
      'FEE 2.75 USD',
      'ACQUISITION 1 ZEC UNCLASSIFIED',
      'DISPOSITION 1 ZEC UNCLASSIFIED',
    ],
  },
  {
    rule: 'values of SwissBorg in another currency than euro are not used',
    format: 'swissborg',
    file: [
      SWISSBORG_COLUMNS,
      '2025-03-01 02:00:00,2025-03-01 01:00:00,Payouts,ETH,0.0001,0.25,0.00001,0.02,0.00009,0.23,Yield payouts',
    ],
    facts: ['INCOME 0.0001 ETH', 'FEE 0.00001 ETH'],
  },
  {
    rule: 'eToro reads what a position cost and brought in, and asks about crypto rows of another type',
    format: 'etoro',
    file: [
      ETORO_COLUMNS,
      '09/01/2024 15:30:40,Position closed,SOL/USD,"1,018.43",10,7.37,0,0,1,Crypto,',
      '09/01/2024 15:30:41,Open Position,SOL/USD,18.43,-,0,0,0,2,Crypto,',
      '09/01/2024 15:30:42,Dividend,SOL/USD,1,-,0,0,0,3,Crypto,',
      '09/01/2024 15:30:43,Open Position,-,1,1,0,0,0,4,Crypto,',
      '31/01/2024 15:30:43,Staking,ADA/USD,1,2.5,0,0,0,-,-,',
    ],
    facts: ['DISPOSITION 10 SOL', 'ACQUISITION 1018.43 USD', 'INCOME 2.5 ADA'],
    leftOut: ['3 HALF_TRADE', '4 UNKNOWN_TYPE', '5 UNREADABLE'],
  },
];

describe('In the files of exchanges,', () => {
  test.each(EXAMPLES)('$rule', ({ format, file, facts, leftOut = [] }) => {
    const conversion = convert(Buffer.from(`${file.join('\n')}\n`));
    expect(conversion.faults).toEqual([]);
    expect(conversion.format?.id).toBe(format);
    const shown = conversion.events.map(({ record }, index) => {
      const { type, amount, asset, euroValue, treatment, timestamp } = record;
      const parts = [type, amount, asset.key, euroValue && `EUR ${euroValue}`, treatment];
      const isTimed = facts[index]?.includes(' at ') === true;
      return [...parts, isTimed && `at ${timestamp}`].filter(Boolean).join(' ');
    });
    expect(shown).toEqual(facts);
    expect(conversion.leftOut.map(({ line, reason }) => `${String(line)} ${reason}`)).toEqual(leftOut);
  });
});

describe('A file of Bitfinex with the month before the day', () => {
  test('is rejected with its line, for most of its dates could be either', () => {
    const file = [
      '#,PAIR,AMOUNT,PRICE,FEE,FEE CURRENCY,DATE,ORDER ID',
      '1,BTC/USD,1,1,-0.01,BTC,02-04-20 16:52:06,9',
      '2,BTC/USD,1,1,-0.01,BTC,02-14-20 16:52:06,9',
    ];
    const { faults, events } = convert(Buffer.from(`${file.join('\n')}\n`));
    expect(events).toEqual([]);
    expect(faults).toMatchObject([{ line: 3, column: 'date', reason: expect.stringContaining('DD-MM-YY') }]);
  });
});

describe('A fill of OKX', () => {
  test('has the same reference in bills of 2022 and in later ones', () => {
    const referencesOf = (...file: readonly string[]) =>
      convert(Buffer.from(`${file.join('\n')}\n`)).events.map(({ record }) => record.referenceId);
    const older = referencesOf(
      'id,Order id,Time,Trade Type,Instrument,Type,Amount,Unit,PL,Fee,Position Change,Position Balance,Balance Change,Balance,Unit',
      '7,70,2022-05-01 10:00:00,Spot,ETH-USDT,Buy,0.1,ETH,0,-0.0001,0,0,0.0999,0.0999,ETH',
      '7,70,2022-05-01 10:00:00,Spot,ETH-USDT,Sell,280,ETH,0,0,0,0,-280,20,USDT',
    );
    const later = referencesOf(
      `${OKX_BILLS},Balance Change,Balance,Balance Unit`,
      '1008,70,2022-05-01 10:00:00,Spot,ETH-USDT,Sell,280,ETH,2800,0,USDT,-280,20,USDT',
      '1007,70,2022-05-01 10:00:00,Spot,ETH-USDT,Buy,0.1,ETH,2800,-0.0001,ETH,0.0999,0.0999,ETH',
    );
    expect(new Set(older)).toEqual(new Set(later));
    expect(older).toHaveLength(3);
  });
});
