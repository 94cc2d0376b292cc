/** Cells of rows that are written to PostgreSQL. */
import { textDigest } from '@ctx/domain/digest';

/** A cell of a row. */
export type CellValue = string | number | bigint | boolean | null | readonly string[];

/** Returns the digest of a row, by which a changed row differs from an unchanged one. */
export function digestOf(row: readonly CellValue[]): string {
  return textDigest(JSON.stringify(row));
}

/** Returns a text array in PostgreSQL's text format. */
export function arrayText(texts: readonly (string | null)[]): string {
  let text = '';
  for (const each of texts) text += `${text === '' ? '' : ','}${each === null ? 'NULL' : arrayElement(each)}`;
  return `{${text}}`;
}

function arrayElement(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
