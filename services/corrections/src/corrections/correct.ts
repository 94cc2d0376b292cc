/**
 * The one pipeline of every correction: take the user lock, load, decide, save the changes with their audit entries and a
 * recalculation request, store the response. All of it is one transaction, so an acknowledged correction is stored and will
 * be recalculated, whichever process dies.
 */
import { randomUUID } from 'node:crypto';
import type { Rejection } from '@ctx/domain/rejections';
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import { oneFlight } from '@ctx/platform/one-flight';
import { type Client, type Pool, lockUser, snapshotAsUser, writeAsUser } from '@ctx/platform/postgres';
import {
  type Context,
  type AcceptedCorrection,
  type Decision,
  isBesideFigures,
  isRejected,
  reachOf,
} from '../decide/decision.ts';
import type { PreviewCall, Previews } from './previews.ts';
import {
  type AnswerKey,
  holdKey,
  keepAnswer,
  openAnswer,
  readNow,
  type StoredAnswer,
} from '../store/answers.ts';
import { noteChange, requestRun } from '../store/recalc-state.ts';
import type { Codec } from '../store/request-digest.ts';
import { saveChanges, writeAudit } from '../store/save-changes.ts';

/** A correction: how it is decided, and how its response is stored for repeated requests. */
export interface Correction<Input, Response> {
  /** Loads what it needs, then decides without side effects. */
  readonly decide: (client: Client, input: Input, context: Context) => Promise<Decision<Response>>;
  readonly response: Codec<Response>;
}

/** One attempt at a correction. */
export interface Attempt {
  readonly caller: Pick<Context, 'userId' | 'via' | 'requestId'>;
  readonly key: AnswerKey | null;
  /** See `digestOfRequest`. */
  readonly requestDigest: string;
  /** A retry after an attempt of unknown outcome waits for that attempt instead of being rejected. */
  readonly isRetry: boolean;
}

/** The outcome of a correction. */
export interface CorrectionOutcome<Response> {
  readonly answer: Response | Rejection;
  /** The user's new recalculation status; null if no recalculation was requested. */
  readonly status: RecalcStatus | null;
  /** Whether anything was saved. */
  readonly isChanged?: boolean;
  /** Whether this is the stored outcome of an earlier request. */
  readonly isReplayed?: boolean;
}

/** Carries out a correction. A repeated request gets the response of its first attempt. */
export async function correct<Input, Response extends object>(
  pool: Pool,
  correction: Correction<Input, Response>,
  input: Input,
  { caller, key, requestDigest, isRetry }: Attempt,
): Promise<CorrectionOutcome<Response>> {
  const { userId } = caller;
  return writeAsUser(pool, userId, async (client) => {
    if (key?.isClients === true && !isRetry && !(await holdKey(client, userId, key.key)))
      return { answer: IN_PROGRESS, status: null };
    const [, opening] = await oneFlight(lockUser(client, userId), openAnswer(client, userId, key));
    const { now, stored } = opening;
    if (stored !== null) {
      if (stored.requestDigest !== requestDigest) return { answer: REUSED, status: null };
      return { answer: replay(correction, stored), status: null, isReplayed: true };
    }
    const context: Context = { ...caller, now, entryId: randomUUID() };
    const decision = await correction.decide(client, input, context);
    const corrected = isRejected(decision)
      ? { answer: decision, status: null }
      : await carryOut(client, decision, context);
    if (key !== null)
      await keepAnswer(client, userId, key, requestDigest, toStore(correction, corrected.answer));
    return corrected;
  });
}

/**
 * Returns the response that a correction would have, with a preview of its effect. It is decided by the same checks in the same
 * order, in a transaction that cannot write: nothing is saved, logged, stored for repeated requests or recalculated.
 */
export async function tryOut<Input, Response extends object>(
  pool: Pool,
  previews: Previews,
  correction: Correction<Input, Response>,
  input: Input,
  call: PreviewCall,
): Promise<Response | Rejection> {
  const { caller } = call;
  const decision = await snapshotAsUser(pool, caller.userId, async (client) =>
    correction.decide(client, input, { ...caller, now: await readNow(client), entryId: randomUUID() }),
  );
  if (isRejected(decision)) return decision;
  const preview = await previews.ofChanges(call, decision.changes);
  return isRejected(preview) ? preview : { ...decision.answer('NOT_NEEDED'), preview };
}

/** The first request with the client's idempotency key is still being processed. */
export const IN_PROGRESS: Rejection = { rejected: 'IDEMPOTENCY_IN_PROGRESS' };
const REUSED: Rejection = { rejected: 'IDEMPOTENCY_KEY_REUSED' };

/** Saves an accepted correction with its entry of the history, and requests the recalculation that it needs. */
export async function carryOut<Response>(
  client: Client,
  { changes, undoOf, answer }: AcceptedCorrection<Response>,
  context: Context,
): Promise<CorrectionOutcome<Response>> {
  if (changes.length === 0) return { answer: answer('NOT_NEEDED'), status: null };
  if (isBesideFigures(changes)) {
    await oneFlight(
      saveChanges(client, context, changes),
      writeAudit(client, context, changes, undoOf ?? null),
      noteChange(client, context.userId),
    );
    return { answer: answer('NOT_NEEDED'), status: null, isChanged: true };
  }
  // In one round trip and in this order: a new rule stores the number of the run that was just requested.
  const [{ recalc, status }] = await oneFlight(
    requestRun(client, context.userId, reachOf(changes)),
    saveChanges(client, context, changes),
    writeAudit(client, context, changes, undoOf ?? null),
  );
  return { answer: answer(recalc), status, isChanged: true };
}

function toStore<Response extends object>(
  { response: codec }: Correction<never, Response>,
  answer: Response | Rejection,
): StoredAnswer {
  if (isRejected(answer))
    return { rejected: answer.rejected, fieldErrors: answer.fieldErrors ?? null, response: null };
  return { rejected: null, fieldErrors: null, response: Buffer.from(codec.encode(answer).finish()) };
}

function replay<Response>(
  { response: codec }: Correction<never, Response>,
  { rejected, fieldErrors, response }: StoredAnswer,
): Response | Rejection {
  if (rejected === null) return codec.decode(response);
  return fieldErrors === null ? { rejected } : { rejected, fieldErrors };
}
