/** What may happen to a replica while people correct and read. */
import { pause } from '@ctx/platform/shutdown';
import type pg from 'pg';
import { scrape, sumOf } from '../../e2e/observing/scrape.ts';
import { isDone, type ReplicaStack, untilNoConflict } from './replica.ts';
import type { Outcome, Workload } from './workload.ts';

/** A state of the replica, or something that is done to it again and again during the load. */
export interface Case {
  readonly id: string;
  readonly title: string;
  /** How long the replica waits before it replays a transaction. */
  readonly delay: string;
  /** How long the replica lets reads delay its recovery before it cancels them; by default 30 s. */
  readonly conflictDelay?: string;
  readonly disturb?: (replica: ReplicaStack) => Promise<void>;
}

/** The values of the metric `ctx_replica_answers_total`. */
const SOURCES = [
  'replica',
  'waited',
  'primary_behind',
  'primary_conflict',
  'primary_unreachable',
  'primary_failed',
  'primary_no_version',
] as const;
export type AnswerSource = (typeof SOURCES)[number];

/** How a load went, and how many calls of the read service each source answered. */
export interface Result {
  readonly outcome: Outcome;
  readonly answers: Readonly<Record<AnswerSource, number>>;
}

/** How much a case reads and corrects. */
export interface Load {
  /** Reads after which the case ends. */
  readonly reads: number;
  /** How many of the people correct; the others only read. */
  readonly correcting: number;
  readonly pauseMs: number;
  /** A further condition for the end of the case, which is waited for during at most thirty times as many reads. */
  readonly isEnough?: (answers: Result['answers']) => boolean;
}

const FURTHER_READS = 30;
const DOWN_MS = 1500;
/** Longer than the read service waits for an answer, and shorter than the time for which it avoids the replica afterwards. */
const FROZEN_MS = 4000;
const UP_MS = 6000;

export const DELAYS: readonly Case[] = [
  { id: 'at-once', title: 'replays at once', delay: '0' },
  { id: 'after-200ms', title: 'replays after 200 ms', delay: '200ms' },
  { id: 'after-5s', title: 'replays after 5 s', delay: '5s' },
];

export const STOPPED: Case = {
  id: 'stopped',
  title: 'is stopped and started',
  delay: '0',
  disturb: async (replica) => {
    await replica.stopServer();
    await pause(DOWN_MS);
    await replica.startServer();
    // Longer than the read service avoids it, so that it is used again.
    await pause(UP_MS);
  },
};

export const FROZEN: Case = {
  id: 'frozen',
  title: 'does not answer',
  delay: '0',
  disturb: async (replica) => {
    await replica.freeze();
    try {
      await pause(FROZEN_MS);
    } finally {
      await replica.thaw();
    }
    await pause(UP_MS);
  },
};

/** How long a lock is held at most. Less than the time that a read waits for a lock on the primary. */
const LOCKED_MS = 300;

export const CONFLICT: Case = {
  id: 'conflict',
  title: 'cancels reads that conflict with recovery',
  delay: '0',
  conflictDelay: '0',
  // A read that waits for the first lock has read the version already, so that it is in the way of the second lock. A change of a user
  // would hold the second lock while it waits for the first one. VACUUM removes rows that a read may still see.
  disturb: (replica) =>
    replica.onPrimary(async (client) => {
      await client.query('BEGIN');
      await client.query(HOLD_CHANGES);
      await client.query('LOCK TABLE figures.events IN ACCESS EXCLUSIVE MODE');
      if (await readWaits(replica)) await lockOrGiveUp(client, 'corrections.recalc_state');
      await client.query('COMMIT');
      await client.query('VACUUM figures.events');
      await pause(LOCKED_MS);
    }),
};

/**
 * Locks a table, unless a read on the primary is in the way: it waits for the other lock, and both would wait until PostgreSQL ends one of
 * them. Nothing is locked in that case.
 */
async function lockOrGiveUp(client: pg.Client, table: string): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${String(LOCKED_MS)}`);
  try {
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    await client.query('ROLLBACK');
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Takes the locks of `lockUser` and of `saveRun` for all users, so that no change and no recalculation is being written. */
const HOLD_CHANGES = `SELECT pg_advisory_xact_lock(user_id), pg_advisory_xact_lock(hashtextextended('figures of ' || user_id, 0))
  FROM corrections.recalc_state`;

/** Waits until a read on the replica waits for a lock; returns false if none does within `LOCKED_MS`. */
function readWaits(replica: ReplicaStack): Promise<boolean> {
  const until = performance.now() + LOCKED_MS;
  const text =
    "SELECT count(*) > 0 AS done FROM pg_locks WHERE NOT granted AND relation = 'figures.events'::regclass";
  return replica.onReplica(async (client) => {
    while (performance.now() < until) if (isDone(await untilNoConflict(client, text))) return true;
    return false;
  });
}

export const CASES: readonly Case[] = [...DELAYS, STOPPED, FROZEN, CONFLICT];

/** Runs the load in one case. The replica ends up running and caught up. */
export async function runCase(
  replica: ReplicaStack,
  workload: Workload,
  { delay, conflictDelay = '30s', disturb }: Case,
  { reads, correcting, pauseMs, isEnough = () => true }: Load,
): Promise<Result> {
  await replica.replayAtOnce();
  await replica.caughtUp();
  await replica.set({ recovery_min_apply_delay: delay, max_standby_streaming_delay: conflictDelay });
  const before = await answersOf(replica);
  const state = { isOver: false };
  let latest = difference(await answersOf(replica), before);
  const watching = (async () => {
    const isFurther = (): boolean => workload.reads < reads * FURTHER_READS && !isEnough(latest);
    while (workload.reads < reads || isFurther()) {
      await pause(100);
      latest = difference(await answersOf(replica), before);
    }
  })();
  const disturbing = (async () => {
    while (!state.isOver && disturb !== undefined) await disturb(replica);
  })();
  const ended = watching.finally(() => {
    state.isOver = true;
  });
  const load = { correcting, pauseMs, isOver: () => state.isOver };
  const [outcome] = await Promise.all([workload.run(load), ended, disturbing]);
  return { outcome, answers: difference(await answersOf(replica), before) };
}

type Answers = Result['answers'];

async function answersOf({ stack }: ReplicaStack): Promise<Answers> {
  const metrics = await scrape(stack, 'read');
  const counts = SOURCES.map((source) => [source, sumOf(metrics, 'ctx_replica_answers_total', { source })]);
  return Object.fromEntries(counts) as Answers;
}

function difference(after: Answers, before: Answers): Answers {
  const counts = SOURCES.map((source) => [source, after[source] - before[source]]);
  return Object.fromEntries(counts) as Answers;
}
