/** Cells of rows that are written to PostgreSQL. */
import { textDigest } from '@ctx/domain/digest';

/** A cell of a row. */
export type CellValue = string | number | bigint | boolean | null | readonly string[];

/** Returns the digest of a row, by which a changed row differs from an unchanged one. */
export function digestOf(row: readonly CellValue[]): string {
  return textDigest(JSON.stringify(row));
}

/** Returns a cell as a parameter of a statement: its text, or null. */
export function cellText(cell: CellValue): string | null {
  if (cell === null) return null;
  return typeof cell === 'object' ? arrayText(cell) : String(cell);
}

/** Tells whether two cells have the same content. */
export function isSameCell(a: CellValue, b: CellValue): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && cellText(a) === cellText(b);
}

/** Returns an element of an array in PostgreSQL's text format; an array as its text. */
export function elementText(cell: CellValue): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'string') return quoted(cell);
  return typeof cell === 'object' ? quoted(arrayText(cell)) : String(cell);
}

function arrayText(cells: readonly CellValue[]): string {
  let text = '';
  for (const cell of cells) text += `,${elementText(cell)}`;
  return `{${text.slice(1)}}`;
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
