/** Invalid fields of corrections: the response is 400 and names the field. Invalid JSON is tested in `bad-input`. */
import { describe, expect, it } from '@jest/globals';
import { faultyFields } from '../rest.ts';
import { useStack, useUser } from '../kit.ts';
import { type Answer, UNKNOWN_ID } from '../stack.ts';

const stack = useStack();
const user = useUser(stack, { years: [], scope: 'write' });

const post = (path: string, body: object | string): Promise<Answer> =>
  user.send(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

// prettier-ignore
const BAD: readonly (readonly [string, string, string])[] = [
  ['a missing id', '{}', 'taxEventId'],
  ['an id without dashes', `{"taxEventId":"${UNKNOWN_ID.replaceAll('-', '')}"}`, 'taxEventId'],
  ['an id that is not a UUID', '{"taxEventId":"now"}', 'taxEventId'],
  ['an id in braces', `{"taxEventId":"{${UNKNOWN_ID}}"}`, 'taxEventId'],
  ['the date now', '{"overriddenTimestamp":"now"}', 'overriddenTimestamp'],
  ['the date infinity', '{"originAcquiredAt":"infinity"}', 'originAcquiredAt'],
  ['the year 275760', '{"overriddenTimestamp":"+275760-01-01T00:00:00Z"}', 'overriddenTimestamp'],
  ['the year 2101', '{"overriddenTimestamp":"2101-06-01T00:00:00Z"}', 'overriddenTimestamp'],
  ['a date without an offset', '{"overriddenTimestamp":"2026-01-01T00:00:00"}', 'overriddenTimestamp'],
  ['30 February', '{"overriddenTimestamp":"2026-02-30T00:00:00Z"}', 'overriddenTimestamp'],
  ['seven fraction digits', '{"overriddenTimestamp":"2026-01-01T00:00:00.1234567Z"}', 'overriddenTimestamp'],
  ['a description of 501 characters', `{"overriddenDescription":"${'é'.repeat(501)}"}`, 'overriddenDescription'],
  ['an unknown name in clear', '{"clear":["taxEventId"]}', 'clear.0'],
  ['an unknown treatment', '{"overriddenTreatment":"X"}', 'overriddenTreatment'],
];

describe('An override request with an invalid field', () => {
  it.each(BAD)('is rejected with 400 and the name of the field: %s', async (_what, text, field) => {
    const given = text.startsWith('{') && text.length > 2 && !text.includes('taxEventId"');
    const body = given ? text.replace('{', `{"taxEventId":"${UNKNOWN_ID}",`) : text;
    const answer = await post('/overrides', body);
    expect([answer.status, answer.body['code']]).toEqual([400, null]);
    expect(faultyFields(answer)).toContain(field);
  });
});

describe('A bulk override request with an invalid field', () => {
  const ids = (count: number): string[] => Array<string>(count).fill(UNKNOWN_ID);
  it.each<readonly [string, string, object, string]>([
    [
      'a field that only a single event has',
      '/overrides/bulk',
      { taxEventIds: ids(1), overriddenAmount: 1 },
      'overriddenAmount',
    ],
    [
      'a field that only a single event has, in clear',
      '/overrides/bulk',
      { taxEventIds: ids(1), clear: ['overriddenEuroValue'] },
      'clear.0',
    ],
  ])('is rejected with 400 and the name of the field: %s', async (_what, path, body, field) => {
    const answer = await post(path, body);
    expect([answer.status, faultyFields(answer)[0]]).toEqual([400, field]);
  });
});

describe('A rule request whose fields do not fit together', () => {
  // prettier-ignore
  it.each<readonly [object, string]>([
    [{ action: 'MARK_INCOME', counterpartyAddress: '0xAB' }, 'chainId'],
    [{ action: 'MARK_INCOME', chainId: 1 }, 'counterpartyAddress'],
    [{ action: 'MARK_INCOME', counterpartyAddress: '  ', chainId: 1 }, 'counterpartyAddress'],
    [{ action: 'MARK_INCOME', counterpartyAddress: '0xAB', chainId: 1, matchValue: 'x' }, 'matchValue'],
    [{ action: 'MARK_INCOME', counterpartyAddress: '0xAB', chainId: 1, thresholdEur: 1 }, 'thresholdEur'],
    [{ action: 'MARK_INCOME', matchType: 'DESCRIPTION' }, 'matchValue'],
    [{ action: 'MARK_INCOME', matchType: 'DESCRIPTION', matchValue: 'x', counterpartyAddress: '0xAB' }, 'counterpartyAddress'],
    [{ action: 'MARK_INCOME', matchType: 'DUST_THRESHOLD', thresholdEur: 1 }, 'matchType'],
    [{ action: 'IGNORE_DUST', thresholdEur: 1 }, 'matchType'],
    [{ action: 'IGNORE_DUST', matchType: 'PROTOCOL', matchValue: 'x' }, 'matchType'],
    [{ action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD' }, 'thresholdEur'],
    [{ action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', thresholdEur: 0 }, 'thresholdEur'],
    [{ action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', thresholdEur: 1, chainId: 1 }, 'chainId'],
    [{ action: '' }, 'action'],
    [{ action: 'MARK_INCOME', matchType: 'DESCRIPTION', matchValue: 'x', label: '' }, 'label'],
    [{ action: 'MARK_INCOME', matchType: 'DESCRIPTION', matchValue: 'x', label: 'l'.repeat(201) }, 'label'],
    [{ action: 'MARK_INCOME', matchType: 'DESCRIPTION', matchValue: 'x'.repeat(201) }, 'matchValue'],
  ])('is rejected with 400: %j, for its field %s', async (fields, field) => {
    const answer = await post('/rules', { label: 'l', ...fields });
    expect(answer.status).toBe(400);
    expect(faultyFields(answer)).toContain(field);
  });
});
