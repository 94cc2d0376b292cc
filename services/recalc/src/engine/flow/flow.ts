/** Runs the actions of all events over the pools, from one frozen year to the next (engine.md §2, §7). */
import { yearStartMs } from '@ctx/common/domain/brussels';
import type { ClosingState, EffectiveEvent, FrozenYear, Outcome } from '../types.ts';
import { type Action, actionsOf, stretchesOf } from './actions.ts';
import { applyAction } from './apply-action.ts';
import { closingOf, restoreClosing } from './closing.ts';
import { emptyLedger, type LawFacts, type Ledger } from './ledger.ts';

export interface Flow {
  readonly ledger: Ledger;
  readonly outcomes: ReadonlyMap<EffectiveEvent, Outcome>;
  /** What each year found, by frozen year. */
  readonly openings: ReadonlyMap<number, ClosingState>;
  /** What the asked year leaves. */
  readonly closing: ClosingState | null;
}

export interface FlowSettings extends LawFacts {
  readonly frozenYears: readonly FrozenYear[];
  /** A year about to be frozen, whose closing state is wanted. */
  readonly closingYear?: number | undefined;
}

const US_PER_MS = 1000;

/** Where something happens between two actions: a frozen year begins or a year is closed. */
interface Boundary {
  readonly atUs: number;
  readonly cross: () => void;
}

/** Processes `events` in order. Each event of a year that is not frozen has an outcome. */
export function runFlow(events: readonly EffectiveEvent[], settings: FlowSettings): Flow {
  const { frozenYears, closingYear, regimeOf, photoPriceOf } = settings;
  const stretchOf = stretchesOf(frozenYears.map(({ year }) => year));
  const ledger = emptyLedger({ regimeOf, photoPriceOf });
  const outcomes = new Map<EffectiveEvent, Outcome>();
  for (const event of events) if (stretchOf(event.year) !== -1) outcomes.set(event, newOutcome());
  const openings = new Map<number, ClosingState>();
  let closing: ClosingState | null = null;
  const boundaries = frozenYears.map((frozen): Boundary => ({
    atUs: yearStartMs(frozen.year) * US_PER_MS,
    cross: () => {
      openings.set(frozen.year, closingOf(ledger));
      restoreClosing(ledger, frozen.closing);
    },
  }));
  if (closingYear !== undefined)
    boundaries.push({
      atUs: yearStartMs(closingYear + 1) * US_PER_MS,
      cross: () => (closing = closingOf(ledger)),
    });
  // A year closes before the next one opens.
  boundaries.sort((a, b) => a.atUs - b.atUs);
  process(actionsOf(events, stretchOf), boundaries, (action) => {
    applyAction(ledger, action, (event) => outcomes.get(event) ?? newOutcome());
  });
  return { ledger, outcomes, openings, closing };
}

function process(
  actions: readonly Action[],
  boundaries: readonly Boundary[],
  apply: (action: Action) => void,
): void {
  let next = 0;
  for (const action of actions) {
    while ((boundaries[next]?.atUs ?? Infinity) <= action.atUs) boundaries[next++]?.cross();
    apply(action);
  }
  for (const boundary of boundaries.slice(next)) boundary.cross();
}

function newOutcome(): Outcome {
  return {
    totalGain: null,
    income: 0n,
    isShort: false,
    hasSurplus: false,
    isUnmatched: false,
    lacksValue: false,
    needsReview: false,
  };
}
