/** The file that tells a finder of a vulnerability whom to write to (RFC 9116). */
import express, { type Router } from 'express';
import { refuseMethod, type RefusalSettings } from '../bodies/refusals.ts';

export const SECURITY_TXT_PATH = '/.well-known/security.txt';
/** Less than a year (RFC 9116 §2.5.5): a copy that somebody kept ends. */
const VALID_MS = 90 * 24 * 3_600_000;

/** Serves the file with `contact`, a URI. */
export function securityTxtRouter(contact: string, settings: RefusalSettings): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route(SECURITY_TXT_PATH)
    .get((_request, response) => {
      response.type('text/plain; charset=utf-8').send(securityTxt(contact, settings.baseUrl, Date.now()));
    })
    .all((_request, response) => {
      refuseMethod(response, settings, ['GET']);
    });
  return router;
}

/** The file as it is at `nowMs`; it changes once a day. */
export function securityTxt(contact: string, baseUrl: string, nowMs: number): string {
  const [lastDay = ''] = new Date(nowMs + VALID_MS).toISOString().split('T');
  return [
    `Contact: ${contact}`,
    `Expires: ${lastDay}T00:00:00Z`,
    'Preferred-Languages: en, nl, fr',
    `Canonical: ${baseUrl}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n');
}
