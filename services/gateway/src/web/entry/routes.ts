/** The pages that enter a transaction by hand. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { checkEntry, saveEntry, showEntry } from './entry-pages.ts';

const PRO = { for: 'signed-in', counts: true, proSection: 'transactions' } as const;

export const ENTRY_ROUTES: readonly Route[] = [
  { path: PATHS.entry, ...PRO, get: showEntry },
  { path: `${PATHS.entry}/check`, ...PRO, post: checkEntry },
  { path: `${PATHS.entry}/save`, ...PRO, post: saveEntry },
];
