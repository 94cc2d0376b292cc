/** Each correction is carried out once and logged once (decisions.md, Requests 11; service.md, Authentication 10). */
import type { ApiClient, Schema } from '@ctx/client';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callUnary } from '@ctx/platform/grpc-client';
import { ok } from '../../api/client.ts';
import { createUser, useDatabase, useStack } from '../kit.ts';
import { type Answer, newToken, waitFor } from '../stack.ts';
import { correctionsClient, send } from './surfaces.ts';
import { untilIdle, useCorrectableUser } from './users.ts';

let api: ApiClient;

const stack = useStack();
const user = useCorrectableUser(stack);
const database = useDatabase(stack);

beforeAll(async () => {
  api = stack.api(await newToken(stack, user.userId, 'write', 'My tool'));
});

const id = (event: string): string => user.events.get(event)!;

interface Entry {
  readonly action: string;
  readonly target: string;
  readonly via: string;
  readonly requestId: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}
const audit = async (): Promise<Entry[]> =>
  (await stack.ctx(['audit', '--user', user.userId, '--limit', '1000']))['entries'] as Entry[];

const override = (fields: Omit<Schema<'OverrideRequest'>, 'taxEventId'>, event = 'SELL 2026') =>
  api.POST('/api/v1/overrides', { body: { taxEventId: id(event), ...fields } });
const remove = (overrideId: string) =>
  api.DELETE('/api/v1/overrides/{overrideId}', { params: { path: { overrideId } } });

describe('The audit log', () => {
  it('has an entry for every accepted correction, with the name of the token and the values before and after', async () => {
    const before = await audit();
    const set = await override({ notes: 'logged' });
    const { override: made } = set.data!;
    await ok(remove(made.id!));
    const { rule } = await ok(
      api.POST('/api/v1/rules', {
        body: { action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL', matchValue: 'nobody' },
      }),
    );
    await ok(api.DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId: rule.id } } }));
    const pair = { outTaxEventId: id('SELL 2026'), inTaxEventId: id('ARRIVAL 2026') };
    const { match } = await ok(
      api.POST('/api/v1/transfer-matches', { body: { ...pair, transferKind: 'BRIDGE' } }),
    );
    const path = { matchId: match.id };
    await ok(api.DELETE('/api/v1/transfer-matches/{matchId}', { params: { path } }));
    expect((await override({ notes: 'x' }, 'SELL 2025')).response.status).toBe(409);
    const entries = (await audit()).slice(0, -before.length).toReversed();
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['OVERRIDE_SET', id('SELL 2026')],
      ['OVERRIDE_REMOVED', id('SELL 2026')],
      ['RULE_CREATED', rule.id],
      ['RULE_DELETED', rule.id],
      ['TRANSFER_MATCHED', match.id],
      ['TRANSFER_UNMATCHED', match.id],
    ]);
    expect(new Set(entries.map(({ via }) => via))).toEqual(new Set(['My tool']));
    expect(entries[0]).toMatchObject({
      requestId: set.response.headers.get('x-request-id'),
      before: null,
      after: { notes: 'logged', id: made.id },
    });
    expect(entries[1]).toMatchObject({ before: { notes: 'logged' }, after: null });
  });

  it('has one entry per event for a bulk correction, in the order of the request', async () => {
    const taxEventIds = ['OTHER ASSET 2026', 'SECOND 2026'].map(id);
    await ok(api.POST('/api/v1/overrides/bulk', { body: { taxEventIds, overriddenTaxable: true } }));
    const targets = (await audit()).slice(0, 2).map(({ target }) => target);
    expect(targets).toEqual(taxEventIds.toReversed());
  });
});

describe('An Idempotency-Key', () => {
  // Not through the generated client, because some of these keys are invalid.
  const keyed = async (key: string, body: object, path = '/overrides'): Promise<Answer> =>
    send(stack, user, 'POST', `/api/v1${path}`, body, { 'idempotency-key': key });
  const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';
  const withNotes = (notes: string): object => ({ taxEventId: id('BUY 2026'), notes });

  it('replays the first response, whatever happened since, and repeats nothing', async () => {
    const first = await keyed('k1', withNotes('first'));
    expect(first.body).toMatchObject({ created: true, changed: true });
    await ok(override({ notes: 'second' }, 'BUY 2026'));
    const entries = await audit();
    const again = await keyed('k1', withNotes('first'));
    expect(again.text).toBe(first.text);
    expect([first, again].map(isReplayed)).toEqual([false, true]);
    expect(await audit()).toEqual(entries);
    const { rows } = await database.query<{ notes: string }>(
      'SELECT notes FROM corrections.overrides WHERE event_id = $1',
      [id('BUY 2026')],
    );
    expect(rows).toEqual([{ notes: 'second' }]);
  });

  it('replays a rejection too', async () => {
    const body = { taxEventId: id('SELL 2025'), notes: 'x' };
    const first = await keyed('k2', body);
    await stack.ctx(['year', 'unfreeze', '--user', user.userId, '--year', '2025']);
    const again = await keyed('k2', body);
    expect([first.status, first.body['code'], again.text]).toEqual([409, 'YEAR_FROZEN', first.text]);
    expect([first, again].map(isReplayed)).toEqual([false, true]);
    await untilIdle(stack, user);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
  });

  it('is rejected with 400 IDEMPOTENCY_KEY_REUSED for another body or another operation', async () => {
    const reused = await keyed('k1', withNotes('other'));
    expect(reused.body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(isReplayed(reused)).toBe(false);
    const bulk = { taxEventIds: [id('BUY 2026')], notes: 'first' };
    const answer = await keyed('k1', bulk, '/overrides/bulk');
    expect([answer.status, answer.body['code']]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('belongs to one user and has no effect for another', async () => {
    const other = await createUser(stack, { years: [], scope: 'write' });
    const answer = await send(stack, other, 'POST', '/api/v1/overrides', withNotes('first'), {
      'idempotency-key': 'k1',
    });
    expect(answer.status).toBe(404);
  });

  it('is rejected with 409 IDEMPOTENCY_IN_PROGRESS while the first request is in progress', async () => {
    await database.query('BEGIN');
    await database.query('SELECT pg_advisory_xact_lock($1)', [user.userId]);
    const first = keyed('k3', withNotes('slow'));
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await waitFor(async () => (await database.query(waiting)).rowCount === 1);
    const second = await keyed('k3', withNotes('slow'));
    expect([second.status, second.body['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    // Another replica cannot lock the key either.
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

  it('is not needed for a retry by the gateway, which gets the response of its first attempt', async () => {
    const { client, metadataOf } = correctionsClient(stack);
    const call = (name: string) =>
      callUnary(
        client.removeOverride.bind(client),
        { overrideId: String(overrideId) },
        metadataOf(user, name),
        20_000,
      );
    const { override: made } = await ok(override({ notes: 'to be removed' }, 'ARRIVAL 2026'));
    const overrideId = made.id;
    const first = await call('one');
    expect(await call('one')).toEqual(first);
    await expect(call('two')).rejects.toMatchObject({ details: 'Not found.' });
    client.close();
  });

  it.each([[''], ['a b'], ['é'], ['k'.repeat(256)]])('of the form %j is rejected with 400', async (key) => {
    const answer = await keyed(encodeURI(key) === key || key === 'a b' ? key : 'a\tb', withNotes('x'));
    expect(answer.body).toMatchObject({ code: null, fieldErrors: [{ field: 'Idempotency-Key' }] });
  });
});
