/** Checks the fields of a record. The messages are for the person who wrote the file. */
import type { z } from 'zod';
import { type ImportRecord, RECORD, RECORD_KINDS } from './records.ts';

/** What is wrong with one field; `field` is empty for the record as a whole. */
export interface FieldError {
  readonly field: string;
  readonly reason: string;
}

export type CheckedRecord = { readonly record: ImportRecord } | { readonly errors: readonly FieldError[] };

/** Field names come from the file, so their length is bounded. */
const FIELD_CHARACTERS_MAX = 200;

/** Returns a value as the record that it is, or what is wrong with its fields. */
export function checkRecord(value: unknown): CheckedRecord {
  const parsed = RECORD.safeParse(value, { reportInput: true, error: reasonOf });
  if (parsed.success) return { record: parsed.data };
  return { errors: parsed.error.issues.flatMap(errorsOf) };
}

function errorsOf(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [{ field: fieldOf(issue.path), reason: issue.message }];
  return issue.keys.map((key) => ({
    field: fieldOf([...issue.path, key]),
    reason: 'is not a field of this kind of record',
  }));
}

function fieldOf(path: readonly PropertyKey[]): string {
  return shortenedField(path.map(String).join('.'));
}

/** Returns the name of a field, cut where it is too long for a message. */
export function shortenedField(field: string): string {
  return field.length > FIELD_CHARACTERS_MAX ? `${field.slice(0, FIELD_CHARACTERS_MAX)}…` : field;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
};
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a date, for example 2025-12-31',
};

/** Returns the message of an issue whose schema has none of its own; undefined for Zod's message. Requires `reportInput`. */
function reasonOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_union' && issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `must be ${FORMAT_NAMES[issue.format] ?? issue.format}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be ${String(issue.minimum)} or greater`;
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum));
    case 'invalid_union':
      return `${hasKind(issue.input) ? 'must be' : 'is required:'} one of ${RECORD_KINDS.join(', ')}`;
    default:
      return undefined;
  }
}

function hasKind(record: unknown): boolean {
  return typeof record === 'object' && record !== null && 'kind' in record;
}

function tooBig(origin: string, maximum: string): string {
  if (origin === 'string') return `must have at most ${maximum} characters`;
  return origin === 'array' ? `must have at most ${maximum} entries` : `must be at most ${maximum}`;
}
