/** gRPC between the services over several addresses of one name: every server is used, and a lost one costs no request. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '../../../deploy/stack/secrets.ts';
import { waitFor } from '../../e2e/stack.ts';
import { loadBursts } from '../readers.ts';
import type { Round } from '../round.ts';
import type { Replica } from './replica.ts';
import type { Scene } from './scenario.ts';

const CALLED = ['read', 'corrections'] as const satisfies readonly ServiceName[];
const SEEN_MS_MAX = 30_000;

/** Returns how many calls a server has answered with OK, by its own metrics, without health and reflection. */
async function callsOf(replica: Replica): Promise<number> {
  const { text } = (await replica.probe('/metrics')) ?? { text: '' };
  const samples = text.matchAll(/^ctx_grpc_server_handled_total\{.*?status="OK".*?\} (\d+)$/gm);
  return [...samples].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Checks that every server answers calls, and none many more than another. */
export async function balance({ fleet }: Scene, round: Round): Promise<void> {
  await round.correct();
  for (const service of CALLED) {
    const replicas = fleet.replicas(service);
    const before = await Promise.all(replicas.map(callsOf));
    const since = async (): Promise<number[]> =>
      (await Promise.all(replicas.map(callsOf))).map((count, index) => count - (before[index] ?? 0));
    const isUsed = async (): Promise<boolean> => (await since()).every((count) => count >= CALLS_LEAST);
    const found = await waitFor(isUsed, SEEN_MS_MAX).then(
      () => true,
      () => false,
    );
    const counts = (await since()).join(' and ');
    if (!found) round.faults.push(`calls to the servers of ${service}: ${counts}`);
    round.notes.push(`${service}: ${counts} calls`);
  }
}
const CALLS_LEAST = 10;

/** Concurrent reads: enough that a lost server takes many calls with it. */
const AT_ONCE = 24;

/** Kills a read server and a corrections server while both are busy; the fleet replaces them. */
export async function losePods({ fleet, large, say }: Scene, round: Round): Promise<void> {
  const { draws, history } = round;
  const parts = { draws, baseUrl: fleet.baseUrl, history };
  const { requests } = history;
  for (const service of CALLED) {
    const [victim] = fleet.replicas(service);
    if (victim === undefined) throw new Error(`no ${service} to lose`);
    const bursting = new AbortController();
    const bursts = loadBursts(large, AT_ONCE, parts, bursting.signal);
    const more = async (): Promise<void> => {
      const sent = requests.length + 4 * AT_ONCE;
      await waitFor(() => requests.length > sent, SEEN_MS_MAX);
    };
    await more();
    await fleet.kill(victim);
    say(`killed ${victim.name}`);
    await more();
    bursting.abort();
    await bursts;
  }
  await Promise.all(CALLED.map((service) => fleet.add(service)));
}

/** A connection lives 300 s, plus or minus a tenth; then its client resolves the name again, at most every 10 s. */
const AGE_MS_MAX = 345_000;
const SETTLE_MS = 25_000;

/** Adds servers while the others stay, so that a connection ends only by its age. */
export async function meetNewPods({ fleet, say }: Scene, round: Round): Promise<void> {
  // After their first calls clients resolve the name once more, whatever happens to their connections.
  await pause(SETTLE_MS);
  const fresh = await Promise.all(CALLED.map((service) => fleet.add(service)));
  const startedMs = performance.now();
  for (const replica of fresh) {
    const isMet = async (): Promise<boolean> => (await callsOf(replica)) > 0;
    try {
      await waitFor(isMet, AGE_MS_MAX);
    } catch {
      round.faults.push(`${replica.name} was never called`);
    }
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    round.notes.push(`${replica.name} was called after ${String(seconds)} s at most`);
    say(`${replica.name} met`);
  }
  await pause(1000);
  // Back to two replicas each.
  for (const service of CALLED) {
    const [oldest] = fleet.replicas(service);
    if (oldest !== undefined) await fleet.terminate(oldest);
  }
}
