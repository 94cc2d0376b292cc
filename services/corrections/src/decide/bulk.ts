/**
 * Bulk corrections: one decision per id, one result per id in the order of the request (service.md, "Bulk override
 * request"). Pure.
 */
import { failureOf, type Rejection } from '@ctx/domain/rejections';
import type { RecalcOutcome } from '@ctx/domain/vocabulary';
import type { Change, AcceptedCorrection } from './decision.ts';

/** The outcome of one id that is not rejected. */
export interface ItemOutcome {
  readonly change: Change | null;
  readonly status: 'APPLIED' | 'UNCHANGED' | 'DELETED';
  readonly overrideId: string | null;
}

/** The result of one id in the response. */
export interface BulkItem {
  id: string;
  status: ItemOutcome['status'] | 'FAILED';
  code: string | null;
  message: string | null;
  overrideId: string | null;
}

/** The response of a bulk correction. */
export interface BulkAnswer {
  processed: number;
  succeeded: number;
  failed: number;
  recalc: RecalcOutcome;
  results: BulkItem[];
}

/** Decides each distinct id once. A repeated id gets the same result. */
export function decideEach(
  ids: readonly string[],
  decide: (id: string) => Rejection | ItemOutcome,
): AcceptedCorrection<BulkAnswer> {
  const outcomes = new Map<string, Rejection | ItemOutcome>();
  for (const id of ids.map(lowerCase)) if (!outcomes.has(id)) outcomes.set(id, decide(id));
  const changes = [...outcomes.values()].flatMap((outcome) =>
    'rejected' in outcome || outcome.change === null ? [] : [outcome.change],
  );
  const results = ids.map((id) => itemOf(id, outcomes.get(lowerCase(id)) as Rejection | ItemOutcome));
  const failed = results.filter(({ status }) => status === 'FAILED').length;
  return {
    changes,
    answer: (recalc: RecalcOutcome) => ({
      processed: results.length,
      succeeded: results.length - failed,
      failed,
      recalc,
      results,
    }),
  };
}

// Ids compare without letter case; the response shows them as the request wrote them.
const lowerCase = (id: string): string => id.toLowerCase();

function itemOf(id: string, outcome: Rejection | ItemOutcome): BulkItem {
  if (!('rejected' in outcome)) {
    const { status, overrideId } = outcome;
    return { id, status, code: null, message: null, overrideId };
  }
  return { id, status: 'FAILED', ...failureOf(outcome.rejected), overrideId: null };
}
