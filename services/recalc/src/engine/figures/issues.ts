/** The doubts of a run: the table of engine.md §5, one function a row. */
import { ISSUE_KINDS, type IssueType, type Severity } from '@ctx/domain/issues';
import type { Regime } from '@ctx/domain/vocabulary';
import type { Resolved } from '../resolve/resolve.ts';
import type { EffectiveEvent, Issue, Outcome, Slice, Suggestion } from '../types.ts';
import type { FindCounterpart } from './counterparts.ts';

export interface IssueFacts {
  readonly resolved: Resolved;
  readonly slices: readonly Slice[];
  readonly findCounterpart: FindCounterpart;
  readonly regimeOf: (year: number) => Regime;
}

/** Where an issue is not of its kind's own severity, or has something to propose. */
interface Raised {
  readonly severity?: Severity;
  readonly suggestion?: Suggestion | null;
}

type Check = (event: EffectiveEvent, outcome: Outcome, facts: IssueFacts) => Raised | null;

const RAISED: Raised = {};
const when = (isSo: boolean): Raised | null => (isSo ? RAISED : null);

/** What is raised on an event that acts on a pool. */
const CHECKS: Readonly<Partial<Record<IssueType, Check>>> = {
  UNMATCHED_TRANSFER_OUT: (event, outcome, { findCounterpart }) => {
    const { effect } = event;
    if (!isUnmatched(event, outcome)) return null;
    if (effect.isUnresolved) return { severity: 'HIGH', suggestion: suggestMatch(event, findCounterpart) };
    if (effect.pool !== 'LEAVE') return null;
    const suggestion = suggestMatch(event, findCounterpart);
    return suggestion === null ? null : { severity: 'MEDIUM', suggestion };
  },
  UNMATCHED_TRANSFER_IN: (event, outcome, { findCounterpart }) =>
    event.effect.pool === 'ARRIVE' && isUnmatched(event, outcome)
      ? { suggestion: suggestMatch(event, findCounterpart) }
      : null,
  TRANSFER_SURPLUS: ({ transfer }, outcome) =>
    when(outcome.hasSurplus && transfer?.outLeg.effect.isStaking !== true),
  REVIEW_TRANSFER: (event, outcome) => when(!outcome.isUnmatched && isOddTransfer(event)),
  MISSING_PRICE: (event, outcome, { resolved }) =>
    when(lacksValue(event, outcome) || resolved.unpricedLegs.has(event)),
  MISSING_COST_BASIS: (_event, outcome) => when(outcome.isShort),
  GIFT_BASIS_UNKNOWN: ({ effect, override }) =>
    when(effect.basis === 'GIVEN_BY_USER' && (override?.euroValue ?? null) === null),
  UNCLASSIFIED: ({ treatment, transfer }) => when(treatment === 'UNCLASSIFIED' && transfer === null),
  NEEDS_REVIEW: ({ raw, override, effect, transfer }) =>
    when(transfer === null && (effect.isOddPair || (raw.needsReview && override === null))),
};

const CHECK_LIST = Object.entries(CHECKS) as [IssueType, Check][];

/** Issues of the events, in their order; `outcomes` by index. An event that acts on no pool raises nothing but SUSPECTED_SPAM. */
export function eventIssues(
  events: readonly EffectiveEvent[],
  outcomes: readonly Outcome[],
  facts: IssueFacts,
): Issue[] {
  const issues: Issue[] = [];
  for (const [index, event] of events.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    if (isSuspectedSpam(event)) issues.push(issueOf('SUSPECTED_SPAM', event, { suggestion: IGNORE }));
    if (event.effect.pool === 'NONE') continue;
    for (const [type, check] of CHECK_LIST) {
      const raised = check(event, outcome, facts);
      if (raised !== null) issues.push(issueOf(type, event, raised));
    }
  }
  return [...issues, ...photoIssues(facts.slices), ...feeIssues(events, facts)];
}

/** An issue of an event. */
export function issueOf(type: IssueType, event: EffectiveEvent, raised: Raised = RAISED): Issue {
  return {
    ...EMPTY,
    type,
    severity: raised.severity ?? ISSUE_KINDS[type].severity,
    year: event.year,
    atUs: event.timestampUs,
    eventId: event.raw.id,
    suggestion: raised.suggestion ?? null,
  };
}

/** An override whose event is gone. */
export function orphanedIssue(overrideId: string): Issue {
  return {
    ...EMPTY,
    type: 'ORPHANED_CORRECTION',
    severity: ISSUE_KINDS.ORPHANED_CORRECTION.severity,
    overrideId,
  };
}

/** New facts would change a submitted year. */
export function driftIssue(year: number): Issue {
  return { ...EMPTY, type: 'FROZEN_YEAR_DRIFT', severity: ISSUE_KINDS.FROZEN_YEAR_DRIFT.severity, year };
}

const EMPTY = { year: null, atUs: null, eventId: null, overrideId: null, assetKey: null, suggestion: null };

const IGNORE: Suggestion = {
  type: 'IGNORE_EVENT',
  counterpartEventId: null,
  kind: null,
  assets: [],
  changes: [],
};

function isSuspectedSpam({ raw, override, spam }: EffectiveEvent): boolean {
  return raw.spam && spam && override?.treatment !== 'IGNORED';
}

function isUnmatched({ transfer }: EffectiveEvent, outcome: Outcome): boolean {
  return transfer === null || outcome.isUnmatched;
}

/** An EUR value that the figures need is null: of what becomes a lot, and of proceeds that count. */
function lacksValue(event: EffectiveEvent, outcome: Outcome): boolean {
  const { effect, value, inSwap, taxable, euroValue, transfer } = event;
  if (outcome.hasSurplus) return euroValue === null;
  // The legs of a swap lack a value only where the swap says so (engine.md §2).
  if (value !== null || inSwap || (transfer !== null && !outcome.isUnmatched)) return false;
  return effect.basis === 'EUR_VALUE' || (effect.gain === 'PROCEEDS_LESS_BASIS' && taxable);
}

function suggestMatch(event: EffectiveEvent, findCounterpart: FindCounterpart): Suggestion | null {
  const best = findCounterpart(event);
  if (best === null) return null;
  return {
    type: 'TRANSFER_MATCH',
    counterpartEventId: best.side.id,
    kind: best.kind,
    assets: [],
    changes: null,
  };
}

const HOUR_US = 3_600_000_000;

/** On the in leg: over an hour early; of one asset, under 90 % arrived; of two, known values over 10 % of the out leg's apart. */
function isOddTransfer(event: EffectiveEvent): boolean {
  const { transfer } = event;
  if (transfer?.inLeg !== event) return false;
  const { outLeg, inLeg } = transfer;
  if (outLeg.timestampUs - inLeg.timestampUs > HOUR_US) return true;
  if (outLeg.raw.assetKey === inLeg.raw.assetKey) return inLeg.amount * 10n < outLeg.amount * 9n;
  if (outLeg.euroValue === null || inLeg.euroValue === null) return false;
  const apart = outLeg.euroValue - inLeg.euroValue;
  return (apart < 0n ? -apart : apart) * 10n > outLeg.euroValue;
}

/** Once per asset: on the first gain from 2026 on that needs its photo price; slices are in order of processing. */
function photoIssues(slices: readonly Slice[]): Issue[] {
  const first = new Map<string, EffectiveEvent>();
  for (const { photoMissing, event } of slices) {
    if (photoMissing === null) continue;
    if (!first.has(photoMissing)) first.set(photoMissing, event);
  }
  return [...first]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([assetKey, event]) => ({ ...issueOf('MISSING_PHOTO_VALUE', event), assetKey }));
}

/** Fees of unknown value that a speculative gain counts: those of the disposal, and of the acquisitions it consumed. */
function feeIssues(events: readonly EffectiveEvent[], { resolved, slices, regimeOf }: IssueFacts): Issue[] {
  const { unpricedFees } = resolved;
  if (unpricedFees.size === 0) return [];
  const isCounted = ({ effect, taxable, year }: EffectiveEvent): boolean =>
    effect.gain === 'PROCEEDS_LESS_BASIS' && taxable && regimeOf(year) === 'SPECULATIEF';
  const byId = new Map(resolved.events.map((event) => [event.raw.id, event]));
  const payers = new Set(events.filter(isCounted));
  for (const { event, lot } of slices) {
    const acquisition = byId.get(lot.originEventId);
    if (acquisition !== undefined && isCounted(event)) payers.add(acquisition);
  }
  const fees = new Set([...payers].flatMap((payer) => unpricedFees.get(payer) ?? []));
  return events
    .filter((event) => fees.has(event) && event.effect.pool !== 'NONE')
    .map((event) => issueOf('MISSING_PRICE', event));
}
