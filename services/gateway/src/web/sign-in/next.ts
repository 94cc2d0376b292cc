/** Where a sign-in may redirect to: pages of figures and of the settings, and the consent page of an app. */

const ALLOWED =
  /^(\/(overview|years|inbox|transactions|portfolio)(\/[A-Za-z0-9-]{1,64})?|\/settings(\/[a-z]+)?|\/oauth\/interaction\/[A-Za-z0-9_-]+)$/;
export const START = '/overview';
/** Path of the page for the second step of a sign-in. */
export const SECOND_STEP_PATH = '/sign-in/passkey';

/** Returns an allowed path. Returns null for any other, and for the start page, which is the default. */
export function allowedNext(next: unknown): string | null {
  return typeof next === 'string' && next !== START && ALLOWED.test(next) ? next : null;
}

/** Returns whether a path leads to an app's request for consent. */
export function isForApp(next: string | null): boolean {
  return next?.startsWith('/oauth/') ?? false;
}

/** Returns the address of the sign-in page, which redirects to `next` afterwards. `more` are further query parameters. */
export function signInPath(next: string | null, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...more, ...(next === null ? {} : { next }) }).toString();
  return query === '' ? '/sign-in' : `/sign-in?${query}`;
}

/** Returns the page to which a path belongs: `/settings/apps` for `/settings/apps/…/revoke`. Null for the start page. */
export function pageOf(path: string): string | null {
  return allowedNext(/^\/settings\/[a-z]+/.exec(path)?.[0] ?? path);
}
