/** Behavior rules (service.md, "Endpoints"); rule 2 is in `limits-of-sizes`, rule 8 in `isolation`. */
import type { ApiClient, Schema } from '@ctx/client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { untilIdle, useCorrectableUser } from '../corrections/users.ts';
import { createUser, useStack } from '../kit.ts';
import { event, importLines, newToken } from '../stack.ts';
import { rejectionOf } from './rejection.ts';

let api: ApiClient;

const stack = useStack();
const user = useCorrectableUser(stack);
beforeEach(async () => {
  api = stack.api(await newToken(stack, user.userId, 'write', 'My tool'));
});

const id = (name: string): string => user.events.get(name)!;
type Fields = Omit<Schema<'OverrideRequest'>, 'taxEventId'>;
const override = (fields: Fields, name = 'SELL 2026') =>
  ok(api.POST('/api/v1/overrides', { body: { taxEventId: id(name), ...fields } }));
const logged = async (): Promise<unknown> =>
  (await stack.ctx(['audit', '--user', user.userId, '--limit', '1000']))['entries'];
const postMatch = (body: Schema<'TransferMatchRequest'>, of = api) =>
  of.POST('/api/v1/transfer-matches', { body });
const pairOf = (out: string, into: string) => ({ outTaxEventId: id(out), inTaxEventId: id(into) });

describe('Behavior rules', () => {
  it('1. an omitted or null field keeps its current override; a field named in `clear` loses it', async () => {
    const first = await override({ overriddenTaxable: false, overriddenDescription: 'mine', notes: 'why' });
    expect(first).toMatchObject({ created: true, changed: true });
    const second = await override({
      overriddenTaxable: null,
      notes: 'because',
      clear: ['overriddenDescription'],
    });
    expect(second).toMatchObject({ created: false, changed: true });
    expect(second.override).toMatchObject({
      id: first.override.id,
      createdAt: first.override.createdAt,
      overriddenTaxable: false,
      overriddenDescription: null,
      notes: 'because',
    });
  });

  it('1. a repeated identical request returns `changed` false and NOT_NEEDED, and is not logged', async () => {
    const before = await logged();
    const repeat = await override({ notes: 'because' });
    expect(repeat).toMatchObject({ created: false, changed: false, recalc: 'NOT_NEEDED' });
    expect(await logged()).toEqual(before);
  });

  it('3. a rule that differs from an existing one only in label, notes, spaces or address case is not created; the existing one is returned', async () => {
    const fields = { action: 'MARK_INCOME', chainId: 1 } as const;
    const create = (more: Omit<Schema<'RuleRequest'>, 'action'>) =>
      ok(api.POST('/api/v1/rules', { body: { ...fields, ...more } }));
    const first = await create({ label: 'one', counterpartyAddress: '0xAB' });
    const again = await create({ label: 'another', notes: 'n', counterpartyAddress: ' 0xab ' });
    expect(again).toMatchObject({
      created: false,
      recalc: 'NOT_NEEDED',
      rule: { label: 'one', notes: null },
    });
    expect(again.rule.id).toBe(first.rule.id);
    const other = await create({ label: 'one', counterpartyAddress: '0xAB', direction: 'INBOUND' });
    expect(other.created).toBe(true);
    expect((await ok(api.GET('/api/v1/rules'))).rules.map(({ id: ruleId }) => ruleId)).toEqual([
      first.rule.id,
      other.rule.id,
    ]);
  });

  it('4. matching an existing pair again changes nothing and returns `created` false', async () => {
    const body = { ...pairOf('SECOND 2026', 'OTHER ASSET 2026'), transferKind: 'BRIDGE' } as const;
    const { match } = await ok(postMatch(body));
    const before = await logged();
    const again = await ok(postMatch({ ...body, transferKind: 'WRAP', notes: 'later' }));
    expect(again).toEqual({ match, created: false, recalc: 'NOT_NEEDED' });
    expect(await logged()).toEqual(before);
  });

  it('5. SELF_TRANSFER is rejected until the outgoing leg is marked as a transfer to the own wallet', async () => {
    const body = { ...pairOf('CORRECTED 2026', 'ARRIVAL 2026'), transferKind: 'SELF_TRANSFER' } as const;
    expect(await rejectionOf(postMatch(body))).toBe('400 OWN_WALLET_REQUIRED');
    await override({ overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' }, 'CORRECTED 2026');
    expect((await ok(postMatch(body))).created).toBe(true);
  });

  it('6. a match carries the cost basis over to the incoming leg, and the outgoing leg is not a taxable disposal', async () => {
    const { userId, token } = await createUser(stack, { scope: 'write' });
    const of = stack.api(token);
    const unresolved = { treatment: 'TRANSFER_OUT_UNRESOLVED' };
    // Worked example 4.
    await importLines(stack, userId, [
      { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
      event('B1', 'ACQUISITION', '1', '2026-02-01T00:00:00Z', '60000'),
      event('OUT', 'DISPOSITION', '1', '2026-04-10T00:00:00Z', '65000', unresolved),
      event('IN', 'ACQUISITION', '0.9995', '2026-04-10T00:20:00Z', '64967.50'),
      event('S1', 'DISPOSITION', '0.9995', '2026-11-01T00:00:00Z', '69965'),
    ]);
    const gains = async () => {
      const year = await ok(of.GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }));
      return [3, 10].map((month) => year.monthlyRealizedGains[month]?.gain.exact);
    };
    expect(await gains()).toEqual([5000, 4997.5]);
    const { transactions } = await ok(of.GET('/api/v1/transactions', { params: { query: { year: 2026 } } }));
    const idOf = (name: string) => transactions.find(({ referenceId }) => referenceId === name)!.id;
    const body = { outTaxEventId: idOf('OUT'), inTaxEventId: idOf('IN'), transferKind: 'BRIDGE' } as const;
    await ok(postMatch(body, of));
    await untilIdle(stack, { userId });
    // 69,965 less 0.9995 of 60,000.
    expect(await gains()).toEqual([0, 9995]);
  });

  it('7. pagination is zero-based; a `size` above 200 counts as 200', async () => {
    const list = (query: object) =>
      ok(api.GET('/api/v1/transactions', { params: { query: { year: 2026, ...query } } }));
    const all = (await list({})).transactions.map((each) => each.id);
    const pages = [await list({ page: 0, size: 4 }), await list({ page: 1, size: 4 })];
    expect(pages.flatMap(({ transactions }) => transactions.map((each) => each.id))).toEqual(all);
    for (const size of [200, 201, 2_147_483_647]) expect((await list({ size })).size).toBe(200);
  });
});
