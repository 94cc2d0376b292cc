/** How pages are sent. */
import type { Response } from 'express';

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];
const FORM_ACTION = "form-action 'self'";

/** Where forms of a page may lead: browsers hold the redirect that answers a form to `form-action` too. */
export type FormsLeadTo = 'ourselves' | 'apps';

/**
 * Headers of every page. `no-transform` keeps it uncompressed: the length of what was compressed tells about the secrets in
 * it (BREACH) where somebody else chooses part of the text.
 */
export function pageHeaders(formsLeadTo: FormsLeadTo = 'ourselves'): Record<string, string> {
  const policy = formsLeadTo === 'apps' ? POLICY : [...POLICY, FORM_ACTION];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    // A site that opens a page in a window has no hold on it: it can neither navigate nor close nor move it.
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
  formsLeadTo: FormsLeadTo = 'ourselves',
): void {
  response.status(status).set(pageHeaders(formsLeadTo)).vary('Accept-Language').type('html').send(page);
}
