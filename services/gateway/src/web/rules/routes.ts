/** The pages of rules. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { checkRule, confirmRemoveRule, removeRule, saveRule, showRules } from './rules-pages.ts';

const PRO = { for: 'signed-in', counts: true, proSection: 'inbox' } as const;

export const RULES_ROUTES: readonly Route[] = [
  { path: PATHS.rules, ...PRO, get: showRules },
  { path: `${PATHS.rules}/check`, ...PRO, again: checkRule, post: checkRule },
  { path: `${PATHS.rules}/save`, ...PRO, again: checkRule, post: saveRule },
  { path: `${PATHS.rules}/:id/remove`, ...PRO, get: confirmRemoveRule, post: removeRule },
];
