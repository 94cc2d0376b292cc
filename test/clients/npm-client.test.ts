/** What the npm client does when the service rejects, is slow or cannot be reached: against a server that answers as each test says. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, ConflictError, ConnectionError, CryptoTaxClient, RateLimitError } from '@ctx/client';
import { withRetries } from '../../client/src/retries.ts';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
/** An answer, or the connection ends without one. */
type Step = Answer | 'lost';

const OK: Answer = { status: 200, body: {} };
const BUSY: Answer = {
  status: 503,
  body: { message: 'Busy.', code: 'UNAVAILABLE' },
  headers: { 'retry-after': '0' },
};
const RULE = {
  action: 'IGNORE_DUST',
  label: 'Dust',
  matchType: 'DUST_THRESHOLD',
  direction: 'INBOUND',
} as const;

let server: Server;
let steps: Step[];
let received: { headers: IncomingHttpHeaders; body: string; url: string }[];
let client: CryptoTaxClient;

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body, url: request.url ?? '' });
      const step = steps.shift() ?? OK;
      if (step === 'lost') request.socket.destroy();
      else {
        response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
        response.end(JSON.stringify(step.body ?? {}));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = new CryptoTaxClient({ baseUrl: `http://127.0.0.1:${String(port)}`, token: 'ctx_test' });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const keys = (): unknown[] => received.map(({ headers }) => headers['idempotency-key']);

describe('The npm client', () => {
  it.each([503, 429])(
    'repeats a read after %d, when the seconds of Retry-After have passed',
    async (status) => {
      steps = [{ ...BUSY, status }, { ...BUSY, status, headers: { 'retry-after': '1' } }, OK];
      const start = Date.now();
      await client.get('/api/v1/me');
      expect(received).toHaveLength(3);
      expect(Date.now() - start).toBeGreaterThanOrEqual(990);
    },
  );

  it('repeats a write with the same key and body, also after a lost connection', async () => {
    steps = [
      BUSY,
      'lost',
      { status: 409, body: { message: 'Running.', code: 'IDEMPOTENCY_IN_PROGRESS' } },
      OK,
    ];
    await client.post('/api/v1/rules', { body: RULE });
    expect(new Set(received.map(({ body }) => body))).toEqual(new Set([JSON.stringify(RULE)]));
    expect([received.length, new Set(keys()).size]).toEqual([4, 1]);
    expect(keys()[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it('sends a write without a key once', async () => {
    steps = [BUSY, OK];
    const request = new Request(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, {
      method: 'POST',
      body: '{}',
    });
    expect((await withRetries(fetch, {})(request)).status).toBe(503);
    expect(received).toHaveLength(1);
  });

  it('gives each write a key of its own, and sends the key that a program chose', async () => {
    steps = [];
    await client.post('/api/v1/rules', { body: RULE });
    await client.post('/api/v1/rules', { body: RULE });
    await client.post('/api/v1/rules', { body: RULE, headers: { 'Idempotency-Key': 'mine' } });
    await client.get('/api/v1/me');
    expect(new Set(keys()).size).toBe(4);
    expect(keys().slice(2)).toEqual(['mine', undefined]);
  });

  it('sends a request at most four times, and throws what came last', async () => {
    steps = Array<Step>(9).fill({ ...BUSY, status: 429 });
    await expect(client.get('/api/v1/me')).rejects.toThrow(RateLimitError);
    expect(received).toHaveLength(4);
  });

  it('does not wait longer than its settings say, and does not repeat other rejections', async () => {
    steps = [{ ...BUSY, headers: { 'retry-after': '61' } }];
    await expect(client.get('/api/v1/me')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 61 });
    steps = [{ status: 500 }];
    await expect(client.post('/api/v1/rules', { body: RULE })).rejects.toMatchObject({ status: 500 });
    expect(received).toHaveLength(2);
  });

  it('throws a rejection as the class of its status, with code, fields, request and help', async () => {
    const fieldErrors = [{ field: 'taxEventId', message: 'is not there' }];
    const headers = {
      'x-request-id': 'request-1',
      link: '</docs/errors#CHANGED_SINCE>; rel="help"',
    };
    steps = [{ status: 409, headers, body: { message: 'Changed.', code: 'CHANGED_SINCE', fieldErrors } }];
    const error: unknown = await client.get('/api/v1/me').catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({
      name: 'ConflictError',
      message: '409 CHANGED_SINCE: Changed.; taxEventId is not there',
      status: 409,
      code: 'CHANGED_SINCE',
      fieldErrors,
      requestId: 'request-1',
      helpUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/docs/errors#CHANGED_SINCE`,
      retryAfterSeconds: null,
    });
  });

  it('throws a rejection of an unknown status, and one of a proxy that answers with text', async () => {
    const send = (body: string, status: number) =>
      new CryptoTaxClient({
        baseUrl: 'http://x',
        token: 't',
        fetch: () => Promise.resolve(new Response(body, { status })),
      });
    const statuses = [418, 502].map((status) =>
      send('<html>', status)
        .get('/api/v1/me')
        .catch((error: unknown) => error instanceof ApiError && error.status),
    );
    expect(await Promise.all(statuses)).toEqual([418, 502]);
  });

  it('throws a ConnectionError where no response comes, and where it does not begin in time', async () => {
    const settings = { baseUrl: 'http://x', token: 't' };
    const unreachable = () => Promise.reject(new TypeError('no route'));
    const silent = (request: Request) =>
      new Promise<Response>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => {
          reject(request.signal.reason as Error);
        });
      });
    const first = new CryptoTaxClient({ ...settings, fetch: unreachable, retry: { attemptsMax: 2 } });
    const fault: unknown = await first.get('/api/v1/me').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ConnectionError);
    expect(fault).toMatchObject({ message: 'the service does not respond: no route' });
    const second = new CryptoTaxClient({
      ...settings,
      fetch: silent,
      retry: { attemptsMax: 1, timeoutSeconds: 0.01 },
    });
    await expect(second.get('/api/v1/me')).rejects.toThrow(/no response within 0.01 seconds/);
  });

  it('stops waiting when the program ends the request', async () => {
    steps = [{ ...BUSY, headers: { 'retry-after': '30' } }];
    const controller = new AbortController();
    const reading = client.get('/api/v1/me', { signal: controller.signal });
    controller.abort(new Error('closed by the user'));
    await expect(reading).rejects.toThrow('closed by the user');
  });

  it('reads all pages of a list, the next one when it is needed', async () => {
    const page = (entries: number[], hasNext: boolean): Answer => ({
      status: 200,
      body: { entries, hasNext },
    });
    steps = [page([1, 2], true), page([], true), page([3], false)];
    const read: unknown[] = [];
    for await (const entry of client.history({ year: 2026 })) {
      if (read.length === 0) expect(received).toHaveLength(1);
      read.push(entry);
    }
    expect(read).toEqual([1, 2, 3]);
    const pages = [0, 1, 2].map((number) => `/api/v1/history?year=2026&page=${String(number)}&size=200`);
    expect(received.map(({ url }) => url)).toEqual(pages);
  });

  it('follows the names of the next pages of a report', async () => {
    const page = (lines: string[], next: string | null): Answer => ({ status: 200, body: { lines, next } });
    steps = [page(['a'], 'x y'), page(['b'], null)];
    expect(await Array.fromAsync(client.reportLines(2026))).toEqual(['a', 'b']);
    expect(received.map(({ url }) => url.split('?')[1])).toEqual(['format=json', 'format=json&after=x%20y']);
  });

  it('waits until the status is IDLE, and no longer than the program says', async () => {
    const status = (name: string): Answer => ({ status: 200, body: { status: name } });
    steps = [status('RUNNING'), status('QUEUED'), status('IDLE')];
    expect(await client.waitUntilIdle()).toEqual({ status: 'IDLE' });
    expect(received.map(({ url }) => url)).toEqual(
      Array<string>(3).fill('/api/v1/recalc-status?waitSeconds=25'),
    );
    steps = [status('RUNNING')];
    await expect(client.waitUntilIdle(0)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
