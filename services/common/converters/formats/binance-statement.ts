/**
 * Binance, statement of all transactions: one row per change of a balance. Trades have no number: their rows share a second or fall into
 * the next one, in the same family of operations.
 */
import { absolute } from '../amounts.ts';
import { type Booking, ContentIds, sumBySymbol, symbolIn } from '../booking.ts';
import { isMovement, isReason, type Meaning } from '../entries.ts';
import { FileFault } from '../faults.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';

/** Operations by what they mean. A trade operation names its family: only rows of one family belong together. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  INCOME: [
    'distribution',
    'airdrop assets',
    'simple earn flexible interest',
    'simple earn flexible airdrop',
    'simple earn locked rewards',
    'savings interest',
    'savings distribution',
    'pos savings interest',
    'staking rewards',
    'eth 2.0 staking rewards',
    'bnb vault rewards',
    'launchpool interest',
    'launchpool earnings withdrawal',
    'launchpool airdrop',
    'launchpool airdrop - user claim distribution',
    'launchpool airdrop - system distribution',
    'hodler airdrops distribution',
    'megadrop rewards',
    'super bnb mining',
    'pool distribution',
    'liquid swap rewards',
    'swap farming rewards',
    'dot slot auction rewards',
    'bfusd daily reward',
    'rwusd - distribution',
    'mission reward distribution',
    'campaign related reward',
    'rewards distribution',
    'cash voucher distribution',
    'cashback voucher',
    'commission history',
    'commission rebate',
    'commission fee shared with you',
    'referrer rebates',
    'referee rebates',
    'referral kickback',
    'referral commission',
    'binance card cashback',
  ],
  TRANSFER: ['deposit', 'withdraw', 'send', 'fiat deposit', 'fiat withdraw', 'fiat withdrawal'],
  PAYMENT: ['binance card spending'],
  INTERNAL: [
    'transfer_in',
    'transfer_out',
    'main and funding account transfer',
    'transfer between main and funding wallet',
    'transfer between main account and mining account',
    'transfer between spot account and um futures account',
    'transfer between spot account and cm futures account',
    'transfer between um futures and funding account',
    'transfer between main account/futures and margin account',
    'transfer funds to spot',
    'transfer funds to funding wallet',
    'simple earn flexible subscription',
    'simple earn flexible redemption',
    'simple earn locked subscription',
    'simple earn locked redemption',
    'savings purchase',
    'savings principal redemption',
    'pos savings purchase',
    'pos savings redemption',
    'staking purchase',
    'staking redemption',
    'launchpool subscription',
    'launchpool redemption',
    'launchpad subscribe',
    'alpha 2.0 - asset freeze',
  ],
  DERIVATIVES: [
    'realized profit and loss',
    'realize profit and loss',
    'funding fee',
    'insurance fund refund',
    'insurance fund compensation',
    'futures referral rebate',
    'margin loan',
    'isolated margin loan',
    'margin repayment',
    'isolated margin repayment',
    'cross margin liquidation - small assets takeover',
  ],
  'SPOT TRADE': [
    'buy',
    'sell',
    'fee',
    'transaction related',
    'transaction buy',
    'transaction spend',
    'transaction sold',
    'transaction revenue',
    'transaction fee',
  ],
  'CONVERT TRADE': ['binance convert', 'large otc trading', 'the easiest way to trade', 'convert'],
  'CARD TRADE': ['buy crypto with card', 'buy crypto with fiat', 'sell crypto for fiat', 'buy crypto'],
  'AUTO TRADE': ['auto-invest transaction'],
  'DUST TRADE': ['small assets exchange bnb', 'bnb fee deduction'],
  'TOKEN TRADE': [
    'leverage token redemption',
    'stablecoins auto-conversion',
    'asset conversion transfer',
    'futures convert',
  ],
  'STAKED TRADE': [
    'eth 2.0 staking',
    'wbeth2.0 - staking',
    'sol staking - purchase',
    'liquid swap sell',
    'swap farming transaction',
  ],
};
const FAMILY_OF = new Map(
  Object.entries(OPERATIONS).flatMap(([family, names]) => names.map((name) => [name, family] as const)),
);
const FEE_OPERATIONS = new Set(['fee', 'transaction fee']);
const FUTURES_ACCOUNT = /futures|coin-m|usd-m/i;
/** The zone in the name of a file, such as `(UTC+7)` or `(UTC--6)`. */
const ZONE_IN_NAME = /UTC([+-])([+-])?(\d{1,2})/;
const TWO_DIGIT_YEAR = 'yy-MM-dd HH:mm:ss';
/** The rows of a trade are at most this far apart. */
const TRADE_MS_MAX = 1000;

interface Change {
  readonly row: Row;
  readonly at: string;
  readonly ms: number;
  readonly operation: string;
  readonly family: string;
  readonly symbol: string;
  readonly amount: bigint;
}

export const BINANCE_STATEMENT: Format = {
  id: 'binance-statement',
  title: 'Binance: statement of all transactions',
  platform: { name: 'Binance', source: 'BINANCE' },
  guide: {
    download:
      'On the website: Wallet, Transaction History, Export, all accounts, all operations. Choose UTC as the time zone; keep the name of the file.',
    read: 'trades and their fees, conversions, deposits, withdrawals, rewards, airdrops, card payments',
    traps: [
      'Several trades of different coins in one second cannot be told apart by any rule: they become one exchange of several coins.',
      'A file in another time zone is read by the zone in its name, such as `(UTC+2)`.',
      'Futures, margin and loans are left out and named.',
    ],
  },
  headers: [
    ['utc_time', 'account', 'operation', 'coin', 'change'],
    ['time', 'account', 'operation', 'coin', 'change'],
  ],
  read(rows, booking, { filename, timeZone }) {
    const zone = rows[0]?.has('utc_time') === true ? 'UTC' : (timeZone ?? zoneInName(filename));
    const changes: Change[] = [];
    booking.each(rows, (row) => {
      changes.push(changeOf(row, zone));
    });
    const ids = new ContentIds();
    const trades = changes.filter(({ family }) => family.endsWith(' TRADE'));
    booking.eachGroup(
      tradesIn(trades),
      (trade) => trade.map(({ row }) => row),
      (trade) => {
        bookTrade(trade, ids, booking);
      },
    );
    booking.eachGroup(
      changes.filter(({ family }) => !family.endsWith(' TRADE')),
      ({ row }) => [row],
      (change) => {
        bookSingle(change, ids, booking);
      },
    );
  },
};

function zoneInName(filename: string): string {
  const [, first, second, hours] = ZONE_IN_NAME.exec(filename) ?? [];
  if (first === undefined || hours === undefined)
    throw new FileFault('does not say its time zone, neither in its columns nor in its name: name the zone');
  return `UTC${second ?? first}${hours}`;
}

function changeOf(row: Row, zone: string): Change {
  const column = row.has('utc_time') ? 'utc_time' : 'time';
  const at = row.instant(column, { zone, patterns: [TWO_DIGIT_YEAR] });
  const operation = row.required('operation').toLowerCase();
  const isFutures = FUTURES_ACCOUNT.test(row.text('account'));
  return {
    row,
    at,
    ms: Date.parse(at),
    operation,
    family: isFutures ? 'DERIVATIVES' : (FAMILY_OF.get(operation) ?? 'UNKNOWN_TYPE'),
    symbol: symbolIn(row, 'coin'),
    amount: row.amount('change'),
  };
}

/** Groups the rows of each family by their second; a group that lacks a side takes the rows of the next second. */
function tradesIn(changes: readonly Change[]): Change[][] {
  const families = Map.groupBy(changes, ({ family }) => family);
  return [...families.values()].flatMap((ofFamily) => {
    const seconds = [
      ...Map.groupBy(
        ofFamily.toSorted((left, right) => left.ms - right.ms),
        ({ at }) => at,
      ).values(),
    ];
    const trades: Change[][] = [];
    for (const second of seconds) {
      const previous = trades.at(-1);
      const isNext = previous !== undefined && (second[0]?.ms ?? 0) - (previous[0]?.ms ?? 0) <= TRADE_MS_MAX;
      if (isNext && !(isWhole(previous) && isWhole(second))) previous.push(...second);
      else trades.push([...second]);
    }
    return trades;
  });
}

/** Whether something was given and something received. */
function isWhole(changes: readonly Change[]): boolean {
  const legs = changes.filter(({ operation }) => !FEE_OPERATIONS.has(operation));
  return legs.some(({ amount }) => amount > 0n) && legs.some(({ amount }) => amount < 0n);
}

function bookTrade(changes: readonly Change[], ids: ContentIds, booking: Booking): void {
  const [first] = changes as readonly [Change];
  const isFee = ({ operation }: Change): boolean => FEE_OPERATIONS.has(operation);
  const legs = sumBySymbol(changes.filter((change) => !isFee(change)));
  const fees = sumBySymbol(changes.filter(isFee)).map(({ symbol, amount }) => ({ symbol, amount: -amount }));
  booking.trade(
    changes.map(({ row }) => row),
    first.operation,
    {
      id: ids.idOf(first.row),
      at: first.at,
      given: legs
        .filter(({ amount }) => amount < 0n)
        .map(({ symbol, amount }) => ({ symbol, amount: -amount })),
      received: legs.filter(({ amount }) => amount > 0n),
      // A negative fee is a rebate that came with the trade.
      fees: fees.filter(({ amount }) => amount > 0n),
    },
  );
}

function bookSingle(
  { row, at, operation, family, symbol, amount }: Change,
  ids: ContentIds,
  booking: Booking,
): void {
  const meaning = meaningOf(family, amount);
  if (isReason(meaning)) booking.leaveOut([row], meaning, operation);
  else if (isMovement(meaning)) {
    const part = { symbol, amount: absolute(amount) };
    booking.movement([row], operation, { id: ids.idOf(row), at, kind: meaning, part });
  }
}

function meaningOf(family: string, amount: bigint): Meaning {
  if (family === 'TRANSFER') return amount < 0n ? 'WITHDRAWAL' : 'DEPOSIT';
  if (family === 'INCOME') return amount < 0n ? 'UNCLEAR_OUT' : 'INCOME';
  if (family === 'PAYMENT') return amount < 0n ? 'PAYMENT' : 'UNCLEAR_IN';
  return family as Meaning;
}
