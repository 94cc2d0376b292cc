/** Parses the query and path parameters of an operation by its schema, and reports every fault by field. */
import {
  ExactNumber,
  exactFields,
  type ParsedInput,
  parseRequest,
  type RequestOf,
} from '@ctx/contract/parse-input';
import type { FieldError } from '@ctx/domain/rejections';
import { z } from 'zod';

// Strictly decimal: no `1e3`, no `0x7E8`, no `1.5`, no leading zeros, no `-0`.
const INTEGER = /^(0|-?[1-9]\d{0,15})$/;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/** Parses a query string. Unknown and repeated parameters are errors (decisions.md, Requests 2). */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  query: string,
): ParsedInput<RequestOf<Schema>> {
  const raw: Record<string, string> = Object.create(null) as Record<string, string>;
  const faults = new Map<string, string>();
  for (const part of query.split('&').filter((each) => each !== '')) {
    const [name, value] = splitOnce(part, '=').map(decodeText);
    if (typeof name !== 'string') faults.set('query', NOT_UTF8);
    // The schema reports unknown names.
    else if (name in raw && Object.hasOwn(schema.shape, name)) faults.set(name, 'is given more than once');
    else if (value === null && Object.hasOwn(schema.shape, name)) faults.set(name, NOT_UTF8);
    if (typeof name === 'string') raw[name] = value ?? '';
  }
  const errors: FieldError[] = [...faults].map(([field, message]) => ({ field, message }));
  const parsed = parseParameters(schema, raw);
  if ('fieldErrors' in parsed)
    return { fieldErrors: [...errors, ...parsed.fieldErrors.filter(({ field }) => !faults.has(field))] };
  return errors.length > 0 ? { fieldErrors: errors } : parsed;
}

const NOT_UTF8 = 'is not percent-encoded UTF-8';

/** Splits a text at the first separator; without one, the second part is empty. Further separators stay in the second part. */
export function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

/**
 * Decodes a name or value as browsers encode forms. A percent sign that does not begin an escape is kept as it is. Returns null
 * for bytes that are not UTF-8.
 */
function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    return null;
  }
}

/** Parses parameters that arrive as text, each as the type that its schema expects. */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Readonly<Record<string, string>>,
): ParsedInput<RequestOf<Schema>> {
  // Without a prototype, so that `__proto__` is an unknown name like any other.
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const exact = exactFields(schema);
  for (const [name, text] of Object.entries(raw)) {
    const field: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const type = field instanceof z.ZodType ? typeOf(field) : null;
    if (exact.includes(name)) values[name] = DECIMAL.test(text) ? new ExactNumber(text) : text;
    else if (type === 'number') values[name] = INTEGER.test(text) ? Number(text) : text;
    else if (type === 'boolean') values[name] = BOOLEANS.get(text) ?? text;
    else values[name] = text;
  }
  return parseRequest(schema, values);
}

/** Returns the type of a field that may be absent or null. */
function typeOf(schema: z.ZodType): string {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  return innerType === undefined ? type : typeOf(innerType);
}
