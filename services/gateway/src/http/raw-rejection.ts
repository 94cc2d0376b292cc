/** The response to bytes that are not an HTTP request. No route sees them, so the response is written to the socket as text. */
import { randomUUID } from 'node:crypto';
import { SECURITY_HEADERS } from './security-headers.ts';
import { helpLink } from './help-link.ts';
import { rejectionBody } from './rejections.ts';

/** Returns a complete 400 response, from status line to body, that closes the connection; and the request id it names. */
export function rawRejection(message: string): { readonly requestId: string; readonly text: string } {
  const requestId = randomUUID();
  const body = JSON.stringify(rejectionBody('INVALID', null, [{ field: 'request', message }]));
  const headers = {
    ...SECURITY_HEADERS,
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
    Link: helpLink('INVALID'),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return { requestId, text: `HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}` };
}
