/** O1 to O5: two relays, a late commit, a correction during a run, and a client that reads directly after each write. */
import { setTimeout as pause } from 'node:timers/promises';
import { startSecondGateway } from '../../e2e/second-gateway.ts';
import { euroValue } from '../corrections.ts';
import { readPage } from '../figures.ts';
import { shuffled } from '../random.ts';
import { RUN_GATE, type Fault, type Round } from '../round.ts';

const RACING_SLOTS = 6;
const CORRECTIONS_EACH = 12;

/** Starts a second gateway and a second corrections service on the same database; clients of one user use both. */
async function raceRelays(round: Round): Promise<void> {
  const { system, cast } = round;
  const corrections = await system.startExtra('corrections');
  const gateway = await startSecondGateway(system.stack, {
    settings: { CORRECTIONS_ADDRESS: corrections.address },
  });
  try {
    const clients = cast.probe.slots
      .slice(0, RACING_SLOTS)
      .map((slot) =>
        slot.index % 2 === 0 ? round.probe(slot.index) : round.client(cast.probe, slot, gateway.baseUrl),
      );
    await Promise.all(
      clients.map(async (client) => {
        for (let count = 0; count < CORRECTIONS_EACH; count += 1) {
          const { slot, draws } = client;
          await client.perform(euroValue(slot, draws.pick(slot.buys), draws.between(100, 900_000) / 100));
          round.hit(slot.index % 2 === 0 ? 'through the first' : 'through the second');
        }
      }),
    );
    await round.idleMs();
  } finally {
    await gateway.stop();
    await corrections.stop();
  }
}

/** Delays a commit that is already on disk: once longer than a service waits for a response, and once shorter. */
async function commitLate(round: Round): Promise<void> {
  const { nemesis, cast, draws } = round;
  for (const [window, leastMs, mostMs] of [
    ['answered 503 first', 7500, 9000],
    ['in time', 500, 2000],
  ] as const) {
    // A run whose commit also waits would hold the user lock, so the correction could not get that far.
    await round.idleMs();
    const commits = await nemesis.holdCommits();
    try {
      const { entry, done } = round.begin();
      await nemesis.committingLockOf(cast.probe.userId);
      await pause(draws.between(leastMs, mostMs));
      const wasAnswered = entry.answer !== null;
      await commits.release();
      await done;
      if (!wasAnswered) round.hit(`late commit, ${window}`);
    } finally {
      await commits.release();
    }
  }
}

/** Sends a correction while a run that does not include it saves its figures; the correction must get a run of its own. */
async function correctDuringRun(round: Round): Promise<void> {
  const { nemesis, system, cast } = round;
  await round.idleMs();
  const hold = await system.hold(RUN_GATE, [cast.probe.userId]);
  const first = await round.correct(0);
  await nemesis.blockedBy('recalc', hold.pid);
  const second = await round.correct(1);
  const [state] = await system.sql<{ status: string }>(
    'SELECT status FROM corrections.recalc_state WHERE user_id = $1',
    [cast.probe.userId],
  );
  await hold.release();
  const words = [first.answer?.body['recalc'], second.answer?.body['recalc'], state?.status].join(' ');
  if (words === 'SCHEDULED QUEUED QUEUED') round.hit('queued behind a run');
  else round.faults.push(`expected SCHEDULED QUEUED QUEUED, saw ${words}`);
  await round.idleMs();
}

const AT_ONCE = 50;

/** Corrects fifty events of one user at the same moment; each correction is a change of its own. */
async function correctAtOnce(round: Round): Promise<void> {
  const { cast, draws } = round;
  const targets = cast.probe.slots.flatMap((slot) =>
    [...slot.buys, ...slot.sells, ...slot.pairs.map(({ out }) => out)].map((eventId) => ({ slot, eventId })),
  );
  const entries = await Promise.all(
    shuffled(draws, targets)
      .slice(0, AT_ONCE)
      .map(({ slot, eventId }) =>
        round.probe(slot.index).perform(euroValue(slot, eventId, draws.between(100, 900_000) / 100)),
      ),
  );
  round.hit(`${String(entries.length)} at once`);
  round.notes.push(`IDLE in ${String(await round.idleMs())} ms`);
}

const LOOKS = 15;

/** Checks that the list of transactions shows a write as soon as the status is IDLE after it. */
async function lookAfterEachWrite(round: Round): Promise<void> {
  const { system, cast } = round;
  const client = round.probe();
  const { slot, draws } = client;
  for (let count = 0; count < LOOKS; count += 1) {
    const eventId = draws.pick(slot.sells);
    const value = draws.between(100, 900_000) / 100;
    await client.perform(euroValue(slot, eventId, value));
    await round.idleMs();
    const shown = async (): Promise<unknown> => {
      const body = await readPage(system, cast.probe, '/api/v1/transactions?year=2026&size=200');
      const { transactions } = body as { transactions: { id: string; euroValue: number }[] };
      return transactions.find(({ id }) => id === eventId)?.euroValue;
    };
    const seen = await shown();
    if (seen === value) round.hit('looked after a write');
    else round.faults.push(`IDLE, but ${eventId} shows ${String(seen)} instead of ${String(value)}`);
  }
}

export const ORDER_FAULTS: readonly Fault[] = [
  { id: 'O1', title: 'two relays race', hasMoreGateways: true, inject: raceRelays },
  { id: 'O2', title: 'a late commit', strikes: 2, inject: commitLate },
  { id: 'O3', title: 'a correction during a run', strikes: 3, inject: correctDuringRun },
  { id: 'O4', title: 'fifty corrections of one user at once', inject: correctAtOnce },
  { id: 'O5', title: 'the status right after each write', inject: lookAfterEachWrite },
];
