/**
 * Records the kinds of values that responses had in the fields of each record. A schema says which kinds a field may have:
 * null and a value, true and false, every listed word. A test that saw each of them shows that the service returns them.
 */
import { readFileSync } from 'node:fs';
import { type ApiClient, createClient } from '@ctx/client';
import { conformingFetch } from '../../api/client.ts';
import { pathAt } from '../../api/conformance.ts';

interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly items?: SchemaObject;
  /** A reference that may be null. */
  readonly allOf?: readonly SchemaObject[];
  readonly oneOf?: readonly SchemaObject[];
  /** The variants of a record. */
  readonly anyOf?: readonly SchemaObject[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaObject>> };
}

interface OperationObject {
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly 'application/json': { readonly schema: SchemaObject } } }>
  >;
}

const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document;

export class Sightings {
  /** Entries such as `Account.live is true`. */
  readonly #seen = new Set<string>();

  /** Returns the typed client of a token. Its 200 responses are recorded. */
  client(baseUrl: string, token: string): ApiClient {
    return createClient({ baseUrl, token, fetch: this.fetch });
  }

  /** Works like `conformingFetch`, and records each 200 response. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const response = await conformingFetch(request);
    if (response.status === 200) this.#noteResponse(request, await response.clone().json());
    return response;
  };

  /** Returns the kinds of values that the schema allows in the fields of a record, and that no response had. */
  unseen(record: string): string[] {
    const { properties = {} } = DOCUMENT.components.schemas[record] ?? {};
    const kinds = Object.entries(properties).flatMap(([name, schema]) =>
      kindsOf(schema).map((kind) => `${name} is ${kind}`),
    );
    if (kinds.length === 0) throw new TypeError(`no record ${record}`);
    return kinds.filter((kind) => !this.#seen.has(`${record}.${kind}`));
  }

  #noteResponse({ method, url }: Request, body: unknown): void {
    const path = pathAt(method, new URL(url).pathname)!;
    const operation = DOCUMENT.paths[path]![method.toLowerCase()]!;
    this.#note(operation.responses['200']!.content['application/json'].schema, body, '');
  }

  #note(schema: SchemaObject, value: unknown, record: string): void {
    if (value === null || value === undefined) return;
    const { $ref, properties, items, allOf = [], oneOf = [], anyOf = [] } = schema;
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1)!;
      this.#note(DOCUMENT.components.schemas[name]!, value, name);
    }
    const variants = anyOf.filter((each) => isVariantOf(each, value));
    for (const variant of [...allOf, ...oneOf, ...variants]) this.#note(variant, value, record);
    for (const item of items === undefined ? [] : (value as unknown[])) this.#note(items!, item, record);
    for (const [name, field] of Object.entries(properties ?? {})) {
      const given = (value as Record<string, unknown>)[name];
      this.#seen.add(`${record}.${name} is ${kindOf(field, given)}`);
      this.#note(field, given, record);
    }
  }
}

/** Returns whether a value is of this variant, which its `type` tells. */
function isVariantOf({ $ref = '' }: SchemaObject, value: unknown): boolean {
  const { type } = DOCUMENT.components.schemas[$ref.split('/').at(-1)!]?.properties ?? {};
  return type?.enum?.includes((value as { type: unknown }).type) ?? false;
}

/** Returns the kinds of values that a field may have. */
function kindsOf(schema: SchemaObject): string[] {
  const kinds = schema.nullable === true ? ['null'] : [];
  if (schema.type === 'boolean') return [...kinds, 'true', 'false'];
  if (schema.type === 'array') return [...kinds, 'empty', 'filled'];
  const words = wordsOf(schema);
  return words === null ? [...kinds, 'set'] : [...kinds, ...words];
}

function kindOf(schema: SchemaObject, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'filled';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' && wordsOf(schema) !== null ? value : 'set';
}

function wordsOf({ enum: closed, 'x-extensible-enum': words = closed }: SchemaObject): string[] | null {
  return words?.filter((word) => word !== null).map(String) ?? null;
}
