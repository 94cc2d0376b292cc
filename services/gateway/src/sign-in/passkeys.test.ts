import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { startDatabase, type TestDatabase } from '../../test/sign-in/database.ts';
import { Passkeys } from './passkeys.ts';
import type { Session } from './sessions.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

/** Returns the user handle that the browser gets for a new passkey. */
async function handleFor(userId: number): Promise<Buffer> {
  const settings = { baseUrl: 'https://tax.example.org' };
  const passkeys = new Passkeys(database.pool, settings, createLogger('gateway', 'fatal'));
  const session = { userId, email: 'an@example.org' } as Session;
  const creation = await passkeys.beginAdding(session, 'Key', 'Tax');
  const { user } = JSON.parse(creation?.options ?? '') as { user: { id: string } };
  return Buffer.from(user.id, 'base64url');
}

describe('the user handle of a passkey', () => {
  it('is 32 random bytes, the same for each passkey of a user, and not derived from the user', async () => {
    const [an, jan] = [await database.addUser('an@example.org'), await database.addUser('jan@example.org')];
    const handle = await handleFor(an);
    expect(handle).toHaveLength(32);
    expect(await handleFor(an)).toEqual(handle);
    expect(await handleFor(jan)).not.toEqual(handle);
    const derived = createHash('sha256')
      .update(`passkeys of user ${String(an)}`)
      .digest();
    expect(handle).not.toEqual(derived);
  });

  it('is one for a user who begins twice at the same time', async () => {
    const userId = await database.addUser('two@example.org');
    const [one, other] = await Promise.all([handleFor(userId), handleFor(userId)]);
    expect(one).toEqual(other);
  });
});
