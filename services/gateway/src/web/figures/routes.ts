/** The pages of figures. */
import { requestCost } from '@ctx/contract/request-costs';
import { PATHS } from '../../ui/paths.ts';
import type { FiguresRoute, Route } from '../visit/route.ts';
import { saveCircumstances, showCircumstances, showTypedCircumstances } from './circumstances-page.ts';
import { showDeparture } from './departure-page.ts';
import { showOrigin } from './origin-page.ts';
import { showPhoto } from './photo-page.ts';
import { showHolding, showPortfolio } from './portfolio-page.ts';
import { showReadings } from './readings-page.ts';
import { removeReported, showReported, showTypedReported, stateReported } from './reported-page.ts';
import { postRegime, showRegime, showTypedRegime } from './regime-page.ts';
import { downloadReport } from './report-download.ts';
import { showTransaction } from './transaction-page.ts';
import { downloadTransactions } from './transactions-file.ts';
import { showTransactions } from './transactions-page.ts';
import { showWhatIf } from './what-if-page.ts';
import { showOverview, showYear } from './year-page.ts';
import { showYears } from './years-page.ts';

/** The pages of figures that change something. */
export const CHANGING_ROUTES: readonly Route[] = [
  {
    path: `${PATHS.overview}/:year/circumstances`,
    for: 'signed-in',
    counts: true,
    proSection: 'log',
    again: showTypedCircumstances,
    get: showCircumstances,
    post: saveCircumstances,
  },
  {
    path: `${PATHS.overview}/:year/regime`,
    for: 'signed-in',
    counts: true,
    proSection: 'log',
    again: showTypedRegime,
    get: showRegime,
    post: postRegime,
  },
  {
    path: `${PATHS.overview}/:year/reported/state`,
    for: 'signed-in',
    counts: true,
    proSection: 'log',
    again: showTypedReported,
    post: stateReported,
  },
  {
    path: `${PATHS.overview}/:year/reported/:stated/remove`,
    for: 'signed-in',
    counts: true,
    proSection: 'log',
    post: removeReported,
  },
];

/** The pages that show figures. */
export const FIGURES_ROUTES: readonly FiguresRoute[] = [
  { path: PATHS.overview, section: 'year', get: showOverview },
  { path: `${PATHS.overview}/:year`, section: 'year', get: showYear },
  {
    path: `${PATHS.overview}/:year/readings`,
    section: 'year',
    requests: requestCost('listReadings'),
    get: showReadings,
  },
  { path: `${PATHS.overview}/:year/reported`, section: 'year', get: showReported },
  {
    path: `${PATHS.overview}/:year/report`,
    section: 'year',
    requests: requestCost('getYearReport', 'html'),
    get: downloadReport,
  },
  { path: PATHS.photo, section: 'year', get: showPhoto },
  { path: PATHS.years, section: 'years', get: showYears },
  { path: PATHS.transactions, section: 'transactions', get: showTransactions },
  {
    path: PATHS.transactionsFile,
    section: 'transactions',
    requests: requestCost('getYearReport', 'csv'),
    get: downloadTransactions,
  },
  { path: `${PATHS.transactions}/:id`, section: 'transactions', get: showTransaction },
  {
    path: `${PATHS.transactions}/:id/origin`,
    section: 'transactions',
    requests: requestCost('getOrigin'),
    get: showOrigin,
  },
  { path: PATHS.portfolio, section: 'portfolio', beta: 'portfolio', get: showPortfolio },
  { path: PATHS.lots, section: 'portfolio', beta: 'portfolio', get: showHolding },
  {
    path: PATHS.sale,
    section: 'portfolio',
    beta: 'portfolio',
    requests: requestCost('previewSale'),
    get: showWhatIf,
  },
  {
    path: PATHS.departure,
    section: 'portfolio',
    beta: 'portfolio',
    requests: requestCost('previewDeparture'),
    get: showDeparture,
  },
];
