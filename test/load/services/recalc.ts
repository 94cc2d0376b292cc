/** `load:recalc`: a backlog of users that wait for a full run, by one worker and by two. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Bed } from '../bed/bed.ts';
import { ownGround, SMALL } from '../bed/ground.ts';
import { profile, type ProfileRow } from '../bed/profile.ts';
import { Watch, watchMachine } from '../bed/processes.ts';
import { countOf } from '../drivers/driver.ts';
import { percentiles } from '../drivers/program.ts';
import type { Measurement } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { soak } from '../soak.ts';
import { judge, type JudgedTarget } from '../targets.ts';

export const HELP = `npm run load:recalc [-- options]

Measures how fast recalc works through a backlog of users (--users, default 1,000) with 1,000 events each. Each run is the
user's first: it loads the facts, computes everything and writes every figure. All requests are in NATS before a worker starts.
First with one worker, then with two on the same cores, then the same users again with nothing to write. Throughput is in users
a second; p50 and p99 are of single runs.
`;

const USERS = 1000;

/** Runs the test; throws where nothing could be measured. */
export async function run(options: Options): Promise<Report> {
  const ground = await ownGround(options);
  try {
    options.say('making users …');
    const users = await ground.smallUsers(options.users || USERS);
    return await measureAll(ground.bed, users, options);
  } finally {
    await ground.remove();
  }
}

async function measureAll(bed: Bed, users: readonly number[], options: Options): Promise<Report> {
  for (const name of ['gateway', 'read']) await bed.served(name).stop();
  const expected = await fingerprints(bed, users);
  const first = async (name: string, workers: readonly string[]): Promise<Backlog> => {
    options.say(`${name} …`);
    await forgetFigures(bed, users);
    return backlog(bed, users, { name, workers, expected });
  };
  const one = await first('first runs, one worker', ['recalc']);
  const same = await backlog(bed, users, {
    name: 'runs that change nothing, one worker',
    workers: ['recalc'],
    expected,
  });
  const memory = await soakRuns(bed, users, options, expected);
  const profiled = options.profile ? await profileRuns(bed, users, options, expected) : null;
  await bed.serve('recalc', { key: 'recalc-2' });
  const two = await first('first runs, two workers', ['recalc', 'recalc-2']);
  const isWhole = users.length === USERS;
  const but = isWhole ? (one.line.void ?? two.line.void) : `${String(users.length)} users`;
  return {
    suite: 'recalc',
    main: one.line,
    lines: [one.line, same.line, ...memory.lines, two.line],
    targets: [
      judge('backlog', one.seconds, but),
      judge('secondWorker', two.line.throughput / one.line.throughput, but),
      ...memory.targets,
    ],
    figures: {
      'seconds, first runs, one worker': one.seconds,
      'seconds, first runs, two workers': two.seconds,
      'events a second, one worker': one.line.throughput * SMALL.events,
    },
    profile: profiled,
  };
}

/** How a backlog was served. */
export interface Backlog {
  readonly line: Measurement;
  readonly seconds: number;
}

interface ExpectedRun {
  readonly name: string;
  readonly workers: readonly string[];
  /** Fingerprints of figures by user: a run must come to the same ones again. */
  readonly expected: ReadonlyMap<number, string>;
}

const LOOK_MS = 20;
const RELAY_MS_MAX = 120_000;

/** Workers stand still until every request is in NATS. */
export async function backlog(
  bed: Bed,
  users: readonly number[],
  { name, workers, expected }: ExpectedRun,
): Promise<Backlog> {
  const pids = workers.map((key) => bed.served(key).pid);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await bed.owner.query('SELECT corrections.request_run(u, true) FROM unnest($1::bigint[]) AS u', [users]);
    await waitUntil(bed, 'SELECT FROM corrections.outbox LIMIT 1', [], RELAY_MS_MAX);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  const service = Watch.of(pids);
  const database = Watch.of([bed.databasePid], true);
  const machine = watchMachine();
  const startedAt = performance.now();
  await waitUntil(bed, UNSERVED, [users], WAIT_MS_MAX);
  const seconds = (performance.now() - startedAt) / 1000;
  const [used, usedDatabase, busy] = [service?.stop(), database?.stop(), machine()];
  const { rows } = await bed.owner.query<{ ms: number }>(
    'SELECT duration_ms::float8 AS ms FROM figures.versions WHERE user_id = ANY($1)',
    [users],
  );
  const found = await fingerprints(bed, users);
  const wrong = users.filter((userId) => found.get(userId) !== expected.get(userId)).length;
  const known = (used?.cpu ?? 0) + (usedDatabase?.cpu ?? 0);
  const line = {
    name,
    unit: 'users',
    throughput: users.length / seconds,
    ...percentiles(rows.map(({ ms }) => ms)),
    ...countOf({ 'the run failed three times': await countParked(bed, users) }),
    wrong,
    void: wrong > 0 ? `${String(wrong)} other figures` : null,
    cpu: {
      service: used?.cpu ?? null,
      driver: null,
      database: usedDatabase?.cpu ?? null,
      others: busy === null ? null : Math.max(0, busy - known),
    },
    rss: used === undefined ? null : { start: used.rssStartMb, end: used.rssEndMb },
  };
  return { line, seconds };
}

const UNSERVED = `SELECT FROM corrections.recalc_state
  WHERE user_id = ANY($1) AND status <> 'IDLE' AND parked_error IS NULL LIMIT 1`;
const WAIT_MS_MAX = 1_800_000;

/** Waits until a statement has no row. */
async function waitUntil(bed: Bed, text: string, values: unknown[], msMax: number): Promise<void> {
  const giveUpAt = performance.now() + msMax;
  while ((await bed.owner.query(text, values)).rowCount !== 0) {
    if (performance.now() > giveUpAt) throw new Error(`${text}: still so after ${String(msMax)} ms`);
    await pause(LOOK_MS);
  }
}

async function countParked(bed: Bed, users: readonly number[]): Promise<number> {
  const text = 'SELECT FROM corrections.recalc_state WHERE user_id = ANY($1) AND parked_error IS NOT NULL';
  return (await bed.owner.query(text, [users])).rowCount ?? 0;
}

/** Returns the fingerprints of the users' figures. */
export async function fingerprints(bed: Bed, users: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await bed.owner.query<{ user_id: string; print: string }>(
    'SELECT user_id, output_fingerprint AS print FROM figures.versions WHERE user_id = ANY($1)',
    [users],
  );
  return new Map(rows.map(({ user_id, print }) => [Number(user_id), print]));
}

/** As users who were never computed: nothing of them in the schema of the figures. */
export async function forgetFigures(bed: Bed, users: readonly number[]): Promise<void> {
  const { rows } = await bed.owner.query<{ name: string }>(
    `SELECT table_schema || '.' || quote_ident(table_name) AS name FROM information_schema.columns
      WHERE table_schema = 'figures' AND column_name = 'user_id'
        AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_schema = 'figures' AND table_type = 'BASE TABLE')`,
  );
  for (const { name } of rows) await bed.owner.query(`DELETE FROM ${name} WHERE user_id = ANY($1)`, [users]);
  await bed.owner.query('VACUUM ANALYZE');
}

async function soakRuns(
  bed: Bed,
  users: readonly number[],
  options: Options,
  expected: ExpectedRun['expected'],
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  if (options.soak === 0) return { lines: [], targets: [] };
  const endsAt = performance.now() + options.soak * 1000;
  options.say(`backlogs for ${String(options.soak)} s …`);
  const { result, growth } = await soak([bed.served('recalc').pid], async () => {
    for (;;) {
      const { line } = await backlog(bed, users, {
        name: 'steady load, one worker',
        workers: ['recalc'],
        expected,
      });
      if (performance.now() > endsAt) return line;
    }
  });
  return { lines: [result], targets: [judge('recalcMemory', growth, result.void)] };
}

async function profileRuns(
  bed: Bed,
  users: readonly number[],
  options: Options,
  expected: ExpectedRun['expected'],
): Promise<ProfileRow[]> {
  options.say('profile …');
  await forgetFigures(bed, users);
  const profiling = backlog(bed, users, { name: 'profiled', workers: ['recalc'], expected });
  // It answers once its worker may continue.
  const rows = await profile(bed.served('recalc'), options.seconds);
  await profiling;
  return rows;
}
