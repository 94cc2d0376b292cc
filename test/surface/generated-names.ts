/**
 * Finds schemas whose name a client generator also makes of something else in the interface description: a client with one name
 * twice does not compile (Go), or has a number at the end of a name (TypeScript). Case and punctuation are ignored, because
 * generators change both, and because the names become names of files.
 */

type Json = Readonly<Record<string, unknown>>;

/** The parts of an interface description from which generators make names. */
export interface NamedDocument {
  readonly tags?: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Types that a generated client has beside those of the interface description, by the language of the client. */
const OWN_NAMES = {
  Go: 'Client ClientInterface ClientOption ClientWithResponses ClientWithResponsesInterface HttpRequestDoer NewClient NewClientWithResponses RequestEditorFn WithBaseURL WithHTTPClient WithRequestEditorFn',
  Java: 'AbstractOpenApiSchema ApiClient ApiException ApiResponse Configuration JSON Pair RFC3339DateFormat ServerConfiguration ServerVariable',
  Python: 'AuthenticatedClient Client File Response Unset',
  TypeScript: 'Auth Client ClientOptions Config Options RequestResult',
} as const;

/** Components that become types of their own, in the same namespace as the schemas. */
const OTHER_COMPONENTS = ['responses', 'parameters', 'requestBodies'];

/** Returns one line for each schema whose name is taken; empty when every generator can make a client. */
export function nameClashes(document: NamedDocument): string[] {
  const schemas = Object.entries(document.components['schemas'] ?? {});
  const taken = takenNames(document);
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  const clashes: string[] = [];
  for (const [schema, { properties }] of schemas) {
    const name = comparable(schema);
    // The Python client gives one variable the property and then the object. Where the property has a type, the two differ.
    if (
      Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).some(
        ([property, of]) => comparable(property) === name && !isPlain(of),
      )
    )
      clashes.push(`${schema}: has a property of its own name`);
    // Generators put `Response`, `Params`, `Data`, `JSONBody`, a status or a parameter's name after the id, and Go also a verb before it.
    const id = ids.find((each) => new RegExp(`^(new|parse)?${comparable(each)}`).test(name));
    if (id !== undefined)
      clashes.push(`${schema}: starts with the operation ${id}, as names that generators make of it`);
    const other = taken.get(name);
    if (other !== undefined) clashes.push(`${schema}: generators give this name to ${other}`);
    taken.set(name, `the schema ${schema}`);
  }
  return clashes;
}

/** Whether the Python client takes a value as JSON has it, without a type. */
function isPlain({ type, enum: values, format }: Json): boolean {
  return (
    ['integer', 'number', 'boolean'].includes(type as string) ||
    (type === 'string' && values === undefined && format === undefined)
  );
}

/** Returns what each name is given to, apart from schemas and what is made of operations. */
function takenNames(document: NamedDocument): Map<string, string> {
  const taken = new Map<string, string>();
  for (const [language, names] of Object.entries(OWN_NAMES))
    for (const name of names.split(' ')) taken.set(comparable(name), `a type of every client in ${language}`);
  for (const { name } of document.tags ?? [])
    taken.set(comparable(`${name}Api`), `the operations of the tag ${name}`);
  for (const component of OTHER_COMPONENTS)
    for (const name of Object.keys(document.components[component] ?? {}))
      taken.set(comparable(name), `the component ${component}/${name}`);
  for (const [name, schema] of Object.entries(document.components['schemas'] ?? {}))
    for (const [inner, at] of innerTypes(name, schema)) taken.set(comparable(inner), at);
  return taken;
}

/** Returns the types that have no name in the interface description, with the name that generators give them and their place. */
function innerTypes(name: string, schema: Json, at = name): [name: string, at: string][] {
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap(
    (each) => (schema[each] as Json[] | undefined) ?? [],
  );
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
  return [
    ...alternatives.flatMap((each) => innerTypes(name, each, at)),
    ...properties.flatMap(([property, inner]) => partOf(name + property, inner, `${at}.${property}`)),
    ...partsOfList(name, schema, at),
  ];
}

function partsOfList(name: string, { items, additionalProperties }: Json, at: string): [string, string][] {
  return [
    ...(isSchema(items) ? [...partOf(name, items, at), ...partOf(`${name}Item`, items, at)] : []),
    ...(isSchema(additionalProperties)
      ? partOf(`${name}AdditionalProperties`, additionalProperties, at)
      : []),
  ];
}

function partOf(name: string, schema: Json, at: string): [string, string][] {
  const isNamed = 'enum' in schema || 'properties' in schema || 'additionalProperties' in schema;
  return [...(isNamed ? [[name, at] as [string, string]] : []), ...innerTypes(name, schema, at)];
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function comparable(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}
