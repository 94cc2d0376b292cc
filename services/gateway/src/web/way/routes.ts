/** The page of the way through a year. */
import { PATHS } from '../../ui/paths.ts';
import type { FiguresRoute } from '../visit/route.ts';
import { showWay } from './way-page.ts';

export const WAY_ROUTES: readonly FiguresRoute[] = [
  { path: `${PATHS.overview}/:year/steps`, section: 'year', get: showWay },
];
