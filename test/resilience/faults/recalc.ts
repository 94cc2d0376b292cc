/** C5 and a worker past its lease: a run whose worker dies or is late. */
import { waitFor } from '../../e2e/stack.ts';
import { RUN_GATE, type Fault, type Round } from '../round.ts';
import { shownFigures } from '../figures.ts';

async function killRecalc(round: Round): Promise<void> {
  await afterReceiving(round);
  await midRun(round);
  await beforeAck(round);
}

/** Delivers a message to a frozen worker, and kills the worker before it reads the message. */
async function afterReceiving(round: Round): Promise<void> {
  const { nemesis, system } = round;
  const pending = (): Promise<number> =>
    system.nats(
      async (manager) => (await manager.consumers.info('RECALC', 'recalc-workers')).num_ack_pending,
    );
  nemesis.freeze(nemesis.pidOf('recalc'));
  await round.correct();
  await waitFor(async () => (await pending()) > 0);
  round.hit('received');
  await nemesis.kill('recalc').restarted();
}

/** Kills a worker when its run has written figures but not ended: no reader may see them. */
async function midRun(round: Round): Promise<void> {
  const { nemesis, system, cast } = round;
  await round.idleMs();
  const before = await shownFigures(system, cast.probe);
  const hold = await system.hold(RUN_GATE, [cast.probe.userId]);
  await round.correct();
  const backend = await nemesis.blockedBy('recalc', hold.pid);
  const during = await shownFigures(system, cast.probe);
  const { restarted } = nemesis.kill('recalc');
  await hold.release();
  await nemesis.gone(backend);
  const after = await shownFigures(system, cast.probe);
  round.hit('mid-run');
  if (during !== before || after !== before)
    round.faults.push('figures of a run that did not end were shown');
  await restarted();
}

/** Kills a worker when its run is committed, before it learns of the commit and acknowledges the message. */
async function beforeAck(round: Round): Promise<void> {
  const { nemesis, system, cast } = round;
  // The lease of the dead worker must run out first.
  await round.idleMs();
  const hold = await system.hold(RUN_GATE, [cast.probe.userId]);
  await round.correct();
  const backend = await nemesis.blockedBy('recalc', hold.pid);
  const commits = await nemesis.holdCommits();
  try {
    await hold.release();
    await nemesis.committing(backend);
    const { restarted } = nemesis.kill('recalc');
    await commits.release();
    await nemesis.gone(backend);
    const [state] = await system.sql<{ status: string }>(
      'SELECT status FROM corrections.recalc_state WHERE user_id = $1',
      [cast.probe.userId],
    );
    if (state?.status === 'IDLE') round.hit('committed, not acknowledged');
    await restarted();
  } finally {
    await commits.release();
  }
}

const TAKEN_OVER = 'run was taken over by another worker';

/** Freezes a worker with its run half saved until another has taken over, and then resumes it. */
async function outliveLease(round: Round): Promise<void> {
  const { nemesis, system, cast } = round;
  const { userId } = cast.probe;
  const fence = async (): Promise<number> => {
    const [row] = await system.sql<{ fence: string }>(
      'SELECT fence FROM corrections.recalc_state WHERE user_id = $1',
      [userId],
    );
    return Number(row?.fence);
  };
  const log = system.stack.logFile('recalc');
  const rejectedBefore = system.logLines(log, TAKEN_OVER, userId).length;
  const hold = await system.hold(RUN_GATE, [userId]);
  await round.correct();
  await nemesis.blockedBy('recalc', hold.pid);
  const other = await system.startExtra('recalc', { SWEEP_INTERVAL_MS: '500' });
  try {
    const stale = nemesis.pidOf('recalc');
    const before = await fence();
    nemesis.freeze(stale);
    await hold.release();
    await waitFor(async () => (await fence()) > before);
    round.hit('lease run out');
    nemesis.thaw(stale);
    await waitFor(() => system.logLines(log, TAKEN_OVER, userId).length > rejectedBefore);
    round.hit('stale save rejected');
    await round.idleMs();
  } finally {
    await other.stop();
  }
}

export const RECALC_FAULTS: readonly Fault[] = [
  { id: 'C5', title: 'kill -9 recalc after receiving, mid-run, after commit before ack', inject: killRecalc },
  { id: 'S4L', title: 'SIGSTOP of a recalc worker past its lease, then SIGCONT', inject: outliveLease },
];
