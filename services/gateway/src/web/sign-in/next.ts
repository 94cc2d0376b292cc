/** Where a sign-in may redirect to: pages of figures and of the settings, and the consent page of an app. */
import { SECTIONS } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';

const FIGURES = [
  ...SECTIONS.map(({ path }) => path).filter((path) => !path.startsWith(PATHS.settings)),
  PATHS.prices,
  PATHS.photo,
];
const ALLOWED = new RegExp(
  String.raw`^(?:(?:${FIGURES.join('|')})(?:/[A-Za-z0-9-]{1,64}){0,3}|${PATHS.settings}(?:/[a-z]+)?|${PATHS.consent}/[\w-]+)$`,
);
const SETTINGS_PAGE = new RegExp(String.raw`^${PATHS.settings}/[a-z]+`);
/** A query as `URLSearchParams` writes it. */
const QUERY = /^[\w.*%+=&-]{1,500}$/;
/** Parameters that make a page say what the user has just done. */
const SAID = ['done', 'advice'];
export const START = PATHS.overview;

/** Returns an allowed address: a path, and the query with its filters. Returns null for any other, and for the start page, which is the default. */
export function allowedNext(next: unknown): string | null {
  if (typeof next !== 'string' || next === START) return null;
  const [path, query] = partsOf(next);
  if (!ALLOWED.test(path)) return null;
  if (query === null) return next;
  const names = new Set(new URLSearchParams(query).keys());
  return !isForApp(path) && QUERY.test(query) && SAID.every((name) => !names.has(name)) ? next : null;
}

function partsOf(address: string): [path: string, query: string | null] {
  const at = address.indexOf('?');
  return at === -1 ? [address, null] : [address.slice(0, at), address.slice(at + 1)];
}

/** Returns whether a path leads to an app's request for consent. */
export function isForApp(next: string | null): boolean {
  return next?.startsWith(`${PATHS.consent}/`) ?? false;
}

/** Returns the address of the sign-in page, which redirects to `next` afterwards. `more` are further query parameters. */
export function signInPath(next: string | null, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...more, ...(next === null ? {} : { next }) }).toString();
  return query === '' ? PATHS.signIn : `${PATHS.signIn}?${query}`;
}

/**
 * Returns the page to which an address belongs, with its filters: `/settings/apps` for `/settings/apps/…/revoke`. Null for the start page and
 * for an address that no sign-in leads to.
 */
export function pageOf(address: string): string | null {
  const [path, query] = partsOf(address);
  const page = SETTINGS_PAGE.exec(path)?.[0] ?? path;
  const filters = new URLSearchParams(page === path ? (query ?? '') : '');
  for (const name of SAID) filters.delete(name);
  const text = filters.toString();
  return (text === '' ? null : allowedNext(`${page}?${text}`)) ?? allowedNext(page);
}
