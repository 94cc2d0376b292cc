/** The rpcs of the read service. Each is one query in one file. */
import { type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import {
  AccountsResponse,
  BalancesResponse,
  CircumstancesResponse,
  ContributionsResponse,
  Evidence,
  ExplainedTransaction,
  IssuesInbox,
  LotsResponse,
  MoneyResponse,
  Origin,
  Photo,
  type PageServiceServer,
  PortfolioSnapshot,
  PositionsBreakdownResponse,
  PricesResponse,
  type ReadServiceServer,
  ReadServiceService,
  RecalcStatus,
  RegimeResponse,
  Reported,
  RulesResponse,
  SummaryResponse,
  TransactionsResponse,
  TransferCandidatesResponse,
  TransferPairs,
  YearReportPage,
  YearsResponse,
  YearSummary,
} from '@ctx/proto/gen/ctx/v1/read';
import { explainTransaction } from './queries/explain-transaction.ts';
import { findAsset } from './queries/find-asset.ts';
import type { IdleWaits } from './idle-waits.ts';
import { findTransferCandidates } from './queries/find-transfer-candidates.ts';
import { getRecalcStatus } from './queries/get-recalc-status.ts';
import { listBalances } from './queries/list-balances.ts';
import { getCircumstances } from './queries/get-circumstances.ts';
import { getRegime } from './queries/get-regime.ts';
import { getDecisions } from './queries/get-decisions.ts';
import { getDossierPage } from './queries/get-dossier-page.ts';
import { getEvidence } from './queries/get-evidence.ts';
import { getOrigin } from './queries/get-origin.ts';
import { getPhoto } from './queries/get-photo.ts';
import { getPortfolio } from './queries/get-portfolio.ts';
import { getPositions } from './queries/get-positions.ts';
import { getReported } from './queries/get-reported.ts';
import { getSummary } from './queries/get-summary.ts';
import { getPriceQuestions } from './queries/get-price-questions.ts';
import { getYearIncome } from './queries/get-year-income.ts';
import { getYearReport } from './queries/get-year-report.ts';
import { getYearSummary } from './queries/get-year-summary.ts';
import { listAccounts } from './queries/list-accounts.ts';
import { listContributions } from './queries/list-contributions.ts';
import { listIssues, listQuestions } from './queries/list-issues.ts';
import { listLots } from './queries/list-lots.ts';
import { listMoney } from './queries/list-money.ts';
import { listPrices } from './queries/list-prices.ts';
import { listRules } from './queries/list-rules.ts';
import { listNamedEvents } from './queries/list-named-events.ts';
import { listTransferPairs } from './queries/list-transfer-pairs.ts';
import { listTrades } from './queries/list-trades.ts';
import { listTransactions } from './queries/list-transactions.ts';
import { listYears } from './queries/list-years.ts';
import type { KeyedQueue } from '@ctx/platform/keyed-queue';
import { withReusedMemory } from './reused-memory.ts';
import type { Source } from './sources/source.ts';
import type { Sources } from './sources/sources.ts';

/** The definition of ReadService, with responses encoded into reused memory. */
export const READ_SERVICE = withReusedMemory(ReadServiceService, {
  listAccounts: AccountsResponse,
  listYears: YearsResponse,
  listTransactions: TransactionsResponse,
  explainTransaction: ExplainedTransaction,
  getOrigin: Origin,
  getSummary: SummaryResponse,
  getYearSummary: YearSummary,
  listContributions: ContributionsResponse,
  getYearReport: YearReportPage,
  getPhoto: Photo,
  getEvidence: Evidence,
  getReported: Reported,
  listIssues: IssuesInbox,
  getPortfolio: PortfolioSnapshot,
  listLots: LotsResponse,
  getPositions: PositionsBreakdownResponse,
  getRecalcStatus: RecalcStatus,
  listRules: RulesResponse,
  getCircumstances: CircumstancesResponse,
  getRegime: RegimeResponse,
  listPrices: PricesResponse,
  listBalances: BalancesResponse,
  listMoney: MoneyResponse,
  listTransferPairs: TransferPairs,
  findTransferCandidates: TransferCandidatesResponse,
});

type Query<Request, Response> = (source: Source, userId: number, request: Request) => Promise<Response>;

/** Makes rpcs of queries on `sources`. `perUser` limits each user's concurrent reads. */
function queryRpc(sources: Sources, perUser: KeyedQueue<number>, settings: GrpcServerSettings) {
  return <Request, Response>(query: Query<Request, Response>) =>
    unary<Request, Response>(settings, (request, { caller, signal }) => {
      const work = (): Promise<Response> =>
        sources.run(caller, (source) => query(source, caller.userId, request));
      return perUser.run(caller.userId, work, signal);
    });
}

/** Implements PageService in the same way as `readService`. */
export function pageService(
  sources: Sources,
  perUser: KeyedQueue<number>,
  settings: GrpcServerSettings,
): PageServiceServer {
  const rpc = queryRpc(sources, perUser, settings);
  return {
    getYearIncome: rpc(getYearIncome),
    getPriceQuestions: rpc(getPriceQuestions),
    getDecisions: rpc(getDecisions),
    listQuestions: rpc(listQuestions),
    listTransferPairs: rpc(listTransferPairs),
    listTrades: rpc(listTrades),
    listNamedEvents: rpc(listNamedEvents),
    findAsset: rpc(findAsset),
    getDossierPage: rpc(getDossierPage),
  };
}

/**
 * Implements ReadService on `sources`, whose database role may only SELECT. `perUser` limits each user's concurrent reads, and `waits`
 * holds the calls that wait for a recalculation.
 */
export function readService(
  sources: Sources,
  { perUser, waits }: { readonly perUser: KeyedQueue<number>; readonly waits: IdleWaits },
  settings: GrpcServerSettings,
): ReadServiceServer {
  const rpc = queryRpc(sources, perUser, settings);
  return {
    listAccounts: rpc(listAccounts),
    listYears: rpc(listYears),
    listTransactions: rpc(listTransactions),
    explainTransaction: rpc(explainTransaction),
    getOrigin: rpc(getOrigin),
    getSummary: rpc(getSummary),
    getYearSummary: rpc(getYearSummary),
    listContributions: rpc(listContributions),
    getYearReport: rpc(getYearReport),
    getPhoto: rpc(getPhoto),
    getEvidence: rpc(getEvidence),
    getReported: rpc(getReported),
    listIssues: rpc(listIssues),
    getPortfolio: rpc(getPortfolio),
    listLots: rpc(listLots),
    getPositions: rpc(getPositions),
    getRecalcStatus: unary(settings, ({ waitSeconds }, { caller: { userId }, signal }) => {
      // A replica could show that a run has ended before it shows that another was requested.
      const read = (): Promise<RecalcStatus> =>
        perUser.run(userId, () => getRecalcStatus(sources.primary, userId), signal);
      return waits.untilIdle(userId, { seconds: waitSeconds ?? 0, signal }, read);
    }),
    listRules: rpc(listRules),
    getCircumstances: rpc(getCircumstances),
    getRegime: rpc(getRegime),
    listPrices: rpc(listPrices),
    listBalances: rpc(listBalances),
    listMoney: rpc(listMoney),
    listTransferPairs: rpc(listTransferPairs),
    findTransferCandidates: rpc(findTransferCandidates),
  };
}
