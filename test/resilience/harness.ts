/** The course of one fault: load, nemesis, heal, settle, check (reliability.md, "Faults"). */
import { attemptsPerCall, type CallCounts, readCallCounts } from './attempts.ts';
import { type Cast, createCast, type TestUser } from './cast.ts';
import * as checks from './checks.ts';
import { hasWorkQueue } from './faults/nats.ts';
import { differencesFromNothing, untilOutboxEmpty, untilSettled } from './figures.ts';
import { History, type Kind } from './history.ts';
import type { Nemesis } from './nemesis.ts';
import { watch } from './poller.ts';
import { drawsOf } from './random.ts';
import { loadReads } from './readers.ts';
import { type Fault, Round } from './round.ts';
import type { System } from './system.ts';

/** Within this time after a fault every user must be IDLE (reliability.md, I2). */
const SETTLED_MS_MAX = 60_000;

/** The same limit in `npm test`, where other suites use the processors too: there it matters that users settle, not when. */
export const SETTLED_BESIDE_OTHERS_MS_MAX = 4 * SETTLED_MS_MAX;

/** The interval at which each user's status is polled. */
const LOOK_MS = 250;

/** A service that retries more adds to the load of one that is failing (reliability.md, G4). */
const ATTEMPTS_MAX = 1.1;

/** What came of one row with one seed. */
export interface Result {
  /** What was hit, and what clients saw of it. */
  readonly done: string;
  /** The number of requests of each kind. */
  readonly requests: ReadonlyMap<Kind, number>;
  /** Everything that did not hold. */
  readonly faults: readonly string[];
}

export class Harness {
  readonly #system: System;
  readonly #settledMsMax: number;
  #cast: Cast | null = null;
  #rounds = 0;

  constructor(system: System, settledMsMax = SETTLED_MS_MAX) {
    this.#system = system;
    this.#settledMsMax = settledMsMax;
  }

  /** Runs one fault with one seed. */
  async run(fault: Fault, seed: number): Promise<Result> {
    this.#rounds += 1;
    this.#cast ??= await createCast(this.#system);
    const name = `${fault.id}-${String(seed)}-${String(this.#rounds)}`;
    const draws = drawsOf(seed).part(fault.id);
    const round = new Round(this.#system, this.#cast, new History(fault.losesGateway), draws, name);
    const faults = await this.#play(fault, round);
    // Users with a wrong state would fail every later fault too.
    if (faults.length > 0) this.#cast = null;
    await this.#restore(round);
    return { done: describe(round), requests: round.history.kinds(), faults };
  }

  async #play(fault: Fault, round: Round): Promise<string[]> {
    const { cast, history, draws } = round;
    const auditId = await lastAuditId(this.#system);
    const endingsBefore = this.#system.endings();
    const callsBefore = fault.hasMoreGateways === true ? null : await readCallCounts(this.#system);
    const { baseUrl } = this.#system.stack.ready();
    const [loading, watching] = [new AbortController(), new AbortController()];
    const clients = cast.loaded.flatMap((user) => user.slots.map((slot) => round.client(user, slot)));
    const load = Promise.all([
      ...clients.map((client) => client.load(loading.signal)),
      fault.hasReaders === true ? loadReads(cast.loaded, { draws, baseUrl, history }, loading.signal) : null,
    ]);
    // Readers need most of the requests that the tokens of their users may send.
    const everyMs = fault.hasReaders === true ? 2 * LOOK_MS : LOOK_MS;
    const watchers = Promise.all(
      cast.all.map((user) => watch(user, baseUrl, history, watching.signal, everyMs)),
    );
    await injectAll(fault, round);
    const byMs = performance.now() + this.#settledMsMax;
    loading.abort();
    await load;
    await Promise.all(history.pending);
    const settled = await Promise.all([
      ...cast.all.map((user) => untilSettled(this.#system, user, history, byMs)),
      untilOutboxEmpty(this.#system, byMs),
    ]);
    watching.abort();
    await watchers;
    const unseen = fault.hasReaders === true ? history : { requests: history.corrections };
    return [
      ...round.faults,
      ...(callsBefore === null ? [] : await this.#faultsOfCalls(fault, round, callsBefore)),
      ...settled.flat(),
      ...checks.faultsOfAnswers(history),
      ...(fault.isUnseen === true ? checks.faultsOfSeen(unseen) : []),
      ...this.#crashes(round.nemesis, endingsBefore),
      ...(await checkUsers(round, auditId)),
    ];
  }

  /** Notes the attempts per call, and returns what is wrong with them (G4). */
  async #faultsOfCalls({ endsConnections }: Fault, { notes }: Round, before: CallCounts): Promise<string[]> {
    const attempts = attemptsPerCall(before, await readCallCounts(this.#system));
    if (attempts === null) return [];
    const text = `${attempts.toFixed(3)} attempts per call`;
    notes.push(text);
    return attempts > ATTEMPTS_MAX && endsConnections !== true ? [`G4: ${text}`] : [];
  }

  /** Returns the parts that ended without the nemesis. */
  #crashes({ ended }: Nemesis, before: Map<string, string[]>): string[] {
    return [...this.#system.endings()].flatMap(([part, endings]) => {
      const now = endings.slice(before.get(part)?.length ?? 0);
      const crashes = now.length - (ended.get(part) ?? 0);
      if (crashes <= 0) return [];
      const words = this.#system.lastWords(part);
      return [`crash: ${part} ended ${String(crashes)} times by itself (${now.join(', ')}): ${words}`];
    });
  }

  /** Repairs the system for the next fault, and notes what did not recover by itself. */
  async #restore(round: Round): Promise<void> {
    const { nemesis } = round;
    await nemesis.undo();
    if (await hasWorkQueue(round)) return;
    round.notes.push('the work queue did not come back: its services were started again');
    await nemesis.kill('corrections').restarted();
    await nemesis.kill('recalc').restarted();
  }
}

/** Returns the id of the newest entry of the audit log. */
async function lastAuditId(system: System): Promise<string> {
  const [newest] = await system.sql<{ last: string }>(
    'SELECT coalesce(max(audit_id), 0) AS last FROM corrections.audit_log',
  );
  return newest?.last ?? '0';
}

/** Returns what is wrong with the stored and shown data of a round's users. Reads the audit log after entry `auditId`. */
async function checkUsers({ system, cast, guests, history }: Round, auditId: string): Promise<string[]> {
  const corrected = [...cast.all, ...guests].map((user) => checkCorrections(system, user, history, auditId));
  const computed = cast.all.map((user) => differencesFromNothing(system, user));
  return (await Promise.all([...corrected, ...computed])).flat();
}

async function checkCorrections(
  system: System,
  user: TestUser,
  history: History,
  auditId: string,
): Promise<string[]> {
  const entries = history.corrections.filter(({ userId }) => userId === user.userId);
  const audit = await checks.readAudit(system, user.userId, auditId);
  return [
    ...(await checks.faultsOfStore(system, user)),
    ...checks.faultsOfAttempts(entries, audit),
    ...checks.faultsOfStatus(history.polls.get(user.userId) ?? [], entries, audit),
  ];
}

async function injectAll(fault: Fault, round: Round): Promise<void> {
  try {
    for (let strike = 0; strike < (fault.strikes ?? 1); strike += 1) await fault.inject(round);
  } catch (error) {
    round.faults.push(`the fault did not come about: ${String((error as Error).stack)}`);
    try {
      await round.nemesis.undo();
    } catch (undoError) {
      throw new AggregateError([error, undoError], 'the fault did not come about and could not be undone', {
        cause: undoError,
      });
    }
  }
}

function describe({ history, windows, notes }: Round): string {
  const { acknowledged, rejected, unknown, repeated } = history.counts();
  const hits = [...windows].map(([window, count]) => `${window} ×${String(count)}`);
  return [
    `${String(acknowledged)} acknowledged`,
    `${String(rejected)} rejected`,
    `${String(unknown)} unknown`,
    `${String(repeated)} repeated`,
    ...[...history.kinds()]
      .filter(([kind]) => kind !== 'corrections')
      .map(([kind, count]) => `${String(count)} ${kind}`),
    ...hits,
    ...notes,
  ].join(', ');
}
