/** Work that a failover interrupts: an import, a large run, an erasure, a migration. It must be done in the end, by itself or when it is repeated. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eraseUser } from '../../../deploy/ctx/erase.ts';
import { migrate } from '../../../deploy/stack/migrate.ts';
import { connected, event, importLines, waitFor } from '../../e2e/stack.ts';
import { createOnlooker, type TestUser } from '../cast.ts';
import { differencesFromNothing } from '../figures.ts';
import { look } from '../poller.ts';
import { RUN_GATE, type Round } from '../round.ts';

/** Brings the work to its middle; returns what to do once the primary is replaced. It reports what is wrong to the round. */
export type InterruptedWork = (round: Round) => Promise<() => Promise<void>>;

/** Lower than the number of events of each user, so that every run is a large one. */
export const LARGE_RUN_EVENTS = 50;

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const FIRST_EVENTS = 20;
const ALL_EVENTS = 500;

function facts(count: number): object[] {
  const acquisition = (_: unknown, index: number): object =>
    event(`E${String(index)}`, 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '100');
  return [ACCOUNT, ...Array.from({ length: count }, acquisition)];
}

/** Interrupts an import that has written a part of its events. */
export const importOfEvents: InterruptedWork = async (round) => {
  const { system, nemesis, history } = round;
  const user = await createOnlooker(system, 'importer', facts(FIRST_EVENTS));
  const hold = await system.hold('LOCK TABLE facts.events IN SHARE MODE');
  const interrupted = outcomeOf(importLines(system.stack, user.userId, facts(ALL_EVENTS)));
  await nemesis.blockedBy('corrections', hold.pid);
  round.hit('import interrupted');
  return async () => {
    await hold.release();
    round.notes.push(`import ${await interrupted}`);
    const stored = await countEvents(round, user);
    if (stored !== FIRST_EVENTS && stored !== ALL_EVENTS)
      round.faults.push(`${String(stored)} events are a part of an import`);
    await waitFor(
      async () => !('error' in (await importLines(system.stack, user.userId, facts(ALL_EVENTS)))),
    );
    if ((await countEvents(round, user)) !== ALL_EVENTS)
      round.faults.push('the repeated import is incomplete');
    await waitFor(async () => (await look(user, system.stack.ready().baseUrl, history))?.status === 'IDLE');
    round.faults.push(...(await differencesFromNothing(system, user)));
  };
};

/** Interrupts a run of the large-run worker that has written its figures and not ended. */
export const largeRun: InterruptedWork = async (round) => {
  const { system, nemesis, cast } = round;
  await round.idleMs();
  const hold = await system.hold(RUN_GATE, [cast.probe.userId]);
  await round.correct();
  await nemesis.blockedBy('recalc', hold.pid);
  round.hit('large run interrupted');
  return async () => {
    await hold.release();
    round.notes.push(`IDLE in ${String(await round.idleMs())} ms`);
  };
};

/** Interrupts an erasure that has deleted a part of the user's rows. */
export const erasure: InterruptedWork = async (round) => {
  const { system, nemesis } = round;
  const user = await createOnlooker(system, 'erased', facts(FIRST_EVENTS));
  const erase = (): Promise<object> =>
    connected(system.stack, (connection) => eraseUser(connection, Number(user.userId)));
  const hold = await system.hold('SELECT FROM facts.events WHERE user_id = $1 FOR UPDATE', [user.userId]);
  const interrupted = outcomeOf(erase());
  await nemesis.blockedBy('corrections', hold.pid);
  round.hit('erasure interrupted');
  return async () => {
    await hold.release();
    const how = await interrupted;
    round.notes.push(`erasure ${how}`);
    const stored = await countEvents(round, user);
    if (stored !== FIRST_EVENTS && stored !== 0)
      round.faults.push(`${String(stored)} events are left of an erasure`);
    if (stored > 0) await erase();
    const left = await tablesWithRows(round, user);
    if (left.length > 0) round.faults.push(`after the erasure rows are left in ${left.join(', ')}`);
  };
};

const MIGRATIONS = fileURLToPath(new URL('../../../deploy/migrations', import.meta.url));
const NEXT = '9000_interrupted';
const NEXT_SQL = `-- Up Migration
CREATE TABLE corrections.interrupted_first (user_id bigint PRIMARY KEY);
SELECT pg_sleep(5);
CREATE TABLE corrections.interrupted_last (user_id bigint PRIMARY KEY);
`;

/** Interrupts a migration that has made one of its two tables. */
export const migration: InterruptedWork = async (round) => {
  const { system } = round;
  const folder = mkdtempSync(join(tmpdir(), 'ctx-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, `${NEXT}.sql`), NEXT_SQL);
  const work = async (): Promise<object> => ({
    ran: await migrate(system.stack.ready().postgres.url, folder),
  });
  const interrupted = outcomeOf(work());
  await waitFor(
    async () =>
      (await system.sql("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'", [])).length > 0,
  );
  round.hit('migration interrupted');
  return async () => {
    const how = await interrupted;
    round.notes.push(`migration ${how}`);
    const made = async (): Promise<number> =>
      (await system.sql("SELECT FROM pg_tables WHERE tablename LIKE 'interrupted_%'", [])).length;
    if (how !== 'failed' || (await made()) !== 0) round.faults.push('a part of a migration is left');
    await work();
    if ((await made()) !== 2) round.faults.push('the repeated migration is incomplete');
    rmSync(folder, { recursive: true });
  };
};

const outcomeOf = (work: Promise<object>): Promise<string> =>
  work.then(
    (printed) => ('error' in printed ? 'rejected' : 'done'),
    () => 'failed',
  );

async function countEvents({ system }: Round, { userId }: TestUser): Promise<number> {
  return (await system.sql('SELECT FROM facts.events WHERE user_id = $1', [userId])).length;
}

/** Returns the tables that have rows of a user. */
async function tablesWithRows({ system }: Round, { userId }: TestUser): Promise<string[]> {
  const tables = await system.sql<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND a.attname = 'user_id' AND NOT a.attisdropped AND NOT c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await system.sql(`SELECT FROM ${name} WHERE user_id = $1 LIMIT 1`, [userId])).length > 0)
      found.push(name);
  return found;
}
