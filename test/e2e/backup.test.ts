/**
 * Backup and restore as described in docs/operations/backup.md: takes a base backup of a running server and its archived WAL, and
 * restores both into another folder, for a new server with an empty NATS.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { send } from './corrections/surfaces.ts';
import { untilIdle } from './corrections/users.ts';
import { newPerson, overrideOf, type Person } from './isolation/people.ts';
import { Tables } from './person/tables.ts';
import { readOut, withoutMoments } from './read-out.ts';
import {
  event,
  importLines,
  newDataDir,
  newToken,
  newUser,
  startTestStack,
  type TestStack,
  waitFor,
  WORKED_EXAMPLE_1,
} from './stack.ts';

let folder: string;
let restored: TestStack;
let person: Person;
/** Tokens created before the backup. The requests per minute of one token are enough to read everything once. */
let tokens: string[];
/** What the person read last from the lost server, and the response to the last correction sent there. */
let before: string;
let lastAnswer: string;
let submitted: { userId: string; token: string; summary: string };

const LATE = { 'idempotency-key': 'the-last-one' };
const SUMMARY = '/api/v1/years/2025/summary';

beforeAll(async () => {
  folder = newDataDir();
  const lost = await startTestStack();
  person = await newPerson(lost, 'A');
  tokens = [];
  for (let left = 3; left > 0; left -= 1) tokens.push(await newToken(lost, person.userId, 'write'));
  submitted = await submitYear(lost);
  await backUp(lost);
  before = await answers(lost);
  await lost.remove();
  restored = await restore();
});
afterAll(async () => {
  await restored.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Another user, whose year 2025 was submitted before more facts of that year were imported. */
async function submitYear(stack: TestStack): Promise<typeof submitted> {
  const user = await newUser(stack, 'submitted@example.org', ['--year', '2025', '--year', '2026'], 'write');
  const of2025 = [
    event('OLD', 'ACQUISITION', '3', '2025-05-05T10:00:00Z', '300'),
    event('GONE', 'DISPOSITION', '1', '2025-06-05T10:00:00Z', '150'),
  ];
  await importLines(stack, user.userId, [...WORKED_EXAMPLE_1, ...of2025]);
  await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
  await importLines(stack, user.userId, [event('LATER', 'ACQUISITION', '1', '2025-01-05T10:00:00Z', '1')]);
  return { ...user, summary: (await stack.get(SUMMARY, user.token)).text };
}

/** Reads everything that the person can read, with the next token. */
async function answers(stack: TestStack): Promise<string> {
  const texts = [...(await readOut(stack, tokens.shift()!, person.readable))];
  return withoutMoments(texts.map(([path, { text }]) => `${path} ${text}`).join('\n'));
}

async function owner<Result>(
  stack: TestStack,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: stack.ready().postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Sends one correction while files are copied and one afterwards. The recalculation request of the second is still in the
 * outbox when the WAL is archived for the last time. The server then keeps running until that run is done.
 */
async function backUp(stack: TestStack): Promise<void> {
  const cluster = join(stack.dataDir, 'postgres');
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  chownAs(cluster, archive);
  await archiveLog(stack, archive);
  await owner(stack, async (client) => {
    await client.query("SELECT pg_backup_start('base', fast => true)");
    await correct(stack, { taxEventId: person.eventIds.get('OWN'), overriddenEuroValue: 4321 });
    cpSync(cluster, join(folder, 'base'), { recursive: true, filter: belongsToBackup });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    writeFileSync(join(folder, 'base/backup_label'), rows[0]!.labelfile);
  });
  cpSync(join(stack.dataDir, 'secrets.json'), join(folder, 'secrets.json'));
  const { services, nats } = stack.ready();
  const stopped = [services.recalc.pid, nats!.pid];
  for (const pid of stopped) process.kill(pid, 'SIGSTOP');
  try {
    lastAnswer = await correct(stack, overrideOf('A', person.eventIds.get('INCOME')!), LATE);
    await owner(stack, async (client) => {
      expect((await client.query('SELECT FROM corrections.outbox')).rowCount).toBe(1);
      await archiveUpToNow(client);
    });
    // Archiving ends here, so later changes are lost with the server.
    cpSync(archive, join(folder, 'kept'), { recursive: true });
    chownAs(archive, join(folder, 'kept'));
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  await untilIdle(stack, person);
}

async function correct(
  stack: TestStack,
  body: object,
  headers: Record<string, string> = {},
): Promise<string> {
  const user = { userId: person.userId, token: person.token };
  const answer = await send(stack, user, 'POST', '/api/v1/overrides', body, headers);
  expect(answer.status).toBe(200);
  return answer.text;
}

/** Turns on archiving. It takes effect when the server restarts: the stack's supervisor restarts it when it exits. */
async function archiveLog(stack: TestStack, archive: string): Promise<void> {
  await owner(stack, async (client) => {
    await client.query('ALTER SYSTEM SET archive_mode = on');
    await client.query(`ALTER SYSTEM SET archive_command = 'cp %p ${archive}/%f'`);
  });
  const { pid } = stack.ready().postgres;
  process.kill(pid, 'SIGINT');
  await waitFor(() => stack.ready().postgres.pid !== pid);
  await waitFor(async () => (await stack.get('/api/v1/me', person.token)).status === 200);
}

async function archiveUpToNow(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  await waitFor(async () => {
    const archiver = await client.query<{ last: string | null }>(
      'SELECT last_archived_wal AS last FROM pg_stat_archiver',
    );
    return (archiver.rows[0]!.last ?? '') >= rows[0]!.file;
  });
}

/** Files and folders that the PostgreSQL manual excludes from a base backup. */
function belongsToBackup(path: string): boolean {
  return (
    !/\/postgres\/(pg_wal|pg_replslot|pg_stat_tmp|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)\/./.test(
      path,
    ) && !/^(postmaster\.(pid|opts)|pgsql_tmp.*)$/.test(basename(path))
  );
}

async function restore(): Promise<TestStack> {
  const dataDir = newDataDir();
  const cluster = join(dataDir, 'postgres');
  cpSync(join(folder, 'base'), cluster, { recursive: true });
  cpSync(join(folder, 'secrets.json'), join(dataDir, 'secrets.json'));
  // PostgreSQL accepts no connection before it has replayed the whole WAL.
  const settings = {
    restore_command: `cp ${join(folder, 'kept')}/%f %p`,
    hot_standby: 'off',
    archive_mode: 'off',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  writeFileSync(join(cluster, 'postgresql.auto.conf'), lines.join(''));
  writeFileSync(join(cluster, 'recovery.signal'), '');
  chmodSync(cluster, 0o700);
  chownAs(join(folder, 'archive'), cluster);
  return startTestStack(['--empty'], dataDir);
}

/** Changes the owner of a folder to the owner of another one: the account that runs the server. */
function chownAs(owned: string, path: string): void {
  const { uid, gid } = lstatSync(owned);
  if (uid === process.getuid?.()) return;
  chownSync(path, uid, gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) chownAs(owned, join(path, name));
}

describe('a restored system', () => {
  it('accepts the tokens issued before the loss, and replays the response to a correction that is sent again', async () => {
    expect((await restored.get('/api/v1/me', person.token)).body).toMatchObject({ email: person.email });
    const repeated = await correct(restored, overrideOf('A', person.eventIds.get('INCOME')!), LATE);
    expect(repeated).toBe(lastAnswer);
  });

  it('publishes the restored outbox to an empty NATS, completes the run, and returns the same responses as the lost server', async () => {
    await untilIdle(restored, person);
    await waitFor(() =>
      owner(
        restored,
        async (client) => (await client.query('SELECT FROM corrections.outbox')).rowCount === 0,
      ),
    );
    expect((await answers(restored)) === before).toBe(true);
  });

  it('keeps the figures of a submitted year, although facts of that year were imported later', async () => {
    expect((await restored.get(SUMMARY, submitted.token)).text).toBe(submitted.summary);
  });

  it('accepts new corrections, and NATS messages start their runs', async () => {
    const answer = JSON.parse(
      await correct(restored, { taxEventId: person.eventIds.get('BUY'), overriddenEuroValue: 1 }),
    ) as {
      override: { id: string };
    };
    await untilIdle(restored, person);
    const metrics = await fetch(`http://${restored.ready().services.recalc.health}/metrics`);
    expect(await metrics.text()).toMatch(
      /^ctx_recalculation_requests_total\{[^}]*outcome="completed"[^}]*\} [1-9]/m,
    );
    const [token] = tokens;
    const gone = await send(
      restored,
      { userId: person.userId, token: token! },
      'DELETE',
      `/api/v1/overrides/${answer.override.id}`,
    );
    expect(gone.status).toBe(200);
    await untilIdle(restored, person);
  });

  it('rebuilds deleted figures from facts and corrections, and leaves a submitted year as it was', async () => {
    const tables = await Tables.open(restored);
    const figures = (await tables.withUser()).filter((name) => name.startsWith('figures.'));
    for (const table of figures)
      await tables.query(`DELETE FROM ${table} WHERE user_id = $1`, [person.userId]);
    expect(Object.keys(await tables.rowsOf(person.userId)).filter((name) => figures.includes(name))).toEqual(
      [],
    );
    await tables.close();
    await restored.ctx(['recalc', '--all', '--full', '--wait']);
    // The history and the reports have the corrections of the test above.
    const figuresIn = (text: string): string =>
      text.replace(/^\/api\/v1\/history.*$/gm, '').replace(/^.*"section":"CORRECTION".*$\n/gm, '');
    expect(figuresIn(await answers(restored)) === figuresIn(before)).toBe(true);
    expect((await restored.get(SUMMARY, submitted.token)).text).toBe(submitted.summary);
  });
});
