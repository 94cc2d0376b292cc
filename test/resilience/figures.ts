/** Invariant I2: in the end every user is IDLE, not stale, and shows the figures of a full run. */
import { runBesideFull } from '../e2e/runs.ts';
import { waitFor } from '../e2e/stack.ts';
import type { TestUser } from './cast.ts';
import type { History } from './history.ts';
import { look } from './poller.ts';
import type { System } from './system.ts';

const SHOWN = [
  '/api/v1/summary',
  '/api/v1/years/2025/summary',
  '/api/v1/years/2026/summary',
  '/api/v1/transactions?year=2025&size=200',
  '/api/v1/transactions?year=2026&size=200',
  '/api/v1/issues',
  '/api/v1/rules',
] as const;
/** Fields that depend on the time of reading or on the number of runs, not on the figures. */
const OF_THE_MOMENT = new Set(['stale', 'snapshotTime', 'figuresVersion']);

/** Reads a page for a check; repeats a read that is rejected with 503, as it may be on a busy machine. */
export async function readPage(
  { stack }: System,
  { tokens }: TestUser,
  path: string,
): Promise<Record<string, unknown>> {
  let page: Awaited<ReturnType<typeof stack.get>> | undefined;
  await waitFor(async () => {
    page = await stack.get(path, await tokens.take());
    return page.status !== 503;
  });
  if (page?.status !== 200) throw new Error(`${path} answered ${String(page?.status)} ${String(page?.text)}`);
  return page.body;
}

/** Returns the figures that a reader sees, as one text. */
export async function shownFigures(system: System, user: TestUser): Promise<string> {
  const bodies: unknown[] = [];
  for (const path of SHOWN) bodies.push(await readPage(system, user, path));
  return JSON.stringify(bodies, (key, value: unknown) => (OF_THE_MOMENT.has(key) ? undefined : value));
}

/** Waits until the user is IDLE and not stale; returns what is wrong if that takes longer than `byMs`. */
export async function untilSettled(
  system: System,
  user: TestUser,
  history: History,
  byMs: number,
): Promise<string[]> {
  const { baseUrl } = system.stack.ready();
  const isSettled = async (): Promise<boolean> => {
    if ((await look(user, baseUrl, history))?.status !== 'IDLE') return false;
    const { status, body } = await system.stack.get('/api/v1/summary', await user.tokens.take());
    return status === 200 && body['stale'] === false;
  };
  try {
    await waitFor(isSettled, byMs - performance.now());
    return [];
  } catch {
    const state = await system.sql('SELECT * FROM corrections.recalc_state WHERE user_id = $1', [
      user.userId,
    ]);
    return [`I2: user ${user.userId} is not IDLE 60 s after the fault: ${JSON.stringify(state[0])}`];
  }
}

/** Compares the figures and fingerprints of the last run with those of a full run. */
export async function differencesFromNothing(system: System, user: TestUser): Promise<string[]> {
  const { userId } = user;
  const before = await shownFigures(system, user);
  const { last, full } = await runBesideFull(system.stack, userId);
  const after = await shownFigures(system, user);
  const differ = (what: string, isSame: boolean): string[] =>
    isSame ? [] : [`I2: the ${what} of user ${userId} differ from those of a run from nothing`];
  return [
    ...differ('inputs', last.inputs === full.inputs),
    ...differ('outputs', last.outputs === full.outputs),
    ...differ('figures shown', before === after),
  ];
}

/** Waits until the outbox is empty: the relay must publish every request in the end. Returns what is left after `byMs`. */
export async function untilOutboxEmpty(system: System, byMs: number): Promise<string[]> {
  let left = '';
  try {
    await waitFor(async () => {
      const [row] = await system.sql<{ left: string }>('SELECT count(*) AS left FROM corrections.outbox');
      left = row?.left ?? '';
      return left === '0';
    }, byMs - performance.now());
    return [];
  } catch {
    return [`outbox: ${left} requests are still in it 60 s after the fault`];
  }
}
