/** Converts the contract's schemas to OpenAPI 3.0. */
import { describedWithPlace } from '@ctx/contract/fault-messages';
import { INTEGER_DIGITS_MAX } from '@ctx/domain/decimal';
import { DAY_PATTERN, INSTANT_PATTERN } from '@ctx/domain/instant';
import { z } from 'zod';
import type { Json } from './json.ts';

/** Returns all named records, for `components`. */
export function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    target: 'openapi-3.0',
    // Open records, to which fields may be added; the schemas of requests are strict themselves.
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema: schema }) => {
      adapt(schema);
    },
  });
  for (const schema of Object.values(schemas)) Reflect.deleteProperty(schema, '$id');
  return schemas;
}

/** Converts one schema without a name. */
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

/** Returns a reference to a record by its name. */
export function referenceTo(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${schema.meta()?.id ?? ''}` };
}

/** Our own annotations of schemas, which the document leaves out. */
const ANNOTATIONS = ['decimal', 'fractionDigitsMax', 'integerDigitsMax', 'id', 'where', 'addedByGateway'];
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

function adapt(schema: Json): void {
  const { description, where } = schema;
  if (typeof description === 'string' && typeof where === 'string')
    schema['description'] = describedWithPlace(description, where);
  // Other patterns add nothing to `format`, and generated clients would compile them for every value.
  if ('format' in schema && schema['pattern'] !== INSTANT_PATTERN && schema['pattern'] !== DAY_PATTERN)
    Reflect.deleteProperty(schema, 'pattern');
  if ('fractionDigitsMax' in schema) adaptExactNumber(schema);
  for (const name of ANNOTATIONS) Reflect.deleteProperty(schema, name);
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
 * Describes an exact decimal. `multipleOf: 1e-12` would limit the fraction digits, but validators that compute with doubles then
 * reject values such as 1.1, or all values from 1e9. So the number of digits is an extension, and in the description.
 */
function adaptExactNumber(schema: Json): void {
  const { integerDigitsMax = INTEGER_DIGITS_MAX } = schema;
  schema['maximum'] = 10 ** Number(integerDigitsMax);
  schema['exclusiveMaximum'] = true;
  schema['x-fractionDigitsMax'] = schema['fractionDigitsMax'];
}

/** The schema of null. */
const NULL: Json = { type: 'object', nullable: true, enum: [null] };

/**
 * Makes null valid where a reference or an enum excludes it. In OpenAPI 3.0.3 `nullable` works only together with `type`, and not
 * against an `allOf` or an `enum` without null. So a reference that may be null becomes one of two variants, which strict readers
 * and generators accept. With `type` beside `allOf` openapi-python-client generates code that fails at null; without `type` ajv
 * rejects the schema.
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
  // Else it is a reference that may be null.
  if (!references.every(($ref) => VARIANT.test($ref))) return;
  const mapping = references.map(($ref) => [VARIANT.exec($ref)?.[1]?.toUpperCase(), $ref]);
  schema['discriminator'] = { propertyName: 'type', mapping: Object.fromEntries(mapping) as Json };
}
