/** The browser and network of a request, as coarse as the access log stores them: no address and no text that the browser sent. */
import type { IncomingMessage } from 'node:http';
import { siteOf } from './auth/client-address.ts';

export interface AccessOrigin {
  /** For example `Firefox (Linux)`; null for an unknown browser. */
  readonly browser: string | null;
  /** For example `192.0.2.0/24` or `2001:db8:1::/48`. */
  readonly network: string;
}

/** Returns a function that reads the origin of a request. `addressOf` returns the client address of a request. */
export function originReader(
  addressOf: (request: IncomingMessage) => string,
): (request: IncomingMessage) => AccessOrigin {
  return (request) => ({
    browser: browserOf(request.headers['user-agent'] ?? ''),
    network: siteOf(addressOf(request)),
  });
}

/** Marks of browsers in a User-Agent, the most specific first: most browsers also send the marks of browsers below them. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;
const USER_AGENT_CHARACTERS_MAX = 500;

/** Returns the browser and system that a User-Agent names, from our own lists, or null if neither list knows them. */
export function browserOf(userAgent: string): string | null {
  const text = userAgent.slice(0, USER_AGENT_CHARACTERS_MAX);
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (marks) => marks.find(([mark]) => text.includes(mark))?.[1],
  );
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} (${system})`;
}
