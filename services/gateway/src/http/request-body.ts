/** Reads request bodies within the size limit, decompresses them, and parses them as JSON without losing digits of exact numbers. */
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import {
  ExactNumber,
  exactFields,
  isFieldName,
  type ParsedInput,
  parseRequest,
} from '@ctx/contract/parse-input';
import { LIMITS } from '@ctx/domain/limits';
import type { FieldError } from '@ctx/domain/rejections';
import { JSON_LEVELS_MAX, JsonFault, parseStrictJson, type Reviver } from '@ctx/domain/strict-json';
import type { Request, Response } from 'express';
import type { z } from 'zod';

/**
 * Reads a body and returns its bytes, or null as soon as there are more than `bytesMax`. A client that sent
 * `Expect: 100-continue` first gets the 100 it waits for.
 */
export async function readBytes(
  request: Request,
  response: Response,
  bytesMax: number = LIMITS.bodyBytesMax,
): Promise<Buffer | null> {
  if (/^100-continue$/i.test(request.headers.expect ?? '') && request.httpVersion === '1.1')
    response.writeContinue();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

// A Map: in a plain object, `constructor` would be an encoding too.
const DECODERS = new Map<string, (bytes: Buffer) => Promise<Buffer>>([
  ['identity', (bytes) => Promise.resolve(bytes)],
  ['gzip', bounded(gunzip)],
  ['deflate', bounded(inflate)],
  ['br', bounded(brotliDecompress)],
]);

type Decompress = (
  bytes: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, bytes: Buffer) => void,
) => void;

/** Decompresses at most as many bytes as a body may have; more is ERR_BUFFER_TOO_LARGE. */
function bounded(decompress: Decompress): (bytes: Buffer) => Promise<Buffer> {
  const run = promisify(decompress);
  return (bytes) => run(bytes, { maxOutputLength: LIMITS.bodyBytesMax });
}

/** Parses a body by the operation's schema. Returns TOO_LARGE for one that exceeds the limit once decompressed. */
export async function parseBody<Schema extends z.ZodObject>(
  schema: Schema,
  headers: Request['headers'],
  bytes: Buffer,
): Promise<ReturnType<typeof parseRequest<Schema>> | 'TOO_LARGE'> {
  const json = await readJson(headers, bytes, exactFields(schema));
  return json === 'TOO_LARGE' || 'fieldErrors' in json ? json : parseRequest(schema, json.value);
}

/** Types of a body that is a file. What it really is, its bytes say: browsers and programs often do not know. */
const FILE_TYPES = [
  'application/octet-stream',
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

/** Returns the bytes of a body that is a file, as `content`. Returns TOO_LARGE for one that exceeds the limit once decompressed. */
export async function parseFile(
  headers: Request['headers'],
  bytes: Buffer,
): Promise<ParsedInput<{ readonly content: Buffer }> | 'TOO_LARGE'> {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (!FILE_TYPES.includes(type.trim()))
    return fieldFault('Content-Type', `must be one of ${FILE_TYPES.join(', ')}`);
  const decoded = await decodedBody(headers, bytes);
  return Buffer.isBuffer(decoded) ? { input: { content: decoded } } : decoded;
}

/** Returns a body without its Content-Encoding: TOO_LARGE for one that exceeds the limit then. */
export async function decodedBody(
  headers: Request['headers'],
  bytes: Buffer,
): Promise<Buffer | { readonly fieldErrors: readonly FieldError[] } | 'TOO_LARGE'> {
  const decode = DECODERS.get((headers['content-encoding'] ?? 'identity').trim().toLowerCase());
  if (decode === undefined) return fieldFault('Content-Encoding', 'must be gzip, deflate, br or identity');
  try {
    return await decode(bytes);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return 'TOO_LARGE';
    return fieldFault('body', 'must be compressed as Content-Encoding says');
  }
}

/** Parses a body as JSON. Numbers in fields that `exact` names become an `ExactNumber`, which keeps every digit. */
export async function readJson(
  headers: Request['headers'],
  bytes: Buffer,
  exact: readonly string[],
): Promise<{ readonly value: unknown } | { readonly fieldErrors: readonly FieldError[] } | 'TOO_LARGE'> {
  const fault = faultOfType(headers['content-type']);
  if (fault !== null) return fieldFault('Content-Type', fault);
  const decoded = await decodedBody(headers, bytes);
  if (!Buffer.isBuffer(decoded)) return decoded;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(decoded);
  } catch {
    return fieldFault('body', 'must be UTF-8, compressed as Content-Encoding says');
  }
  const parsed = parseJson(text, exact);
  return 'faults' in parsed ? { fieldErrors: parsed.faults } : parsed;
}

function faultOfType(contentType: string | undefined): string | null {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return 'must be application/json';
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return isUtf8 ? null : 'must have the charset utf-8, or none';
}

type ParsedJson = { readonly value: unknown } | { readonly faults: readonly FieldError[] };

function parseJson(text: string, exact: readonly string[]): ParsedJson {
  try {
    return { value: parseStrictJson(text, reviver(exact)) };
  } catch (error) {
    if (error instanceof ReservedName) return { faults: [{ field: '__proto__', message: 'is unknown' }] };
    if (!(error instanceof JsonFault)) throw error;
    return { faults: [faultOfJson(error)] };
  }
}

function faultOfJson({ reason, path }: JsonFault): FieldError {
  if (reason === 'SYNTAX') return { field: 'body', message: 'is not valid JSON' };
  if (reason === 'TOO_DEEP')
    return { field: 'body', message: `is nested deeper than ${String(JSON_LEVELS_MAX)} levels` };
  return isFieldName(path)
    ? { field: path, message: 'is given twice' }
    : { field: 'body', message: 'has a field twice, whose name is not repeated' };
}

class ReservedName extends Error {}

function reviver(exact: readonly string[]): Reviver {
  return (name, value, { source }) => {
    if (name === '__proto__') throw new ReservedName();
    return typeof value === 'number' && exact.includes(name)
      ? new ExactNumber(source ?? String(value))
      : value;
  };
}

function fieldFault(field: string, message: string): { readonly fieldErrors: readonly FieldError[] } {
  return { fieldErrors: [{ field, message }] };
}
