/** A service of a later release, as clients of this one meet it: every open list of values has one more value, in every answer. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Json }>> }>
  >;
}

/** The value that no client knows. */
export const LATER_VALUE = 'LATER_VALUE';

/** Returns a body in which every value of an open list, and the type of every event, is one that no client knows. */
function withLaterValues(schema: Json, value: unknown, schemas: Document['components']['schemas']): unknown {
  if (value === null || value === undefined) return value;
  const { $ref, allOf, oneOf, anyOf, items, properties } = schema as {
    $ref?: string;
    items?: Json;
    properties?: Readonly<Record<string, Json>>;
  } & Readonly<Record<'allOf' | 'oneOf' | 'anyOf', readonly Json[] | undefined>>;
  if ('x-extensible-enum' in schema) return LATER_VALUE;
  // The last variant of an event is for types that clients do not know.
  const inner =
    $ref === undefined ? (allOf?.[0] ?? oneOf?.[0] ?? anyOf?.at(-1)) : schemas[$ref.split('/').at(-1)!];
  if (inner !== undefined) {
    const changed = withLaterValues(inner, value, schemas);
    return anyOf === undefined ? changed : { ...(changed as Json), type: LATER_VALUE };
  }
  if (items !== undefined) return (value as unknown[]).map((each) => withLaterValues(items, each, schemas));
  if (properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, field]) => [
      name,
      name in properties ? withLaterValues(properties[name]!, field, schemas) : field,
    ]),
  );
}

/** Starts a server that passes requests on and changes the answers. */
export async function startLaterRelease(baseUrl: string, document: Document): Promise<Server> {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, search } = new URL(request.url ?? '/', baseUrl);
      const { authorization = '' } = request.headers;
      const answer = await fetch(`${baseUrl}${pathname}${search}`, { headers: { authorization } });
      const schema = schemaOf(document, pathname);
      const body: unknown = await answer.json();
      const changed = schema === null ? body : withLaterValues(schema, body, document.components.schemas);
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(changed));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Returns the address of such a server. */
export function addressOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function schemaOf({ paths }: Document, pathname: string): Json | null {
  const path = Object.keys(paths).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return paths[path ?? '']?.['get']?.responses['200']?.content?.['application/json']?.schema ?? null;
}
