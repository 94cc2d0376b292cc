import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Conversion, convert } from './convert.ts';
import type { SourcedRecord } from './records.ts';

interface Case {
  readonly format: string;
  readonly what: string;
  /** Rows of an export that has the transaction as done. */
  readonly done: readonly string[];
  /** Rows of a later export, which has it as undone. */
  readonly undone: readonly string[];
  /** What is left of it. */
  readonly left?: readonly string[];
}

const BITVAVO = 'Europe/Brussels,2025-08-03,09:00:00,withdrawal,BTC,-0.003,,,,,BTC,0.0001,Completed,b-5,bc1q';
const BITVAVO_REWARD = 'Europe/Brussels,2025-08-04,09:00:00,staking,ETH,0.01,,,,,,,Distributed,b-6,';
const NEXO =
  'NXT6,Withdrawal,ETH,-0.101,ETH,0.101,$250.00,0.001,ETH,approved / withdrawal,2025-01-06 06:00:00';
const LEDGER_LIVE =
  '2025-02-05T10:00:00.000Z,Confirmed,BTC,OUT,0.0102,0.0002,aa02,Bitcoin 1,xpub1,EUR,1000.00,1200.00';
const BITFINEX = '800002,11-02-25 09:00:00,BTC,COMPLETED,-0.2,-0.0004,bc1q,aa,';
const MEXC = '10020030,Withdrawal Successful,2025-03-08 09:00:00,BTC,BTC,0.005,bc1q,,,0.0001,0.0049,';
const KUCOIN = '****1,mainAccount,2025-06-01 09:00:00,BTC,0.01,0.0005,bc1qown,BTC,SUCCESS,';
const CONVERSION =
  '****1,mainAccount,Funding Account,500 USDT,10285.11 KAS,1 USDT = 20.57022 KAS,2025-05-05 10:00:00,Success';
const KOINLY =
  'K01,,2025-01-10 14:25:36,trade,,Kraken;kraken,W1,300.0,EUR;11,Kraken;kraken,W1,1000.0,FTM;2310,1.2,EUR;11,,,,,300.0,1.2,EUR;11,false,api,api,false,false,,,,,,';
const KRAKEN_WITHDRAWAL =
  '"L10","W2","2025-03-07 08:00:00","withdrawal","","currency","crypto","XETH","spot / main",-0.0300000000,0.0010000000,0.3686';
const KRAKEN_REWARD =
  '"L14","Unknown","2025-04-08 02:00:00","earn","reward","currency","crypto","ETH","earn / flexible",0.0001000000,0.0000200000,0.1';
const BINANCE_REWARD = '1000,2025-01-05 09:00:00,Earn,Simple Earn Flexible Interest,ETH,0.0001,';
const CRYPTO_COM = '2025-01-07 10:00:00,Card Cashback,CRO,12,,,EUR,1.90,2.00,referral_card_cashback,';
const GATE = '19,2024-05-10 10:00:00,Withdrawals,w-2,BTC,-0.001,0.00497,1000';
const COINBASE_PRO = 'default,withdrawal,2020-05-05T10:00:00.000Z,-0.3,0.4,ETH,t-3,,';

const CASES: readonly Case[] = [
  {
    format: 'bitvavo',
    what: 'a withdrawal that was cancelled',
    done: [BITVAVO],
    undone: [BITVAVO.replace('Completed', 'Cancelled')],
  },
  {
    format: 'bitvavo',
    what: 'a reward that is taken back',
    done: [BITVAVO_REWARD],
    undone: [
      BITVAVO_REWARD,
      BITVAVO_REWARD.replace('0.01', '-0.01').replace('08-04', '08-05').replace('b-6', 'b-7'),
    ],
  },
  {
    format: 'bitvavo',
    what: 'the minus of a reward that an earlier export did not hold',
    done: [BITVAVO_REWARD.replace('0.01', '-0.01').replace('08-04', '08-05').replace('b-6', 'b-7')],
    undone: [
      BITVAVO_REWARD,
      BITVAVO_REWARD.replace('0.01', '-0.01').replace('08-04', '08-05').replace('b-6', 'b-7'),
    ],
  },
  {
    format: 'nexo',
    what: 'a withdrawal that was rejected',
    done: [NEXO],
    undone: [NEXO.replace('approved', 'rejected')],
  },
  {
    format: 'ledger-live',
    what: 'an operation that failed, of which the network fee is left',
    done: [LEDGER_LIVE],
    undone: [LEDGER_LIVE.replace('Confirmed', 'Failed')],
    left: ['EXPENSE BTC 0.0002'],
  },
  {
    format: 'bitfinex-movements',
    what: 'a withdrawal that was cancelled',
    done: [BITFINEX],
    undone: [BITFINEX.replace('COMPLETED', 'CANCELED')],
  },
  {
    format: 'mexc-withdrawals',
    what: 'a withdrawal that failed',
    done: [MEXC],
    undone: [MEXC.replace('Withdrawal Successful', 'Withdrawal Failed')],
  },
  {
    format: 'kucoin-withdrawals',
    what: 'a withdrawal that failed',
    done: [KUCOIN],
    undone: [KUCOIN.replace('SUCCESS', 'FAILURE')],
  },
  {
    format: 'kucoin-conversions',
    what: 'a conversion that failed',
    done: [CONVERSION],
    undone: [CONVERSION.replace('Success', 'Failed')],
  },
  {
    format: 'koinly-bulk-edit',
    what: 'a trade that was deleted',
    done: [KOINLY],
    undone: [KOINLY.replace('false', 'true')],
  },
  {
    format: 'kraken-ledgers',
    what: 'a withdrawal that came back with its fee',
    done: [KRAKEN_WITHDRAWAL],
    undone: [
      KRAKEN_WITHDRAWAL,
      KRAKEN_WITHDRAWAL.replace('L10', 'L11').replace('-0.03', '0.03').replace('0.0010', '-0.0010'),
    ],
  },
  {
    format: 'kraken-ledgers',
    what: 'a withdrawal that came back without its fee',
    done: [KRAKEN_WITHDRAWAL],
    undone: [
      KRAKEN_WITHDRAWAL,
      KRAKEN_WITHDRAWAL.replace('L10', 'L11').replace('-0.03', '0.03').replace('0.0010', '0.0000'),
    ],
    left: ['EXPENSE ETH 0.001'],
  },
  {
    format: 'kraken-ledgers',
    what: 'a reward that is taken back',
    done: [KRAKEN_REWARD],
    undone: [
      KRAKEN_REWARD,
      KRAKEN_REWARD.replace('L14', 'L15')
        .replace('0.0001', '-0.0001')
        .replace('0.00002', '-0.00002')
        .replace('04-08', '04-09'),
    ],
  },
  {
    format: 'binance-statement',
    what: 'interest that is taken back, beside equal interest that is not',
    done: [BINANCE_REWARD, BINANCE_REWARD],
    undone: [
      BINANCE_REWARD,
      BINANCE_REWARD,
      BINANCE_REWARD.replace('0.0001', '-0.0001').replace('01-05', '01-06'),
    ],
    left: ['INCOME ETH 0.0001'],
  },
  {
    format: 'crypto-com-app',
    what: 'cashback that is taken back',
    done: [CRYPTO_COM],
    undone: [
      CRYPTO_COM,
      CRYPTO_COM.replace('referral_card_cashback', 'card_cashback_reverted')
        .replace('CRO,12', 'CRO,-12')
        .replace('01-07', '01-08'),
    ],
  },
  {
    format: 'gate',
    what: 'a withdrawal that was rejected',
    done: [GATE],
    undone: [
      GATE,
      GATE.replace('19,', '20,')
        .replace('10:00', '12:00')
        .replace('Withdrawals', 'Withdrawal Rejected')
        .replace('-0.001,0.00497', '0.001,0.00597'),
    ],
  },
  {
    format: 'coinbase-pro-account',
    what: 'a withdrawal that came back',
    done: [COINBASE_PRO],
    undone: [COINBASE_PRO, COINBASE_PRO.replace('10:00:00', '11:00:00').replace('-0.3,0.4', '0.3,0.7')],
  },
];

/** The same transactions, not done yet. */
const PENDING: readonly (readonly [format: string, row: string])[] = [
  ['bitvavo', BITVAVO.replace('Completed', 'Pending')],
  ['nexo', NEXO.replace('approved', 'pending')],
  ['ledger-live', LEDGER_LIVE.replace('Confirmed', 'Pending')],
  ['bitfinex-movements', BITFINEX.replace('COMPLETED', 'PENDING')],
  ['mexc-withdrawals', MEXC.replace('Withdrawal Successful', 'Processing')],
  ['kucoin-withdrawals', KUCOIN.replace('SUCCESS', 'PROCESSING')],
  ['kraken-ledgers', KRAKEN_WITHDRAWAL.replace('L10', '')],
];

/** A file of a format with these rows, and the header of its sample. */
function read(format: string, rows: readonly string[]): Conversion {
  const [header = ''] = readFileSync(new URL(`samples/${format}.csv`, import.meta.url), 'utf8').split('\n');
  const conversion = convert(Buffer.from([header, ...rows, ''].join('\n')), { format });
  expect(conversion.faults).toEqual([]);
  return conversion;
}

type Event = Conversion['events'][number];

const keyOf = ({ record }: Event): string => `${record.referenceId} ${record.type} ${record.asset.symbol}`;
const keysOf = (events: Iterable<SourcedRecord & Event>): string[] => [...events].map(keyOf).toSorted();
const textOf = ({ record: { type, asset, amount } }: Event): string => `${type} ${asset.symbol} ${amount}`;

describe('An export that has a transaction as undone', () => {
  it.each(CASES)(
    '$format: names $what as an earlier export named it',
    ({ format, done, undone, left = [] }) => {
      const earlier = read(format, done).events;
      const later = read(format, undone);
      expect(later.events.map(textOf)).toEqual(left);
      const stays = new Set(later.events.map(keyOf));
      expect(keysOf(later.eachUndone())).toEqual(
        expect.arrayContaining(earlier.map(keyOf).filter((key) => !stays.has(key))),
      );
      expect(earlier.map(keyOf).filter((key) => !stays.has(key))).not.toEqual([]);
      for (const { record } of later.eachUndone()) expect(record).toMatchObject({ undone: true });
      expect(later.leftOut.length + later.events.length).toBeGreaterThan(0);
    },
  );

  it.each(PENDING)('%s: takes nothing back that is not done yet', (format, row) => {
    expect([...read(format, [row]).eachUndone()]).toEqual([]);
  });

  it('does not take back what the same file has as done', () => {
    const again = BITVAVO.replace('Completed', 'Cancelled');
    expect([...read('bitvavo', [BITVAVO, again]).eachUndone()]).toEqual([]);
    const rows = [MEXC, MEXC.replace('Successful', 'Failed')];
    const { events, eachUndone } = read('mexc-withdrawals', rows);
    const done = new Set(events.map(({ record }) => record.referenceId));
    expect([...eachUndone()].filter(({ record }) => done.has(record.referenceId))).toEqual([]);
  });

  it('is rejected if it becomes too many events, also where they are undone', () => {
    const rows = Array.from({ length: 3 }, (_row, index) =>
      NEXO.replace('NXT6', `N${String(index)}`).replace('approved', 'failed'),
    );
    const [header = ''] = readFileSync(new URL('samples/nexo.csv', import.meta.url), 'utf8').split('\n');
    const bytes = Buffer.from([header, ...rows, ''].join('\n'));
    expect(convert(bytes, { eventsMax: 5 }).faults).toMatchObject([
      { reason: expect.stringContaining('more than 5 events') },
    ]);
    expect(convert(bytes, { eventsMax: 6 }).faults).toEqual([]);
  });
});
