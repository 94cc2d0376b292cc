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
