/** Schemas of the contract in the dialect of OpenAPI 3.0. */
import { describedWithPlace } from '@ctx/common/contract/fault-messages';
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
  for (const name of OUR_MARKS) Reflect.deleteProperty(schema, name);
  // A format says it; generated clients would compile the pattern for every value.
  if ('format' in schema) Reflect.deleteProperty(schema, 'pattern');
  if (schema['type'] === 'integer') adaptInteger(schema);
  if (schema['minLength'] === 0) Reflect.deleteProperty(schema, 'minLength');
  if (schema['nullable'] === true) adaptNullable(schema);
  if ('oneOf' in schema) adaptVariants(schema);
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

// 3.0.3: `nullable` counts beside a `type` only, and an `enum` has to hold the null itself.
function adaptNullable(schema: Json): void {
  if ('allOf' in schema) schema['type'] = 'object';
  const values = schema['enum'];
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...(values as unknown[]), null];
}

const VARIANT = /^#\/components\/schemas\/(\w+)TaxEvent$/;

function adaptVariants(schema: Json): void {
  const references = (schema['oneOf'] as { $ref: string }[]).map(({ $ref }) => $ref);
  const mapping = references.map(($ref) => [VARIANT.exec($ref)?.[1]?.toUpperCase(), $ref]);
  schema['discriminator'] = { propertyName: 'type', mapping: Object.fromEntries(mapping) as Json };
}
