/**
 * Collects what a format makes of the rows of a file. Every row ends in an entry, or in a reason to leave it out; money that moved without an asset is
 * kept beside.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { stableId } from '@ctx/domain/stable-id';
import { absolute, readAmount } from './amounts.ts';
import { isMoney, symbolOf } from './assets.ts';
import type {
  Cost,
  Entry,
  EntryId,
  Migration,
  Movement,
  OmittedRow,
  Part,
  Reason,
  Trade,
} from './entries.ts';
import { type Fault, faultOf, RowFault, type RowFaultKind } from './faults.ts';
import { hasMoney, type MoneyMove, type MoneySides, sidesOfMovement } from './money.ts';
import type { Row } from './table.ts';

/** What money moved: without a purpose it is OTHER, and without a description what the file calls its rows. */
export type KeptMoney = Pick<MoneyMove, 'id' | 'at'> & Partial<Omit<MoneyMove, 'lines'>>;

export class Booking {
  readonly entries: Entry[] = [];
  readonly leftOut: OmittedRow[] = [];
  /** Money of rows that are left out, in the order of the rows. */
  readonly moves: MoneyMove[] = [];
  /** Money of rows that did not take place in the end, as `undone` has the entries. */
  readonly undoneMoves: MoneyMove[] = [];
  /** What rows that failed, were cancelled or were taken back would have been: an earlier export may have shown them as done. */
  readonly undone: Entry[] = [];

  /** Books an entry. */
  book(entry: Entry): void {
    this.entries.push(entry);
  }

  /**
   * Books a trade of some rows; half a trade is left out, and one of money alone, of which only a fee in assets counts. `type` is what the file
   * calls the rows. A part of 0 says that the file has the other half.
   */
  trade(rows: readonly Row[], type: string, trade: Omit<Trade, 'kind' | 'lines'>): void {
    const given = sumBySymbol(trade.given);
    const received = sumBySymbol(trade.received);
    if (given.length === 0 || received.length === 0) this.#oneSide(rows, type, trade, { given, received });
    else if ([...given, ...received].every(({ symbol }) => isMoney(symbol)))
      this.#feeAlone(rows, type, 'MONEY', trade, { given, received, purpose: 'EXCHANGE' });
    else this.book({ ...trade, kind: 'TRADE', given, received, lines: linesOf(rows) });
  }

  /** Books a trade whose other half is worth less than its smallest unit, which the file writes as 0. Without the other half, it is left out. */
  #oneSide(
    rows: readonly Row[],
    type: string,
    trade: Omit<Trade, 'kind' | 'lines'>,
    { given, received }: Pick<Trade, 'given' | 'received'>,
  ): void {
    const { given: givenCells, received: receivedCells, ...common } = trade;
    const [part, ...more] = [...given, ...received];
    const isHalf = (given.length === 0 ? givenCells : receivedCells).length === 0;
    if (isHalf) this.leaveOut(rows, 'HALF_TRADE', type);
    else if (part === undefined) this.#feeAlone(rows, type, 'ZERO', common);
    else if (more.length > 0 || isMoney(part.symbol))
      this.leaveOutUnreadable(rows.map(({ line }) => faultOf(line, null, faultMessage('ONE_SIDE_ZERO'))));
    else this.movement(rows, type, { ...common, kind: given.length > 0 ? 'SALE' : 'BUY', part });
  }

  /** Books what comes in or goes out; of money and of an amount of 0 only a fee in assets counts. */
  movement(rows: readonly Row[], type: string, movement: Omit<Movement, 'lines'>): void {
    if (isMoney(movement.part.symbol))
      this.#feeAlone(rows, type, 'MONEY', movement, sidesOfMovement(type, movement));
    else if (movement.part.amount === 0n) this.#feeAlone(rows, type, 'ZERO', movement);
    else this.book({ description: type, ...movement, lines: linesOf(rows) });
  }

  /** Books the fee of rows that are nothing else, as a cost; leaves the rows out where no asset paid it. */
  #feeAlone(
    rows: readonly Row[],
    type: string,
    reason: Reason,
    { id, at, fees = [], description = type }: Pick<Trade | Movement, 'id' | 'at' | 'fees' | 'description'>,
    money: MoneySides = NO_MONEY,
  ): void {
    const isPaid = nonZero(fees).some(({ symbol }) => !isMoney(symbol));
    // The fees of a cost are money of that cost.
    this.#keepMoney(rows, { id, at, description, ...money, fees: isPaid ? [] : fees });
    if (isPaid) this.cost(rows, type, { id, at, fees, description });
    else this.leaveOut(rows, reason, type);
  }

  /** Books an asset that became another one, as the file says. */
  migration(rows: readonly Row[], type: string, migration: Omit<Migration, 'kind' | 'lines'>): void {
    const { given, received } = migration;
    if (given.amount === 0n || received.amount === 0n) this.leaveOut(rows, 'HALF_TRADE', type);
    else if (given.symbol === received.symbol) this.leaveOut(rows, 'INTERNAL', type);
    else this.book({ description: type, ...migration, kind: 'MIGRATION', lines: linesOf(rows) });
  }

  /** Books a cost of assets; one in money and one of 0 are left out. */
  cost(rows: readonly Row[], type: string, cost: Omit<Cost, 'kind' | 'lines'>): void {
    const fees = nonZero(cost.fees);
    if (fees.length === 0) this.leaveOut(rows, 'ZERO', type);
    else if (fees.every(({ symbol }) => isMoney(symbol))) this.#feeAlone(rows, type, 'MONEY', cost);
    else this.book({ description: type, ...cost, kind: 'COST', fees, lines: linesOf(rows) });
  }

  /**
   * Leaves rows of money out, and keeps what `read` says that moved; null for nothing. Where that cannot be read, nothing is kept: no figure is made of
   * it.
   */
  money(rows: readonly Row[], type: string, read: () => KeptMoney | null): void {
    this.leaveOut(rows, 'MONEY', type);
    try {
      const move = read();
      if (move !== null) this.#keepMoney(rows, { ...NO_MONEY, fees: [], description: type, ...move });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
    }
  }

  #keepMoney(rows: readonly Row[], move: Omit<MoneyMove, 'lines'>): void {
    if (hasMoney(move)) this.moves.push({ ...move, lines: linesOf(rows) });
  }

  /** Leaves rows out for a reason; `type` is what the file calls them. */
  leaveOut(rows: readonly Row[], reason: Reason, type: string): void {
    this.leaveOutLines(linesOf(rows), reason, type);
  }

  /**
   * Leaves rows out that did not take place in the end. `book` books them as an earlier export would have shown them, so that what was stored of
   * them is found. Never for a row that may still be done: it would take back what a newer export has stored.
   */
  undo(
    rows: readonly Row[],
    reason: 'NOT_DONE' | 'UNDONE',
    type: string,
    book: (asDone: Booking) => void,
  ): void {
    this.leaveOut(rows, reason, type);
    this.noteUndone(book);
  }

  /** Notes what rows would have been that were taken back, and of which something else is left, such as a fee. */
  noteUndone(book: (asDone: Booking) => void): void {
    const asDone = new Booking();
    try {
      book(asDone);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
    }
    this.undone.push(...asDone.entries);
    this.undoneMoves.push(...asDone.moves);
  }

  leaveOutLines(lines: readonly number[], reason: Reason, type: string): void {
    for (const line of lines) this.leftOut.push({ line, reason, type });
  }

  /** Leaves out lines that cannot be read, to be checked. */
  leaveOutUnreadable(faults: readonly Fault[], kind: RowFaultKind = 'UNREADABLE'): void {
    for (const { line, column, messages, reason: detail } of faults)
      this.leftOut.push({ line: line ?? 0, reason: kind, type: '', column, messages, detail });
  }

  /** Calls `read` for each row, and leaves out those that cannot be read. */
  each(rows: Iterable<Row>, read: (row: Row) => void): void {
    for (const row of rows)
      this.#try([row], () => {
        read(row);
      });
  }

  /** Calls `read` for each group of rows that belong together, and leaves out the groups of which a row cannot be read. */
  eachGroup<Group>(
    groups: Iterable<Group>,
    rowsOf: (group: Group) => readonly Row[],
    read: (group: Group) => void,
  ): void {
    for (const group of groups)
      this.#try(rowsOf(group), () => {
        read(group);
      });
  }

  #try(rows: readonly Row[], read: () => void): void {
    const [booked, omitted] = [this.entries.length, this.leftOut.length];
    try {
      read();
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      const { fault, kind } = error;
      const accounted = new Set([
        ...this.entries.slice(booked).flatMap(({ lines }) => lines),
        ...this.leftOut.slice(omitted).map(({ line }) => line),
      ]);
      const others = rows.filter(({ line }) => line !== fault.line && !accounted.has(line));
      const message = faultMessage('UNREADABLE_NEIGHBOUR', { line: fault.line ?? 0 });
      this.leaveOutUnreadable([fault], kind);
      this.leaveOutUnreadable(others.map(({ line }) => faultOf(line, null, message)));
    }
  }

  /** Returns the rows of which nothing became: there are none unless a format forgets some. */
  forgotten(rows: readonly Row[]): readonly Row[] {
    const seen = new Set([
      ...this.entries.flatMap(({ lines }) => lines),
      ...this.leftOut.map(({ line }) => line),
    ]);
    return rows.filter(({ line }) => !seen.has(line));
  }
}

const NO_MONEY: MoneySides = { given: [], received: [], purpose: 'OTHER' };

function nonZero(parts: readonly Part[]): Part[] {
  return parts.filter(({ amount }) => amount !== 0n);
}

function linesOf(rows: readonly Row[]): number[] {
  return rows.map(({ line }) => line);
}

/** Returns an amount and its symbol, each from its own column, without a sign; an empty list if there is no amount or it is 0. */
export function partsOf(row: Row, amountColumn: string, symbolColumn: string): Part[] {
  const amount = row.optionalAmount(amountColumn) ?? 0n;
  return amount === 0n ? [] : [{ symbol: symbolIn(row, symbolColumn), amount: absolute(amount) }];
}

/** Returns an amount and its symbol as `partsOf`; an amount of 0 stays, so that a trade has both halves. */
export function tradedParts(row: Row, amountColumn: string, symbolColumn: string): Part[] {
  const isZero = row.text(symbolColumn) !== '' && row.optionalAmount(amountColumn) === 0n;
  return isZero
    ? [{ symbol: symbolIn(row, symbolColumn), amount: 0n }]
    : partsOf(row, amountColumn, symbolColumn);
}

/** Returns the symbol in a cell. @throws RowFault if it is empty or cannot be one */
export function symbolIn(row: Row, column: string, names: Readonly<Record<string, string>> = {}): string {
  const symbol = symbolOf(row.required(column));
  if (symbol === null) throw row.fault(column, faultMessage('NOT_SYMBOL'));
  return names[symbol] ?? symbol;
}

/** Returns an amount and its symbol that one cell holds, already parted. @throws RowFault if they cannot be read */
export function partOfCell(row: Row, column: string, number: string, code: string): Part {
  const symbol = symbolOf(code);
  if (symbol === null) throw row.fault(column, faultMessage('NOT_AMOUNT_WITH_SYMBOL'));
  try {
    return { symbol, amount: readAmount(number) ?? 0n };
  } catch {
    throw row.fault(column, faultMessage('NOT_AMOUNT_WITH_SYMBOL'));
  }
}

/**
 * Gives rows without an id the one that version 1.0.0 made of their cells, by which their facts are found again. Equal rows of one file are all
 * real: they get a count.
 */
export class ContentIds {
  readonly #counts = new Map<string, number>();

  /** `columns` are those that are the same in every export; without them all cells count. */
  idOf(row: Row, columns?: readonly string[]): EntryId {
    return this.idFor(
      columns === undefined ? row.content() : JSON.stringify(columns.map((name) => row.text(name))),
    );
  }

  /** Returns the id of content that is the same in every export: for times that are written in the zone of the export. */
  idFor(content: string): EntryId {
    // Counted by the id of the first: the contents of 100,000 rows would take 15 MB.
    const first = stableId('row of an export', content, '1');
    const count = (this.#counts.get(first) ?? 0) + 1;
    this.#counts.set(first, count);
    return { former: count === 1 ? first : stableId('row of an export', content, String(count)) };
  }
}

/** Returns the sums of parts by symbol, without those that are 0, in the order in which the symbols came. */
export function sumBySymbol(parts: readonly Part[]): Part[] {
  const [first] = parts;
  if (first === undefined) return [];
  if (parts.length === 1) return first.amount === 0n ? [] : [first];
  const sums = new Map<string, bigint>();
  for (const { symbol, amount } of parts) sums.set(symbol, (sums.get(symbol) ?? 0n) + amount);
  return [...sums].flatMap(([symbol, amount]) => (amount === 0n ? [] : [{ symbol, amount }]));
}

/** Returns a part without its sign. */
export function positive({ symbol, amount }: Part): Part {
  return { symbol, amount: absolute(amount) };
}

/** Groups rows by a key, in the order in which the keys came. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  return [...Map.groupBy(items, keyOf).values()];
}
