/** Suggestions of the inbox, candidates and accepted transfer matches agree (engine.md §2, §5). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { mcpClient } from '../mcp/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { useStack } from '../kit.ts';
import { event, importLines, newUser } from '../stack.ts';
import { send, type User } from './surfaces.ts';
import { transactions } from './users.ts';

const stack = useStack();

const ACCOUNTS = ['kraken-1', 'b', 'a', 'd', 'c', 'f', 'e'];
const accounts: readonly object[] = ACCOUNTS.map((ref) => {
  return { kind: 'account', ref, accountKind: 'exchange', datasource: 'KRAKEN' };
});
const LEFT = { treatment: 'TRANSFER_OUT_UNRESOLVED' };
const ARRIVED = { treatment: 'CONTINUITY_WITHDRAW' };

interface TestUser extends User {
  /** Event ids by reference id. */
  readonly events: ReadonlyMap<string, string>;
  /** Reference ids by event id. */
  readonly names: ReadonlyMap<string, string>;
}

async function userWith(email: string, facts: readonly object[]): Promise<TestUser> {
  const user = await newUser(stack, email, ['--plan', 'pro', '--year', '2026'], 'write');
  await importLines(stack, user.userId, [...accounts, ...facts]);
  const rows = await transactions(stack, user, 2026);
  return {
    ...user,
    events: new Map(rows.map(({ referenceId, id }) => [referenceId, id])),
    names: new Map(rows.map(({ referenceId, id }) => [id, referenceId])),
  };
}

/** Returns the reference id of the suggested counterpart, or null, by the reference id of the event with an issue. */
async function suggestionsTo({ token, names }: TestUser): Promise<Record<string, string | null>> {
  const { items } = await ok(stack.api(token).GET('/api/v1/issues'));
  const transfers = items.filter(({ queue }) => queue === 'TRANSFERS');
  return Object.fromEntries(
    transfers.map(({ sourceEventId, copilot }) => [
      names.get(sourceEventId!)!,
      names.get(copilot?.counterpartEventId ?? '') ?? null,
    ]),
  );
}

async function candidatesOf(user: TestUser, name: string) {
  const query = { taxEventId: user.events.get(name)! };
  const found = await ok(
    stack.api(user.token).GET('/api/v1/transfer-matches/candidates', { params: { query } }),
  );
  return { ...found, names: found.candidates.map(({ taxEvent }) => user.names.get(taxEvent.id)) };
}

const pairOf = ({ events }: TestUser, out: string, into: string): Schema<'TransferMatchRequest'> => {
  return { outTaxEventId: events.get(out)!, inTaxEventId: events.get(into)!, transferKind: 'BRIDGE' };
};

/** Waits for the recalculation and expects the figures of a full one. */
async function expectFullRunFigures(user: TestUser): Promise<void> {
  await untilIdle(stack, user);
  const { last, full } = await runBesideFull(stack, user.userId);
  expect(full).toEqual(last);
}

describe('A leg of a match without effect, because its other leg is ignored,', () => {
  let user: TestUser;
  let matchId: string;
  const override = async (name: string, overriddenTreatment: 'IGNORED' | 'NORMAL') => {
    const body = { taxEventId: user.events.get(name)!, overriddenTreatment };
    await ok(stack.api(user.token).POST('/api/v1/overrides', { body }));
    await expectFullRunFigures(user);
  };

  beforeAll(async () => {
    user = await userWith('resting@example.org', [
      event('BUY', 'ACQUISITION', '10', '2026-01-01T10:00:00Z', '20000'),
      event('OUT', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', '3000', LEFT),
      event('MISTAKE', 'ACQUISITION', '1', '2026-03-01T10:20:00Z', '3000', { account: 'a' }),
      event('IN', 'ACQUISITION', '1', '2026-03-01T11:00:00Z', '3000', { account: 'b', ...ARRIVED }),
    ]);
    const body = pairOf(user, 'OUT', 'MISTAKE');
    matchId = (await ok(stack.api(user.token).POST('/api/v1/transfer-matches', { body }))).match.id;
    await expectFullRunFigures(user);
    await override('MISTAKE', 'IGNORED');
  });

  it('is not suggested by the inbox and has no suggestion', async () => {
    expect(await suggestionsTo(user)).toEqual({ OUT: null, IN: null });
  });

  it('is not a candidate and has none', async () => {
    expect((await candidatesOf(user, 'IN')).names).toEqual([]);
    const { names, existingMatch } = await candidatesOf(user, 'OUT');
    expect([names, existingMatch?.id]).toEqual([[], matchId]);
  });

  it('is rejected by POST /transfer-matches over REST and MCP with the same message, which names the id of the match', async () => {
    const pair = pairOf(user, 'OUT', 'IN');
    const message = `One of the two events is already matched with another event. Remove that match first. outTaxEventId is a leg of match ${matchId}.`;
    const fieldErrors = [{ field: 'outTaxEventId', message: `is a leg of match ${matchId}` }];
    const answer = await send(stack, user, 'POST', '/api/v1/transfer-matches', pair);
    expect([answer.status, answer.body]).toEqual([
      409,
      { success: false, code: 'ALREADY_MATCHED', message, fieldErrors, upgradeUrl: null },
    ]);
    const client = await mcpClient(stack, user.token);
    const { json } = await client.call('match_transfers', pair);
    await client.close();
    expect(json).toEqual({ status: 409, code: 'ALREADY_MATCHED', message, fieldErrors });
  });

  it('has no issue while the match counts again', async () => {
    await override('MISTAKE', 'NORMAL');
    expect(await suggestionsTo(user)).toEqual({ IN: null });
    expect((await candidatesOf(user, 'IN')).names).toEqual([]);
    await override('MISTAKE', 'IGNORED');
    expect(await suggestionsTo(user)).toEqual({ OUT: null, IN: null });
  });

  it('is suggested, a candidate and accepted once that match is removed', async () => {
    const path = { matchId };
    await ok(stack.api(user.token).DELETE('/api/v1/transfer-matches/{matchId}', { params: { path } }));
    await expectFullRunFigures(user);
    expect(await suggestionsTo(user)).toEqual({ OUT: 'IN', IN: 'OUT' });
    expect((await candidatesOf(user, 'IN')).names).toEqual(['OUT']);
    const body = pairOf(user, 'OUT', 'IN');
    expect((await ok(stack.api(user.token).POST('/api/v1/transfer-matches', { body }))).created).toBe(true);
  });
});

describe('Two users with the same facts', () => {
  it('get the same suggestions and the same candidates in the same order', async () => {
    // All arrive at the same time with the full amount and differ only in account and reference id.
    const arrivals = ACCOUNTS.map((account) =>
      event(`IN ${account}`, 'ACQUISITION', '1', '2026-03-01T11:00:00Z', '3000', { account, ...ARRIVED }),
    );
    const facts = [event('OUT', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', '3000', LEFT), ...arrivals];
    const users = [await userWith('one@example.org', facts), await userWith('two@example.org', facts)];
    const inOrder = ['IN a', 'IN b', 'IN c', 'IN d', 'IN e', 'IN f', 'IN kraken-1'];
    for (const user of users) {
      expect((await candidatesOf(user, 'OUT')).names).toEqual(inOrder);
      expect((await suggestionsTo(user))['OUT']).toBe('IN a');
    }
  });
});
