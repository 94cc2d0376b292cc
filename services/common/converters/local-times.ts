/**
 * Times without an offset, of rows whose order says which is meant where the clocks showed a time twice: in the night in which they are put
 * back. An export lists its rows by time, oldest or newest first, so that a time that goes against that order is of the second hour.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { FileFault, RowFault } from './faults.ts';
import type { Instants, TimeStyle } from './instants.ts';
import type { Row } from './table.ts';

/** A time as a row writes it. */
export interface WrittenTime {
  readonly text: string;
  readonly style: TimeStyle;
}

/** A row, and the instants that its time may mean, in milliseconds and as text. */
interface TimedRow {
  readonly row: Row;
  readonly instants: Instants;
  readonly first: number;
  /** The second instant of a time that the clocks showed twice. */
  readonly second: number | null;
}

/** Whether the times of a file rise (1) or fall (-1) from row to row. */
type Direction = 1 | -1;

/** One direction counts where it has more than this many times the steps of the other one. */
const CLEAR_RATIO = 2;

/** The times of all rows of a file. `column` is named in faults; `timeOf` returns what a row writes. */
export class LocalTimes {
  readonly #column: string;
  readonly #timeOf: (row: Row) => WrittenTime;
  /** Null where the order of the rows does not say which. */
  readonly #instants = new Map<Row, string | null>();

  constructor(rows: readonly Row[], column: string, timeOf: (row: Row) => WrittenTime) {
    this.#column = column;
    this.#timeOf = timeOf;
    const timed = rows.flatMap((row) => this.#timed(row));
    for (const { row, instants } of timed) this.#instants.set(row, instants[0]);
    if (timed.every(({ second }) => second === null)) return;
    const direction = directionOf(timed);
    for (const { start, end } of runsOf(timed))
      this.#decide(timed.slice(start, end), directionAround(timed, start, end) ?? direction);
  }

  /**
   * Returns the time of a row, in UTC.
   *
   * @throws RowFault if it cannot be read, or if nothing says which of two it is
   */
  of(row: Row): string {
    const instant = this.#instants.get(row);
    if (typeof instant === 'string') return instant;
    const { text, style } = this.#timeOf(row);
    if (instant === null)
      throw new RowFault(
        row.line,
        this.#column,
        faultMessage('REPEATED_TIME', { zone: style.zone }),
        'AMBIGUOUS_TIME',
      );
    return row.instantOf(this.#column, text, style);
  }

  /** Returns the time of a row, in UTC; null where `of` would throw. */
  known(row: Row): string | null {
    return this.#instants.get(row) ?? null;
  }

  #timed(row: Row): TimedRow[] {
    try {
      const { text, style } = this.#timeOf(row);
      const instants = row.instantsOf(this.#column, text, style);
      const [first, second = null] = instants.map((instant) => Date.parse(instant));
      return first === undefined ? [] : [{ row, instants, first, second }];
    } catch (error) {
      // It is thrown once more where the row is read.
      if (error instanceof RowFault || error instanceof FileFault) return [];
      throw error;
    }
  }

  /** Decides the rows of one doubled hour, which follow each other in the file. */
  #decide(run: readonly TimedRow[], direction: Direction | null): void {
    const set = (each: TimedRow, index: number): void => {
      this.#instants.set(each.row, each.instants[index] ?? null);
    };
    if (new Set(run.map(({ first }) => first)).size === 1) return;
    const oldestFirst = direction === -1 ? run.toReversed() : run;
    const turns = oldestFirst.flatMap(({ first }, index) =>
      first < (oldestFirst[index - 1]?.first ?? first) ? [index] : [],
    );
    const [turn = oldestFirst.length] = turns;
    const isClear = direction !== null && turns.length <= 1;
    for (const [index, each] of oldestFirst.entries()) {
      if (isClear) set(each, index < turn ? 0 : 1);
      else this.#instants.set(each.row, null);
    }
  }
}

/** Returns where runs of rows of one doubled hour start and end. */
function runsOf(timed: readonly TimedRow[]): { readonly start: number; readonly end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const [index, { first, second }] of timed.entries()) {
    if (second === null) continue;
    const run = runs.at(-1);
    const start = run?.end === index ? timed[run.start] : undefined;
    const isSame = start !== undefined && Math.abs(first - start.first) < second - first;
    if (run !== undefined && isSame) run.end = index + 1;
    else runs.push({ start: index, end: index + 1 });
  }
  return runs;
}

/** Returns the direction of the rows right before and after a run; null if there are none, or if the run is not between them. */
function directionAround(timed: readonly TimedRow[], start: number, end: number): Direction | null {
  const [before, run, after] = [timed[start - 1], timed[start], timed[end]];
  if (before === undefined || run === undefined || after === undefined) return null;
  if (before.first <= run.first && run.first <= after.first) return 1;
  return before.first >= run.first && run.first >= after.first ? -1 : null;
}

/** Returns the direction of most rows of a file; null if it is not clear. Steps inside a doubled hour do not count. */
function directionOf(timed: readonly TimedRow[]): Direction | null {
  let [rising, falling] = [0, 0];
  for (const [index, each] of timed.entries()) {
    const before = timed[index - 1];
    if (before === undefined || (before.second !== null && each.second !== null)) continue;
    if (each.first > before.first) rising += 1;
    if (each.first < before.first) falling += 1;
  }
  if (rising > CLEAR_RATIO * falling) return 1;
  return falling > CLEAR_RATIO * rising ? -1 : null;
}
