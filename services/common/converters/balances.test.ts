/** Files with balances: the facts and the rows left out add up to the last balance of each asset. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { readAmount } from './amounts.ts';
import { isMoney } from './assets.ts';
import { convert } from './convert.ts';

/** How a sample states its balances: the columns of the asset, of the change and of the balance after it. */
interface Ledger {
  readonly file: string;
  readonly lineOfHeader: number;
  /** The column of the asset, or the asset itself where the file is about one. */
  readonly asset: string;
  readonly change: string;
  readonly balance: string;
  /** The column of the wallet, where each has a balance of its own. */
  readonly wallet?: string;
  /** How the platform calls an asset. */
  readonly names?: Readonly<Record<string, string>>;
}

const LEDGERS: readonly Ledger[] = [
  {
    file: 'bitfinex-ledger',
    lineOfHeader: 1,
    asset: 'CURRENCY',
    change: 'AMOUNT',
    balance: 'BALANCE',
    wallet: 'WALLET',
    names: { UST: 'USDT' },
  },
  { file: 'bybit-funding', lineOfHeader: 2, asset: 'Coin', change: 'QTY', balance: 'Account Balance' },
  { file: 'bybit-unified', lineOfHeader: 2, asset: 'Currency', change: 'Change', balance: 'Wallet Balance' },
  { file: 'gate', lineOfHeader: 1, asset: 'type', change: 'change_amount', balance: 'amount' },
  { file: 'okx-bills', lineOfHeader: 1, asset: 'currency', change: 'size', balance: 'balance' },
  { file: 'okx-funding', lineOfHeader: 1, asset: 'Symbol', change: 'Amount', balance: 'After Balance' },
  {
    file: 'okx-trading',
    lineOfHeader: 1,
    asset: 'Balance Unit',
    change: 'Balance Change',
    balance: 'Balance',
  },
];

describe('The facts and the rows left out add up to the last balance of each asset in', () => {
  test.each(LEDGERS)('$file.csv', ({ file, lineOfHeader, asset, change, balance, wallet, names }) => {
    const bytes = readFileSync(join(import.meta.dirname, 'samples', `${file}.csv`));
    const { events, leftOut } = convert(bytes);
    const sums = new Map<string, bigint>();
    const add = (symbol: string, amount: bigint): void => {
      if (!isMoney(symbol)) sums.set(symbol, (sums.get(symbol) ?? 0n) + amount);
    };
    for (const { record } of events) {
      const isIn = ['ACQUISITION', 'INCOME'].includes(record.type);
      add(record.asset.key, (isIn ? 1n : -1n) * (readAmount(record.amount) ?? 0n));
    }
    const rows: Record<string, string>[] = parse(bytes, { columns: true, fromLine: lineOfHeader });
    const balances = new Map<string, bigint>();
    for (const [index, row] of rows.entries()) {
      const line = lineOfHeader + index + 1;
      const name = row[asset] ?? asset;
      const symbol = names?.[name] ?? name;
      const reasons = leftOut.filter((each) => each.line === line).map(({ reason }) => reason);
      if (reasons.includes('TWIN')) continue;
      if (reasons.length > 0) add(symbol, readAmount(row[change] ?? '') ?? 0n);
      const key = `${symbol} ${wallet === undefined ? '' : (row[wallet] ?? '')}`;
      if (!isMoney(symbol)) balances.set(key, readAmount(row[balance] ?? '') ?? 0n);
    }
    const total = new Map<string, bigint>();
    for (const [key, amount] of balances) {
      const [symbol = ''] = key.split(' ');
      total.set(symbol, (total.get(symbol) ?? 0n) + amount);
    }
    expect(textsOf(sums)).toEqual(textsOf(total));
  });
});

describe('The statement of Gemini', () => {
  test('adds up to the last balance of each asset, with the rows left out', () => {
    const bytes = readFileSync(join(import.meta.dirname, 'samples', 'gemini.csv'));
    const { events, leftOut } = convert(bytes);
    const rows: Record<string, string>[] = parse(bytes, { columns: true });
    const amountIn = (cell = ''): bigint => {
      const amount = readAmount(cell.replaceAll(/[^\d.,]/g, '')) ?? 0n;
      return cell.startsWith('(') ? -amount : amount;
    };
    for (const symbol of ['BTC', 'ETH']) {
      const booked = events.map(({ record: { type, asset, amount } }) =>
        asset.key === symbol
          ? amountIn(['ACQUISITION', 'INCOME'].includes(type) ? amount : `(${amount})`)
          : 0n,
      );
      const others = leftOut
        .filter(({ reason }) => reason !== 'TWIN')
        .map(({ line }) => amountIn(rows[line - 2]?.[`${symbol} Amount ${symbol}`]));
      const sum = [...booked, ...others].reduce((total, amount) => total + amount, 0n);
      expect([symbol, sum]).toEqual([symbol, amountIn(rows.at(-2)?.[`${symbol} Balance ${symbol}`])]);
    }
  });
});

function textsOf(sums: ReadonlyMap<string, bigint>): Record<string, string> {
  const sorted = [...sums].toSorted(([left], [right]) => left.localeCompare(right));
  return Object.fromEntries(sorted.map(([key, sum]) => [key, formatDecimal(sum, AMOUNT_SCALE)]));
}
