/** What a run changed, for the events that tell of it and for the log. Compared only where somebody asks. */
import type { EventType } from '@ctx/domain/event-types';
import { noteEvent } from '@ctx/platform/note-event';
import type { Client } from '@ctx/platform/postgres';
import { ENGINE_VERSION } from '../engine/version.ts';

/** Events that a run may note. */
const NOTED: readonly EventType[] = ['figures.changed', 'issues.opened'];

/** What is compared after a run. */
interface FiguresBefore {
  /** The version of the engine that the figures are of; null for this one, and without figures. */
  readonly engineVersion: number | null;
  /** Digest of each year; null where nobody asks for the years that change. */
  readonly digests: ReadonlyMap<number, string> | null;
  /** Ids of the issues; null where no webhook asks for events of runs. */
  readonly issues: ReadonlySet<string> | null;
}

/** Reads what the run is compared with. One statement where nobody asks. */
export async function readBefore(client: Client, userId: number): Promise<FiguresBefore> {
  const { rows } = await client.query<{ engineVersion: number | null; isHeard: boolean }>({
    name: 'figures-before',
    text: `SELECT v.engine_version AS "engineVersion", u.is_heard AS "isHeard"
      FROM (SELECT corrections.is_heard($1, $3) AS is_heard) u
        LEFT JOIN figures.versions v ON v.user_id = $1 AND v.engine_version <> $2`,
    values: [userId, ENGINE_VERSION, NOTED],
  });
  const { engineVersion = null, isHeard = false } = rows[0] ?? {};
  return {
    engineVersion,
    digests: engineVersion !== null || isHeard ? await yearDigests(client, userId) : null,
    issues: isHeard ? await issueIds(client, userId) : null,
  };
}

/** Returns the years whose figures differ from `before`, in order. */
export async function changedYears(
  client: Client,
  userId: number,
  before: ReadonlyMap<number, string>,
): Promise<number[]> {
  const now = await yearDigests(client, userId);
  const years = [...new Set([...before.keys(), ...now.keys()])];
  return years.filter((year) => before.get(year) !== now.get(year)).toSorted((a, b) => a - b);
}

/** What a run changed. */
export interface RunChanges {
  readonly years: readonly number[];
  readonly figuresVersion: number;
  readonly issuesBefore: ReadonlySet<string>;
}

/**
 * Notes the events of a run, in the transaction that saves it: they cannot be sent before its figures can be read. Which issues are new
 * stays untold, because those of a locked year would tell of it.
 */
export async function noteChanges(
  client: Client,
  userId: number,
  { years, figuresVersion, issuesBefore }: RunChanges,
): Promise<void> {
  await noteEvent(client, userId, 'figures.changed', { years, figuresVersion });
  const issues = await issueIds(client, userId);
  if ([...issues].some((id) => !issuesBefore.has(id)))
    await noteEvent(client, userId, 'issues.opened', { figuresVersion });
}

async function yearDigests(client: Client, userId: number): Promise<Map<number, string>> {
  const { rows } = await client.query<{ year: number; digest: string }>(
    'SELECT year, digest FROM figures.years WHERE user_id = $1',
    [userId],
  );
  return new Map(rows.map(({ year, digest }) => [year, digest]));
}

async function issueIds(client: Client, userId: number): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT issue_id AS id FROM figures.issues WHERE user_id = $1',
    [userId],
  );
  return new Set(rows.map(({ id }) => id));
}
