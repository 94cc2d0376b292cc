/**
 * Kraken, ledgers: one row for each change of a balance, where the new balance = the old one + amount − fee. Rows of one trade share
 * their `refid`. Columns after Kraken's help page on ledger fields.
 */
import { absolute } from '../amounts.ts';
import { isMoney, symbolOf } from '../assets.ts';
import { type Booking, groupBy, sumBySymbol } from '../booking.ts';
import { isReason, type Part, type Reason } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { krakenSymbol } from './kraken-symbols.ts';

/** A row with what is needed of it. */
interface Ledger {
  readonly row: Row;
  readonly id: string;
  readonly refid: string;
  readonly at: string;
  /** Type and subtype, such as `earn reward`. */
  readonly type: string;
  readonly symbol: string;
  /** Negative for what leaves. */
  readonly amount: bigint;
  /** Positive for what is paid, negative for what is given back. */
  readonly fee: bigint;
}

type Meaning = Reason | 'TRADE' | 'PAIR' | 'TRANSFER' | 'COST' | 'INCOME';

const UNKNOWN_REFID = 'Unknown';
/** Rows of a forced exchange have no common reference, but almost the same time. */
const PAIR_MS_MAX = 10 * 60_000;

/** What each type and subtype means; a type without its subtype in the table means the same for all its subtypes. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  trade: 'TRADE',
  spend: 'TRADE',
  receive: 'TRADE',
  settled: 'TRADE',
  sale: 'TRADE',
  conversion: 'TRADE',
  deposit: 'TRANSFER',
  withdrawal: 'TRANSFER',
  margin: 'DERIVATIVES',
  'margin trade': 'DERIVATIVES',
  rollover: 'COST',
  nftcreatorfee: 'COST',
  staking: 'INCOME',
  dividend: 'INCOME',
  reward: 'INCOME',
  'invite bonus': 'INCOME',
  credit: 'INCOME',
  nftrebate: 'INCOME',
  adjustment: 'PAIR',
  nfttrade: 'NOT_CRYPTO',
  custodytransfer: 'INTERNAL',
  hybridearnwithdrawal: 'INTERNAL',
  hybridearndeposit: 'INTERNAL',
  transfer: 'PAIR',
  'transfer airdrop': 'INCOME',
  'transfer spottostaking': 'INTERNAL',
  'transfer stakingfromspot': 'INTERNAL',
  'transfer stakingtospot': 'INTERNAL',
  'transfer spotfromstaking': 'INTERNAL',
  'transfer spottofutures': 'INTERNAL',
  'transfer spotfromfutures': 'INTERNAL',
  'transfer delistingconversion': 'PAIR',
  'earn reward': 'INCOME',
  'earn airdrop': 'INCOME',
  'earn delistingconversion': 'PAIR',
  'earn allocation': 'INTERNAL',
  'earn deallocation': 'INTERNAL',
  'earn autoallocation': 'INTERNAL',
  'earn autoallocate': 'INTERNAL',
  'earn migration': 'INTERNAL',
};

export const KRAKEN_LEDGERS: Format = {
  id: 'kraken-ledgers',
  title: 'Kraken: ledgers',
  platform: { name: 'Kraken', source: 'KRAKEN' },
  guide: {
    download:
      'On the website: History, Export, "Ledgers", all assets, all types, the whole period, CSV. Unpack nothing: the zip is read too.',
    read: 'trades, instant purchases, deposits, withdrawals, staking and Earn rewards, airdrops, exchanges of delisted assets, fees',
    traps: [
      'An export of some assets only holds halves of trades. They are left out and named.',
      'Do not import the export "Trades" of the same account as well: it holds the same trades once more.',
      'Results of margin trading are left out and named.',
    ],
  },
  headers: [['txid', 'refid', 'time', 'type', 'asset', 'amount', 'fee', 'balance']],
  read(rows, booking) {
    const ledgers: Ledger[] = [];
    booking.each(rows, (row) => {
      // A row without an id is not booked yet. Its booked twin has the same reference.
      if (row.text('txid') === '') booking.leaveOut([row], 'NOT_DONE', typeOf(row));
      else ledgers.push(ledgerOf(row));
    });
    const groups = groupBy(ledgers, ({ refid, id }) => (refid === UNKNOWN_REFID ? id : refid));
    const unpaired: Ledger[] = [];
    booking.eachGroup(groups, rowsOf, (group) => {
      unpaired.push(...bookGroup(group, booking));
    });
    bookPairs(unpaired, booking);
  },
};

function typeOf(row: Row): string {
  return `${row.text('type')} ${row.text('subtype')}`.trim().toLowerCase();
}

function ledgerOf(row: Row): Ledger {
  const symbol = symbolOf(krakenSymbol(row.required('asset')));
  if (symbol === null) throw row.fault('asset', 'is not the symbol of an asset');
  return {
    row,
    id: row.id('txid'),
    refid: row.id('refid'),
    at: row.instant('time', UTC),
    type: typeOf(row),
    symbol,
    amount: row.amount('amount'),
    fee: row.optionalAmount('fee') ?? 0n,
  };
}

function meaningOf({ type, fee }: Ledger): Meaning {
  // Rewards of older files have no subtype but a fee; moves into and out of Earn have neither.
  if (type === 'earn') return fee === 0n ? 'INTERNAL' : 'INCOME';
  return MEANINGS[type] ?? MEANINGS[type.split(' ')[0] ?? ''] ?? 'UNKNOWN_TYPE';
}

/** Books the rows of one reference. Returns those that belong to rows of other references. */
function bookGroup(group: readonly Ledger[], booking: Booking): readonly Ledger[] {
  const trade = group.filter((ledger) => meaningOf(ledger) === 'TRADE');
  if (trade.length > 0) bookTrade(trade, booking);
  const transfer = group.filter((ledger) => meaningOf(ledger) === 'TRANSFER');
  if (transfer.length > 0) bookTransfer(transfer, booking);
  const single = group.filter((ledger) => !['TRADE', 'TRANSFER', 'PAIR'].includes(meaningOf(ledger)));
  for (const ledger of single) bookSingle(ledger, booking);
  return group.filter((ledger) => meaningOf(ledger) === 'PAIR');
}

/** Rows of spot and of earn wallets may share a trade: sums per asset are what was given and received. */
function bookTrade(ledgers: readonly Ledger[], booking: Booking): void {
  const sums = sumBySymbol(ledgers.map(({ symbol, amount }) => ({ symbol, amount })));
  booking.trade(rowsOf(ledgers), ledgers[0]?.type ?? '', {
    ...commonOf(ledgers),
    given: sums.filter(({ amount }) => amount < 0n).map(positive),
    received: sums.filter(({ amount }) => amount > 0n),
  });
}

/** A deposit that is taken back and a withdrawal that fails have a second row, with the opposite sign and fee. */
function bookTransfer(ledgers: readonly Ledger[], booking: Booking): void {
  const [first] = ledgers;
  const [sum] = sumBySymbol(ledgers.map(({ symbol, amount }) => ({ symbol, amount })));
  if (first === undefined) return;
  if (sum === undefined)
    booking.leaveOut(rowsOf(ledgers), isMoney(first.symbol) ? 'MONEY' : 'UNDONE', first.type);
  else {
    const kind = sum.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL';
    const transfer = { ...commonOf(ledgers), kind, part: positive(sum), description: '' } as const;
    booking.movement(rowsOf(ledgers), first.type, transfer);
  }
}

function bookSingle(ledger: Ledger, booking: Booking): void {
  const { row, id, type, symbol, amount, fee } = ledger;
  const meaning = meaningOf(ledger);
  const common = { ...commonOf([ledger]), id };
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  // The cost of a loan is in the fee, that of an NFT in the amount.
  else if (meaning === 'COST')
    booking.cost([row], type, { ...common, fees: [{ symbol, amount: fee - amount }] });
  else {
    const kind = amount < 0n ? 'UNCLEAR_OUT' : 'INCOME';
    booking.movement([row], type, { ...common, kind, part: positive({ symbol, amount }) });
  }
}

/** Pairs what leaves with what comes in shortly after: forced exchanges of assets that are delisted. The rest asks in the inbox. */
function bookPairs(ledgers: readonly Ledger[], booking: Booking): void {
  const waiting = new Set(ledgers.filter(({ amount }) => amount > 0n));
  for (const out of ledgers.filter(({ amount }) => amount < 0n)) {
    const into = [...waiting].find((each) => isPair(out, each));
    if (into === undefined) bookUnclear(out, booking);
    else {
      waiting.delete(into);
      booking.trade(rowsOf([out, into]), out.type, {
        ...commonOf([out, into]),
        given: [positive(out)],
        received: [positive(into)],
        description: out.type,
      });
    }
  }
  for (const into of waiting) bookUnclear(into, booking);
  for (const { row, type, amount } of ledgers) if (amount === 0n) booking.leaveOut([row], 'ZERO', type);
}

function isPair(out: Ledger, into: Ledger): boolean {
  const apartMs = Math.abs(Date.parse(out.at) - Date.parse(into.at));
  return out.symbol !== into.symbol && out.type === into.type && apartMs <= PAIR_MS_MAX;
}

/** An asset that comes in alone is an airdrop or a fork; one that leaves alone was taken from the account. */
function bookUnclear(ledger: Ledger, booking: Booking): void {
  const { id, row, type, symbol, amount } = ledger;
  const cameIn = type === 'transfer' ? 'INCOME' : 'UNCLEAR_IN';
  booking.movement([row], type, {
    ...commonOf([ledger]),
    id,
    kind: amount > 0n ? cameIn : 'UNCLEAR_OUT',
    part: positive({ symbol, amount }),
  });
}

function commonOf(ledgers: readonly Ledger[]): Common {
  const [first] = ledgers as readonly [Ledger];
  const fees = sumBySymbol(ledgers.map(({ symbol, fee }) => ({ symbol, amount: fee })));
  return {
    id: first.refid === UNKNOWN_REFID || first.refid === '' ? first.id : first.refid,
    at: first.at,
    // A negative sum is a fee that was given back.
    fees: fees.filter(({ amount }) => amount > 0n),
  };
}

interface Common {
  readonly id: string;
  readonly at: string;
  readonly fees: readonly Part[];
}

function rowsOf(ledgers: readonly Ledger[]): Row[] {
  return ledgers.map(({ row }) => row);
}

function positive({ symbol, amount }: Part): Part {
  return { symbol, amount: absolute(amount) };
}
