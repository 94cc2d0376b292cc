/** docs/events.md, "MCP Events": MCP clients subscribe to events by webhook, and poll. */
import { randomBytes } from 'node:crypto';
import { MCP_EVENTS } from '@ctx/contract/mcp-events';
import { LIMITS } from '@ctx/domain/limits';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import pg from 'pg';
import { createUser, type TestUser, useDatabase, useStack } from '../kit.ts';
import { App } from '../oauth/app.ts';
import { Visitor } from '../oauth/visitor.ts';
import { event, importLines, waitFor } from '../stack.ts';
import { sdkClient } from '../mcp/sdk-client.ts';
import { isSignedWith, useReceiver } from './receiver.ts';
import { acceptAll, type AiSdkProgram, poll, type Reply, send, startAiSdkProgram } from './subscriber.ts';

const stack = useStack({
  own: true,
  settings: { WEBHOOK_KEYS: randomBytes(32).toString('base64'), WEBHOOK_LOOPBACK: 'on' },
});
const database = useDatabase(stack);
const receiver = useReceiver();

const FACTS = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
  event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
  // Without a price, so that an issue opens.
  event('B2', 'ACQUISITION', '1', '2026-02-10T10:00:00Z', null),
];

let user: TestUser;
let other: TestUser;
/** A token of the user, which is new in each test. */
let token: string;

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const subscription = (url: string, more: object = {}, secret = newSecret()): Record<string, unknown> => ({
  name: 'year.frozen',
  delivery: { mode: 'webhook', url, secret },
  cursor: null,
  ...more,
});
const subscribe = (params: Record<string, unknown>, by = token): Promise<Reply> =>
  send(stack, by, 'events/subscribe', params);
const rows = async (where: string): Promise<Record<string, unknown>[]> =>
  (await database.query<Record<string, unknown>>(`SELECT * FROM corrections.webhooks WHERE ${where}`)).rows;
/** Notes an event of the user, as submitting a year does. */
const note = (year: number, client: Pick<pg.Client, 'query'> = database): Promise<unknown> =>
  client.query(`SELECT corrections.note_event($1, 'year.frozen', $2)`, [user.userId, { year }]);
const yearsOf = ({ events }: { readonly events: readonly { readonly data: object }[] }): unknown[] =>
  events.map(({ data }) => (data as { year: number }).year);

beforeAll(async () => {
  user = await createUser(stack);
  other = await createUser(stack);
});
beforeEach(async () => {
  receiver.answer(acceptAll);
  receiver.arrivals.length = 0;
  await database.query('DELETE FROM corrections.webhooks');
  token = await user.newToken();
});

describe('The MCP server', () => {
  it.each(['modern', 'legacy'] as const)(
    'declares events to a %s client, as a capability and as an extension',
    async (era) => {
      const client = await sdkClient(stack, token, era);
      const { events, extensions } = client.getServerCapabilities() as Record<string, unknown>;
      await client.close();
      expect(extensions).toEqual({ 'io.modelcontextprotocol/events': {} });
      // The 2.x SDK leaves out capabilities that it does not know.
      expect(events ?? {}).toEqual({});
    },
  );

  it('lists the events, with the schema of their data', async () => {
    const { result } = await send(stack, token, 'events/list');
    expect(result!['events']).toEqual(MCP_EVENTS.map((each) => ({ ...each, delivery: ['webhook', 'poll'] })));
  });
});

describe('A client of the AI SDK', () => {
  let program: AiSdkProgram;
  beforeEach(async () => {
    program = await startAiSdkProgram(stack, token, receiver);
  });
  const end = async (): Promise<void> => {
    await program.client.close();
  };

  it('subscribes, proves its address, and gets signed events whose data fit their schema', async () => {
    const { experimental_events: events } = program.client;
    const url = receiver.url;
    const names = (await events.list()).events.map(({ name }) => name);
    for (const name of names) {
      const subscribed = await events.subscribe({
        name,
        delivery: { mode: 'webhook', url, allowInsecureLocalhost: true },
      });
      expect(subscribed).toMatchObject({ truncated: false, id: expect.stringMatching(/^sub_[0-9a-f]{32}$/) });
    }
    expect(receiver.arrivals.map(({ event: { type } }) => type)).toEqual(names.map(() => 'verification'));
    await importLines(stack, user.userId, FACTS);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2026']);
    await waitFor(() => new Set(program.events.map(({ name }) => name)).size === names.length);
    const ajv = new Ajv2020({ strict: false });
    for (const { name, data, cursor } of program.events) {
      const { payloadSchema } = MCP_EVENTS.find((each) => each.name === name)!;
      expect([name, ajv.validate(payloadSchema, data), ajv.errorsText()]).toEqual([name, true, 'No errors']);
      // Ids and times alone: nothing but what the schema names.
      expect(Object.keys(data).sort()).toEqual(Object.keys(payloadSchema['properties'] as object).sort());
      expect(data['userId']).toBe(Number(user.userId));
      expect(cursor).toEqual(expect.any(String));
    }
    await end();
  });

  it('refreshes and ends a subscription', async () => {
    const { experimental_events: events } = program.client;
    const delivery = { mode: 'webhook' as const, url: receiver.url, allowInsecureLocalhost: true };
    const first = await events.subscribe({ name: 'year.frozen', delivery, ttlMs: 600_000 });
    expect(Date.parse(first.refreshBefore!) - Date.now()).toBeLessThanOrEqual(600_000);
    const again = await events.refresh({ id: first.id });
    expect(again).toMatchObject({ id: first.id, cursor: first.cursor, truncated: false });
    // The address was verified once.
    expect(receiver.arrivals).toHaveLength(1);
    await note(2020);
    await waitFor(() => program.events.length === 1);
    await events.unsubscribe({ id: first.id });
    expect(await rows('true')).toEqual([]);
    await end();
  });
});

describe('A subscription', () => {
  it('gets an event as the body alone, with its id and that of the subscription in the head', async () => {
    const secret = newSecret();
    const { result } = await subscribe(subscription(receiver.url, {}, secret));
    await note(2020);
    await waitFor(() => receiver.arrivals.length === 2);
    const [verification, arrival] = receiver.arrivals;
    const body = JSON.parse(arrival!.body) as Record<string, unknown>;
    expect(body).toEqual({
      eventId: arrival!.headers['webhook-id'],
      name: 'year.frozen',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { userId: Number(user.userId), year: 2020 },
      cursor: result!['cursor'],
    });
    for (const each of [verification!, arrival!]) {
      expect(isSignedWith(secret, each)).toBe(true);
      expect(each.headers['x-mcp-subscription-id']).toBe(result!['id']);
    }
    expect(verification!.headers['webhook-id']).toMatch(/^msg_verification_/);
  });

  it('is stored without its secret in plain text, and is not among the webhooks of the API', async () => {
    const secret = newSecret();
    await subscribe(subscription(receiver.url, {}, secret));
    const [row] = await rows('subscription_id IS NOT NULL');
    expect((row!['secret'] as Buffer).includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
    expect((await user.send('/api/v1/webhooks')).body).toEqual({ webhooks: [] });
    expect(await stack.ctx(['webhook', 'list', '--user', user.userId])).toEqual({ webhooks: [] });
  });

  it('is in the access log once, by the host of its address', async () => {
    const logged = async (): Promise<object[]> =>
      (
        await database.query<object>(
          `SELECT target, via FROM identity.access_log WHERE action = 'WEBHOOK_ADDED' AND user_id = $1`,
          [user.userId],
        )
      ).rows;
    const before = (await logged()).length;
    for (let times = 0; times < 2; times += 1) await subscribe(subscription(receiver.url));
    expect((await logged()).slice(before)).toEqual([{ target: new URL(receiver.url).host, via: 'api' }]);
  });

  it('signs with a new secret and for a day with the former one', async () => {
    const [former, next] = [newSecret(), newSecret()];
    const { result } = await subscribe(subscription(receiver.url, {}, former));
    const { cursor } = result!;
    expect((await subscribe(subscription(receiver.url, { cursor }, next))).result).toMatchObject({
      cursor,
      truncated: false,
      deliveryStatus: { active: true, lastError: null },
    });
    await note(2020);
    await waitFor(() => receiver.arrivals.length === 2);
    const arrival = receiver.arrivals[1]!;
    expect([isSignedWith(former, arrival), isSignedWith(next, arrival)]).toEqual([true, true]);
  });

  it('that expired gets nothing, and says on its return that events are lost', async () => {
    const { result } = await subscribe(subscription(receiver.url));
    await database.query("UPDATE corrections.webhooks SET expires_at = now() - interval '1 s'");
    await note(2020);
    const { rowCount } = await database.query('SELECT FROM corrections.deliveries WHERE user_id = $1', [
      user.userId,
    ]);
    expect(rowCount).toBe(0);
    const { cursor } = result!;
    const back = (await subscribe(subscription(receiver.url, { cursor }))).result!;
    expect(back).toMatchObject({ id: result!['id'], truncated: true });
    expect(back['cursor']).not.toBe(cursor);
    expect(back).not.toHaveProperty('deliveryStatus');
    // The address had to prove again that it wants events.
    expect(receiver.arrivals).toHaveLength(2);
  });

  it('that fails says why when it is refreshed, and gets what waits at once', async () => {
    const { result } = await subscribe(subscription(receiver.url));
    receiver.answer((_arrival, response) => {
      response.writeHead(503).end();
    });
    await note(2020);
    await waitFor(async () => (await rows("last_error = 'status 503'")).length === 1);
    await database.query("UPDATE corrections.deliveries SET due_at = now() + interval '1 h'");
    receiver.answer(acceptAll);
    const { cursor } = result!;
    expect((await subscribe(subscription(receiver.url, { cursor }))).result).toMatchObject({
      truncated: false,
      deliveryStatus: { active: true, lastError: 'http_5xx', failedSince: expect.any(String) },
    });
    await waitFor(async () => (await database.query('SELECT FROM corrections.deliveries')).rowCount === 0);
  });

  it('whose event is too large for its receiver does not get it again, and says so when it is refreshed', async () => {
    const { result } = await subscribe(subscription(receiver.url));
    receiver.answer((_arrival, response) => {
      response.writeHead(413).end();
    });
    await note(2020);
    await waitFor(
      async () =>
        (await database.query('SELECT FROM corrections.deliveries WHERE dead_at IS NOT NULL')).rowCount === 1,
    );
    const { cursor } = result!;
    expect((await subscribe(subscription(receiver.url, { cursor }))).result).toMatchObject({
      truncated: true,
    });
    expect((await database.query('SELECT FROM corrections.deliveries')).rowCount).toBe(0);
  });

  it('never outlives its token', async () => {
    await database.query(
      `UPDATE identity.tokens SET expires_at = now() + interval '10 min' WHERE secret_hash = sha256($1)`,
      [token],
    );
    const { result } = await subscribe(subscription(receiver.url, { ttlMs: null }));
    const lastsMs = Date.parse(String(result!['refreshBefore'])) - Date.now();
    expect(lastsMs).toBeLessThanOrEqual(600_000);
  });

  it.each([
    [null, 24 * 60],
    [365 * 86_400_000, 24 * 60],
    [1000, 5],
    [3_600_000, 60],
  ])('with the lifetime %s ms lasts %s minutes', async (ttlMs, minutes) => {
    const { result } = await subscribe(subscription(receiver.url, { ttlMs }));
    const lastsMs = Date.parse(String(result!['refreshBefore'])) - Date.now();
    expect(Math.round(lastsMs / 60_000)).toBe(minutes);
  });
});

describe('A subscription is rejected', () => {
  const wrong = (field: string): object => ({ code: -32_602, data: { field, reason: expect.any(String) } });

  it.each([
    ['an unknown event', { name: 'year.thawed' }, { code: -32_011, data: { kind: 'event' } }],
    ['an event of the account', { name: 'account.signed_in' }, { code: -32_011, data: { kind: 'event' } }],
    ['arguments', { arguments: { year: 2026 } }, wrong('arguments')],
    ['no name', { name: undefined }, wrong('name')],
    ['a lifetime that is no number', { ttlMs: 'long' }, wrong('ttlMs')],
    ['no delivery', { delivery: undefined }, wrong('delivery')],
    [
      'another mode',
      { delivery: { mode: 'push' } },
      { code: -32_014, data: { feature: 'deliveryMode', value: 'push' } },
    ],
    [
      'a mode of its own',
      { delivery: { mode: 'x y' } },
      { code: -32_014, data: { feature: 'deliveryMode' } },
    ],
    [
      'a private address',
      { delivery: { mode: 'webhook', url: 'https://10.0.0.1/', secret: newSecret() } },
      { code: -32_602, data: { field: 'delivery.url', reason: 'is not an address on the internet' } },
    ],
    [
      'an address without encryption',
      { delivery: { url: 'http://example.org/', secret: newSecret() } },
      { code: -32_602, data: { field: 'delivery.url', reason: 'must begin with https://' } },
    ],
    [
      'a short secret',
      { delivery: { url: 'https://example.org/', secret: 'whsec_c2hvcnQ=' } },
      wrong('delivery.secret'),
    ],
  ])('with %s', async (_name, params, error) => {
    expect((await subscribe({ ...subscription(receiver.url), ...params })).error).toMatchObject(error);
    expect(await rows('true')).toEqual([]);
  });

  it.each([
    ['challenge_failed', 200, '{"challenge":"another"}'],
    ['challenge_failed', 200, 'no JSON'],
    ['challenge_failed', 200, `{"padding":"${'a'.repeat(5000)}"}`],
    ['http_4xx', 404, ''],
    ['http_5xx', 500, ''],
  ])('where its address does not confirm it: %s (%s)', async (reason, status, text) => {
    receiver.answer((_arrival, response) => {
      response.writeHead(status).end(text);
    });
    const { error } = await subscribe(subscription(receiver.url));
    expect(error).toMatchObject({ code: -32_015, data: { reason } });
    expect(JSON.stringify(error)).not.toContain('another');
    expect(await rows('true')).toEqual([]);
  });

  it('where nothing answers at its address', async () => {
    const { error } = await subscribe(subscription('http://127.0.0.1:1/'));
    expect(error).toMatchObject({ code: -32_015, data: { reason: 'connection_refused' } });
  });

  it('beyond the limit of a user, and a refresh is not', async () => {
    const secret = newSecret();
    for (let count = 0; count < LIMITS.subscriptionsMax; count += 1)
      await database.query(
        `INSERT INTO corrections.webhooks (webhook_id, user_id, address, types, created_via, subscription_id, credential_id, expires_at)
         SELECT gen_random_uuid(), $1, $2, '{year.frozen}', 'test', $3, token_id, now() + interval '1 h'
         FROM identity.tokens WHERE secret_hash = sha256($4)`,
        [user.userId, receiver.url, `sub_${String(count)}`, token],
      );
    expect((await subscribe(subscription(receiver.url, {}, secret))).error).toMatchObject({
      code: -32_013,
      data: { limit: 'subscriptions', max: LIMITS.subscriptionsMax },
    });
    await database.query("DELETE FROM corrections.webhooks WHERE subscription_id = 'sub_0'");
    for (let times = 0; times < 2; times += 1)
      expect((await subscribe(subscription(receiver.url, {}, secret))).error).toBeUndefined();
  });

  it('where its token has too few requests left for a verification', async () => {
    await send(stack, token, 'events/list');
    await database.query(
      `UPDATE identity.request_counts SET requests = 115 WHERE token_id = (
         SELECT token_id FROM identity.tokens WHERE secret_hash = sha256($1))`,
      [token],
    );
    const { error } = await subscribe(subscription(`${receiver.url}?dear`));
    expect(error).toMatchObject({ code: -32_013, data: { limit: 'requests' } });
    expect(receiver.arrivals).toEqual([]);
  });
});

describe('A client that polls', () => {
  it('gets no events at first, then those since, and none again once it sends the next cursor', async () => {
    await note(2019);
    const first = await poll(stack, token, null);
    expect(first).toMatchObject({ events: [], truncated: false, hasMore: false, nextPollMs: 30_000 });
    await note(2020);
    const second = await poll(stack, token, first.cursor);
    expect(second.events).toEqual([
      {
        eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'year.frozen',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        data: { userId: Number(user.userId), year: 2020 },
      },
    ]);
    const again = await poll(stack, token, first.cursor);
    expect(again).toMatchObject({ events: second.events });
    expect(await poll(stack, token, again.cursor)).toMatchObject({ events: [], truncated: false });
  });

  it('gets what it did not receive again, also an event whose transaction ended late', async () => {
    const { cursor } = await poll(stack, token, null);
    const late = new pg.Client({ connectionString: stack.ready().postgres.url });
    await late.connect();
    await late.query('BEGIN');
    await note(2001, late);
    await note(2002);
    const second = await poll(stack, token, cursor);
    expect(yearsOf(second)).toEqual([2002]);
    await late.query('COMMIT');
    await late.end();
    // Twice with the same cursor: the first response is lost on its way.
    const third = await poll(stack, token, second.cursor);
    expect(yearsOf(third)).toEqual([2001]);
    const fourth = await poll(stack, token, second.cursor);
    expect(yearsOf(fourth)).toEqual([2001]);
    expect(yearsOf(await poll(stack, token, fourth.cursor))).toEqual([]);
  });

  it('gets again what came in a response that it did not see, when it sends the cursor of an earlier one', async () => {
    const { cursor } = await poll(stack, token, null);
    await note(2001);
    const seen = await poll(stack, token, cursor);
    await note(2002);
    // Has both, and is lost.
    expect(yearsOf(await poll(stack, token, cursor))).toEqual([2001, 2002]);
    expect(yearsOf(await poll(stack, token, seen.cursor))).toContain(2002);
  });

  it('gets as many events at once as it asks for, oldest first', async () => {
    let { cursor } = await poll(stack, token, null);
    for (let year = 2001; year <= 2005; year += 1) await note(year);
    const parts: unknown[] = [];
    for (let hasMore = true; hasMore;) {
      const part = await poll(stack, token, cursor, { maxEvents: 2 });
      parts.push(yearsOf(part));
      ({ cursor, hasMore } = part);
    }
    expect(parts).toEqual([[2001, 2002], [2003, 2004], [2005]]);
  });

  it('learns that it missed events that are older than it wants', async () => {
    const { cursor } = await poll(stack, token, null);
    await note(2001);
    await database.query("UPDATE corrections.deliveries SET happened_at = now() - interval '1 h'");
    await note(2002);
    const response = await poll(stack, token, cursor, { maxAgeMs: 600_000 });
    expect([yearsOf(response), response.truncated]).toEqual([[2002], true]);
  });

  it.each([
    ['that nobody gave out', () => 'nonsense'],
    ['with a number beyond all', (cursor: string) => `${cursor.slice(0, 36)}.9999999999`],
  ])('begins again with a cursor %s, and learns that events are lost', async (_name, change) => {
    const { cursor } = await poll(stack, token, null);
    const response = await poll(stack, token, change(cursor));
    expect(response).toMatchObject({ events: [], truncated: true });
    expect(response.cursor.slice(0, 36)).not.toBe(cursor.slice(0, 36));
  });

  it('begins again after its polls expired', async () => {
    const { cursor } = await poll(stack, token, null);
    await database.query("UPDATE corrections.webhooks SET expires_at = now() - interval '1 s'");
    await note(2001);
    expect(await poll(stack, token, cursor)).toMatchObject({ events: [], truncated: true });
  });

  it('cannot use the cursor of another event', async () => {
    const { cursor } = await poll(stack, token, null);
    expect(await poll(stack, token, cursor, { name: 'figures.changed' })).toMatchObject({ truncated: true });
  });

  it('ends the polls of the user that were polled longest ago, beyond the limit', async () => {
    const first = await poll(stack, token, null);
    const second = await poll(stack, token, null);
    await poll(stack, token, first.cursor);
    for (let count = 2; count <= LIMITS.pollsMax; count += 1) await poll(stack, token, null);
    expect(await poll(stack, token, first.cursor)).toMatchObject({ truncated: false });
    expect(await poll(stack, token, second.cursor)).toMatchObject({ truncated: true });
  });

  it('is rejected for an unknown event and a wrong number', async () => {
    const errorOf = async (params: object): Promise<unknown> =>
      (await send(stack, token, 'events/poll', { name: 'year.frozen', ...params })).error;
    expect(await errorOf({ name: 'account.signed_in' })).toMatchObject({ code: -32_011 });
    expect(await errorOf({ maxEvents: 0 })).toMatchObject({ code: -32_602, data: { field: 'maxEvents' } });
  });

  it('is sent nothing: no process looks for its events', async () => {
    await poll(stack, token, null);
    await note(2001);
    const { rows: taken } = await database.query(
      "SELECT FROM corrections.take_receivers('test', interval '1 s', 10, false, true)",
    );
    expect(taken).toEqual([]);
  });
});

describe('A process of the version before', () => {
  it('is given no subscriptions, whose body it does not know', async () => {
    await subscribe(subscription(receiver.url));
    receiver.answer((_arrival, response) => {
      response.writeHead(503).end();
    });
    await note(2001);
    await waitFor(async () => (await rows("last_error = 'status 503' AND lease_until < now()")).length === 1);
    await database.query('UPDATE corrections.deliveries SET due_at = now()');
    const { rows: taken } = await database.query(
      "SELECT FROM corrections.take_webhooks('test', interval '1 s', 10, false)",
    );
    expect(taken).toEqual([]);
  });
});

describe('The end of a token or app', () => {
  it('ends the subscriptions and polls of a revoked token at once, and no others', async () => {
    const kept = await user.newToken();
    await subscribe(subscription(receiver.url), kept);
    await subscribe(subscription(receiver.url));
    await poll(stack, token, null);
    expect(await rows('true')).toHaveLength(3);
    const {
      rows: [row],
    } = await database.query<{ id: string }>(
      'SELECT token_id AS id FROM identity.tokens WHERE secret_hash = sha256($1)',
      [token],
    );
    await stack.ctx(['token', 'revoke', '--token-id', row!.id]);
    expect((await rows('true')).map((each) => each['credential_id'])).not.toContain(row!.id);
    expect(await rows('true')).toHaveLength(1);
  });

  /** Connects an app to the user, and returns its access token. */
  const connectApp = async (): Promise<string> => {
    const visitor = new Visitor(stack);
    await visitor.signInAs(user.userId);
    const app = await App.register(stack.ready().baseUrl);
    return (await app.connect(visitor)).access_token;
  };

  it('ends those of an app that its user disconnects', async () => {
    const accessToken = await connectApp();
    expect((await subscribe(subscription(receiver.url), accessToken)).error).toBeUndefined();
    await poll(stack, accessToken, null);
    expect(await rows('true')).toHaveLength(2);
    await stack.ctx(['app', 'revoke', '--user', user.userId, '--all']);
    expect(await rows('true')).toEqual([]);
  });

  it.each([
    ['token', 'UPDATE identity.tokens SET revoked_at = now() WHERE user_id = $1', () => token],
    ['app', 'UPDATE identity.connections SET revoked_at = now() WHERE user_id = $1', connectApp],
  ])(
    'leaves no subscription that was about to be added when its %s was revoked',
    async (_by, revocation, access) => {
      let revoked: number | null = null;
      receiver.answer((arrival, response) => {
        void (async () => {
          revoked = (await database.query(revocation, [user.userId])).rowCount;
          acceptAll(arrival, response);
        })();
      });
      const { error } = await subscribe(subscription(receiver.url), await access());
      expect(revoked).toBeGreaterThan(0);
      expect(error).toMatchObject({ code: -32_012 });
      expect(await rows('true')).toEqual([]);
    },
  );

  it('does not disturb a change that notes an event for them at the same moment', async () => {
    await poll(stack, token, null);
    const ending = new pg.Client({ connectionString: stack.ready().postgres.url });
    await ending.connect();
    await ending.query('BEGIN');
    await ending.query('DELETE FROM corrections.webhooks');
    const noted = note(2001);
    await waitFor(async () => {
      const { rows: blocked } = await ending.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%note_event%'",
      );
      return blocked.length === 1;
    });
    await ending.query('COMMIT');
    await ending.end();
    await expect(noted).resolves.toBeDefined();
  });

  it('deletes expired subscriptions and polls in the cleanup', async () => {
    await subscribe(subscription(receiver.url));
    await poll(stack, token, null);
    await database.query("UPDATE corrections.webhooks SET expires_at = now() - interval '1 s'");
    const { rows: cleared } = await database.query('SELECT corrections.clear_subscriptions(10) AS count');
    expect(cleared).toEqual([{ count: 2 }]);
  });
});

describe('Another user', () => {
  it('cannot end a subscription, nor poll with the cursor of the user, nor get events of the user', async () => {
    await subscribe(subscription(receiver.url));
    const { cursor } = await poll(stack, token, null);
    const own = await poll(stack, other.token, null);
    await note(2001);
    const key = { name: 'year.frozen', delivery: { url: receiver.url } };
    expect((await send(stack, other.token, 'events/unsubscribe', key)).error).toMatchObject({
      code: -32_011,
      data: { kind: 'subscription' },
    });
    expect(await rows('subscription_id IS NOT NULL')).toHaveLength(1);
    expect(await poll(stack, other.token, cursor)).toMatchObject({ events: [], truncated: true });
    expect((await poll(stack, other.token, own.cursor)).events).toEqual([]);
    expect(yearsOf(await poll(stack, token, cursor))).toEqual([2001]);
  });

  it('nor another token of the user', async () => {
    await subscribe(subscription(receiver.url));
    const { cursor } = await poll(stack, token, null);
    await note(2001);
    const another = await user.newToken();
    const key = { name: 'year.frozen', delivery: { url: receiver.url } };
    expect((await send(stack, another, 'events/unsubscribe', key)).error).toMatchObject({ code: -32_011 });
    expect(await poll(stack, another, cursor)).toMatchObject({ events: [], truncated: true });
    expect((await send(stack, token, 'events/unsubscribe', key)).result).toMatchObject({});
    expect(await rows('subscription_id IS NOT NULL')).toEqual([]);
  });
});

describe('Without WEBHOOK_KEYS', () => {
  const plain = useStack({ own: true });
  let reader: TestUser;
  beforeAll(async () => {
    reader = await createUser(plain);
  });

  it('events can be polled, and not subscribed to', async () => {
    const { result } = await send(plain, reader.token, 'events/list');
    const listed = result!['events'] as { delivery: string[] }[];
    expect(listed.map(({ delivery }) => delivery)).toEqual(MCP_EVENTS.map(() => ['poll']));
    const params = subscription('https://example.org/');
    expect((await send(plain, reader.token, 'events/subscribe', params)).error).toMatchObject({
      code: -32_014,
      data: { feature: 'deliveryMode', value: 'webhook' },
    });
    expect(await poll(plain, reader.token, null)).toMatchObject({ events: [], truncated: false });
  });
});
