/** Values that no client should send (reliability.md, "Bad input"): always rejected with 400 and the name of the field. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '@ctx/contract/rejection-records';
import { LIMITS } from '@ctx/domain/limits';
import { expectBody, faultyFields } from './rest.ts';
import { useStack, useUser } from './kit.ts';
import { type Answer, UNKNOWN_ID, WORKED_EXAMPLE_1 } from './stack.ts';

let eventId: string;

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', scope: 'write', facts: WORKED_EXAMPLE_1 });
const { send } = user;

beforeAll(async () => {
  const { body } = await send('/api/v1/transactions?year=2026');
  eventId = (body as { transactions: { id: string }[] }).transactions[0]!.id;
});

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = JSON_TYPE,
): Promise<Answer> => send(`/api/v1/${path}`, { method: 'POST', headers, body });
/** Sends an override of an unknown event: 400 if its shape is invalid, otherwise 404. */
const override = (fields: string): Promise<Answer> =>
  post('overrides', `{"taxEventId":"${UNKNOWN_ID}"${fields === '' ? '' : ','}${fields}}`);

function expectFault(answer: Answer, field: string): void {
  expect([answer.status, faultyFields(answer)]).toEqual([400, [field]]);
  expectBody(answer, ApiError);
  expect(answer.body['code']).toBeNull();
}

const OVERRIDE = { taxEventId: UNKNOWN_ID };
const RULE = { action: 'MARK_INCOME', label: 'x', matchType: 'DESCRIPTION', matchValue: 'x' };
const MATCH = { outTaxEventId: UNKNOWN_ID, inTaxEventId: UNKNOWN_ID, transferKind: 'WRAP' };
const TEXTS: readonly [path: string, base: object, field: string][] = [
  ['overrides', OVERRIDE, 'notes'],
  ['overrides', OVERRIDE, 'overriddenDescription'],
  ['overrides/bulk', { taxEventIds: [UNKNOWN_ID] }, 'notes'],
  ['rules', RULE, 'label'],
  ['rules', RULE, 'matchValue'],
  ['rules', RULE, 'counterpartyAddress'],
  ['rules', RULE, 'notes'],
  ['transfer-matches', MATCH, 'notes'],
];

describe('Text with NUL, lone surrogates or invalid UTF-8', () => {
  it.each(TEXTS)('gets 400 from %s (rest of the body: %j) in the field %s', async (path, base, field) => {
    for (const text of ['a\0b', 'a\ud800b', '\udc00'])
      expectFault(await post(path, JSON.stringify({ ...base, [field]: text })), field);
    const [before = '', after = ''] = JSON.stringify({ ...base, [field]: 'HERE' }).split('HERE');
    // An invalid byte, an overlong slash, an encoded surrogate and a truncated sequence.
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      expectFault(await post(path, body), 'body');
    }
  });

  it('gets 400 in an item of overriddenFlags', async () => {
    expectFault(await override(String.raw`"overriddenFlags":["a","b\u0000"]`), 'overriddenFlags.1');
    expectFault(await override(String.raw`"overriddenFlags":["\ud800"]`), 'overriddenFlags.0');
  });

  it.each([
    ['transactions?year=2026&asset=', 'asset'],
    ['portfolio/lots?holdingId=', 'holdingId'],
  ])('gets 400 in the query: %s', async (path, field) => {
    for (const text of ['%00', 'a%00b', '%FF', '%C0%AF', '%ED%A0%80', '%E0%A4%A'])
      expectFault(await send(`/api/v1/${path}${text}`), field);
  });
});

describe('A number field of an override', () => {
  it.each([
    ['1e999', 'overriddenEuroValue'],
    ['-1e999', 'overriddenEuroValue'],
    ['1e-999', 'overriddenEuroValue'],
    ['-1', 'overriddenEuroValue'],
    ['1234567890123456789', 'overriddenEuroValue'],
    ['1e18', 'overriddenEuroValue'],
    ['0.1234567890123', 'overriddenEuroValue'],
    ['"1"', 'overriddenEuroValue'],
    ['true', 'overriddenEuroValue'],
    ['[1]', 'overriddenEuroValue'],
    ['0', 'overriddenAmount'],
    ['-0', 'overriddenAmount'],
    ['0.1234567890123456789012345', 'overriddenAmount'],
    ['1e999', 'overriddenAmount'],
  ])('rejects the value %s with 400: %s', async (number, field) => {
    expectFault(await override(`"${field}":${number}`), field);
  });

  it.each(['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '.5', '1.', '1_000', '1,5', "'1'"])(
    'rejects %s with 400, because it is not a JSON number',
    async (number) => {
      expectFault(await override(`"overriddenEuroValue":${number}`), 'body');
    },
  );

  it.each(['0', '1e2', '999999999999999999.123456789012', '0.000000000001', 'null'])(
    'accepts %s',
    async (number) => {
      expect((await override(`"overriddenEuroValue":${number}`)).status).toBe(404);
    },
  );
});

describe('A JSON body', () => {
  it('is rejected when it nests deeper than 32 levels: 33 or a hundred thousand', async () => {
    for (const levels of [32, 100_000]) {
      const nested = `"notes":${'['.repeat(levels)}${']'.repeat(levels)}`;
      const answer = await override(nested);
      expectFault(answer, 'body');
      expect(answer.body['fieldErrors']).toEqual([
        { field: 'body', message: 'is nested deeper than 32 levels' },
      ]);
    }
    expectFault(await override(`"notes":${'['.repeat(31)}${']'.repeat(31)}`), 'notes');
    expect((await override(`"notes":"${'['.repeat(100)}"`)).status).toBe(404);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'nonsense'])(
    'is rejected with the name of its unknown field: %j',
    async (name) => {
      expectFault(await override(`"${name}":{"isAdmin":true}`), name);
    },
  );

  it('is rejected when it contains an escaped or nested __proto__', async () => {
    expectFault(await override(String.raw`"\u005f_proto__":1`), '__proto__');
    expectFault(await override('"notes":{"__proto__":1}'), '__proto__');
  });

  it.each([
    ['a field with another value', '"notes":"x","notes":"y"', 'notes'],
    ['a field with the same value', '"notes":"x","notes":"x"', 'notes'],
    [
      'an exact number',
      '"overriddenEuroValue":1,"overriddenEuroValue":2.500000000001',
      'overriddenEuroValue',
    ],
    ['an escaped name', String.raw`"notes":"x","\u006eotes":"y"`, 'notes'],
    ['the id', `"taxEventId":"${UNKNOWN_ID}"`, 'taxEventId'],
    ['a name inside a field', '"notes":{"a":[0,{"b":1,"b":2}]}', 'notes.a.1.b'],
    ['a name that must not be repeated', '"read this":1,"read this":2', 'body'],
  ])('is rejected when it gives %s twice', async (_what, fields, field) => {
    expectFault(await override(fields), field);
  });

  it('keeps every digit of a number', async () => {
    const answer = await post(
      'overrides',
      `{"taxEventId":"${eventId}","overriddenEuroValue":2.500000000001}`,
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('"overriddenEuroValue":2.500000000001');
  });

  it.each(['', ' ', 'null', '1', '"text"', '[]', '{', '{}x', '{"a":1,}', '{a:1}', '// {}', '\u00a0{}'])(
    'is rejected when it is not a JSON object: %j',
    async (body) => {
      expectFault(await post('overrides', body), 'body');
    },
  );
});

describe('The API', () => {
  const BODY = JSON.stringify(OVERRIDE);

  it.each([
    '',
    'text/plain',
    'text/json',
    'application/json5',
    'application/jsonp',
    'multipart/form-data',
    '*/*',
  ])('rejects Content-Type: %s with 400', async (type) => {
    expectFault(
      await post('overrides', Buffer.from(BODY), type === '' ? {} : { 'content-type': type }),
      'Content-Type',
    );
  });

  it.each(['latin1', 'utf-16', 'utf-7', 'us-ascii', ''])('rejects charset=%s with 400', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expectFault(await post('overrides', BODY, headers), 'Content-Type');
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('accepts Content-Type: %s', async (type) => {
    expect((await post('overrides', BODY, { 'content-type': type })).status).toBe(404);
  });

  it.each(['x-gzip', 'zstd', 'compress', 'gzip, gzip', 'constructor', '__proto__', 'gzip;q=1'])(
    'rejects Content-Encoding: %s with 400',
    async (encoding) => {
      expectFault(
        await post('overrides', BODY, { ...JSON_TYPE, 'content-encoding': encoding }),
        'Content-Encoding',
      );
    },
  );

  const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
  it.each(Object.entries(ENCODERS))(
    'decodes a %s body; rejects an invalid or truncated one with 400 and a decompression bomb with 413',
    async (encoding, encode) => {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      expect((await post('overrides', encode(BODY), headers)).status).toBe(404);
      expectFault(await post('overrides', BODY, headers), 'body');
      expectFault(await post('overrides', encode(BODY).subarray(0, -6), headers), 'body');
      const bomb = encode(Buffer.alloc(100 * LIMITS.bodyBytesMax));
      expect(bomb.length).toBeLessThan(LIMITS.bodyBytesMax);
      expect((await post('overrides', bomb, headers)).status).toBe(413);
    },
  );
});
