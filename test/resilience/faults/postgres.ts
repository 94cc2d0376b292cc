/** S3 and P1 to P4: PostgreSQL freezes, stops at once, drops sessions, has no free connection, or waits for locks. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '../../e2e/stack.ts';
import { createCrowd, NO_SLOT } from '../cast.ts';
import { OF_NOBODY } from '../corrections.ts';
import type { Fault, Round } from '../round.ts';

/** How long PostgreSQL is frozen: once shorter than a service waits for a response, and once longer. */
const STILL_MS = [
  [2000, 5000],
  [7000, 10_000],
] as const;

async function standStill(round: Round): Promise<void> {
  const { nemesis, draws } = round;
  for (const [leastMs, mostMs] of STILL_MS) {
    await round.correct();
    const { done } = round.begin();
    const server = await nemesis.freezePostgres();
    const ms = draws.between(leastMs, mostMs);
    try {
      await pause(ms);
    } finally {
      server.thaw();
    }
    round.hit(`stopped ${String(ms)} ms`);
    await done;
  }
}

/** Stops PostgreSQL with SIGQUIT: no session may finish, and the next start replays the log. */
async function stopAtOnce(round: Round): Promise<void> {
  await midTransaction(round);
  await justAfterAnswer(round);
}

async function midTransaction(round: Round): Promise<void> {
  const { nemesis, system } = round;
  const hold = await system.hold('LOCK TABLE corrections.answers IN SHARE MODE');
  const { entry, done } = round.begin();
  await nemesis.blockedBy('corrections', hold.pid);
  const { restarted } = nemesis.kill('postgres', 'SIGQUIT');
  await restarted();
  await hold.release();
  if (entry.answer === null) round.hit('mid-transaction');
  await done;
}

/** Stops PostgreSQL just after an acknowledgement: what is acknowledged must be on disk by then. */
async function justAfterAnswer(round: Round): Promise<void> {
  await round.correct();
  const { restarted } = round.nemesis.kill('postgres', 'SIGQUIT');
  round.hit('just after an answer');
  await restarted();
}

async function dropSessions(round: Round): Promise<void> {
  const { system, draws } = round;
  const endMs = performance.now() + draws.between(5000, 8000);
  while (performance.now() < endMs) {
    const dropped = await system.sql(
      `SELECT pg_terminate_backend(pid) FROM (
        SELECT pid FROM pg_stat_activity
        WHERE usename IN ('ctx_gateway', 'ctx_read', 'ctx_corrections', 'ctx_recalc')
        ORDER BY state = 'idle', random() LIMIT $1) victims`,
      [draws.between(1, 3)],
    );
    dropped.forEach(() => {
      round.hit('session dropped');
    });
    await pause(draws.between(20, 120));
  }
}

/** A user has one connection, for at most the 2 s lock timeout. With so many users the pool has none free for 3 s. */
const CROWD = 26;
const NO_CONNECTION = 'database connections exhausted';

/** Makes the corrections of many users wait for one table, until others get no connection. */
async function takeAllConnections(round: Round): Promise<void> {
  const { nemesis, system } = round;
  const log = system.stack.logFile('corrections');
  const rejected = (): number => readFileSync(log, 'utf8').split(NO_CONNECTION).length;
  const before = rejected();
  const crowd = await createCrowd(system, CROWD);
  round.guests.push(...crowd);
  const hold = await system.hold('LOCK TABLE corrections.answers IN ACCESS EXCLUSIVE MODE');
  const pending = crowd.map((user) => round.client(user, NO_SLOT).perform(OF_NOBODY));
  try {
    await nemesis.blockedBy('corrections', hold.pid);
    await waitFor(() => rejected() > before);
    round.hit('no connection for 3 s');
  } finally {
    await hold.release();
  }
  await Promise.all(pending);
}

/** Tables that a correction writes half-way and at its end. */
const TABLES = ['corrections.recalc_state', 'corrections.audit_log', 'corrections.answers'] as const;

/** Locks tables for longer than the lock timeout: corrections get 503 until the table is free again. */
async function lockTables(round: Round): Promise<void> {
  const { system, draws } = round;
  for (const table of TABLES) {
    const hold = await system.hold(`LOCK TABLE ${table} IN SHARE MODE`);
    const { done } = round.begin();
    await pause(draws.between(3000, 6000));
    await hold.release();
    await done;
    round.hit(`${table} locked`);
  }
}

export const POSTGRES_FAULTS: readonly Fault[] = [
  { id: 'S3', title: 'SIGSTOP of PostgreSQL and its backends for seconds', inject: standStill },
  {
    id: 'P1',
    title: 'PostgreSQL stops at once, mid-transaction and just after an answer',
    strikes: 2,
    endsConnections: true,
    inject: stopAtOnce,
  },
  { id: 'P2', title: 'backends ended in a loop', endsConnections: true, inject: dropSessions },
  { id: 'P3', title: 'connection pool of corrections exhausted', strikes: 2, inject: takeAllConnections },
  { id: 'P4', title: 'tables locked for longer than a lock is waited for', inject: lockTables },
];
