/** Describes tables of figures, and writes values into their cells. */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/common/domain/decimal';
import { textDigest } from '@ctx/common/domain/digest';
import type { EngineOutputs } from '../engine/types.ts';

export type CellValue = string | number | boolean | null | readonly string[];

export interface FiguresTable<Item> {
  readonly name: string;
  /** Columns that identify a row among the user's others; each is among `columns`. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Which rows belong to a frozen year and therefore stay, as a condition of `RowNames`; null where no row belongs to a year. */
  readonly frozenRows: string | null;
  /** Which rows belong to some pools, likewise; null where no row belongs to one pool. */
  readonly poolRows: string | null;
  readonly itemsOf: (outputs: EngineOutputs) => Iterable<Item>;
  readonly rowOf: (item: Item) => CellValue[];
  /** How many of the last columns the row's digest covers; the column before them covers the others. All columns when left out. */
  readonly digestedColumns?: number;
  /** Columns whose cells are JSON texts. */
  readonly jsonColumns?: readonly string[];
}

/** The digest of cells. */
export function cellsDigest(cells: readonly CellValue[]): string {
  return textDigest(JSON.stringify(cells));
}

/** Identifies a row by content and table: a changed row has another digest. */
export function rowDigest(
  described: Pick<FiguresTable<never>, 'name' | 'digestedColumns'>,
  row: readonly CellValue[],
): string {
  const { name, digestedColumns } = described;
  return cellsDigest([name, ...(digestedColumns === undefined ? row : row.slice(-digestedColumns))]);
}

/** Returns the condition that a row `t` is of one of `:frozenYears`. */
export function isFrozenRow(
  { frozenRows }: Pick<FiguresTable<never>, 'frozenRows'>,
  frozenYears: readonly number[],
): string {
  return frozenRows === null || frozenYears.length === 0 ? 'false' : `coalesce(${frozenRows}, false)`;
}

/** The rows of a frozen year, for tables whose rows have a year. */
export const IN_FROZEN_YEAR = 't.year = ANY (:frozenYears)';

/** The rows of some pools, by their assets or by the events that are or were theirs. */
export const OF_ASSETS = 't.asset_key = ANY (:assets)';
export const OF_EVENTS = 't.event_id = ANY (:eventIds::uuid[])';

/** Keeps the type of a table's items. */
export function table<Item>(description: FiguresTable<Item>): FiguresTable<Item> {
  return description;
}

export function eurText(eur: bigint): string;
export function eurText(eur: bigint | null): string | null;
export function eurText(eur: bigint | null): string | null {
  return eur === null ? null : formatDecimal(eur, EUR_SCALE);
}

export function amountText(amount: bigint): string {
  return formatDecimal(amount, AMOUNT_SCALE);
}
