/** `ctx import --batch` with the running system: the files of many users, one of them bad, and a batch that is killed and continued. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, type TestUser, useDatabase, useStack } from './kit.ts';
import { event, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const USERS = 8;
const stack = useStack();
const database = useDatabase(stack);
let users: readonly TestUser[];
let folder: string;

beforeAll(async () => {
  users = await Promise.all(Array.from({ length: USERS }, () => createUser(stack)));
  folder = join(stack.dataDir, 'tonight');
  mkdirSync(folder);
});

const writeFacts = (name: string, lines: readonly object[]): void => {
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
};
const batch = (...more: string[]) => stack.ctx(['import', '--batch', folder, ...more], true);
const gainOf = async ({ api }: TestUser): Promise<unknown> =>
  (await api.GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } })).data
    ?.totalCapitalGains;

describe('A night of several users', () => {
  it('gives the figures of all users but the one whose file is bad, who gets them when it is mended', async () => {
    for (const { userId } of users) writeFacts(`${userId}.jsonl`, WORKED_EXAMPLE_1);
    const [first, bad] = users as readonly [TestUser, TestUser];
    writeFacts(`${bad.userId}.jsonl`, [
      ...WORKED_EXAMPLE_1,
      event('X', 'NONSENSE', '1', '2026-01-10T10:00:00Z', '1'),
    ]);
    const rows = users.map(({ userId }) => `${userId},${userId}.jsonl\n`);
    writeFileSync(join(folder, 'manifest.csv'), `user,file\n${rows.join('')}`);
    expect(await batch('--wait')).toMatchObject({
      rows: USERS,
      imported: USERS - 1,
      failed: 1,
      counts: { event: { added: (USERS - 1) * 3 } },
      failures: [{ user: Number(bad.userId), error: { code: 'INVALID_FILE', lines: [{ line: 5 }] } }],
    });
    const gain = await gainOf(first);
    expect(gain).toBeDefined();
    expect(await gainOf(bad)).not.toEqual(gain);
    writeFacts(`${bad.userId}.jsonl`, WORKED_EXAMPLE_1);
    expect(await batch('--wait')).toMatchObject({ imported: 1, skipped: USERS - 1, failed: 0 });
    expect(await gainOf(bad)).toEqual(gain);
  });

  it('is continued after a SIGKILL in its middle, and then has imported every file', async () => {
    const events = Array.from({ length: 500 }, (_event, index) =>
      event(`N${String(index)}`, 'ACQUISITION', '1', '2026-04-10T10:00:00Z', '1000'),
    );
    for (const { userId } of users) writeFacts(`${userId}.jsonl`, events);
    const lines = (): string[] =>
      readFileSync(join(folder, 'manifest.journal.jsonl'), 'utf8').trim().split('\n');
    const killed = stack.startCtx(['import', '--batch', folder, '--parallel', '1']);
    const closed = once(killed, 'close');
    await waitFor(() => Promise.resolve(lines().length > USERS));
    killed.kill('SIGKILL');
    await closed;
    const stored = lines().length - USERS;
    expect(await batch('--wait')).toMatchObject({ imported: USERS - stored, skipped: stored, failed: 0 });
    const { rows } = await database.query<{ events: number }>(
      `SELECT count(*)::int AS events FROM facts.events WHERE user_id = ANY($1) GROUP BY user_id`,
      [users.map(({ userId }) => userId)],
    );
    expect(rows).toEqual(users.map(() => ({ events: 503 })));
  });

  it('finds users by e-mail address in any letter case and by external id; a name that nobody has fails alone', async () => {
    const [one, other] = users as readonly [TestUser, TestUser];
    const externalId = `platform-${other.userId}`;
    await stack.ctx(['user', 'set', '--user', other.userId, '--external-id', externalId]);
    const { email } = await stack.ctx(['user', 'show', '--user', one.userId]);
    const named = join(folder, 'named');
    mkdirSync(named);
    writeFileSync(join(named, 'facts.jsonl'), readFileSync(join(folder, `${one.userId}.jsonl`)));
    const names = [
      { email: String(email).toUpperCase() },
      { externalId },
      { email: 'nobody@example.org' },
      { externalId: 'nobody' },
    ];
    writeFileSync(
      join(named, 'manifest.jsonl'),
      names.map((name) => `${JSON.stringify({ ...name, file: 'facts.jsonl' })}\n`).join(''),
    );
    const error = (what: string): object => ({ code: 'NOT_FOUND', message: `no user has this ${what}` });
    expect(await stack.ctx(['import', '--batch', named], true)).toMatchObject({
      imported: 2,
      counts: { event: { unchanged: 2 * 500 } },
      failures: [
        { email: 'nobody@example.org', file: 'facts.jsonl', error: error('e-mail address') },
        { externalId: 'nobody', file: 'facts.jsonl', error: error('external id') },
      ],
    });
  });
});
