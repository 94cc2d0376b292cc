/** service.md, "Limits": the limits that count requests, tested with two gateways on one stack. The clock of one is 90 seconds ahead. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { RateLimitError } from '@ctx/contract/rejection-records';
import { createToken } from '../../../services/gateway/src/identity/auth/token.ts';
import { expectBody, restClient, type Send } from '../rest.ts';
import { type SecondGateway, startSecondGateway } from '../second-gateway.ts';
import { atEnd, createUser, useDatabase, useStack } from '../kit.ts';
import { type Answer, waitFor } from '../stack.ts';

const CLOCK_SHIFT_MS = 90_000;

let second: SecondGateway;
/** Sends to the second gateway, which trusts no proxy. */
let sendSecond: Send;

const stack = useStack({ own: true, settings: { TRUSTED_PROXIES: '127.0.0.1, ::1' } });
const send = restClient(stack);
const database = useDatabase(stack);

beforeAll(async () => {
  second = await startSecondGateway(stack, { clockShiftMs: CLOCK_SHIFT_MS });
  sendSecond = restClient(second.baseUrl);
});
atEnd(async () => {
  await second.stop();
});

/** Ends the current minute of every token and address. */
async function endMinutes(): Promise<void> {
  for (const counts of ['request_counts', 'failure_counts'])
    await database.query(
      `UPDATE identity.${counts} SET window_started_at = window_started_at - interval '60 s'`,
    );
}

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

/** Sends an invalid token, with an `X-Forwarded-For` header that the gateway trusts. */
const fail = (forwardedFor: string): Promise<Answer> =>
  send('/api/v1/me', { headers: { 'x-forwarded-for': forwardedFor } }, 'ctx_wrong');

async function failTimes(count: number, forwardedFor: (index: number) => string): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await fail(forwardedFor(index))).status);
  return seen;
}

describe('The revocation of a token', () => {
  it('takes effect on the next request to a gateway that accepted the token before', async () => {
    const { userId } = await createUser(stack);
    const args = ['token', 'create', '--user', userId, '--name', 'R', '--scope', 'read'];
    const { token, tokenId } = await stack.ctx(args);
    expect((await sendSecond('/api/v1/me', {}, String(token))).status).toBe(200);
    await stack.ctx(['token', 'revoke', '--token-id', String(tokenId)]);
    expect((await sendSecond('/api/v1/me', {}, String(token))).status).toBe(401);
  });
});

describe('The limit of 120 requests per minute per token', () => {
  it('lets exactly 120 of 200 simultaneous requests to two gateways pass, although one clock is 90 seconds ahead', async () => {
    const { token } = await createUser(stack);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_each, index) =>
        (index % 2 === 0 ? send : sendSecond)('/api/v1/me', {}, token),
      ),
    );
    const passed = answers.filter(({ status }) => status === 200);
    const rejected = answers.filter(({ status }) => status === 429);
    expect([passed.length, rejected.length]).toEqual([120, 80]);
    // Each remaining count was returned once.
    const left = passed.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]));
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_each, index) => index));
    for (const { headers } of rejected) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
  });

  it('is tested with a second gateway whose clock really is 90 seconds ahead, and which serves reads', async () => {
    const { token } = await createUser(stack);
    const sentAt = Date.now();
    expect((await sendSecond('/api/v1/years', {}, token)).status).toBe(200);
    // The gateway collects log lines for a tenth of a second before it writes them.
    await waitFor(() => {
      const [line = '{}'] = readFileSync(second.logFile, 'utf8').trim().split('\n').slice(-1);
      const { time } = JSON.parse(line) as { time: string };
      return Date.parse(time) >= sentAt + CLOCK_SHIFT_MS;
    });
  });

  it('is shared by all paths and counts rejections, 304 and HEAD; request 121 gets 429 with Retry-After', async () => {
    const { token } = await createUser(stack);
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

  it('is separate for each token; a minute begins with its first request, and rejected requests do not extend it', async () => {
    const { userId, token } = await createUser(stack);
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

describe('A dear request', () => {
  const readings = '/api/v1/years/2026/readings';
  const leftOf = ({ headers }: Answer): string | null =>
    headers.get('ratelimit')?.replace(/;t=.*/, '') ?? null;

  it('counts as several requests of its token, at both gateways and for each of its forms', async () => {
    const { token } = await createUser(stack);
    const report = '/api/v1/years/2026/report';
    const seen: unknown[] = [];
    for (const [index, path] of [
      readings,
      `${report}?format=csv`,
      report,
      `${report}?format=html`,
    ].entries()) {
      const answer = await (index % 2 === 0 ? send : sendSecond)(path, {}, token);
      seen.push([answer.status, leftOf(answer)]);
    }
    expect(seen).toEqual([
      [200, '"minute";r=117'],
      [200, '"minute";r=114'],
      [200, '"minute";r=113'],
      [200, '"minute";r=110'],
    ]);
  });

  it('for which too little is left gets 429, and uses up the rest of the minute', async () => {
    const { token } = await createUser(stack);
    const answers = await Promise.all(Array.from({ length: 118 }, () => send('/api/v1/me', {}, token)));
    expect(statuses(answers)).toEqual(Array<number>(118).fill(200));
    const rejected = await send(readings, {}, token);
    expectBody(rejected, RateLimitError);
    expect([rejected.status, leftOf(rejected)]).toEqual([429, '"minute";r=0']);
    expect(rejected.headers.get('retry-after')).toBe(String(rejected.body['retryAfterSeconds']));
    expect((await sendSecond('/api/v1/me', {}, token)).status).toBe(429);
    await endMinutes();
    expect(leftOf(await send(readings, {}, token))).toBe('"minute";r=117');
  });
});

describe('The limit of 30 failed authentications per minute per IP address', () => {
  it('does not stop a valid token: after 31 bad tokens it gets 200, and the next bad token 429', async () => {
    const { token } = await createUser(stack);
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

  it('counts each address that a trusted proxy forwards separately, and ignores the entries to its left', async () => {
    expect(await failTimes(31, (index) => `203.0.113.${String(index)}, 198.51.100.2`)).toEqual([
      ...Array<number>(30).fill(401),
      429,
    ]);
    expect((await fail('198.51.100.3')).status).toBe(401);
  });

  it('counts IPv6 addresses by their /64', async () => {
    expect(await failTimes(31, (index) => `2001:db8:1:2::${String(index)}`)).toEqual([
      ...Array<number>(30).fill(401),
      429,
    ]);
    expect((await fail('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await fail('2001:db8:1:3::1')).status).toBe(401);
  });

  it('allows an IPv6 /48 ten times as many failures, so that a site with many /64s does not escape it', async () => {
    expect((await fail('2001:db8:48:1::1')).status).toBe(401);
    await database.query(
      `UPDATE identity.failure_counts SET failures = 298 WHERE address = '2001:db8:48::/48'`,
    );
    expect(await failTimes(4, (index) => `2001:db8:48:${String(index + 2)}::1`)).toEqual([
      401, 401, 429, 429,
    ]);
    expect((await fail('2001:db8:49::1')).status).toBe(401);
  });

  it('does not break on a forwarded entry that is not an address: the failure is a 401', async () => {
    expect((await fail('unknown')).status).toBe(401);
  });

  it('counts from zero again after a minute', async () => {
    expect(await failTimes(30, () => '198.51.100.4')).not.toContain(429);
    await endMinutes();
    expect((await fail('198.51.100.4')).status).toBe(401);
  });

  it('needs no look-up for a malformed token, and no database statement if its address is over the limit', async () => {
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

  it('is not escaped with a forged X-Forwarded-For header from a peer that is not trusted', async () => {
    const seen: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${String(index)}` };
      seen.push((await sendSecond('/api/v1/me', { headers }, 'ctx_wrong')).status);
    }
    expect(seen.at(-1)).toBe(429);
  });

  it('is shared by both gateways, and applies to every path', async () => {
    for (const path of ['/api/v1/years', '/api/v1/nope', '/api/v1/overrides/bulk'])
      expect((await send(path, { method: 'POST' }, 'ctx_wrong')).status).toBe(429);
  });

  it('needs a valid TRUSTED_PROXIES: with an invalid one the gateway exits with code 2 and names each wrong entry', async () => {
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
