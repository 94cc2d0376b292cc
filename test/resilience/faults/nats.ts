/** S4 and N1 to N7: NATS is frozen or down, or has lost data. Corrections must continue, and runs must follow. */
import { setTimeout as pause } from 'node:timers/promises';
import { AckPolicy, DiscardPolicy } from '@nats-io/jetstream';
import { waitFor } from '../../e2e/stack.ts';
import type { Fault, Round } from '../round.ts';

export const STREAM = 'RECALC';
export const CONSUMER = 'recalc-workers';
export const SUBJECT = 'recalc.requested';

async function standStill(round: Round): Promise<void> {
  const { nemesis, draws } = round;
  const nats = nemesis.pidOf('nats');
  nemesis.freeze(nats);
  await round.correct();
  await pause(draws.between(3000, 8000));
  nemesis.thaw(nats);
  round.hit('stopped');
}

/** The probe corrects this often at least while NATS is down. */
const IDLE_PAUSE_MS_MAX = 10_000;
const MINUTE_MS = 60_000;

/** Takes NATS away while clients correct, for `awayMs` after the first run without it. */
async function beAway(round: Round, store: 'kept' | 'wiped', awayMs: number): Promise<void> {
  const { nemesis, draws } = round;
  const nats = nemesis.takeNatsDown();
  const endMs = performance.now() + awayMs;
  await round.correct();
  // While NATS is down, the sweep starts the runs.
  const idleMs = [await round.idleMs()];
  while (performance.now() + IDLE_PAUSE_MS_MAX < endMs) {
    await pause(draws.between(1000, IDLE_PAUSE_MS_MAX));
    await round.correct();
    idleMs.push(await round.idleMs());
  }
  await pause(Math.max(0, endMs - performance.now()));
  round.notes.push(
    `${String(idleMs.length)} runs by the sweep, IDLE in ${String(Math.max(...idleMs))} ms at most`,
  );
  await nats.bringUp(store);
  round.hit(store === 'kept' ? `down ${String(Math.round(awayMs / 1000))} s` : 'store wiped');
  await round.noteWakeUps();
}

/** Purges requests that no worker has seen. */
async function purge(round: Round): Promise<void> {
  const { nemesis, system } = round;
  const recalc = nemesis.pidOf('recalc');
  nemesis.freeze(recalc);
  await round.correct();
  await waitFor(async () => (await round.requests()) === 0);
  const purged = await system.nats((manager) => manager.streams.purge(STREAM));
  if (purged.purged > 0) round.hit('requests purged');
  nemesis.thaw(recalc);
  await round.idleMs();
}

async function deleteConsumer(round: Round): Promise<void> {
  await round.system.nats((manager) => manager.consumers.delete(STREAM, CONSUMER));
  round.hit('consumer deleted');
  await round.correct();
  await round.idleMs();
  await round.noteWakeUps();
}

const POISON: readonly (string | Uint8Array)[] = [
  '',
  'null',
  '[]',
  '{',
  '{"userId":"1"}',
  '{"userId":-1}',
  '{"userId":1e99}',
  '{"userId":999999999}',
  '{"userId":9007199254740991}',
  '{"__proto__":{"userId":1}}',
  new Uint8Array([0xff, 0xfe, 0x00]),
  'x'.repeat(900_000),
];

async function poison(round: Round): Promise<void> {
  const { system, draws } = round;
  await system.nats(async (_manager, connection) => {
    for (let count = 0; count < 40; count += 1) {
      connection.publish(SUBJECT, draws.pick(POISON));
      round.hit('poison message');
    }
    await connection.flush();
  });
  await round.noteWakeUps();
}

const FILLER_BYTES = 900_000;

/** Makes the stream reject new requests, and then drop the oldest ones to make room for other messages. */
async function fill(round: Round): Promise<void> {
  const { nemesis, system } = round;
  const recalc = nemesis.pidOf('recalc');
  const { config } = await system.nats((manager) => manager.streams.info(STREAM));
  nemesis.freeze(recalc);
  await round.correct();
  await system.nats(async (manager, connection) => {
    await manager.streams.update(STREAM, { ...config, discard: DiscardPolicy.New, max_msgs: 1 });
    connection.publish(SUBJECT, 'full');
    await connection.flush();
  });
  await round.correct();
  round.hit('request rejected');
  await system.nats(async (manager, connection) => {
    await manager.streams.update(STREAM, config);
    const filler = new Uint8Array(FILLER_BYTES);
    for (let bytes = 0; bytes < config.max_bytes; bytes += FILLER_BYTES) connection.publish(SUBJECT, filler);
    await connection.flush();
    const { state } = await manager.streams.info(STREAM);
    if (state.bytes + FILLER_BYTES > config.max_bytes) round.hit('oldest requests dropped');
  });
  await round.correct();
  nemesis.thaw(recalc);
  await round.idleMs();
  await round.noteWakeUps();
}

/** Tells whether the work queue and its consumer exist; if not, the harness restarts the services that use them. */
export async function hasWorkQueue(round: Pick<Round, 'system'>): Promise<boolean> {
  return round.system.nats(async (manager) => {
    try {
      return (await manager.consumers.info(STREAM, CONSUMER)).config.ack_policy === AckPolicy.Explicit;
    } catch {
      return false;
    }
  });
}

export const NATS_FAULTS: readonly Fault[] = [
  { id: 'S4', title: 'SIGSTOP of NATS for seconds', strikes: 2, isUnseen: true, inject: standStill },
  {
    id: 'N1',
    title: 'NATS down for five minutes',
    isUnseen: true,
    inject: (round) => beAway(round, 'kept', 5 * MINUTE_MS),
    injectShort: (round) => beAway(round, 'kept', 3000),
  },
  {
    id: 'N2',
    title: 'NATS down, its store wiped',
    isUnseen: true,
    inject: (round) => beAway(round, 'wiped', round.draws.between(2000, 6000)),
  },
  { id: 'N3', title: 'stream purged', strikes: 2, isUnseen: true, inject: purge },
  { id: 'N4', title: 'consumer deleted', isUnseen: true, inject: deleteConsumer },
  { id: 'N6', title: 'poison messages on recalc.requested', isUnseen: true, inject: poison },
  { id: 'N7', title: 'stream full', isUnseen: true, inject: fill },
];
