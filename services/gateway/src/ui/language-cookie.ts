/** The cookie with the language that a person chose on a page. It holds nothing else. */
import type { IncomingMessage } from 'node:http';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { SiteCookie } from '../sign-in/secret-cookie.ts';

const YEAR_SECONDS = 365 * 86_400;
const FORM = new RegExp(`^(${LANGUAGES.join('|')})$`);

/** Returns the cookie of a service at `baseUrl`. It lasts a year. */
export function languageCookie(baseUrl: string): SiteCookie {
  return new SiteCookie(baseUrl, 'ctx_language', FORM, YEAR_SECONDS);
}

/** The cookie's names under https and http. A language is no secret, so a page accepts both. */
const READERS = [languageCookie('https://'), languageCookie('http://')];

/** Returns the language that a request's cookie holds, or null. */
export function chosenLanguage(request: IncomingMessage): (typeof LANGUAGES)[number] | null {
  for (const reader of READERS) {
    const language = reader.read(request);
    if (language !== null) return language as (typeof LANGUAGES)[number];
  }
  return null;
}
