/** Schemas of the contract in the dialect of OpenAPI 3.0. */
import { describedWithPlace } from '@ctx/common/contract/fault-messages';
import { INTEGER_DIGITS_MAX } from '@ctx/common/domain/decimal';
import { INSTANT_PATTERN } from '@ctx/common/domain/instant';
import { z } from 'zod';
import type { Json } from './json.ts';

/** All records that have a name, for `components`. */
export function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    target: 'openapi-3.0',
    // A record is open to fields to come; a request names all it may hold.
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema: schema }) => {
      adapt(schema);
    },
  });
  for (const schema of Object.values(schemas)) Reflect.deleteProperty(schema, '$id');
  return schemas;
}

/** One schema without a name. */
export function jsonSchema(schema: z.ZodType): Json {
  const adapted = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    override: ({ jsonSchema: each }) => {
      adapt(each);
    },
  });
  Reflect.deleteProperty(adapted, '$schema');
  return adapted;
}

/** A reference to a record by its name. */
export function referenceTo(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${schema.meta()?.id ?? ''}` };
}

const OUR_MARKS = ['decimal', 'fractionDigitsMax', 'id', 'where'];
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

function adapt(schema: Json): void {
  const { description, where } = schema;
  if (typeof description === 'string' && typeof where === 'string')
    schema['description'] = describedWithPlace(description, where);
  // Other patterns say no more than the format, and generated clients would compile them for every value.
  if ('format' in schema && schema['pattern'] !== INSTANT_PATTERN) Reflect.deleteProperty(schema, 'pattern');
  if ('fractionDigitsMax' in schema) adaptExactNumber(schema);
  for (const name of OUR_MARKS) Reflect.deleteProperty(schema, name);
  if (schema['type'] === 'integer') adaptInteger(schema);
  if (schema['minLength'] === 0) Reflect.deleteProperty(schema, 'minLength');
  if ('oneOf' in schema) adaptVariants(schema);
  if (schema['nullable'] === true) adaptNullable(schema);
}

function adaptInteger(schema: Json): void {
  schema['format'] ??= 'int32';
  const bounds =
    schema['format'] === 'int64'
      ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
      : INT32;
  for (const [name, bound] of Object.entries(bounds))
    if (schema[name] === bound) Reflect.deleteProperty(schema, name);
}

/**
 * `multipleOf: 1e-12` would say how many fraction digits are accepted, but validators that compute with doubles then reject
 * values such as 1.1, or all values from 1e9. So the number of digits is an extension, beside the words of the description.
 */
function adaptExactNumber(schema: Json): void {
  schema['maximum'] = 10 ** INTEGER_DIGITS_MAX;
  schema['exclusiveMaximum'] = true;
  schema['x-fractionDigitsMax'] = schema['fractionDigitsMax'];
}

/** Null and nothing else. */
const NULL: Json = { type: 'object', nullable: true, enum: [null] };

/**
 * OpenAPI 3.0.3: `nullable` takes effect beside a `type` only, and not against an `allOf` or an `enum` that excludes null. So a
 * reference that may be null is one of two variants. Readers of 3.0 that are strict accept it, and so do generators: of
 * `type` beside `allOf` openapi-python-client makes code that fails at null, and without `type` ajv rejects the schema.
 */
function adaptNullable(schema: Json): void {
  const { allOf } = schema;
  if (Array.isArray(allOf)) {
    Reflect.deleteProperty(schema, 'nullable');
    Reflect.deleteProperty(schema, 'allOf');
    schema['oneOf'] = [...(allOf as unknown[]), NULL];
  }
  const values = schema['enum'];
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...(values as unknown[]), null];
}

const VARIANT = /^#\/components\/schemas\/(\w+)TaxEvent$/;

function adaptVariants(schema: Json): void {
  const references = (schema['oneOf'] as { $ref?: string }[]).map(({ $ref = '' }) => $ref);
  // A reference that may be null.
  if (!references.every(($ref) => VARIANT.test($ref))) return;
  const mapping = references.map(($ref) => [VARIANT.exec($ref)?.[1]?.toUpperCase(), $ref]);
  schema['discriminator'] = { propertyName: 'type', mapping: Object.fromEntries(mapping) as Json };
}
