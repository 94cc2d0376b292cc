/** A value of a table of a report, before a form of the report writes it: as HTML, as a cell of a workbook, or in a CSV file. */

/**
 * Null is a value that a row does not have. A text is a word of ours; `name` and `names` are texts of other people. `eur` and `units`
 * are decimals with every digit.
 */
export type Cell =
  | null
  | string
  | { readonly name: string }
  | { readonly names: readonly string[] }
  | { readonly eur: string }
  | { readonly units: string }
  | { readonly count: number }
  | { readonly day: string }
  | { readonly moment: string };

/** The heading of a column; `isNumber` aligns its cells to the right. */
export interface Column {
  readonly title: string;
  readonly isNumber?: true;
}

export const words = (title: string): Column => ({ title });
export const number = (title: string): Column => ({ title, isNumber: true });

type Text = string | null | undefined;

export const name = (text: Text): Cell => (text == null ? null : { name: text });
export const eur = (digits: Text): Cell => (digits == null ? null : { eur: digits });
export const units = (digits: Text): Cell => (digits == null ? null : { units: digits });
export const day = (instant: Text): Cell => (instant == null ? null : { day: instant });
export const moment = (instant: Text): Cell => (instant == null ? null : { moment: instant });
export const count = (value: number): Cell => ({ count: value });

/** Returns the word of a table for a key; the key itself where it has none. */
export function wordOf(table: Readonly<Record<string, string>>, key: Text): string {
  if (key == null) return '';
  return Object.hasOwn(table, key) ? (table[key] ?? key) : key;
}
