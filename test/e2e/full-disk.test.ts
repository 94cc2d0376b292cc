/** A full disk below PostgreSQL and the log files, made by a small file system that is filled and emptied again. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ATTEMPTS_MAX } from '../../services/recalc/src/state.ts';
import { send } from './corrections/surfaces.ts';
import { scrape, sumOf } from './observing/scrape.ts';
import { shownRun, untilIdle } from './runs.ts';
import { SmallDisk } from './small-disk.ts';
import {
  type Answer,
  importLines,
  newToken,
  newUser,
  type ReadyState,
  startTestStack,
  type TestStack,
  waitFor,
  WORKED_EXAMPLE_1,
} from './stack.ts';

/** Room for a new cluster and its WAL, and for some growth of both. */
const MEGABYTES = 256;
const disk = SmallDisk.mount(MEGABYTES);
// The tests are skipped where no file system can be mounted, and standard error has the reason. CI can: it runs as root on Linux.
const describeOnDisk = disk === null ? describe.skip : describe;

describeOnDisk('A full disk', () => {
  const { folder, fill, empty } = {
    folder: disk?.folder ?? '',
    fill: () => disk?.fill(),
    empty: () => disk?.empty(),
  };
  let stack: TestStack;
  let user: { userId: string; token: string };
  // A token has 120 requests a minute, and a full disk has no room for a new one.
  let moreTokens: readonly string[];
  let eventId: string;
  let before: ReadyState;

  beforeAll(async () => {
    const settings = { SWEEP_INTERVAL_MS: '500', SELF_CHECK_USERS: '0' };
    stack = await startTestStack(['--empty'], folder, undefined, settings);
    user = await newUser(stack, 'full-disk@example.org', undefined, 'write');
    await importLines(stack, user.userId, WORKED_EXAMPLE_1);
    const { body } = await stack.get('/api/v1/transactions?year=2026&type=DISPOSITION', user.token);
    eventId = (body['transactions'] as { id: string }[])[0]!.id;
    moreTokens = [await newToken(stack, user.userId, 'write'), await newToken(stack, user.userId, 'write')];
    before = stack.ready();
  });
  afterAll(async () => {
    empty();
    await stack.interrupt();
    disk?.unmount();
  });

  const lostLines = async (service: 'gateway' | 'corrections'): Promise<number> =>
    sumOf(await scrape(stack, service), 'ctx_log_lines_lost_total');
  const lostLinesLogged = (service: 'gateway' | 'corrections'): number =>
    readFileSync(stack.logFile(service), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"msg":"log lines lost'))
      .reduce((sum, line) => sum + (JSON.parse(line) as { lost: number }).lost, 0);
  // Random, so that PostgreSQL cannot compress it: every correction needs room.
  const correct = (euros: number, token = user.token): Promise<Answer> =>
    send(stack, { ...user, token }, 'POST', '/api/v1/overrides', {
      taxEventId: eventId,
      overriddenEuroValue: euros,
      notes: randomBytes(500).toString('hex'),
    });

  it('parks no run: runs are retried until the server can store their figures', async () => {
    const owner = new pg.Client({ connectionString: stack.ready().postgres.url });
    await owner.connect();
    await owner.query(`
      CREATE FUNCTION figures.disk_full() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON figures.years EXECUTE FUNCTION figures.disk_full()`);
    const failures = (): number =>
      readFileSync(stack.logFile('recalc'), 'utf8').split('"msg":"run failed"').length - 1;
    expect((await correct(5250.5)).status).toBe(200);
    await waitFor(() => failures() > ATTEMPTS_MAX);
    expect(await shownRun(stack, user.userId)).toMatchObject({ status: 'RUNNING', run: { parked: null } });
    await owner.query('DROP FUNCTION figures.disk_full CASCADE');
    await owner.end();
    await untilIdle(stack, user);
  });

  it('ends no service: a correction gets 200, or 503 UNAVAILABLE when there is no room for it', async () => {
    fill();
    const answers: Answer[] = [];
    const rejected = (): Answer[] => answers.filter(({ status }) => status !== 200);
    while (rejected().length < 20 && answers.length < 100) answers.push(await correct(5300 + answers.length));
    expect(rejected().length).toBeGreaterThan(0);
    for (const { status, body } of rejected())
      expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    for (const { pid } of Object.values(before.services)) expect(() => process.kill(pid, 0)).not.toThrow();
  });

  it.each(['gateway', 'corrections'] as const)('makes %s drop log lines and count them', async (service) => {
    await waitFor(async () => {
      await correct(1, moreTokens[0]);
      return (await lostLines(service)) > 0;
    });
  });

  it('does not end the local stack, although it cannot record a restarted service in its state file', async () => {
    process.kill(before.services.recalc.pid, 'SIGKILL');
    await waitFor(() => stack.output().includes('recalc ended (SIGKILL) and was started again'));
    expect(stack.ready().services.recalc.pid).toBe(before.services.recalc.pid);
  });

  it('does no lasting harm: once there is room, corrections, runs and the stack’s state file work again', async () => {
    empty();
    await waitFor(async () => (await correct(6250, moreTokens[1])).status === 200);
    await untilIdle(stack, user);
    const { body } = await stack.get('/api/v1/years/2026/summary', moreTokens[1]!);
    // Worked example 1, sold for 1,000 more.
    expect(body['totalCapitalGains']).toMatchObject({ exact: 2250 });
    await waitFor(() => stack.ready().services.recalc.pid !== before.services.recalc.pid);
    for (const service of ['gateway', 'read', 'corrections'] as const)
      expect(stack.ready().services[service].pid).toBe(before.services[service].pid);
  });

  it.each(['gateway', 'corrections'] as const)(
    'leaves the number of lost lines in the log of %s',
    async (service) => {
      const lost = await lostLines(service);
      expect(lost).toBeGreaterThan(0);
      await waitFor(() => lostLinesLogged(service) === lost);
    },
  );
});
