/** The transaction that an answer is about, as questions and explained transactions both know it. */
import type { EventType } from '@ctx/domain/vocabulary';
import type { AnswerOf, Digits } from '../../answers/digits.ts';

type Issue = Digits<AnswerOf<'listIssues'>>['items'][number];
type ExplanationDigits = Digits<AnswerOf<'explainTransaction'>>;

export interface AnsweredEvent {
  readonly id: string;
  readonly type: EventType;
  readonly treatment: string;
  readonly assetKey: string;
  readonly assetSymbol: string;
  readonly amount: string;
  readonly timestamp: string;
  /** Digits in euro; null without a value. */
  readonly euroValue: string | null;
  readonly accountLabel: string | null;
  /** The proposed other side of a transfer; null without one. */
  readonly counterpartId: string | null;
  /** Why it cannot change; null if it can. */
  readonly closed: ClosedReason | null;
  /** Whether a question about it is open. */
  readonly hasQuestion: boolean;
}

/** A locked year is not paid; a frozen one was submitted; a transaction that its source no longer has has no corrections. */
export type ClosedReason = 'locked' | 'frozen' | 'gone';

/** Returns the transaction of a question; null for a question about something else. */
export function eventOfIssue({ event, sourceEventId, copilot, locked }: Issue): AnsweredEvent | null {
  if (event == null || sourceEventId == null) return null;
  const { type, treatment, asset, amount, timestamp, euroValue, accountLabel } = event;
  return {
    id: sourceEventId,
    type,
    treatment,
    assetKey: asset.assetId,
    assetSymbol: asset.symbol,
    amount,
    timestamp,
    euroValue: euroValue ?? null,
    accountLabel: accountLabel ?? null,
    counterpartId: copilot?.counterpartEventId ?? null,
    closed: locked ? 'locked' : null,
    hasQuestion: true,
  };
}

/** Returns an explained transaction. */
export function eventOfExplained({
  transaction,
  event,
  explanation,
  locked,
  frozen,
}: ExplanationDigits): AnsweredEvent {
  const { id, type, treatment, assetKey, assetSymbol, amount, timestamp, euroValue, needsReview } =
    transaction;
  return {
    id,
    type,
    treatment,
    assetKey,
    assetSymbol,
    amount,
    timestamp,
    euroValue: euroValue ?? null,
    accountLabel: event.accountLabel ?? null,
    counterpartId: null,
    closed: frozen ? 'frozen' : locked ? 'locked' : explanation.fact == null ? 'gone' : null,
    hasQuestion: needsReview,
  };
}
