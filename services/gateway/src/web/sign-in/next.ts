/** Where a sign-in may redirect to: pages of figures and of the settings, and the consent page of an app. */
import { SECTIONS } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';

const FIGURES = SECTIONS.map(({ path }) => path).filter((path) => !path.startsWith(PATHS.settings));
const ALLOWED = new RegExp(
  String.raw`^(?:(?:${FIGURES.join('|')})(?:/[A-Za-z0-9-]{1,64})?|${PATHS.settings}(?:/[a-z]+)?|${PATHS.consent}/[\w-]+)$`,
);
const SETTINGS_PAGE = new RegExp(String.raw`^${PATHS.settings}/[a-z]+`);
export const START = PATHS.overview;

/** Returns an allowed path. Returns null for any other, and for the start page, which is the default. */
export function allowedNext(next: unknown): string | null {
  return typeof next === 'string' && next !== START && ALLOWED.test(next) ? next : null;
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

/** Returns the page to which a path belongs: `/settings/apps` for `/settings/apps/…/revoke`. Null for the start page. */
export function pageOf(path: string): string | null {
  return allowedNext(SETTINGS_PAGE.exec(path)?.[0] ?? path);
}
