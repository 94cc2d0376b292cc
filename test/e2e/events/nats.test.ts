/** docs/events.md, "NATS": the platform's stream gets the events of all users. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { describe, expect, it } from '@jest/globals';
import { createUser, use, useDatabase, useStack } from '../kit.ts';
import { event, waitFor } from '../stack.ts';

const stack = useStack({ own: true });
const database = useDatabase(stack);
const nats = use(
  () => connect({ servers: stack.ready().nats!.url }),
  (connection: NatsConnection) => connection.close(),
);

const FACTS = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
  event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
];

describe('NATS', () => {
  it('gets no events of a user, who has webhooks alone', async () => {
    const { userId } = await createUser(stack);
    const { error } = await stack.ctx(['webhook', 'add', '--url', 'nats:', '--user', userId], true);
    expect(error).toMatchObject({ code: 'INVALID' });
  });

  it('gets events without WEBHOOK_KEYS, once the platform has created a stream, in order for a user', async () => {
    expect(
      await stack.ctx(['webhook', 'add', '--url', 'nats:', '--type', 'import.finished', 'figures.changed']),
    ).toMatchObject({
      url: 'nats:',
      secret: null,
    });
    const user = await createUser(stack, { facts: FACTS });
    const waiting = async (): Promise<string[]> =>
      (
        await database.query<{ error: string }>(
          'SELECT last_error AS error FROM corrections.deliveries WHERE user_id = $1 ORDER BY delivery_id',
          [user.userId],
        )
      ).rows.map(({ error }) => error);
    await waitFor(async () => (await waiting())[0] === 'no stream of ctx.events.> acknowledged the event');
    const { streams } = await jetstreamManager(nats);
    await streams.add({ name: 'EVENTS', subjects: ['ctx.events.>'] });
    await waitFor(async () => (await waiting()).length === 0);
    const messages = [];
    for (const seq of [1, 2]) messages.push((await streams.getMessage('EVENTS', { seq }))!);
    expect(messages.map(({ subject }) => subject)).toEqual([
      'ctx.events.import.finished',
      'ctx.events.figures.changed',
    ]);
    expect(messages[1]!.json()).toEqual({
      type: 'figures.changed',
      timestamp: expect.any(String),
      data: { userId: Number(user.userId), figuresVersion: 1, years: [2026] },
    });
    expect(messages.map(({ header }) => header.get('webhook-id'))).toEqual([
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  it('takes no webhook of https without WEBHOOK_KEYS', async () => {
    const { error } = await stack.ctx(['webhook', 'add', '--url', 'https://example.org/'], true);
    expect(error).toMatchObject({ message: 'webhooks are off: set WEBHOOK_KEYS' });
  });
});
