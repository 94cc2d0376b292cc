/** Batched withdrawals and split deposits: pairs that join a match, over every surface (engine.md §2; ADR 49). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { useStack } from '../kit.ts';
import { event, importLines, newUser } from '../stack.ts';
import { send, type User } from './surfaces.ts';
import { transactions } from './users.ts';

const stack = useStack();

const accounts: readonly object[] = ['kraken-1', 'wallet', 'other'].map((ref) => {
  return { kind: 'account', ref, accountKind: 'exchange', datasource: 'KRAKEN' };
});
const LEFT = { treatment: 'TRANSFER_OUT_OWN_WALLET' };
const ARRIVED = { treatment: 'CONTINUITY_WITHDRAW', account: 'wallet' };

interface TestUser extends User {
  readonly events: ReadonlyMap<string, string>;
}

async function userWith(email: string, facts: readonly object[]): Promise<TestUser> {
  const user = await newUser(
    stack,
    email,
    ['--plan', 'pro', '--year', '2026', '--beta', 'portfolio'],
    'write',
  );
  await importLines(stack, user.userId, [...accounts, ...facts]);
  const rows = await transactions(stack, user, 2026);
  return { ...user, events: new Map(rows.map(({ referenceId, id }) => [referenceId, id])) };
}

const pairOf = (
  { events }: TestUser,
  out: string,
  into: string,
  joinMatchId?: string,
): Schema<'TransferMatchRequest'> => ({
  outTaxEventId: events.get(out)!,
  inTaxEventId: events.get(into)!,
  transferKind: 'SELF_TRANSFER',
  ...(joinMatchId === undefined ? {} : { joinMatchId }),
});

async function matched(
  user: TestUser,
  body: Schema<'TransferMatchRequest'>,
): Promise<Schema<'TransferMatch'>> {
  return (await ok(stack.api(user.token).POST('/api/v1/transfer-matches', { body }))).match;
}

async function candidatesOf(user: TestUser, name: string): Promise<Schema<'TransferCandidatesResponse'>> {
  const query = { taxEventId: user.events.get(name)! };
  return ok(stack.api(user.token).GET('/api/v1/transfer-matches/candidates', { params: { query } }));
}

/** Returns the suggestion of the inbox for an event. */
async function suggestionTo(user: TestUser, name: string): Promise<Schema<'CopilotSuggestion'> | null> {
  const { items } = await ok(stack.api(user.token).GET('/api/v1/issues'));
  const issues = items.filter(({ sourceEventId }) => sourceEventId === user.events.get(name));
  return issues.find(({ queue }) => queue === 'TRANSFERS')?.copilot ?? null;
}

/** Waits for the recalculation, expects the figures of a full one, and returns what is held of BTC. */
async function heldAfterRun(user: TestUser): Promise<{ amount: number; cost: number }> {
  await untilIdle(stack, user);
  const { last, full } = await runBesideFull(stack, user.userId);
  expect(full).toEqual(last);
  const { holdings } = await ok(stack.api(user.token).GET('/api/v1/portfolio'));
  const [{ amount, totalCostBasis } = { amount: 0, totalCostBasis: 0 }] = holdings;
  return { amount, cost: totalCostBasis };
}

describe('Two withdrawals that one deposit pays', () => {
  let user: TestUser;
  let first: Schema<'TransferMatch'>;

  beforeAll(async () => {
    user = await userWith('batched@example.org', [
      event('B', 'ACQUISITION', '1', '2026-01-01T10:00:00Z', '50000'),
      event('O1', 'DISPOSITION', '0.3', '2026-01-04T10:00:00Z', '18000', LEFT),
      event('O2', 'DISPOSITION', '0.2', '2026-01-04T10:00:05Z', '12000', LEFT),
      event('I', 'ACQUISITION', '0.4999', '2026-01-04T10:30:00Z', '29994', ARRIVED),
    ]);
    first = await matched(user, pairOf(user, 'O1', 'I'));
    await heldAfterRun(user);
  });

  it('are rejected as ALREADY_MATCHED without joinMatchId', async () => {
    const answer = await send(stack, user, 'POST', '/api/v1/transfer-matches', pairOf(user, 'O2', 'I'));
    expect(answer).toMatchObject({ status: 409, body: { code: 'ALREADY_MATCHED' } });
  });

  it('names the match that lacks the second withdrawal among its candidates', async () => {
    const { candidates } = await candidatesOf(user, 'O2');
    expect(candidates).toMatchObject([
      {
        taxEvent: { id: user.events.get('I') },
        transferKind: 'SELF_TRANSFER',
        joinMatchId: first.id,
        amountDifference: 0.0001,
      },
    ]);
  });

  it('is the suggestion of the inbox for the second withdrawal, which names the match to join', async () => {
    expect(await suggestionTo(user, 'O2')).toMatchObject({
      counterpartEventId: user.events.get('I'),
      transferKind: 'SELF_TRANSFER',
      joinMatchId: first.id,
      summary:
        'Match it with its best counterpart and join the match in joinMatchId, which lacks this amount: cost and date carry over.',
    });
  });

  it('foresees with a dry run what the run then writes, and holds what arrived at its cost', async () => {
    const body = pairOf(user, 'O2', 'I', first.id);
    const dry = await ok(
      stack.api(user.token).POST('/api/v1/transfer-matches', { body: { ...body, dryRun: true } }),
    );
    expect(dry.preview?.years).toBeDefined();
    const second = await matched(user, body);
    expect(second.joinedMatchId).toBe(first.id);
    expect(await heldAfterRun(user)).toEqual({ amount: 0.9999, cost: 49995 });
    const { items } = await ok(stack.api(user.token).GET('/api/v1/issues'));
    expect(items.filter(({ queue }) => queue === 'TRANSFERS')).toEqual([]);
    const { existingMatch, existingMatchIds } = await candidatesOf(user, 'I');
    expect(existingMatch?.id).toBe(first.id);
    expect(existingMatchIds.toSorted()).toEqual([first.id, second.id].toSorted());
    const again = await ok(stack.api(user.token).POST('/api/v1/transfer-matches', { body }));
    expect(again).toMatchObject({ created: false, recalc: 'NOT_NEEDED' });
  });

  it('are single again after an undo, and joined again after the undo of it', async () => {
    const newest = async (): Promise<string> =>
      (await ok(stack.api(user.token).GET('/api/v1/history', { params: { query: { size: 1 } } }))).entries[0]!
        .id;
    const undo = async (): Promise<void> => {
      expect(await send(stack, user, 'POST', `/api/v1/history/${await newest()}/undo`)).toMatchObject({
        status: 200,
      });
    };
    await undo();
    expect((await heldAfterRun(user)).amount).not.toBe(0.9999);
    await undo();
    expect(await heldAfterRun(user)).toEqual({ amount: 0.9999, cost: 49995 });
  });

  it('lose one pair alone when it is removed, also the first one', async () => {
    const path = `/api/v1/transfer-matches/${first.id}`;
    expect(await send(stack, user, 'DELETE', path)).toMatchObject({ status: 200 });
    await heldAfterRun(user);
    const { existingMatch, existingMatchIds } = await candidatesOf(user, 'I');
    expect(existingMatch).toMatchObject({ outTaxEventId: user.events.get('O2'), joinedMatchId: first.id });
    expect(existingMatchIds).toEqual([existingMatch?.id]);
    const back = await matched(user, pairOf(user, 'O1', 'I', existingMatchIds[0]));
    expect(back.joinedMatchId).toBe(first.id);
    expect(await heldAfterRun(user)).toEqual({ amount: 0.9999, cost: 49995 });
  });
});

describe('One withdrawal that two deposits pay', () => {
  it('is one transfer, and changes of its events after it are computed as in a full run', async () => {
    const user = await userWith('split@example.org', [
      event('B', 'ACQUISITION', '1', '2026-01-01T10:00:00Z', '50000'),
      event('O', 'DISPOSITION', '0.5', '2026-01-04T10:00:00Z', '30000', LEFT),
      event('I1', 'ACQUISITION', '0.3', '2026-01-04T10:30:00Z', null, ARRIVED),
      event('I2', 'ACQUISITION', '0.1999', '2026-01-04T11:30:00Z', null, { ...ARRIVED, account: 'other' }),
      event('S', 'DISPOSITION', '0.1', '2026-05-04T11:30:00Z', '7000'),
    ]);
    const first = await matched(user, pairOf(user, 'O', 'I1'));
    await heldAfterRun(user);
    const { candidates } = await candidatesOf(user, 'I2');
    expect(candidates).toMatchObject([{ taxEvent: { id: user.events.get('O') }, joinMatchId: first.id }]);
    const suggestion = await suggestionTo(user, 'I2');
    expect(suggestion).toMatchObject({ counterpartEventId: user.events.get('O'), joinMatchId: first.id });
    await matched(user, pairOf(user, 'O', 'I2', suggestion!.joinMatchId));
    expect(await heldAfterRun(user)).toEqual({ amount: 0.8999, cost: 44995 });
    const body = { taxEventId: user.events.get('S')!, overriddenAmount: 0.2 };
    await ok(stack.api(user.token).POST('/api/v1/overrides', { body }));
    expect(await heldAfterRun(user)).toEqual({ amount: 0.7999, cost: 39995 });
    const value = { taxEventId: user.events.get('B')!, overriddenEuroValue: 40000 };
    await ok(stack.api(user.token).POST('/api/v1/overrides', { body: value }));
    expect(await heldAfterRun(user)).toEqual({ amount: 0.7999, cost: 31996 });
  });
});
