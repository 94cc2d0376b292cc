/**
 * Gemini, transaction history: a row per fill or movement, with three columns for each asset: its signed amount, its fee and its balance. The
 * fee is outside of the amount.
 */
import { absolute } from '../amounts.ts';
import { isMoney, symbolOf } from '../assets.ts';
import { orNull, type StatedBalance } from '../balance-chains.ts';
import { type Booking, sumBySymbol } from '../booking.ts';
import { BY_CONTENT, isReason, type MovementKind, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { sidesOf, withoutTwins } from './changes.ts';

/** What a specification says of a credit or debit; the first that fits counts. */
const CREDITS: readonly (readonly [RegExp, MovementKind | 'INTERNAL'])[] = [
  [/\b(?:reward|interest|referral|airdrop|bonus|promotion)/i, 'INCOME'],
  [/\bearn\b.*\b(?:transfer|deposit|redemption)\b|\b(?:transfer|redemption)\b.*\bearn\b/i, 'INTERNAL'],
  [/\bstaking\b.*\b(?:deposit|withdrawal|transfer)\b/i, 'INTERNAL'],
  [/^deposit\b/i, 'DEPOSIT'],
];
const DEBITS: readonly (readonly [RegExp, MovementKind | 'INTERNAL'])[] = [
  [/\bearn\b.*\b(?:transfer|deposit|redemption)\b|\b(?:transfer|redemption)\b.*\bearn\b/i, 'INTERNAL'],
  [/\bstaking\b.*\b(?:deposit|withdrawal|transfer)\b/i, 'INTERNAL'],
  [/^withdrawal\b/i, 'WITHDRAWAL'],
];
const AMOUNT_COLUMN = /^(\w+) amount \1$/;

export const GEMINI: Format = {
  id: 'gemini',
  title: 'Gemini: transaction history',
  platform: { name: 'Gemini', source: 'GEMINI' },
  guide: {
    download:
      'On the website: Account, Statements, Transaction history, all assets, the whole period, XLSX. The workbook is read as it is.',
    read: 'trades with their fees, deposits, withdrawals, rewards and interest',
    traps: [
      'A credit or debit of another kind, such as a refund, asks in the inbox.',
      'Perpetual contracts are left out and named.',
    ],
  },
  isReadFromWorkbooks: true,
  headers: [['date', 'time (utc)', 'type', 'symbol', 'specification', 'liquidity indicator']],
  balances: (_, { header }) => {
    const assets = assetsIn(header);
    return (row) => assets.flatMap((asset) => balanceIn(row, asset));
  },
  read(rows, booking, { header }) {
    const assets = assetsIn(header);
    // The balances after a change tell two changes that are alike from one that stands twice.
    const known = withoutTwins(rows, (row) => row.content(), booking, 'change of a balance');
    booking.each(known, (row) => {
      if (/^totals?$/i.test(row.text('date') || row.text('time (utc)') || row.text('type')))
        booking.leaveOut([row], 'TWIN', 'totals');
      else bookRow(row, assets, booking);
    });
  },
};

function bookRow(row: Row, assets: readonly string[], booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const specification = row.text('specification');
  const shown = `${type} ${specification}`.trim();
  const changes = assets.flatMap((asset) => partIn(row, asset, `${asset} amount ${asset}`));
  const fees = sumBySymbol(assets.flatMap((asset) => feesIn(row, asset)));
  const common = { at: instantOf(row), fees };
  if (row.text('symbol').toUpperCase().endsWith('PERP')) booking.leaveOut([row], 'DERIVATIVES', shown);
  else if (type === 'buy' || type === 'sell')
    booking.trade([row], type, {
      ...common,
      id: row.id('trade id') === '' ? BY_CONTENT : `trade ${row.id('trade id')}`,
      ...sidesOf(changes),
    });
  else if (type === 'credit' || type === 'debit')
    bookMovement(row, { type, shown, common, changes }, booking);
  else booking.leaveOut([row], 'UNKNOWN_TYPE', shown);
}

function assetsIn(header: readonly string[]): string[] {
  return header.flatMap((name) => AMOUNT_COLUMN.exec(name)?.[1] ?? []);
}

function feesIn(row: Row, asset: string): Part[] {
  return [...partIn(row, asset, `fee (${asset}) ${asset}`), ...partIn(row, asset, `fee ${asset}`)].map(
    ({ symbol, amount }) => ({ symbol, amount: absolute(amount) }),
  );
}

/** Money is shown in cents. */
const MONEY_DECIMALS = 2;

/** Returns the balance of an asset, which each row shows, whether or not it changed. */
function balanceIn(row: Row, asset: string): StatedBalance[] {
  const symbol = symbolOf(asset);
  const after = orNull(() => row.optionalAmount(`${asset} balance ${asset}`, undecorated));
  if (symbol === null || after === null) return [];
  const changes = partIn(row, asset, `${asset} amount ${asset}`);
  const change = changes.reduce((sum, { amount }) => sum + amount, 0n);
  const fee = feesIn(row, asset).reduce((sum, { amount }) => sum + amount, 0n);
  const decimals = isMoney(symbol) ? MONEY_DECIMALS : null;
  return [{ wallet: '', asset: symbol, at: instantOf(row), change: change - fee, after, decimals }];
}

interface CreditOrDebit {
  readonly type: 'credit' | 'debit';
  readonly shown: string;
  readonly common: { readonly at: string; readonly fees: readonly Part[] };
  readonly changes: readonly Part[];
}

function bookMovement(row: Row, { type, shown, common, changes }: CreditOrDebit, booking: Booking): void {
  const [part] = changes;
  const table = type === 'credit' ? CREDITS : DEBITS;
  const meaning =
    table.find(([pattern]) => pattern.test(row.text('specification')))?.[1] ??
    (type === 'credit' ? 'UNCLEAR_IN' : 'UNCLEAR_OUT');
  if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (part === undefined) booking.leaveOut([row], 'ZERO', shown);
  else
    booking.movement([row], shown, {
      ...common,
      kind: meaning,
      id: BY_CONTENT,
      part: { symbol: part.symbol, amount: absolute(part.amount) },
      address: row.text(type === 'credit' ? 'deposit destination' : 'withdrawal destination'),
      transaction: row.text('tx hash'),
    });
}

/** The date may hold the time too, and so may the time hold the date. */
function instantOf(row: Row): string {
  const [date, time] = [row.required('date'), row.text('time (utc)')];
  const [day = '', clock = ''] = date.split(/[ T]+/);
  const shown = time.split(/[ T]+/).at(-1) ?? '';
  return row.instantOf('date', `${day} ${shown === '' ? clock : shown}`, UTC);
}

/** Reads cells such as `($53.62)`, which is negative, and `0.2092 BTC`. */
function undecorated(text: string): string {
  const isNegative = text.startsWith('(') && text.endsWith(')');
  const [number = ''] = text
    .replaceAll(/[()$€£]/g, '')
    .trim()
    .split(' ');
  return isNegative ? `-${number}` : number;
}

function partIn(row: Row, asset: string, column: string): Part[] {
  const amount = row.optionalAmount(column, undecorated) ?? 0n;
  const symbol = symbolOf(asset);
  return amount === 0n || symbol === null ? [] : [{ symbol, amount }];
}
