/** Writes rows to PostgreSQL by COPY, as one line of text per row. */
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { textDigest } from '@ctx/domain/digest';
import type { Client } from './postgres.ts';

/** A cell of a row. */
export type CopyValue = string | number | bigint | boolean | null | readonly string[];

/** Copies `rows` into `table`, whose columns have the same order. The client must not be in pipeline mode. */
export async function copyRows(
  client: Client,
  table: string,
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length > 0) await copyLines(client, table, copyText(rows));
}

/** Copies lines that `copyText` returned into `table`. */
export async function copyLines(client: Client, table: string, lines: string): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${table} FROM STDIN`));
  stream.end(lines);
  await finished(stream);
}

/** Returns rows as COPY reads them, a line each. */
export function copyText(rows: readonly (readonly CopyValue[])[]): string {
  let text = '';
  for (const row of rows) text += `${row.map(cellText).join('\t')}\n`;
  return text;
}

/** Returns the digest of a row, by which a changed row differs from an unchanged one. */
export function digestOf(row: readonly CopyValue[]): string {
  return textDigest(JSON.stringify(row));
}

function cellText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'object') return escapeText(arrayText(value));
  return String(value);
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

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeText(text: string): string {
  return /[\\\n\r\t]/.test(text)
    ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    : text;
}
