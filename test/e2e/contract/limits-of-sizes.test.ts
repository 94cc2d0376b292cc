/** service.md, "Limits": sizes of bodies, pages and texts. */
import { describe, expect, it } from '@jest/globals';
import { EdgeError } from '@ctx/contract/rejection-records';
import { LIMITS } from '@ctx/domain/limits';
import { head, sendRaw } from '../raw-http.ts';
import { expectBody, faultyFields, restClient } from '../rest.ts';
import { createUser, useStack, useUser } from '../kit.ts';
import { type Answer, event, importLines, UNKNOWN_ID, WORKED_EXAMPLE_1 } from '../stack.ts';

const stack = useStack();
const send = restClient(stack);
const writer = useUser(stack, { scope: 'write' });

const PAIR = { outTaxEventId: UNKNOWN_ID, inTaxEventId: UNKNOWN_ID, transferKind: 'WRAP' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('The limit of 1 MiB on request bodies', () => {
  const body = (bytes: number): string => ' '.repeat(bytes);

  it.each([
    ['POST', '/api/v1/overrides', 400],
    ['POST', '/api/v1/me', 405],
    ['DELETE', `/api/v1/rules/${UNKNOWN_ID}`, 404],
    ['PUT', '/api/v1/nope', 404],
    ['POST', '/api/v1/openapi.json', 405],
    ['POST', '/nothing', 404],
  ])(
    'lets %s %s pass with exactly 1 MiB, and rejects one byte more with 413',
    async (method, path, status) => {
      const { token } = writer;
      expect((await send(path, { method, body: body(LIMITS.bodyBytesMax) }, token)).status).toBe(status);
      const answer = await send(path, { method, body: body(LIMITS.bodyBytesMax + 1) }, token);
      expect(answer.status).toBe(413);
      expectBody(answer, EdgeError);
      expect(answer.body['error']).toBe('content too large');
    },
  );

  it('applies to GET too, by its Content-Length, before the bytes arrive', async () => {
    const { token } = writer;
    const announced = head(
      'GET /api/v1/me HTTP/1.1',
      `Authorization: Bearer ${token}`,
      `Content-Length: ${String(LIMITS.bodyBytesMax + 1)}`,
    );
    const { answers } = await sendRaw(stack.ready().baseUrl, [announced], 1);
    expect(answers.map(({ status }) => status)).toEqual([413]);
  });

  it('rejects an upload of 20 MiB with a 413 that the client can read although it is still sending', async () => {
    const { token } = writer;
    const upload = (): Promise<Answer> =>
      send('/api/v1/overrides', { method: 'POST', body: new Blob([body(20 * LIMITS.bodyBytesMax)]) }, token);
    const answers = await Promise.all(Array.from({ length: 5 }, upload));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(5).fill(413));
  });
});

describe('Limits of pages and bulk requests', () => {
  it('a page size is 1 to 200, 50 by default, and larger values count as 200; a page number is zero-based, 0 by default', async () => {
    const { userId, token } = await createUser(stack);
    const events = Array.from({ length: 205 }, (_each, index) =>
      event(`B${String(index)}`, 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
    );
    await importLines(stack, userId, [WORKED_EXAMPLE_1[0]!, ...events]);
    const page = async (query: string): Promise<[unknown, unknown, number]> => {
      const { body: read } = await send(`/api/v1/transactions?year=2026${query}`, {}, token);
      return [read['page'], read['size'], (read['transactions'] as unknown[] | undefined)?.length ?? -1];
    };
    expect(await page('')).toEqual([0, 50, 50]);
    expect(await page('&size=1&page=204')).toEqual([204, 1, 1]);
    expect(await page('&size=200')).toEqual([0, 200, 200]);
    expect(await page('&size=2147483647&page=1')).toEqual([1, 200, 5]);
    for (const size of ['0', '-1', '2147483648']) expect((await page(`&size=${size}`))[2]).toBe(-1);
  });

  it.each([
    ['overrides/bulk', 'taxEventIds'],
    ['overrides/asset', 'taxEventIds'],
    ['overrides/bulk-delete', 'overrideIds'],
  ])('%s accepts 1 to 200 %s', async (path, field) => {
    const { token } = writer;
    const sendIds = (count: number): Promise<Answer> => {
      const ids = Array<string>(count).fill(UNKNOWN_ID);
      const fields = { 'overrides/bulk': { notes: 'x' }, 'overrides/asset': { assetId: 'LUNC' } }[path] ?? {};
      const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ [field]: ids, ...fields }) };
      return send(`/api/v1/${path}`, init, token);
    };
    expect((await sendIds(200)).status).toBe(200);
    expect(faultyFields(await sendIds(201))).toEqual([field]);
    expect(faultyFields(await sendIds(0))).toEqual([field]);
  });

  it('transfer-matches/bulk accepts 1 to 100 pairs', async () => {
    const sendPairs = (count: number): Promise<Answer> => {
      const body = JSON.stringify({ pairs: Array.from({ length: count }, () => PAIR) });
      const init = { method: 'POST', headers: JSON_TYPE, body };
      return send('/api/v1/transfer-matches/bulk', init, writer.token);
    };
    expect((await sendPairs(100)).status).toBe(200);
    expect(faultyFields(await sendPairs(101))).toEqual(['pairs']);
    expect(faultyFields(await sendPairs(0))).toEqual(['pairs']);
  });
});

describe('Field lengths on input', () => {
  const override = { taxEventId: UNKNOWN_ID };
  const rule = { action: 'MARK_INCOME', label: 'x', matchType: 'DESCRIPTION', matchValue: 'x' };
  const match = PAIR;
  it.each([
    ['overrides', override, 'overriddenDescription', 500, 404],
    ['overrides', override, 'notes', 1000, 404],
    ['rules', rule, 'label', 200, 200],
    [
      'rules',
      { ...rule, matchType: 'COUNTERPARTY', matchValue: null, chainId: 1 },
      'counterpartyAddress',
      128,
      200,
    ],
    ['rules', rule, 'matchValue', 200, 200],
    ['rules', rule, 'notes', 1000, 200],
    ['transfer-matches', match, 'notes', 2000, 404],
    ['transfer-matches/bulk', { pairs: [match] }, 'notes', 2000, 200],
  ])(
    '%s: a text may have as many characters as its limit, also wide ones; one more is rejected',
    async (path, base, field, charactersMax, status) => {
      const { token } = writer;
      const sendText = (text: string): Promise<Answer> =>
        send(
          `/api/v1/${path}`,
          { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ ...base, [field]: text }) },
          token,
        );
      expect((await sendText('🙂'.repeat(charactersMax))).status).toBe(status);
      expect(faultyFields(await sendText('x'.repeat(charactersMax + 1)))).toEqual([field]);
    },
  );
});

describe('Third-party text on output', () => {
  it('is capped at 32 characters for a symbol, 500 for a description and 64 for a protocol, with "…" at the end; assetKey is never capped', async () => {
    const { userId, token } = await createUser(stack);
    const asset = { key: 'k'.repeat(256), symbol: 'S'.repeat(33) };
    const long = { asset, description: 'd'.repeat(501), protocol: 'p'.repeat(65) };
    const lines = [WORKED_EXAMPLE_1[0]!, event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1', long)];
    await importLines(stack, userId, lines);
    const { body: read } = await send('/api/v1/transactions?year=2026', {}, token);
    expect((read['transactions'] as object[])[0]).toMatchObject({
      assetKey: 'k'.repeat(256),
      assetSymbol: `${'S'.repeat(31)}…`,
      description: `${'d'.repeat(499)}…`,
      protocol: `${'p'.repeat(63)}…`,
    });
  });
});
