/** Parses one line of JSON Lines into a record, or into its errors. */
import { checkRecord, shortenedField } from '@ctx/converters/check-record';
import type { ImportRecord } from '@ctx/converters/records';
import { type ExportedKind, exportedKindOf } from '@ctx/domain/exported-kinds';
import { JSON_LEVELS_MAX, JsonFault, parseStrictJson } from '@ctx/domain/strict-json';
import type { LineError } from '../rejected-import.ts';

export type ParsedLine =
  | { readonly record: ImportRecord }
  /** A line of an export that is not a fact. The import ignores it. */
  | { readonly ignoredKind: ExportedKind }
  | { readonly errors: readonly LineError[] };

/** Fields whose number keeps every digit as written. */
const DECIMAL_FIELDS: ReadonlySet<string> = new Set(['amount', 'euroValue', 'eur', 'entryPrice']);
const NUMBER_AS_DECIMAL = /"(?:amount|euroValue|eur|entryPrice)"\s*:\s*[-\d]/;

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
    if (reason === 'REPEATED_NAME') return reject(shortenedField(path), 'is given twice');
    if (reason === 'TOO_DEEP') return reject('', `is nested deeper than ${String(JSON_LEVELS_MAX)}`);
    return reject('', text.startsWith('{') && !text.endsWith('}') ? CUT_OFF : 'is not JSON');
  }
  const ignoredKind = exportedKindOf(value);
  if (ignoredKind !== null) return { ignoredKind };
  const checked = checkRecord(value);
  return 'record' in checked ? checked : { errors: checked.errors.map((error) => ({ line, ...error })) };
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
