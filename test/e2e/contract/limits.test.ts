/** service.md, "Limits": what is counted, by two gateways on one stack, the clock of one 90 seconds ahead. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RateLimitError } from '@ctx/contract/schemas';
import pg from 'pg';
import { createToken } from '../../../services/gateway/src/auth/token.ts';
import { expectBody, restClient, type Send } from '../rest.ts';
import { type SecondGateway, startSecondGateway } from '../second-gateway.ts';
import { type Answer, newUser, startTestStack, type TestStack, waitFor } from '../stack.ts';

const CLOCK_SHIFT_MS = 90_000;

let stack: TestStack;
let second: SecondGateway;
let database: pg.Client;
/** The gateway of `npm start`, which trusts the loopback interface to forward, and the second one, which trusts nobody. */
let send: Send;
let sendSecond: Send;

beforeAll(async () => {
  stack = await startTestStack(['--empty'], undefined, undefined, { TRUSTED_PROXIES: '127.0.0.1, ::1' });
  second = await startSecondGateway(stack, { clockShiftMs: CLOCK_SHIFT_MS });
  send = restClient(stack.ready().baseUrl);
  sendSecond = restClient(second.baseUrl);
  database = new pg.Client({ connectionString: stack.ready().postgres.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await second.stop();
  await stack.remove();
});

/** Lets the minute of every token and address be over. */
async function endMinutes(): Promise<void> {
  for (const counts of ['request_counts', 'failure_counts'])
    await database.query(
      `UPDATE identity.${counts} SET window_started_at = window_started_at - interval '60 s'`,
    );
}

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

/** Sends an invalid token, from an address that the trusted loopback names. */
const fail = (forwardedFor: string): Promise<Answer> =>
  send('/api/v1/me', { headers: { 'x-forwarded-for': forwardedFor } }, 'ctx_wrong');

async function failTimes(count: number, forwardedFor: (index: number) => string): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await fail(forwardedFor(index))).status);
  return seen;
}

describe('Revocation takes effect on the very next request to any replica', () => {
  it('revoked through one gateway, the other answers 401', async () => {
    const { userId } = await newUser(stack, 'revoked@example.org');
    const args = ['token', 'create', '--user', userId, '--name', 'R', '--scope', 'read'];
    const { token, tokenId } = await stack.ctx(args);
    expect((await sendSecond('/api/v1/me', {}, String(token))).status).toBe(200);
    await stack.ctx(['token', 'revoke', '--token-id', String(tokenId)]);
    expect((await sendSecond('/api/v1/me', {}, String(token))).status).toBe(401);
  });
});

describe('Request rate: 120 requests per minute per token', () => {
  it('exactly 120 of 200 sent at once over two gateways pass, though one clock is 90 seconds off', async () => {
    const { token } = await newUser(stack, 'two-gateways@example.org');
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_each, index) =>
        (index % 2 === 0 ? send : sendSecond)('/api/v1/me', {}, token),
      ),
    );
    const passed = answers.filter(({ status }) => status === 200);
    const rejected = answers.filter(({ status }) => status === 429);
    expect([passed.length, rejected.length]).toEqual([120, 80]);
    // Each place of the minute was given once.
    const left = passed.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]));
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_each, index) => index));
    for (const { headers } of rejected) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
  });

  it('the second clock is off indeed, and its gateway reads all the same', async () => {
    const { token } = await newUser(stack, 'off@example.org');
    const sentAt = Date.now();
    expect((await sendSecond('/api/v1/years', {}, token)).status).toBe(200);
    // The gateway writes the lines of a tenth of a second together.
    await waitFor(() => {
      const [line = '{}'] = readFileSync(second.logFile, 'utf8').trim().split('\n').slice(-1);
      const { time } = JSON.parse(line) as { time: string };
      return Date.parse(time) >= sentAt + CLOCK_SHIFT_MS;
    });
  });

  it('shared by all paths: rejections, 304 and HEAD count; the 121st is 429 with Retry-After', async () => {
    const { token } = await newUser(stack, 'all-paths@example.org');
    const { headers } = await send('/api/v1/me', {}, token);
    const ways: [string, RequestInit, number][] = [
      ['/api/v1/years', {}, 200],
      ['/api/v1/me', { headers: { 'if-none-match': headers.get('etag')! } }, 304],
      ['/api/v1/me', { method: 'HEAD' }, 200],
      ['/api/v1/nope', {}, 404],
      ['/api/v1/transactions', {}, 400],
      ['/api/v1/rules', { method: 'POST' }, 403],
      ['/api/v1/years/2026/summary', {}, 200],
    ];
    for (let index = 0; index < 119; index += 1) {
      const [path, init, status] = ways[index % ways.length]!;
      const answer = await send(path, init, token);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get('ratelimit')).toMatch(
        new RegExp(`^"minute";r=${String(118 - index)};t=\\d+$`),
      );
      expect(answer.headers.get('ratelimit-policy')).toBe('"minute";q=120;w=60');
    }
    const rejected = await send('/api/v1/me', {}, token);
    expect(rejected.status).toBe(429);
    expectBody(rejected, RateLimitError);
    expect(rejected.body['error']).toBe('too many requests');
    expect(rejected.headers.get('retry-after')).toBe(String(rejected.body['retryAfterSeconds']));
    expect(rejected.headers.get('ratelimit')).toBe(
      `"minute";r=0;t=${String(rejected.body['retryAfterSeconds'])}`,
    );
    expect(rejected.headers.get('ratelimit-policy')).toBe('"minute";q=120;w=60');
  });

  it('each token has its own; a minute begins with its first request and rejected ones do not lengthen it', async () => {
    const { userId, token } = await newUser(stack, 'own@example.org');
    const args = ['token', 'create', '--user', userId, '--name', 'Other', '--scope', 'read'];
    const other = String((await stack.ctx(args))['token']);
    const answers = await Promise.all(Array.from({ length: 125 }, () => send('/api/v1/me', {}, token)));
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(5);
    expect((await send('/api/v1/me', {}, other)).headers.get('ratelimit')).toContain('r=119');
    await endMinutes();
    const next = await sendSecond('/api/v1/me', {}, token);
    expect([next.status, next.headers.get('ratelimit')]).toEqual([200, '"minute";r=119;t=60']);
  });
});

describe('Failed authentications: 30 per minute per IP address', () => {
  it('31 bad tokens and then a good one: 200', async () => {
    const { token } = await newUser(stack, 'good@example.org');
    const seen = await failTimes(31, () => '198.51.100.1');
    expect(seen).toEqual([...Array<number>(30).fill(401), 429]);
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    expect((await send('/api/v1/me', { headers }, token)).status).toBe(200);
    const rejected = await fail('198.51.100.1');
    expectBody(rejected, RateLimitError);
    expect(rejected.headers.get('retry-after')).toBe(String(rejected.body['retryAfterSeconds']));
    expect(rejected.headers.get('ratelimit-policy')).toBe('"failures";q=30;w=60');
    expect(rejected.headers.get('www-authenticate')).toBeNull();
  });

  it('behind a trusted proxy each forwarded address has its own count, whatever stands left of it', async () => {
    expect(await failTimes(31, (index) => `203.0.113.${String(index)}, 198.51.100.2`)).toEqual([
      ...Array<number>(30).fill(401),
      429,
    ]);
    expect((await fail('198.51.100.3')).status).toBe(401);
  });

  it('an IPv6 address counts by its /64', async () => {
    expect(await failTimes(31, (index) => `2001:db8:1:2::${String(index)}`)).toEqual([
      ...Array<number>(30).fill(401),
      429,
    ]);
    expect((await fail('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await fail('2001:db8:1:3::1')).status).toBe(401);
  });

  it('an IPv6 /48 may fail ten times as often: a site’s many /64s do not escape the limit', async () => {
    expect((await fail('2001:db8:48:1::1')).status).toBe(401);
    await database.query(
      `UPDATE identity.failure_counts SET failures = 298 WHERE address = '2001:db8:48::/48'`,
    );
    expect(await failTimes(4, (index) => `2001:db8:48:${String(index + 2)}::1`)).toEqual([
      401, 401, 429, 429,
    ]);
    expect((await fail('2001:db8:49::1')).status).toBe(401);
  });

  it('an entry that is no address counts for the proxy', async () => {
    expect((await fail('unknown')).status).toBe(401);
  });

  it('the minute begins with the first failure', async () => {
    expect(await failTimes(30, () => '198.51.100.4')).not.toContain(429);
    await endMinutes();
    expect((await fail('198.51.100.4')).status).toBe(401);
  });

  it('a token of the wrong form costs no look-up, and from an address over its limit no statement at all', async () => {
    await failTimes(31, () => '198.51.100.5');
    const mayCall = (word: string, name: string): Promise<unknown> =>
      database.query(`${word.replace('?', `EXECUTE ON FUNCTION identity.${name}`)} ctx_gateway`);
    await mayCall('REVOKE ? FROM', 'admit_all');
    try {
      const wellFormed = createToken('ctx_');
      expect((await send('/api/v1/me', {}, wellFormed)).status).toBe(500);
      for (const token of ['ctx_short', `ctx_${'a'.repeat(38)}`, `ctx_${'a'.repeat(10_240)}`]) {
        const headers = { 'x-forwarded-for': '198.51.100.6' };
        expect((await send('/api/v1/me', { headers }, token)).status).toBe(401);
      }
      await mayCall('REVOKE ? FROM', 'count_failures');
      expect((await fail('198.51.100.5')).status).toBe(429);
    } finally {
      await mayCall('GRANT ? TO', 'admit_all');
      await mayCall('GRANT ? TO', 'count_failures');
    }
  });

  it('forged X-Forwarded-For of a peer that is not trusted does not escape it', async () => {
    const seen: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${String(index)}` };
      seen.push((await sendSecond('/api/v1/me', { headers }, 'ctx_wrong')).status);
    }
    expect(seen.at(-1)).toBe(429);
  });

  it('all endpoints: a count over both gateways, on any path', async () => {
    for (const path of ['/api/v1/years', '/api/v1/nope', '/api/v1/overrides/bulk'])
      expect((await send(path, { method: 'POST' }, 'ctx_wrong')).status).toBe(429);
  });

  it('a malformed TRUSTED_PROXIES is rejected at start, with the setting and each wrong entry', async () => {
    const wrong = ['10.0.0.0/33', 'proxy.internal', '0.0.0.0/0', '10.0.0.1/8/8', 'fe80::1%eth0'];
    const starting = startSecondGateway(stack, {
      settings: { TRUSTED_PROXIES: ['127.0.0.1', ...wrong].join(',') },
    });
    const message = await starting.then(() => 'started', String);
    expect(message).toContain('exit code 2');
    expect(message).toContain('TRUSTED_PROXIES: ');
    for (const entry of wrong) expect(message).toContain(`"${entry}" `);
    expect(message).not.toContain('"127.0.0.1"');
  });
});
