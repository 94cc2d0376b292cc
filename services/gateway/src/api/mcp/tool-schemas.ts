/**
 * The JSON Schemas of tool inputs and outputs. An assistant reads all of them before its first call, so they are short: inputs are
 * strict and complete; outputs are loose, and deeply nested records have a description in place of their fields.
 */
import type { Operation } from '@ctx/contract/operations';
import { Completeness } from '@ctx/contract/completeness';
import { YearEstimate } from '@ctx/contract/estimate';
import { AmountVO } from '@ctx/contract/schemas';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Returns the schema of path, query and body of an operation as one flat object (decisions.md, "MCP"). */
export function inputOf({ pathParameters, query, body }: Operation): z.ZodObject {
  return z.strictObject({ ...pathParameters.shape, ...query.shape, ...body?.shape });
}

/** Returns the JSON Schema of a tool's arguments. */
export function inputSchema(operation: Operation): Json {
  return shorten(z.toJSONSchema(inputOf(operation), { io: 'input', unrepresentable: 'any' }), Infinity);
}

/** Returns the JSON Schema of a tool's structured content. */
export function outputSchema(operation: Operation): Json {
  const schema = z.toJSONSchema(operation.response, {
    io: 'input',
    reused: 'inline',
    unrepresentable: 'any',
  });
  return shorten(resolveReferences(schema), LEVELS[operation.scope]);
}

/** How many levels of objects show their fields. A correction needs one: reads show the fields of the records it returns. */
const LEVELS = { read: 2, write: 1 } as const;

/** Records that occur in almost every response, or seldom; their description replaces their fields. */
const DESCRIBED_ONLY: readonly z.ZodType[] = [AmountVO, YearEstimate, Completeness];

/** Returns the schema with its references resolved. This terminates: no record of the contract contains its own kind. */
function resolveReferences(root: Json): Json {
  const definitions = (root['$defs'] ?? {}) as Record<string, Json>;
  const descriptions = new Map(
    DESCRIBED_ONLY.map((schema) => [String(schema.meta()?.id), schema.description]),
  );
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (!isObject(value)) return value;
    const { $ref: reference, brief, ...rest } = value;
    delete rest['$defs'];
    // A shorter description, for readers of the tool list.
    if (typeof brief === 'string') rest['description'] = brief;
    if (typeof reference !== 'string') return mapValues(rest, follow);
    const name = reference.replace('#/$defs/', '');
    if (descriptions.has(name)) return { type: 'object', description: descriptions.get(name), ...rest };
    return mapValues({ ...definitions[name], ...rest }, follow);
  };
  return follow(root) as Json;
}

const OMITTED = [
  '$schema',
  'propertyNames',
  'id',
  'decimal',
  'fractionDigitsMax',
  'integerDigitsMax',
  'pattern',
  'title',
  'where',
];

/**
 * Shortens a schema to `levels` levels of objects. With `keepRequired` it keeps the list of required fields, which helps only at
 * the top level.
 */
function shorten(schema: Json, levels: number, keepRequired = true): Json {
  const nullable = nullableOf(schema);
  if (nullable !== null) return asNullable(shorten(nullable, levels, false), schema['description']);
  const useful = Object.fromEntries(
    Object.entries(schema).filter(([name, value]) => !OMITTED.includes(name) && !isNoise(name, value)),
  );
  const { properties, items, additionalProperties, oneOf, required, ...rest } = useful;
  if (oneOf !== undefined || (isObject(properties) && levels <= 0))
    return { type: 'object', ...descriptionOf(schema) };
  return {
    ...rest,
    ...(Array.isArray(required) && keepRequired ? { required } : {}),
    ...(isObject(properties)
      ? { properties: mapValues(properties, (each) => shorten(each as Json, levels - 1, false)) }
      : {}),
    ...(isObject(items) ? { items: shorten(items, levels, false) } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
    ...(isObject(additionalProperties)
      ? { additionalProperties: shorten(additionalProperties, levels - 1, false) }
      : {}),
  };
}

function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

function descriptionOf(schema: Json): Json {
  return typeof schema['description'] === 'string' ? { description: schema['description'] } : {};
}

/** Returns `it` of a schema `anyOf: [it, null]`; null for any other schema. */
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

/** Returns whether a keyword adds nothing to the type, or does not help to choose a value. */
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
