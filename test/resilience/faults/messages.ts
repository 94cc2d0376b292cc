/** N5 and N8: requests that come several times and in another order, and requests that NATS delivers no more. */
import { jetstream } from '@nats-io/jetstream';
import { waitFor } from '../../e2e/stack.ts';
import { shuffled } from '../random.ts';
import type { Fault, Round } from '../round.ts';
import { CONSUMER, STREAM, SUBJECT } from './nats.ts';

const REPEATS = 5;
const REPEATED_MIN = 2;

/** Replaces the requests in the stream by five copies of each in random order. */
async function repeatAndReorder(round: Round): Promise<void> {
  const { nemesis, system, cast, draws } = round;
  const recalc = nemesis.pidOf('recalc');
  nemesis.freeze(recalc);
  for (const { index } of cast.probe.slots) await round.correct(index);
  await waitFor(async () => (await round.requests()) === 0);
  await system.nats(async (manager, connection) => {
    const { state } = await manager.streams.info(STREAM);
    const bodies: Uint8Array[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(STREAM, { seq });
      if (message !== null && message.subject === SUBJECT) bodies.push(message.data);
    }
    await manager.streams.purge(STREAM);
    const copies = bodies.flatMap((body) => Array.from({ length: REPEATS }, () => body));
    // Without the id of the original, by which NATS would drop a copy.
    for (const body of shuffled(draws, copies)) connection.publish(SUBJECT, body);
    await connection.flush();
    if (bodies.length >= REPEATED_MIN) round.hit(`${String(bodies.length)} requests five times, reordered`);
  });
  nemesis.thaw(recalc);
  await round.idleMs();
  await round.noteWakeUps();
}

const FETCH_MS = 1000;

/** Rejects each delivery of a request until NATS gives up on it: the message stays in the stream, and the sweep starts the run. */
async function useUpDeliveries(round: Round): Promise<void> {
  const { nemesis, system, cast } = round;
  const recalc = nemesis.pidOf('recalc');
  const body = JSON.stringify({ userId: Number(cast.probe.userId) });
  nemesis.freeze(recalc);
  await system.nats(async (manager, connection) => {
    const consumerInfo = () => manager.consumers.info(STREAM, CONSUMER);
    const { config } = await consumerInfo();
    // The frozen worker has asked for some messages. Once these are delivered, the next ones come to this harness.
    await waitFor(async () => {
      const { num_pending: pending, num_waiting: waiting } = await consumerInfo();
      return pending > 0 || waiting === 0;
    });
    await round.correct();
    const consumer = await jetstream(connection).consumers.get(STREAM, CONSUMER);
    let deliveries = 0;
    await waitFor(async () => {
      for await (const message of await consumer.fetch({ max_messages: 20, expires: FETCH_MS })) {
        if (message.string() === body) deliveries = Math.max(deliveries, message.info.deliveryCount);
        message.nak();
      }
      return deliveries >= (config.max_deliver ?? 1);
    });
    round.hit(`rejected ${String(deliveries)} times`);
  });
  nemesis.thaw(recalc);
  round.notes.push(`IDLE by the sweep in ${String(await round.idleMs())} ms`);
  await round.noteWakeUps();
}

export const MESSAGE_FAULTS: readonly Fault[] = [
  {
    id: 'N5',
    title: 'each message five times, in random order',
    isUnseen: true,
    inject: repeatAndReorder,
  },
  { id: 'N8', title: 'every delivery of a message used up', isUnseen: true, inject: useUpDeliveries },
];
