/** The issues of a run: the table of engine.md §5, one function per row. */
import { ISSUE_KINDS, type IssueType, type Severity } from '@ctx/domain/issues';
import { HOUR_US } from '@ctx/domain/time-units';
import type { Regime } from '@ctx/domain/vocabulary';
import { identityOf } from '../identity.ts';
import type { ResolvedInputs } from '../resolve/resolve.ts';
import { isSameAsset, transfersOfGroup } from '../transfer-groups.ts';
import type { EffectiveEvent, Issue, Outcome, Slice, Suggestion } from '../types.ts';
import { type FindCounterpart, migrationFinder } from './counterparts.ts';

export interface IssueFacts {
  readonly resolved: ResolvedInputs;
  readonly slices: readonly Slice[];
  readonly findCounterpart: FindCounterpart;
  readonly regimeOf: (year: number) => Regime;
}

/** What differs from the default of the issue's type: another severity, or a suggestion. */
interface IssueDetails {
  readonly severity?: Severity;
  readonly suggestion?: Suggestion | null;
}

interface CheckFacts extends IssueFacts {
  /** Returns the id of the event by which the asset of a sale became another one, or null. */
  readonly findMigration: (event: EffectiveEvent) => string | null;
}

type Check = (event: EffectiveEvent, outcome: Outcome, facts: CheckFacts) => IssueDetails | null;

const RAISED: IssueDetails = {};
const when = (isSo: boolean): IssueDetails | null => (isSo ? RAISED : null);

/** The checks of an event that acts on a pool. */
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
  POSSIBLE_MIGRATION: (event, _outcome, { findMigration }) => {
    const counterpartEventId = findMigration(event);
    if (counterpartEventId === null) return null;
    return { suggestion: { ...MATCH, counterpartEventId, kind: 'MIGRATION' } };
  },
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

/**
 * Returns the issues of the events, in the order of the events; `outcomes` has the same indexes. An event that acts on no pool
 * can only raise SUSPECTED_SPAM.
 */
export function eventIssues(
  events: readonly EffectiveEvent[],
  outcomes: readonly Outcome[],
  facts: IssueFacts,
): Issue[] {
  const issues: Issue[] = [];
  const findMigration = migrationFinder(facts.resolved.events, facts.findCounterpart);
  const checkFacts: CheckFacts = { ...facts, findMigration };
  for (const [index, event] of events.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) continue;
    if (isSuspectedSpam(event)) issues.push(issueOf('SUSPECTED_SPAM', event, { suggestion: IGNORE }));
    if (event.effect.pool === 'NONE') continue;
    for (const [type, check] of CHECK_LIST) {
      const raised = check(event, outcome, checkFacts);
      if (raised !== null) issues.push(issueOf(type, event, raised));
    }
  }
  return [...issues, ...photoIssues(facts.slices), ...feeIssues(events, facts)];
}

/** Returns an issue of an event, with the severity of its type unless `raised` has another. */
function issueOf(type: IssueType, event: EffectiveEvent, raised: IssueDetails = RAISED): Issue {
  return {
    ...EMPTY,
    type,
    subject: identityOf(event),
    severity: raised.severity ?? ISSUE_KINDS[type].severity,
    year: event.year,
    atUs: event.timestampUs,
    eventId: event.raw.id,
    suggestion: raised.suggestion ?? null,
  };
}

/** Returns the issue of an override whose event is gone. */
export function orphanedIssue(overrideId: string): Issue {
  return {
    ...EMPTY,
    type: 'ORPHANED_CORRECTION',
    subject: overrideId,
    severity: ISSUE_KINDS.ORPHANED_CORRECTION.severity,
    overrideId,
  };
}

/** Returns the issue of a group of transactions that look like those of another source. Its id is that of the group. */
export function duplicateIssue(duplicateId: string): Issue {
  const { severity } = ISSUE_KINDS.POSSIBLE_DUPLICATE;
  return { ...EMPTY, type: 'POSSIBLE_DUPLICATE', subject: duplicateId, severity };
}

/** Returns the issue of a submitted year that new facts would change. */
export function driftIssue(year: number): Issue {
  const { severity } = ISSUE_KINDS.FROZEN_YEAR_DRIFT;
  return { ...EMPTY, type: 'FROZEN_YEAR_DRIFT', subject: String(year), severity, year };
}

const EMPTY = { year: null, atUs: null, eventId: null, overrideId: null, assetKey: null, suggestion: null };

/** A suggestion to match, without its counterpart. */
const MATCH = { type: 'TRANSFER_MATCH', isJoin: false, assets: [], changes: null } as const;

const IGNORE: Suggestion = {
  type: 'IGNORE_EVENT',
  counterpartEventId: null,
  kind: null,
  isJoin: false,
  assets: [],
  changes: [],
};

function isSuspectedSpam({ raw, override, spam }: EffectiveEvent): boolean {
  return raw.spam && spam && override?.treatment !== 'IGNORED';
}

function isUnmatched({ transfer }: EffectiveEvent, outcome: Outcome): boolean {
  return transfer === null || outcome.isUnmatched;
}

/** Tells whether an EUR value that the figures need is null: the cost of a new lot, or proceeds that are taxed. */
function lacksValue(event: EffectiveEvent, outcome: Outcome): boolean {
  const { effect, value, inSwap, taxable, euroValue, transfer } = event;
  if (outcome.hasSurplus) return euroValue === null;
  // The swap decides which of its legs lack a value (`unpricedLegs`; engine.md §2).
  if (value !== null || inSwap || (transfer !== null && !outcome.isUnmatched)) return false;
  return effect.basis === 'EUR_VALUE' || (effect.gain === 'PROCEEDS_LESS_BASIS' && taxable);
}

function suggestMatch(event: EffectiveEvent, findCounterpart: FindCounterpart): Suggestion | null {
  const best = findCounterpart(event, 'UNMATCHED_OR_LACKING');
  if (best === null) return null;
  const { id, joinKind } = best.side;
  return { ...MATCH, counterpartEventId: id, kind: joinKind ?? best.kind, isJoin: joinKind !== null };
}

/**
 * Tells whether a match needs review; raised on the in leg, the first one of several. It does when an in leg is over an hour earlier than
 * its out leg, when under 90 % of one asset arrived, or when the known values of two assets differ by over 10 % of the out leg's. Several
 * departures or arrivals count together.
 */
function isOddTransfer(event: EffectiveEvent): boolean {
  const transfers = transfersOfGroup(event);
  if (transfers[0]?.inLeg !== event) return false;
  if (transfers.some(({ outLeg, inLeg }) => outLeg.timestampUs - inLeg.timestampUs > HOUR_US)) return true;
  const departures = [...new Set(transfers.map(({ outLeg }) => outLeg))];
  const arrivals = [...new Set(transfers.map(({ inLeg }) => inLeg))];
  if (transfers.every(isSameAsset)) return sumOf(arrivals, amountOf) * 10n < sumOf(departures, amountOf) * 9n;
  if ([...departures, ...arrivals].some(({ euroValue }) => euroValue === null)) return false;
  const left = sumOf(departures, eurOf);
  const apart = left - sumOf(arrivals, eurOf);
  return (apart < 0n ? -apart : apart) * 10n > left;
}

const amountOf = ({ amount }: EffectiveEvent): bigint => amount;
const eurOf = ({ euroValue }: EffectiveEvent): bigint => euroValue ?? 0n;

function sumOf(events: readonly EffectiveEvent[], valueOf: (event: EffectiveEvent) => bigint): bigint {
  return events.reduce((sum, event) => sum + valueOf(event), 0n);
}

/** Returns one issue per asset, on the first gain that needs its missing photo price; slices are in order of processing. */
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

/** Returns an issue for each fee of unknown value that a SPECULATIEF gain counts, of the disposal or of a consumed acquisition. */
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
