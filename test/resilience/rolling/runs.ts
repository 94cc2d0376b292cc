/** R3: recalc gets SIGTERM while it computes. */
import { readFileSync } from 'node:fs';
import { connected, waitFor } from '../../e2e/stack.ts';
import { differencesFromNothing } from '../figures.ts';
import { RUN_GATE, type Round } from '../round.ts';
import type { Replica } from './replica.ts';
import { judgeEndings, type Scene } from './scenario.ts';

const SEEN_MS_MAX = 60_000;

export async function handOverRuns(scene: Scene, round: Round): Promise<void> {
  await finishBeforeEnding(scene, round);
  await leaveToAnother(scene, round);
}

/** Checks that a run in the main thread is completed before its process ends. */
async function finishBeforeEnding(scene: Scene, round: Round): Promise<void> {
  const { fleet, system } = scene;
  const { userId } = round.cast.probe;
  await round.idleMs();
  const hold = await system.hold(RUN_GATE, [userId]);
  const { done } = round.begin();
  await done;
  await round.nemesis.blockedBy('recalc', hold.pid);
  const worker = await workerOf(scene, userId);
  const before = completedRuns(scene, userId);
  const ending = fleet.terminate(worker);
  await waitFor(async () => (await worker.probe())?.text.startsWith('draining') === true, SEEN_MS_MAX);
  await hold.release();
  judgeEndings(round, [await ending]);
  await round.idleMs();
  judgeCompleted(round, before, completedRuns(scene, userId), worker.settings.logFile);
  await fleet.add('recalc');
}

/** Checks that a large run is released at once, and that another process takes it over. */
async function leaveToAnother(scene: Scene, round: Round): Promise<void> {
  const { fleet, system, large, say } = scene;
  const { userId } = large;
  await waitFor(() => isIdle(scene, userId), SEEN_MS_MAX);
  const hold = await system.hold(RUN_GATE, [userId]);
  const before = completedRuns(scene, userId);
  await connected(system.stack, (connection) =>
    connection.call(
      connection.recalc.requestFullRun.bind(connection.recalc),
      { rewrite: false },
      Number(userId),
    ),
  );
  await round.nemesis.blockedBy('recalc', hold.pid);
  const worker = await workerOf(scene, userId);
  const ending = await fleet.terminate(worker);
  judgeEndings(round, [ending]);
  say(`${worker.name} left its run`);
  await waitFor(async () => (await ownerOf(scene, userId)) !== null, SEEN_MS_MAX);
  const successor = await workerOf(scene, userId);
  if (successor === worker) round.faults.push('a process that is gone still holds the run');
  await hold.release();
  const startedMs = performance.now();
  await waitFor(() => isIdle(scene, userId), SEEN_MS_MAX).catch(() => {
    round.faults.push(`I2: user ${userId} is not IDLE 60 s after its worker went`);
  });
  round.notes.push(`IDLE ${String(Math.round(performance.now() - startedMs))} ms after the gate opened`);
  // A process logs its run after it has stored it. What is never logged is judged below.
  await waitFor(() => completedRuns(scene, userId).length > before.length, SEEN_MS_MAX).catch(
    () => undefined,
  );
  judgeCompleted(round, before, completedRuns(scene, userId), successor.settings.logFile);
  round.faults.push(...(await differencesFromNothing(system, large)));
  await fleet.add('recalc');
}

/** Checks that exactly one more run was completed, by the expected process, and none twice. */
function judgeCompleted(
  round: Round,
  before: readonly CompletedRun[],
  after: readonly CompletedRun[],
  logFile: string,
): void {
  const fences = after.map(({ fence }) => fence);
  if (new Set(fences).size !== fences.length)
    round.faults.push(`a run was completed twice: ${fences.join(', ')}`);
  const more = after.filter(({ fence }) => before.every((run) => run.fence !== fence));
  const by = more.map((run) => `${String(run.fence)} in ${run.logFile}`).join(', ');
  if (more.length !== 1 || more[0]?.logFile !== logFile)
    round.faults.push(`expected one run more in ${logFile}, saw: ${by === '' ? 'none' : by}`);
}

interface CompletedRun {
  readonly fence: number;
  readonly logFile: string;
}

/** Returns the runs of a user that any process has completed, from the logs. */
function completedRuns({ fleet }: Scene, userId: string): CompletedRun[] {
  return fleet.everyLogFile('recalc').flatMap((logFile) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('run completed') && line.includes(`"userId":${userId},`))
      .map((line) => ({ fence: (JSON.parse(line) as { fence: number }).fence, logFile })),
  );
}

async function ownerOf({ system }: Scene, userId: string): Promise<string | null> {
  const [row] = await system.sql<{ lease_owner: string | null }>(
    'SELECT lease_owner FROM corrections.recalc_state WHERE user_id = $1',
    [userId],
  );
  return row?.lease_owner ?? null;
}

/** Returns the process that computes for a user. */
async function workerOf(scene: Scene, userId: string): Promise<Replica> {
  const owner = await ownerOf(scene, userId);
  const pid = Number(owner?.split(':').at(-1));
  const replica = scene.fleet.replicas('recalc').find((one) => one.pid === pid);
  if (replica === undefined) throw new Error(`nobody here is ${String(owner)}`);
  return replica;
}

async function isIdle({ system }: Scene, userId: string): Promise<boolean> {
  const rows = await system.sql(
    'SELECT FROM corrections.recalc_state WHERE user_id = $1 AND completed >= requested',
    [userId],
  );
  return rows.length > 0;
}
