/**
 * Input and output of tools as JSON Schema. An assistant reads them all before it does anything, so they are short: inputs
 * are strict and whole; outputs are loose, and records deep within them are named rather than spelled out.
 */
import type { Operation } from '@ctx/common/contract/operations';
import { AmountVO } from '@ctx/common/contract/schemas';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Path, query and body of an operation as one flat object (decisions.md, "MCP"). */
export function inputOf({ pathParameters, query, body }: Operation): z.ZodObject {
  return z.strictObject({ ...pathParameters.shape, ...query.shape, ...body?.shape });
}

/** JSON Schema of a tool's arguments. */
export function inputSchema(operation: Operation): Json {
  return short(z.toJSONSchema(inputOf(operation), { io: 'input', unrepresentable: 'any' }), Infinity);
}

/** JSON Schema of a tool's structured content. */
export function outputSchema(operation: Operation): Json {
  const schema = z.toJSONSchema(operation.response, {
    io: 'input',
    reused: 'inline',
    unrepresentable: 'any',
  });
  return short(resolved(schema), LEVELS[operation.scope]);
}

/** Objects nested deeper are objects, no more; what a correction answers with, a read has spelled out. */
const LEVELS = { read: 2, write: 1 } as const;

/** Records that are everywhere, in words. */
const IN_WORDS: readonly z.ZodType[] = [AmountVO];

/** References followed: the records of the contract hold no record of their own kind. */
function resolved(root: Json): Json {
  const definitions = (root['$defs'] ?? {}) as Record<string, Json>;
  const inWords = new Map(IN_WORDS.map((schema) => [String(schema.meta()?.id), schema.description]));
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (!isObject(value)) return value;
    const { $ref: reference, ...rest } = value;
    delete rest['$defs'];
    if (typeof reference !== 'string') return mapValues(rest, follow);
    const name = reference.replace('#/$defs/', '');
    if (inWords.has(name)) return { type: 'object', description: inWords.get(name), ...rest };
    return mapValues({ ...definitions[name], ...rest }, follow);
  };
  return follow(root) as Json;
}

const LEFT_OUT = [
  '$schema',
  'propertyNames',
  'id',
  'decimal',
  'fractionDigitsMax',
  'pattern',
  'title',
  'where',
];

/** `isWhole`: which fields are always there is of use where they are sent, and at the top of an answer. */
function short(schema: Json, levels: number, isWhole = true): Json {
  const nullable = nullableOf(schema);
  if (nullable !== null) return asNullable(short(nullable, levels, false), schema['description']);
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([name, value]) => !LEFT_OUT.includes(name) && !isNoise(name, value)),
  );
  const { properties, items, additionalProperties, oneOf, required, ...rest } = kept;
  if (oneOf !== undefined || (isObject(properties) && levels <= 0))
    return { type: 'object', ...described(schema) };
  return {
    ...rest,
    ...(Array.isArray(required) && isWhole ? { required } : {}),
    ...(isObject(properties)
      ? { properties: mapValues(properties, (each) => short(each as Json, levels - 1, false)) }
      : {}),
    ...(isObject(items) ? { items: short(items, levels, false) } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
    ...(isObject(additionalProperties)
      ? { additionalProperties: short(additionalProperties, levels - 1, false) }
      : {}),
  };
}

function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function described(schema: Json): Json {
  return typeof schema['description'] === 'string' ? { description: schema['description'] } : {};
}

/** What `anyOf` [it, null] is about. */
function nullableOf(schema: Json): Json | null {
  const options = schema['anyOf'];
  if (!Array.isArray(options) || options.length !== 2) return null;
  const [one, other] = options as Json[];
  return other?.['type'] === 'null' ? (one ?? null) : null;
}

function asNullable(schema: Json, description: unknown): Json {
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
}

/** Says no more than the type does, or nothing that helps to choose a value. */
function isNoise(name: string, value: unknown): boolean {
  if (name === 'format') return value === 'uuid';
  if (name !== 'minimum' && name !== 'maximum') return name === 'minLength' && value === 0;
  return [2 ** 31 - 1, -(2 ** 31), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].includes(
    value as number,
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
