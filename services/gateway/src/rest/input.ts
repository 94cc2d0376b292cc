/** Query and path parameters into typed input by the operation's schema; what is wrong is named field by field. */
import { fieldErrorsOf, type ParsedInput } from '@ctx/common/contract/parse-input';
import type { FieldError } from '@ctx/common/domain/rejections';
import { z } from 'zod';

// Strictly decimal: no `1e3`, no `0x7E8`, no `1.5`, no leading zeros.
const INTEGER = /^-?(0|[1-9]\d{0,15})$/;

/** Parses a query string. Unknown and repeated parameters are faults (decisions.md, Requests 2). */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  query: string,
): ParsedInput<z.output<Schema>> {
  const raw: Record<string, string> = Object.create(null) as Record<string, string>;
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (name in raw) repeated.add(name);
    raw[name] = value;
  }
  const errors: FieldError[] = [...repeated].map((field) => ({ field, message: 'is given more than once' }));
  const parsed = parseParameters(schema, raw);
  if ('fieldErrors' in parsed) return { fieldErrors: [...errors, ...parsed.fieldErrors] };
  return errors.length > 0 ? { fieldErrors: errors } : parsed;
}

/** Parses parameters that arrive as text; integers are converted where the schema wants numbers. */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Readonly<Record<string, string>>,
): ParsedInput<z.output<Schema>> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(raw)) {
    const field: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    values[name] = field instanceof z.ZodType && isNumeric(field) && INTEGER.test(text) ? Number(text) : text;
  }
  const parsed = schema.safeParse(values, { reportInput: true });
  return parsed.success ? { input: parsed.data } : { fieldErrors: fieldErrorsOf(parsed.error) };
}

function isNumeric(schema: z.ZodType): boolean {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  return type === 'number' || (innerType !== undefined && isNumeric(innerType));
}
