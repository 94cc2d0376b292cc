/** Cases of the fuzzer: one request each, with the expected outcome. */
import fc, { type Arbitrary } from 'fast-check';
import { bitvavo } from '../e2e/settings/file-users.ts';
import { fieldsOf, type FuzzedOperation, type Json, type Parameter, requiredOf } from './document.ts';
import { allowed, disallowed, disallowedText, objectOf } from './values.ts';

/**
 * - `allowed`: matches the description; never rejected for its shape.
 * - `bad`: one thing does not match the description; 400, and the field is named.
 * - `stranger`: ids of another user; the same response as for ids that do not exist.
 * - `anonymous`: no valid token; 401, whatever the request.
 * - `method`: a method that the path does not have; 405, or 404 when it is the method of another path.
 */
export type Kind = 'allowed' | 'bad' | 'stranger' | 'anonymous' | 'method';

export interface Case {
  readonly kind: Kind;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  /** JSON text, or null for none. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The field that a rejection must name. */
  readonly field: string | null;
}

type Parts = Pick<Case, 'path' | 'query' | 'body' | 'headers'>;

/** Returns random requests to an operation. */
export function casesOf(operation: FuzzedOperation): Arbitrary<Case> {
  const parts = allowedParts(operation);
  const { method } = operation;
  const asAllowed = parts.map((each): Case => ({ ...each, kind: 'allowed', method, field: null }));
  const arbitraries = [
    { weight: 5, arbitrary: asAllowed },
    { weight: 6, arbitrary: badCases(operation, parts) },
    { weight: 2, arbitrary: anonymousCases(method, parts) },
    { weight: 1, arbitrary: methodCases(operation, parts) },
  ];
  if (hasIds(operation)) arbitraries.push({ weight: 4, arbitrary: asAllowed.map(asStranger) });
  return fc
    .tuple(fc.oneof(...arbitraries), noise(operation))
    .map(([each, headers]) => ({ ...each, headers: { ...headers, ...each.headers } }));
}

const parametersIn = (operation: FuzzedOperation, place: Parameter['in']): readonly Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === place);

/** The text of a value in a query. An exact number is an object that only JSON can write. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function allowedParts(operation: FuzzedOperation): Arbitrary<Parts> {
  const path = fc.record(
    Object.fromEntries(parametersIn(operation, 'path').map(({ name, schema }) => [name, allowed(schema)])),
  );
  const query = fc.tuple(
    ...parametersIn(operation, 'query').map(({ name, schema, required }) => {
      const pair = allowed(schema).map((value): [string, string][] => [[name, textOf(value)]]);
      return required ? pair : fc.oneof(pair, fc.constant<[string, string][]>([]));
    }),
  );
  const body: Arbitrary<Json | null> =
    operation.body === null
      ? fc.constant(null)
      : fc.oneof(objectOf(operation.body), exampleBody(operation.body, operation.example));
  return fc.record({ path, query, body, file: fileOf(operation) }).map((drawn) => {
    const parameters = drawn.query.flat();
    // An upload is in place of the file.
    const file = parameters.some(([name]) => name === 'uploadId') ? null : drawn.file;
    return {
      path: fill(operation.path, drawn.path),
      query: parameters,
      body: drawn.body === null ? file : JSON.stringify(drawn.body),
      headers: file === null ? headersOf(drawn.body) : { 'content-type': 'text/csv' },
    };
  });
}

/** Returns an export with some of its characters exchanged, or any text; null for an operation that receives no file. */
function fileOf({ receivesFile }: FuzzedOperation): Arbitrary<string | null> {
  if (!receivesFile) return fc.constant(null);
  const changed = fc.tuple(
    fc.nat({ max: 20 }),
    fc.nat({ max: 500 }),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  return fc.oneof(
    changed.map(([id, at, text]) => {
      const rows = bitvavo(`fuzz-${String(id)}`);
      return `${rows.slice(0, at)}${text}${rows.slice(at + text.length)}`;
    }),
    fc.nat({ max: 20 }).map((id) => bitvavo(`fuzz-${String(id)}`)),
    fc.string({ unit: 'binary' }),
  );
}

function headersOf(body: Json | null): Record<string, string> {
  return body === null ? {} : { 'content-type': 'application/json' };
}

const FREE = ['label', 'notes', 'transferKind'];

/** The two legs of a match have one type each: uses ids of that type, so that a match can succeed. */
const LEGS: Readonly<Record<string, string>> = { outTaxEventId: 'ownOut', inTaxEventId: 'ownIn' };

/** A leg is one of so few that some requests name one that is matched already: 409. */
const LEGS_MAX = 6;

/** Returns the example with random ids and texts. Fields that depend on each other agree in the example. */
function exampleBody(body: Json, example: Json): Arbitrary<Json> {
  const drawn = Object.entries(fieldsOf(body)).filter(
    ([name, schema]) => FREE.includes(name) || (name in example && JSON.stringify(schema).includes('uuid')),
  );
  return fc
    .record(Object.fromEntries(drawn.map(([name, schema]) => [name, valueOf(name, schema)])))
    .map((fields) => ({ ...example, ...fields }));
}

function valueOf(name: string, schema: Json): Arbitrary<unknown> {
  const leg = LEGS[name];
  return leg === undefined
    ? allowed(schema)
    : fc.nat({ max: LEGS_MAX }).map((index) => `${leg}:${String(index)}`);
}

function fill(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function badCases(operation: FuzzedOperation, parts: Arbitrary<Parts>): Arbitrary<Case> {
  const { method, body } = operation;
  const changes: Arbitrary<(each: Parts) => Pick<Case, 'field'> & Partial<Parts>>[] = [
    fc.constant((each) => ({ field: 'nonsense', query: [...each.query, ['nonsense', '1']] })),
  ];
  for (const { name, schema, required } of parametersIn(operation, 'query')) {
    const others = (each: Parts): [string, string][] =>
      each.query.filter(([other]) => other !== name).map(([key, value]) => [key, value]);
    changes.push(
      disallowedText(schema).map((text) => (each) => ({
        field: name,
        query: [...others(each), [name, text]],
      })),
    );
    changes.push(
      allowed(schema).map((value) => (each) => ({
        field: name,
        query: [...others(each), [name, textOf(value)], [name, textOf(value)]],
      })),
    );
    if (required) changes.push(fc.constant((each) => ({ field: name, query: others(each) })));
  }
  for (const { name, schema } of parametersIn(operation, 'path'))
    // An empty segment, a dot or a slash makes it another path.
    changes.push(
      disallowedText(schema)
        .filter((text) => text !== '' && !/^\.{1,2}$/.test(text) && text.isWellFormed())
        .map((text) => () => ({ field: name, path: fill(operation.path, { [name]: text }) })),
    );
  if (body !== null) changes.push(...badBodies(body));
  return fc
    .tuple(parts, fc.oneof(...changes))
    .map(([each, change]): Case => ({ ...each, ...change(each), kind: 'bad', method }));
}

function badBodies(body: Json): Arbitrary<(each: Parts) => Pick<Case, 'field'> & Partial<Parts>>[] {
  const changed = (each: Parts, change: (fields: Record<string, unknown>) => void): string => {
    const fields = JSON.parse(each.body ?? '{}') as Record<string, unknown>;
    change(fields);
    return JSON.stringify(fields);
  };
  const ofFields = Object.entries(fieldsOf(body)).map(([name, schema]) =>
    disallowed(schema).map((value) => (each: Parts) => ({
      field: name,
      body: changed(each, (fields) => {
        fields[name] = value;
      }),
    })),
  );
  const missing = requiredOf(body).map((name) =>
    fc.constant((each: Parts) => ({
      field: name,
      body: changed(each, (fields) => Reflect.deleteProperty(fields, name)),
    })),
  );
  const unknown = fc
    .constantFrom('nonsense', 'userId', 'user_id', '__proto__', 'constructor')
    .map((name) => (each: Parts) => ({
      field: name,
      body: `${(each.body ?? '{}').slice(0, -1)},"${name}":1}`,
    }));
  const notAnObject = fc
    .constantFrom('', 'null', '[]', '1', '"x"', '{', '{"a":}', 'NaN', `${'['.repeat(40)}${']'.repeat(40)}`)
    .map((text) => () => ({ field: 'body', body: text }));
  const type = fc
    .constantFrom(
      'text/plain',
      'application/xml',
      'application/json; charset=latin1',
      'multipart/form-data',
      '',
    )
    .map((contentType) => () => ({ field: 'Content-Type', headers: { 'content-type': contentType } }));
  const encoding = fc.constantFrom('zstd', 'gzip', 'x').map((name) => () => ({
    field: name === 'gzip' ? 'body' : 'Content-Encoding',
    headers: { 'content-type': 'application/json', 'content-encoding': name },
  }));
  return [...ofFields, ...ofFields, ...missing, unknown, notAnObject, type, encoding];
}

function anonymousCases(method: string, parts: Arbitrary<Parts>): Arbitrary<Case> {
  const wellFormed = 'ctx_00000000000000000000000000000000';
  const authorization = fc.constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Bearer ${wellFormed}000000`,
    `Bearer ${'x'.repeat(8000)}`,
    'Basic dXNlcjpwYXNz',
    'Bearer own:token, Bearer own:token',
  );
  return fc.tuple(parts, authorization, fc.boolean()).map(([each, header, inQuery]): Case => ({
    ...each,
    kind: 'anonymous',
    method,
    field: null,
    query: inQuery ? [...each.query, ['access_token', 'own:token']] : each.query,
    headers: { ...each.headers, authorization: header },
  }));
}

function methodCases(operation: FuzzedOperation, parts: Arbitrary<Parts>): Arbitrary<Case> {
  const methods = ['PUT', 'PATCH', 'DELETE', 'POST'].filter((method) => !operation.methods.includes(method));
  return fc
    .tuple(parts, fc.constantFrom(...methods))
    .map(([each, method]): Case => ({ ...each, kind: 'method', method, field: null }));
}

const ID = /own(?:Out|In)?:\d+/g;

function hasIds(operation: FuzzedOperation): boolean {
  return JSON.stringify([operation.parameters, operation.body]).includes('uuid');
}

function asStranger(each: Case): Case {
  const swap = (text: string): string =>
    decodeIds(text).replaceAll(ID, (own) => own.replace('own', 'foreign'));
  return {
    ...each,
    kind: 'stranger',
    path: swap(each.path),
    query: each.query.map(([name, value]) => [name, swap(value)] as const),
    body: each.body === null ? null : swap(each.body),
  };
}

/** Decodes the placeholders of ids, which are encoded together with the path. */
export function decodeIds(text: string): string {
  return text.replaceAll(/(own|foreign)%3A(\d+)/g, '$1:$2');
}

/** Headers that must not change the response. */
function noise(operation: FuzzedOperation): Arbitrary<Readonly<Record<string, string>>> {
  const headers: Record<string, Arbitrary<string>> = {
    accept: fc.constantFrom('*/*', 'text/html', 'application/json;q=0', 'x'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', 'identity;q=0', '*'),
    'x-request-id': fc.constantFrom('abc', 'a b', 'x'.repeat(65), '"><b>', '../x'),
    origin: fc.constantFrom('https://evil.example', 'null'),
    'x-http-method-override': fc.constant('DELETE'),
    'accept-language': fc.constantFrom('nl', 'fr', 'xx'),
    ...(operation.isCorrection ? {} : { 'if-none-match': fc.constantFrom('"x"', 'W/"x"', 'x,,') }),
  };
  return fc.record(headers, { requiredKeys: [] }) as Arbitrary<Record<string, string>>;
}
