/** Describes one operation in the document. */
import { EXAMPLES } from '@ctx/contract/examples';
import { type Operation, type OperationId, takesIdempotencyKey } from '@ctx/contract/operations';
import { LIMITS } from '@ctx/domain/limits';
import type { z } from 'zod';
import type { DocumentPath } from '../../reports/document-paths.ts';
import type { DocumentFormat } from '../../reports/report.ts';
import { isTextForm, TYPE_OF_FORM } from '../../reports/send-report.ts';
import { codeSamples } from './code-samples.ts';
import { headersOf } from './headers.ts';
import { type Json, jsonContent } from './json.ts';
import { rejectionResponses } from './responses.ts';
import { jsonSchema, referenceTo } from './schemas.ts';

/** Returns the parameters, body, examples, responses and samples of an operation of the service at `baseUrl`. */
export function operationObject(operation: Operation, baseUrl: string): Json {
  const { parameters = {}, body, file, answer } = EXAMPLES[operation.id as OperationId];
  const isCorrection = operation.scope === 'write';
  const documents = (operation.documents ?? []) as readonly DocumentFormat[];
  const content = jsonContent({ schema: referenceTo(operation.response), example: answer });
  const further = isCorrection ? (['Idempotent-Replayed'] as const) : (['ETag'] as const);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}\n\nNeeds a token with the scope \`${operation.scope}\`.`,
    parameters: [
      ...parametersIn('path', operation.pathParameters, parameters),
      ...parametersIn('query', operation.query, parameters),
      ...(isCorrection ? [] : [IF_NONE_MATCH]),
      ...(takesIdempotencyKey(operation) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.body === undefined ? {} : { requestBody: requestBody(operation.body, body ?? {}) }),
    ...(file === undefined ? {} : { requestBody: fileBody() }),
    responses: {
      200: {
        description: 'Success.',
        headers: headersOf('RateLimit-Policy', 'RateLimit', ...further),
        content: { ...content, ...documentContent(documents) },
      },
      ...(isCorrection ? {} : { 304: NOT_MODIFIED }),
      ...rejectionResponses(operation),
    },
    'x-codeSamples': codeSamples(operation, baseUrl),
  };
}

/** Returns the operation of a document that has a path of its own. */
export function documentObject({ id, operation, form, path, query }: DocumentPath, baseUrl: string): Json {
  const { parameters = {} } = EXAMPLES[operation.id as OperationId];
  const ending = path.split('.').at(-1) ?? '';
  return {
    operationId: id,
    tags: [operation.tag],
    summary: `${operation.summary}, as .${ending}`,
    description: `The whole \`${form}\` document of \`${operation.id}\`.\n\nNeeds a token with the scope \`${operation.scope}\`.`,
    parameters: [
      ...parametersIn('path', operation.pathParameters, parameters),
      ...parametersIn('query', query, parameters),
    ],
    responses: {
      200: {
        description: 'Success.',
        headers: headersOf('RateLimit-Policy', 'RateLimit'),
        content: documentContent([form]),
      },
      ...rejectionResponses(operation),
    },
    'x-codeSamples': codeSamples({ ...operation, path, query }, baseUrl, `report.${ending}`),
  };
}

/** The whole documents that the operation can respond with, by media type. */
function documentContent(documents: readonly DocumentFormat[]): Json {
  return Object.fromEntries(
    documents.map((form) => [
      TYPE_OF_FORM[form],
      { schema: { type: 'string', ...(!isTextForm(form) && { format: 'binary' }) } },
    ]),
  );
}

const NOT_MODIFIED: Json = {
  description: 'Nothing has changed since the response with the ETag in `If-None-Match`.',
  headers: headersOf('RateLimit-Policy', 'RateLimit', 'ETag'),
};

// Without an `example`, because documentation pages fill it in and would send it with every request.
const IF_NONE_MATCH: Json = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier response, for example `W/"1b-Zk3l0sQ"`.',
  schema: { type: 'string' },
};

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Your own id of this correction. Repeating it with the same key and body within ${String(LIMITS.idempotencyHours)} hours returns the first response and changes nothing. A dry run ignores it. For example \`fix-2026-03-10-sale\`.`,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.idempotencyKeyCharactersMax,
    pattern: '^[\\x21-\\x7e]+$',
  },
};

function parametersIn(location: 'path' | 'query', schema: z.ZodObject, examples: Json): Json[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const { description, ...rest } = jsonSchema(field as z.ZodType);
    const required = location === 'path' || !(field as z.ZodType).safeParse(undefined).success;
    return { name, in: location, required, description, schema: rest, example: examples[name] };
  });
}

function fileBody(): Json {
  const schema = { type: 'string', format: 'binary' };
  return {
    required: false,
    description:
      'The file, unless `uploadId` names one. `text/csv`, `application/zip` and other types of exports are accepted too.',
    content: { 'application/octet-stream': { schema } },
  };
}

function requestBody(schema: z.ZodObject, example: object): Json {
  return { required: true, content: jsonContent({ schema: referenceTo(schema), example }) };
}
