/** Collects what a format makes of the rows of a file. Every row ends in an entry, in a reason, or in a fault. */
import type { Entry, Part, Reason } from './entries.ts';
import type { LeftOut } from './entries.ts';
import { type Fault, FAULTS_MAX, FileFault, RowFault } from './faults.ts';
import type { Row } from './table.ts';

export class Booking {
  readonly entries: Entry[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly faults: Fault[] = [];

  /** Books an entry. */
  book(entry: Entry): void {
    this.entries.push(entry);
  }

  /** Leaves rows out for a reason; `type` is what the file calls them. */
  leaveOut(rows: readonly Row[], reason: Reason, type: string): void {
    for (const { line } of rows) this.leftOut.push({ line, reason, type });
  }

  /** Calls `read` for each item, and continues after one that cannot be read, so that all faults are reported at once. */
  each<Item>(items: Iterable<Item>, read: (item: Item) => void): void {
    for (const item of items) {
      if (this.faults.length >= FAULTS_MAX) return;
      try {
        read(item);
      } catch (error) {
        if (!(error instanceof RowFault || error instanceof FileFault)) throw error;
        this.faults.push(error.fault);
      }
    }
  }

  /** Returns the rows of which nothing became: there are none unless a format forgets some. */
  forgotten(rows: readonly Row[]): readonly Row[] {
    const seen = new Set([
      ...this.entries.flatMap(({ lines }) => lines),
      ...this.leftOut.map(({ line }) => line),
      ...this.faults.map(({ line }) => line),
    ]);
    return rows.filter(({ line }) => !seen.has(line));
  }
}

/** Returns the sums of parts by symbol, without those that are 0, in the order in which the symbols came. */
export function sumBySymbol(parts: readonly Part[]): Part[] {
  const sums = new Map<string, bigint>();
  for (const { symbol, amount } of parts) sums.set(symbol, (sums.get(symbol) ?? 0n) + amount);
  return [...sums].flatMap(([symbol, amount]) => (amount === 0n ? [] : [{ symbol, amount }]));
}

/** Groups rows by a key, in the order in which the keys came. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  return [...Map.groupBy(items, keyOf).values()];
}
