/** docs/events.md: webhooks get events at least once, in order for a user, and never before the figures can be read. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createUser, useDatabase, useStack } from '../kit.ts';
import { event, importLines, waitFor } from '../stack.ts';
import { type Arrival, isSignedWith, useReceiver } from './receiver.ts';

const stack = useStack({
  own: true,
  settings: { WEBHOOK_KEYS: randomBytes(32).toString('base64'), WEBHOOK_LOOPBACK: 'on' },
});
const database = useDatabase(stack);
const receiver = useReceiver();

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const FACTS = [ACCOUNT, event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500')];
const sale = (ref: string, day: string): object => event(ref, 'DISPOSAL', '0.1', `${day}T10:00:00Z`, '400');

let secret: string;
let webhookId: string;

async function add(url: string, ...options: string[]): Promise<{ id: string; secret: string }> {
  return (await stack.ctx(['webhook', 'add', '--url', url, ...options])) as { id: string; secret: string };
}

async function deliveries(where = 'true'): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM corrections.deliveries WHERE ${where}`,
  );
  return rows[0]!.count;
}

beforeEach(() => {
  receiver.answer();
});

describe('Without a webhook', () => {
  it('nothing is written to the outbox', async () => {
    const user = await createUser(stack, { facts: FACTS });
    await waitFor(async () => (await user.send('/api/v1/recalc-status')).body['status'] === 'IDLE');
    expect(await deliveries()).toBe(0);
  });
});

describe('A webhook of the operator', () => {
  beforeAll(async () => {
    ({ id: webhookId, secret } = await add(receiver.url));
  });

  it('gets signed events of a user, which the library standardwebhooks verifies', async () => {
    const user = await createUser(stack, { facts: FACTS });
    const userId = Number(user.userId);
    const [changed] = await receiver.until(user.userId, 'figures.changed');
    expect(changed).toEqual({
      type: 'figures.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { userId, figuresVersion: 1, years: [2026] },
    });
    const [imported] = await receiver.until(user.userId, 'import.finished');
    expect(imported!.data).toEqual({ userId, fileId: null, recalc: 'SCHEDULED' });
    for (const arrival of receiver.arrivals) expect(isSignedWith(secret, arrival)).toBe(true);
    const [first] = receiver.arrivals as [Arrival];
    expect(isSignedWith(secret, { ...first, body: first.body.replace('userId', 'userld') })).toBe(false);
  });

  it('gets signatures that the function of docs/events.md in Python verifies', () => {
    const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8');
    const [, source = ''] = /```python\n(.*?)```/s.exec(page)!;
    const { headers, body } = receiver.arrivals[0]!;
    const check = `import json, sys\n${source}\ngiven = json.load(sys.stdin)
for body in [given["body"], given["body"] + " "]:
    print(is_signed(given["secret"], given["headers"], body.encode()))`;
    const { stdout } = spawnSync('python3', ['-c', check], {
      input: JSON.stringify({ headers, body, secret }),
      encoding: 'utf8',
    });
    expect(stdout).toBe('True\nFalse\n');
  });

  it('gets figures.changed when the figures can be read', async () => {
    const user = await createUser(stack);
    const read: unknown[] = [];
    receiver.answer(async (arrival, response) => {
      if (arrival.event.type === 'figures.changed' && String(arrival.event.data.userId) === user.userId)
        read.push((await user.send('/api/v1/transactions?year=2026')).body['totalElements']);
      response.writeHead(200).end();
    });
    await importLines(stack, user.userId, FACTS);
    await waitFor(() => read.length === 1);
    expect(read).toEqual([1]);
  });

  it('gets issues.opened, without which or where, and year.frozen', async () => {
    const unknownPrice = event('B2', 'ACQUISITION', '1', '2026-02-10T10:00:00Z', null);
    const user = await createUser(stack, { facts: [...FACTS, unknownPrice] });
    const [opened] = await receiver.until(user.userId, 'issues.opened');
    expect(opened!.data).toEqual({ userId: Number(user.userId), figuresVersion: 1 });
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2026']);
    const [frozen] = await receiver.until(user.userId, 'year.frozen');
    expect(frozen!.data).toEqual({ userId: Number(user.userId), year: 2026 });
  });

  it('gets account events, without names or addresses', async () => {
    const user = await createUser(stack);
    const [created] = await receiver.until(user.userId, 'account.token_created');
    expect(created!.data).toEqual({ userId: Number(user.userId), via: 'ctx' });
  });

  it('gets an event again after a status 500 and after a response that takes too long, and later events of the user wait', async () => {
    const user = await createUser(stack);
    await receiver.until(user.userId, 'account.token_created');
    const seen: Arrival[] = [];
    receiver.answer((arrival, response) => {
      if (String(arrival.event.data.userId) !== user.userId) return void response.writeHead(204).end();
      seen.push(arrival);
      if (seen.length === 1) response.writeHead(500).end();
      // The second attempt gets no response.
      if (seen.length > 2) response.writeHead(204).end();
    });
    await importLines(stack, user.userId, FACTS);
    await importLines(stack, user.userId, [ACCOUNT, sale('S1', '2026-03-01')]);
    // The second wait is of a minute.
    await waitFor(async () => {
      const isWaiting = `user_id = ${user.userId} AND attempts = 2 AND last_error = 'no response in time'`;
      if ((await deliveries(isWaiting)) === 1)
        await database.query('UPDATE corrections.deliveries SET due_at = now() WHERE user_id = $1', [
          user.userId,
        ]);
      return (await deliveries(`user_id = ${user.userId}`)) === 0 && seen.length > 2;
    });
    const ids = seen.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(new Set(ids).size).toBe(ids.length - 2);
    const times = seen.map(({ event: { timestamp } }) => timestamp);
    expect(times).toEqual(times.toSorted());
    expect(seen.every((arrival) => isSignedWith(secret, arrival))).toBe(true);
  });

  it('does not wait for another webhook that never answers', async () => {
    const hung = createServer();
    await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve));
    const { port } = hung.address() as AddressInfo;
    const { id } = await add(`http://127.0.0.1:${String(port)}`);
    try {
      const user = await createUser(stack, { facts: FACTS });
      const startedMs = performance.now();
      await receiver.until(user.userId, 'figures.changed');
      // An attempt ends after 10 s.
      expect(performance.now() - startedMs).toBeLessThan(9000);
    } finally {
      await stack.ctx(['webhook', 'remove', '--id', id]);
      hung.closeAllConnections();
      hung.close();
    }
    expect(await deliveries(`webhook_id = '${id}'`)).toBe(0);
  });

  it('gets an event again that it received from a process which was killed before the response', async () => {
    const user = await createUser(stack);
    await receiver.until(user.userId, 'account.token_created');
    const { pid } = stack.ready().services.corrections;
    let isKilled = false;
    receiver.answer((arrival, response) => {
      if (!isKilled && arrival.event.type === 'import.finished') {
        isKilled = true;
        process.kill(pid, 'SIGKILL');
      } else response.writeHead(204).end();
    });
    await importLines(stack, user.userId, FACTS);
    const twice = await receiver.until(user.userId, 'import.finished', 2);
    expect(twice[0]).toEqual(twice[1]);
    await receiver.until(user.userId, 'figures.changed');
    await waitFor(async () => (await deliveries(`user_id = ${user.userId}`)) === 0);
  });

  it('does not follow a redirect', async () => {
    const user = await createUser(stack);
    await receiver.until(user.userId, 'account.token_created');
    let isFollowed = false;
    const target = createServer((_request, response) => {
      isFollowed = true;
      response.end();
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    const { port } = target.address() as AddressInfo;
    receiver.answer((_arrival, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${String(port)}/` }).end();
    });
    await user.newToken('read', 'another');
    await waitFor(
      async () => (await deliveries(`user_id = ${user.userId} AND last_error = 'status 307'`)) === 1,
    );
    expect(isFollowed).toBe(false);
    target.close();
    const { webhooks } = (await stack.ctx(['webhook', 'list'])) as { webhooks: Record<string, unknown>[] };
    expect(webhooks).toMatchObject([
      {
        id: webhookId,
        url: receiver.url,
        types: [],
        lastError: 'status 307',
        failingSince: expect.any(String),
      },
    ]);
    expect(JSON.stringify(webhooks)).not.toContain('whsec_');
  });

  it('has an event among the dead ones after the last attempt, and gets it when it is replayed', async () => {
    const user = await createUser(stack);
    await receiver.until(user.userId, 'account.token_created');
    receiver.answer((_arrival, response) => {
      response.writeHead(410).end();
    });
    await user.newToken('read', 'another');
    await waitFor(async () => (await deliveries(`user_id = ${user.userId} AND attempts = 1`)) === 1);
    await database.query(
      'UPDATE corrections.deliveries SET attempts = 10, due_at = now() WHERE user_id = $1',
      [user.userId],
    );
    await waitFor(async () => (await deliveries(`user_id = ${user.userId} AND dead_at IS NOT NULL`)) === 1);
    const { events } = (await stack.ctx(['webhook', 'dead', '--id', webhookId])) as { events: object[] };
    expect(events).toEqual([
      {
        eventId: expect.any(String),
        type: 'account.token_created',
        userId: Number(user.userId),
        happenedAt: expect.any(String),
        deadAt: expect.any(String),
        attempts: 11,
        lastError: 'status 410',
      },
    ]);
    receiver.answer();
    const before = receiver.eventsOf(user.userId).length;
    expect(await stack.ctx(['webhook', 'replay', '--id', webhookId])).toEqual({ replayed: 1 });
    await waitFor(() => receiver.eventsOf(user.userId).length === before + 1);
    await waitFor(async () => (await deliveries(`user_id = ${user.userId}`)) === 0);
  });

  it('gets signatures of the new and of the former secret for a day after a rotation', async () => {
    const { secret: newSecret } = (await stack.ctx(['webhook', 'rotate', '--id', webhookId])) as {
      secret: string;
    };
    expect(newSecret).not.toBe(secret);
    const user = await createUser(stack);
    await receiver.until(user.userId, 'account.token_created');
    const both = receiver.arrivals.at(-1)!;
    expect([isSignedWith(secret, both), isSignedWith(newSecret, both)]).toEqual([true, true]);
    await database.query("UPDATE corrections.webhooks SET former_until = now() - interval '1 s'");
    await user.newToken('read', 'another');
    await receiver.until(user.userId, 'account.token_created', 2);
    const one = receiver.arrivals.at(-1)!;
    expect([isSignedWith(secret, one), isSignedWith(newSecret, one)]).toEqual([false, true]);
  });

  it('gets nothing more of a user who was erased', async () => {
    const user = await createUser(stack);
    await receiver.until(user.userId, 'account.token_created');
    receiver.answer((_arrival, response) => {
      response.writeHead(500).end();
    });
    await importLines(stack, user.userId, FACTS);
    await waitFor(async () => (await deliveries(`user_id = ${user.userId} AND attempts = 1`)) === 1);
    await stack.ctx(['user', 'delete', '--user', user.userId, '--yes']);
    const before = receiver.eventsOf(user.userId).length;
    expect(await deliveries(`user_id = ${user.userId}`)).toBe(0);
    receiver.answer();
    // What another user causes later arrives, and nothing of the erased one before it.
    const other = await createUser(stack, { facts: FACTS });
    await receiver.until(other.userId, 'figures.changed');
    expect(receiver.eventsOf(user.userId).length).toBe(before);
  });
});

describe('A webhook of a user', () => {
  const own = useReceiver();

  it('gets the events of that user alone, of the chosen types alone', async () => {
    const [user, other] = [await createUser(stack), await createUser(stack)];
    await add(own.url, '--user', user.userId, '--type', 'figures.changed');
    await importLines(stack, other.userId, FACTS);
    await receiver.until(other.userId, 'figures.changed');
    await importLines(stack, user.userId, FACTS);
    await own.until(user.userId, 'figures.changed');
    expect(own.arrivals.map(({ event: { type, data } }) => [type, data.userId])).toEqual([
      ['figures.changed', Number(user.userId)],
    ]);
    expect(await stack.ctx(['webhook', 'list', '--user', other.userId])).toEqual({ webhooks: [] });
  });
});

describe('An address that may not be called', () => {
  it.each([
    ['http://example.org/', 'must begin with https://'],
    ['https://10.0.0.1/', 'is not an address on the internet'],
    ['https://user:password@example.org/', 'must not contain a user or a password'],
    ['nonsense', 'is not an address'],
  ])('%s is rejected', async (url, reason) => {
    const { error } = await stack.ctx(['webhook', 'add', '--url', url], true);
    expect(error).toMatchObject({ code: 'INVALID', message: expect.stringContaining(reason) });
  });
});
