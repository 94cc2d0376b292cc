/** `ctx summary`, `ctx issues` and `ctx explain` against a fake of the REST API. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { READ_EXAMPLES } from '@ctx/contract/examples/of-reads';
import { SALE_ID } from '@ctx/contract/examples/records';
import { brusselsDate } from '@ctx/domain/brussels';
import { parseExact } from '../../ctx/exact-json.ts';
import { explainSections } from '../../ctx/explain.ts';
import { issuesSections } from '../../ctx/issues.ts';
import type { Section } from '../../ctx/sections.ts';
import { summarySections } from '../../ctx/summary.ts';
import { sectionsText } from '../../ctx/terminal.ts';
import { runCommand } from './fake-system.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

const NOT_FOUND: Answer = { status: 404, body: '{}' };
let requests: IncomingMessage[] = [];
let answer: Answer = NOT_FOUND;
const server = createServer((request, response) => {
  requests.push(request);
  response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
  // A body shorter than its Content-Length is cut off.
  response.end(answer.body, () => response.socket?.end());
});
let environment: { CTX_URL: string; CTX_TOKEN: string };

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  environment = { CTX_URL: `http://127.0.0.1:${String(port)}/`, CTX_TOKEN: 'ctx_of-the-test' };
});

beforeEach(() => {
  requests = [];
  answer = NOT_FOUND;
});

afterAll(() => {
  server.close();
});

const jsonOf = (operation: keyof typeof READ_EXAMPLES): string =>
  JSON.stringify(READ_EXAMPLES[operation].answer);

describe('ctx summary, ctx issues and ctx explain', () => {
  test.each([
    ['summary --year 2026', '/api/v1/years/2026/summary'],
    ['summary', `/api/v1/years/${String(brusselsDate(Date.now()).year)}/summary`],
    ['issues', '/api/v1/issues?page=0&size=50'],
    [
      'issues --year 2026 --queue PRICES --type MISSING_PRICE --severity HIGH --page 2',
      '/api/v1/issues?year=2026&queue=PRICES&type=MISSING_PRICE&severity=HIGH&page=2&size=50',
    ],
    [`explain --event ${SALE_ID}`, `/api/v1/transactions/${SALE_ID}`],
    [`explain --event ${SALE_ID} --year 2026`, `/api/v1/transactions/${SALE_ID}?year=2026`],
  ])('ctx %s reads GET %s with the token, and prints its body with every digit', async (command, path) => {
    answer = { status: 200, body: '{"amount":12345678901234567890.123456789012345678}' };
    const { exitCode, stdout } = await printed(command);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${answer.body}\n` });
    expect(requests.map(({ method, url }) => `${method!} ${url!}`)).toEqual([`GET ${path}`]);
    expect(requests[0]?.headers.authorization).toBe('Bearer ctx_of-the-test');
  });

  test('take --url and --token before the environment', async () => {
    answer = { status: 200, body: '{}' };
    const { CTX_URL } = environment;
    environment = { ...environment, CTX_URL: 'http://127.0.0.1:1' };
    await printed(`summary --year 2026 --token ctx_other --url ${CTX_URL}`);
    environment = { ...environment, CTX_URL };
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer ctx_other']);
  });

  test.each<[Answer, object]>([
    [
      {
        status: 402,
        body: '{"success":false,"message":"The API needs Pro.","code":"PRO_REQUIRED","fieldErrors":null}',
      },
      { code: 'PRO_REQUIRED', message: 'The API needs Pro.' },
    ],
    [
      {
        status: 400,
        body: '{"message":"Not valid.","code":null,"fieldErrors":[{"field":"year","message":"is required"}]}',
      },
      { code: 'INVALID', message: 'Not valid.; year is required' },
    ],
    [
      { status: 401, body: '{"error":"unauthorized","message":"Send a token."}' },
      { code: 'UNAUTHORIZED', message: 'Send a token.' },
    ],
    [
      { status: 429, body: '{"error":"rate limit exceeded","retryAfterSeconds":7}' },
      { code: 'RATE_LIMITED', message: 'rate limit exceeded; try again in 7 s' },
    ],
    [
      { status: 502, body: '<html>' },
      { code: 'INTERNAL', message: 'the service answered 502' },
    ],
    [
      { status: 200, body: '<html>' },
      { code: 'INTERNAL', message: 'the service did not answer with JSON' },
    ],
    [
      { status: 307, body: '', headers: { Location: 'http://127.0.0.1:1/' } },
      { code: 'UNAVAILABLE', message: expect.stringContaining('redirect') },
    ],
    [
      { status: 200, body: '{"year":2026', headers: { 'Content-Length': '100' } },
      { code: 'UNAVAILABLE', message: expect.stringContaining('does not respond') },
    ],
  ])('print the rejection %j as an error and exit with 1', async (rejection, error) => {
    answer = rejection;
    const { exitCode, json } = await printed('summary --year 2026');
    expect({ exitCode, json }).toEqual({ exitCode: 1, json: { error } });
    expect(requests).toHaveLength(1);
  });

  test.each([
    [{ CTX_TOKEN: '' }, 'NO_TOKEN', 'set CTX_TOKEN'],
    [{ CTX_TOKEN: 'ctx_a\nb' }, 'NO_TOKEN', 'set CTX_TOKEN'],
    [
      { CTX_URL: 'ftp://tax.example.org' },
      'NO_SYSTEM',
      'ftp://tax.example.org is not the address of a service',
    ],
    [{ CTX_URL: '', DATA_DIR: '/nowhere' }, 'NO_SYSTEM', '/nowhere/stack.json describes no local stack'],
    [{ CTX_URL: 'http://127.0.0.1:1' }, 'UNAVAILABLE', 'http://127.0.0.1:1 does not respond'],
  ])('fail with %j: %s, and say what to do', async (settings, code, message) => {
    const { exitCode, json } = await runCommand(['summary', '--year', '2026'], {
      ...environment,
      ...settings,
    });
    expect({ exitCode, json }).toEqual({
      exitCode: 1,
      json: { error: { code, message: expect.stringContaining(message) } },
    });
  });

  test.each([
    ['summary --year 2026 --url nowhere', 'It must be an address'],
    ['summary --year 2026 --url http://an:secret@tax.example.org', 'It must be an address'],
    ['issues --page -1', 'a whole number from 0'],
    ['explain --event 7', 'It must be a UUID from "ctx issues"'],
  ])('reject wrong usage: ctx %s', async (command, reason) => {
    const { exitCode, stderr } = await printed(command);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(reason) });
    expect(requests).toEqual([]);
  });
});

function printed(command: string) {
  return runCommand(command.split(' '), environment);
}

/** Returns what a terminal shows of the example of an operation. */
function shown<T>(
  operation: keyof typeof READ_EXAMPLES,
  sections: (record: T) => Section[],
  change: (json: string) => string = (json) => json,
): string {
  const record = parseExact(change(jsonOf(operation))) as T;
  return sectionsText(sections(record), { columns: 160, hasColours: false });
}

describe('On a terminal', () => {
  test('ctx summary shows the figures, the exemption, months with a gain, and the tax return', () => {
    expect(shown('getYearSummary', summarySections)).toMatchSnapshot();
  });

  test('ctx summary shows the bands of a locked year, and nothing more', () => {
    const text = shown('getYearSummary', summarySections, (json) =>
      json
        // A locked year has no estimate.
        .replace(/"estimate":\{(?:[^{}]|\{[^{}]*\})*\},/, '')
        .replaceAll('"locked":false', '"locked":true')
        .replaceAll(/"exact":\d+,"low":null,"high":null/g, '"exact":null,"low":1000.5,"high":1500'),
    );
    expect(text).toContain('capital gains         €1,000.50 to €1,500.00');
    expect(text).toContain('locked: figures are ranges');
    expect(text).not.toContain('€1,250');
  });

  test('ctx issues shows each issue with its event and what to do', () => {
    expect(shown('listIssues', issuesSections)).toMatchSnapshot();
  });

  test('ctx issues names the next page', () => {
    const page = { page: 1, size: 50, totalElements: 130, hasNext: true };
    const text = shown('listIssues', issuesSections, (json) => JSON.stringify({ ...JSON.parse(json), page }));
    expect(text).toMatch(/\nissues {5}130\nnext page {2}--page 2\n$/);
  });

  test('ctx explain shows the event, the steps that changed it, and its lots with their basis', () => {
    expect(shown('explainTransaction', explainSections)).toMatchSnapshot();
  });

  test('amounts keep every digit', () => {
    const text = shown('explainTransaction', explainSections, (json) =>
      json.replace('"countedValue":5250', '"countedValue":12345678901234567.123456789012345678'),
    );
    expect(text).toContain('€12,345,678,901,234,567.123456789012345678');
  });
});
