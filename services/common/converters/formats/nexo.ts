/** Nexo, transactions: one row per event. The amount of a withdrawal or exchange that leaves has its fee in it. */
import { faultMessage } from '@ctx/domain/file-faults';
import { absolute } from '../amounts.ts';
import { type Booking, type KeptMoney, partsOf, symbolIn, tradedParts } from '../booking.ts';
import { isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { LocalTimes } from '../local-times.ts';
import type { Row } from '../table.ts';
import { type UndoableRow, undoneIds } from '../undone-rows.ts';

/** Types without their blanks, which came and went over the years. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  exchange: 'TRADE',
  dualinvestmentexchange: 'TRADE',
  interest: 'INCOME',
  fixedterminterest: 'INCOME',
  dualinvestmentinterest: 'INCOME',
  interestadditional: 'INCOME',
  dividend: 'INCOME',
  bonus: 'INCOME',
  cashback: 'INCOME',
  exchangecashback: 'INCOME',
  referralbonus: 'INCOME',
  deposit: 'DEPOSIT',
  topupcrypto: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  exchangedepositedon: 'MONEY',
  withdrawexchanged: 'MONEY',
  deposittoexchange: 'TWIN',
  exchangetowithdraw: 'TWIN',
  creditcardfiatxexchangetowithdraw: 'TWIN',
  nexocardpurchase: 'PAYMENT',
  withdrawalcredit: 'LOAN',
  loanwithdrawal: 'LOAN',
  repayment: 'REPAYMENT',
  manualrepayment: 'REPAYMENT',
  forcedrepayment: 'REPAYMENT',
  liquidation: 'SALE',
  manualsellorder: 'SALE',
  automaticsellorder: 'SALE',
  withdrawalfee: 'COST',
  administrativededuction: 'UNCLEAR_OUT',
  lockingtermdeposit: 'INTERNAL',
  unlockingtermdeposit: 'INTERNAL',
  dualinvestmentlock: 'INTERNAL',
  dualinvestmentunlock: 'INTERNAL',
  transferin: 'INTERNAL',
  transferout: 'INTERNAL',
  transfertoprowallet: 'INTERNAL',
  transferfromprowallet: 'INTERNAL',
  creditcardstatus: 'INTERNAL',
  exchangecollateral: 'INTERNAL',
  assimilation: 'INTERNAL',
};
/** Names of money and coins that only Nexo uses. */
const NAMES: Readonly<Record<string, string>> = {
  EURX: 'EUR',
  GBPX: 'GBP',
  USDX: 'USD',
  NEXONEXO: 'NEXO',
  NEXOBNB: 'NEXO',
  NEXOBEP2: 'NEXO',
  BNBN: 'BNB',
};
/** The network of a coin behind its symbol, such as `USDTERC`. */
const NETWORK = /^(.{2,}?)(?:ERC20|ERC|TRC20|TRC|BEP20|BEP2)$/;

/** The first word of the details says how a row ended. */
const DONE = /^(?:approved|processed)/i;
const PENDING = /^pending/i;
/** A row that ended so is never done. */
const FAILED = /^(?:rejected|cancel|declined|failed|expired)/i;

const UTC_TIME = 'date / time (utc)';
/** Times of files without their zone. */
const ZURICH_TIME = 'date / time';
const ZURICH = 'Europe/Zurich';

const COLUMNS = [
  'transaction',
  'type',
  'input currency',
  'input amount',
  'output currency',
  'output amount',
  'details',
];

export const NEXO: Format = {
  id: 'nexo',
  title: 'Nexo: transactions',
  platform: { name: 'Nexo', source: 'NEXO' },
  guide: {
    download: 'On the website: Transactions, Export, all time, CSV.',
    read: 'exchanges, deposits, withdrawals, interest, bonuses, cashback, card payments, loans and repayments',
    traps: [
      'Files that write "Date / Time" without (UTC) are read in the time of Zurich.',
      'What is locked, unlocked or moved between wallets of Nexo is no sale and no income.',
    ],
  },
  headers: [
    [...COLUMNS, UTC_TIME],
    [...COLUMNS, ZURICH_TIME],
  ],
  otherExports: [
    {
      columns: ['transaction', 'type', 'currency', 'amount', 'details', ZURICH_TIME],
      advice: faultMessage('OLD_NEXO'),
    },
  ],
  read(rows, booking, { header }) {
    const [column, zone] = header.includes(UTC_TIME) ? [UTC_TIME, 'UTC'] : [ZURICH_TIME, ZURICH];
    const times = new LocalTimes(rows, column, (row) => ({ text: row.required(column), style: { zone } }));
    const done = rows.filter((row) => DONE.test(row.text('details')) && times.known(row) !== null);
    const inOrder = done.toSorted((left, right) =>
      (times.known(left) ?? '') < (times.known(right) ?? '') ? -1 : 1,
    );
    const undone = undoneIds(inOrder.map(undoableRow));
    booking.each(rows, (row) => {
      bookRow(row, { times, undone }, booking);
    });
  },
};

interface Context {
  readonly times: LocalTimes;
  /** Ids of rewards that were taken back, with those of the rows that say so. */
  readonly undone: ReadonlyMap<string, string>;
}

function bookRow(row: Row, { times, undone }: Context, booking: Booking): void {
  const shown = row.required('type');
  const details = row.text('details');
  const bookAsDone = (asDone: Booking): void => {
    bookDone(row, shown, times, asDone);
  };
  if (MEANINGS[typeOf(row)] === undefined) booking.leaveOut([row], 'UNKNOWN_TYPE', shown);
  else if (FAILED.test(details)) booking.undo([row], 'NOT_DONE', shown, bookAsDone);
  else if (!DONE.test(details))
    booking.leaveOut([row], PENDING.test(details) ? 'NOT_DONE' : 'UNKNOWN_STATUS', shown);
  else if (undone.has(row.text('transaction'))) booking.undo([row], 'UNDONE', shown, bookAsDone);
  else bookAsDone(booking);
}

function bookDone(row: Row, shown: string, times: LocalTimes, booking: Booking): void {
  const meaning = meaningOf(row, typeOf(row));
  if (meaning === 'MONEY') {
    booking.money([row], shown, () => moneyOf(row, times));
    return;
  }
  if (isReason(meaning)) {
    booking.leaveOut([row], meaning, shown);
    return;
  }
  const id = row.id('transaction') || row.required('transaction');
  const part = { symbol: symbolOf(row, 'input currency'), amount: absolute(row.amount('input amount')) };
  const fees = named(partsOf(row, 'fee', 'fee currency'));
  const feeInside = fees.find((fee) => fee.symbol === part.symbol)?.amount ?? 0n;
  if (feeInside > part.amount) throw row.fault('fee', faultMessage('FEE_ABOVE_AMOUNT'));
  const less = { symbol: part.symbol, amount: part.amount - feeInside };
  const common = { id, at: times.of(row), fees };
  if (meaning === 'TRADE') {
    const received = named(tradedParts(row, 'output amount', 'output currency'));
    booking.trade([row], shown, { ...common, given: [less], received });
  } else if (meaning === 'COST') booking.cost([row], shown, { ...common, fees: [part] });
  else if (isMovement(meaning))
    booking.movement([row], shown, {
      ...common,
      kind: meaning,
      part: meaning === 'WITHDRAWAL' ? less : part,
    });
}

/** Returns what a row moved between a bank and the account, where the money is a form of its own, such as EURX. */
function moneyOf(row: Row, times: LocalTimes): KeptMoney {
  const isOut = typeOf(row) === 'withdrawexchanged';
  const part = { symbol: symbolOf(row, 'input currency'), amount: absolute(row.amount('input amount')) };
  return {
    id: row.id('transaction') || row.required('transaction'),
    at: times.of(row),
    purpose: 'TRANSFER',
    given: isOut ? [part] : [],
    received: isOut ? [] : [part],
  };
}

function meaningOf(row: Row, type: string): Meaning {
  const meaning = MEANINGS[type] ?? 'UNKNOWN_TYPE';
  if (meaning === 'DEPOSIT' && /airdrop/i.test(row.text('details'))) return 'INCOME';
  // An asset that becomes another one has not only moved.
  if (meaning === 'INTERNAL' && isOfTwoAssets(row))
    return type === 'exchangecollateral' ? 'TRADE' : 'UNKNOWN_TYPE';
  if (meaning !== 'INCOME' || row.amount('input amount') >= 0n) return meaning;
  // Interest that is negative was paid on a loan. Another reward with a minus is taken back.
  return type.includes('interest') ? 'COST' : 'UNCLEAR_OUT';
}

function isOfTwoAssets(row: Row): boolean {
  if (row.text('output currency') === '' || row.text('output currency') === '-') return false;
  return symbolOf(row, 'input currency') !== symbolOf(row, 'output currency');
}

function undoableRow(row: Row): UndoableRow {
  const type = typeOf(row);
  const text = row.text('input amount');
  const isReward = MEANINGS[type] === 'INCOME' && !type.includes('interest');
  return {
    id: row.text('transaction'),
    key: JSON.stringify([type, row.text('input currency'), text.replace(/^-/, '')]),
    undoes: isReward && text.startsWith('-'),
  };
}

function typeOf(row: Row): string {
  return row.text('type').replaceAll(/\s/g, '').toLowerCase();
}

/** Returns the symbol in a cell, without the network that Nexo writes behind it. */
function symbolOf(row: Row, column: string): string {
  return nameOf(symbolIn(row, column));
}

function nameOf(symbol: string): string {
  const known = NAMES[symbol];
  return known ?? NETWORK.exec(symbol)?.[1] ?? symbol;
}

function named(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, symbol: nameOf(part.symbol) }));
}
