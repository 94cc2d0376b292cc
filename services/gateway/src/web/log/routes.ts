/** The pages of the log, and of undoing an entry. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { downloadLog } from './log-download.ts';
import { showLog } from './log-page.ts';
import { confirmUndo, undoEntry } from './undo-pages.ts';

export const LOG_ROUTES: readonly Route[] = [
  { path: PATHS.log, for: 'signed-in', counts: true, get: showLog },
  { path: `${PATHS.log}/download`, for: 'signed-in', counts: true, get: downloadLog },
  {
    path: `${PATHS.log}/:id/undo`,
    for: 'signed-in',
    counts: true,
    proSection: 'log',
    get: confirmUndo,
    post: undoEntry,
  },
];
