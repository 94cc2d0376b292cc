/** The pages of the open questions. */
import { PATHS } from '../../ui/paths.ts';
import type { FiguresRoute, Route } from '../visit/route.ts';
import { showInbox } from './inbox-page.ts';
import { checkPairs, recheckPairs, savePairs, showPairs } from './pairs-pages.ts';
import { PAIRS_ADDRESS } from './pairs-view.ts';

export const INBOX_ROUTES: readonly FiguresRoute[] = [
  { path: PATHS.inbox, section: 'inbox', get: showInbox },
  { path: PAIRS_ADDRESS, section: 'inbox', get: showPairs },
];

const CHANGING = { for: 'signed-in', counts: true, proSection: 'inbox' } as const;

/** The pages that match pairs. */
export const PAIRS_ROUTES: readonly Route[] = [
  { path: `${PAIRS_ADDRESS}/check`, ...CHANGING, again: checkPairs, post: checkPairs },
  { path: `${PAIRS_ADDRESS}/save`, ...CHANGING, again: recheckPairs, post: savePairs },
];
