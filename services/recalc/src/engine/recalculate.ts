/**
 * The engine: computes every figure from a user's facts and corrections (engine.md §1 to §7). Pure: no clock, no randomness,
 * no network; the order of the inputs does not matter.
 */
import { yearsWithOtherOpening } from '@ctx/domain/law/kept-sums';
import type { Regime } from '@ctx/domain/vocabulary';
import { counterpartFinder } from './figures/counterparts.ts';
import { withImpacts } from './figures/impact.ts';
import { holdingsOf } from './figures/holdings.ts';
import { driftIssue, duplicateIssue, eventIssues, orphanedIssue } from './figures/issues.ts';
import { lotsOf } from './figures/lots.ts';
import { poolGroupsOf } from './figures/pool-groups.ts';
import { yearFigures } from './figures/years.ts';
import { yearInputFingerprint } from './fingerprint.ts';
import { type Flow, type FlowSettings, type FlowStart, runFlow } from './flow/flow.ts';
import { compareKeys } from './order.ts';
import { photoPrice, type PriceSeries } from './prices.ts';
import { resolve, type ResolvedInputs } from './resolve/resolve.ts';
import type {
  ClosingState,
  EffectiveEvent,
  EngineInputs,
  EngineOutputs,
  FrozenYear,
  Issue,
  Outcome,
  YearFigures,
  YearRegime,
} from './types.ts';

/** Returns all figures of a user. Throws RangeError when a decimal has too many digits. */
export function recalculate(inputs: EngineInputs): EngineOutputs {
  const all = run(inputs);
  const outputs = figuresOf(all);
  const { frozenYears, duplicateIds = [] } = inputs;
  const drifted = drifts(frozenYears, all, outputs.years);
  return {
    ...outputs,
    issues: [...outputs.issues, ...orphans(inputs), ...duplicateIds.map(duplicateIssue), ...drifted],
  };
}

/** Where the figures of some pools start, when the years before stay as they are. */
export interface PoolsStart extends FlowStart {
  /** How many events the pools had before. */
  readonly eventsBefore: number;
  /** Assets whose missing photo price is an issue of an event before. */
  readonly photoMissing: ReadonlySet<string>;
}

/**
 * Returns the figures of some pools alone: the rows of a full run that belong to these pools, byte for byte. `inputs` must
 * hold all events of these pools and of the swaps that have a leg in them. Years hold the sums of these pools only, and
 * issues that belong to no pool are left out. Returns null when a transfer connects one of the pools with another pool.
 *
 * With a start, only figures from then on are returned, with the lots that were open then; `pools` is empty. `inputs` must hold the
 * events from then on, and the events before with which one of them may be a transfer; the start lies before both sides of every open
 * suggestion to match two events of these pools. Returns null also when the impact of a
 * suggestion depends on which pools are connected, or on the legs of a match that it joins.
 */
export function recalculatePools(
  inputs: EngineInputs,
  assetKeys: ReadonlySet<string>,
  start: PoolsStart | null = null,
): EngineOutputs | null {
  const part = run(inputs, { assetKeys, start });
  if (part === null) return null;
  const outputs = figuresOf(part, start);
  // The other legs of a match to join may have acted before the start.
  const isOpen = (issue: Issue): boolean =>
    issue.suggestion?.isJoin === true || (assetKeys.size > 1 && isOfPair(issue));
  const isImpactOpen = start !== null && outputs.issues.some(isOpen);
  return isImpactOpen ? null : outputs;
}

/** Tells whether an issue suggests to match two events. */
export function isOfPair({ suggestion }: Issue): boolean {
  return suggestion?.kind != null;
}

function figuresOf({ resolved, flow, settings }: Run, start: PoolsStart | null = null): EngineOutputs {
  const { ledger } = flow;
  const lots = lotsOf(ledger);
  const events = resolved.events.filter((event) => flow.outcomes.has(event));
  const outcomes = events.map((event) => flow.outcomes.get(event) as Outcome);
  const { regimeOf } = settings;
  const findCounterpart = counterpartFinder(start === null ? events : resolved.events);
  const raised = eventIssues(events, outcomes, {
    resolved,
    slices: ledger.slices,
    findCounterpart,
    regimeOf,
  }).filter(
    ({ type, assetKey }) => !(type === 'MISSING_PHOTO_VALUE' && start?.photoMissing.has(assetKey ?? '')),
  );
  const eventsBefore = start?.eventsBefore ?? 0;
  const issues = withImpacts(raised, { resolved, outcomes: flow.outcomes, settings, eventsBefore });
  markReviews(events, outcomes, issues);
  return {
    events,
    outcomes,
    lots,
    slices: ledger.slices,
    debts: [...ledger.debts.values()],
    payments: ledger.payments,
    marks: ledger.marks,
    issues,
    holdings: holdingsOf(ledger.lots, resolved.events),
    pools: start === null ? poolGroupsOf(resolved.events, resolved.transfers, lots) : [],
    accountIds: countedAccounts(start === null ? resolved.events : events),
    years: yearFigures(events, outcomes, regimeOf),
  };
}

function countedAccounts(events: readonly EffectiveEvent[]): Set<string> {
  const accountIds = new Set<string>();
  for (const { raw, effect } of events) if (effect.pool !== 'NONE') accountIds.add(raw.accountId);
  return accountIds;
}

/** Returns what a frozen year stores: the closing state that it passes to the next year, and the fingerprint of its inputs. */
export function closeYear(
  inputs: EngineInputs,
  year: number,
): { readonly closing: ClosingState; readonly inputFingerprint: string } {
  const { resolved, flow, settings } = run(inputs, { closingYears: [year - 1, year] });
  const opening = flow.closings.get(year - 1);
  const closing = flow.closings.get(year);
  if (closing === undefined || opening === undefined) throw new Error(`year ${String(year)} was not closed`);
  return {
    closing,
    inputFingerprint: yearInputFingerprint({ year, events: resolved.events, opening, law: settings }),
  };
}

interface Run {
  readonly resolved: ResolvedInputs;
  readonly flow: Flow;
  readonly settings: FlowSettings;
}

/** A part of a run: some pools, from some moment on. */
interface RunPart {
  readonly assetKeys: ReadonlySet<string>;
  readonly start: FlowStart | null;
}

function run(inputs: EngineInputs, closing?: { readonly closingYears: readonly number[] }): Run;
function run(inputs: EngineInputs, part: RunPart): Run | null;
function run(
  inputs: EngineInputs,
  {
    closingYears = [],
    assetKeys,
    start = null,
  }: Partial<RunPart> & { readonly closingYears?: readonly number[] } = {},
): Run | null {
  const unordered = assetKeys === undefined ? resolve(inputs) : ofPools(resolve(inputs), assetKeys);
  if (unordered === null) return null;
  const events = unordered.events.toSorted(
    (a, b) => a.timestampUs - b.timestampUs || compareKeys(a.raw, b.raw),
  );
  const resolved = { ...unordered, events };
  const { frozenYears } = inputs;
  const law = { regimeOf: regimeByYear(inputs.regimes), photoPriceOf: photoPrices(resolved.prices) };
  const settings: FlowSettings = { ...law, frozenYears, closingYears: [], start };
  return { resolved, settings, flow: runFlow(events, { ...settings, closingYears }) };
}

/** Keeps the events and transfers of some pools. Returns null when a transfer connects one of them with another pool. */
function ofPools(resolved: ResolvedInputs, assetKeys: ReadonlySet<string>): ResolvedInputs | null {
  const isOfPools = ({ raw }: EffectiveEvent): boolean => assetKeys.has(raw.assetKey);
  const transfers = resolved.transfers.filter(({ outLeg, inLeg }) => isOfPools(outLeg) || isOfPools(inLeg));
  if (transfers.some(({ outLeg, inLeg }) => isOfPools(outLeg) !== isOfPools(inLeg))) return null;
  return { ...resolved, events: resolved.events.filter(isOfPools), transfers };
}

/** Returns a function that gives the regime of a year: NORMAAL_BEHEER unless the user set another. */
function regimeByYear(regimes: readonly YearRegime[]): (year: number) => Regime {
  const byYear = new Map(regimes.map(({ year, regime }) => [year, regime]));
  return (year) => byYear.get(year) ?? 'NORMAAL_BEHEER';
}

function photoPrices(prices: PriceSeries): (assetKey: string) => bigint | null {
  const known = new Map<string, bigint | null>();
  return (assetKey) => {
    let price = known.get(assetKey);
    if (price === undefined) known.set(assetKey, (price = photoPrice(prices, assetKey)));
    return price;
  };
}

function orphans({ events, overrides }: EngineInputs): Issue[] {
  if (overrides.length === 0) return [];
  const ids = new Set(events.map(({ id }) => id));
  return overrides.filter(({ eventId }) => !ids.has(eventId)).map(({ id }) => orphanedIssue(id));
}

/** Returns an issue for each frozen year that would be computed from other inputs now, or into which other sums would be carried. */
function drifts(
  frozenYears: readonly FrozenYear[],
  { resolved: { events }, flow, settings }: Run,
  years: readonly YearFigures[],
): Issue[] {
  const gains = new Map(years.map(({ year, capitalGains }) => [year, capitalGains]));
  const otherOpening = yearsWithOtherOpening(
    frozenYears.map(({ year, sums = null }) => ({ year, sums })),
    (year) => ({ regime: settings.regimeOf(year), net: gains.get(year) ?? 0n }),
  );
  return frozenYears
    .filter(({ year, inputFingerprint }) => {
      const opening = flow.openings.get(year);
      if (opening === undefined) return false;
      return (
        otherOpening.includes(year) ||
        yearInputFingerprint({ year, events, opening, law: settings }) !== inputFingerprint
      );
    })
    .map(({ year }) => driftIssue(year));
}

/**
 * Sets `needsReview` on events with an open issue, and on those that the import marks when no override exists (decisions.md,
 * Reads 2).
 */
function markReviews(
  events: readonly EffectiveEvent[],
  outcomes: readonly Outcome[],
  issues: readonly Issue[],
): void {
  const doubted = new Set(issues.map(({ eventId }) => eventId));
  for (const [index, { raw, override }] of events.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined)
      outcome.needsReview = doubted.has(raw.id) || (raw.needsReview && override === null);
  }
}
