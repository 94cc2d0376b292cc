/** Third-party text in responses, by kind of field (decisions.md, Requests 8). */
import { LIMITS } from './limits.ts';
import { presentText } from './third-party-text.ts';

type Text = string | null | undefined;

/** Cleans and caps labels, names and errors: 500 characters. */
export function shown(text: string): string;
export function shown(text: Text): string | null;
export function shown(text: Text): string | null {
  return capped(text, LIMITS.thirdPartyCharactersMax);
}

/** Cleans and caps an asset symbol. */
export function shownSymbol(symbol: string): string {
  return presentText(symbol, LIMITS.symbolCharactersMax);
}

/** Cleans and caps the name of a protocol. */
export function shownProtocol(protocol: Text): string | null {
  return capped(protocol, LIMITS.protocolCharactersMax);
}

/** Cleans and caps a description. Text written by the user is unchanged. */
export function shownDescription(description: Text, isByUser: boolean): string | null {
  return isByUser ? (description ?? null) : capped(description, LIMITS.descriptionCharactersMax);
}

/** Cleans and caps flags. Flags set by the user are unchanged. */
export function shownFlags(flags: readonly string[], isByUser: boolean): string[] {
  return isByUser ? [...flags] : flags.map((flag) => shown(flag));
}

/** Cleans and caps a link. Returns null for schemes other than http and https. */
export function shownLink(link: Text): string | null {
  return typeof link === 'string' && /^https?:\/\//i.test(link) ? shown(link) : null;
}

function capped(text: Text, charactersMax: number): string | null {
  return typeof text === 'string' ? presentText(text, charactersMax) : null;
}
