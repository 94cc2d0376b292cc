/** Converts the contract's schemas to OpenAPI 3.0. */
import { describedWithPlace } from '@ctx/contract/fault-messages';
import { OtherTaxEvent, TaxEvent } from '@ctx/contract/inbox';
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
  for (const schema of Object.values(schemas) as Json[]) {
    Reflect.deleteProperty(schema, '$id');
    // Requests are strict, and keep their closed lists of values.
    if (schema['additionalProperties'] !== false) openValues(schema);
  }
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
const ANNOTATIONS = [
  'decimal',
  'fractionDigitsMax',
  'integerDigitsMax',
  'id',
  'where',
  'documented',
  'addedByGateway',
  'orDay',
];
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

function adapt(schema: Json): void {
  const { documented, description = documented, where } = schema;
  if (description !== undefined) schema['description'] = description;
  if (typeof description === 'string' && typeof where === 'string')
    schema['description'] = describedWithPlace(description, where);
  // Other patterns add nothing to `format`, and generated clients would compile them for every value.
  if ('format' in schema && schema['pattern'] !== INSTANT_PATTERN && schema['pattern'] !== DAY_PATTERN)
    Reflect.deleteProperty(schema, 'pattern');
  if ('fractionDigitsMax' in schema) adaptExactNumber(schema);
  for (const name of ANNOTATIONS) Reflect.deleteProperty(schema, name);
  if (schema['type'] === 'integer') adaptInteger(schema);
  if (schema['minLength'] === 0) Reflect.deleteProperty(schema, 'minLength');
  if (schema['nullable'] === true) adaptNullable(schema);
  else if ('oneOf' in schema) adaptVariants(schema);
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
  const tooMuch = 10 ** Number(integerDigitsMax);
  // A limit of its own that is lower stays, and is allowed itself.
  if (Number(schema['maximum'] ?? Infinity) >= tooMuch) {
    schema['maximum'] = tooMuch;
    schema['exclusiveMaximum'] = true;
  }
  schema['x-fractionDigitsMax'] = schema['fractionDigitsMax'];
}

/**
 * Adds null to a list of values that excludes it. A reference that may be null is `allOf` the reference with `nullable`, which all client
 * generators read as the record or null; with `oneOf`, Go's makes a union of it (docs/adr/0012-interface-description.md). Of a record with
 * variants, openapi-typescript leaves out the field `type` under `allOf`, so that one is `oneOf`.
 */
function adaptNullable(schema: Json): void {
  const { allOf, enum: values } = schema;
  if (Array.isArray(allOf) && (allOf as Json[])[0]?.['$ref'] === referenceTo(TaxEvent)['$ref']) {
    Reflect.deleteProperty(schema, 'allOf');
    schema['oneOf'] = allOf as unknown[];
  }
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...(values as unknown[]), null];
}

/**
 * Opens the lists of values in a record of responses: values may be added, and generated clients throw at a value that is not in an `enum`.
 * So it is a plain string for them, with its values in `x-extensible-enum` and in the description.
 */
function openValues(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as Json;
  const { enum: listed } = schema;
  // One value alone is the type of a variant, by which clients know the variant.
  if (Array.isArray(listed) && listed.length > 1) {
    const values = (listed as (string | null)[]).filter((value) => value !== null);
    Reflect.deleteProperty(schema, 'enum');
    schema['x-extensible-enum'] = values;
    schema['description'] =
      `${schema['description'] === undefined ? '' : `${schema['description'] as string} `}${VALUES_SO_FAR}${values.map((value) => `\`${value}\``).join(', ')}.`;
  }
  for (const inner of Object.values(schema)) openValues(inner);
}

/** What starts the list of values in a description. */
export const VALUES_SO_FAR = 'Values so far: ';

const VARIANT = /^#\/components\/schemas\/(\w+)TaxEvent$/;

/** Describes the variants of a tax event; the last is for types that are added later. Every known event also has the form of that one. */
function adaptVariants(schema: Json): void {
  const { oneOf } = schema;
  const references = (oneOf as { $ref: string }[]).map(({ $ref }) => $ref);
  const mapping = references.map(($ref) => [VARIANT.exec($ref)?.[1]?.toUpperCase(), $ref]);
  Reflect.deleteProperty(schema, 'oneOf');
  schema['anyOf'] = [...references.map(($ref) => ({ $ref })), referenceTo(OtherTaxEvent)];
  schema['discriminator'] = { propertyName: 'type', mapping: Object.fromEntries(mapping) as Json };
}
