/** The pages that check and save answers to questions. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { checkAnswer, saveAnswer } from './answer-pages.ts';
import { checkOrphans, removeOrphans } from './orphan-pages.ts';
import { ORPHANS_ADDRESS } from './orphan-view.ts';

const ROW = { for: 'signed-in', counts: true, proSection: 'inbox' } as const;

export const ANSWERS_ROUTES: readonly Route[] = [
  { path: `${PATHS.answers}/check`, ...ROW, again: checkAnswer, post: checkAnswer },
  { path: `${PATHS.answers}/save`, ...ROW, again: checkAnswer, post: saveAnswer },
  { path: `${ORPHANS_ADDRESS}/check`, ...ROW, again: checkOrphans, post: checkOrphans },
  { path: `${ORPHANS_ADDRESS}/remove`, ...ROW, again: checkOrphans, post: removeOrphans },
];
