/** What computed figures would change in the stored ones: read in the snapshot of a preview, and never written. */
import { type IssueType, SEVERITIES, type Severity } from '@ctx/domain/issues';
import type { Client } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';
import {
  differenceOfYears,
  isNoDifference,
  noDifference,
  type YearDifference,
} from '../engine/figures/years.ts';
import type { EngineOutputs, Issue } from '../engine/types.ts';
import { readYears, yearAfter } from '../save/years.ts';
import { ISSUES } from '../tables/events-and-years.ts';
import { isFrozenRow } from '../tables/table.ts';
import { rowsOf } from '../tables/sql.ts';

/** The differences between computed and stored figures. */
export interface Effect {
  /** Years with a difference. */
  readonly years: ReadonlyMap<number, YearDifference>;
  readonly issues: IssueChanges;
  /** What was computed; null where values alone were. */
  readonly outputs: EngineOutputs | null;
}

/** Issues that would be new, and issues that would be gone. */
export interface IssueChanges {
  readonly appear: readonly ShownIssue[];
  readonly disappear: readonly ShownIssue[];
}

/** What a preview says of an issue. */
export interface ShownIssue {
  readonly id: string;
  readonly type: IssueType;
  readonly severity: Severity;
  readonly year: number | null;
  readonly eventId: string | null;
  readonly assetKey: string | null;
}

type IssueCells = Omit<ShownIssue, 'severity'> & { readonly severity: number };

/** Compares computed issues with the stored issues `t` that they stand for. */
export async function issueChanges(
  client: Client,
  userId: number,
  computed: readonly Issue[],
  standsFor: Sql,
): Promise<IssueChanges> {
  const stored = await rowsOf<IssueCells>(
    client,
    sql`SELECT t.issue_id AS id, t.issue_type AS type, t.severity, t.year, t.event_id AS "eventId", t.asset_key AS "assetKey"
      FROM figures.issues t WHERE t.user_id = ${userId} AND ${standsFor} ORDER BY t.issue_id`,
  );
  const before = new Set(stored.map(({ id }) => id));
  const now = new Map(computed.map((issue) => [String(ISSUES.rowOf(issue)[0]), issue]));
  return {
    appear: [...now]
      .filter(([id]) => !before.has(id))
      .map(([id, { type, severity, year, eventId, assetKey }]) => ({
        id,
        type,
        severity,
        year,
        eventId,
        assetKey,
      })),
    disappear: stored
      .filter(({ id }) => !now.has(id))
      .map((row) => ({ ...row, severity: SEVERITIES[row.severity] ?? 'LOW' })),
  };
}

/** Returns the effect of figures that were all computed, but for those of submitted years. */
export async function effectOfEverything(
  client: Client,
  userId: number,
  outputs: EngineOutputs,
  frozenYears: readonly number[],
): Promise<Effect> {
  const stored = await readYears(client, userId);
  const now = new Map(outputs.years.map((figures) => [figures.year, figures]));
  const years = new Map<number, YearDifference>();
  for (const year of new Set([...stored.keys(), ...now.keys()])) {
    if (frozenYears.includes(year)) continue;
    const difference = differenceOfYears(now.get(year) ?? noDifference(), yearAfter(stored.get(year), year));
    if (!isNoDifference(difference)) years.set(year, difference);
  }
  const isLive = sql`NOT ${isFrozenRow(ISSUES, frozenYears)}`;
  return { years, outputs, issues: await issueChanges(client, userId, outputs.issues, isLive) };
}
