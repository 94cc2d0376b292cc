/**
 * What answers have shown of the fields of each record. A schema says which values a field may have; a test that shows
 * each of them says that the service gives them: null and a value, true and false, every word of a list of words.
 */
import { type ApiClient, createClient } from '@ctx/client';
import { buildOpenApi } from '../../../services/gateway/src/openapi/document.ts';
import { conformingFetch } from '../../api/client.ts';
import { operationAt } from '../../api/conformance.ts';

interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly items?: SchemaObject;
  readonly oneOf?: readonly SchemaObject[];
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

const DOCUMENT = buildOpenApi('/', '0') as unknown as Document;

export class Sightings {
  /** `Record.field is what`. */
  readonly #seen = new Set<string>();

  /** The typed client of a token, whose 200s are looked at. */
  client(baseUrl: string, token: string): ApiClient {
    return createClient({
      baseUrl,
      token,
      fetch: async (request) => {
        const response = await conformingFetch(request);
        if (response.status === 200) this.#noteAnswer(request, await response.clone().json());
        return response;
      },
    });
  }

  /** What the fields of a record may be and were not seen to be. */
  unseen(record: string): string[] {
    const { properties = {} } = DOCUMENT.components.schemas[record] ?? {};
    const faces = Object.entries(properties).flatMap(([name, schema]) =>
      facesOf(schema).map((face) => `${name} is ${face}`),
    );
    if (faces.length === 0) throw new TypeError(`no record ${record}`);
    return faces.filter((face) => !this.#seen.has(`${record}.${face}`));
  }

  #noteAnswer({ method, url }: Request, body: unknown): void {
    const path = operationAt(method, new URL(url).pathname)!.path;
    const operation = DOCUMENT.paths[path]![method.toLowerCase()]!;
    this.#note(operation.responses['200']!.content['application/json'].schema, body, '');
  }

  #note(schema: SchemaObject, value: unknown, record: string): void {
    if (value === null || value === undefined) return;
    const { $ref, properties, items, oneOf = [] } = schema;
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1)!;
      this.#note(DOCUMENT.components.schemas[name]!, value, name);
    }
    const variants = isNullable(schema) ? oneOf : oneOf.filter((each) => isVariantOf(each, value));
    for (const variant of variants) this.#note(variant, value, record);
    for (const item of items === undefined ? [] : (value as unknown[])) this.#note(items!, item, record);
    for (const [name, field] of Object.entries(properties ?? {})) {
      const given = (value as Record<string, unknown>)[name];
      this.#seen.add(`${record}.${name} is ${faceOf(field, given)}`);
      this.#note(field, given, record);
    }
  }
}

/** A variant is identified by its `type`. */
function isVariantOf({ $ref = '' }: SchemaObject, value: unknown): boolean {
  const { type } = DOCUMENT.components.schemas[$ref.split('/').at(-1)!]?.properties ?? {};
  return type?.enum?.includes((value as { type: unknown }).type) ?? false;
}

/** Whether null is allowed; of a reference it is the second of two variants. */
function isNullable({ nullable, oneOf = [] }: SchemaObject): boolean {
  return nullable === true || oneOf.some((each) => each.nullable === true);
}

/** The kinds of values that a field may have. */
function facesOf(schema: SchemaObject): string[] {
  const faces = isNullable(schema) ? ['null'] : [];
  if (schema.type === 'boolean') return [...faces, 'true', 'false'];
  if (schema.type === 'array') return [...faces, 'empty', 'filled'];
  const words = wordsOf(schema);
  return words === null ? [...faces, 'set'] : [...faces, ...words];
}

function faceOf(schema: SchemaObject, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'filled';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' && wordsOf(schema) !== null ? value : 'set';
}

function wordsOf({ enum: words }: SchemaObject): string[] | null {
  return words?.filter((word) => word !== null).map(String) ?? null;
}
