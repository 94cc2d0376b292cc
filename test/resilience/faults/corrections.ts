/** C1 to C4: kill -9 of the corrections service at four moments of a correction. */
import { waitFor } from '../../e2e/stack.ts';
import type { Fault, Round } from '../round.ts';

/** Tables at which a correction can be made to wait before its COMMIT: its first write, audit entry, idempotent response. */
const GATES = [
  'SELECT FROM corrections.recalc_state WHERE user_id = $1 FOR UPDATE',
  'LOCK TABLE corrections.audit_log IN SHARE MODE',
  'LOCK TABLE corrections.answers IN SHARE MODE',
] as const;

async function beforeCommit(round: Round): Promise<void> {
  const { nemesis, system, cast } = round;
  const gate = round.draws.pick(GATES);
  const hold = await system.hold(gate, gate.includes('$1') ? [cast.probe.userId] : []);
  const { entry, done } = round.begin();
  const backend = await nemesis.blockedBy('corrections', hold.pid);
  const { restarted } = nemesis.kill('corrections');
  await hold.release();
  await nemesis.gone(backend);
  if ((await round.audited(entry)) === 0) round.hit('before commit');
  await restarted();
  await done;
}

async function beforeAnswer(round: Round): Promise<void> {
  const { nemesis, cast } = round;
  // A run whose commit also waits would hold the user lock, so the correction could not get that far.
  await round.idleMs();
  const commits = await nemesis.holdCommits();
  try {
    const { entry, done } = round.begin();
    const backend = await nemesis.committingLockOf(cast.probe.userId);
    const { restarted } = nemesis.kill('corrections');
    await commits.release();
    await nemesis.gone(backend);
    if ((await round.audited(entry)) === 1 && entry.answer === null) round.hit('committed, not answered');
    await restarted();
    await done;
  } finally {
    await commits.release();
  }
}

/** Freezes NATS, so that nothing is published, and kills it with corrections, so that its socket holds no request afterwards. */
async function beforePublishing(round: Round): Promise<void> {
  const { nemesis } = round;
  nemesis.freeze(nemesis.pidOf('nats'));
  const { done } = round.begin();
  const { answer } = await done;
  const corrections = nemesis.kill('corrections');
  const nats = nemesis.kill('nats');
  if (answer?.status === 200 && (await round.requests()) > 0) round.hit('acknowledged, not published');
  await Promise.all([corrections.restarted(), nats.restarted()]);
}

/** Freezes NATS with the request in its socket, and resumes it when the relay that waits for its reply is dead. */
async function afterPublishing(round: Round): Promise<void> {
  const { nemesis, system } = round;
  const published = (): Promise<number> =>
    system.nats(async (manager) => (await manager.streams.info('RECALC')).state.last_seq);
  const before = await published();
  const nats = nemesis.pidOf('nats');
  nemesis.freeze(nats);
  await round.correct();
  const relay = await nemesis.publishing();
  const { restarted } = nemesis.kill('corrections');
  await nemesis.gone(relay);
  nemesis.thaw(nats);
  await waitFor(async () => (await published()) > before);
  if ((await round.requests()) > 0) round.hit('published, still in the outbox');
  await restarted();
}

export const CORRECTIONS_FAULTS: readonly Fault[] = [
  { id: 'C1', title: 'kill -9 corrections before commit', strikes: 4, inject: beforeCommit },
  {
    id: 'C2',
    title: 'kill -9 corrections after commit, before the answer',
    strikes: 3,
    inject: beforeAnswer,
  },
  {
    id: 'C3',
    title: 'kill -9 corrections after commit, before publishing',
    strikes: 3,
    inject: beforePublishing,
  },
  {
    id: 'C4',
    title: 'kill -9 corrections after publishing, before the outbox row is gone',
    strikes: 3,
    inject: afterPublishing,
  },
];
