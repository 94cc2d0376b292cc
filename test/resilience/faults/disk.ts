/** E1 and E2: the disk below PostgreSQL, or below NATS, is full for some seconds. */
import { setTimeout as pause } from 'node:timers/promises';
import type { SmallDisk } from '../../e2e/small-disk.ts';
import { waitFor } from '../../e2e/stack.ts';
import type { Fault, Round } from '../round.ts';

/** Fills the disk of everything, until a correction finds no room. */
async function fillDatabase(round: Round): Promise<void> {
  const { nemesis, system, history, draws } = round;
  const endingsBefore = system.endings().get('postgres')?.length ?? 0;
  const disk = diskOf(round);
  await round.correct();
  const rejected = (): boolean =>
    history.corrections.some(({ attempts }) => attempts.some(({ status }) => status === 503));
  disk.fill();
  try {
    // The server reuses its log files, so there is room for some corrections. What it frees is filled again.
    await waitFor(() => {
      disk.fill();
      return rejected();
    });
    round.hit('correction without room');
    await pause(draws.between(2000, 5000));
  } finally {
    disk.empty();
  }
  await round.correct();
  // A server that cannot write its log ends by design, and replays it at the next start.
  nemesis.ended.set('postgres', (system.endings().get('postgres')?.length ?? 0) - endingsBefore);
  await restartNats(round);
}

/** Fills the disk of NATS: corrections continue, and the sweep starts the runs. */
async function fillNats(round: Round): Promise<void> {
  const { draws } = round;
  const disk = diskOf(round);
  disk.fill();
  try {
    await round.correct();
    round.notes.push(`IDLE in ${String(await round.idleMs())} ms`);
    await pause(draws.between(2000, 5000));
    await round.correct();
    if ((await round.requests()) > 0) round.hit('request not stored');
  } finally {
    disk.empty();
  }
  await restartNats(round);
  await round.noteWakeUps();
}

/** A NATS server that found no room has turned its streams off until it starts again. */
async function restartNats({ nemesis }: Round): Promise<void> {
  await nemesis.kill('nats', 'SIGTERM').restarted();
}

function diskOf({ system }: Round): SmallDisk {
  if (system.disk === null) throw new Error('this system has no small disk');
  return system.disk;
}

export const DISK_FAULTS: readonly Fault[] = [
  { id: 'E1', title: 'the disk of PostgreSQL is full', diskOf: 'postgres', inject: fillDatabase },
  { id: 'E2', title: 'the disk of NATS is full', diskOf: 'nats', isUnseen: true, inject: fillNats },
];
