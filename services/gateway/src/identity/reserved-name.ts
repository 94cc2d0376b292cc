/** The name of the pages in logs, which no token and no app may have. */

/** Shown in logs as the origin of a change made on a page, where other changes have the name of their token or app. */
export const PAGES_NAME = 'settings';

/** Returns whether the log would take a token or app of this name for the pages. */
export function isReservedName(name: string): boolean {
  return name.trim().toLowerCase() === PAGES_NAME;
}
