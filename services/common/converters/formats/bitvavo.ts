/**
 * Bitvavo, transaction history. A row is a whole trade or movement, in the wall time of its own `Timezone` column. Fees in EUR are
 * inside what was received or paid; the fee of a withdrawal is inside its amount.
 */
import { AMOUNT_SCALE, divideHalfEven } from '@ctx/domain/decimal';
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { isMoney } from '../assets.ts';
import { type Booking, type KeptMoney, partsOf, symbolIn } from '../booking.ts';
import { isReason, type Meaning, type MovementKind, MOVEMENTS, type Part } from '../entries.ts';
import { RowFault } from '../faults.ts';
import type { Format } from '../format.ts';
import { LocalTimes } from '../local-times.ts';
import { withSignedFee } from '../rebates.ts';
import type { Row } from '../table.ts';
import { type UndoableRow, undoneIds } from '../undone-rows.ts';

const OLD = { currency: 'EUR', price: 'price (eur)', paid: 'eur received / paid' };
const NEW = {
  currency: 'quote currency',
  price: 'quote price',
  paid: 'received / paid amount',
  paidCurrency: 'received / paid currency',
};

const DONE = new Set(['completed', 'distributed']);
const NOT_DONE = new Set([
  'pending',
  'processing',
  'sending',
  'awaiting processing',
  'awaiting email confirmation',
  'awaiting bitvavo inspection',
  'in mempool',
]);
/** A row that ended so is never done. */
const FAILED = new Set(['cancelled', 'canceled', 'failed', 'rejected', 'expired']);

const CANCELLED = 'withdrawal_cancelled';
const MEANINGS: Readonly<Record<string, Meaning>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  staking: 'INCOME',
  fixed_staking: 'INCOME',
  rebate: 'INCOME',
  affiliate: 'INCOME',
  distribution: 'INCOME',
  campaign_new_user_incentive: 'INCOME',
  internal_transfer: 'INTERNAL',
  [CANCELLED]: 'UNDONE',
  external_transferred_funds: 'DEPOSIT',
  manually_assigned: 'UNCLEAR_IN',
};
/** Loans of money or coins, for margin trading or without it. */
const LOAN = /^(?:margin|loan)/;
const PAYS_LOAN_BACK = /repa|clos|return|settle|liquidat/;

export const BITVAVO: Format = {
  id: 'bitvavo',
  title: 'Bitvavo: transaction history',
  platform: { name: 'Bitvavo', source: 'BITVAVO' },
  guide: {
    download: 'On the website: your name, Transaction history, Export, the whole period, CSV.',
    read: 'purchases, sales, deposits, withdrawals, staking rewards, rebates and other rewards, fees',
    traps: [
      'Loans and margin are left out and named, with the trades of the borrowed coins until these are paid back.',
      'In the hour that the clocks show twice, the order of the rows decides. Where it does not say which hour it is, the rows are to be checked.',
    ],
  },
  headers: [
    [
      'timezone',
      'date',
      'time',
      'type',
      'currency',
      'amount',
      NEW.paidCurrency,
      NEW.paid,
      'fee currency',
      'fee amount',
      'status',
      'transaction id',
    ],
    [
      'timezone',
      'date',
      'time',
      'type',
      'currency',
      'amount',
      OLD.paid,
      'fee currency',
      'fee amount',
      'status',
      'transaction id',
    ],
  ],
  read(rows, booking) {
    const times = new LocalTimes(rows, 'time', (row) => ({
      text: `${row.required('date')} ${row.required('time')}`,
      style: { zone: row.required('timezone') },
    }));
    const done = inOrderOfTime(
      rows.filter((row) => DONE.has(statusOf(row))),
      times,
    );
    const context: Context = {
      times,
      undone: undoneIds(done.map(undoableRow)),
      borrowed: idsOfBorrowedCoins(done),
    };
    booking.each(rows, (row) => {
      bookRow(row, context, booking);
    });
  },
};

interface Context {
  readonly times: LocalTimes;
  /** Ids of withdrawals that came back and of rewards that were taken back, with those of the rows that say so. */
  readonly undone: ReadonlyMap<string, string>;
  /** Ids of rows of loans, and of the trades of borrowed coins. */
  readonly borrowed: ReadonlySet<string>;
}

function bookRow(row: Row, context: Context, booking: Booking): void {
  const type = row.required('type').toLowerCase();
  const status = statusOf(row);
  const isUndone = context.undone.has(idOf(row)) && !context.borrowed.has(idOf(row));
  const bookAsDone = (asDone: Booking): void => {
    bookDone(row, type, context, asDone);
  };
  if (meaningOf(type) === 'UNKNOWN_TYPE') booking.leaveOut([row], 'UNKNOWN_TYPE', type);
  else if (FAILED.has(status)) booking.undo([row], 'NOT_DONE', type, bookAsDone);
  else if (!DONE.has(status))
    booking.leaveOut([row], NOT_DONE.has(status) ? 'NOT_DONE' : 'UNKNOWN_STATUS', type);
  else if (isUndone) booking.undo([row], 'UNDONE', type, bookAsDone);
  else bookAsDone(booking);
}

function meaningOf(type: string): Meaning {
  return LOAN.test(type) ? 'DERIVATIVES' : (MEANINGS[type] ?? 'UNKNOWN_TYPE');
}

function bookDone(row: Row, type: string, { times, borrowed }: Context, booking: Booking): void {
  const meaning = meaningOf(type);
  if (borrowed.has(idOf(row))) booking.leaveOut([row], 'DERIVATIVES', type);
  else if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (isMoney(symbolIn(row, 'currency'))) booking.money([row], type, () => moneyOf(row, meaning, times));
  else if (meaning === 'TRADE') bookTrade(row, type, times, booking);
  else bookMovement(row, type, meaning as MovementKind, times, booking);
}

/** Returns what a row of money moved. A withdrawal has its fee in its amount. */
function moneyOf(row: Row, meaning: Meaning, times: LocalTimes): KeptMoney {
  const symbol = symbolIn(row, 'currency');
  const signed = row.amount('amount');
  const fees = partsOf(row, 'fee amount', 'fee currency');
  const feeInside = meaning === 'WITHDRAWAL' ? feeIn(symbol, fees) : 0n;
  const part = { symbol, amount: absolute(signed) - feeInside };
  return {
    ...commonOf(row, times),
    purpose: meaning === 'DEPOSIT' || meaning === 'WITHDRAWAL' ? 'TRANSFER' : 'OTHER',
    given: signed < 0n ? [part] : [],
    received: signed < 0n ? [] : [part],
    fees,
  };
}

function bookTrade(row: Row, type: string, times: LocalTimes, booking: Booking): void {
  const asset = { symbol: symbolIn(row, 'currency'), amount: absolute(row.amount('amount')) };
  const currency = row.has(NEW.paidCurrency) ? symbolIn(row, NEW.paidCurrency) : OLD.currency;
  const paid = absolute(row.amount(row.has(NEW.paid) ? NEW.paid : OLD.paid));
  const feeAmount = row.optionalAmount('fee amount') ?? 0n;
  const fee = feeAmount === 0n ? null : { symbol: symbolIn(row, 'fee currency'), amount: feeAmount };
  // The value of the trade itself: what was paid less the fee in it, or what was received and the fee taken from it.
  const feeInside = fee?.symbol === currency ? fee.amount : 0n;
  const money = { symbol: currency, amount: type === 'buy' ? paid - feeInside : paid + feeInside };
  const [given, received] = type === 'buy' ? [[money], [asset]] : [[asset], [money]];
  booking.trade([row], type, { ...commonOf(row, times), ...withSignedFee({ given, received }, fee) });
}

function bookMovement(
  row: Row,
  type: string,
  meaning: MovementKind,
  times: LocalTimes,
  booking: Booking,
): void {
  const symbol = symbolIn(row, 'currency');
  const signed = row.amount('amount');
  // What comes in has a plus: with a minus it is another thing, which the user must name.
  const kind = signed < 0n && MOVEMENTS[meaning].type !== 'DISPOSITION' ? 'UNCLEAR_OUT' : meaning;
  const fees = partsOf(row, 'fee amount', 'fee currency');
  const feeInside = kind === 'WITHDRAWAL' ? feeIn(symbol, fees) : 0n;
  const amount = absolute(signed) - feeInside;
  if (amount < 0n) throw row.fault('fee amount', faultMessage('FEE_ABOVE_AMOUNT'));
  booking.movement([row], type.replaceAll('_', ' '), {
    ...commonOf(row, times),
    kind,
    part: { symbol, amount },
    fees,
    address: row.text('address'),
    eur: valueOf(row, amount),
  });
}

/** Returns the value in EUR, where the row has a price. */
function valueOf(row: Row, amount: bigint): bigint | null {
  const isEuro = row.has(NEW.price) ? row.text(NEW.currency).toUpperCase() === 'EUR' : row.has(OLD.price);
  const price = isEuro ? row.optionalAmount(row.has(NEW.price) ? NEW.price : OLD.price) : null;
  return price === null ? null : divideHalfEven(price * amount, 10n ** BigInt(AMOUNT_SCALE));
}

/** A cancelled withdrawal is undone by the row that returns it, a reward by the row that takes it back. */
function undoableRow(row: Row): UndoableRow {
  const type = typeOf(row);
  const amount = amountOf(row);
  const opposite = type === CANCELLED ? 'withdrawal' : type;
  return {
    id: idOf(row),
    key: JSON.stringify([opposite, row.text('currency'), String(absolute(amount))]),
    undoes: type === CANCELLED || (MEANINGS[type] === 'INCOME' && amount < 0n),
  };
}

/**
 * Returns the ids of rows of loans, and of the trades of a borrowed coin until it is paid back. A coin that is sold while it is borrowed was never
 * bought, so the rows of both are entered by hand or not at all.
 */
function idsOfBorrowedCoins(rows: readonly Row[]): Set<string> {
  const found = new Set<string>();
  const owed = new Map<string, bigint>();
  for (const row of rows) {
    const [type, currency, amount] = [typeOf(row), row.text('currency').toUpperCase(), amountOf(row)];
    if (LOAN.test(type)) {
      const debt = owed.get(currency) ?? 0n;
      // Some rows pay back without a minus.
      owed.set(currency, PAYS_LOAN_BACK.test(type) ? debt - absolute(amount) : debt + amount);
      found.add(idOf(row));
    } else if (MEANINGS[type] === 'TRADE' && assetsOf(row).some((asset) => (owed.get(asset) ?? 0n) > 0n))
      found.add(idOf(row));
  }
  return found;
}

/** Returns the assets of a row that are not money. */
function assetsOf(row: Row): string[] {
  const symbols = [row.text('currency'), row.text(NEW.paidCurrency)].map((symbol) => symbol.toUpperCase());
  return symbols.filter((symbol) => !isMoney(symbol));
}

/** Returns rows in the order of their times, each id once; a row whose time cannot be read is left out where it is booked. */
function inOrderOfTime(rows: readonly Row[], times: LocalTimes): readonly Row[] {
  const byId = new Map(rows.toReversed().map((row) => [idOf(row), row]));
  return [...byId.values()]
    .flatMap((row) => {
      const at = times.known(row);
      return at === null ? [] : [{ row, at: Date.parse(at) }];
    })
    .toSorted((left, right) => left.at - right.at)
    .map(({ row }) => row);
}

function idOf(row: Row): string {
  return row.text('transaction id');
}

function typeOf(row: Row): string {
  return row.text('type').toLowerCase();
}

/** Returns the amount with its sign; 0 where it cannot be read, which is a fault where the row is booked. */
function amountOf(row: Row): bigint {
  try {
    return row.optionalAmount('amount') ?? 0n;
  } catch (error) {
    if (error instanceof RowFault) return 0n;
    throw error;
  }
}

function statusOf(row: Row): string {
  return row.text('status').toLowerCase().replaceAll('_', ' ');
}

function feeIn(symbol: string, fees: readonly Part[]): bigint {
  return fees.find((fee) => fee.symbol === symbol)?.amount ?? 0n;
}

function commonOf(row: Row, times: LocalTimes): { id: string; at: string } {
  return { id: row.id('transaction id') || row.required('transaction id'), at: times.of(row) };
}
