/** Describes tables of figures, and writes values into their cells. */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { textDigest } from '@ctx/domain/digest';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import type { EngineOutputs } from '../engine/types.ts';

export type CellValue = string | number | boolean | null | readonly string[];

export interface FiguresTable<Item> {
  readonly name: string;
  /** Columns that identify a row among the user's others; each is among `columns`. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The condition that a row `t` belongs to a frozen year, whose rows never change; null where rows belong to no year. */
  readonly frozenRows: ((frozenYears: readonly number[]) => Sql) | null;
  /** The condition that a row `t` belongs to one of some pools; null where rows belong to no single pool. */
  readonly poolRows: ((pools: PoolScope) => Sql) | null;
  readonly itemsOf: (outputs: EngineOutputs) => Iterable<Item>;
  readonly rowOf: (item: Item) => CellValue[];
  /** Whether pages of rows begin at marks, which are lost when a row comes, goes or moves. */
  readonly hasPages?: boolean;
  /** Whether Citus has the table on the coordinator, and not beside the user's events (ADR 40). */
  readonly isOnCoordinator?: boolean;
  /** How many of the last columns the row's digest covers; the column before them covers the others. All columns when left out. */
  readonly digestedColumns?: number;
}

/** A part of a user's pools, and the events in it. */
export interface PoolScope {
  readonly assets: readonly string[];
  /** The rows that may differ: from an instant on, with the lots that were open then; null for all rows of the pools. */
  readonly since: {
    readonly at: string;
    readonly lotIds: readonly string[];
    /** Events that may have brought a lot since: also an in leg from before, whose lot arrives with a later out leg. */
    readonly broughtBy: readonly string[];
  } | null;
  /** Events of years that are not frozen: those that the pools have now, and those that they had. */
  readonly eventIds: readonly string[];
}

/** The digest of cells. */
export function cellsDigest(cells: readonly CellValue[]): string {
  return textDigest(JSON.stringify(cells));
}

/** A table without its items. */
export type TableDescription = Omit<FiguresTable<never>, 'itemsOf' | 'rowOf'>;

/** Identifies a row by content and table: a changed row has another digest. */
export function rowDigest(
  described: Pick<FiguresTable<never>, 'name' | 'digestedColumns'>,
  row: readonly CellValue[],
): string {
  const { name, digestedColumns } = described;
  return cellsDigest([name, ...(digestedColumns === undefined ? row : row.slice(-digestedColumns))]);
}

/** Returns the condition that a row `t` belongs to one of the frozen years. */
export function isFrozenRow(
  { frozenRows }: Pick<FiguresTable<never>, 'frozenRows'>,
  frozenYears: readonly number[],
): Sql {
  if (frozenRows === null || frozenYears.length === 0) return raw('false');
  return sql`coalesce(${frozenRows(frozenYears)}, false)`;
}

/** The rows of frozen years, in a table with a column `year`. */
export function inFrozenYear(frozenYears: readonly number[]): Sql {
  return sql`t.year = ANY (${frozenYears})`;
}

/** The rows of some pools, by asset. */
export function ofAssets({ assets }: Pick<PoolScope, 'assets'>): Sql {
  return sql`t.asset_key = ANY (${assets})`;
}

/** The rows of some pools, by event. */
export function ofEvents({ eventIds }: PoolScope): Sql {
  return sql`t.event_id = ANY (${eventIds}::uuid[])`;
}

/** Returns column names as a list in SQL, each of the row `alias` if given. */
export function columnList(columns: readonly string[], alias?: string): Sql {
  return raw(columns.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(', '));
}

/** The columns that are written: a row's cells and its digest. */
export function writtenColumns({ columns }: Pick<FiguresTable<never>, 'columns'>): string[] {
  return [...columns, 'digest'];
}

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
