/**
 * Messages for invalid fields of a request. They are made from the schema alone: what the field must be, what it means
 * (`description`) and where to find its value (`where`). So REST and MCP return the same message, and no message repeats
 * text of the caller.
 */
import { z } from 'zod';

/** Returns the message for a missing or invalid field. `path` is its place in the schema of the request. */
export function fieldMessage(request: z.ZodObject, path: readonly PropertyKey[], isMissing: boolean): string {
  const field = findField(request, path);
  if (field === null) return 'is not valid';
  const expected = `must be ${expectation(field.schema)}${hint(field)}`;
  return isMissing ? `is required and ${expected}` : expected;
}

/** Lists the fields that a request can have, for the message about an unknown field. */
export function expectedNames(request: z.ZodObject): string {
  const names = Object.keys(request.shape);
  return names.length === 0 ? 'no field is expected' : `expected one of ${names.join(', ')}`;
}

/** A field of a request. */
interface Field {
  /** Without the wrappers that make it optional or nullable or give it a default. */
  readonly schema: z.ZodType;
  readonly description: string | undefined;
  readonly where: string | undefined;
}

/** Finds the field at a path: a name, followed by an index for an item of a list, and by a name for a field of such an item. */
function findField(request: z.ZodObject, [name, ...rest]: readonly PropertyKey[]): Field | null {
  const found: unknown = Object.hasOwn(request.shape, name ?? '') ? request.shape[String(name)] : undefined;
  if (!(found instanceof z.ZodType)) return null;
  const field = unwrap(found);
  if (rest.length === 0 || !(field.schema instanceof z.ZodArray)) return field;
  const item = unwrap(field.schema.element as z.ZodType);
  const ofItem = rest.slice(1);
  if (ofItem.length > 0 && item.schema instanceof z.ZodObject) return findField(item.schema, ofItem);
  return { ...item, description: item.description ?? field.description, where: item.where ?? field.where };
}

function unwrap(schema: z.ZodType): Field {
  const { description, where } = schema.meta() ?? {};
  const wrapped = wrappedBy(schema);
  const inner = wrapped === undefined ? null : unwrap(wrapped);
  return {
    schema: inner?.schema ?? schema,
    description: description ?? inner?.description,
    where: typeof where === 'string' ? where : inner?.where,
  };
}

/** The schema of the values that a wrapper takes: an optional or nullable schema, or one with a default. */
export function wrappedBy(schema: z.ZodType): z.ZodType | undefined {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  return innerType ?? input;
}

interface Limits {
  readonly type?: string;
  readonly format?: string;
  readonly orDay?: boolean;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Describes the expected value as a noun phrase. */
function expectation(schema: z.ZodType): string {
  const limits = z.toJSONSchema(schema, { io: 'input' }) as Limits;
  if (limits.enum !== undefined) return `one of ${limits.enum.join(', ')}`;
  switch (limits.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number ${numberRange(limits)}`;
    case 'number':
      return `a number ${numberRange(limits)}`;
    case 'object':
      return 'an object';
    case 'array':
      return `a list of ${countRange(limits.minItems, limits.maxItems)} items`;
    default:
      return textExpectation(limits);
  }
}

function textExpectation({ format, orDay, minLength, maxLength }: Limits): string {
  if (format === 'uuid') return 'a UUID';
  if (format === 'date') return 'a day such as 2026-03-10';
  if (orDay === true) return 'a date and time such as 2026-03-10T10:00:00Z, or a day such as 2026-03-10';
  if (format === 'date-time') return 'a date and time such as 2026-03-10T10:00:00Z';
  return `text of ${countRange(minLength, maxLength)} characters, without NUL or lone surrogates`;
}

function numberRange({ minimum, exclusiveMinimum, maximum }: Limits): string {
  if (exclusiveMinimum !== undefined) return `greater than ${String(exclusiveMinimum)}`;
  return maximum === undefined
    ? `of at least ${String(minimum)}`
    : `from ${String(minimum)} to ${String(maximum)}`;
}

function countRange(least = 0, most = Infinity): string {
  return least === 0 ? `at most ${String(most)}` : `${String(least)} to ${String(most)}`;
}

/** Returns the meaning of a field, to be appended to the expected value. */
function hint({ description, where }: Field): string {
  if (description === undefined) return '';
  const text = describedWithPlace(description, where).replace(/\.$/, '');
  // An abbreviation or the name of a value keeps its capitals.
  const isSentence = /^[A-Z][a-z -]/.test(text);
  return `: ${isSentence ? text.charAt(0).toLowerCase() : text.charAt(0)}${text.slice(1)}`;
}

/** Returns a description followed by the place where to find the value. */
export function describedWithPlace(description: string, where: string | undefined): string {
  return where === undefined ? description : description.replace(/\.?$/, ` (${where}).`);
}
