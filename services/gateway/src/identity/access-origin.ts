/** From where a person acts, as far as the log of access keeps it: no address and no text of the browser's own. */
import type { IncomingMessage } from 'node:http';
import { siteOf } from '../auth/client-address.ts';

export interface AccessOrigin {
  /** `Firefox (Linux)`; null for one that is not known. */
  readonly browser: string | null;
  /** `192.0.2.0/24`, `2001:db8:1::/48`. */
  readonly network: string;
}

/** How to tell the origin of a request, by the address that it counts against. */
export function originReader(
  addressOf: (request: IncomingMessage) => string,
): (request: IncomingMessage) => AccessOrigin {
  return (request) => ({
    browser: browserOf(request.headers['user-agent'] ?? ''),
    network: siteOf(addressOf(request)),
  });
}

/** By what only they send; most also send the sign of one that stands below them. */
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

/** The family of a browser and its system, out of our own lists, from what it says of itself; null where it is in neither. */
export function browserOf(userAgent: string): string | null {
  const text = userAgent.slice(0, USER_AGENT_CHARACTERS_MAX);
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (signs) => signs.find(([sign]) => text.includes(sign))?.[1],
  );
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} (${system})`;
}
