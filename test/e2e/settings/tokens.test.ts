/** The pages of personal tokens. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isWellFormedToken } from '../../../services/gateway/src/identity/auth/token.ts';
import { query } from '../oauth/visitor.ts';
import { newToken, sharedTestStack, type TestStack } from '../stack.ts';
import { formOf, idsOf, newSomeone, type Person, type Someone, textOf } from './person.ts';

const PATH = '/settings/tokens';
let stack: TestStack;
let someone: Someone;
let other: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'tokens@example.org');
  other = await newSomeone(stack, 'tokens-others@example.org');
});
afterAll(async () => {
  await stack.remove();
});

/** Creates a token on the page, and returns what the page shows of it. */
async function make(person: Person, fields: Record<string, string>): Promise<string> {
  const { status, html } = await person.submit(PATH, PATH, { scope: 'read', ends: 'never', ...fields });
  const token = /id="secret"\s+value="([^"]+)"/.exec(html)?.[1];
  if (status !== 200 || token === undefined) throw new Error(`${String(status)} ${textOf(html)}`);
  return token;
}

const statusOf = async (token: string): Promise<number> => (await stack.get('/api/v1/years', token)).status;

/** Returns the id of a token by its name, from the list on the page. */
async function idOf(person: Person, name: string): Promise<string> {
  const { html } = await person.get(PATH);
  const row = html.split('<tr').find((each) => each.includes(`<bdi>${name}</bdi>`)) ?? '';
  return idsOf(row)[0] ?? '';
}

describe('a new token', () => {
  it('works, and is shown once, in a response that is not cached', async () => {
    const before = await someone.person.get(PATH);
    const { status, html, headers } = await someone.person.post(PATH, {
      ...formOf(before.html, PATH),
      name: 'laptop',
      scope: 'read',
      ends: 'never',
    });
    const token = /id="secret"\s+value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(isWellFormedToken(token)).toBe(true);
    expect(await statusOf(token)).toBe(200);
    expect((await someone.person.get(PATH)).html).not.toContain(token);
    const [row] = await query(stack, 'SELECT scopes, expires_at FROM identity.tokens WHERE name = $1', [
      'laptop',
    ]);
    expect(row).toEqual({ scopes: ['read'], expires_at: null });
  });

  it('is created once, even if its form is sent several times', async () => {
    const fields = { ...formOf((await someone.person.get(PATH)).html, PATH), name: 'once', scope: 'read' };
    const answers = await Promise.all([1, 2, 3].map(() => someone.person.post(PATH, fields)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const again = await someone.person.post(PATH, { ...fields, name: 'twice' });
    expect(again.status).toBe(409);
    expect(textOf(again.html)).toContain('This form was already sent');
    expect(again.html).not.toMatch(/ctx_[0-9A-Za-z]{38}/);
    const rows = await query(stack, "SELECT name FROM identity.tokens WHERE name IN ('once', 'twice')");
    expect(rows).toEqual([{ name: 'once' }]);
  });

  it('can correct if that scope was chosen', async () => {
    const token = await make(someone.person, { name: 'corrects', scope: 'write' });
    expect((await stack.get('/api/v1/me', token)).body).toMatchObject({ scopes: ['read', 'write'] });
  });

  it.each([
    ['a year, if nothing is chosen', {}, 365],
    ['the days of the choice', { ends: '30' }, 30],
    ['no time, without an end', { ends: 'never' }, null],
  ])('works for %s', async (_what, fields, days) => {
    const chooser = await newSomeone(stack, `ends-${String(days)}@example.org`);
    const { html } = await chooser.person.get(PATH);
    expect(html).toMatch(/value="365"\s+checked/);
    const form = { ...formOf(html, PATH), name: 'chosen', scope: 'read', ...fields };
    expect((await chooser.person.post(PATH, form)).status).toBe(200);
    const [row] = await query(
      stack,
      "SELECT expires_at::date - now()::date AS days FROM identity.tokens WHERE user_id = $1 AND name = 'chosen'",
      [chooser.userId],
    );
    // The last day is a Belgian one.
    if (days === null) expect(row).toEqual({ days: null });
    else expect([days, days + 1]).toContain(row?.['days']);
  });

  it('is recognised by its first characters', async () => {
    const owner = await newSomeone(stack, 'first-characters@example.org');
    const token = await make(owner.person, { name: 'new' });
    const operators = owner.token;
    const { html } = await owner.person.get(PATH);
    const shown = [...html.matchAll(/<code>(ctx_[^<]*)<\/code>/g)].map(([, text]) => text);
    expect(shown.toSorted()).toEqual([token, operators].map((each) => `${each.slice(0, 8)}…`).toSorted());
    const { tokens } = (await stack.ctx(['token', 'list', '--user', owner.userId])) as {
      tokens: { name: string; prefix: string }[];
    };
    expect(tokens.find(({ name }) => name === 'new')?.prefix).toBe(token.slice(0, 8));
    const stored = await query(
      stack,
      'SELECT row_to_json(t)::text AS row FROM identity.tokens t WHERE user_id = $1',
      [owner.userId],
    );
    for (const { row } of stored)
      for (const each of [token, operators]) expect(row).not.toContain(each.slice(0, 9));
  });

  it('that is unused for 90 days is marked in the operator’s list', async () => {
    const old = await newSomeone(stack, 'unused@example.org');
    for (const name of ['unused', 'used', 'new']) await make(old.person, { name });
    await query(
      stack,
      `UPDATE identity.tokens SET created_at = now() - interval '91 days',
         last_used_at = CASE WHEN name = 'used' THEN now() - interval '89 days' END
       WHERE user_id = $1 AND name IN ('unused', 'used')`,
      [old.userId],
    );
    const { tokens } = (await stack.ctx(['token', 'list', '--user', old.userId])) as {
      tokens: { name: string; unused: boolean }[];
    };
    expect(tokens.filter(({ unused }) => unused).map(({ name }) => name)).toEqual(['unused']);
  });

  it('ends with its last day in Belgian time', async () => {
    await make(someone.person, { name: 'ends', 'last-day': '2030-06-30' });
    const [row] = await query(stack, "SELECT expires_at::text FROM identity.tokens WHERE name = 'ends'");
    expect(row).toEqual({ expires_at: '2030-06-30 22:00:00+00' });
  });

  it('is not created from a form with errors, which keeps what was typed', async () => {
    const typed = { scope: 'write', ends: '90' };
    const unnamed = await someone.person.submit(PATH, PATH, { ...typed, name: ' \u200b ' });
    expect([unnamed.status, textOf(unnamed.html)]).toEqual([422, expect.stringContaining('Enter a name.')]);
    const past = { ...typed, name: 'kept as typed', 'last-day': '2020-01-01' };
    const { status, html } = await someone.person.submit(PATH, PATH, past);
    expect(status).toBe(422);
    expect(html).toMatch(/role="alert"[^>]*>\s*<a href="#last-day">Choose today or a later day\./);
    expect(html).toContain('value="kept as typed"');
    expect(await query(stack, "SELECT 1 FROM identity.tokens WHERE name = 'kept as typed'")).toEqual([]);
  });

  it('can have any name, which is escaped on every page', async () => {
    const name = `<b>"&'</b>`;
    await make(other.person, { name });
    for (const path of [PATH, '/settings', '/settings/log']) {
      const { html } = await other.person.get(path);
      expect(html).toContain('<bdi>&lt;b&gt;&quot;&amp;&#39;&lt;/b&gt;</bdi>');
      expect(html).not.toContain(name);
    }
  });

  it('is rejected beyond 100 live tokens', async () => {
    const many = await newSomeone(stack, 'many-tokens@example.org');
    await query(
      stack,
      `INSERT INTO identity.tokens (user_id, name, secret_hash, prefix, scopes, revoked_at)
       SELECT $1, 'of many', sha256(('many' || n)::bytea), 'ctx_Many', '{read}', CASE WHEN n > 98 THEN now() END
       FROM generate_series(1, 150) n`,
      [many.userId],
    );
    await make(many.person, { name: 'the last' });
    const { status, html } = await many.person.submit(PATH, PATH, { name: 'one too many', scope: 'read' });
    expect(status).toBe(422);
    expect(textOf(html)).toContain('You have 100 tokens, which is the maximum.');
    expect(textOf((await many.person.get(PATH)).html)).toContain('100 of 100 tokens');
  });

  it('is rejected beyond 100 live tokens also for the operator, and if several are created at the same time', async () => {
    const many = await newSomeone(stack, 'many-at-once@example.org');
    await query(
      stack,
      `INSERT INTO identity.tokens (user_id, name, secret_hash, prefix, scopes)
       SELECT $1, 'of many', sha256(('at once' || n)::bytea), 'ctx_Many', '{read}' FROM generate_series(1, 97) n`,
      [many.userId],
    );
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => newToken(stack, many.userId, 'read', `token ${String(index)}`)),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const args = ['token', 'create', '--user', many.userId, '--name', 'too many', '--scope', 'read'];
    expect(await stack.ctx(args, true)).toMatchObject({ error: { code: 'TOO_MANY_TOKENS' } });
  });
});

describe('the revocation of a token', () => {
  it('asks for confirmation, and the next request with the token is rejected', async () => {
    const token = await make(someone.person, { name: 'to revoke' });
    expect(await statusOf(token)).toBe(200);
    const id = await idOf(someone.person, 'to revoke');
    const path = `${PATH}/${id}/revoke`;
    const asked = await someone.person.get(path);
    expect(textOf(asked.html)).toContain('Revoke the token “ to revoke ”?');
    expect(textOf(asked.html)).toMatch(
      new RegExp(
        `Token ${token.slice(0, 8)}… Access Read only Created \\d+ \\w+ \\d{4} Last used now .* Ends No end date`,
      ),
    );
    expect(await statusOf(token)).toBe(200);
    const revoked = await someone.person.submit(path, path);
    expect(revoked).toMatchObject({ status: 303, location: `${PATH}?done=revoked` });
    expect(await statusOf(token)).toBe(401);
    const { html } = await someone.person.get(revoked.location);
    expect(html).toMatch(/role="status"[^>]*>The token is revoked and no longer works\./);
    expect(textOf(html)).toMatch(/Former tokens .* to revoke .* Revoked, /);
  });

  it('is logged once, as is the creation', async () => {
    const logged = await query(
      stack,
      "SELECT action, via, network FROM identity.access_log WHERE target = 'to revoke' ORDER BY entry_id",
    );
    expect(logged).toEqual([
      { action: 'TOKEN_CREATED', via: 'settings', network: '127.0.0.0/24' },
      { action: 'TOKEN_REVOKED', via: 'settings', network: null },
    ]);
    const [row] = await query(stack, "SELECT token_id FROM identity.tokens WHERE name = 'to revoke'");
    const path = `${PATH}/${String(row?.['token_id'])}/revoke`;
    const again = await someone.person.post(path, { csrf: await someone.person.csrf() });
    expect(again.status).toBe(303);
    expect(await query(stack, "SELECT 1 FROM identity.access_log WHERE target = 'to revoke'")).toHaveLength(
      2,
    );
  });

  it('does not work for a token of another user', async () => {
    const token = await make(other.person, { name: 'of another' });
    const id = await idOf(other.person, 'of another');
    const path = `${PATH}/${id}/revoke`;
    expect((await someone.person.get(path)).status).toBe(404);
    expect((await someone.person.post(path, { csrf: await someone.person.csrf() })).status).toBe(404);
    expect(await statusOf(token)).toBe(200);
    expect((await someone.person.get(PATH)).html).not.toContain(id);
  });
});
