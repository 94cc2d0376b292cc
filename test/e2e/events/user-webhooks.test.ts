/** The webhooks that users add by the API (docs/guides/events.md). */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { createUser, useDatabase, useStack, useUser } from '../kit.ts';
import { event, importLines, waitFor } from '../stack.ts';
import { isSignedWith, useReceiver } from './receiver.ts';

const stack = useStack({
  own: true,
  settings: { WEBHOOK_KEYS: randomBytes(32).toString('base64'), WEBHOOK_LOOPBACK: 'on' },
});
const database = useDatabase(stack);
const receiver = useReceiver();
const user = useUser(stack, { scope: 'write' });
const { api } = user;

const FACTS = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
  event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
];
const inPath = (webhookId: string) => ({ params: { path: { webhookId } } });

let webhookId: string;

describe('A user', () => {
  it('adds a webhook, lists it without its key, and sends it signed events of the user', async () => {
    const body = { url: receiver.url, types: ['figures.changed' as const, 'account.token_created' as const] };
    const { webhook, signingKey } = await ok(api.POST('/api/v1/webhooks', { body }));
    webhookId = webhook.id;
    expect(webhook).toMatchObject({ ...body, failingSince: null, lastError: null, formerUntil: null });
    expect(webhook.createdAt).toMatch(/^\d{4}-/);
    const listed = await ok(api.GET('/api/v1/webhooks'));
    expect(listed).toEqual({ webhooks: [webhook] });
    expect(JSON.stringify(listed)).not.toContain(signingKey);
    await createUser(stack, { facts: FACTS });
    await importLines(stack, user.userId, FACTS);
    await receiver.until(user.userId, 'figures.changed');
    expect(receiver.arrivals.every((arrival) => isSignedWith(signingKey, arrival))).toBe(true);
    expect(receiver.eventsOf(user.userId)).toHaveLength(receiver.arrivals.length);
  });

  it('finds in the access log who added a webhook, by its host', async () => {
    const { rows } = await database.query(
      "SELECT target, via FROM identity.access_log WHERE user_id = $1 AND action = 'WEBHOOK_ADDED'",
      [user.userId],
    );
    expect(rows).toEqual([{ target: new URL(receiver.url).host, via: 'api' }]);
  });

  it('sends dead events again', async () => {
    receiver.answer((_arrival, response) => {
      response.writeHead(500).end();
    });
    await user.newToken('read', 'another');
    const ofUser = `user_id = ${user.userId}`;
    const count = async (where: string): Promise<number> =>
      (await database.query(`SELECT FROM corrections.deliveries WHERE ${ofUser} AND ${where}`)).rowCount!;
    await waitFor(async () => (await count("last_error = 'status 500'")) === 1);
    await database.query(`UPDATE corrections.deliveries SET attempts = 10, due_at = now() WHERE ${ofUser}`);
    await waitFor(async () => (await count('dead_at IS NOT NULL')) === 1);
    receiver.answer();
    expect(await ok(api.POST('/api/v1/webhooks/{webhookId}/replay', inPath(webhookId)))).toEqual({
      replayed: 1,
    });
    await waitFor(async () => (await count('true')) === 0);
  });

  it('cannot use the webhook of another user', async () => {
    const other = await createUser(stack, { scope: 'write' });
    for (const answer of [
      await other.api.POST('/api/v1/webhooks/{webhookId}/rotate', inPath(webhookId)),
      await other.api.POST('/api/v1/webhooks/{webhookId}/replay', inPath(webhookId)),
      await other.api.DELETE('/api/v1/webhooks/{webhookId}', inPath(webhookId)),
    ])
      expect(answer.response.status).toBe(404);
  });

  it('removes a webhook, after which nothing is sent', async () => {
    expect(await ok(api.DELETE('/api/v1/webhooks/{webhookId}', inPath(webhookId)))).toEqual({
      deleted: true,
    });
    await user.newToken('read', 'a third');
    const { rowCount } = await database.query('SELECT FROM corrections.deliveries WHERE user_id = $1', [
      user.userId,
    ]);
    expect(rowCount).toBe(0);
  });
});
