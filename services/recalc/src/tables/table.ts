/** How a table of figures is described, and how values are written in its cells. */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/common/domain/decimal';
import { textDigest } from '@ctx/common/domain/digest';
import type { EngineOutputs } from '../engine/types.ts';

export type CellValue = string | number | boolean | null | readonly string[];

export interface FiguresTable<Item> {
  readonly name: string;
  /** Columns that tell a row from the user's others; each is among `columns`. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The rows of a frozen year stay as they are: which ones those are, as a condition of `RowNames`; null where no row belongs to a year. */
  readonly frozenRows: string | null;
  /** The rows of some pools, likewise; null where no row is of one pool. */
  readonly poolRows: string | null;
  readonly itemsOf: (outputs: EngineOutputs) => Iterable<Item>;
  readonly rowOf: (item: Item) => CellValue[];
  /** How many of the last columns the row's digest covers; the one before them covers the others. All where left out. */
  readonly digestedColumns?: number;
  /** Columns whose cells are JSON texts. */
  readonly jsonColumns?: readonly string[];
}

/** The digest of cells. */
export function cellsDigest(cells: readonly CellValue[]): string {
  return textDigest(JSON.stringify(cells));
}

/** Tells a changed row from an unchanged one, and a row of one table from that of another. */
export function rowDigest(
  described: Pick<FiguresTable<never>, 'name' | 'digestedColumns'>,
  row: readonly CellValue[],
): string {
  const { name, digestedColumns } = described;
  return cellsDigest([name, ...(digestedColumns === undefined ? row : row.slice(-digestedColumns))]);
}

/** Whether a row `t` is of one of `:frozenYears`, as a condition. */
export function isFrozenRow(
  { frozenRows }: Pick<FiguresTable<never>, 'frozenRows'>,
  frozenYears: readonly number[],
): string {
  return frozenRows === null || frozenYears.length === 0 ? 'false' : `coalesce(${frozenRows}, false)`;
}

/** The rows of a frozen year, where rows have one. */
export const IN_FROZEN_YEAR = 't.year = ANY (:frozenYears)';

/** The rows of some pools, by their assets or by the events that were or are theirs. */
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
