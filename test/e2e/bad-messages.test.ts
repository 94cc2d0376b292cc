/** Raw bytes on a socket that no client should send (reliability.md, "Bad input"): the statuses and bodies are the contract's. */
import { describe, expect, it } from '@jest/globals';
import { ApiError, EdgeError } from '@ctx/contract/rejection-records';
import { LIMITS } from '@ctx/domain/limits';
import { head, type RawAnswer, type RawExchange, sendRaw } from './raw-http.ts';
import { expectBody } from './rest.ts';
import { useStack, useUser } from './kit.ts';
import { waitFor } from './stack.ts';
import { readFileSync } from 'node:fs';

const stack = useStack({ own: true });
const user = useUser(stack, { years: [], scope: 'write' });

const bearer = (): string => `Authorization: Bearer ${user.token}`;

const TOO_LONG = LIMITS.bodyBytesMax + 1;
const JSON_TYPE = 'Content-Type: application/json';

const exchange = (...parts: readonly (string | Uint8Array | number)[]): Promise<RawExchange> =>
  sendRaw(stack.ready().baseUrl, parts);
/** Sends the parts and returns the responses, at most as many as requested. */
const answersTo = async (
  answersMax: number,
  ...parts: readonly (string | Uint8Array | number)[]
): Promise<RawAnswer[]> => [...(await sendRaw(stack.ready().baseUrl, parts, answersMax)).answers];
const asked = (requestLine: string, ...headers: string[]): string => head(requestLine, bearer(), ...headers);
const POST = 'POST /api/v1/overrides HTTP/1.1';
const GET = 'GET /api/v1/me HTTP/1.1';
/** The first field error of an override request with the body `{}`. It proves that the service read the body. */
const REQUIRED = { field: 'taxEventId', message: expect.stringMatching(/^is required and must be a UUID/) };

/** Expects a rejection before the bytes were a request: 400 with the API's error body, and a closed connection. */
function expectNoRequest({ answers, closed }: RawExchange, message = 'is not valid HTTP/1.1'): void {
  expect(answers.map(({ status }) => status)).toEqual([400]);
  expectBody(answers[0]!, ApiError);
  expect(answers[0]!.body['fieldErrors']).toEqual([{ field: 'request', message }]);
  expect([answers[0]!.headers.get('connection'), closed]).toEqual(['close', true]);
}

describe('A message that is not valid HTTP', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['an unknown method', () => asked('FOO /api/v1/me HTTP/1.1')],
    ['an unknown version', () => asked('GET /api/v1/me HTTP/7.3')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the start of a TLS handshake', Buffer.from('16030100a5010000a1', 'hex')],
    ['a NUL in a header', () => asked(GET, 'X-Odd: a\0b')],
    ['a header without a colon', () => asked(GET, 'X-Odd')],
    ['a space before the colon', () => asked(GET, 'X-Odd : a')],
    ['a folded header', () => asked(GET, 'X-Odd: a\r\n b')],
    ['lines that end with LF alone', () => asked(GET).replaceAll('\r\n', '\n')],
    ['raw bytes in the path', () => Buffer.from(asked('GET /api/v1/\xff HTTP/1.1'), 'latin1')],
    [
      'Transfer-Encoding and Content-Length',
      () => asked(POST, 'Transfer-Encoding: chunked', 'Content-Length: 2') + '0\r\n\r\n',
    ],
    ['another transfer encoding after chunked', () => asked(POST, 'Transfer-Encoding: chunked, gzip')],
    ['an unknown transfer encoding', () => asked(POST, 'Transfer-Encoding: identity')],
    ['two lengths', () => asked(POST, 'Content-Length: 1', 'Content-Length: 2')],
    ['a list of lengths', () => asked(POST, 'Content-Length: 2, 2')],
    ['a negative length', () => asked(POST, 'Content-Length: -1')],
    ['a length that is not a number', () => asked(POST, 'Content-Length: abc')],
    ['a length in hexadecimal', () => asked(POST, 'Content-Length: 0x10')],
    ['a length with a sign', () => asked(POST, 'Content-Length: +2')],
    ['a length beyond 64 bits', () => asked(POST, 'Content-Length: 99999999999999999999999')],
    ['a chunk size that is not a number', () => asked(POST, 'Transfer-Encoding: chunked') + 'zz\r\n\r\n'],
    [
      'a chunk longer than its size',
      () => asked(POST, JSON_TYPE, 'Transfer-Encoding: chunked') + '1\r\n{}\r\n0\r\n\r\n',
    ],
  ])('is rejected with 400 and the API error body: %s', async (_what, bytes) => {
    expectNoRequest(await exchange(typeof bytes === 'function' ? bytes() : bytes));
  });

  it.each([
    ['headers', () => asked(GET, `X-Long: ${'a'.repeat(20_000)}`)],
    ['a URL', () => asked(`GET /api/v1/${'a'.repeat(20_000)} HTTP/1.1`)],
  ])('is rejected with 400 and the limit: %s of more than 16 KiB', async (_what, text) => {
    expectNoRequest(await exchange(text()), 'must have at most 16384 bytes of URL and headers');
  });

  it('is rejected with 400 when its method is CONNECT', async () => {
    expectNoRequest(
      await exchange(asked('CONNECT example.org:443 HTTP/1.1')),
      'must not be CONNECT: this server is not a proxy',
    );
  });

  it('gets a response that reveals no internals and has the usual headers, and is logged', async () => {
    const { answers } = await exchange('garbage\r\n\r\n');
    const [{ headers, text }] = answers as [RawAnswer];
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/HPE|llhttp|node|Error:/);
    const id = headers.get('x-request-id')!;
    await waitFor(() => readFileSync(stack.logFile('gateway'), 'utf8').includes(id));
  });

  it('does not affect the responses to earlier requests on the same connection', async () => {
    const { answers } = await exchange(`${asked('GET /api/v1/years HTTP/1.1')}${asked(GET)}garbage\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(Object.keys(answers[0]!.body)).toEqual(['years']);
  });

  it('is not logged as an error when the client disconnects in the middle of a body', async () => {
    await Promise.all([
      answersTo(0, asked(POST, 'X-Request-Id: left-1', JSON_TYPE, 'Content-Length: 10'), 'x'),
      answersTo(
        0,
        asked(POST, 'X-Request-Id: left-2', JSON_TYPE, 'Transfer-Encoding: chunked'),
        '1\r\nx\r\n',
      ),
    ]);
    const gatewayLog = (): string => readFileSync(stack.logFile('gateway'), 'utf8');
    await waitFor(() => gatewayLog().includes('"left-1"') && gatewayLog().includes('"left-2"'));
    expect((await answersTo(1, asked(GET)))[0]!.status).toBe(200);
    const log = gatewayLog();
    expect(log).not.toContain('dependency unavailable');
    expect(log).not.toContain('request failed');
  });
});

describe('The 1 MiB limit of a body', () => {
  it.each([
    ['no byte sent', () => [asked(POST, `Content-Length: ${String(TOO_LONG)}`)]],
    ['one byte sent', () => [asked(POST, `Content-Length: ${String(TOO_LONG)}`), '{']],
    ['every byte sent', () => [asked(POST, `Content-Length: ${String(TOO_LONG)}`), ' '.repeat(TOO_LONG)]],
    ['the largest 64-bit Content-Length', () => [asked(POST, 'Content-Length: 18446744073709551615')]],
    [
      'without a Content-Length',
      () => [
        asked(POST, 'Transfer-Encoding: chunked'),
        `${TOO_LONG.toString(16)}\r\n${' '.repeat(TOO_LONG)}`,
      ],
    ],
    ['GET', () => [asked(GET, `Content-Length: ${String(TOO_LONG)}`)]],
    [
      'GET without a Content-Length',
      () => [asked(GET, 'Transfer-Encoding: chunked'), `${TOO_LONG.toString(16)}\r\n${' '.repeat(TOO_LONG)}`],
    ],
  ])('rejects a longer body with 413, however much of it was sent: %s', async (_what, parts) => {
    const [answer] = await answersTo(1, ...parts());
    expect(answer!.status).toBe(413);
    expectBody(answer!, EdgeError);
    expect(answer!.headers.get('connection')).toBe('close');
  });

  it('accepts exactly 1 MiB without a Content-Length', async () => {
    const chunk = `${LIMITS.bodyBytesMax.toString(16)}\r\n${' '.repeat(LIMITS.bodyBytesMax)}\r\n0\r\n\r\n`;
    const text = asked('POST /api/v1/me HTTP/1.1', 'Transfer-Encoding: chunked') + chunk;
    expect((await answersTo(1, text))[0]!.status).toBe(405);
  });

  it('closes the connection after a rejection', async () => {
    const { answers, closed } = await exchange(asked(POST, `Content-Length: ${String(TOO_LONG)}`));
    expect([answers.length, closed]).toEqual([1, true]);
  });
});

describe('A request with an Expect header', () => {
  const EXPECT = 'Expect: 100-continue';

  it('gets 100 for 100-continue when the service wants the body, and then the response', async () => {
    const answers = await answersTo(2, asked(POST, JSON_TYPE, EXPECT, 'Content-Length: 2'), 1, '{}');
    expect(answers.map(({ status }) => status)).toEqual([100, 400]);
    expect(answers[1]!.body['fieldErrors']).toEqual([REQUIRED]);
  });

  it('gets 100 for a body without a Content-Length too', async () => {
    const parts = [
      asked(POST, JSON_TYPE, EXPECT, 'Transfer-Encoding: chunked'),
      1,
      '2\r\n{}\r\n0\r\n\r\n',
    ] as const;
    expect((await answersTo(2, ...parts)).map(({ status }) => status)).toEqual([100, 400]);
  });

  it.each([
    ['413', () => asked(POST, EXPECT, `Content-Length: ${String(TOO_LONG)}`)],
    ['401', () => head(POST, EXPECT, 'Content-Length: 2')],
    ['404', () => asked('POST /api/v1/nope HTTP/1.1', EXPECT, 'Content-Length: 2')],
    ['405', () => asked('POST /api/v1/me HTTP/1.1', EXPECT, 'Content-Length: 2')],
    ['200', () => asked(GET, EXPECT, 'Content-Length: 2')],
  ])('gets %s without 100 when the body is not needed, and the connection closes', async (status, text) => {
    const { answers, closed } = await exchange(text());
    expect([answers.map((answer) => String(answer.status)), closed]).toEqual([[status], true]);
  });

  it('gets its usual response when the value is not 100-continue', async () => {
    expect((await answersTo(1, asked(GET, 'Expect: a-miracle')))[0]!.status).toBe(200);
  });
});

describe('The Host header', () => {
  it.each([
    ['two different', () => asked(GET, 'Host: b.example')],
    ['two equal', () => asked(GET, 'Host: gateway.test')],
    ['none', () => asked(GET).replace('Host: gateway.test\r\n', '')],
    ['none, and no HTTP version', () => 'GET /api/v1/me\r\n\r\n'],
  ])('must be given exactly once, otherwise 400: %s', async (_what, text) => {
    const [answer] = await answersTo(1, text());
    expect(answer!.status).toBe(400);
    expectBody(answer!, ApiError);
    expect(answer!.body['fieldErrors']).toEqual([{ field: 'Host', message: 'must be given exactly once' }]);
  });

  it('may have any value, and may be missing in HTTP/1.0', async () => {
    expect((await answersTo(1, asked(GET).replace('gateway.test', 'evil.example:99')))[0]!.status).toBe(200);
    const { answers, closed } = await exchange(`GET /api/v1/me HTTP/1.0\r\n${bearer()}\r\n\r\n`);
    expect([answers.map(({ status }) => status), closed]).toEqual([[200], true]);
  });
});

describe('An unusual but valid request', () => {
  it.each([
    ['a GET with a body', () => `${asked(GET, 'Content-Length: 2')}{}`, 200],
    ['a DELETE with a body', () => `${asked('DELETE /api/v1/rules/x HTTP/1.1', 'Content-Length: 2')}{}`, 400],
    ['an absolute URL', () => asked('GET http://gateway.test/api/v1/me HTTP/1.1'), 200],
    ['an upgrade, which is ignored', () => asked(GET, 'Connection: Upgrade', 'Upgrade: websocket'), 200],
    ['a long URL', () => asked(`GET /api/v1/${'a'.repeat(10_000)} HTTP/1.1`), 404],
    ['an asterisk', () => asked('OPTIONS * HTTP/1.1'), 404],
    ['TRACE, which does not echo the token', () => asked('TRACE /api/v1/me HTTP/1.1'), 405],
    ['PURGE', () => asked('PURGE /api/v1/me HTTP/1.1'), 405],
  ])('gets its usual response: %s', async (_what, text, status) => {
    const [answer] = await answersTo(1, text());
    expect(answer!.status).toBe(status);
    expect(answer!.text).not.toContain(bearer().slice(-20));
    if (status !== 200) expectBody(answer!, ApiError);
  });

  it('that is pipelined is answered in order', async () => {
    const paths = ['years', 'me', 'nope', 'rules', 'recalc-status'];
    const answers = await answersTo(5, paths.map((path) => asked(`GET /api/v1/${path} HTTP/1.1`)).join(''));
    const keys = answers.map(({ body }) => Object.keys(body)[0]);
    expect(keys).toEqual(['years', 'userId', 'success', 'rules', 'status']);
  });

  it('may send its body byte by byte', async () => {
    const [answer] = await answersTo(1, asked(POST, JSON_TYPE, 'Content-Length: 2'), '{', '}');
    expect(answer!.body['fieldErrors']).toEqual([REQUIRED]);
  });
});

it('No process exited and no response was 500 during these tests', () => {
  expect(stack.output()).not.toContain('was started again');
  expect(readFileSync(stack.logFile('gateway'), 'utf8')).not.toContain('"status":500');
});
