/** The rpcs of corrections: parse the request by the contract's schema, carry it out, turn a rejection into a gRPC status. */
import { YearPath } from '@ctx/contract/circumstances';
import { HistoryQuery } from '@ctx/contract/history';
import type { RequestOf } from '@ctx/contract/parse-input';
import { parseMessage } from '@ctx/contract/request-message';
import { PreviewDepartureRequest, PreviewSaleRequest } from '@ctx/contract/requests';
import type { Rejection } from '@ctx/domain/rejections';
import { PREVIOUS_ATTEMPTS_METADATA } from '@ctx/platform/caller';
import { type CallContext, GrpcRejection, type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import { KeyedQueue } from '@ctx/platform/keyed-queue';
import type { Pool } from '@ctx/platform/postgres';
import type * as messages from '@ctx/proto/gen/ctx/v1/corrections';
import { type handleUnaryCall, status } from '@grpc/grpc-js';
import type { z } from 'zod';
import { type Attempt, type CorrectionOutcome, correct, IN_PROGRESS, tryOut } from './correct.ts';
import { isRejected } from '../decide/decision.ts';
import { type CorrectionRpc, RPCS } from './correction-rpcs.ts';
import { countCorrection } from '../metrics.ts';
import type { Previews } from './previews.ts';
import { listReadings } from './readings.ts';
import type { Relay } from '../relay.ts';
import { previewDeparture } from './departure.ts';
import { previewSale } from './sale.ts';
import { readHistory } from '../store/history.ts';
import { keyOf } from '../store/answer-key.ts';
import { digestOfRequest } from '../store/request-digest.ts';
import { rejectionError } from '../store/rejection-error.ts';

/** A request that may ask for its effect alone. */
interface DryRunRequest {
  readonly dryRun?: boolean | null | undefined;
}

/** What corrections need: a pool for short statements, what wakes the recalc service, and what previews changes. */
export interface CorrectionParts {
  readonly pool: Pool;
  readonly relay: Relay;
  readonly previews: Previews;
}

/** Serves the corrections of the table, the preview of a sale, and readings. */
export function correctionService(
  parts: CorrectionParts,
  settings: GrpcServerSettings,
): messages.CorrectionServiceServer {
  const handle = correctionHandler(parts);
  const serve = <Schema extends z.ZodObject, Request extends DryRunRequest, Response extends object>(
    row: CorrectionRpc<Schema, Request, Response>,
  ): handleUnaryCall<Request, Response> =>
    unary(
      settings,
      async (request, context) => {
        const { outcome, answer } = await handle(row, request, context);
        countCorrection(row.id, outcome);
        if (isRejected(answer)) throw rejectionError(answer);
        return answer;
      },
      'write',
    );
  const readRpc = <Schema extends z.ZodObject, Request extends object, Response extends object>(
    schema: Schema,
    read: (input: RequestOf<Schema>, context: CallContext) => Promise<Response | Rejection>,
  ): handleUnaryCall<Request, Response> =>
    unary(settings, async (request, context) => {
      const parsed = parseMessage(schema, request);
      const answer =
        'fieldErrors' in parsed
          ? { rejected: 'INVALID' as const, fieldErrors: parsed.fieldErrors }
          : await read(parsed.input, context);
      if (isRejected(answer)) throw rejectionError(answer);
      return answer;
    });
  return {
    applyOverride: serve(RPCS.applyOverride),
    bulkApplyOverrides: serve(RPCS.bulkApplyOverrides),
    correctAsset: serve(RPCS.correctAsset),
    bulkDeleteOverrides: serve(RPCS.bulkDeleteOverrides),
    removeOverride: serve(RPCS.removeOverride),
    createRule: serve(RPCS.createRule),
    deleteRule: serve(RPCS.deleteRule),
    matchTransfers: serve(RPCS.matchTransfers),
    bulkMatchTransfers: serve(RPCS.bulkMatchTransfers),
    unmatchTransfer: serve(RPCS.unmatchTransfer),
    setCircumstances: serve(RPCS.setCircumstances),
    removeCircumstances: serve(RPCS.removeCircumstances),
    chooseRegime: serve(RPCS.chooseRegime),
    setPrices: serve(RPCS.setPrices),
    removePrice: serve(RPCS.removePrice),
    stateBalance: serve(RPCS.stateBalance),
    removeBalance: serve(RPCS.removeBalance),
    stateReported: serve(RPCS.stateReported),
    removeReported: serve(RPCS.removeReported),
    undoCorrection: serve(RPCS.undoCorrection),
    listHistory: readRpc(HistoryQuery, (input, { caller: { userId } }) =>
      readHistory(parts.pool, userId, input),
    ),
    previewSale: readRpc(PreviewSaleRequest, (input, context) => previewSale(parts, input, context)),
    previewDeparture: readRpc(PreviewDepartureRequest, (of, context) => previewDeparture(parts, of, context)),
    listReadings: readRpc(YearPath, ({ year }, context) => listReadings(parts, year, context)),
  };
}

/** The answer to a request, and how it is counted. */
interface RequestOutcome<Response> {
  readonly answer: Response | Rejection;
  readonly outcome: Parameters<typeof countCorrection>[1];
}

/** Returns a function that handles one request: tries it out, or carries it out under the user lock. */
function correctionHandler({ pool, relay, previews }: CorrectionParts) {
  const oneAtATime = oneOfUserAtATime();
  return async <Schema extends z.ZodObject, Request extends DryRunRequest, Response extends object>(
    row: CorrectionRpc<Schema, Request, Response>,
    request: Request,
    context: CallContext,
  ): Promise<RequestOutcome<Response>> => {
    const { caller, metadata } = context;
    const parsed = parseMessage(row.schema, request);
    if ('fieldErrors' in parsed)
      return { answer: { rejected: 'INVALID', fieldErrors: parsed.fieldErrors }, outcome: 'INVALID' };
    if (request.dryRun === true) {
      const answer = await tryOut(pool, previews, row, parsed.input, context);
      return { answer, outcome: isRejected(answer) ? answer.rejected : 'previewed' };
    }
    const attempt: Attempt = {
      caller,
      key: keyOf(metadata),
      // False and absent are the same request.
      requestDigest: digestOfRequest(row.id, row.request.encode({ ...request, dryRun: null }).finish()),
      isRetry: isRetry(metadata),
    };
    const { answer, status, isChanged, isReplayed } = await oneAtATime(attempt, () =>
      correct(pool, row, parsed.input, attempt),
    );
    // Of a retry of the gateway the client knows nothing.
    if (isReplayed === true && attempt.key?.isClients === true && !attempt.isRetry) context.markReplayed();
    if (status !== null) relay.wake(caller.userId, status);
    if (isRejected(answer)) return { answer, outcome: answer.rejected };
    return { answer, outcome: isChanged === true ? 'accepted' : 'unchanged' };
  };
}

/** Longest wait for earlier changes of the same user: another process may have the user lock. */
const WAIT_MS_MAX = 2000;

/**
 * Returns a function that runs one change of a user at a time in this process. While another process has the user lock, for example an
 * import, the changes of that user occupy one database connection instead of the whole pool. A second request with a client's idempotency
 * key is rejected at once instead of waiting for the first, unless it is a retry.
 */
function oneOfUserAtATime() {
  const changes = new KeyedQueue<number>({
    perKey: { runningMax: 1 },
    waitMsMax: WAIT_MS_MAX,
    createError: () => new GrpcRejection(status.UNAVAILABLE, 'other changes of this user are in progress'),
  });
  const running = new Set<string>();
  return async <Response>(
    { caller: { userId }, key, isRetry: isAgain }: Attempt,
    work: () => Promise<CorrectionOutcome<Response>>,
  ): Promise<CorrectionOutcome<Response>> => {
    if (key?.isClients !== true) return changes.run(userId, work);
    const name = `${String(userId)} ${key.key}`;
    if (running.has(name) && !isAgain) return { answer: IN_PROGRESS, status: null };
    running.add(name);
    return changes.run(userId, work).finally(() => running.delete(name));
  };
}

const isRetry = (metadata: CallContext['metadata']): boolean =>
  metadata.get(PREVIOUS_ATTEMPTS_METADATA).length > 0;
