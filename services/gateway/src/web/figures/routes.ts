/** The pages of figures. All are for signed-in users with the Pro plan, and only read. */
import { requestCost } from '@ctx/contract/request-costs';
import type { Beta } from '@ctx/domain/vocabulary';
import type { Section } from '../../ui/layout.ts';
import type { Reply } from '../visit/visit.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { showOverview, showYear } from './year-page.ts';
import { showReadings } from './readings-page.ts';
import { downloadReport } from './report-download.ts';
import { showInbox } from './inbox-page.ts';
import { showHolding, showPortfolio } from './portfolio-page.ts';
import { showTransaction } from './transaction-page.ts';
import { showTransactions } from './transactions-page.ts';
import { showYears } from './years-page.ts';

/** A page of figures. Without its beta it does not exist. */
export interface FiguresRoute {
  readonly path: string;
  readonly section: Section;
  readonly beta?: Beta;
  /** What a visit counts as in the budget of pages, 1 by default: the same as a request of the API. */
  readonly requests?: number;
  readonly get: (visit: FiguresVisit) => Promise<Reply> | Reply;
}

export const FIGURES_ROUTES: readonly FiguresRoute[] = [
  { path: '/overview', section: 'year', get: showOverview },
  { path: '/overview/:year', section: 'year', get: showYear },
  {
    path: '/overview/:year/readings',
    section: 'year',
    requests: requestCost('listReadings'),
    get: showReadings,
  },
  {
    path: '/overview/:year/report',
    section: 'year',
    requests: requestCost('getYearReport', 'html'),
    get: downloadReport,
  },
  { path: '/years', section: 'years', get: showYears },
  { path: '/inbox', section: 'inbox', get: showInbox },
  { path: '/transactions', section: 'transactions', get: showTransactions },
  { path: '/transactions/:id', section: 'transactions', get: showTransaction },
  { path: '/portfolio', section: 'portfolio', beta: 'portfolio', get: showPortfolio },
  { path: '/portfolio/lots', section: 'portfolio', beta: 'portfolio', get: showHolding },
];
