/** Where a sign-in may lead: pages of the settings, and the consent that an app waits for. */

const NEXT = /^(\/settings(\/[a-z]+)?|\/oauth\/interaction\/[A-Za-z0-9_-]+)$/;
export const START = '/settings';
/** Where the second step of a sign-in is taken. */
export const SECOND_STEP_PATH = '/sign-in/passkey';

/** The path when it is one of those; null for all else, and for the start of the settings. */
export function allowedNext(next: unknown): string | null {
  return typeof next === 'string' && next !== START && NEXT.test(next) ? next : null;
}

/** Whether an app waits behind it. */
export function isForApp(next: string | null): boolean {
  return next?.startsWith('/oauth/') ?? false;
}

/** The page to sign in on, which leads to `next` afterwards. */
export function signInPath(next: string | null, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...more, ...(next === null ? {} : { next }) }).toString();
  return query === '' ? '/sign-in' : `/sign-in?${query}`;
}

/** The page of the settings that an address belongs to: what lies below one is reached from it. */
export function pageOf(path: string): string | null {
  return allowedNext(/^\/settings\/[a-z]+/.exec(path)?.[0]);
}
