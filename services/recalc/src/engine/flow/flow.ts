/** Runs the actions of all events over the pools and values what moved, from one frozen year to the next (engine.md §2, §7). */
import { yearStartMs } from '@ctx/domain/brussels';
import { US_PER_MS } from '@ctx/domain/instant';
import type { ClosingState, EffectiveEvent, FrozenYear, Outcome } from '../types.ts';
import { type Action, actionsOf } from './actions.ts';
import { closingOf, restoreClosing } from './closing.ts';
import { FrozenYears } from './frozen-years.ts';
import { emptyLedger, type Ledger } from './ledger.ts';
import { move } from './move.ts';
import type { LawFacts } from '../value/basis.ts';
import { valueMovement } from '../value/value.ts';

export interface Flow {
  readonly ledger: Ledger;
  readonly outcomes: ReadonlyMap<EffectiveEvent, Outcome>;
  /** The state before each frozen year, by year. */
  readonly openings: ReadonlyMap<number, ClosingState>;
  /** The state after each of the settings' `closingYears`, by year. */
  readonly closings: ReadonlyMap<number, ClosingState>;
}

/** A moment at which a flow starts, with what the pools held then. */
export interface FlowStart {
  /** Only events from this instant on are processed. */
  readonly atUs: number;
  readonly opening: ClosingState;
}

export interface FlowSettings extends LawFacts {
  /** Null for a flow from the first event. */
  readonly start: FlowStart | null;
  readonly frozenYears: readonly FrozenYear[];
  /** Years whose closing state is wanted. */
  readonly closingYears: readonly number[];
}

/** A moment between two actions at which a frozen year begins or a year is closed. */
interface Boundary {
  readonly atUs: number;
  readonly cross: () => unknown;
}

/** Processes the events in order and returns an outcome for each event of a year that is not frozen, from the start on. */
export function runFlow(all: readonly EffectiveEvent[], settings: FlowSettings): Flow {
  const { frozenYears, closingYears, regimeOf, photoPriceOf, start } = settings;
  const events = start === null ? all : all.filter(({ timestampUs }) => timestampUs >= start.atUs);
  const frozen = new FrozenYears(frozenYears);
  const law = { regimeOf, photoPriceOf };
  const ledger = emptyLedger(frozen);
  if (start !== null) restoreClosing(ledger, start.opening);
  const outcomes = new Map<EffectiveEvent, Outcome>();
  for (const event of events) if (frozen.stretchOf(event.year) !== -1) outcomes.set(event, newOutcome());
  const outcomeOf = (event: EffectiveEvent): Outcome => outcomes.get(event) ?? newOutcome();
  const openings = new Map<number, ClosingState>();
  const closings = new Map<number, ClosingState>();
  // A year closes before the next one, which may be frozen, begins.
  const closing = closingYears.map((year): Boundary => ({
    atUs: yearStartMs(year + 1) * US_PER_MS,
    cross: () => closings.set(year, closingOf(ledger)),
  }));
  const opening = frozenYears.map((frozenYear): Boundary => ({
    atUs: yearStartMs(frozenYear.year) * US_PER_MS,
    cross: () => {
      openings.set(frozenYear.year, closingOf(ledger));
      restoreClosing(ledger, frozenYear.closing);
    },
  }));
  const boundaries = [...closing, ...opening].toSorted((a, b) => a.atUs - b.atUs);
  process(actionsOf(events, frozen), boundaries, (action) => {
    for (const moved of move(ledger, action, outcomeOf))
      valueMovement(ledger, law, moved, outcomeOf(moved.event));
  });
  return { ledger, outcomes, openings, closings };
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
    needsReview: false,
  };
}
