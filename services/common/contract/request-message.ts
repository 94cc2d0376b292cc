/** Requests of corrections as messages between the gateway and the corrections service. */
import { z } from 'zod';
import {
  ExactNumber,
  exactFields,
  itemSchema,
  type ParsedInput,
  parseRequest,
  type RequestOf,
} from './parse-input.ts';

/**
 * Returns the message of a request that was parsed by `schema`. `parseMessage` is its inverse.
 *
 * An optional list becomes a message of its own, because protobuf cannot tell an empty list from an absent one.
 */
export function toMessage(
  schema: z.ZodObject,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const message: Record<string, unknown> = { ...input };
  for (const [name, field] of Object.entries(schema.shape)) {
    const values = message[name];
    const isOptional = field instanceof z.ZodType && field.safeParse(null).success;
    if (isOptional && Array.isArray(values)) message[name] = { values };
  }
  return message;
}

/** Parses a message by the schema of its request. Decimals, which messages carry as strings, keep every digit. */
export function parseMessage<Schema extends z.ZodObject>(
  schema: Schema,
  message: object,
): ParsedInput<RequestOf<Schema>> {
  return parseRequest(schema, valuesOf(schema, message));
}

/** Returns the values of a message, of which decimals in text are exact numbers, also those of objects in lists. */
function valuesOf(schema: z.ZodObject, message: object): Record<string, unknown> {
  const exact = exactFields(schema);
  // A message has null for an absent field; a query cannot have null.
  const isAbsent = ([name, value]: [string, unknown]): boolean =>
    value === null &&
    schema.shape[name] instanceof z.ZodOptional &&
    !schema.shape[name].safeParse(null).success;
  const given = Object.entries(message).filter((field) => !isAbsent(field));
  const fields = given.map(([name, value]: [string, unknown]) => {
    const item = itemSchema(schema.shape[name]);
    const list: unknown = isList(value) ? value.values : value;
    if (item !== null && Array.isArray(list))
      return [name, list.map((each: unknown) => valuesOf(item, each as object))];
    if (exact.includes(name) && typeof value === 'string') return [name, new ExactNumber(value)];
    return [name, list];
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

function isList(value: unknown): value is { readonly values: readonly unknown[] } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'values' in value;
}
