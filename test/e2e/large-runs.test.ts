/** Large runs have their own queue and worker, with limits on time and memory. A run that fails three times is parked. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ok } from '../api/client.ts';
import { shownRun } from './runs.ts';
import { event, importLines, newUser, startTestStack, type TestStack, waitFor } from './stack.ts';

let stack: TestStack;
let database: pg.Client | undefined;
async function endDatabase(): Promise<void> {
  await database?.end();
  database = undefined;
}

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const facts = (count: number): object[] => [
  ACCOUNT,
  ...Array.from({ length: count }, (_, index) =>
    event(`E${String(index)}`, 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '100'),
  ),
];

interface User {
  readonly userId: string;
  readonly token: string;
}
const writer = (email: string): Promise<User> =>
  newUser(stack, email, ['--plan', 'pro', '--year', '2026'], 'write');
const statusOf = async ({ token }: User): Promise<string> =>
  (await ok(stack.api(token).GET('/api/v1/recalc-status'))).status;
const listOf = ({ token }: User) =>
  ok(stack.api(token).GET('/api/v1/transactions', { params: { query: { year: 2026 } } }));
/** Corrects an EUR value and returns the recalculation status in the response. */
const correct = async ({ token }: User, taxEventId: string): Promise<string> =>
  (await ok(stack.api(token).POST('/api/v1/overrides', { body: { taxEventId, overriddenEuroValue: 7 } })))
    .recalc;
const isIdle = async (user: User): Promise<boolean> => (await statusOf(user)) === 'IDLE';
const startImport = (user: User, lines: readonly object[]) =>
  stack.ctx(['import', '--user', user.userId, stack.file(`${user.userId}.jsonl`, lines)]);

const shown = (user: User) => shownRun(stack, user.userId);

/** Blocks the runs of a user when they save. */
async function holdSaves(user: User): Promise<void> {
  database = new pg.Client({ connectionString: stack.ready().postgres.url });
  await database.connect();
  await database.query('BEGIN');
  await database.query('SELECT FROM figures.versions WHERE user_id = $1 FOR UPDATE', [user.userId]);
}

async function isSaveHeld(): Promise<boolean> {
  const { rows } = await database!.query(
    `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`,
  );
  return rows.length === 1;
}

describe('Without the sweep', () => {
  beforeAll(async () => {
    const settings = { LARGE_RUN_EVENTS: '50', SWEEP_INTERVAL_MS: '600000' };
    stack = await startTestStack(['--empty'], undefined, undefined, settings);
  });
  afterEach(endDatabase);
  afterAll(() => stack.remove());

  it('the large-run worker computes one large run at a time, and a slow one delays neither small users nor their corrections', async () => {
    const [large, larger, small] = [
      await writer('large@example.org'),
      await writer('larger@example.org'),
      await writer('small@example.org'),
    ];
    await importLines(stack, large.userId, facts(60));
    await holdSaves(large);
    await startImport(large, facts(70));
    await waitFor(isSaveHeld);
    await startImport(larger, facts(80));
    await importLines(stack, small.userId, facts(10));
    const { transactions } = await listOf(small);
    expect(await correct(small, transactions[0]!.id)).toBe('SCHEDULED');
    await waitFor(() => isIdle(small));
    expect([await statusOf(large), await statusOf(larger)]).toEqual(['RUNNING', 'RUNNING']);
    await database!.query('COMMIT');
    await waitFor(async () => (await isIdle(large)) && (await isIdle(larger)));
    expect([(await shown(large)).run?.events, (await shown(larger)).run?.events]).toEqual([70, 80]);
  });

  it('a run of a user with few events does not delay other users while it waits for the database', async () => {
    const [held, other] = [await writer('held@example.org'), await writer('other@example.org')];
    await importLines(stack, held.userId, facts(1));
    await holdSaves(held);
    await startImport(held, facts(2));
    await waitFor(isSaveHeld);
    await importLines(stack, other.userId, facts(1));
    expect([await statusOf(held), await statusOf(other)]).toEqual(['RUNNING', 'IDLE']);
    await database!.query('COMMIT');
    await waitFor(() => isIdle(held));
  });
});

describe('A run that fails three times', () => {
  afterEach(async () => {
    await endDatabase();
    await stack.remove();
  });

  it('because of its time limit is parked with its error; its user is RUNNING and stale until a new correction restarts it', async () => {
    stack = await startTestStack(['--empty'], undefined, undefined, {
      LARGE_RUN_EVENTS: '50',
      LARGE_RUN_MS_MAX: '3000',
      SWEEP_INTERVAL_MS: '200',
    });
    const user = await writer('slow@example.org');
    await importLines(stack, user.userId, facts(60));
    await holdSaves(user);
    await startImport(user, facts(70));
    await waitFor(async () => typeof (await shown(user)).run?.parked === 'string');
    expect(await shown(user)).toMatchObject({
      status: 'RUNNING',
      run: { events: 60, parked: 'the run took longer than 3 s' },
    });
    const list = await listOf(user);
    expect(list).toMatchObject({ stale: true, totalElements: 60 });
    await database!.query('COMMIT');
    expect(await correct(user, list.transactions[0]!.id)).toBe('QUEUED');
    await waitFor(() => isIdle(user));
    expect(await shown(user)).toMatchObject({ run: { events: 70, parked: null } });
  });

  it('because of its memory limit does not end the service, and completes with --full after the limit is raised', async () => {
    const settings = { LARGE_RUN_EVENTS: '50', SWEEP_INTERVAL_MS: '200' };
    stack = await startTestStack(['--empty'], undefined, undefined, {
      ...settings,
      LARGE_RUN_MEMORY_MB_MAX: '32',
    });
    const user = await writer('memory@example.org');
    const { pid } = stack.ready().services.recalc;
    await startImport(user, facts(20_000));
    await waitFor(async () => typeof (await shown(user)).run?.parked === 'string');
    expect((await shown(user)).run?.parked).toBe('the run took more memory than a run may');
    expect(stack.ready().services.recalc.pid).toBe(pid);
    await stack.interrupt();
    stack = await startTestStack(['--empty'], stack.dataDir, undefined, settings);
    const full = await stack.ctx(['recalc', '--user', user.userId, '--full', '--wait']);
    expect(full).toMatchObject({ status: 'IDLE', run: { events: 20_000, parked: null } });
  });
});
