/**
 * Values strategy, compute: the effect of a change of EUR values on the part of the book that it may reach. The rows written are the
 * ones that a full run would have written (engine.md §7, "Incremental"). Pure.
 */
import { brusselsDate } from '@ctx/domain/brussels';
import { shareEur } from '@ctx/domain/decimal';
import { US_PER_MS } from '@ctx/domain/instant';
import type { IssueType } from '@ctx/domain/issues';
import type { Regime } from '@ctx/domain/vocabulary';
import { eventIssues } from '../../engine/figures/issues.ts';
import {
  addOutcome,
  countedOf,
  isNoDifference,
  noDifference,
  type YearDifference,
} from '../../engine/figures/years.ts';
import { incomeAtReceipt, incomeOfSurplus } from '../../engine/value/basis.ts';
import type { ResolvedInputs } from '../../engine/resolve/resolve.ts';
import type { EffectiveEvent, Issue, Outcome } from '../../engine/types.ts';
import type { StoredEvent, StoredIssue } from '../../tables/stored-figures.ts';
import type { BookPart } from './book.ts';
import { revalue, type Revaluation } from './revalue.ts';

/** An event whose inputs may have changed: its effective event now, its stored event, and whether its EUR values differ. */
export interface ChangedEvent {
  readonly event: EffectiveEvent;
  readonly stored: StoredEvent;
  /** What the last run counted of its EUR values. */
  readonly storedValue: Pick<EffectiveEvent, 'value' | 'taxable'>;
  readonly isRevalued: boolean;
}

/** The differences that a change makes to the stored results. */
export interface Difference {
  readonly revaluation: Revaluation;
  /** The changed events with their new outcomes. */
  readonly events: readonly { readonly event: EffectiveEvent; readonly outcome: Outcome }[];
  /** Other events whose outcome differs. */
  readonly outcomes: readonly { readonly stored: StoredEvent; readonly outcome: Outcome }[];
  /** All issues of the changed events, except the types in UNCHANGED_ISSUES, which stay as they are. */
  readonly issues: readonly Issue[];
  /** What is added to the figures of each year. */
  readonly years: ReadonlyMap<number, YearDifference>;
  /** What is added to the historic cost held, by asset. */
  readonly heldCost: ReadonlyMap<string, bigint>;
}

/** Issues that depend only on amounts and dates, so that a change of EUR values leaves them as they are. */
export const UNCHANGED_ISSUES: readonly IssueType[] = [
  'UNMATCHED_TRANSFER_OUT',
  'UNMATCHED_TRANSFER_IN',
  'POSSIBLE_MIGRATION',
  'MISSING_PHOTO_VALUE',
];

/** Returns the difference that the changed events make, or null when it takes a full run to compute. */
export function differenceOf(
  changed: readonly ChangedEvent[],
  resolved: ResolvedInputs,
  part: BookPart,
  regimeOf: (year: number) => Regime,
): Difference | null {
  const revalued = revaluedOf(changed);
  if (revalued.some(({ effect }) => effect.pool === 'BORROW' || effect.pool === 'REPAY')) return null;
  // Stored rows do not tell which part of such a leg belongs to which of its transfers.
  if (changed.some(({ event }) => event.joined.length > 0)) return null;
  const revaluation = revalue(revalued, part, regimeOf);
  if (revaluation === null || part.isSuggestedAbout || isPhotoIssueReached(revaluation)) return null;
  const gains = gainDifferences(revaluation);
  const events = changed.map(({ event, stored, isRevalued }) => ({
    event,
    outcome: newOutcome(event, stored.outcome, isRevalued, revaluation, gains),
  }));
  const raised = eventIssues(
    events.map(({ event }) => event),
    events.map(({ outcome }) => outcome),
    { resolved, slices: [], findCounterpart: () => null, regimeOf },
  );
  const issues = raised.filter(({ type }) => !UNCHANGED_ISSUES.includes(type));
  markReviews(events, issues, part.issues);
  const outcomes = otherOutcomes(gains, part.events);
  return {
    revaluation,
    events,
    outcomes,
    issues,
    years: yearsOf(changed, events, outcomes),
    heldCost: heldCost(revaluation),
  };
}

/** Returns the events whose EUR values differ. */
export function revaluedOf(changed: readonly ChangedEvent[]): EffectiveEvent[] {
  return changed.filter(({ isRevalued }) => isRevalued).map(({ event }) => event);
}

// The issue is on the first disposal of all that lack the price, so one slice alone cannot decide it.
function isPhotoIssueReached({ slices }: Revaluation): boolean {
  return slices.some(({ before, after }) => before.photoMissing !== after.photoMissing);
}

/** Returns the difference between the new and the stored gains, by event. */
function gainDifferences({ slices }: Revaluation): Map<string, bigint> {
  const gains = new Map<string, bigint>();
  for (const { before, after } of slices)
    if (after.gain !== before.gain)
      gains.set(after.eventId, (gains.get(after.eventId) ?? 0n) + after.gain - before.gain);
  return gains;
}

function newOutcome(
  event: EffectiveEvent,
  stored: Outcome,
  isRevalued: boolean,
  revaluation: Revaluation,
  gains: ReadonlyMap<string, bigint>,
): Outcome {
  const ownGain = revaluation.gains.get(event.raw.id);
  const totalGain =
    ownGain !== undefined
      ? ownGain
      : stored.totalGain === null
        ? null
        : stored.totalGain + (gains.get(event.raw.id) ?? 0n);
  return { ...stored, totalGain, income: isRevalued ? incomeOf(event, stored) : stored.income };
}

function incomeOf(event: EffectiveEvent, { hasSurplus, isUnmatched }: Outcome): bigint {
  if (event.transfer === null || isUnmatched) return incomeAtReceipt(event);
  if (!hasSurplus) return 0n;
  const surplus = event.transfer.inAmount - event.transfer.outAmount;
  return incomeOfSurplus(event.transfer, shareEur(event.euroValue ?? 0n, surplus, event.amount));
}

/** Sets `needsReview` on events with an open issue, and on those that the import marks when no override exists. */
function markReviews(
  events: readonly { readonly event: EffectiveEvent; readonly outcome: Outcome }[],
  issues: readonly Issue[],
  stored: readonly StoredIssue[],
): void {
  const doubted = new Set([
    ...issues.map(({ eventId }) => eventId),
    ...stored.filter(({ type }) => UNCHANGED_ISSUES.includes(type)).map(({ eventId }) => eventId),
  ]);
  for (const { event, outcome } of events)
    outcome.needsReview = doubted.has(event.raw.id) || (event.raw.needsReview && event.override === null);
}

function otherOutcomes(
  gains: ReadonlyMap<string, bigint>,
  others: readonly StoredEvent[],
): Difference['outcomes'] {
  return others.flatMap((stored) => {
    const gain = gains.get(stored.id);
    if (gain === undefined) return [];
    return [{ stored, outcome: { ...stored.outcome, totalGain: (stored.outcome.totalGain ?? 0n) + gain } }];
  });
}

function yearsOf(
  changed: readonly ChangedEvent[],
  events: Difference['events'],
  outcomes: Difference['outcomes'],
): Map<number, YearDifference> {
  const years = new Map<number, YearDifference>();
  const yearOf = (year: number): YearDifference => {
    const difference = years.get(year) ?? noDifference();
    years.set(year, difference);
    return difference;
  };
  for (const [index, { event, outcome }] of events.entries()) {
    const { stored, storedValue } = changed[index] as ChangedEvent;
    const difference = yearOf(event.year);
    addOutcome(difference, { ...countedOf(event), ...storedValue }, stored.outcome, -1);
    addOutcome(difference, countedOf(event), outcome, 1);
  }
  // Their values are the same, so that they stay in the lists of contributions that they are in.
  for (const { stored, outcome } of outcomes) {
    const { monthlyGains } = yearOf(stored.year);
    const month = brusselsDate(Math.floor(stored.occurredUs / US_PER_MS)).month - 1;
    const gain = (outcome.totalGain ?? 0n) - (stored.outcome.totalGain ?? 0n);
    monthlyGains[month] = (monthlyGains[month] ?? 0n) + gain;
  }
  return new Map([...years].filter(([, difference]) => !isNoDifference(difference)));
}

function heldCost({ lots }: Revaluation): Map<string, bigint> {
  const costs = new Map<string, bigint>();
  for (const { before, after } of lots) {
    const difference =
      after.remainingCostBasis + after.waitingCostBasis - before.remainingCostBasis - before.waitingCostBasis;
    if (difference !== 0n) costs.set(after.assetKey, (costs.get(after.assetKey) ?? 0n) + difference);
  }
  return costs;
}
