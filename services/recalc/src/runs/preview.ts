/** Answers "what if": the figures after a proposed change beside the stored ones. Nothing is written, and no lock is held longer than a read. */
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import { type Client, type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import type { EngineOutputs, YearFigures, YearRegime } from '../engine/types.ts';
import { ENGINE_VERSION } from '../engine/version.ts';
import { emptyYear, readYears, type StoredYear, yearAfter } from '../save/years.ts';
import { readSubmittedYears, type SubmittedYear } from '../submitted/kept-sums.ts';
import type { IssueChanges } from './effect.ts';
import { regimesOf } from './inputs.ts';
import { markedYears, readCircumstances, readMarkers } from '../tables/markers.ts';
import { rowsOf } from '../tables/sql.ts';
import { type RunInput, prepareFirst } from './strategies.ts';

/** A year before and after a proposed change. Equal where the change does not reach it. */
export interface PreviewedYear {
  readonly before: YearFigures;
  readonly after: YearFigures;
  readonly isLocked: boolean;
}

/** What a proposed change would do. */
export interface Preview {
  /** All years with figures before or after, oldest first. */
  readonly years: readonly PreviewedYear[];
  /** Years whose regime is SPECULATIEF before and after the change, with or without events. */
  readonly speculative: { readonly before: ReadonlySet<number>; readonly after: ReadonlySet<number> };
  readonly submitted: ReadonlySet<number>;
  /** The submitted years that keep sums over years, oldest first. */
  readonly kept: readonly SubmittedYear[];
  readonly unlocked: ReadonlySet<number>;
  /** By year. */
  readonly circumstances: ReadonlyMap<number, CircumstancesRecord>;
  readonly issues: IssueChanges;
  /** What was computed; null where values alone were. */
  readonly outputs: EngineOutputs | null;
}

/**
 * Computes with proposed rows in place of the stored ones, and compares with the stored figures. Returns NOT_CURRENT while these are not
 * of the newest facts and corrections, and LARGE where more than `eventsMax` events would be computed.
 */
export async function previewOf(
  pool: Pool,
  userId: number,
  asked: RunInput,
): Promise<Preview | 'NOT_CURRENT' | 'LARGE'> {
  return snapshotAsUser(pool, userId, async (client) => {
    if (!(await isCurrent(client, userId))) return 'NOT_CURRENT';
    const prepared = await prepareFirst(client, userId, asked);
    if (prepared === 'LARGE') return prepared;
    const { years: differences, ...effect } = await prepared.finish().effect(client);
    const stored = await readYears(client, userId);
    const { speculative: before, unlocked, submitted } = markedYears(await readMarkers(client, userId));
    const circumstances = await readCircumstances(client, userId);
    const speculative = { before, after: await speculativeAfter(client, userId, asked) };
    const known = (year: number, side: keyof typeof speculative): StoredYear => {
      const regime = speculative[side].has(year) ? 'SPECULATIEF' : 'NORMAAL_BEHEER';
      return { ...(stored.get(year) ?? emptyYear(year, regime)), regime };
    };
    const years = [...new Set([...stored.keys(), ...differences.keys()])].toSorted((a, b) => a - b);
    return {
      ...effect,
      speculative,
      unlocked,
      circumstances: new Map(circumstances.map((row) => [row.year, row])),
      submitted,
      kept: await readSubmittedYears(client, userId),
      years: years.map((year) => ({
        before: yearAfter(known(year, 'before'), year),
        after: yearAfter(known(year, 'after'), year, differences.get(year)),
        isLocked: !unlocked.has(year),
      })),
    };
  });
}

/** Returns the years whose regime is SPECULATIEF once the proposed rows are stored. */
async function speculativeAfter(
  client: Client,
  userId: number,
  { proposal }: RunInput,
): Promise<ReadonlySet<number>> {
  const regimes = await rowsOf<YearRegime>(client, regimesOf(userId, proposal));
  return new Set(regimes.filter(({ regime }) => regime === 'SPECULATIEF').map(({ year }) => year));
}

/** Tells whether the stored figures are of this version of the engine and of everything that is stored. */
export async function isCurrent(client: Client, userId: number): Promise<boolean> {
  const [row] = await rowsOf<{ isCurrent: boolean }>(
    client,
    sql`SELECT coalesce((SELECT s.status FROM corrections.recalc_state s WHERE s.user_id = ${userId}), 'IDLE') = 'IDLE'
      AND NOT EXISTS (SELECT FROM figures.versions v WHERE v.user_id = ${userId} AND v.engine_version <> ${ENGINE_VERSION})
      AS "isCurrent"`,
  );
  return row?.isCurrent === true;
}
