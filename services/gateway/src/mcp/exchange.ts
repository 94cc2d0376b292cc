/** One message to the protocol's library and its answer back, whole: nothing is sent before a result. */
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { encode, encodingFor } from '../bodies/encoding.ts';
import { COULD_NOT_BE_GIVEN, textInOwnWords } from './errors.ts';

export interface Exchange {
  readonly fetch: McpHttpHandler['fetch'];
  /** Of the endpoint. */
  readonly url: string;
  readonly onerror: (error: Error) => void;
  /** The last word on the text of an answer. */
  readonly finish: (text: string) => Buffer;
}

/** Answers a message that was read from `request`; a client that goes away ends the work for it. */
export async function exchange(
  { fetch, url, onerror, finish }: Exchange,
  request: HttpRequest,
  response: HttpResponse,
  message: object,
): Promise<void> {
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  try {
    const asked = new Request(url, {
      method: 'POST',
      headers: headersOf(request),
      signal: abort.signal,
    });
    const answered = await fetch(asked, { parsedBody: message });
    const bytes = finish(textInOwnWords(answered, await answered.text()));
    const encoding = encodingFor(request, bytes);
    const body = encoding === undefined ? bytes : await encode(bytes, encoding);
    // One by one: what is given to writeHead would stand above what a drain says of the connection.
    response.status(answered.status).setHeaders(answered.headers);
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  } catch (error) {
    onerror(error instanceof Error ? error : new Error(String(error)));
    if (!response.headersSent) response.status(500).json(COULD_NOT_BE_GIVEN);
  }
}

function headersOf({ headers }: HttpRequest): [string, string][] {
  return Object.entries(headers).map(([name, value = '']) => [
    name,
    typeof value === 'string' ? value : value.join(', '),
  ]);
}
