/** A request for a page of figures: what its handler may read, by the operations of the API. */
import { operationNamed, type OPERATIONS } from '@ctx/contract/operations';
import { type AnswerOf, type Digits, digitsOf, parseDigits } from '../../answers/digits.ts';
import type {
  Decisions,
  GetDecisionsRequest,
  GetPriceQuestionsRequest,
  ListQuestionsRequest,
  ListTransactionsRequest,
  NamedEvents,
  PriceQuestions,
  TradesPage,
  TransferPairs,
  YearIncome,
} from '@ctx/proto/gen/ctx/v1/read';
import { parseParameters } from '../../answers/input.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { openReport, type Report, type RequestedReport } from '../../reports/report.ts';
import type { SignedInVisit } from './visit.ts';

/** The operations that pages read figures by. */
type ReadOperationId = Extract<(typeof OPERATIONS)[number], { readonly method: 'GET' }>['id'];

/** A request for a page of figures by a signed-in user with the Pro plan. */
export interface FiguresVisit extends SignedInVisit {
  /**
   * Returns what the API returns for an operation and its parameters, which are parsed and bounded as those of the API. Throws
   * `InvalidParameters`, or the error of the service behind, which the router shows as a page.
   */
  readonly read: <Id extends ReadOperationId>(
    id: Id,
    parameters?: Readonly<Record<string, string>>,
  ) => Promise<AnswerOf<Id>>;
  /** Returns what `read` returns, with every number as the digits of the answer, for amounts that a number cannot hold exactly. */
  readonly readDigits: <Id extends ReadOperationId>(
    id: Id,
    parameters?: Readonly<Record<string, string>>,
  ) => Promise<Digits<AnswerOf<Id>>>;
  /** Returns the income of a year. Throws the error of the service behind. */
  readonly yearIncome: (year: number) => Promise<YearIncome>;
  /** Returns which prices open questions lack: by asset, and by day of one asset. Throws the error of the service behind. */
  readonly priceQuestions: (request?: Partial<GetPriceQuestionsRequest>) => Promise<PriceQuestions>;
  /** Returns the open questions as decisions. Throws the error of the service behind. */
  readonly decisions: (request: Partial<GetDecisionsRequest>) => Promise<Decisions>;
  /** Returns a page of the questions of a decision, as `readDigits` does those of the inbox. */
  readonly questions: (request: ListQuestionsRequest) => Promise<Digits<AnswerOf<'listIssues'>>>;
  /** Returns pairs of transfers that can be matched at once. Throws the error of the service behind. */
  readonly transferPairs: () => Promise<TransferPairs>;
  /** Returns a page of the list of transactions with those of one trade as one, by the parameters of `listTransactions`. */
  readonly trades: (parameters: Readonly<Record<string, string>>) => Promise<TradesPage>;
  /** Returns what names events of the user. Throws the error of the service behind. */
  readonly namedEvents: (eventIds: readonly string[]) => Promise<NamedEvents>;
  /** Opens the report of a year, with the parameters of the API. */
  readonly openReport: (parameters: Readonly<Record<string, string>>) => Promise<Report>;
}

/** Thrown for parameters that an operation does not accept, for example a year that is no number. */
export class InvalidParameters extends Error {}

/** Shown in logs as the origin of a call, where other calls have the name of their token or app. */
const VIA = 'pages';

/** Adds `read` to the visit of a signed-in user. */
export function figuresVisit(visit: SignedInVisit): FiguresVisit {
  const { parts, session, requestId, response } = visit;
  const { userId, email } = session;
  const identity = { userId, email, tokenName: VIA, scopes: ['read'], version: null } as const;
  const call = { identity, requestId, idempotencyKey: null, signal: disconnectSignal(response) };
  const inputOf = (id: ReadOperationId, parameters: Readonly<Record<string, string>>) => {
    const operation = operationNamed(id);
    const schema = operation.pathParameters.extend(operation.query.shape);
    const parsed = parseParameters(schema, parameters);
    if ('fieldErrors' in parsed) throw new InvalidParameters(JSON.stringify(parsed.fieldErrors));
    return parsed.input;
  };
  const answerTo = async (
    id: ReadOperationId,
    parameters: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const { bytes } = await parts.answers.handlers[id](call, inputOf(id, parameters));
    return bytes.toString();
  };
  return {
    ...visit,
    read: async (id, parameters = {}) => JSON.parse(await answerTo(id, parameters)) as never,
    yearIncome: (year) => parts.answers.yearIncome(call, year),
    priceQuestions: (request = {}) =>
      parts.answers.priceQuestions(call, { assetKey: null, daysSkipped: 0, daysMax: 0, ...request }),
    decisions: (request) => parts.answers.decisions(call, { skipped: 0, max: 0, ...request }),
    questions: async (request) => digitsOf<'listIssues'>(await parts.answers.questions(call, request)),
    transferPairs: () => parts.answers.transferPairs(call),
    trades: async (parameters) =>
      parts.answers.trades(
        call,
        inputOf('listTransactions', parameters) as unknown as ListTransactionsRequest,
      ),
    namedEvents: (eventIds) => parts.answers.namedEvents(call, { eventIds: [...eventIds] }),
    openReport: (parameters) =>
      openReport(
        inputOf('getYearReport', parameters) as unknown as RequestedReport,
        { ...parts.answers.handlers, dossierPage: parts.answers.dossierPage },
        call,
      ),
    readDigits: async (id, parameters = {}) => parseDigits(await answerTo(id, parameters)) as never,
  };
}
