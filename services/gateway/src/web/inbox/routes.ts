/** The pages of the open questions. */
import { PATHS } from '../../ui/paths.ts';
import type { FiguresRoute } from '../visit/route.ts';
import { showInbox } from './inbox-page.ts';

export const INBOX_ROUTES: readonly FiguresRoute[] = [
  { path: PATHS.inbox, section: 'inbox', get: showInbox },
];
