/** Several pairs of events, each a match of its own, decided one after the other. Pure. */
import type { TransferPairsRequest } from '@ctx/contract/requests';
import type { RequestOf } from '@ctx/contract/parse-input';
import type { Rejection } from '@ctx/domain/rejections';
import { type BulkAnswer, bulkDecision, type BulkItem, itemOf } from './bulk.ts';
import { type AcceptedCorrection, type Change, type Context, isRejected } from './decision.ts';
import { decideMatch, type MatchFacts } from './match.ts';
import { type CorrectedEvent, decideOverride } from './override.ts';
import type { MatchRecord } from './records.ts';

type PairsRequest = RequestOf<typeof TransferPairsRequest>;
type Pair = PairsRequest['pairs'][number];

/** The facts that pairs are checked against. */
export type PairsFacts = Pick<MatchFacts, 'years' | 'rules' | 'events'> & {
  /** Existing matches of any leg. */
  readonly matches: readonly MatchRecord[];
};

/** Decides on each pair. A pair sees the matches and the marks of those before it. */
export function decidePairs(
  { pairs, markOwnWallets = null, notes = null }: PairsRequest,
  facts: PairsFacts,
  context: Context,
): AcceptedCorrection<BulkAnswer> {
  const changes: Change[] = [];
  const results: BulkItem[] = [];
  const matches = [...facts.matches];
  const events = new Map(facts.events);
  for (const pair of pairs) {
    const outId = pair.outTaxEventId.toLowerCase();
    const decided = decidePair(pair, { ...facts, matches, events }, notes, context, markOwnWallets === true);
    if (isRejected(decided)) {
      results.push(itemOf(pair.outTaxEventId, decided));
      continue;
    }
    const { match, created, years, mark } = decided;
    if (mark !== null) {
      changes.push(mark);
      events.set(outId, { ...(events.get(outId) as CorrectedEvent), override: mark.after });
    }
    if (created) {
      changes.push({ action: 'TRANSFER_MATCHED', years, before: null, after: match });
      matches.push(match);
    }
    const overrideId = mark?.after.id ?? null;
    results.push(itemOf(pair.outTaxEventId, { status: created ? 'APPLIED' : 'UNCHANGED', overrideId }));
  }
  return bulkDecision(changes, results);
}

type Mark = Extract<Change, { readonly action: 'OVERRIDE_SET' }>;

interface PairOutcome {
  readonly match: MatchRecord;
  readonly created: boolean;
  readonly years: readonly number[];
  /** The override that marks the outgoing event as sent to an own wallet; null where it needs none. */
  readonly mark: Mark | null;
}

function decidePair(
  pair: Pair,
  facts: PairsFacts,
  notes: string | null,
  context: Context,
  mayMark: boolean,
): Rejection | PairOutcome {
  const outTaxEventId = pair.outTaxEventId.toLowerCase();
  const inTaxEventId = pair.inTaxEventId.toLowerCase();
  const requested = { ...pair, outTaxEventId, inTaxEventId, notes, joinMatchId: null };
  const legs = [outTaxEventId, inTaxEventId];
  const matches = facts.matches.filter((match) =>
    [match.outTaxEventId, match.inTaxEventId].some((leg) => legs.includes(leg)),
  );
  const decide = (outLeg: CorrectedEvent | undefined): ReturnType<typeof decideMatch> =>
    decideMatch(
      requested,
      { ...facts, matches, joined: [], outLeg, inLeg: facts.events.get(inTaxEventId) },
      context,
    );
  const outLeg = facts.events.get(outTaxEventId);
  const first = decide(outLeg);
  if (!isRejected(first)) return { ...first, mark: null };
  if (first.rejected !== 'OWN_WALLET_REQUIRED' || !mayMark || outLeg === undefined) return first;
  const values = { overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' };
  const marked = decideOverride(outLeg, { values, clear: [] }, facts.years, context);
  if (isRejected(marked)) return marked;
  const mark = marked.change as Mark;
  const second = decide({ ...outLeg, override: mark.after });
  return isRejected(second) ? second : { ...second, mark };
}
