/** Passes one message to the MCP library and sends the library's response. Nothing is sent before the response is complete. */
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { encode, encodingFor } from '../../http/encoding.ts';
import { INTERNAL_ERROR, withOwnErrorText } from './errors.ts';

/** What an exchange with the library needs. */
export interface ExchangeParts {
  readonly fetch: McpHttpHandler['fetch'];
  /** The address of the endpoint. */
  readonly url: string;
  readonly onerror: (error: Error) => void;
  /** Converts the text of a response to the bytes that are sent. */
  readonly finish: (text: string) => Buffer;
}

/** Responds to a message that was read from `request`. When the client disconnects, `signal` ends the work for it. */
export async function exchange(
  { fetch, url, onerror, finish }: ExchangeParts,
  request: HttpRequest,
  response: HttpResponse,
  message: object,
  signal: AbortSignal,
): Promise<void> {
  try {
    const webRequest = new Request(url, {
      method: 'POST',
      headers: headersOf(request),
      signal,
    });
    const webResponse = await fetch(webRequest, { parsedBody: message });
    const bytes = finish(withOwnErrorText(webResponse, await webResponse.text()));
    const encoding = encodingFor(request, bytes);
    const body = encoding === undefined ? bytes : await encode(bytes, encoding);
    // Not with writeHead: its headers would override the `Connection: close` of a drain.
    response.status(webResponse.status).setHeaders(webResponse.headers);
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  } catch (error) {
    onerror(error instanceof Error ? error : new Error(String(error)));
    if (!response.headersSent) response.status(500).json(INTERNAL_ERROR);
  }
}

function headersOf({ headers }: HttpRequest): [string, string][] {
  return Object.entries(headers).map(([name, value = '']) => [
    name,
    typeof value === 'string' ? value : value.join(', '),
  ]);
}
