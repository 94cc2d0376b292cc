/** Users that a platform creates, finds and changes with `ctx`, as often as it likes. */
import { describe, expect, it } from '@jest/globals';
import { PASSWORD, Person } from './settings/person.ts';
import { useDatabase, useStack } from './kit.ts';
import { linesOf } from './log-lines.ts';

const stack = useStack({ own: true });
const database = useDatabase(stack);

const user = (...args: readonly string[]): Promise<Record<string, unknown>> =>
  stack.ctx(['user', ...args], true);

describe('ctx user create', () => {
  it('creates a user with paid years once, and can be repeated', async () => {
    const args = ['create', '--email', 'one@example.org', '--external-id', 'crm-1', '--plan', 'pro'];
    const created = await user(...args, '--year', '2025');
    const again = await user(...args, '--year', '2026');
    expect(again).toEqual({ userId: created['userId'], existed: true });
    for (const by of [
      ['--user', String(created['userId'])],
      ['--email', 'ONE@example.org'],
      ['--external-id', 'crm-1'],
    ])
      expect(await user('show', ...by)).toMatchObject({
        userId: created['userId'],
        email: 'one@example.org',
        externalId: 'crm-1',
        years: [2025, 2026],
      });
    const { users } = (await user('list')) as { users: object[] };
    expect(users).toMatchObject([{ userId: created['userId'], externalId: 'crm-1' }]);
  });

  it('names the user who has the external id and another e-mail address', async () => {
    const args = ['create', '--email', 'other@example.org', '--external-id', 'crm-1'];
    const { userId } = await user('show', '--external-id', 'crm-1');
    expect(await user(...args)).toEqual({
      error: {
        code: 'ALREADY_EXISTS',
        message: `user ${String(userId)} has this external id and another e-mail address`,
      },
    });
    expect(await user('show', '--email', 'other@example.org')).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });

  it.each([
    ['an external id with a space', ['--external-id', 'a b'], 'externalId: must have 1 to 200 visible ASCII'],
    ['an external id that is too long', ['--external-id', 'x'.repeat(201)], 'externalId: must have 1 to 200'],
  ])('rejects %s', async (_what, options, message) => {
    expect(await user('create', '--email', 'bad@example.org', ...options)).toEqual({
      error: { code: 'INVALID', message: expect.stringContaining(message) },
    });
  });
});

describe('ctx user update --email', () => {
  it('ends sessions and the pending link; the login at the provider, tokens and the password stay; it is logged', async () => {
    const { userId: id } = await user(
      'create',
      '--email',
      'old@example.org',
      '--plan',
      'pro',
      '--password',
      PASSWORD,
    );
    const userId = String(id);
    const browser = new Person(stack.ready().baseUrl);
    await browser.signIn('old@example.org');
    const { link } = (await user('invite', 'old@example.org')) as { link: string };
    const { token } = await stack.ctx([
      'token',
      'create',
      '--user',
      userId,
      '--name',
      'T',
      '--scope',
      'read',
      '--expires-at',
      'never',
    ]);
    await database.query(
      "INSERT INTO identity.external_logins (issuer, subject, user_id) VALUES ('https://id.example.org', 'old', $1)",
      [userId],
    );

    expect(await user('update', '--user', userId, '--email', 'New@example.org')).toMatchObject({
      email: 'New@example.org',
    });

    expect((await browser.get('/settings')).location).toContain('/sign-in');
    expect((await fetch(link)).status).not.toBe(200);
    const { rows } = await database.query('SELECT subject FROM identity.external_logins WHERE user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ subject: 'old' }]);
    expect((await stack.get('/api/v1/me', String(token))).status).toBe(200);
    const again = new Person(stack.ready().baseUrl);
    await again.signIn('new@example.org');
    expect((await again.get('/settings/log')).html).toContain('E-mail address changed');
    const events = linesOf(stack).filter((line) => line.includes('"account.email_changed"'));
    expect(events.map((line) => JSON.parse(line) as object)).toMatchObject([
      { userId: Number(userId), via: 'ctx' },
    ]);
    expect(events.join()).not.toMatch(/old@|new@/i);
  });
});
