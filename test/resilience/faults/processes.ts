/** C7, S1 and S2: every process is killed again and again, or stopped for shorter and for longer than its callers wait. */
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '../../../deploy/stack/secrets.ts';
import { waitFor } from '../../e2e/stack.ts';
import type { Part } from '../nemesis.ts';
import { shuffled } from '../random.ts';
import type { Fault, Round } from '../round.ts';

const PARTS: readonly Part[] = [...SERVICES, 'postgres', 'nats'];
const PASSES = 2;

/** Kills one process every 2 to 7 s, each of them twice, and each time in the middle of a correction. */
async function killAll(round: Round): Promise<void> {
  const { nemesis, draws } = round;
  const returning = new Map<Part, Promise<void>>();
  const pending = new Map<number, Promise<unknown>>();
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const [index, part] of shuffled(draws, PARTS).entries()) {
      await pause(draws.between(2000, 7000));
      await Promise.all([returning.get(part), pending.get(index)]);
      pending.set(index, round.begin(index).done);
      await pause(draws.between(0, 30));
      const restarted = nemesis.kill(part).restarted();
      restarted.catch(() => undefined);
      returning.set(part, restarted);
      round.hit(`${part} killed`);
    }
  await Promise.all(returning.values());
}

async function stopEachForSeconds(round: Round): Promise<void> {
  const { nemesis, draws } = round;
  for (const service of shuffled(draws, SERVICES)) {
    const { done } = round.begin();
    const pid = nemesis.pidOf(service);
    nemesis.freeze(pid);
    await pause(draws.between(2000, 5000));
    nemesis.thaw(pid);
    round.hit(`${service} stopped`);
    await done;
  }
}

/** The gateway waits 10 s for a read and 15 s for a correction; the rest is for a busy machine. */
const ANSWERED_MS_MAX = 25_000;

/** Stops a service until the gateway has given up waiting for it. */
async function stopPastDeadlines(round: Round): Promise<void> {
  await outlast(round, 'corrections', async () => {
    const { entry, done } = round.begin();
    await waitFor(() => entry.attempts.length > 0, ANSWERED_MS_MAX);
    return { status: entry.attempts[0]?.status ?? null, done };
  });
  await outlast(round, 'read', async () => {
    const { system, cast } = round;
    const { status } = await system.stack.get('/api/v1/summary', await cast.probe.tokens.take());
    return { status, done: Promise.resolve() };
  });
}

/** Stops a service, sends a request that needs it, and resumes it once the request is rejected. */
async function outlast(
  round: Round,
  service: 'corrections' | 'read',
  request: () => Promise<{ status: number | null; done: Promise<unknown> }>,
): Promise<void> {
  const { nemesis } = round;
  const pid = nemesis.pidOf(service);
  nemesis.freeze(pid);
  const startedMs = performance.now();
  const { status, done } = await request();
  const ms = Math.round(performance.now() - startedMs);
  nemesis.thaw(pid);
  round.notes.push(`${String(status)} in ${String(ms)} ms without ${service}`);
  if (status !== 503 || ms > ANSWERED_MS_MAX)
    round.faults.push(`without ${service} a request was answered ${String(status)} after ${String(ms)} ms`);
  else round.hit(`${service} stopped past the deadline`);
  await done;
}

export const PROCESS_FAULTS: readonly Fault[] = [
  { id: 'C7', title: 'kill -9 of each process every 2 to 7 s', losesGateway: true, inject: killAll },
  { id: 'S1', title: 'SIGSTOP of each service for seconds', losesGateway: true, inject: stopEachForSeconds },
  { id: 'S2', title: 'SIGSTOP of a service past the deadline of its callers', inject: stopPastDeadlines },
];
