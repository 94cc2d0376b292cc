/** `ctx load`: users for a load test of a running installation, and their removal. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { useDatabase, useStack, useUser } from './kit.ts';

const stack = useStack({ own: true });
const database = useDatabase(stack);
const person = useUser(stack);

interface LoadFile {
  readonly users: readonly { readonly userId: number; readonly token: string }[];
}

const countUsers = async (): Promise<number> =>
  (await database.query<{ users: number }>('SELECT count(*)::int AS users FROM identity.users')).rows[0]!
    .users;

describe('ctx load', () => {
  it('creates users whose tokens read their figures, and erases them and nobody else', async () => {
    const file = join(stack.dataDir, 'load.json');
    const before = await countUsers();
    const prepared = await stack.ctx(['load', 'prepare', '--users', '3', '--events', '50', '--out', file]);
    expect(prepared).toEqual({ users: 3, file });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { users } = JSON.parse(readFileSync(file, 'utf8')) as LoadFile;
    for (const { token } of users) {
      const { status, body } = await stack.get('/api/v1/transactions?year=2025&size=100', token);
      expect({ status, events: (body['transactions'] as object[]).length }).toEqual({
        status: 200,
        events: 50,
      });
    }
    expect(await stack.ctx(['load', 'remove', '--file', file])).toEqual({ removed: 3 });
    expect(await countUsers()).toBe(before);
    expect(await stack.ctx(['load', 'remove', '--file', file])).toEqual({ removed: 0 });
  });

  it('removes all users of load tests when their file is lost', async () => {
    await stack.ctx([
      'load',
      'prepare',
      '--users',
      '2',
      '--events',
      '5',
      '--out',
      join(stack.dataDir, 'lost.json'),
    ]);
    const before = await countUsers();
    expect(await stack.ctx(['load', 'remove', '--all'])).toEqual({ removed: 2 });
    expect(await countUsers()).toBe(before - 2);
  });

  it('erases nobody else whose id somebody wrote into the file', async () => {
    const file = join(stack.dataDir, 'edited.json');
    writeFileSync(file, JSON.stringify({ users: [{ userId: Number(person.userId), token: '' }] }));
    const { error } = (await stack.ctx(['load', 'remove', '--file', file], true)) as {
      error: { message: string };
    };
    expect(error.message).toBe(`user ${person.userId} was not created for a load test`);
    expect((await stack.get('/api/v1/me', person.token)).status).not.toBe(401);
  });

  it('creates nobody if the file cannot be written', async () => {
    const before = await countUsers();
    const out = join(stack.dataDir, 'no', 'such', 'folder.json');
    expect(await stack.ctx(['load', 'prepare', '--users', '1', '--out', out], true)).toMatchObject({
      error: { code: 'INVALID_FILE' },
    });
    expect(await countUsers()).toBe(before);
  });
});
