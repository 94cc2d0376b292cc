/** The pages of the way through a year. */
import { PATHS } from '../../ui/paths.ts';
import type { FiguresRoute, Route } from '../visit/route.ts';
import { showSubmission, submitYear } from './submission-page.ts';
import { showWay } from './way-page.ts';

/** The page that submits a year. */
export const SUBMISSION_ROUTES: readonly Route[] = [
  {
    path: `${PATHS.overview}/:year/submit`,
    for: 'signed-in',
    counts: true,
    proSection: 'year',
    get: showSubmission,
    post: submitYear,
  },
];

/** The page of the steps. */
export const WAY_ROUTES: readonly FiguresRoute[] = [
  { path: `${PATHS.overview}/:year/steps`, section: 'year', get: showWay },
];
