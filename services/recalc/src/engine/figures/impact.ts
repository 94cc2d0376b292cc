/** Computes what accepting a suggestion would change: runs the pools it reaches again with the pair matched (engine.md §5). */
import { type FlowSettings, runFlow } from '../flow/flow.ts';
import { applyFees, feeGroups } from '../resolve/fees.ts';
import type { ResolvedInputs } from '../resolve/resolve.ts';
import { MATCHED_IN, MATCHED_OUT, MATCHED_OUT_OF_STAKING, type PoolEffect } from '@ctx/domain/treatments';
import { joinPairs, transfersOf } from '../transfer-groups.ts';
import type { EffectiveEvent, Issue, Outcome, Suggestion, Transfer, YearChange } from '../types.ts';

export interface ImpactFacts {
  readonly resolved: ResolvedInputs;
  readonly outcomes: ReadonlyMap<EffectiveEvent, Outcome>;
  readonly settings: FlowSettings;
  /** How many events the pools had before the flow starts; they count as run again too. */
  readonly eventsBefore: number;
}

/**
 * Most events that are run again for all suggestions of one group of connected pools. Beyond it, only the suggestions of the
 * most severe and newest issues get an impact; suggestions of other issues have none.
 */
const EVENTS_RUN_AGAIN_MAX = 250_000;

/** Returns the issues in the same order, with the changes that each suggestion would make. */
export function withImpacts(
  issues: readonly Issue[],
  facts: ImpactFacts,
  eventsMax = EVENTS_RUN_AGAIN_MAX,
): Issue[] {
  const open = issues.filter(({ suggestion }) => suggestion !== null && suggestion.changes === null);
  if (open.length === 0) return [...issues];
  const pools = connectedPools(facts.resolved.transfers);
  const byId = new Map(facts.resolved.events.map((event) => [event.raw.id, event]));
  const paidWith = new Map(
    feeGroups(facts.resolved.events).flatMap((group) => group.map((each) => [each, group])),
  );
  const spent = new Map<string, number>();
  const worked = new Map<string, Pick<Suggestion, 'assets' | 'changes'>>();
  for (const { eventId, suggestion } of open.toSorted(compareIssues)) {
    const pair = pairOf(byId, eventId, suggestion);
    if (pair === null || worked.has(keyOfPair(pair))) continue;
    const taken = takenPair(pair, paidWith);
    const reached = pools.reachedBy([...taken.keys()]);
    const events = facts.resolved.events.filter(({ raw }) => reached.assets.has(raw.assetKey));
    const cost = (spent.get(reached.name) ?? 0) + facts.eventsBefore + events.length;
    spent.set(reached.name, cost);
    const changes = cost > eventsMax ? null : changesOf(taken, events, facts);
    worked.set(keyOfPair(pair), { assets: [...reached.assets].toSorted(), changes });
  }
  return issues.map((issue) => {
    const pair = pairOf(byId, issue.eventId, issue.suggestion);
    const { suggestion } = issue;
    if (pair === null || suggestion?.changes !== null) return issue;
    return { ...issue, suggestion: { ...suggestion, ...worked.get(keyOfPair(pair)) } };
  });
}

interface Pair {
  readonly outLeg: EffectiveEvent;
  readonly inLeg: EffectiveEvent;
  readonly kind: Transfer['kind'];
}

function pairOf(
  byId: ReadonlyMap<string, EffectiveEvent>,
  eventId: string | null,
  suggestion: Suggestion | null,
): Pair | null {
  const event = byId.get(eventId ?? '');
  const counterpart = byId.get(suggestion?.counterpartEventId ?? '');
  const kind = suggestion?.kind ?? null;
  if (event === undefined || counterpart === undefined || kind === null) return null;
  return event.type === 'DISPOSITION'
    ? { outLeg: event, inLeg: counterpart, kind }
    : { outLeg: counterpart, inLeg: event, kind };
}

function keyOfPair({ outLeg, inLeg }: Pair): string {
  return `${outLeg.raw.id} ${inLeg.raw.id}`;
}

const SEVERITY_ORDER = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const;

/** Orders issues: most severe first, then newest, then by event and type, so that the order is total. */
export function compareIssues(a: Issue, b: Issue): number {
  return (
    SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
    (b.atUs ?? 0) - (a.atUs ?? 0) ||
    compareTexts(a.eventId ?? a.overrideId ?? '', b.eventId ?? b.overrideId ?? '') ||
    compareTexts(a.type, b.type)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns the years whose net gain or income would change. */
function changesOf(
  taken: SuggestedEvents,
  events: readonly EffectiveEvent[],
  facts: ImpactFacts,
): YearChange[] {
  const alternative = runFlow(
    events.map((event) => taken.get(event) ?? event),
    facts.settings,
  );
  const changes = new Map<number, { gain: bigint; income: bigint }>();
  const add = (outcomes: Iterable<readonly [EffectiveEvent, Outcome]>, sign: bigint): void => {
    for (const [{ year }, { totalGain, income }] of outcomes) {
      let change = changes.get(year);
      if (change === undefined) changes.set(year, (change = { gain: 0n, income: 0n }));
      change.gain += sign * (totalGain ?? 0n);
      change.income += sign * income;
    }
  };
  add(alternative.outcomes, 1n);
  for (const event of events) {
    const outcome = facts.outcomes.get(event);
    if (outcome !== undefined) add([[event, outcome]], -1n);
  }
  return [...changes]
    .filter(([, { gain, income }]) => gain !== 0n || income !== 0n)
    .map(([year, change]) => ({ year, ...change }))
    .toSorted((a, b) => a.year - b.year);
}

/** The events as they would count with the suggestion, by the event as it counts now. */
type SuggestedEvents = ReadonlyMap<EffectiveEvent, EffectiveEvent>;

/**
 * Returns both legs as a matched transfer, with the other legs of the match that it joins, and other events whose fees change: a matched
 * leg passes its share on to them.
 */
function takenPair(
  { outLeg, inLeg, kind }: Pair,
  paidWith: ReadonlyMap<EffectiveEvent, EffectiveEvent[]>,
): SuggestedEvents {
  const taken = new Map<EffectiveEvent, EffectiveEvent>();
  const asLeg = (event: EffectiveEvent, effect: PoolEffect): EffectiveEvent => {
    const leg = taken.get(event) ?? { ...event, effect, feesEur: 0n };
    taken.set(event, leg);
    return leg;
  };
  const joined = [...transfersOf(outLeg), ...transfersOf(inLeg)];
  joinPairs(
    [...joined, { outLeg, inLeg, kind, matchId: null }].map((pair) => ({
      ...pair,
      outLeg: asLeg(pair.outLeg, pair.outLeg.effect.isStaking ? MATCHED_OUT_OF_STAKING : MATCHED_OUT),
      inLeg: asLeg(pair.inLeg, MATCHED_IN),
    })),
  );
  for (const group of new Set([paidWith.get(outLeg) ?? [], paidWith.get(inLeg) ?? []])) {
    const members = group.map((event) => taken.get(event) ?? { ...event, feesEur: 0n });
    applyFees(members);
    for (const [index, event] of group.entries()) {
      const member = members[index];
      if (member !== undefined && member.feesEur !== event.feesEur) taken.set(event, member);
    }
  }
  return taken;
}

interface ReachedPools {
  /** Identifies the group of pools; stable between calls. */
  readonly name: string;
  readonly assets: ReadonlySet<string>;
}

/** Groups the pools that transfers between assets connect. */
function connectedPools(transfers: readonly Transfer[]): {
  reachedBy(events: readonly EffectiveEvent[]): ReachedPools;
} {
  const groups = new Map<string, Set<string>>();
  const groupOf = (assetKey: string): Set<string> => {
    let group = groups.get(assetKey);
    if (group === undefined) groups.set(assetKey, (group = new Set([assetKey])));
    return group;
  };
  for (const { outLeg, inLeg } of transfers) {
    const into = groupOf(outLeg.raw.assetKey);
    const from = groupOf(inLeg.raw.assetKey);
    if (into === from) continue;
    for (const assetKey of from) groups.set(assetKey, into.add(assetKey));
  }
  return {
    reachedBy: (events) => {
      const assets = new Set(events.flatMap(({ raw }) => [...groupOf(raw.assetKey)]));
      return { name: [...assets].toSorted().join(' '), assets };
    },
  };
}
