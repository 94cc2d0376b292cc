/**
 * Checks responses against the interface description: the status is documented, the body matches its schema and has no other
 * field, and a rejection is one of the operation's own, with the message in the table of rejections.
 */
import { readFileSync } from 'node:fs';
import type { OperationId } from '@ctx/contract/operations';
import {
  EDGE_REJECTIONS,
  type FieldError,
  rejectionMessage,
  type RejectionName,
  REJECTIONS,
} from '@ctx/domain/rejections';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

type Json = Record<string, unknown>;

interface Response {
  readonly $ref?: string;
  readonly content?: Record<string, { schema: { $ref: string }; examples?: Record<string, { value: Json }> }>;
}

interface Document {
  readonly paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, Response> }>
  >;
  readonly components: { readonly schemas: Json; readonly responses: Record<string, Response> };
}

export interface Conformance {
  /** Returns what is wrong with a body as the response of an operation with this status. */
  faultsOf(id: OperationId, status: number, body: unknown): string[];
  /** Returns what is wrong with the response to a request; `pathname` may belong to no operation. */
  faultsOfAnswer(method: string, pathname: string, answer: HttpAnswer): string[];
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** As generated, which test/surface/generated-documents.test.ts checks: most test files need nothing else of the contract. */
const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document;

let conforming: Conformance | undefined;

/** Returns the checks, which are compiled once. */
export function conformance(): Conformance {
  conforming ??= compile();
  return conforming;
}

function compile(): Conformance {
  // Every test file compiles the schemas that it meets: one function for each, in place of a copy at each reference, and not optimised.
  const quickly = { inlineRefs: false, validateSchema: false, code: { optimize: false } };
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, ...quickly });
  formats.default(ajv, ['uuid', 'date-time', 'date']);
  ajv.addFormat('int32', {
    type: 'number',
    validate: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31,
  });
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema({ $id: 'openapi', components: { schemas: toJsonSchema(DOCUMENT.components.schemas) } });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = ($ref: string): ValidateFunction => {
    const validate = validators.get($ref) ?? ajv.compile({ $ref: `openapi${$ref}` });
    validators.set($ref, validate);
    return validate;
  };
  const responses = new Map(
    Object.values(DOCUMENT.paths).flatMap((path) =>
      Object.values(path).map((operation) => [operation.operationId, operation.responses] as const),
    ),
  );

  const faultsOf = (id: string, status: number, body: unknown): string[] => {
    const response = responses.get(id)?.[String(status)];
    if (response === undefined) return [`${id} does not document status ${status}`];
    const { content } =
      response.$ref === undefined ? response : DOCUMENT.components.responses[nameIn(response.$ref)]!;
    const json = content?.['application/json'];
    if (json === undefined) return body === undefined ? [] : [`${id} ${status} has no body`];
    return [
      ...schemaFaults(validatorOf(json.schema.$ref), body),
      ...wordingFaults(body as Json, json.examples),
    ];
  };

  return {
    faultsOf,
    faultsOfAnswer: (method, pathname, { status, headers, text }) => {
      const faults: string[] = [];
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(headers.get('x-request-id') ?? '')) faults.push('no X-Request-Id');
      // Without a body there is nothing to check against a schema.
      if (method === 'HEAD' || status === 304) return text === '' ? faults : [...faults, 'a body'];
      const path = pathAt(method, pathname);
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      if (path !== undefined && isDocument(DOCUMENT.paths[path]![method.toLowerCase()]!, status, type))
        return faults;
      const body = parse(text);
      if (body === undefined) return [...faults, 'not JSON'];
      const operation = path === undefined ? undefined : DOCUMENT.paths[path]![method.toLowerCase()];
      if (operation !== undefined) return [...faults, ...faultsOf(operation.operationId, status, body)];
      const schema = NO_OPERATION[status];
      if (schema === undefined) return [...faults, `status ${status} of no operation`];
      return [
        ...faults,
        ...schemaFaults(validatorOf(`#/components/schemas/${schema}`), body),
        ...wordingFaults(body as Json),
      ];
    },
  };
}

/** Whether the operation documents a response of this media type that is not JSON, such as CSV. */
function isDocument({ responses }: { responses: Record<string, Response> }, status: number, type: string) {
  return type !== 'application/json' && type in (responses[String(status)]?.content ?? {});
}

/** The schemas of responses to requests without an operation: an unknown path, or another method of a known path. */
const NO_OPERATION: Readonly<Record<number, string>> = {
  400: 'ApiError',
  401: 'EdgeError',
  402: 'ApiError',
  403: 'EdgeError',
  404: 'ApiError',
  405: 'ApiError',
  413: 'EdgeError',
  429: 'RateLimitError',
  503: 'ApiError',
};

const MESSAGES: ReadonlySet<unknown> = new Set(
  [...Object.values(REJECTIONS), ...Object.values(EDGE_REJECTIONS)].map(({ message }) => message),
);

/** Returns a fault if the message of a rejection is not one of the documented ones, word for word: no internal detail may get into it. */
function wordingFaults(body: Json, examples?: Record<string, { value: Json }>): string[] {
  if (examples !== undefined) {
    const fieldErrors = (body['fieldErrors'] ?? null) as readonly FieldError[] | null;
    const isKnown = Object.entries(examples).some(
      ([name, { value }]) =>
        value['code'] === body['code'] &&
        rejectionMessage(name as RejectionName, fieldErrors) === body['message'],
    );
    return isKnown
      ? []
      : [`a rejection that is not documented: ${String(body['code'])} ${String(body['message'])}`];
  }
  return 'message' in body && !MESSAGES.has(body['message'])
    ? [`a message of its own: ${String(body['message'])}`]
    : [];
}

function schemaFaults(validate: ValidateFunction, body: unknown): string[] {
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1)!;
}

/** Returns the documented path of a request. A fixed path takes precedence over one with a parameter in its place. */
export function pathAt(method: string, pathname: string): string | undefined {
  const paths = Object.keys(DOCUMENT.paths);
  const candidates =
    pathname in DOCUMENT.paths ? [pathname] : paths.filter((path) => patternOf(path).test(pathname));
  return candidates.find((path) => method.toLowerCase() in DOCUMENT.paths[path]!);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const EXCLUSIVE = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

/**
 * Converts a schema of OpenAPI 3.0 to a closed JSON Schema: an object may have no field and no value that is not described, and an event
 * is of a known type.
 */
export function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const {
    nullable,
    'x-extensible-enum': values,
    ...rest
  } = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, toJsonSchema(value)]));
  if (Array.isArray(values)) rest['enum'] = nullable === true ? [...(values as unknown[]), null] : values;
  if (nullable === true && typeof rest['type'] === 'string') rest['type'] = [rest['type'], 'null'];
  else if (nullable === true) return { anyOf: [rest, { type: 'null' }] };
  if ('discriminator' in rest) rest['anyOf'] = (rest['anyOf'] as unknown[]).slice(0, -1);
  for (const [exclusive, bound] of EXCLUSIVE)
    if (rest[exclusive] === true) {
      rest[exclusive] = rest[bound];
      Reflect.deleteProperty(rest, bound);
    }
  if (rest['type'] === 'object' && 'properties' in rest && !('additionalProperties' in rest))
    rest['additionalProperties'] = false;
  return rest;
}
