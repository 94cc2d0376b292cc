/**
 * The JSON Schemas of tool inputs and outputs. An assistant may read all of them before its first call, so they are short: inputs are
 * strict and complete; outputs are loose.
 */
import type { Operation } from '@ctx/contract/operations';
import { text } from '@ctx/contract/requests';
import { operationOf, type Tool } from '@ctx/contract/tools';
import { LIMITS } from '@ctx/domain/limits';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The argument in place of a body that is a file. */
const FILE_TEXT = text(LIMITS.fileTextCharactersMax)
  .optional()
  .describe('The file, whole and unchanged. This or `uploadId`.');

/** Returns the schema of path, query and body of a tool's operation as one flat object, without what a call cannot choose (decisions.md, "MCP"). */
export function inputOf(tool: Tool): z.ZodObject {
  const { pathParameters, query, body, receivesFile } = operationOf(tool);
  const fields: Record<string, z.ZodType> = {
    ...(receivesFile === true && { content: FILE_TEXT }),
    ...pathParameters.shape,
    ...query.shape,
    ...body?.shape,
  };
  for (const name of Object.keys(tool.fixed ?? {})) Reflect.deleteProperty(fields, name);
  return z.strictObject(fields);
}

/** Returns the same schema with the tool's own words about the size of a page. Rejections keep those of the operation, as over REST. */
function listedInputOf(tool: Tool): z.ZodObject {
  const input = inputOf(tool);
  const size = input.shape['size'] as z.ZodType | undefined;
  if (tool.toolset === undefined || tool.sizeMax === undefined || size === undefined) return input;
  const max = String(tool.sizeMax);
  return input.extend({ size: size.describe(`Values above ${max} count as ${max}.`) });
}

/** Returns the JSON Schema of a tool's arguments. */
export function inputSchema(tool: Tool): Json {
  const { $defs = {}, ...schema } = z.toJSONSchema(listedInputOf(tool), {
    io: 'input',
    unrepresentable: 'any',
  }) as Json;
  return shorten(schema, $defs as Record<string, Json>);
}

/**
 * Returns the JSON Schema of a tool's structured content: its fields by name and type. Hosts validate with it and seldom show it to the
 * model, which would read it before its first call, so it says no more. The description of the tool says what to know.
 */
export function outputSchema(operation: Operation): Json {
  const { properties, required } = z.toJSONSchema(z.object(operation.response.shape), {
    io: 'input',
    unrepresentable: 'any',
  });
  return {
    type: 'object',
    properties: mapValues(properties as Json, (field) => typeOnly(field as Json)),
    ...(required === undefined ? {} : { required }),
  };
}

/** Returns a schema without all but its type. A record of the contract is a reference, and is an object. */
function typeOnly(schema: Json): Json {
  const nullable = nullableOf(schema);
  if (nullable !== null) return asNullable(typeOnly(nullable), undefined);
  return { type: '$ref' in schema || 'oneOf' in schema ? 'object' : schema['type'] };
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
  'documented',
  'orDay',
];

/**
 * Shortens a schema, with the records of `definitions` in place of references to them: some hosts follow none. No record of the contract
 * contains its own kind, so this ends.
 */
function shorten(schema: Json, definitions: Readonly<Record<string, Json>>): Json {
  const nullable = nullableOf(schema);
  if (nullable !== null) return asNullable(shorten(nullable, definitions), schema['description']);
  const { $ref: reference } = schema;
  const referred = typeof reference === 'string' ? definitions[reference.replace('#/$defs/', '')] : undefined;
  if (referred !== undefined) return { ...shorten(referred, definitions), ...descriptionOf(schema) };
  const useful = Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) =>
        !OMITTED.includes(name) && !isNoise(name, value) && !(name === 'format' && schema['orDay'] === true),
    ),
  );
  const { properties, items, ...rest } = useful;
  return {
    ...rest,
    ...descriptionOf(rest),
    ...(isObject(properties)
      ? { properties: mapValues(properties, (each) => shorten(each as Json, definitions)) }
      : {}),
    ...(isObject(items) ? { items: shorten(items, definitions) } : {}),
  };
}

function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/** How many digits fit in a number: no model needs more, and the rejection of one that has more says it. */
const DIGITS = / At most \d+ integer and \d+ fraction digits, all significant\./;

function descriptionOf({ description }: Json): Json {
  return typeof description === 'string' ? { description: description.replace(DIGITS, '') } : {};
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
    ...descriptionOf({ description }),
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
