/** Paths, parameters, ids and dates that no client should send (reliability.md, "Bad input"). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@ctx/contract/rejection-records';
import { expectBody, faultyFields } from './rest.ts';
import { useStack, useUser } from './kit.ts';
import { type Answer, event, importLines, UNKNOWN_ID, WORKED_EXAMPLE_1 } from './stack.ts';

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', scope: 'write' });

beforeAll(async () => {
  const odd = (key: string): object =>
    event(`odd ${key}`, 'ACQUISITION', '1', '2026-04-01T10:00:00Z', '1', { asset: { key, symbol: key } });
  await importLines(stack, user.userId, [
    ...WORKED_EXAMPLE_1,
    ...['%', '_', 'A%B', 'A_B', 'what?', 'a=b&c', '€'].map(odd),
  ]);
});

const send = (path: string, init?: RequestInit): Promise<Answer> => user.send(`/api/v1${path}`, init);

function expectFault(answer: Answer, field: string): void {
  expect([answer.status, faultyFields(answer)]).toEqual([400, [field]]);
  expectBody(answer, ApiError);
  expect(answer.body['code']).toBeNull();
}

describe('A path', () => {
  it.each([
    ['%E0%A4%A', 404],
    ['%00', 404],
    ['%2f', 404],
    ['Me', 404],
    ['me/', 404],
    ['me//', 404],
    ['/me', 404],
    ['me%2f', 404],
    ['m%65', 404],
    ['me;a=b', 404],
    ['years/2026%2fsummary', 404],
    ['years//summary', 404],
    ['portfolio/x', 404],
    ['..%2f..%2fetc%2fpasswd', 404],
    ['rules/%E0%A4%A', 400],
    ['years/%E0%A4%A/summary', 400],
    ['years/%00/summary', 400],
    ['years/20%2f26/summary', 400],
    ['years/%FF/summary', 400],
    ['years/2026%20/summary', 400],
    ['years/__proto__/summary', 400],
  ])('/%s gets %i', async (path, status) => {
    const answer = await send(`/${path}`);
    expect(answer.status).toBe(status);
    expectBody(answer, ApiError);
  });

  it('with a parameter that is not valid text gets 400, naming the path or the parameter', async () => {
    expectFault(await send('/years/%E0%A4%A/summary'), 'path');
    expectFault(await send('/rules/%00', { method: 'DELETE' }), 'ruleId');
  });
});

const NO_INTEGERS = [
  '',
  'x',
  '1.5',
  '1e3',
  '0x7E8',
  '+5',
  '-0',
  '05',
  '5.0',
  ' 5',
  '5%20',
  'NaN',
  '٥',
  '1_0',
  '99999999999',
];

describe('Year, page and size', () => {
  it.each([...NO_INTEGERS, '2008', '2101', '-2026', '02026', '2147483648', '2026.0', '2026,2025', 'null'])(
    'reject year=%s with 400',
    async (year) => {
      expectFault(await send(`/transactions?year=${year}`), 'year');
      if (year.trim() !== '') expectFault(await send(`/years/${encodeURIComponent(year)}/summary`), 'year');
    },
  );

  it.each([...NO_INTEGERS, '-1', '2147483648'])('reject page or size=%s with 400', async (number) => {
    expectFault(await send(`/transactions?year=2026&page=${number}`), 'page');
    expectFault(await send(`/transactions?year=2026&size=${number}`), 'size');
  });

  it('accept the first and the last allowed year', async () => {
    for (const year of ['2009', '2100']) expect((await send(`/transactions?year=${year}`)).status).toBe(200);
  });

  it('return an empty page for page 2147483647 with size 200', async () => {
    const answer = await send('/transactions?year=2026&page=2147483647&size=200');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      page: 2147483647,
      size: 200,
      transactions: [],
      hasNext: false,
      hasPrevious: true,
    });
  });

  it.each([
    ['year=2026&year=2026', 'year'],
    ['year=2026&page=0&page=1', 'page'],
    ['year=2026&year[]=2026', 'year[]'],
    ['year=2026&YEAR=2026', 'YEAR'],
    ['year=2026&__proto__=1', '__proto__'],
    ['year=2026&=1', ''],
    ['year=2026&type=GIFT', 'type'],
    ['year=2026&type=disposition', 'type'],
    ['year=2026&type=', 'type'],
    ['year=2026&asset=', 'asset'],
    [`year=2026&asset=${'x'.repeat(257)}`, 'asset'],
    ['', 'year'],
  ])('reject the query ?%s and name the field', async (query, field) => {
    expectFault(await send(`/transactions?${query}`), field);
  });

  it('reject a very long query with an error shorter than 1000 characters', async () => {
    const answer = await send(`/transactions?year=2026&${'n'.repeat(10_000)}=1&${'a=1&'.repeat(500)}`);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(1000);
  });
});

it.each([
  ['%', '%'],
  ['%25', '%'],
  ['_', '_'],
  ['a%25b', 'A%B'],
  ['a_b', 'A_B'],
  ['what?', 'what?'],
  ['what%3F', 'what?'],
  ['a%3Db%26c', 'a=b&c'],
  ['a=b%26c', 'a=b&c'],
  ['%E2%82%AC', '€'],
  ['%25%25', undefined],
  ['*', undefined],
  ["'%20OR%201=1", undefined],
])('The asset filter treats wildcards of LIKE as ordinary characters: asset=%s', async (asset, symbol) => {
  const { status, body } = await send(`/transactions?year=2026&asset=${asset}`);
  const symbols = (body['transactions'] as { assetSymbol: string }[]).map(({ assetSymbol }) => assetSymbol);
  expect([status, symbols]).toEqual([200, symbol === undefined ? [] : [symbol]]);
});

const NO_IDS = [
  `{${UNKNOWN_ID}}`,
  UNKNOWN_ID.replaceAll('-', ''),
  `urn:uuid:${UNKNOWN_ID}`,
  `${UNKNOWN_ID} `,
  ` ${UNKNOWN_ID}`,
  UNKNOWN_ID.slice(1),
  `${UNKNOWN_ID}0`,
  UNKNOWN_ID.replace('0', 'g'),
  UNKNOWN_ID.replace('-', '_'),
  '1',
  'null',
];

describe('Fields with an id', () => {
  it.each(NO_IDS)('reject %j in path, query and body, because it is not an id', async (id) => {
    const encoded = encodeURIComponent(id);
    expectFault(await send(`/rules/${encoded}`, { method: 'DELETE' }), 'ruleId');
    expectFault(await send(`/transfer-matches/candidates?taxEventId=${encoded}`), 'taxEventId');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ overrideIds: [id] });
    expectFault(await send('/overrides/bulk-delete', { method: 'POST', headers, body }), 'overrideIds.0');
  });

  it('accept an id in upper case', async () => {
    const id = 'ABCDEF00-0000-4000-8000-00000000ABCD';
    expect((await send(`/rules/${id}`, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('Fields with a date', () => {
  it.each([
    'now',
    'today',
    'infinity',
    '-infinity',
    'epoch',
    '',
    'J2460000',
    '1767225600',
    '+275760-09-13T00:00:00Z',
    '275760-09-13T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '2008-12-31T23:59:59Z',
    '2101-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00.1234567Z',
    '2026-01-01T00:00:00+25:00',
    '2026-01-01T00:00:00 Z',
    '2026-01-01t00:00:00z',
    '2026-01-01T00:00:00Z BC',
    '2026-W01-1T00:00:00Z',
    '20260101T000000Z',
  ])('reject %j, because it is not an RFC 3339 date-time', async (date) => {
    const headers = { 'content-type': 'application/json' };
    for (const field of ['overriddenTimestamp', 'originAcquiredAt']) {
      const body = JSON.stringify({ taxEventId: UNKNOWN_ID, [field]: date });
      expectFault(await send('/overrides', { method: 'POST', headers, body }), field);
    }
  });

  it('reject a number', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ taxEventId: UNKNOWN_ID, overriddenTimestamp: 1_767_225_600_000 });
    expectFault(await send('/overrides', { method: 'POST', headers, body }), 'overriddenTimestamp');
  });
});
