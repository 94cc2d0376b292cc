/**
 * The one pipeline of every correction: take the user's turn, load, decide, save with audit and run request, answer; all in
 * one transaction, so that what is acknowledged is there and is computed, whatever dies.
 */
import { textDigest, uuidText } from '@ctx/common/domain/digest';
import type { Refusal } from '@ctx/common/domain/rejections';
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import { type Client, oneFlight, type Pool, takeTurn, writeAsUser } from '@ctx/common/platform/postgres';
import { type Context, type Decided, type Decision, isRefused, reachOf } from './decide/decision.ts';
import { type AnswerKey, holdKey, keepAnswer, openAnswer, type StoredAnswer } from './store/answers.ts';
import { requestRun } from './store/recalc-state.ts';
import { saveChanges, writeAudit } from './store/save-changes.ts';

/** What an operation of corrections is made of. */
export interface Correction<Request, Response> {
  readonly name: string;
  /** Loads what it needs and decides, purely. */
  readonly decide: (client: Client, request: Request, context: Context) => Promise<Decision<Response>>;
  readonly requestBytes: (request: Request) => Uint8Array;
  readonly responseBytes: { encode(response: Response): Uint8Array; decode(bytes: Uint8Array): Response };
}

/** One attempt at a correction. */
export interface Attempt {
  readonly caller: Pick<Context, 'userId' | 'via' | 'requestId'>;
  readonly key: AnswerKey | null;
  /** An attempt after one whose outcome is unknown waits for that one. */
  readonly isRetry: boolean;
}

export interface Corrected<Response> {
  readonly answer: Response | Refusal;
  /** The user's new status, where it changed. */
  readonly status: RecalcStatus | null;
}

/** Carries out a correction, or answers as its first attempt was answered. */
export async function correct<Request, Response extends object>(
  pool: Pool,
  correction: Correction<Request, Response>,
  request: Request,
  { caller, key, isRetry }: Attempt,
): Promise<Corrected<Response>> {
  const { userId } = caller;
  const requestDigest = digestOf(correction, request);
  return writeAsUser(pool, userId, async (client) => {
    if (key?.isClients === true && !isRetry && !(await holdKey(client, userId, key.key)))
      return { answer: IN_PROGRESS, status: null };
    const [, opening] = await oneFlight(takeTurn(client, userId), openAnswer(client, userId, key));
    const { now, stored } = opening;
    if (stored !== null) {
      const isSame = stored.requestDigest === requestDigest;
      return { answer: isSame ? replay(correction, stored) : REUSED, status: null };
    }
    const context: Context = { ...caller, now };
    const decision = await correction.decide(client, request, context);
    const corrected = isRefused(decision)
      ? { answer: decision, status: null }
      : await carryOut(client, decision, context);
    if (key !== null)
      await keepAnswer(client, userId, key, requestDigest, toStore(correction, corrected.answer));
    return corrected;
  });
}

/** The first request under the client's key is still being answered. */
export const IN_PROGRESS: Refusal = { refused: 'IDEMPOTENCY_IN_PROGRESS' };
const REUSED: Refusal = { refused: 'IDEMPOTENCY_KEY_REUSED' };

async function carryOut<Response>(
  client: Client,
  { changes, answer }: Decided<Response>,
  context: Context,
): Promise<Corrected<Response>> {
  if (changes.length === 0) return { answer: answer('NOT_NEEDED'), status: null };
  // One flight, in this order: a new rule remembers which run is its first.
  const [{ recalc, status }] = await oneFlight(
    requestRun(client, context.userId, reachOf(changes)),
    saveChanges(client, context, changes),
    writeAudit(client, context, changes),
  );
  return { answer: answer(recalc), status };
}

function digestOf<Request>(
  { name, requestBytes }: Pick<Correction<Request, never>, 'name' | 'requestBytes'>,
  request: Request,
): string {
  return uuidText(textDigest(`${name} ${Buffer.from(requestBytes(request)).toString('base64')}`));
}

function toStore<Response extends object>(
  { responseBytes }: Correction<never, Response>,
  answer: Response | Refusal,
): StoredAnswer {
  if (isRefused(answer))
    return { refused: answer.refused, fieldErrors: answer.fieldErrors ?? null, response: null };
  return { refused: null, fieldErrors: null, response: Buffer.from(responseBytes.encode(answer)) };
}

function replay<Response>(
  { responseBytes }: Correction<never, Response>,
  { refused, fieldErrors, response }: StoredAnswer,
): Response | Refusal {
  if (refused === null) return responseBytes.decode(response);
  return fieldErrors === null ? { refused } : { refused, fieldErrors };
}
