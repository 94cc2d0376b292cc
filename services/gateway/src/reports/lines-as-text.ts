/** A report as JSON Lines and as CSV. Both have every field of the contract with every digit; their texts are cleaned as in HTML. */
import { ReportLine } from '@ctx/contract/report';
import { cleanJson } from '@ctx/domain/third-party-text';
import { z } from 'zod';
import { csvCell, ROW_END } from './csv-cell.ts';
import { linesOf, type Line, type Report } from './report.ts';

type Field = keyof Line;

/** The fields of a line, in the order of the contract: the columns of the CSV. */
const FIELDS = Object.keys(ReportLine.shape) as Field[];

const NUMBERS: ReadonlySet<string> = new Set(
  FIELDS.filter((field) => {
    const schema: unknown = ReportLine.shape[field];
    return (schema instanceof z.ZodOptional ? withoutNull(schema.unwrap()) : schema) instanceof z.ZodNumber;
  }),
);

function withoutNull(schema: unknown): unknown {
  return schema instanceof z.ZodNullable ? schema.unwrap() : schema;
}

/** Returns a report as JSON Lines: one object a line, without fields that are null. */
export async function* jsonLines(report: Report): AsyncGenerator<string> {
  for await (const line of linesOf(report)) yield `${jsonOf(line)}\n`;
}

function jsonOf(line: Line): string {
  const fields = FIELDS.flatMap((field) => {
    const value = line[field];
    if (value === null || value === undefined) return [];
    // The digits of a number as they are: as a number they could be rounded.
    return [`"${field}":${NUMBERS.has(field) ? String(value) : cleanJson(value)}`];
  });
  return `{${fields.join(',')}}`;
}

/** Returns a report as CSV (RFC 4180), with one row of column names. */
export async function* csv(report: Report): AsyncGenerator<string> {
  yield FIELDS.join(',') + ROW_END;
  for await (const line of linesOf(report))
    yield FIELDS.map((field) => cell(field, line[field])).join(',') + ROW_END;
}

function cell(field: Field, value: string | boolean | null | undefined): string {
  return value === null || value === undefined ? '' : csvCell(String(value), NUMBERS.has(field));
}
