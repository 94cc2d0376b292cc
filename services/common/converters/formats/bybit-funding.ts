/** Bybit, funding account: a row for each change of a balance. Its type names the product, its description what happened there. */
import { absolute } from '../amounts.ts';
import { balanceColumns } from '../balance-chains.ts';
import { type Booking, symbolIn } from '../booking.ts';
import { BY_CONTENT, type MovementKind } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { BYBIT } from './bybit-unified.ts';
import { withoutTwins } from './changes.ts';

/** What a type, or a type with its description, means; the first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, MovementKind | 'INTERNAL'])[] = [
  [/^deposit\b|^userdeposit$/, 'DEPOSIT'],
  [/^withdraw(?:al)?\b|^userwithdraw(?:al)?$/, 'WITHDRAWAL'],
  [/^transfer (?:in|out)\b|^internalaccounttransfer(?:deposit|withdrawal)$/, 'INTERNAL'],
  [/\btransfer (?:to|from) (?:derivatives|unified trading|spot) account$/, 'INTERNAL'],
  [/^earn .*(?:interest|yield|rewards?) distribution$/, 'INCOME'],
  [/^earn .*(?:subscription|redemption|auto-earn\)?)$/, 'INTERNAL'],
  [/^airdrop\b/, 'INCOME'],
  [/^fiat (?:buy crypto with card|p2p purchase)$/, 'BUY'],
  [/^fiat p2p sale$/, 'SALE'],
  // Older files have no products, but the description alone.
  [/^\S* ?deposit$/, 'DEPOSIT'],
  [/^\S* ?withdrawal$/, 'WITHDRAWAL'],
];

const RENAMED = new Map([
  ['date & time(utc)', 'time(utc)'],
  ['qty', 'amount'],
]);

export const BYBIT_FUNDING: Format = {
  id: 'bybit-funding',
  title: 'Bybit: funding account',
  platform: BYBIT,
  guide: {
    download: 'On the website: Assets, Funding, History, Export, the whole period (at most a year a file).',
    read: 'deposits, withdrawals, interest of Earn, airdrops, purchases by card',
    traps: [
      'Trades are in the file of the unified trading account: import both.',
      'What a purchase by card cost is not in the file: enter its value in the inbox.',
    ],
  },
  headers: [
    ['time(utc)', 'coin', 'amount', 'type', 'account balance', 'description'],
    ['time(utc)', 'coin', 'amount', 'type', 'wallet balance'],
  ],
  canonical: (column) => RENAMED.get(column) ?? column,
  balances: () =>
    balanceColumns({
      at: (row) => row.instant('time(utc)', UTC),
      asset: (row) => symbolIn(row, 'coin'),
      change: (row) => row.amount('amount'),
      after: ['account balance', 'wallet balance'],
    }),
  read(rows, booking) {
    // The balance after a change tells two changes that are alike from one that stands twice.
    const known = withoutTwins(rows, (row) => row.content(), booking, 'change of a balance');
    booking.each(known, (row) => {
      bookRow(row, booking);
    });
  },
};

function bookRow(row: Row, booking: Booking): void {
  const type = `${row.text('type')} ${row.text('description')}`.trim().toLowerCase();
  const symbol = symbolIn(row, 'coin');
  const meaning = MEANINGS.find(([pattern]) => pattern.test(type))?.[1] ?? 'UNKNOWN_TYPE';
  const amount = row.amount('amount');
  if (meaning === 'UNKNOWN_TYPE' || meaning === 'INTERNAL') booking.leaveOut([row], meaning, type);
  else {
    booking.movement([row], type, {
      kind: meaning === 'INCOME' && amount < 0n ? 'UNCLEAR_OUT' : meaning,
      id: BY_CONTENT,
      at: row.instant('time(utc)', UTC),
      description: row.text('description') || row.text('type'),
      part: { symbol, amount: absolute(amount) },
    });
  }
}
