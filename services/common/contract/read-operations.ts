/** The operations that read a user's data and figures. */
import { z } from 'zod';
import { ISSUE_TYPES, QUEUES, SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { CONTRIBUTION_FIGURES, CONTRIBUTION_ORDERS, EVENT_TYPES, TREATMENTS } from '@ctx/domain/vocabulary';
import { ContributionsResponse, ExplainedTransaction } from './explanation.ts';
import { LotsResponse, PortfolioSnapshot, PositionsBreakdownResponse } from './holdings.ts';
import { IssuesInbox } from './inbox.ts';
import { NONE, type Operation } from './operation.ts';
import { pageQuery, sizeQuery } from './pages.ts';
import { documented, eventId, id, text, timeRange, WHERE, year } from './requests.ts';
import {
  AccountsResponse,
  Me,
  RecalcStatusResponse,
  SummaryResponse,
  TransactionsResponse,
  YearsResponse,
  YearSummary,
} from './schemas.ts';

const pageNumber = z.int32().min(0).max(LIMITS.pageNumberMax);
const page = pageQuery();
const asset = text(LIMITS.assetKeyCharactersMax)
  .optional()
  .describe('Symbol or `assetKey`, case-insensitive. Prefer the `assetKey`.');

export const READ_OPERATIONS = [
  {
    id: 'getMe',
    method: 'GET',
    path: '/api/v1/me',
    tag: 'Account',
    scope: 'read',
    answeredBy: 'gateway',
    summary: 'Who the token acts as',
    description: 'The user and the scopes of the token.',
    pathParameters: NONE,
    query: NONE,
    response: Me,
    rejections: [],
  },
  {
    id: 'listAccounts',
    method: 'GET',
    path: '/api/v1/accounts',
    tag: 'Account',
    scope: 'read',
    answeredBy: 'read',
    summary: 'Data sources',
    description:
      'Wallets, exchange connections and file imports with their last-sync status; never credentials.',
    pathParameters: NONE,
    query: NONE,
    response: AccountsResponse,
    rejections: [],
  },
  {
    id: 'listYears',
    method: 'GET',
    path: '/api/v1/years',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Years with activity',
    description: 'Years with any activity, newest first, each with its locked and frozen marker.',
    pathParameters: NONE,
    query: NONE,
    response: YearsResponse,
    rejections: [],
  },
  {
    id: 'listTransactions',
    method: 'GET',
    path: '/api/v1/transactions',
    tag: 'Transactions',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Tax events of one year',
    description:
      'Newest first, in pages numbered from 0, with filters on event type and asset. With `fromYear` of several years; `locked` and `frozen` are then of `year`. `stale` is true while a recalculation is running or queued.',
    pathParameters: NONE,
    query: z.strictObject({
      year,
      page,
      size: sizeQuery('Events'),
      type: documented(z.enum(EVENT_TYPES).optional(), 'Only events of this type.'),
      asset,
      account: id('The `id` of an account.', WHERE.accounts).optional(),
      ...timeRange('events'),
      needsReview: z.boolean().optional(),
      text: text(LIMITS.searchCharactersMax)
        .optional()
        .describe('What description, reference, protocol or asset contain; case-insensitive.'),
      flags: text(LIMITS.thirdPartyCharactersMax).optional().describe('Only events with this flag.'),
      treatment: documented(z.enum(TREATMENTS).optional(), 'Only events that are treated so.'),
      fromYear: year.optional().describe('Also the years since this one.'),
    }),
    response: TransactionsResponse,
    rejections: [],
  },
  {
    id: 'explainTransaction',
    method: 'GET',
    path: '/api/v1/transactions/{taxEventId}',
    tag: 'Transactions',
    scope: 'read',
    answeredBy: 'read',
    summary: 'Why a tax event counts as it does',
    description:
      'One event: as imported, each step that made it effective, the lots that it took with their basis and gain, and where these lots came from. Figures of a locked year are ranges or null.',
    pathParameters: z.strictObject({ taxEventId: eventId() }),
    query: z.strictObject({
      year: year
        .optional()
        .describe('For an event that later facts moved out of a submitted year: which of its two years.'),
    }),
    response: ExplainedTransaction,
    rejections: ['NOT_FOUND'],
  },
  {
    id: 'getSummary',
    method: 'GET',
    path: '/api/v1/summary',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Figures of all years',
    description:
      'One breakdown per year, newest first. Figures are gross and indicative; none is the amount due.',
    pathParameters: NONE,
    query: NONE,
    response: SummaryResponse,
    rejections: [],
  },
  {
    id: 'getYearSummary',
    method: 'GET',
    path: '/api/v1/years/{year}/summary',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Figures of one year',
    description:
      'Totals, monthly realized gains, exemption position and declaration codes of one year. Figures are gross and indicative; none is the amount due. With circumstances there is an `estimate` too.',
    pathParameters: z.strictObject({ year }),
    query: NONE,
    response: YearSummary,
    rejections: [],
  },
  {
    id: 'listContributions',
    method: 'GET',
    path: '/api/v1/years/{year}/contributions',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'What each event adds to a figure',
    description:
      'Newest first, or by amount, in pages. Amounts are not rounded: the sum of all contributions, rounded to cents, is the figure. `exemption`: what each event adds to the used exemption, in order of time; a loss frees some again. `fees`: the EUR value of each fee, whether or not fees count for the tax. In a locked year amounts are ranges.',
    pathParameters: z.strictObject({ year }),
    query: z.strictObject({
      figure: z
        .enum(CONTRIBUTION_FIGURES)
        .describe('`exemption` is `used` of `vrijstellingHeadroom`; `fees` is not in the summary.'),
      asset: asset.describe('Symbol, name or `assetKey`, case-insensitive. Prefer the `assetKey`.'),
      month: z.int32().min(1).max(12).optional().describe('Month in Europe/Brussels.'),
      order: z
        .enum(CONTRIBUTION_ORDERS)
        .default('time')
        .describe(
          '`time`: newest first. `amount`: what adds or takes most first; a locked year and `exemption` stay in order of time.',
        ),
      page,
      size: sizeQuery('Contributions'),
    }),
    response: ContributionsResponse,
    rejections: [],
  },
  {
    id: 'listIssues',
    method: 'GET',
    path: '/api/v1/issues',
    tag: 'Issues',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Review inbox',
    description:
      'Open issues of all years, most severe first, each with the event to correct and a suggestion, if any. Gain fields of locked years are blurred. Filters and pages choose among `items`, whose number is `matching`; the counts are always of all issues.',
    pathParameters: NONE,
    query: z.strictObject({
      year: year.optional(),
      queue: z.enum(QUEUES).optional(),
      type: z.enum(ISSUE_TYPES).optional(),
      severity: z.enum(SEVERITIES).optional(),
      page: pageNumber.optional().describe('Zero-based page number; 0 by default if `size` is given.'),
      size: z
        .int32()
        .min(1)
        .optional()
        .describe(
          `Items per page. Values above ${String(LIMITS.pageSizeMax)} count as ${String(LIMITS.pageSizeMax)}.`,
        ),
    }),
    response: IssuesInbox,
    rejections: [],
  },
  {
    id: 'getPortfolio',
    method: 'GET',
    path: '/api/v1/portfolio',
    tag: 'Portfolio',
    scope: 'read',
    answeredBy: 'read',
    beta: 'portfolio',
    summary: 'Holdings and debts',
    description: 'Current holdings and debts, at the latest known prices and at historic cost.',
    pathParameters: NONE,
    query: z.strictObject({ lots: z.boolean().optional().describe('False leaves the lots out.') }),
    response: PortfolioSnapshot,
    rejections: [],
  },
  {
    id: 'listLots',
    method: 'GET',
    path: '/api/v1/portfolio/lots',
    tag: 'Portfolio',
    scope: 'read',
    answeredBy: 'read',
    beta: 'portfolio',
    summary: 'Open lots of a holding',
    description: 'All open lots of one holding, oldest first.',
    pathParameters: NONE,
    query: z.strictObject({
      holdingId: text(LIMITS.assetKeyCharactersMax).meta({
        description: "The holding's asset key, exactly as the portfolio returns it.",
        where: WHERE.portfolio,
      }),
      page: pageNumber.optional().describe('Zero-based page number; 0 by default if `size` is given.'),
      size: z
        .int32()
        .min(1)
        .optional()
        .describe(
          `Lots per page. Values above ${String(LIMITS.pageSizeMax)} count as ${String(LIMITS.pageSizeMax)}.`,
        ),
    }),
    response: LotsResponse,
    rejections: ['NOT_FOUND'],
  },
  {
    id: 'getPositions',
    method: 'GET',
    path: '/api/v1/positions',
    tag: 'Portfolio',
    scope: 'read',
    answeredBy: 'read',
    beta: 'portfolio',
    summary: 'DeFi positions',
    description: 'Open positions with their entry and current values.',
    pathParameters: NONE,
    query: NONE,
    response: PositionsBreakdownResponse,
    rejections: [],
  },
  {
    id: 'getRecalcStatus',
    method: 'GET',
    path: '/api/v1/recalc-status',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    summary: 'Status of the recalculation',
    description:
      'Poll until `status` is IDLE, then read again. With `waitSeconds` the response comes as soon as it is IDLE. QUEUED: another run follows the current one.',
    pathParameters: NONE,
    query: z.strictObject({
      waitSeconds: z
        .int32()
        .min(0)
        .max(LIMITS.recalcWaitSecondsMax)
        .optional()
        .describe('Waits up to this long for IDLE.'),
    }),
    response: RecalcStatusResponse,
    rejections: [],
  },
] as const satisfies readonly Operation[];
