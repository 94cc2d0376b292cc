/** Third-party text on its way out, by what it is (decisions.md, Requests 8). */
import { LIMITS } from './limits.ts';
import { presentText } from './third-party-text.ts';

type Text = string | null | undefined;

/** Labels, names, errors: 500 characters. */
export function shown(text: string): string;
export function shown(text: Text): string | null;
export function shown(text: Text): string | null {
  return capped(text, LIMITS.thirdPartyCharactersMax);
}

export function shownSymbol(symbol: string): string {
  return presentText(symbol, LIMITS.symbolCharactersMax);
}

export function shownProtocol(protocol: Text): string | null {
  return capped(protocol, LIMITS.protocolCharactersMax);
}

/** What the user wrote stays as written. */
export function shownDescription(description: Text, isByUser: boolean): string | null {
  return isByUser ? (description ?? null) : capped(description, LIMITS.descriptionCharactersMax);
}

/** What a source put there; flags that the user set stay as written. */
export function shownFlags(flags: readonly string[], isByUser: boolean): string[] {
  return isByUser ? [...flags] : flags.map((flag) => shown(flag));
}

/** Links of other schemes than http and https are none. */
export function shownLink(link: Text): string | null {
  return typeof link === 'string' && /^https?:\/\//i.test(link) ? shown(link) : null;
}

function capped(text: Text, charactersMax: number): string | null {
  return typeof text === 'string' ? presentText(text, charactersMax) : null;
}
