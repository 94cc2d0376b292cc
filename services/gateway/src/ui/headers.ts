/** The headers with which pages are sent. */
import type { Response } from 'express';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  // For the effect of an answer, which a script asks for while it is typed.
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];
const FORM_ACTION = "form-action 'self'";

/** Where the forms of a page may redirect to. Browsers apply `form-action` to the redirect after a form, too. */
export type FormTarget = 'own-site' | 'apps';

/**
 * Returns the headers of a page. `no-transform` keeps the page uncompressed: if an attacker chooses part of its text, its compressed
 * length would reveal secrets in it (BREACH).
 */
export function pageHeaders(formTarget: FormTarget = 'own-site'): Record<string, string> {
  const policy = formTarget === 'apps' ? POLICY : [...POLICY, FORM_ACTION];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    // A site that opens the page in a window cannot navigate, close or move it.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Sends a page. */
export function sendPage(
  response: Response,
  status: number,
  page: string,
  formTarget: FormTarget = 'own-site',
): void {
  response.status(status).set(pageHeaders(formTarget)).vary('Accept-Language').type('html').send(page);
}
