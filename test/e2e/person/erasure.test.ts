/** The erasure of one user's data: no data of the user is left, no data of other users changes, and nothing comes back. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callerMetadata, callUnary } from '@ctx/platform/grpc-client';
import { correctionsClient } from '../corrections/surfaces.ts';
import { newPerson, type Person } from '../isolation/people.ts';
import { App, type Tokens } from '../oauth/app.ts';
import { Visitor } from '../oauth/visitor.ts';
import { shownRun, untilIdle, whileNoRunEnds } from '../runs.ts';
import { PASSWORD, Person as Browser } from '../settings/person.ts';
import { createUser, useStack } from '../kit.ts';
import { callerKeyOf, event, waitFor, WORKED_EXAMPLE_1 } from '../stack.ts';
import { Tables, useTables } from './tables.ts';

let a: Someone;
let b: Someone;

interface Someone extends Person {
  readonly app: App;
  readonly tokens: Tokens;
  readonly browser: Browser;
}

const stack = useStack({ own: true });
const tables = useTables(stack);

beforeAll(async () => {
  a = await newSomeone('A');
  b = await newSomeone('B');
});

/** Creates a person with rows in every table: corrections, a submitted year, an app, a session, a failed sign-in. */
async function newSomeone(name: 'A' | 'B'): Promise<Someone> {
  const person = await newPerson(stack, name);
  const { userId, email, token } = person;
  await stack.ctx(['user', 'set', '--user', userId, '--password', PASSWORD]);
  const browser = new Browser(stack.ready().baseUrl);
  await browser.signIn(email, 'not the password of anybody');
  await browser.signIn(email);
  const visitor = new Visitor(stack);
  await visitor.signInAs(userId);
  const app = await App.register(stack.ready().baseUrl, { client_name: `App of ${name}` });
  const tokens = await app.connect(visitor);
  await stack.get('/api/v1/me', tokens.access_token);
  await tables.query(
    `INSERT INTO identity.external_logins (issuer, subject, user_id) VALUES ('https://id.example.org', $1, $2)`,
    [`subject of ${name}`, userId],
  );
  await tables.query(
    `INSERT INTO identity.passkeys (user_id, credential_id, public_key, sign_count, transports, name)
     VALUES ($1, convert_to($2::text, 'UTF8'), 'public key', 0, '{usb}', $2::text)`,
    [userId, `passkey of ${name}`],
  );
  await tables.query(
    'INSERT INTO identity.recovery_codes (user_id, code_hash) VALUES ($1::bigint, sha256($1::text::bytea))',
    [userId],
  );
  await tables.query(
    `INSERT INTO identity.passkey_steps (secret_hash, user_id, kind, expires_at)
     VALUES (sha256($1::text::bytea), $1::bigint, 'SIGN_IN', now() + interval '1 h')`,
    [userId],
  );
  await tables.query(
    `INSERT INTO identity.uploads (user_id, token_id, secret_hash, name, content, expires_at, received_at)
     VALUES ($1::bigint, gen_random_uuid(), sha256($1::text::bytea), 'sent.csv', 'a file that waits', now() + interval '1 h', now())`,
    [userId],
  );
  await tables.addFile(userId, `file of ${name}.csv`);
  await stack.ctx(['user', 'invite', email]);
  await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2026']);
  // Only of a user with more than 1,000 events in a year.
  await tables.query(
    "INSERT INTO figures.page_marks (user_id, year, times, ids) VALUES ($1, 2026, '{now}', ARRAY[gen_random_uuid()])",
    [userId],
  );
  await tables.addWebhook(userId);
  // Only of a user from whose log retention has deleted rows.
  await tables.query(
    `INSERT INTO corrections.audit_cleanups (user_id, place, at, cleared, cleared_hash, row_count, newest_at, hash)
     VALUES ($1, 9, now(), 1, '', 1, now(), '')`,
    [userId],
  );
  // Rows that normally exist only for moments.
  await tables.query(
    'INSERT INTO corrections.changed_events (user_id, event_id) VALUES ($1, gen_random_uuid())',
    [userId],
  );
  await tables.query(
    "INSERT INTO corrections.outbox (user_id, created_at) VALUES ($1, now() + interval '1 h')",
    [userId],
  );
  return { ...person, token, app, tokens, browser };
}

describe('ctx user delete', () => {
  it('is rejected without --yes, and erases nothing', async () => {
    const before = await tables.rowsOf(a.userId);
    expect(await stack.ctx(['user', 'delete', '--user', a.userId], true)).toEqual({
      error: {
        code: 'NOT_CONFIRMED',
        message: `this erases all data of user ${a.userId} and cannot be undone; nothing was erased, add --yes to confirm`,
      },
    });
    expect(await tables.rowsOf(a.userId)).toEqual(before);
  });

  it('leaves no row of the user in any table, no id and no e-mail address, and every row of other users', async () => {
    // Every table with a user_id must have rows of the user before, or the checks below would prove nothing.
    expect(Object.keys(await tables.rowsOf(a.userId))).toEqual(await tables.withUser());
    const others = await tables.rowsOf(b.userId);
    const idsOfB = await tables.idsOf(b.userId);
    const marks = [...(await tables.idsOf(a.userId))].filter((id) => !idsOfB.has(id));
    marks.push(a.email, 'CANARY-A', a.app.clientId, 'subject of A', ...hashesOf(a));
    const before = await tables.dump();
    for (const mark of marks) expect(before).toContain(mark);

    const { userId, rows, erased } = (await stack.ctx(['user', 'delete', '--user', a.userId, '--yes'])) as {
      userId: number;
      rows: number;
      erased: Record<string, number>;
    };

    const after = await tables.dump();
    expect(marks.filter((mark) => after.includes(mark))).toEqual([]);
    expect(await tables.rowsOf(a.userId)).toEqual({});
    expect(await tables.rowsOf(b.userId)).toEqual(others);
    expect(userId).toBe(Number(a.userId));
    const withoutUser = ['identity.oauth_rows', 'identity.request_counts', 'identity.sign_in_failures'];
    expect(Object.keys(erased).toSorted()).toEqual([...(await tables.withUser()), ...withoutUser].toSorted());
    expect(erased['identity.users']).toBe(1);
    expect(rows).toBe(Object.values(erased).reduce((sum, count) => sum + count, 0));
    const lines = await tables.query('SELECT via, row_count::integer AS rows FROM corrections.erasures');
    expect(lines).toEqual([{ via: 'ctx', rows }]);
  });

  it('ends the tokens, apps and sessions of the user at once, and those of no other user', async () => {
    for (const token of [a.token, a.tokens.access_token])
      expect((await stack.get('/api/v1/me', token)).status).toBe(401);
    expect((await a.app.refresh(a.tokens.refresh_token)).status).toBeGreaterThanOrEqual(400);
    expect((await a.browser.get('/settings')).location).toContain('/sign-in');
    for (const token of [b.token, b.tokens.access_token])
      expect((await stack.get('/api/v1/me', token)).status).toBe(200);
    expect((await b.browser.get('/settings')).status).toBe(200);
  });

  it('is rejected with NOT_FOUND the second time', async () => {
    expect(await stack.ctx(['user', 'delete', '--user', a.userId, '--yes'], true)).toEqual({
      error: { code: 'NOT_FOUND', message: 'there is no such user' },
    });
    expect(await tables.query('SELECT FROM corrections.erasures')).toHaveLength(1);
  });

  function hashesOf({ email, token }: Someone): string[] {
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    return [sha256(token), sha256(`account:${email}`)];
  }
});

describe('Work that was under way when a user was erased brings nothing back', () => {
  it('because a later correction, import, recalculation request, paid year or submission is rejected', async () => {
    const { userId } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    await stack.ctx(['user', 'delete', '--user', userId, '--yes']);
    const { client } = correctionsClient(stack);
    const signed = () =>
      callerMetadata(
        { userId: Number(userId), scope: 'write', via: 'x', requestId: 'x' },
        callerKeyOf(stack),
      );
    const rule = { action: 'MARK_INCOME', label: 'late', matchType: 'PROTOCOL', matchValue: 'x' };
    const missing = { overrideId: '00000000-0000-4000-8000-000000000000' };
    const withKey = signed();
    // A rejection is also stored under its idempotency key.
    withKey.set('idempotency-key', 'late');
    for (const call of [
      callUnary(client.createRule.bind(client), rule as never, signed(), 5000),
      callUnary(client.removeOverride.bind(client), missing, withKey, 5000),
    ])
      await expect(call).rejects.toMatchObject({ details: 'there is no such user' });
    client.close();
    const file = stack.file('late.jsonl', WORKED_EXAMPLE_1);
    for (const args of [
      ['import', '--user', userId, file],
      ['recalc', '--user', userId, '--full'],
      ['user', 'set', '--user', userId, '--add-year', '2025'],
      ['year', 'regime', '--user', userId, '--year', '2025', '--regime', 'SPECULATIEF'],
      ['year', 'freeze', '--user', userId, '--year', '2026'],
    ])
      expect(await stack.ctx(args, true)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await tables.rowsOf(userId)).toEqual({});
  });

  it('because a run that has not started finds no user', async () => {
    const { userId } = await createUser(stack);
    await whileNoRunEnds(stack, async () => {
      await stack.ctx(['import', '--user', userId, stack.file('waiting.jsonl', WORKED_EXAMPLE_1)]);
      await stack.ctx(['user', 'delete', '--user', userId, '--yes']);
    });
    await untilIdle(stack, { userId: b.userId });
    expect(await shownRun(stack, userId)).toEqual({ status: 'IDLE', run: null });
    expect(await tables.rowsOf(userId)).toEqual({});
  });

  it('because the erasure waits for a run that is being saved, and erases what it saved', async () => {
    const { userId } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const holder = await Tables.open(stack);
    // Blocks the last row that a run writes before its state: by then the other rows are written, but not committed.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM figures.versions WHERE user_id = $1 FOR UPDATE', [userId]);
    const more = event('B3', 'ACQUISITION', '7', '2026-04-01T10:00:00Z', '100');
    await stack.ctx(['import', '--user', userId, stack.file('more.jsonl', [more])]);
    await waitFor(() => isWaiting('INSERT INTO figures.versions%'));
    const erasing = stack.ctx(['user', 'delete', '--user', userId, '--yes']);
    await waitFor(() => isWaiting('%app.erase_user%'));
    await holder.query('COMMIT');
    await holder.close();
    expect(await erasing).toMatchObject({ erased: { 'identity.users': 1 } });
    expect(await tables.rowsOf(userId)).toEqual({});
  });

  it('because a run that saves during the erasure drops its figures', async () => {
    const { userId } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const holder = await Tables.open(stack);
    // The erasure has the user lock, and waits for the user's row.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM identity.users WHERE user_id = $1 FOR KEY SHARE', [userId]);
    const erasing = stack.ctx(['user', 'delete', '--user', userId, '--yes']);
    await waitFor(() => isWaiting('%app.erase_user%'));
    await tables.query('SELECT corrections.request_run($1, true)', [userId]);
    await waitFor(() => isWaiting('%advisory_xact_lock_shared%'));
    await holder.query('COMMIT');
    await holder.close();
    expect(await erasing).toMatchObject({ erased: { 'identity.users': 1 } });
    const log = (): string => readFileSync(stack.logFile('recalc'), 'utf8');
    await waitFor(() => log().includes('taken over by another'));
    expect(await tables.rowsOf(userId)).toEqual({});
  });

  async function isWaiting(statement: string): Promise<boolean> {
    const rows = await tables.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`,
      [statement],
    );
    return rows.length > 0;
  }
});
