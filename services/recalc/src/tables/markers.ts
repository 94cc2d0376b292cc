/** Reads what users and operators state of years: markers, and circumstances. */
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import type { Regime } from '@ctx/domain/vocabulary';
import type { Client } from '@ctx/platform/postgres';
import { CIRCUMSTANCES_COLUMNS } from '@ctx/records/record-sql';
import { raw, sql } from '@ctx/platform/sql';
import { rowsOf } from './sql.ts';

export interface YearMarker {
  readonly year: number;
  readonly paid: boolean;
  readonly submitted: boolean;
  readonly regime: Regime;
}

/** Returns the markers of the user's years. */
export function readMarkers(client: Client, userId: number): Promise<YearMarker[]> {
  return rowsOf<YearMarker>(
    client,
    sql`SELECT y.year, y.paid, y.submitted_at IS NOT NULL AS submitted, y.regime FROM facts.years y WHERE y.user_id = ${userId}`,
  );
}

/** The years that a marker stands for. */
export interface MarkedYears {
  readonly speculative: ReadonlySet<number>;
  readonly unlocked: ReadonlySet<number>;
  readonly submitted: ReadonlySet<number>;
}

/** Returns the years of each marker. */
export function markedYears(markers: readonly YearMarker[]): MarkedYears {
  const yearsWhere = (is: (marker: YearMarker) => boolean): Set<number> =>
    new Set(markers.filter(is).map(({ year }) => year));
  return {
    speculative: yearsWhere(({ regime }) => regime === 'SPECULATIEF'),
    unlocked: yearsWhere(({ paid }) => paid),
    submitted: yearsWhere(({ submitted }) => submitted),
  };
}

/** Returns the circumstances of the user's years. */
export function readCircumstances(client: Client, userId: number): Promise<CircumstancesRecord[]> {
  return rowsOf<CircumstancesRecord>(
    client,
    sql`SELECT ${raw(CIRCUMSTANCES_COLUMNS)} FROM corrections.circumstances c WHERE c.user_id = ${userId}`,
  );
}
