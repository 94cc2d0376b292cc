/** Parses requests by their schema. Errors are reported field by field (service.md, "Errors"). */
import { z } from 'zod';
import { INTEGER_DIGITS_MAX, isDecimal } from '@ctx/domain/decimal';
import type { FieldError } from '@ctx/domain/rejections';
import { expectedNames, fieldMessage, wrappedBy } from './fault-messages.ts';

/** The parsed input, or the errors of its fields. */
export type ParsedInput<Input> = { readonly input: Input } | { readonly fieldErrors: readonly FieldError[] };

/** A number as written, with every digit: from a JSON body, or from a decimal string of a message. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The parsed input of a schema: its exact numbers are decimal strings. */
export type RequestOf<Schema extends z.ZodObject> = {
  [Name in keyof z.output<Schema>]: TextIfExact<z.output<Schema>[Name]>;
};
type TextIfExact<Value> =
  Value extends z.$brand<'exact'>
    ? string
    : Value extends readonly (infer Item extends object)[]
      ? { [Name in keyof Item]: TextIfExact<Item[Name]> }[]
      : Value;

/** Parses a request. Exact numbers are given as ExactNumber and returned as plain decimal strings with the same digits. */
export function parseRequest<Schema extends z.ZodObject>(
  schema: Schema,
  raw: unknown,
): ParsedInput<RequestOf<Schema>> {
  if (!isRecord(raw)) return { fieldErrors: [{ field: 'body', message: 'must be a JSON object' }] };
  const exact: ExactText[] = [];
  const errors: FieldError[] = [];
  const values = asNumbers(schema, raw, (path, { text }, digits) => {
    const plain = plainDecimal(text);
    if (plain !== null && isDecimal(plain.replace(/^-/, ''), digits.fraction, digits.integer))
      exact.push({ path, text: plain });
    else errors.push({ field: path.join('.'), message: fieldMessage(schema, path, false) });
  });
  const parsed = schema.safeParse(values, { reportInput: true });
  if (!parsed.success) errors.push(...fieldErrorsOf(schema, parsed.error));
  if (!parsed.success || errors.length > 0)
    return { fieldErrors: distinct(errors).slice(0, FIELD_ERRORS_MAX) };
  for (const { path, text } of exact) setAt(parsed.data, path, text);
  return { input: parsed.data as never };
}

type Path = readonly (string | number)[];

/** A number that keeps its digits, and its place in the request. */
interface ExactText {
  readonly path: Path;
  readonly text: string;
}

/** Returns the values of a request with numbers in place of exact ones, also in lists of objects, and passes each exact one to `found`. */
function asNumbers(
  schema: z.ZodObject,
  raw: Readonly<Record<string, unknown>>,
  found: (path: Path, number: ExactNumber, digits: Digits) => void,
  place: Path = [],
): Record<string, unknown> {
  // Without a prototype, so that `__proto__` is an unknown name like any other.
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(raw)) {
    const field: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const item = itemSchema(field);
    const path = [...place, name];
    values[name] = value;
    if (item !== null && Array.isArray(value))
      values[name] = value.map((each: unknown, index) =>
        isRecord(each) ? asNumbers(item, each, found, [...path, index]) : each,
      );
    if (!(value instanceof ExactNumber)) continue;
    values[name] = Number(value.text);
    const digits = digitsOf(field);
    if (digits !== null) found(path, value, digits);
  }
  return values;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function setAt(value: unknown, path: Path, text: string): void {
  const holder = path.slice(0, -1).reduce((inner, key) => (inner as Record<string, unknown>)[key], value);
  (holder as Record<string, unknown>)[path.at(-1) as string] = text;
}

/** Returns the schema of the objects in a list; null for any other field. */
export function itemSchema(field: unknown): z.ZodObject | null {
  if (!(field instanceof z.ZodType)) return null;
  if (field instanceof z.ZodArray) return field.element instanceof z.ZodObject ? field.element : null;
  return itemSchema(wrappedBy(field));
}

/** How many digits a number can have. */
interface Digits {
  readonly fraction: number;
  readonly integer: number;
}

/** Returns how many digits a field that keeps every digit can have; null for any other field. */
function digitsOf(schema: unknown): Digits | null {
  if (!(schema instanceof z.ZodType)) return null;
  const { fractionDigitsMax, integerDigitsMax } = schema.meta() ?? {};
  if (typeof fractionDigitsMax !== 'number') return digitsOf(wrappedBy(schema));
  const integer = typeof integerDigitsMax === 'number' ? integerDigitsMax : INTEGER_DIGITS_MAX;
  return { fraction: fractionDigitsMax, integer };
}

/** Returns the names of the fields that keep every digit, also of objects in lists. */
export function exactFields(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const item = itemSchema(field);
    if (item !== null) return exactFields(item);
    return digitsOf(field) === null ? [] : [name];
  });
}

const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const EXPONENT_MAX = 60;

/** Writes a JSON number without exponent. Returns null if the exponent is far outside the accepted range. */
function plainDecimal(text: string): string | null {
  const [, sign = '', integer = '', fraction = '', exponentText] = JSON_NUMBER.exec(text) ?? [];
  if (integer === '') return null;
  if (exponentText === undefined) return isZero(integer + fraction) ? text.replace('-', '') : text;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > EXPONENT_MAX) return null;
  const digits = '0'.repeat(EXPONENT_MAX) + integer + fraction + '0'.repeat(EXPONENT_MAX);
  const point = EXPONENT_MAX + integer.length + exponent;
  const whole = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const rest = digits.slice(point).replace(/(?<!0)0+$/, '');
  return (isZero(digits) ? '' : sign) + (rest === '' ? whole : `${whole}.${rest}`);
}

const isZero = (digits: string): boolean => /^0*$/.test(digits);

const FIELD_CHARACTERS_MAX = 100;
const FIELD_ERRORS_MAX = 20;

/** Converts Zod issues into field errors of the contract, at most 20. Unknown field names are shortened. */
export function fieldErrorsOf(schema: z.ZodObject, error: z.ZodError): FieldError[] {
  const faults = error.issues.flatMap((issue): Fault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField(schema, issue.path, key))
      : [
          {
            field: issue.path.map(String).join('.'),
            message: () => fieldMessage(schema, issue.path, issue.input === undefined),
          },
        ],
  );
  return distinct(faults)
    .slice(0, FIELD_ERRORS_MAX)
    .map(({ field, message }) => ({ field, message: message() }));
}

/** A field error whose message is made only if it is sent, because a body of 1 MiB can have 100,000 errors. */
interface Fault {
  readonly field: string;
  readonly message: () => string;
}

// No spaces and no invisible characters: assistants read errors, and a field name must not carry a sentence to them.
const FIELD_NAME = /^[\w.$@:[\]-]*$/;

/** Returns whether a name from outside may be repeated in an error. */
export function isFieldName(name: string): boolean {
  return name.length <= FIELD_CHARACTERS_MAX && FIELD_NAME.test(name);
}

function unknownField(request: z.ZodObject, path: readonly PropertyKey[], key: string): Fault {
  const schema = itemSchema(request.shape[String(path[0])]) ?? request;
  const field = [...path, key.slice(0, FIELD_CHARACTERS_MAX)].map(String).join('.');
  return isFieldName(key.slice(0, FIELD_CHARACTERS_MAX))
    ? { field, message: () => `is unknown: ${expectedNames(schema)}` }
    : {
        field: 'request',
        message: () => `has an unknown field, whose name is not repeated: ${expectedNames(schema)}`,
      };
}

/** Returns the first error of each field. */
function distinct<Error extends { readonly field: string }>(errors: readonly Error[]): Error[] {
  return [...new Map(errors.toReversed().map((error) => [error.field, error])).values()].toReversed();
}
