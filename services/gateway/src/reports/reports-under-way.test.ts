/** Reports of many pages beside small requests: the whole application, with reports that end when the test says so. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { createLogger } from '@ctx/platform/log';
import { Router } from 'express';
import { type Answers, createHandlers } from '../answers/answers.ts';
import { createApp } from '../app/app.ts';
import type { Admitter, Budget } from '../identity/auth/admission.ts';
import { Documents } from './documents.ts';

const log = createLogger('gateway', 'silent');
const LINES_OF_PAGE = 500;
const LINE = { section: 'DISPOSAL', amount: 1.5, proceeds: 12.345, assetSymbol: 'BTC' };
const PAGE = {
  year: 2026,
  regime: 'NORMAAL_BEHEER',
  frozen: true,
  submittedAt: '2027-07-01T10:00:00Z',
  stale: false,
};

let server: Server;
let baseUrl: string;
/** Users whose report is being read, and the greatest number of reports at a time. */
let reading: number[];
let readingMax: number;
let areEnding: boolean;
/** Pages that were read. Each has a place of its own. */
let pages: number;
/** Requests counted for each user. */
let counts: Map<number, number>;

beforeEach(async () => {
  [reading, readingMax, areEnding, counts, pages] = [[], 0, false, new Map(), 0];
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  server.on('request', createApp(parts()));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Counts as the database does. The token of a user is their id. */
function count(userId: number, requests: number): Budget {
  counts.set(userId, (counts.get(userId) ?? 0) + requests);
  const remaining = Math.max(0, LIMITS.ratePerMinuteMax - (counts.get(userId) ?? 0));
  return { remaining, resetSeconds: 60 };
}

function parts() {
  const admitter = {
    admit: ([header = '']: readonly string[]) => {
      const userId = Number(header.split(' ')[1]);
      const token = { tokenId: String(userId), tokenName: 'Test', version: null };
      const identity = { ...token, userId, email: null, plan: 'pro', betas: [], scopes: ['read'] };
      return Promise.resolve({ outcome: 'ADMITTED', identity, budget: count(userId, 1) });
    },
    charge: ({ userId }: { userId: number }, requests: number) => {
      const budget = count(userId, requests - 1);
      return Promise.resolve({ isEnough: (counts.get(userId) ?? 0) <= LIMITS.ratePerMinuteMax, budget });
    },
  };
  const handlers = createHandlers(({ id }) => ({ identity: { userId } }, { after }) => {
    if (id === 'getYearReport') {
      if (after === undefined) reading.push(userId);
      readingMax = Math.max(readingMax, reading.length);
      if (areEnding) reading = reading.filter((each) => each !== userId);
      const page = {
        ...PAGE,
        lines: Array(LINES_OF_PAGE).fill(LINE),
        next: areEnding ? null : String((pages += 1)),
      };
      return Promise.resolve({ bytes: Buffer.from(JSON.stringify(page)) });
    }
    return Promise.resolve({ bytes: Buffer.from(JSON.stringify({ userId, readings: [], accounts: [] })) });
  });
  return {
    admitter: admitter as unknown as Admitter,
    answers: {
      handlers,
      assetNames: (_operation, _call, input) => Promise.resolve(input),
    } as Partial<Answers> as Answers,
    documents: new Documents(50),
    settings: { baseUrl, upgradeUrl: baseUrl },
    log,
    isFromProxy: () => false,
    addressOf: () => '127.0.0.1',
    corsOrigins: [],
    version: '1',
    operator: { privacyUrl: null, termsUrl: null, supportContact: null, securityContact: null },
    isDraining: () => false,
    web: Router(),
  };
}

const get = (userId: number, path: string): Promise<Response> =>
  fetch(`${baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${String(userId)}` } });
const getReport = (userId: number, format: string): Promise<Response> =>
  get(userId, `/years/2026/report?format=${format}`);
/** What a response says about the budget of its token. */
const left = ({ headers }: Response): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Resolves with the responses that are rejected once there are so many, while others may still be prepared. */
function rejections(requests: readonly Promise<Response>[], count: number): Promise<Response[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Response[]>();
  const rejected: Response[] = [];
  for (const request of requests)
    request.then((answer) => {
      if (answer.status === 503) rejected.push(answer);
      if (rejected.length === count) resolve(rejected);
    }, reject);
  return promise;
}

describe.each(['html', 'csv', 'jsonl'])('Whole reports as %s', (format) => {
  it('are under way one a user: of six at once, five get 503 with Retry-After, and other users are answered meanwhile', async () => {
    const requests = Array.from({ length: 6 }, () => getReport(1, format));
    const rejected = await rejections(requests, 5);
    expect(Number(rejected[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected[0]!.json()).toMatchObject({ success: false, code: 'DOCUMENTS_BUSY' });
    for (const userId of [2, 3]) expect((await get(userId, '/me')).status).toBe(200);
    expect([reading, readingMax]).toEqual([[1], 1]);
    areEnding = true;
    const answers = await Promise.all(requests);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 503, 503, 503, 503, 503,
    ]);
    const report = await answers.find(({ status }) => status === 200)!.text();
    expect(report.length).toBeGreaterThan(LINES_OF_PAGE * 10);
  });

  it('are under way a few at a time, of however many users, and all but these get 503', async () => {
    const users = Array.from({ length: 9 }, (_each, index) => index + 1);
    const requests = users.map((userId) => getReport(userId, format));
    await rejections(requests, users.length - LIMITS.documentsAtOnceMax);
    expect(readingMax).toBe(LIMITS.documentsAtOnceMax);
    expect((await get(20, '/me')).status).toBe(200);
    areEnding = true;
    const answers = await Promise.all(requests);
    const sent = answers.filter(({ status }) => status === 200);
    expect(sent).toHaveLength(LIMITS.documentsAtOnceMax);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(9 - sent.length);
    await Promise.all(sent.map((answer) => answer.text()));
    // Their places are free again.
    expect((await getReport(9, format)).status).toBe(200);
  });
});

describe('A dear request', () => {
  beforeEach(() => {
    areEnding = true;
  });

  it.each([
    ['a whole report', '/years/2026/report?format=csv', 3],
    ['the readings of a year', '/years/2026/readings', 3],
    ['a page of a report', '/years/2026/report', 1],
    ['any other read', '/years', 1],
  ])('is %s: it counts as %s of the budget, as its RateLimit header says', async (_what, path, requests) => {
    const before = left(await get(1, '/me'));
    expect(left(await get(1, path))).toBe(before - requests);
  });

  it('that costs more than is left gets 429 with Retry-After and is not performed', async () => {
    counts.set(1, LIMITS.ratePerMinuteMax - 2);
    const answer = await getReport(1, 'csv');
    expect([answer.status, left(answer), answer.headers.get('retry-after')]).toEqual([429, 0, '60']);
    expect(readingMax).toBe(0);
  });

  it('that is rejected because another document is under way counts as one', async () => {
    areEnding = false;
    const first = await getReport(1, 'csv');
    const before = left(first);
    const second = await getReport(1, 'csv');
    expect([second.status, left(second)]).toEqual([503, before - 1]);
    areEnding = true;
    await first.text();
  });
});
