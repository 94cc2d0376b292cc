/** Reads the chosen regimes of years: what was chosen, beside the regime that the figures follow. */
import { NO_ANSWERS, type RegimeAnswers, type RegimeRecord } from '@ctx/domain/regime';
import type { Regime } from '@ctx/domain/vocabulary';
import { sql, USER } from '@ctx/platform/sql';

/** A year, with the regime that is stored as chosen; all of that is null where nothing is. */
export interface RegimeRow extends RegimeAnswers {
  readonly year: number;
  readonly regime: Regime;
  readonly chosenRegime: Regime | null;
  readonly chosenBy: RegimeRecord['chosenBy'] | null;
  readonly chosenAt: string | null;
  readonly chosenVia: string | null;
}

/** Selects the years `y` of a user as `RegimeRow`s. */
export const SELECT_REGIMES = sql`SELECT y.year, y.regime, r.regime AS "chosenRegime", r.chosen_by AS "chosenBy",
    r.large_share_of_wealth AS "largeShareOfWealth", r.borrowed, r.automated, r.frequent,
    r.chosen_at AS "chosenAt", r.chosen_via AS "chosenVia"
  FROM facts.years y LEFT JOIN corrections.regimes r ON r.user_id = y.user_id AND r.year = y.year
  WHERE y.user_id = ${USER}`;

/**
 * Returns the regime that somebody chose for a year; null if nobody did. One that is not stored as chosen was set by an operator of a release
 * before choices were stored.
 */
export function chosenRegimeOf({ chosenRegime, chosenBy, ...row }: RegimeRow): RegimeRecord | null {
  const { year, regime } = row;
  if (chosenBy !== null && chosenRegime === regime) return { ...row, chosenBy };
  if (regime === 'NORMAAL_BEHEER') return null;
  return { year, regime, chosenBy: 'OPERATOR', ...NO_ANSWERS, chosenAt: null, chosenVia: null };
}
