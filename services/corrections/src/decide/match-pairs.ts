/** Several pairs of events matched at once: each as a single match is, with the pairs before it. Pure. */
import type { BulkMatchRequest } from '@ctx/contract/requests';
import type { RequestOf } from '@ctx/contract/parse-input';
import { failureOf, type Rejection } from '@ctx/domain/rejections';
import type { RecalcOutcome } from '@ctx/domain/vocabulary';
import { type AcceptedCorrection, type Change, type Context, isRejected } from './decision.ts';
import { decideMatch, type MatchFacts } from './match.ts';
import { type CorrectedEvent, decideOverride } from './override.ts';
import type { MatchRecord } from './records.ts';

type Pair = RequestOf<typeof BulkMatchRequest>['pairs'][number];

/** The request, with its defaults. */
interface RequestedPairs {
  readonly pairs: readonly Pair[];
  /** Whether the departure of a transfer between own wallets is marked as one. */
  readonly marksOwnWallet: boolean;
  readonly notes: string | null;
}

type PairFacts = Pick<MatchFacts, 'events' | 'years' | 'rules' | 'matches'>;

interface PairOutcome {
  readonly match: MatchRecord;
  readonly created: boolean;
  readonly changes: readonly Change[];
}

/** The response, without its preview. */
interface PairsAnswer {
  processed: number;
  succeeded: number;
  failed: number;
  recalc: RecalcOutcome;
  results: {
    outTaxEventId: string;
    inTaxEventId: string;
    status: 'APPLIED' | 'UNCHANGED' | 'FAILED';
    code: string | null;
    message: string | null;
    matchId: string | null;
  }[];
}

/** Decides on each pair. A pair that is rejected changes nothing, and the others count without it. */
export function decidePairs(
  requested: RequestedPairs,
  facts: PairFacts,
  context: Context,
): AcceptedCorrection<PairsAnswer> {
  const matches = [...facts.matches];
  const outcomes = requested.pairs.map((pair) => {
    const outcome = decidePair(pair, requested, { ...facts, matches }, context);
    if (!isRejected(outcome) && outcome.created) matches.push(outcome.match);
    return outcome;
  });
  const failed = outcomes.filter(isRejected).length;
  return {
    changes: outcomes.flatMap((outcome) => (isRejected(outcome) ? [] : outcome.changes)),
    answer: (recalc) => ({
      processed: outcomes.length,
      succeeded: outcomes.length - failed,
      failed,
      recalc,
      results: outcomes.map((outcome, index) => itemOf(requested.pairs[index] as Pair, outcome)),
    }),
  };
}

function decidePair(
  pair: Pair,
  { marksOwnWallet, notes }: RequestedPairs,
  { events, years, rules, matches }: PairFacts,
  context: Context,
): Rejection | PairOutcome {
  const outTaxEventId = pair.outTaxEventId.toLowerCase();
  const inTaxEventId = pair.inTaxEventId.toLowerCase();
  const legs = [outTaxEventId, inTaxEventId];
  const facts = {
    inLeg: events.get(inTaxEventId),
    events,
    years,
    rules,
    matches: matches.filter((each) => legs.includes(each.outTaxEventId) || legs.includes(each.inTaxEventId)),
    joined: [],
  };
  const requested = { ...pair, outTaxEventId, inTaxEventId, notes, joinMatchId: null };
  const departure = events.get(outTaxEventId);
  const plain = decideMatch(requested, { ...facts, outLeg: departure }, context);
  if (!isRejected(plain)) return { ...plain, changes: changesOf(plain, null) };
  if (!marksOwnWallet || plain.rejected !== 'OWN_WALLET_REQUIRED' || departure === undefined) return plain;
  const patch = { values: { overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' }, clear: [] };
  const marking = decideOverride(departure, patch, years, context);
  if (isRejected(marking)) return marking;
  const { change } = marking;
  if (change?.action !== 'OVERRIDE_SET') return plain;
  const outLeg: CorrectedEvent = { ...departure, override: change.after };
  const outcome = decideMatch(requested, { ...facts, outLeg }, context);
  return isRejected(outcome) ? outcome : { ...outcome, changes: changesOf(outcome, change) };
}

/** Returns the changes of a pair. The match first: the history names an entry after its first change. */
function changesOf(
  { match, created, years }: Exclude<ReturnType<typeof decideMatch>, Rejection>,
  marking: Change | null,
): readonly Change[] {
  if (!created) return [];
  const matched: Change = { action: 'TRANSFER_MATCHED', years, before: null, after: match };
  return marking === null ? [matched] : [matched, marking];
}

function itemOf(
  { outTaxEventId, inTaxEventId }: Pair,
  outcome: Rejection | PairOutcome,
): PairsAnswer['results'][number] {
  const pair = { outTaxEventId, inTaxEventId };
  if (isRejected(outcome)) {
    return { ...pair, status: 'FAILED', ...failureOf(outcome.rejected), matchId: null };
  }
  const { match, created } = outcome;
  return { ...pair, status: created ? 'APPLIED' : 'UNCHANGED', code: null, message: null, matchId: match.id };
}
