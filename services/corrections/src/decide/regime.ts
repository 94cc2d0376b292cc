/** The regime of a year: chosen by the taxpayer with answers to the indicators of speculation, or set by an operator. Pure. */
import {
  answersOf,
  type ChosenRegime,
  NO_ANSWERS,
  REGIME_INDICATORS,
  type RegimeAnswers,
  type RegimeChooser,
  type RegimeIndicator,
} from '@ctx/domain/regime';
import type { Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import type { Regime } from '@ctx/domain/vocabulary';
import type { Change, Context, RegimeRow } from './decision.ts';
import { rejectionOfYears, type YearMarkers } from './years.ts';

/** A regime with answers as requested. Absent and null both mean that a question is left open. */
export type RequestedRegime = Readonly<Partial<Record<RegimeIndicator, boolean | null | undefined>>> & {
  readonly regime: Regime;
};

/** The regime of a year where nobody chose one. */
const DEFAULT: Regime = 'NORMAAL_BEHEER';

/** The outcome of choosing the regime of a year. */
export interface RegimeOutcome {
  /** Null if nothing changes. */
  readonly change: Change | null;
  readonly record: RegimeRow;
}

/** Decides on the taxpayer's choice of the regime of a year, which replaces an operator's. */
export function decideRegime(
  year: number,
  requested: RequestedRegime,
  current: RegimeRow | null,
  years: readonly YearMarkers[],
  context: Context,
): Rejection | RegimeOutcome {
  const rejection = rejectionOfYears([year], years);
  if (rejection !== null) return rejection;
  const answers = answersOf((indicator) => requested[indicator] ?? null);
  const record = rowOf(year, { regime: requested.regime, chosenBy: 'TAXPAYER', ...answers }, context);
  if (current !== null && isSameRegime(current, record)) return { change: null, record: current };
  return { change: changeTo(year, current, record), record };
}

/** Decides on a regime that an operator sets: null where the year has it already. It replaces the taxpayer's choice, and has no answers. */
export function decideRegimeOfOperator(
  year: number,
  regime: Regime,
  current: RegimeRow | null,
  years: readonly YearMarkers[],
  context: Context,
): Rejection | Change | null {
  if ((current?.regime ?? DEFAULT) === regime) return null;
  if (years.some((each) => each.year === year && each.frozen)) return { rejected: 'YEAR_FROZEN' };
  return changeTo(year, current, rowOf(year, { regime, chosenBy: 'OPERATOR', ...NO_ANSWERS }, context));
}

function rowOf(
  year: number,
  chosen: ChosenRegime & { readonly chosenBy: RegimeChooser },
  { userId, now, via }: Context,
): RegimeRow {
  return { ...chosen, id: regimeId(userId, year), year, chosenAt: now, chosenVia: via };
}

/** Returns the id of the regime of a year in the log. */
export function regimeId(userId: number, year: number): string {
  return stableId('regime', String(userId), String(year));
}

/** Returns the change from one choice to another, or to none. The figures depend on the regime alone. */
export function changeTo(year: number, before: RegimeRow | null, after: RegimeRow): Change;
export function changeTo(year: number, before: RegimeRow, after: RegimeRow | null): Change;
export function changeTo(year: number, before: RegimeRow | null, after: RegimeRow | null): Change {
  const isSame = (before?.regime ?? DEFAULT) === (after?.regime ?? DEFAULT);
  const reached = { years: [year], reach: isSame ? [] : ('EVERYTHING' as const) };
  if (after !== null) return { action: 'REGIME_SET', before, after, ...reached };
  return { action: 'REGIME_REMOVED', before: before as RegimeRow, after, ...reached };
}

/** Returns whether two choices say the same, whenever they were made. */
export function isSameRegime(one: ChosenRegime | null, other: ChosenRegime | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.regime === other.regime &&
    one.chosenBy === other.chosenBy &&
    REGIME_INDICATORS.every((indicator) => answerIn(one, indicator) === answerIn(other, indicator))
  );
}

const answerIn = (answers: RegimeAnswers, indicator: RegimeIndicator): boolean | null =>
  answers[indicator] ?? null;
