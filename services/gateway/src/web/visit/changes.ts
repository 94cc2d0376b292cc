/** Changes that a page makes: an operation of the API, performed as the signed-in user, and a message about the recalculation. */
import type { OperationId } from '@ctx/contract/operations';
import type { Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import { UUID } from '@ctx/domain/uuid';
import type { ResponseBody } from '../../answers/response-cache.ts';
import { rejectionOf } from '../../http/rejection-of-status.ts';
import { PAGES_NAME } from '../../identity/reserved-name.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { figuresVisit } from './figures-visit.ts';
import { nullIfDown, type PostedForm, type SignedInVisit } from './visit.ts';

/** One operation that a page performs. */
interface PageOperation {
  readonly id: OperationId;
  readonly input: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
  /** The rejections that the page explains; any other is thrown. */
  readonly explained: readonly string[];
}

/** Performs an operation as the user, with both scopes. Returns a rejection that the page explains as a value. */
export async function perform(
  { parts, session, requestId }: SignedInVisit,
  { id, input, idempotencyKey, explained }: PageOperation,
): Promise<ResponseBody | Rejection> {
  const { userId, email } = session;
  const scopes = ['read', 'write'] as const;
  const identity = { userId, email, tokenName: PAGES_NAME, scopes, version: null };
  try {
    return await parts.answers.handlers[id]({ identity, requestId, idempotencyKey }, input);
  } catch (error) {
    const rejection = rejectionOf(error);
    if (rejection === null || !explained.includes(rejection.rejected)) throw error;
    return rejection;
  }
}

/**
 * Returns the idempotency key of a form that was sent, the same each time it is sent; null for a form that no page made. `name` and `parts` say
 * what the form does. Derived from the session and its form, so that no key of another client is replayed.
 */
export function formKey(
  { form, session }: SignedInVisit & PostedForm,
  name: string,
  ...parts: readonly string[]
): string | null {
  const formId = form.get('form') ?? '';
  return UUID.test(formId) ? stableId(name, session.csrfToken, formId, ...parts) : null;
}

/** How long a page waits for a recalculation that the user has just caused. */
const RECALC_WAIT_SECONDS = '2';

/** How long a form waits that was perhaps sent twice: what the first one changed is known once it is recalculated. */
const SENT_TWICE_WAIT_SECONDS = '10';

/** Waits, for ten seconds at most, until corrections are recalculated that were made while a form was open. */
export async function waitForOthers(visit: SignedInVisit): Promise<void> {
  await nullIfDown(
    visit,
    figuresVisit(visit).read('getRecalcStatus', { waitSeconds: SENT_TWICE_WAIT_SECONDS }),
  );
}

/** Returns a message with the status of the recalculation that the user has just caused. */
export async function withRecalculation(visit: SignedInVisit, done: string): Promise<string> {
  const { general } = TEXTS[visit.language];
  const recalc = await nullIfDown(
    visit,
    figuresVisit(visit).read('getRecalcStatus', { waitSeconds: RECALC_WAIT_SECONDS }),
  );
  if (recalc === null) return done;
  return `${done} ${recalc.status === 'IDLE' ? general.recalculated : general.recalculating}`;
}
