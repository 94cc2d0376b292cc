/** The values that a chart's schema describes, for the template that rejects all others. */

/** The parts of a JSON schema that say which values there are. */
export interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** The names of an object's values; `true` where anything may follow. */
export type KnownValues = { readonly [name: string]: KnownValues } | true;

/** Returns the values that a schema describes. An object with `additionalProperties` passes its content through. */
export function knownValues(schema: Schema, root: Schema = schema): KnownValues {
  const { properties, additionalProperties } = resolve(schema, root);
  if (properties === undefined || additionalProperties !== undefined) return true;
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, knownValues(inner, root)]),
  );
}

/** Returns the definition that a schema refers to, or the schema itself. */
export function resolve(schema: Schema, root: Schema): Schema {
  const [, definition] = /^#\/definitions\/(\w+)$/.exec(schema.$ref ?? '') ?? [];
  return definition === undefined ? schema : (root.definitions?.[definition] ?? {});
}
