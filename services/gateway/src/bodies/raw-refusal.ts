/** A refusal of what is no request: it reaches no route, so that its answer is written onto the connection as it is. */
import { randomUUID } from 'node:crypto';
import { SECURITY_HEADERS } from './headers.ts';
import { refusalBody } from './refusals.ts';

/** The whole answer, status line to body: 400, and the connection ends. */
export function rawRefusal(message: string): { readonly requestId: string; readonly text: string } {
  const requestId = randomUUID();
  const body = JSON.stringify(refusalBody('INVALID', null, [{ field: 'request', message }]));
  const headers = {
    ...SECURITY_HEADERS,
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return { requestId, text: `HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}` };
}
