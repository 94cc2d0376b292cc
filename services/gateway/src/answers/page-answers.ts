/** Answers what no operation of the contract performs: the rpcs of PageService, most of them for pages. */
import { operationNamed } from '@ctx/contract/operations';
import type { SigningKey } from '@ctx/platform/caller';
import { callerMetadata, callUnary, rawMethod } from '@ctx/platform/grpc-client';
import {
  Decisions,
  DossierPage,
  type FindAssetRequest,
  FoundAsset,
  type GetDecisionsRequest,
  type GetDossierPageRequest,
  type GetPriceQuestionsRequest,
  type ListNamedEventsRequest,
  type ListQuestionsRequest,
  type ListTransactionsRequest,
  NamedEvents,
  PageServiceService,
  PriceQuestions,
  TradesPage,
  TransferPairs,
  YearIncome,
} from '@ctx/proto/gen/ctx/v1/read';
import type { Client, MethodDefinition } from '@grpc/grpc-js';
import type { OperationCall } from './operation-handler.ts';
import type { ResponseBody } from './response-cache.ts';
import type { loadResponseTypes } from './transcode/message-types.ts';
import { compileTranscoder } from './transcode/transcode.ts';

/** The calls of PageService. Each rejects as the handlers of operations do. */
export interface PageAnswers {
  /** Returns the income of a year. */
  readonly yearIncome: (call: OperationCall, year: number) => Promise<YearIncome>;
  /** Returns which prices open questions lack. */
  readonly priceQuestions: (
    call: OperationCall,
    request: GetPriceQuestionsRequest,
  ) => Promise<PriceQuestions>;
  /** Returns the open questions as decisions. */
  readonly decisions: (call: OperationCall, request: GetDecisionsRequest) => Promise<Decisions>;
  /** Returns a page of the questions of a decision, in the form of the inbox. */
  readonly questions: (call: OperationCall, request: ListQuestionsRequest) => Promise<ResponseBody>;
  /** Returns pairs of transfers that can be matched at once. */
  readonly transferPairs: (call: OperationCall) => Promise<TransferPairs>;
  /** Returns a page of the list of transactions, with those of one trade as one. */
  readonly trades: (call: OperationCall, request: ListTransactionsRequest) => Promise<TradesPage>;
  /** Returns what names events of the user. */
  readonly namedEvents: (call: OperationCall, request: ListNamedEventsRequest) => Promise<NamedEvents>;
  /** Returns the assets that a name means. */
  readonly findAsset: (call: OperationCall, request: FindAssetRequest) => Promise<FoundAsset>;
  /** Returns a page of a file of a dossier. */
  readonly dossierPage: (call: OperationCall, request: GetDossierPageRequest) => Promise<DossierPage>;
}

/** How to reach PageService. */
export interface PageAnswersSettings {
  readonly readClient: Client;
  readonly callerKey: SigningKey;
  /** Returns responses within this time. */
  readonly msMax: number;
  readonly responseTypeOf: ReturnType<typeof loadResponseTypes>;
}

/** Returns the calls of PageService on a connection to the read service. */
export function pageAnswers({
  readClient,
  callerKey,
  msMax,
  responseTypeOf,
}: PageAnswersSettings): PageAnswers {
  const bytesOf = <Request>(rpc: Pick<MethodDefinition<Request, unknown>, 'path' | 'requestSerialize'>) => {
    const method = rawMethod(readClient, rpc);
    return ({ identity, requestId, signal }: OperationCall, request: Request): Promise<Buffer> => {
      const { userId, tokenName: via } = identity;
      const metadata = callerMetadata({ userId, scope: 'read', via, requestId }, callerKey);
      return callUnary(method, request, metadata, msMax, signal);
    };
  };
  const {
    getYearIncome,
    getPriceQuestions,
    getDecisions,
    listQuestions,
    listTransferPairs,
    listTrades,
    listNamedEvents,
    findAsset,
    getDossierPage,
  } = PageServiceService;
  const [income, prices, decisions] = [
    bytesOf(getYearIncome),
    bytesOf(getPriceQuestions),
    bytesOf(getDecisions),
  ];
  const [questions, pairs, trades, named, assets, dossier] = [
    bytesOf(listQuestions),
    bytesOf(listTransferPairs),
    bytesOf(listTrades),
    bytesOf(listNamedEvents),
    bytesOf(findAsset),
    bytesOf(getDossierPage),
  ];
  const transcode = compileTranscoder(
    operationNamed('listIssues').response,
    responseTypeOf(listQuestions.path),
  );
  return {
    yearIncome: async (call, year) => YearIncome.decode(await income(call, { year })),
    priceQuestions: async (call, request) => PriceQuestions.decode(await prices(call, request)),
    decisions: async (call, request) => Decisions.decode(await decisions(call, request)),
    questions: async (call, request) => ({ bytes: transcode(await questions(call, request)) }),
    transferPairs: async (call) => TransferPairs.decode(await pairs(call, {})),
    trades: async (call, request) => TradesPage.decode(await trades(call, request)),
    namedEvents: async (call, request) => NamedEvents.decode(await named(call, request)),
    findAsset: async (call, request) => FoundAsset.decode(await assets(call, request)),
    dossierPage: async (call, request) => DossierPage.decode(await dossier(call, request)),
  };
}
