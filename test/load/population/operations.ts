/** What runs for all users: the scheduler sweep, the cleanup, the self-check, a backlog, and figures of another engine version. */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { streamFacts } from '../../../deploy/ctx/import-stream.ts';
import { checkFigures } from '../../../deploy/ctx/recalc-check.ts';
import { correctionsCleanups } from '../../../services/corrections/src/store/cleanup.ts';
import { identityCleanups } from '../../../services/gateway/src/identity/cleanup.ts';
import { ENGINE_VERSION } from '../../../services/recalc/src/engine/version.ts';
import { createPool, type Pool } from '@ctx/platform/postgres';
import type { ServiceName } from '../../../deploy/stack/secrets.ts';
import type { Bed } from '../bed/bed.ts';
import type { Ground } from '../bed/ground.ts';
import { ASSETS, untilIdle, YEAR } from '../bed/users.ts';
import { backlog, fingerprints } from '../services/recalc.ts';
import {
  clearDeadImports,
  dueUsers,
  hasOtherVersions,
  readQueue,
  requestOutdated,
  retryParked,
} from '../../../services/recalc/src/state.ts';
import { median, msOf } from './requests.ts';

const TURNS = 7;
const ROWS_MAX = 1000;
const USERS_MAX = 100;
const AUDIT_DAYS = 365;
const LOOK_MS = 50;
const WAIT_MS_MAX = 1_800_000;

/** Medians in ms of work that finds nothing to do. */
export interface Idle {
  /** All statements of a scheduler sweep, after its first. */
  readonly sweep: number;
  /** The search of the first sweep, for users with figures of another engine version. */
  readonly outdated: number;
  /** The figures of the queue, for the metrics. */
  readonly queue: number;
  /** The choice of the next user of the self-check. */
  readonly nextToCheck: number;
  /** All statements of a cleanup pass of gateway and corrections. */
  readonly cleanup: number;
}

/** Measures statements over all users, as the roles that execute them. */
export async function idleWork(bed: Bed): Promise<Idle> {
  return withPool(bed, 'recalc', async (recalc) => ({
    sweep: await medianOf(async () => {
      await clearDeadImports(recalc);
      await retryParked(recalc);
      await hasOtherVersions(recalc, ENGINE_VERSION);
      await dueUsers(recalc, USERS_MAX);
    }),
    outdated: await medianOf(() => requestOutdated(recalc, ENGINE_VERSION, USERS_MAX)),
    queue: await medianOf(() => readQueue(recalc, true)),
    nextToCheck: await medianOf(() =>
      recalc.query("SELECT user_id FROM corrections.next_to_check(now() - interval '1 s', $1)", [
        ENGINE_VERSION,
      ]),
    ),
    cleanup: await withPool(bed, 'corrections', (corrections) =>
      withPool(bed, 'gateway', (gateway) => {
        const cleanups = [
          ...identityCleanups(gateway, AUDIT_DAYS),
          ...correctionsCleanups(corrections, AUDIT_DAYS, AUDIT_DAYS),
        ];
        return medianOf(async () => {
          for (const { clear } of cleanups) await clear(ROWS_MAX);
        });
      }),
    ),
  }));
}

async function withPool<Result>(
  bed: Bed,
  name: ServiceName,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({
    url: bed.urlOf(name),
    name: 'load',
    connectionsMax: 1,
    onError: () => undefined,
  });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) times.push(await msOf(work));
  return median(times);
}

const PRICED_ASSETS = 50;

/**
 * Returns the milliseconds in which the shared prices of one day in the users' histories are imported, for 50 assets, five of which everybody
 * holds. Throws where a run is requested: every event has a value, so the prices change no figure.
 */
export async function pricesOfDay(on: Ground, day: number): Promise<number> {
  const others = Array.from({ length: PRICED_ASSETS - ASSETS.length }, (_, index) => `OTHER${String(index)}`);
  const at = new Date(Date.UTC(YEAR, 5, day)).toISOString();
  const lines = [...ASSETS, ...others].map(
    (assetKey) => `${JSON.stringify({ kind: 'price', assetKey, at, eur: '123.45' })}\n`,
  );
  const header = { sharedPrices: true, replaceAccountRef: null, removalConfirmed: false };
  const request = { userId: 0, header, source: Readable.from([Buffer.from(lines.join(''))]) };
  const progress = { sent: () => undefined, phase: () => undefined };
  const startedAt = performance.now();
  const { counts, recalc } = await streamFacts(on.operator(), request, progress);
  if (counts['price']?.added !== PRICED_ASSETS) throw new Error('not every price was new');
  if (recalc !== 'NOT_NEEDED') throw new Error('prices that change no figure requested a run');
  return performance.now() - startedAt;
}

/** Returns the milliseconds that the check of one user took. Throws where stored figures differ from recomputed ones. */
export async function check(on: Ground, users: readonly number[]): Promise<number> {
  const connection = on.operator();
  const times: number[] = [];
  for (const userId of users) times.push(await msOf(() => checkFigures(connection, userId)));
  return median(times);
}

/** Returns the milliseconds per user in which a backlog of full runs is served. Throws where a run comes to other figures. */
export async function backlogOf(bed: Bed, users: readonly number[]): Promise<number> {
  const expected = await fingerprints(bed, users);
  const { line, seconds } = await backlog(bed, users, { name: '', workers: ['recalc'], expected });
  if (line.wrong + line.errors > 0) throw new Error(line.void ?? 'a run failed');
  return (seconds / users.length) * 1000;
}

/** Returns the milliseconds per user in which figures of another engine version are renewed, from the request that a sweep makes. */
export async function newVersion(bed: Bed, users: readonly number[]): Promise<number> {
  const expected = await fingerprints(bed, users);
  await bed.owner.query(
    'UPDATE figures.versions SET engine_version = engine_version - 1 WHERE user_id = ANY($1)',
    [users],
  );
  const startedAt = performance.now();
  await withPool(bed, 'recalc', async (recalc) => {
    while ((await requestOutdated(recalc, ENGINE_VERSION, USERS_MAX)).length > 0);
  });
  const text = 'SELECT FROM figures.versions WHERE user_id = ANY($1) AND engine_version <> $2 LIMIT 1';
  while ((await bed.owner.query(text, [users, ENGINE_VERSION])).rowCount !== 0) {
    if (performance.now() - startedAt > WAIT_MS_MAX)
      throw new Error('figures of another engine version remain');
    await pause(LOOK_MS);
  }
  const ms = (performance.now() - startedAt) / users.length;
  await expectSame(bed, expected);
  return ms;
}

/** Returns the median of the milliseconds in which every row of a user's figures is written again. Throws where figures changed. */
export async function rebuild(on: Ground, users: readonly number[]): Promise<number> {
  const expected = await fingerprints(on.bed, users);
  const times: number[] = [];
  const connection = on.operator();
  const request = connection.recalc.requestFullRun.bind(connection.recalc);
  const rewrite = async (userId: number): Promise<void> => {
    await connection.call(request, { rewrite: true }, userId, WAIT_MS_MAX);
    await untilIdle(connection, userId);
  };
  for (const userId of users) times.push(await msOf(() => rewrite(userId)));
  await expectSame(on.bed, expected);
  return median(times);
}

async function expectSame(bed: Bed, expected: ReadonlyMap<number, string>): Promise<void> {
  const found = await fingerprints(bed, [...expected.keys()]);
  for (const [userId, print] of expected)
    if (found.get(userId) !== print) throw new Error(`the figures of user ${String(userId)} changed`);
}
