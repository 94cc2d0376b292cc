/** P5 to P7: a transaction that its client leaves open, a deadlock, and a server without a free session. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SERVICES, stackSecrets } from '../../../deploy/stack/secrets.ts';
import { startSecondGateway } from '../../e2e/second-gateway.ts';
import { waitFor } from '../../e2e/stack.ts';
import { euroValue } from '../corrections.ts';
import type { Fault, Round } from '../round.ts';
import type { System } from '../system.ts';

const STATE_ROW = 'SELECT FROM corrections.recalc_state WHERE user_id = $1 FOR UPDATE';

/** Stops corrections inside a transaction: its user lock must not keep other replicas out for longer than the server allows. */
async function leaveTransactionOpen(round: Round): Promise<void> {
  const { system, nemesis, cast, draws } = round;
  const { userId } = cast.probe;
  const corrections = await system.startExtra('corrections');
  const gateway = await startSecondGateway(system.stack, {
    settings: { CORRECTIONS_ADDRESS: corrections.address },
  });
  try {
    // A run would hold the user lock, so the correction could not get that far.
    await round.idleMs();
    const hold = await system.hold(STATE_ROW, [userId]);
    const { done } = round.begin();
    await nemesis.blockedBy('corrections', hold.pid);
    const backend = await nemesis.waitingWithLockOf(userId);
    const stopped = nemesis.pidOf('corrections');
    nemesis.freeze(stopped);
    await hold.release();
    const { slot } = round.probe(1);
    const other = round.client(cast.probe, slot, gateway.baseUrl, `${round.name}-other`);
    const { entry, done: corrected } = other.begin(
      euroValue(slot, draws.pick(slot.buys), draws.between(100, 900_000) / 100),
    );
    await waitFor(() => entry.attempts.length > 0);
    if (entry.attempts[0]?.status === 503) round.hit('correction kept out');
    await nemesis.gone(backend);
    round.hit('idle transaction ended by the server');
    await corrected;
    nemesis.thaw(stopped);
    await done;
  } finally {
    await gateway.stop();
    await corrections.stop();
  }
}

/** Gives the harness's own transaction so long that the server always aborts the correction. */
const LOCKED = "SET LOCAL deadlock_timeout = '60s'; LOCK TABLE corrections.audit_log IN SHARE MODE";

/** Makes a correction and another transaction wait for each other. */
async function deadlock(round: Round): Promise<void> {
  const { system, nemesis, cast } = round;
  const { userId } = cast.probe;
  await round.idleMs();
  const before = countIn(system, 'postgres', 'deadlock detected');
  const hold = await system.hold(LOCKED);
  const { done } = round.begin();
  try {
    await nemesis.waitingWithLockOf(userId);
    await hold.query(STATE_ROW, [userId]);
  } finally {
    await hold.release();
  }
  await done;
  if (countIn(system, 'postgres', 'deadlock detected') > before)
    round.hit('correction aborted by a deadlock');
}

const TOO_MANY_CONNECTIONS = '53300';
const NO_SLOT_LEFT = /remaining connection slots are reserved|too many clients already/;

/** Takes every session of the server, and those of the services as soon as they lose them. */
async function takeAllSessions(round: Round): Promise<void> {
  const { system, draws } = round;
  const rejections = (): number =>
    SERVICES.reduce((sum, name) => sum + countIn(system, name, NO_SLOT_LEFT), 0);
  const before = rejections();
  const taken: pg.Client[] = [];
  try {
    const endMs = performance.now() + draws.between(8000, 12_000);
    while (performance.now() < endMs) {
      await takeSessions(system, taken);
      await system.sql(
        `SELECT pg_terminate_backend(pid) FROM (
          SELECT pid FROM pg_stat_activity WHERE usename ~ '^ctx_' AND usename <> current_user
            AND application_name <> 'nemesis' ORDER BY random() LIMIT 5) victims`,
      );
      await pause(draws.between(20, 120));
    }
  } finally {
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  }
  if (rejections() > before) round.hit('service without a session');
  round.notes.push(`${String(taken.length)} sessions taken`);
}

/** Opens sessions until the server has none left. */
async function takeSessions(system: System, taken: pg.Client[]): Promise<void> {
  const url = new URL(system.stack.ready().postgres.url);
  Object.assign(url, { username: 'ctx_read', password: stackSecrets(system.stack.dataDir).roles.read });
  for (;;) {
    const client = new pg.Client({ connectionString: url.href, application_name: 'nemesis' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch (error) {
      if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS) throw error;
      return;
    }
  }
}

/** Returns how often a text occurs in the log of a part. */
function countIn({ stack }: System, part: string, text: string | RegExp): number {
  return readFileSync(join(stack.dataDir, 'logs', `${part}.log`), 'utf8')
    .split('\n')
    .filter((line) => (typeof text === 'string' ? line.includes(text) : text.test(line))).length;
}

export const SESSION_FAULTS: readonly Fault[] = [
  {
    id: 'P5',
    title: 'corrections stops inside a transaction',
    hasMoreGateways: true,
    inject: leaveTransactionOpen,
  },
  { id: 'P6', title: 'a correction in a deadlock', strikes: 3, inject: deadlock },
  { id: 'P7', title: 'PostgreSQL without a free session', inject: takeAllSessions },
];
