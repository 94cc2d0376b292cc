/** Serves security.txt, which names a contact for reports of vulnerabilities (RFC 9116). */
import express, { type Router } from 'express';
import { rejectMethod, type RejectionSettings } from '../../http/rejections.ts';

const SECURITY_TXT_PATH = '/.well-known/security.txt';
/** How long a copy of the file is valid: less than a year (RFC 9116 §2.5.5). */
const VALID_MS = 90 * 24 * 3_600_000;

/** Returns the router that serves the file with `contact`, a URI. */
export function securityTxtRouter(contact: string, settings: RejectionSettings): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route(SECURITY_TXT_PATH)
    .get((_request, response) => {
      response.type('text/plain; charset=utf-8').send(securityTxt(contact, settings.baseUrl, Date.now()));
    })
    .all((_request, response) => {
      rejectMethod(response, settings, ['GET']);
    });
  return router;
}

/** Returns the text of the file at `nowMs`. It changes once a day. */
function securityTxt(contact: string, baseUrl: string, nowMs: number): string {
  const [lastDay = ''] = new Date(nowMs + VALID_MS).toISOString().split('T');
  return [
    `Contact: ${contact}`,
    `Expires: ${lastDay}T00:00:00Z`,
    'Preferred-Languages: en, nl, fr',
    `Canonical: ${baseUrl}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n');
}
