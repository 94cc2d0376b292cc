/** The interface description, fetched from the running service as an attacker would. */

export type Json = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
}

/** One operation with its schemas, references resolved. */
export interface FuzzedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Every method that the path has. */
  readonly methods: readonly string[];
  readonly isCorrection: boolean;
  readonly parameters: readonly Parameter[];
  /** Schema of the JSON body. */
  readonly body: Json | null;
  /** Whether the body is a file. */
  readonly receivesFile: boolean;
  /** The example body of the description. */
  readonly example: Json;
}

interface Document {
  readonly paths: Record<string, Record<string, OperationObject>>;
  readonly components: { readonly schemas: Record<string, Json> };
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly $ref: string }; readonly example: Json }>;
  };
}

/** Reads the description of the service at an address. */
export async function readDocument(baseUrl: string): Promise<FuzzedOperation[]> {
  const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
  const { paths, components } = (await response.json()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody }]): FuzzedOperation => {
      const content = requestBody?.content['application/json'];
      const reference = content?.schema.$ref;
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        methods: Object.keys(methods).map((each) => each.toUpperCase()),
        isCorrection: method !== 'get',
        parameters,
        body: reference === undefined ? null : (resolved({ $ref: reference }, components.schemas) as Json),
        receivesFile: requestBody?.content['application/octet-stream'] !== undefined,
        example: content?.example ?? {},
      };
    }),
  );
}

/** Returns a part of the description with its references resolved. */
function resolved(part: unknown, schemas: Readonly<Record<string, Json>>): unknown {
  if (Array.isArray(part)) return part.map((each) => resolved(each, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const reference = (part as Json)['$ref'];
  if (typeof reference === 'string') return resolved(schemas[reference.split('/').at(-1)!], schemas);
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value, schemas)]));
}

/** Returns the fields of a body, by name. */
export function fieldsOf(body: Json | null): Record<string, Json> {
  return (body?.['properties'] ?? {}) as Record<string, Json>;
}

/** Returns the names of the required fields of a body. */
export function requiredOf(body: Json | null): readonly string[] {
  return (body?.['required'] ?? []) as readonly string[];
}
