/** What all files in the style of Koinly share: times, columns, and what the tag of a transaction means. */
import { type Booking, partsOf, sumBySymbol } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { TimeStyle } from '../instants.ts';
import type { Row } from '../table.ts';
import { bookOwnMove } from './own-move.ts';
import { withoutKnownId } from './koinly-symbols.ts';

/** Always UTC. The documentation of the templates shows times without seconds and days without a time. */
export const KOINLY_TIME: TimeStyle = {
  zone: 'UTC',
  patterns: [
    "yyyy-MM-dd H:mm 'UTC'",
    'yyyy-MM-dd H:mm',
    "yyyy-MM-dd'T'HH:mm'Z'",
    "yyyy-MM-dd H:mm:ss 'UTC'",
    'yyyy-MM-dd H:mm:ss',
    "yyyy-MM-dd 'UTC'",
    'yyyy-MM-dd',
  ],
};

/** Tags of both directions that Koinly documents as moves to a pool of the same person. Staking and farming use them. */
const POOLS = meanings('INTERNAL', 'add to pool', 'sent to pool', 'remove from pool', 'received from pool');
const DERIVATIVES = meanings(
  'DERIVATIVES',
  'realized gain',
  'realized pnl',
  'realized p&l',
  'margin loan',
  'margin fee',
  'margin repayment',
  'margin interest',
  'funding fee',
);

/** Tags of transactions that only bring something in. Without a tag it is a deposit. */
const INCOMING: Readonly<Record<string, Meaning>> = {
  ...POOLS,
  ...DERIVATIVES,
  ...meanings('DEPOSIT', '', 'deposit', 'receive', 'transfer'),
  ...meanings(
    'INCOME',
    'airdrop',
    'fork',
    'mining',
    'staking',
    'staking reward',
    'reward',
    'income',
    'other income',
    'lending interest',
    'loan interest',
    'interest',
    'cashback',
    'fee refund',
    'salary',
  ),
  gift: 'GIFT_RECEIVED',
  loan: 'LOAN',
};

/** Tags of transactions that only take something out. Without a tag it is a withdrawal. */
const OUTGOING: Readonly<Record<string, Meaning>> = {
  ...POOLS,
  ...DERIVATIVES,
  ...meanings('WITHDRAWAL', '', 'withdrawal', 'send', 'transfer'),
  ...meanings('COST', 'cost', 'fee', 'loan fee', 'loan interest', 'interest payment'),
  gift: 'GIFT_GIVEN',
  lost: 'LOST',
  stolen: 'STOLEN',
  donation: 'DONATION',
  tax: 'PAYMENT',
  'loan repayment': 'REPAYMENT',
};

/** Tags of transactions with two sides. Koinly sets the tags of liquidity itself; the transactions stay exchanges. */
const EXCHANGES: Readonly<Record<string, Meaning>> = {
  ...DERIVATIVES,
  ...meanings('TRADE', '', 'trade', 'exchange', 'buy', 'sell', 'liquidity in', 'liquidity out'),
  ...meanings('INTERNAL', 'transfer'),
  swap: 'MIGRATION',
};

/** What programs and people write about a token that nobody asked for. */
const SPAM = /\bspam\b/i;

function meanings(meaning: Meaning, ...tags: readonly string[]): Record<string, Meaning> {
  return Object.fromEntries(tags.map((tag) => [tag, meaning]));
}

/** The type of a transaction between two wallets of one account at Koinly. */
export const KOINLY_MOVE = 'transfer';
/** The types of Koinly's own files. */
const TYPES: ReadonlySet<string> = new Set([
  'buy',
  'sell',
  'exchange',
  'trade',
  KOINLY_MOVE,
  'deposit',
  'fiat deposit',
  'crypto deposit',
  'withdrawal',
  'fiat withdrawal',
  'crypto withdrawal',
]);

/** Whether Koinly has a type of this name. */
export function isKoinlyType(type: string): boolean {
  return TYPES.has(type);
}

/** Returns the type of a row of one of Koinly's own files. */
export function typeOf(row: Row): string {
  return row.required('type').toLowerCase().replaceAll('_', ' ');
}

/** What comes and goes, with what else a row says. */
export interface KoinlyTransaction {
  readonly id: EntryId;
  readonly at: string;
  readonly given: readonly Part[];
  readonly received: readonly Part[];
  readonly fees: readonly Part[];
  readonly eur: bigint | null;
  readonly description: string;
  readonly transaction: string;
}

/** Returns the tag of a row as the tables write it: Koinly itself called it a label before 2024. */
export function tagOf(row: Row): string {
  return (row.text('tag') || row.text('label')).toLowerCase().replaceAll(/[\s_-]+/g, ' ');
}

/** Returns the fee, which is outside of the amounts. */
export function feesOf(row: Row): Part[] {
  return partsOf(row, 'fee amount', 'fee currency');
}

/** Returns the worth of the whole row, where it is in euro. */
export function netWorthOf(row: Row): bigint | null {
  return withoutKnownId(row.text('net worth currency').toUpperCase()) === 'EUR'
    ? row.optionalAmount('net worth amount')
    : null;
}

/** Books a transaction by its tag and its sides. `nameOf` returns how an asset is called by its symbol in the file. */
export function bookKoinly(
  row: Row,
  tag: string,
  { transaction, ...written }: KoinlyTransaction,
  booking: Booking,
  nameOf: (symbol: string) => string = withoutKnownId,
): void {
  const named = (parts: readonly Part[]): Part[] =>
    parts.map(({ symbol, amount }) => ({ symbol: nameOf(symbol), amount }));
  const { id, at, eur, description } = written;
  const common = { id, at, eur, description, fees: named(written.fees) };
  const [given, received] = [named(written.given), named(written.received)];
  const [out, into] = [given[0], received[0]];
  if (out !== undefined && into !== undefined) {
    const shown = tag || 'exchange';
    const meaning = EXCHANGES[tag] ?? 'UNKNOWN_TYPE';
    const isMove = out.symbol === into.symbol && (meaning === 'TRADE' || meaning === 'INTERNAL');
    if (isMove) bookOwnMove(row, shown, out, into, common, booking);
    else if (meaning === 'TRADE') booking.trade([row], shown, { ...common, given, received });
    else if (meaning === 'MIGRATION')
      booking.migration([row], shown, { ...common, given: out, received: into });
    else booking.leaveOut([row], meaning === 'DERIVATIVES' ? meaning : 'UNKNOWN_TYPE', shown);
  } else {
    const part = out ?? into;
    if (part === undefined) booking.cost([row], tag || 'fee', common);
    else {
      const meaning = out === undefined ? (INCOMING[tag] ?? 'UNCLEAR_IN') : (OUTGOING[tag] ?? 'UNCLEAR_OUT');
      bookOneSide(row, tag || meaning.toLowerCase(), meaning, part, { ...common, transaction }, booking);
    }
  }
}

function bookOneSide(
  row: Row,
  shown: string,
  meaning: Meaning,
  part: Part,
  { transaction, ...common }: Omit<KoinlyTransaction, 'given' | 'received'>,
  booking: Booking,
): void {
  if (meaning === 'INTERNAL' && common.fees.length > 0) booking.cost([row], shown, common);
  else if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'COST')
    booking.cost([row], shown, { ...common, fees: sumBySymbol([part, ...common.fees]) });
  else if (isMovement(meaning))
    booking.movement([row], shown, {
      ...common,
      kind: meaning,
      part,
      transaction,
      isSpam: shown === 'spam' || SPAM.test(common.description),
    });
}
