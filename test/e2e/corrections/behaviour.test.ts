/** What corrections do, sentence by sentence (service.md, "Behavior rules", "Recalculation"; decisions.md, Requests 11). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BulkResponse,
  DeleteResponse,
  OverrideResponse,
  RuleResponse,
  RulesResponse,
  TransferMatchResponse,
} from '@ctx/common/contract/corrections';
import { callUnary } from '@ctx/common/platform/grpc-client';
import { TREATMENTS } from '@ctx/common/domain/vocabulary';
import pg from 'pg';
import type { z } from 'zod';
import {
  type Answer,
  importLines,
  newUser,
  startTestStack,
  type TestStack,
  UNKNOWN_ID,
  waitFor,
} from '../stack.ts';
import { correctionsClient, refusalOf, send, type User } from './surfaces.ts';
import { type CorrectableUser, correctableUser, FACTS, transactions, untilIdle } from './users.ts';

let stack: TestStack;
let user: CorrectableUser;
let database: pg.Client;

beforeAll(async () => {
  stack = await startTestStack();
  user = await correctableUser(stack, 'behaviour@example.org');
  database = new pg.Client({ connectionString: stack.ready().postgres.url });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database.end();
  await stack.remove();
});

const id = (event: string): string => user.events.get(event)!;

/** A 200 whose body is what the contract says. */
async function ok<Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
): Promise<Answer & { readonly as: z.output<Schema> }> {
  const answer = await send(stack, await freshToken(), method, `/api/v1${path}`, body, headers);
  expect([refusalOf(answer), answer.text.slice(0, 200)]).toEqual([null, expect.any(String)]);
  return { ...answer, as: schema.parse(answer.body) };
}

const refusal = async (method: string, path: string, body?: object | string, headers = {}): Promise<Answer> =>
  send(stack, await freshToken(), method, `/api/v1${path}`, body, headers);

// 120 requests a minute each: this file sends more.
let sent = 0;
let current: User | undefined;
async function freshToken(): Promise<User> {
  if (current === undefined || ++sent % 100 === 0) {
    const args = ['token', 'create', '--user', user.userId, '--name', 'My tool', '--scope', 'write'];
    current = { userId: user.userId, token: String((await stack.ctx(args))['token']) };
  }
  return current;
}

interface Entry {
  readonly action: string;
  readonly target: string;
  readonly via: string;
  readonly requestId: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}
const audit = async (of: User = user): Promise<Entry[]> =>
  (await stack.ctx(['audit', '--user', of.userId, '--limit', '1000']))['entries'] as Entry[];

const override = (fields: object, event = 'SELL 2026') =>
  ok(OverrideResponse, 'POST', '/overrides', { taxEventId: id(event), ...fields });

describe('An override', () => {
  it('an omitted or null field keeps its current value; a field named in clear loses it', async () => {
    const first = await override({ overriddenTaxable: false, overriddenDescription: 'mine', notes: 'why' });
    expect(first.as).toMatchObject({ created: true, changed: true });
    const second = await override({
      overriddenTaxable: null,
      notes: 'because',
      clear: ['overriddenDescription'],
    });
    expect(second.as).toMatchObject({ created: false, changed: true });
    expect(second.as.override).toMatchObject({
      id: first.as.override.id,
      overriddenTaxable: false,
      overriddenDescription: null,
      notes: 'because',
      createdAt: first.as.override.createdAt,
    });
  });

  it('a repeat of an identical request: changed = false, NOT_NEEDED, nothing saved, nothing logged', async () => {
    const before = await audit();
    const { as } = await override({ notes: 'because' });
    expect(as).toMatchObject({ created: false, changed: false, recalc: 'NOT_NEEDED' });
    expect(await audit()).toEqual(before);
  });

  it('ids say the same in capitals', async () => {
    const capitals = { taxEventId: id('SELL 2026').toUpperCase(), notes: 'because' };
    expect((await ok(OverrideResponse, 'POST', '/overrides', capitals)).as.changed).toBe(false);
    const taxEventIds = [id('SELL 2026'), id('SELL 2026').toUpperCase()];
    const { as } = await ok(BulkResponse, 'POST', '/overrides/bulk', { taxEventIds, notes: 'because' });
    expect(as.results.map((item) => [item.id, item.status])).toEqual(
      taxEventIds.map((each) => [each, 'UNCHANGED']),
    );
  });

  it('when clear leaves nothing, it is deleted and the response shows it without id', async () => {
    const { as } = await override({ clear: ['overriddenTaxable', 'notes'] });
    expect(as).toMatchObject({ created: false, changed: true, override: { id: null, notes: null } });
    const { rows } = await database.query('SELECT FROM corrections.overrides WHERE event_id = $1', [
      id('SELL 2026'),
    ]);
    expect(rows).toEqual([]);
  });

  it('amounts keep every digit they came in with, through the figures and back', async () => {
    const amount = '0.123456789012345678901234';
    const body = `{"taxEventId":"${id('SECOND 2026')}","overriddenAmount":${amount},"overriddenEuroValue":1.5e3}`;
    const { text } = await ok(OverrideResponse, 'POST', '/overrides', body);
    expect(text).toContain(`"overriddenEuroValue":1500,"overriddenAmount":${amount}`);
    await untilIdle(stack, user);
    const list = await stack.get('/api/v1/transactions?year=2026', user.token);
    expect(list.text).toContain(`"amount":${amount}`);
  });

  it('every field reaches the transaction once the run is done, and the event returns when it is removed', async () => {
    const pick = async (): Promise<Record<string, unknown>> =>
      (await transactions(stack, user, 2026)).find(
        ({ referenceId }) => referenceId === 'SECOND ARRIVAL 2026',
      )!;
    const before = await pick();
    const { as } = await override(
      {
        overriddenType: 'INCOME',
        overriddenTreatment: 'NORMAL',
        overriddenTaxable: false,
        overriddenEuroValue: 12.34,
        overriddenAmount: 2,
        overriddenTimestamp: '2026-03-02T12:00:00.5+01:00',
        overriddenDescription: 'x'.repeat(500),
        overriddenFlags: ['one', 'two'],
        originAcquiredAt: '2020-01-01T00:00:00Z',
        notes: 'all',
      },
      'SECOND ARRIVAL 2026',
    );
    await untilIdle(stack, user);
    expect(await pick()).toMatchObject({
      type: 'INCOME',
      treatment: 'NORMAL',
      taxable: false,
      euroValue: 12.34,
      amount: 2,
      timestamp: '2026-03-02T11:00:00.5Z',
      description: 'x'.repeat(500),
      flags: ['one', 'two'],
      overrideId: as.override.id,
    });
    const removed = await ok(DeleteResponse, 'DELETE', `/overrides/${String(as.override.id)}`);
    expect(removed.as.deleted).toBe(true);
    await untilIdle(stack, user);
    expect(await pick()).toEqual(before);
  });

  it('is kept when its event is gone, says since when, and applies again when the event is back', async () => {
    const lines = FACTS.filter((line) => !('referenceId' in line && line.referenceId === 'SELL 2026'));
    await override({ notes: 'kept', overriddenDescription: 'mine' });
    await importLines(stack, user.userId, lines, '--replace', 'kraken-1');
    const orphaned = async (): Promise<Record<string, unknown>[]> => {
      const { body } = await stack.get('/api/v1/issues', user.token);
      const { items } = body as { items: { orphanedCorrection: Record<string, unknown> | null }[] };
      return items.map(({ orphanedCorrection }) => orphanedCorrection).filter((each) => each !== null);
    };
    const [found] = (await orphaned()).filter(({ referenceId }) => referenceId === 'SELL 2026');
    expect(found).toMatchObject({
      notes: 'kept',
      overriddenDescription: 'mine',
      originalType: 'DISPOSITION',
    });
    expect(String(found?.['orphanedSince'])).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    await importLines(stack, user.userId, FACTS, '--replace', 'kraken-1');
    expect((await orphaned()).filter(({ referenceId }) => referenceId === 'SELL 2026')).toEqual([]);
    const { as } = await override({ clear: ['notes'] });
    expect(as.override).toMatchObject({ overriddenDescription: 'mine', orphanedSince: null });
    await override({ clear: ['overriddenDescription'] });
  });

  it('takes each of the 21 treatments, and no other', async () => {
    expect(TREATMENTS).toHaveLength(21);
    for (const overriddenTreatment of TREATMENTS) await override({ overriddenTreatment });
    const unknown = await refusal('POST', '/overrides', {
      taxEventId: id('SELL 2026'),
      overriddenTreatment: 'X',
    });
    expect(unknown.body).toMatchObject({ code: null, fieldErrors: [{ field: 'overriddenTreatment' }] });
    await override({ clear: ['overriddenTreatment'] });
  });
});

// prettier-ignore
const BAD: readonly (readonly [string, string, string])[] = [
  ['no id', '{}', 'taxEventId'],
  ['an id without dashes', `{"taxEventId":"${UNKNOWN_ID.replaceAll('-', '')}"}`, 'taxEventId'],
  ['an id of no format', '{"taxEventId":"now"}', 'taxEventId'],
  ['an id in braces', `{"taxEventId":"{${UNKNOWN_ID}}"}`, 'taxEventId'],
  ['an amount of 0', '{"overriddenAmount":0}', 'overriddenAmount'],
  ['an amount of -0', '{"overriddenAmount":-0}', 'overriddenAmount'],
  ['a negative EUR value', '{"overriddenEuroValue":-1}', 'overriddenEuroValue'],
  ['1e999', '{"overriddenEuroValue":1e999}', 'overriddenEuroValue'],
  ['25 fraction digits', '{"overriddenAmount":0.1234567890123456789012345}', 'overriddenAmount'],
  ['13 fraction digits of EUR', '{"overriddenEuroValue":0.1234567890123}', 'overriddenEuroValue'],
  ['19 integer digits', '{"overriddenEuroValue":1234567890123456789}', 'overriddenEuroValue'],
  ['a number as text', '{"overriddenAmount":"1"}', 'overriddenAmount'],
  ['the date now', '{"overriddenTimestamp":"now"}', 'overriddenTimestamp'],
  ['the date infinity', '{"originAcquiredAt":"infinity"}', 'originAcquiredAt'],
  ['the year 275760', '{"overriddenTimestamp":"+275760-01-01T00:00:00Z"}', 'overriddenTimestamp'],
  ['the year 2101', '{"overriddenTimestamp":"2101-06-01T00:00:00Z"}', 'overriddenTimestamp'],
  ['a date without its offset', '{"overriddenTimestamp":"2026-01-01T00:00:00"}', 'overriddenTimestamp'],
  ['30 February', '{"overriddenTimestamp":"2026-02-30T00:00:00Z"}', 'overriddenTimestamp'],
  ['nanoseconds', '{"overriddenTimestamp":"2026-01-01T00:00:00.1234567Z"}', 'overriddenTimestamp'],
  ['501 characters', `{"overriddenDescription":"${'é'.repeat(501)}"}`, 'overriddenDescription'],
  ['a NUL character', '{"notes":"\\u0000"}', 'notes'],
  ['half a character', '{"overriddenDescription":"\\ud800"}', 'overriddenDescription'],
  ['an unknown field', '{"overridenAmount":1}', 'overridenAmount'],
  ['__proto__', '{"__proto__":{"notes":"x"}}', '__proto__'],
  ['an unknown name in clear', '{"clear":["taxEventId"]}', 'clear.0'],
  ['a list', '[]', 'body'],
  ['no JSON', '{', 'body'],
  ['nothing', '', 'body'],
  ['33 levels', `{"notes":${'['.repeat(33)}${']'.repeat(33)}}`, 'body'],
];

describe('A body that is not valid is 400 and names the field', () => {
  it.each(BAD)('%s', async (_what, text, field) => {
    const given = text.startsWith('{') && text.length > 2 && !text.includes('taxEventId"');
    const body = given ? text.replace('{', `{"taxEventId":"${UNKNOWN_ID}",`) : text;
    const answer = await refusal('POST', '/overrides', body);
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBeNull();
    const named = (answer.body['fieldErrors'] as { field: string }[]).map((error) => error.field);
    expect(named).toContain(field);
  });

  it.each([
    ['no content type', {}, 'Content-Type'],
    ['another content type', { 'content-type': 'text/plain' }, 'Content-Type'],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, 'Content-Type'],
    [
      'an unknown encoding',
      { 'content-type': 'application/json', 'content-encoding': 'zstd2' },
      'Content-Encoding',
    ],
    ['a false encoding', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'body'],
  ])('%s', async (_what, headers: Record<string, string>, field) => {
    const { token } = await freshToken();
    const response = await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: new TextEncoder().encode(JSON.stringify({ taxEventId: UNKNOWN_ID, notes: 'x' })),
    });
    expect(response.status).toBe(400);
    const { fieldErrors } = (await response.json()) as { fieldErrors: { field: string }[] };
    expect(fieldErrors.map((error) => error.field)).toEqual([field]);
  });

  it('of duplicate keys the last one counts', async () => {
    const body = `{"taxEventId":"${UNKNOWN_ID}","taxEventId":"${id('SELL 2026')}","clear":["notes"]}`;
    expect((await ok(OverrideResponse, 'POST', '/overrides', body)).as.changed).toBe(false);
  });
});

describe('Bulk', () => {
  it('keeps the order of the request, applies a repeated id once, counts UNCHANGED as succeeded, and runs once', async () => {
    await untilIdle(stack, user);
    await override({ overriddenTaxable: true }, 'ARRIVAL 2026');
    await untilIdle(stack, user);
    const runs = async (): Promise<number> => {
      const { rows } = await database.query<{ requested: string }>(
        'SELECT requested FROM corrections.recalc_state WHERE user_id = $1',
        [user.userId],
      );
      return Number(rows[0]?.requested);
    };
    const before = await runs();
    const ids = ['SELL 2025', 'BUY 2026', 'ARRIVAL 2026', 'BUY 2026', 'SELL 2024'].map(id);
    const { as } = await ok(BulkResponse, 'POST', '/overrides/bulk', {
      taxEventIds: [...ids, UNKNOWN_ID],
      overriddenTaxable: true,
    });
    expect(as).toMatchObject({ processed: 6, succeeded: 3, failed: 3, recalc: 'SCHEDULED' });
    expect(as.results.map((item) => item.id)).toEqual([...ids, UNKNOWN_ID]);
    expect(as.results.map(({ status, code }) => code ?? status)).toEqual([
      ...['YEAR_FROZEN', 'APPLIED', 'UNCHANGED', 'APPLIED', 'YEAR_LOCKED', 'NOT_FOUND'],
    ]);
    expect(as.results[1]).toEqual(as.results[3]);
    expect(await runs()).toBe(before + 1);
    const two = ['OTHER ASSET 2026', 'SECOND 2026'].map(id);
    await ok(BulkResponse, 'POST', '/overrides/bulk', { taxEventIds: two, overriddenTaxable: true });
    expect((await audit()).slice(0, 3).map(({ target }) => target)).toEqual([
      ...two.toReversed(),
      id('BUY 2026'),
    ]);
  });

  it('all unchanged or failed is NOT_NEEDED', async () => {
    const taxEventIds = [id('BUY 2026'), UNKNOWN_ID];
    const { as } = await ok(BulkResponse, 'POST', '/overrides/bulk', {
      taxEventIds,
      overriddenTaxable: true,
    });
    expect(as).toMatchObject({ succeeded: 1, failed: 1, recalc: 'NOT_NEEDED' });
    const overrideIds = [UNKNOWN_ID];
    const removed = await ok(BulkResponse, 'POST', '/overrides/bulk-delete', { overrideIds });
    expect(removed.as).toMatchObject({ failed: 1, recalc: 'NOT_NEEDED' });
  });

  it('accepts at most 200 ids, at least one, and no values of single events', async () => {
    const ids = (count: number): string[] => Array<string>(count).fill(UNKNOWN_ID);
    const all = await ok(BulkResponse, 'POST', '/overrides/bulk', { taxEventIds: ids(200), notes: 'x' });
    expect(all.as.processed).toBe(200);
    // prettier-ignore
    for (const [path, body, field] of [
      ['/overrides/bulk', { taxEventIds: ids(201), notes: 'x' }, 'taxEventIds'],
      ['/overrides/bulk', { taxEventIds: [], notes: 'x' }, 'taxEventIds'],
      ['/overrides/bulk', { taxEventIds: ids(1), overriddenAmount: 1 }, 'overriddenAmount'],
      ['/overrides/bulk', { taxEventIds: ids(1), clear: ['overriddenEuroValue'] }, 'clear.0'],
      ['/overrides/bulk-delete', { overrideIds: ids(201) }, 'overrideIds'],
      ['/overrides/bulk-delete', { overrideIds: [] }, 'overrideIds'],
    ] as const) {
      const answer = await refusal('POST', path, body);
      expect([answer.status, (answer.body['fieldErrors'] as { field: string }[])[0]?.field]).toEqual([400, field]);
    }
  });

  it('deletes up to 200 overrides by id', async () => {
    const overrideIds = (await transactions(stack, user, 2026)).flatMap(({ overrideId }) => overrideId ?? []);
    const { as } = await ok(BulkResponse, 'POST', '/overrides/bulk-delete', { overrideIds });
    expect(as.failed).toBe(0);
    expect(new Set(as.results.map(({ status }) => status))).toEqual(new Set(['DELETED']));
    await untilIdle(stack, user);
    expect((await transactions(stack, user, 2026)).every(({ overrideId }) => overrideId === null)).toBe(true);
  });
});

describe('A rule', () => {
  const rule = (fields: object) => ok(RuleResponse, 'POST', '/rules', { label: 'l', ...fields });
  const listed = async () => (await ok(RulesResponse, 'GET', '/rules')).as.rules;

  // prettier-ignore
  const COMBINATIONS: readonly (readonly [object, string | null])[] = [
    [{ action: 'MARK_INCOME', counterpartyAddress: '0xAB', chainId: 1 }, null],
    [{ action: 'MARK_SELF_TRANSFER', matchType: 'COUNTERPARTY', counterpartyAddress: '0xAB', chainId: 0, direction: 'INBOUND' }, null],
    [{ action: 'MARK_INCOME', matchType: 'DESCRIPTION', matchValue: 'reward' }, null],
    [{ action: 'MARK_SELF_TRANSFER', matchType: 'PROTOCOL', matchValue: 'aave' }, null],
    [{ action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', thresholdEur: 0.01 }, null],
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
  ];
  it.each(COMBINATIONS)('%j: the fault is in %s', async (fields, field) => {
    const answer = await refusal('POST', '/rules', { label: 'l', ...fields });
    if (field === null) expect(answer.body).toMatchObject({ created: true, rule: fields });
    else {
      expect(answer.status).toBe(400);
      expect((answer.body['fieldErrors'] as { field: string }[]).map((error) => error.field)).toContain(
        field,
      );
    }
  });

  it('identical to an existing one returns the existing rule: label, notes, spaces and address case aside', async () => {
    const before = await listed();
    const { as } = await rule({
      action: 'MARK_INCOME',
      label: 'another',
      notes: 'n',
      counterpartyAddress: ' 0xab ',
      chainId: 1,
    });
    expect(as).toMatchObject({ created: false, recalc: 'NOT_NEEDED', rule: { label: 'l', notes: null } });
    expect(await listed()).toHaveLength(before.length);
    for (const { id: ruleId } of before) await ok(DeleteResponse, 'DELETE', `/rules/${ruleId}`);
    expect(await listed()).toEqual([]);
  });

  it('applies to all events by the next run, frozen years untouched, and is never refused for a year', async () => {
    await untilIdle(stack, user);
    const { pid } = stack.ready().services.recalc;
    process.kill(pid, 'SIGSTOP');
    const dust = { action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', thresholdEur: 3000.5 };
    const { as } = await rule(dust);
    const [uncounted] = await listed();
    process.kill(pid, 'SIGCONT');
    expect(uncounted).toEqual(as.rule);
    expect(as).toMatchObject({ created: true, rule: { matchedCount: null, createdVia: 'My tool' } });
    await untilIdle(stack, user);
    const treatments = async (year: number): Promise<(string | undefined)[]> =>
      (await transactions(stack, user, year))
        .filter(({ referenceId }) => referenceId.startsWith('ARRIVAL'))
        .map(({ treatment }) => treatment);
    expect(await treatments(2026)).toEqual(['IGNORED']);
    expect(await treatments(2024)).toEqual(['IGNORED']);
    expect(await treatments(2025)).toEqual(['NORMAL']);
    const [counted] = await listed();
    expect(counted?.matchedCount).toBe(4);
    const again = await rule(dust);
    expect(again.as.rule).toEqual(counted);
    const removed = await ok(DeleteResponse, 'DELETE', `/rules/${as.rule.id}`);
    expect(removed.as.recalc).toBe('SCHEDULED');
    await untilIdle(stack, user);
    expect(await treatments(2026)).toEqual(['NORMAL']);
    expect((await refusal('DELETE', `/rules/${as.rule.id}`)).status).toBe(404);
  });
});

describe('The log of corrections', () => {
  it('every correction is logged with the name of the token, before and after; what is refused is not', async () => {
    const before = await audit();
    const { as: set, headers } = await override({ notes: 'logged' });
    await ok(DeleteResponse, 'DELETE', `/overrides/${String(set.override.id)}`);
    const created = await ok(RuleResponse, 'POST', '/rules', {
      ...{ action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL', matchValue: 'nobody' },
    });
    await ok(DeleteResponse, 'DELETE', `/rules/${created.as.rule.id}`);
    const pair = { outTaxEventId: id('SELL 2026'), inTaxEventId: id('ARRIVAL 2026'), transferKind: 'BRIDGE' };
    const matched = await ok(TransferMatchResponse, 'POST', '/transfer-matches', pair);
    await ok(DeleteResponse, 'DELETE', `/transfer-matches/${matched.as.match.id}`);
    await refusal('POST', '/overrides', { taxEventId: id('SELL 2025'), notes: 'x' });
    const entries = (await audit()).slice(0, -before.length).toReversed();
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['OVERRIDE_SET', id('SELL 2026')],
      ['OVERRIDE_REMOVED', id('SELL 2026')],
      ['RULE_CREATED', created.as.rule.id],
      ['RULE_DELETED', created.as.rule.id],
      ['TRANSFER_MATCHED', matched.as.match.id],
      ['TRANSFER_UNMATCHED', matched.as.match.id],
    ]);
    expect(new Set(entries.map(({ via }) => via))).toEqual(new Set(['My tool']));
    expect(entries[0]).toMatchObject({
      requestId: headers.get('x-request-id'),
      before: null,
      after: { notes: 'logged', id: set.override.id },
    });
    expect(entries[1]).toMatchObject({ before: { notes: 'logged' }, after: null });
  });
});

describe('Recalculation', () => {
  const state = async () => (await stack.get('/api/v1/recalc-status', user.token)).body;

  it('SCHEDULED after IDLE, QUEUED before it is done; stale until IDLE; lastCompletedAt never goes back', async () => {
    await untilIdle(stack, user);
    const { lastCompletedAt } = await state();
    const { pid } = stack.ready().services.recalc;
    process.kill(pid, 'SIGSTOP');
    try {
      expect((await override({ notes: '1' })).as.recalc).toBe('SCHEDULED');
      expect(await state()).toEqual({ status: 'RUNNING', lastCompletedAt });
      expect((await override({ notes: '2' })).as.recalc).toBe('QUEUED');
      expect(await state()).toEqual({ status: 'QUEUED', lastCompletedAt });
      expect((await override({ notes: '2' })).as.recalc).toBe('NOT_NEEDED');
      for (const path of ['/api/v1/summary', '/api/v1/years/2026/summary', '/api/v1/transactions?year=2026'])
        expect((await stack.get(path, user.token)).body['stale']).toBe(true);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await waitFor(async () => (await state())['status'] === 'IDLE');
    expect(String((await state())['lastCompletedAt']) > String(lastCompletedAt)).toBe(true);
    expect((await stack.get('/api/v1/summary', user.token)).body['stale']).toBe(false);
  });
});

describe('Idempotency-Key', () => {
  const keyed = (key: string, body: object) =>
    refusal('POST', '/overrides', body, { 'idempotency-key': key });
  const withNotes = (notes: string): object => ({ taxEventId: id('BUY 2026'), notes });

  it('the first answer is replayed, whatever happened since; nothing is done twice', async () => {
    const first = await keyed('k1', withNotes('first'));
    expect(first.body).toMatchObject({ created: true, changed: true });
    await override({ notes: 'second' }, 'BUY 2026');
    const entries = await audit();
    const again = await keyed('k1', withNotes('first'));
    expect(again.text).toBe(first.text);
    expect(await audit()).toEqual(entries);
    const { rows } = await database.query<{ notes: string }>(
      'SELECT notes FROM corrections.overrides WHERE event_id = $1',
      [id('BUY 2026')],
    );
    expect(rows).toEqual([{ notes: 'second' }]);
  });

  it('a refusal is replayed too', async () => {
    const body = { taxEventId: id('SELL 2025'), notes: 'x' };
    const first = await keyed('k2', body);
    await stack.ctx(['year', 'unfreeze', '--user', user.userId, '--year', '2025']);
    const again = await keyed('k2', body);
    expect([first.status, first.body['code'], again.text]).toEqual([409, 'YEAR_FROZEN', first.text]);
    await untilIdle(stack, user);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
  });

  it('another body or another operation under the same key is 400 IDEMPOTENCY_KEY_REUSED', async () => {
    expect((await keyed('k1', withNotes('other'))).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const bulk = { taxEventIds: [id('BUY 2026')], notes: 'first' };
    const answer = await refusal('POST', '/overrides/bulk', bulk, { 'idempotency-key': 'k1' });
    expect([answer.status, answer.body['code']]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('is of one user: the key of another is unknown', async () => {
    const other = await newUser(stack, 'keys@example.org', ['--plan', 'pro'], 'write');
    const answer = await send(stack, other, 'POST', '/api/v1/overrides', withNotes('first'), {
      'idempotency-key': 'k1',
    });
    expect(answer.status).toBe(404);
  });

  it('while the first is being answered: 409 IDEMPOTENCY_IN_PROGRESS', async () => {
    await database.query('BEGIN');
    await database.query('SELECT pg_advisory_xact_lock($1)', [user.userId]);
    const first = keyed('k3', withNotes('slow'));
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await waitFor(async () => (await database.query(waiting)).rowCount === 1);
    const second = await keyed('k3', withNotes('slow'));
    expect([second.status, second.body['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    // Another replica sees the key held.
    const { rows } = await database.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('answer ' || $1 || ' key:k3', 0)) AS free`,
      [user.userId],
    );
    expect(rows).toEqual([{ free: false }]);
    await database.query('COMMIT');
    const { status, text } = await first;
    expect(status).toBe(200);
    expect((await keyed('k3', withNotes('slow'))).text).toBe(text);
  });

  it('a retried call of the gateway is answered as its first attempt', async () => {
    const { client, metadataOf } = correctionsClient(stack);
    const call = (name: string) =>
      callUnary(
        client.removeOverride.bind(client),
        { overrideId: String(overrideId) },
        metadataOf(user, name),
        20_000,
      );
    const { as } = await override({ notes: 'to be removed' }, 'ARRIVAL 2026');
    const overrideId = as.override.id;
    const first = await call('one');
    expect(await call('one')).toEqual(first);
    await expect(call('two')).rejects.toMatchObject({ details: 'Not found.' });
    client.close();
  });

  it.each([[''], ['a b'], ['é'], ['k'.repeat(256)]])('%j is 400', async (key) => {
    const answer = await keyed(encodeURI(key) === key || key === 'a b' ? key : 'a\tb', withNotes('x'));
    expect(answer.body).toMatchObject({ code: null, fieldErrors: [{ field: 'Idempotency-Key' }] });
  });
});
