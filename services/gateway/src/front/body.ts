/** Request bodies: read within the limit, decoded and parsed as JSON in which exact numbers keep every digit. */
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { ExactNumber, exactFields, parseRequest } from '@ctx/common/contract/parse-input';
import { LIMITS } from '@ctx/common/domain/limits';
import type { FieldError } from '@ctx/common/domain/rejections';
import type { Request, Response } from 'express';
import type { z } from 'zod';

const NESTING_MAX = 32;

/** The bytes of a body, or null as soon as they are too many. A client that waits to be asked for them is asked. */
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

// No plain object, in which `constructor` would be an encoding too.
const DECODERS = new Map<string, (bytes: Buffer) => Promise<Buffer>>([
  ['identity', (bytes) => Promise.resolve(bytes)],
  ['gzip', bounded(gunzip)],
  ['deflate', bounded(inflate)],
  ['br', bounded(brotliDecompress)],
]);

type Inflate = (
  bytes: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, inflated: Buffer) => void,
) => void;

function bounded(decompress: Inflate): (bytes: Buffer) => Promise<Buffer> {
  const run = promisify(decompress);
  return (bytes) => run(bytes, { maxOutputLength: LIMITS.bodyBytesMax });
}

/** What a body says by the operation's schema; TOO_LARGE where it is so once decompressed. */
export async function parseBody<Schema extends z.ZodObject>(
  schema: Schema,
  headers: Request['headers'],
  bytes: Buffer,
): Promise<ReturnType<typeof parseRequest<Schema>> | 'TOO_LARGE'> {
  const read = await readJson(headers, bytes, exactFields(schema));
  return read === 'TOO_LARGE' || 'fieldErrors' in read ? read : parseRequest(schema, read.value);
}

/** A body as JSON in which numbers under the names of `exact` keep every digit. */
export async function readJson(
  headers: Request['headers'],
  bytes: Buffer,
  exact: readonly string[],
): Promise<{ readonly value: unknown } | { readonly fieldErrors: readonly FieldError[] } | 'TOO_LARGE'> {
  const fault = faultOfType(headers['content-type']);
  if (fault !== null) return fieldFault('Content-Type', fault);
  const decode = DECODERS.get((headers['content-encoding'] ?? 'identity').trim().toLowerCase());
  if (decode === undefined) return fieldFault('Content-Encoding', 'must be gzip, deflate, br or identity');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await decode(bytes));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return 'TOO_LARGE';
    return fieldFault('body', 'must be UTF-8 in the encoding that Content-Encoding names');
  }
  const parsed = parseJson(text, exact);
  return 'faults' in parsed ? { fieldErrors: parsed.faults } : parsed;
}

function faultOfType(contentType: string | undefined): string | null {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return 'must be application/json';
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return isUtf8 ? null : 'must name the charset utf-8 or none';
}

type Json = { readonly value: unknown } | { readonly faults: readonly FieldError[] };

function parseJson(text: string, exact: readonly string[]): Json {
  if (isNestedDeeperThan(text, NESTING_MAX))
    return { faults: [{ field: 'body', message: `is nested deeper than ${String(NESTING_MAX)} levels` }] };
  try {
    return { value: JSON.parse(text, reviver(exact) as Parameters<typeof JSON.parse>[1]) };
  } catch (error) {
    if (error instanceof ReservedName) return { faults: [{ field: '__proto__', message: 'is unknown' }] };
    return { faults: [{ field: 'body', message: 'is not valid JSON' }] };
  }
}

class ReservedName extends Error {}

// The third parameter holds the number as it was written (ECMAScript 2025, JSON.parse source text access).
function reviver(exact: readonly string[]) {
  return (name: string, value: unknown, context: { readonly source?: string }): unknown => {
    if (name === '__proto__') throw new ReservedName();
    return typeof value === 'number' && exact.includes(name)
      ? new ExactNumber(context.source ?? String(value))
      : value;
  };
}

// One pass by hand: an expression that looks for the ends of strings is quadratic on a hostile text.
function isNestedDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString && character === '\\') index += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

function fieldFault(field: string, message: string): { readonly fieldErrors: readonly FieldError[] } {
  return { fieldErrors: [{ field, message }] };
}
