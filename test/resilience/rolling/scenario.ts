/** A scenario: clients under load while something is rolled or lost, then checks (reliability.md, "Faults"). */
import type { Cast, TestUser } from '../cast.ts';
import { faultsOfAnswers } from '../checks.ts';
import { untilOutboxEmpty, untilSettled } from '../figures.ts';
import { checkUsers, lastAuditId, SETTLED_MS_MAX } from '../harness.ts';
import { History } from '../history.ts';
import { watch } from '../poller.ts';
import { drawsOf } from '../random.ts';
import { Round } from '../round.ts';
import type { System } from '../system.ts';
import type { Fleet } from './fleet.ts';
import { loadReads, Tally } from './load.ts';
import type { Ending } from './replica.ts';

/** The parts that a scenario works with. */
export interface Scene {
  readonly fleet: Fleet;
  readonly system: System;
  readonly cast: Cast;
  /** A user with enough facts that a run takes a while. */
  readonly large: TestUser;
  readonly seed: number;
  /** Prints a line of progress. */
  readonly say: (line: string) => void;
}

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly tally: Tally;
  readonly acknowledged: number;
  readonly notes: readonly string[];
  /** Everything that did not hold, including failed requests and resets. */
  readonly faults: readonly string[];
  readonly seconds: number;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** Does what the clients must not notice. */
  readonly act: (scene: Scene, round: Round, tally: Tally) => Promise<void>;
}

/** Combines several scenarios into one: in sequence under one load, checked once. */
export function inOneGo(id: string, ...parts: readonly Scenario[]): Scenario {
  return {
    id,
    title: parts.map(({ title }) => title).join('; '),
    act: async (scene, round, tally) => {
      for (const { act } of parts) await act(scene, round, tally);
    },
  };
}

let rounds = 0;

/** Runs a scenario under load and checks everything at its end. */
export async function play(scenario: Scenario, scene: Scene, settledMsMax = SETTLED_MS_MAX): Promise<Result> {
  const { system, cast, fleet, seed } = scene;
  rounds += 1;
  const startedMs = performance.now();
  const history = new History();
  const tally = new Tally();
  const draws = drawsOf(seed).part(scenario.id);
  const round = new Round(system, cast, history, draws, `${scenario.id}-${String(seed)}-${String(rounds)}`);
  const auditId = await lastAuditId(system);
  const [loading, watching] = [new AbortController(), new AbortController()];
  const parts = { draws, baseUrl: fleet.baseUrl, tally };
  const clients = cast.loaded.flatMap((user) => user.slots.map((slot) => round.client(user, slot)));
  const load = Promise.all([
    ...clients.map((client) => client.load(loading.signal)),
    loadReads(cast.loaded, parts, loading.signal),
  ]);
  const watchers = Promise.all(
    cast.all.map((user) => watch(user, fleet.baseUrl, history, watching.signal, 500)),
  );
  try {
    await scenario.act(scene, round, tally);
  } catch (error) {
    round.faults.push(`the scenario did not come about: ${String((error as Error).stack)}`);
  }
  loading.abort();
  await load;
  await Promise.all(history.pending);
  const byMs = performance.now() + settledMsMax;
  const settled = await Promise.all([
    ...cast.all.map((user) => untilSettled(system, user, history, byMs)),
    untilOutboxEmpty(system, byMs),
  ]);
  watching.abort();
  await watchers;
  tally.add(tallyOf(history));
  return {
    id: scenario.id,
    title: scenario.title,
    tally,
    acknowledged: history.counts().acknowledged,
    notes: round.notes,
    faults: [
      ...tally.failures.map((failure) => `failed: ${failure}`),
      ...tally.resets.map((reset) => `reset: ${reset}`),
      ...round.faults,
      ...settled.flat(),
      ...faultsOfAnswers(history),
      ...(await checkUsers(round, auditId)),
    ],
    seconds: Math.round((performance.now() - startedMs) / 1000),
  };
}

/** Counts corrections as requests: a correction must succeed at its first attempt. */
function tallyOf({ entries, polls }: History): Tally {
  const tally = new Tally();
  for (const looks of polls.values()) tally.count('looks at the status', looks.length);
  for (const { key, operation, expects, attempts } of entries)
    for (const { status } of attempts) {
      tally.count('corrections');
      if (status === null) tally.resets.push(`${operation} ${key}: no answer`);
      else if (status !== expects) tally.failures.push(`${operation} ${key}: ${String(status)}`);
    }
  return tally;
}

/** Adds a fault for each process that ended wrongly after SIGTERM, and notes the longest time. */
export function judgeEndings(round: Round, endings: readonly Ending[]): void {
  for (const { who, how, ms } of endings)
    if (how !== 'exit code 0') round.faults.push(`${who} ended with ${how} after ${String(ms)} ms`);
  const longest = Math.max(...endings.map(({ ms }) => ms));
  round.notes.push(`${String(endings.length)} ended, the slowest in ${String(longest)} ms`);
}
