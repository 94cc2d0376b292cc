import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Session } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import type { TestDatabase } from '../../test/sign-in/database.ts';

// The real argon2, with its calls counted.
const argon2 = await import('@node-rs/argon2');
const verify = jest.fn(argon2.verify);
jest.unstable_mockModule('@node-rs/argon2', () => ({ hash: argon2.hash, verify }));
const { startDatabase } = await import('../../test/sign-in/database.ts');
const { SignIn: SignInClass } = await import('./sign-in.ts');
const { listAccess } = await import('../identity/access-log.ts');
const { updateUser } = await import('../identity/users.ts');
const { beginStep, findWaitingSignIn } = await import('../identity/passkeys.ts');

const PASSWORD = 'correct horse battery';
const ADDRESS = '192.0.2.1';
let database: TestDatabase;
let signIn: SignIn;
let userId: number;

beforeAll(async () => {
  database = await startDatabase();
  signIn = new SignInClass(database.pool);
  userId = await database.addUser('An@example.org', PASSWORD);
  await database.addUser('without@example.org');
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.owner.query('TRUNCATE identity.sign_in_failures, identity.sessions, identity.access_log');
  verify.mockClear();
});

const fails = async (
  times: number,
  email: string,
  addressOf = (_round: number) => ADDRESS,
): Promise<void> => {
  for (let round = 0; round < times; round += 1)
    expect(await signIn.withPassword(email, 'wrong', addressOf(round))).toEqual({ outcome: 'REJECTED' });
};

/** Returns a different address for each round. */
const spread = (round: number): string => `198.51.100.${String(round)}`;

async function endWindows(): Promise<void> {
  await database.owner.query(
    `UPDATE identity.sign_in_failures SET window_started_at = window_started_at - interval '15 min'`,
  );
}

describe('a sign-in with a password', () => {
  it.each(['an@example.org', 'AN@EXAMPLE.ORG', ' An@example.org '])(
    'finds the account by %p',
    async (email) => {
      expect(await signIn.withPassword(email, PASSWORD, ADDRESS)).toEqual({ outcome: 'SIGNED_IN', userId });
    },
  );

  it.each([
    ['a wrong password', 'an@example.org'],
    ['an unknown account', 'nobody@example.org'],
    ['an account without a password', 'without@example.org'],
    ['an invalid e-mail address', 'nobody'],
    ['an empty e-mail address', ''],
    ['a NUL character', 'an@example.org\0'],
  ])('has the same result after the same work for %s', async (_what, email) => {
    const query = jest.spyOn(database.pool, 'query');
    expect(await signIn.withPassword(email, 'wrong', ADDRESS)).toEqual({ outcome: 'REJECTED' });
    expect(verify).toHaveBeenCalledTimes(1);
    const [[hash]] = verify.mock.calls as unknown as [[string]];
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(query.mock.calls.map(([statement]) => (statement as unknown as { name: string }).name)).toEqual([
      'find-sign-in',
      'count-sign-in-failure',
      'count-sign-in-failure',
      'attempt-password',
    ]);
    query.mockRestore();
  });

  it('accepts a password from before the rules for new passwords', async () => {
    const email = 'before@example.org';
    const before = await database.addUser(email, 'Bitcoin2026!!');
    expect(await signIn.withPassword(email, 'Bitcoin2026!!', ADDRESS)).toMatchObject({ userId: before });
  });

  it('stores what was typed only as hashes', async () => {
    await fails(1, 'an@example.org');
    const { rows } = await database.owner.query<{ key_hash: Buffer; failures: number }>(
      'SELECT key_hash, failures FROM identity.sign_in_failures',
    );
    const key = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(rows.map((row) => row.key_hash.toString('hex')).sort()).toEqual(
      [key('account:an@example.org'), key(`network:${ADDRESS}`)].sort(),
    );
  });
});

describe('the failure limit of an account', () => {
  it.each(['an@example.org', 'nobody@example.org', 'nobody'])(
    'is 10 in 15 minutes over all addresses, for %s',
    async (email) => {
      await fails(10, email, spread);
      verify.mockClear();
      const rejected = await signIn.withPassword(email, PASSWORD, '203.0.113.1');
      expect(rejected).toEqual({ outcome: 'TOO_MANY', retryAfterSeconds: expect.any(Number) });
      const { retryAfterSeconds } = rejected as { retryAfterSeconds: number };
      expect(retryAfterSeconds).toBeGreaterThan(15 * 60 - 60);
      expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
      expect(verify).not.toHaveBeenCalled();
    },
  );

  it('is shared by all letter cases of the e-mail address', async () => {
    await fails(5, 'an@example.org', spread);
    await fails(5, 'AN@example.org', spread);
    expect(await signIn.withPassword('aN@example.org', PASSWORD, ADDRESS)).toMatchObject({
      outcome: 'TOO_MANY',
    });
  });

  it('does not count failures of other accounts, and ends after 15 minutes', async () => {
    await fails(10, 'nobody@example.org', spread);
    expect(await signIn.withPassword('an@example.org', PASSWORD, ADDRESS)).toMatchObject({
      outcome: 'SIGNED_IN',
    });
    await fails(10, 'an@example.org', spread);
    await endWindows();
    expect(await signIn.withPassword('an@example.org', PASSWORD, ADDRESS)).toMatchObject({
      outcome: 'SIGNED_IN',
    });
    await fails(10, 'an@example.org', spread);
  });

  it('is not extended by rejected attempts', async () => {
    await fails(10, 'an@example.org', spread);
    await database.owner.query(
      `UPDATE identity.sign_in_failures SET window_started_at = window_started_at - interval '10 min'`,
    );
    for (let round = 0; round < 3; round += 1) {
      const rejected = await signIn.withPassword('an@example.org', PASSWORD, ADDRESS);
      expect((rejected as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(5 * 60);
    }
  });

  it('does not count successful sign-ins, which do not reset it either', async () => {
    await fails(9, 'an@example.org', spread);
    for (let round = 0; round < 3; round += 1)
      expect(await signIn.withPassword('an@example.org', PASSWORD, ADDRESS)).toMatchObject({
        outcome: 'SIGNED_IN',
      });
    await fails(1, 'an@example.org');
    expect(await signIn.withPassword('an@example.org', PASSWORD, ADDRESS)).toMatchObject({
      outcome: 'TOO_MANY',
    });
  });

  it('lets 10 of 25 parallel guesses through', async () => {
    const guesses = Array.from({ length: 25 }, (_, round) =>
      signIn.withPassword('an@example.org', 'wrong', spread(round)),
    );
    const outcomes = (await Promise.all(guesses)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'REJECTED')).toHaveLength(10);
    expect(verify).toHaveBeenCalledTimes(10);
  });
});

/** Sets all failure counts. */
async function setFailures(times: number): Promise<void> {
  await database.owner.query('UPDATE identity.sign_in_failures SET failures = $1', [times]);
}

describe('a known browser', () => {
  const known = async (email: string, before: string | null = null): Promise<string> =>
    (await signIn.addKnownBrowser(email, before))!;
  const attempt = (
    browser: string | null,
    password = PASSWORD,
    email = 'an@example.org',
    address = ADDRESS,
  ) => signIn.withPassword(email, password, address, browser);

  it('can sign in after unknown browsers have reached the failure limit of the account', async () => {
    const browser = await known('an@example.org');
    await fails(10, 'an@example.org', spread);
    expect(await attempt(null)).toMatchObject({ outcome: 'TOO_MANY' });
    expect(await attempt(browser)).toEqual({ outcome: 'SIGNED_IN', userId });
  });

  it('can sign in after its network has reached the failure limit', async () => {
    const browser = await known('an@example.org');
    await fails(1, 'nobody@example.org');
    await setFailures(51);
    expect(await attempt(null)).toMatchObject({ outcome: 'TOO_MANY' });
    expect(await attempt(browser)).toEqual({ outcome: 'SIGNED_IN', userId });
  });

  it('has its own limit of 10 failures in 15 minutes, which does not count for unknown browsers', async () => {
    const [stolen, other] = [await known('an@example.org'), await known('an@example.org')];
    for (let round = 0; round < 10; round += 1)
      expect(await attempt(stolen, 'wrong', 'an@example.org', spread(round))).toEqual({
        outcome: 'REJECTED',
      });
    verify.mockClear();
    expect(await attempt(stolen)).toMatchObject({ outcome: 'TOO_MANY' });
    expect(verify).not.toHaveBeenCalled();
    expect(await attempt(other)).toMatchObject({ outcome: 'SIGNED_IN' });
    expect(await attempt(null)).toMatchObject({ outcome: 'SIGNED_IN' });
  });

  it('is known only for the last 4 accounts that signed in there', async () => {
    const emails = ['an', 'bo', 'ci', 'di', 'el'].map((name) => `${name}@known.example.org`);
    let browser: string | null = null;
    for (const email of emails) {
      await database.addUser(email, PASSWORD);
      browser = await known(email, browser);
    }
    expect(await known(emails[4]!, browser)).toBe(browser);
    for (const email of ['an@example.org', ...emails]) {
      await fails(1, email);
      await setFailures(51);
      const isKnown = emails.indexOf(email) > 0;
      expect(await attempt(browser, PASSWORD, email)).toMatchObject({
        outcome: isKnown ? 'SIGNED_IN' : 'TOO_MANY',
      });
      await database.owner.query('TRUNCATE identity.sign_in_failures');
    }
  });

  it('is unknown after a change of the password, and with an invented cookie', async () => {
    const newUserId = await database.addUser('changes@example.org', PASSWORD);
    const browser = await known('changes@example.org');
    await fails(1, 'changes@example.org');
    await setFailures(51);
    const [nonce = '', proof = ''] = browser.split('.');
    for (const forged of [`${'A'.repeat(22)}.${proof}`, `${nonce}.${'A'.repeat(43)}`, nonce, ''])
      expect(await attempt(forged, PASSWORD, 'changes@example.org')).toMatchObject({ outcome: 'TOO_MANY' });
    expect(await attempt(browser, PASSWORD, 'changes@example.org')).toMatchObject({ userId: newUserId });
    const { rows } = await database.owner.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM identity.users WHERE email_folded = $1',
      ['an@example.org'],
    );
    await database.owner.query('UPDATE identity.users SET password_hash = $1 WHERE user_id = $2', [
      rows[0]!.hash,
      newUserId,
    ]);
    expect(await attempt(browser, PASSWORD, 'changes@example.org')).toMatchObject({ outcome: 'TOO_MANY' });
  });

  it('gets the same results for other accounts, unknown accounts and accounts without a password', async () => {
    const browser = await known('an@example.org');
    for (const email of ['with@known.example.org', 'nobody@example.org', 'without@example.org']) {
      if (email.startsWith('with@')) await database.addUser(email, PASSWORD);
      const query = jest.spyOn(database.pool, 'query');
      verify.mockClear();
      expect(await attempt(browser, 'wrong', email)).toEqual({ outcome: 'REJECTED' });
      expect(verify).toHaveBeenCalledTimes(1);
      expect(query).toHaveBeenCalledTimes(4);
      query.mockRestore();
    }
  });
});

describe('the limit on consecutive failures of an account', () => {
  const failedInARow = (times: number): Promise<unknown> =>
    database.owner.query('UPDATE identity.users SET password_failures = $1 WHERE user_id = $2', [
      times,
      userId,
    ]);
  const outcomeOf = async (password: string, isKnownBrowser = false): Promise<string> => {
    const browser = isKnownBrowser ? await signIn.addKnownBrowser('an@example.org', null) : null;
    return (await signIn.withPassword('an@example.org', password, ADDRESS, browser)).outcome;
  };
  afterEach(() => failedInARow(0));

  it('allows the 100th attempt, and no further one from an unknown browser', async () => {
    await failedInARow(98);
    expect(await outcomeOf('wrong')).toBe('REJECTED');
    expect(await outcomeOf(PASSWORD)).toBe('SIGNED_IN');
    await failedInARow(99);
    expect(await outcomeOf('wrong')).toBe('REJECTED');
    expect(await outcomeOf(PASSWORD)).toBe('REJECTED');
    expect(await outcomeOf(PASSWORD)).toBe('REJECTED');
    const [entry, ...rest] = await listAccess(database.pool, userId, { before: null, size: 5 });
    expect(entry).toMatchObject({ action: 'PASSWORD_CLOSED', via: 'password' });
    expect(rest).toEqual([]);
  });

  it('lets a known browser sign in, which resets the limit', async () => {
    await failedInARow(500);
    expect(await outcomeOf('wrong', true)).toBe('REJECTED');
    expect(await outcomeOf(PASSWORD)).toBe('REJECTED');
    expect(await outcomeOf(PASSWORD, true)).toBe('SIGNED_IN');
    expect(await outcomeOf(PASSWORD)).toBe('SIGNED_IN');
  });

  it('is not exceeded by 25 parallel attempts', async () => {
    await failedInARow(95);
    await Promise.all(
      Array.from({ length: 25 }, (_, round) => signIn.withPassword('an@example.org', 'wrong', spread(round))),
    );
    const compared = (verify.mock.calls as unknown as [string][]).map(([hash]) => hash);
    const dummy = '//CPfkafMfZyW7K1dmE/GyJhYYPtv+/B+j3W/6MP9sM';
    expect(compared.filter((hash) => !hash.endsWith(dummy))).toHaveLength(5);
  });

  it('is reset when the operator sets a new password', async () => {
    await failedInARow(500);
    const passwordHash = await argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await updateUser(database.pool, userId, { plan: null, betas: null, passwordHash });
    expect(await outcomeOf(PASSWORD)).toBe('SIGNED_IN');
  });
});

describe('the failure limit of a network', () => {
  it.each([
    ['one IPv4 address', () => ADDRESS, ADDRESS, '192.0.2.2'],
    ['an IPv6 /64', (round: number) => `2001:db8::${String(round)}`, '2001:db8::ff:1', '2001:db8:0:1::1'],
  ])('is 50 in 15 minutes over all accounts, for %s', async (_what, addressOf, same, other) => {
    await fails(1, 'nobody-0@example.org', () => addressOf(0));
    await setFailures(48);
    await fails(1, 'nobody-49@example.org', () => addressOf(49));
    expect(await signIn.withPassword('an@example.org', PASSWORD, same)).toMatchObject({
      outcome: 'SIGNED_IN',
    });
    await fails(1, 'nobody-50@example.org', () => addressOf(50));
    expect(await signIn.withPassword('an@example.org', PASSWORD, same)).toMatchObject({
      outcome: 'TOO_MANY',
    });
    expect(await signIn.withPassword('an@example.org', PASSWORD, other)).toMatchObject({
      outcome: 'SIGNED_IN',
    });
  });

  it('is 500 for an IPv6 /48, whose /64s store no further row beyond it', async () => {
    const site = (round: number): string => `2001:db8:0:${String(round)}::1`;
    await fails(1, 'nobody-0@example.org', site);
    await database.owner.query(
      'UPDATE identity.sign_in_failures SET failures = 499 WHERE key_hash = sha256($1)',
      ['network:2001:db8:0::/48'],
    );
    await fails(1, 'nobody-1@example.org', () => site(1));
    const before = await database.owner.query('SELECT FROM identity.sign_in_failures');
    expect(await signIn.withPassword('an@example.org', PASSWORD, site(2))).toMatchObject({
      outcome: 'TOO_MANY',
    });
    const after = await database.owner.query('SELECT FROM identity.sign_in_failures');
    expect(after.rowCount).toBe(before.rowCount);
    expect(await signIn.withPassword('an@example.org', PASSWORD, '2001:db8:1::1')).toMatchObject({ userId });
  });

  it('stops the network from storing a row for each account that it tries', async () => {
    await fails(1, 'nobody-0@example.org');
    await setFailures(50);
    for (let round = 1; round < 10; round += 1) {
      const email = `nobody-${String(round)}@example.org`;
      expect(await signIn.withPassword(email, 'wrong', ADDRESS)).toMatchObject({ outcome: 'TOO_MANY' });
    }
    const { rows } = await database.owner.query('SELECT FROM identity.sign_in_failures');
    expect(rows).toHaveLength(2);
  });
});

describe('a flood of sign-ins', () => {
  it('hashes 2 passwords at a time, queues 32, and rejects the others without counting a failure', async () => {
    const gate = Promise.withResolvers<undefined>();
    verify.mockImplementation(async (...given) => {
      await gate.promise;
      return argon2.verify(...given);
    });
    const tooMany: unknown[] = [];
    const attempts = Array.from({ length: 60 }, async (_, round) => {
      const result = await signIn.withPassword(`nobody-${String(round)}@example.org`, 'wrong', spread(round));
      if (result.outcome === 'TOO_MANY' && tooMany.push(result) === 26) gate.resolve(undefined);
      return result;
    });
    const results = await Promise.all(attempts);
    verify.mockImplementation(argon2.verify);
    expect(tooMany).toEqual(
      Array.from({ length: 26 }, () => ({ outcome: 'TOO_MANY', retryAfterSeconds: 2 })),
    );
    expect(results.filter(({ outcome }) => outcome === 'REJECTED')).toHaveLength(34);
    const { rows } = await database.owner.query('SELECT FROM identity.sign_in_failures WHERE failures > 0');
    expect(rows).toHaveLength(34 * 2);
  });
});

describe('a change of the password', () => {
  let session: Session;
  beforeEach(async () => {
    const insert = `INSERT INTO identity.sessions (secret_hash, user_id, created_at, expires_at)
      VALUES (sha256($1), $2, now() - make_interval(mins => $3), now() + interval '1 h') RETURNING
      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') AS at`;
    await database.owner.query(insert, ['there', userId, 1]);
    const { rows } = await database.owner.query<{ at: string }>(insert, ['here', userId, 2]);
    session = { userId, email: 'An@example.org', signedInAt: rows[0]!.at, csrfToken: 'here' } as Session;
  });
  const sessionsLeft = async (): Promise<string[]> => {
    const { rows } = await database.owner.query<{ name: string }>(
      `SELECT name FROM identity.sessions JOIN (VALUES ('here'), ('there')) AS n (name) ON secret_hash = sha256(name::bytea)`,
    );
    return rows.map(({ name }) => name).sort();
  };

  it('requires the current password, ends all other sessions and waiting sign-ins, and is logged', async () => {
    expect(await signIn.changePassword(session, 'wrong', 'another horse battery')).toBe('WRONG');
    expect(await sessionsLeft()).toEqual(['here', 'there']);
    await beginStep(database.pool, userId, { kind: 'SIGN_IN', secret: 'of a thief' });
    expect(await findWaitingSignIn(database.pool, 'of a thief')).toMatchObject({ userId });
    expect(await signIn.changePassword(session, PASSWORD, 'another horse battery')).toBe('CHANGED');
    expect(await sessionsLeft()).toEqual(['here']);
    expect(await findWaitingSignIn(database.pool, 'of a thief')).toBeNull();
    expect(await signIn.withPassword('an@example.org', PASSWORD, ADDRESS)).toEqual({ outcome: 'REJECTED' });
    expect(await signIn.withPassword('an@example.org', 'another horse battery', ADDRESS)).toMatchObject({
      userId,
    });
    const [entry] = await listAccess(database.pool, userId, { before: null, size: 1 });
    expect(entry).toMatchObject({ action: 'PASSWORD_CHANGED', via: 'settings', target: null });
    expect(await signIn.changePassword(session, 'another horse battery', PASSWORD)).toBe('CHANGED');
  });

  it.each([
    ['TOO_SHORT', 'elf tekens.'],
    ['TOO_LONG', 'x'.repeat(257)],
    ['TOO_COMMON', 'password2026!'],
    ['TOO_PERSONAL', 'an@example.org!'],
  ])('to a password that is %s is rejected before the current password is checked', async (fault, next) => {
    expect(await signIn.changePassword(session, PASSWORD, next)).toEqual({ fault });
    expect(verify).not.toHaveBeenCalled();
  });

  it('allows 10 guesses in a session, which do not count for the account', async () => {
    for (let round = 0; round < 10; round += 1)
      expect(await signIn.changePassword(session, 'wrong', 'another horse battery')).toBe('WRONG');
    expect(await signIn.changePassword(session, PASSWORD, 'another horse battery')).toEqual({
      fault: 'TOO_MANY',
    });
    expect(await signIn.withPassword('an@example.org', PASSWORD, ADDRESS)).toMatchObject({
      outcome: 'SIGNED_IN',
    });
  });

  it('works after unknown browsers have reached the failure limit of the account', async () => {
    await fails(10, 'an@example.org', spread);
    expect(await signIn.changePassword(session, PASSWORD, 'another horse battery')).toBe('CHANGED');
    expect(await signIn.changePassword(session, 'another horse battery', PASSWORD)).toBe('CHANGED');
  });
});
