/** Parses one line of a file into a record, or into its errors. */
import { type ExportedKind, exportedKindOf } from '@ctx/domain/exported-kinds';
import { JSON_LEVELS_MAX, JsonFault, parseStrictJson } from '@ctx/domain/strict-json';
import type { z } from 'zod';
import { reasonOf } from './reasons.ts';
import { type ImportRecord, RECORD } from './records.ts';

/** An error in one field of a line; `field` is empty for the line as a whole. */
export interface LineError {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

export type ParsedLine =
  | { readonly record: ImportRecord }
  /** A line of an export that is not a fact. The import ignores it. */
  | { readonly ignoredKind: ExportedKind }
  | { readonly errors: readonly LineError[] };

/** Fields whose number keeps every digit as written. */
const DECIMAL_FIELDS: ReadonlySet<string> = new Set(['amount', 'euroValue', 'eur', 'entryPrice']);
const NUMBER_AS_DECIMAL = /"(?:amount|euroValue|eur|entryPrice)"\s*:\s*[-\d]/;
/** Field names come from the file, so their length is bounded. */
const FIELD_CHARACTERS_MAX = 200;

const CUT_OFF = 'is cut off before its closing brace: the file may be truncated';

/** Parses line number `line` (from 1). */
export function parseLine(text: string, line: number): ParsedLine {
  const reject = (field: string, reason: string): ParsedLine => ({ errors: [{ line, field, reason }] });
  let value: unknown;
  try {
    // A reviver takes five times as long as a plain parse. Only lines with a decimal written as a number need it.
    value = parseStrictJson(text, NUMBER_AS_DECIMAL.test(text) ? keepDigits : undefined);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { reason, path } = error;
    if (reason === 'REPEATED_NAME') return reject(shortened(path), 'is given twice');
    if (reason === 'TOO_DEEP') return reject('', `is nested deeper than ${String(JSON_LEVELS_MAX)}`);
    return reject('', text.startsWith('{') && !text.endsWith('}') ? CUT_OFF : 'is not JSON');
  }
  const ignoredKind = exportedKindOf(value);
  if (ignoredKind !== null) return { ignoredKind };
  const parsed = RECORD.safeParse(value, { reportInput: true, error: reasonOf });
  if (parsed.success) return { record: parsed.data };
  return { errors: parsed.error.issues.flatMap((issue) => lineErrors(issue, line)) };
}

function lineErrors(issue: z.core.$ZodIssue, line: number): LineError[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ line, field: fieldOf(issue.path), reason: issue.message }];
  return issue.keys.map((key) => ({
    line,
    field: fieldOf([...issue.path, key]),
    reason: 'is not a field of this kind of record',
  }));
}

function fieldOf(path: readonly PropertyKey[]): string {
  return shortened(path.map(String).join('.'));
}

function shortened(field: string): string {
  return field.length > FIELD_CHARACTERS_MAX ? `${field.slice(0, FIELD_CHARACTERS_MAX)}…` : field;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

function keepDigits(key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || !DECIMAL_FIELDS.has(key)) return value;
  const source = context.source ?? String(value);
  return PLAIN_NUMBER.test(source) ? source : withoutExponent(source);
}

/** Writes `1.5e-3` as `0.0015`. A very large exponent is left as it is and fails validation as a decimal. */
function withoutExponent(source: string): string {
  const [, sign = '', integer = '', fraction = '', exponentText = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(source) ?? [];
  const exponent = Number(exponentText);
  if (integer === '' || Math.abs(exponent) > 64) return source;
  const digits = integer + fraction;
  const point = integer.length + exponent;
  const padded = point > 0 ? digits.padEnd(point, '0') : digits.padStart(digits.length - point + 1, '0');
  const cut = Math.max(point, 1);
  const whole = padded.slice(0, cut).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(cut);
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}
