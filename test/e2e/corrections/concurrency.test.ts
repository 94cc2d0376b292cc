/** Many corrections at once on real PostgreSQL: one winner, no deadlock, no lost recalculation (decisions.md, "Recalculation"). */
import { describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { createUser, useStack } from '../kit.ts';
import { type Answer, event, newToken, waitFor } from '../stack.ts';
import { rejectionOf, send, type User } from './surfaces.ts';
import { FACTS, transactions, useCorrectableUser } from './users.ts';

const stack = useStack();
const user = useCorrectableUser(stack);

const CLIENTS = 50;
const id = (name: string): string => user.events.get(name)!;

type Sender = (client: User, path: string, body: object) => Promise<Answer>;

const sendOnce: Sender = (client, path, body) => send(stack, client, 'POST', `/api/v1${path}`, body);

/** Sends a request again where the API says that it waited too long for earlier changes of the user, as a client should. */
const sendUntilServed: Sender = async (client, path, body) => {
  const answer = await sendOnce(client, path, body);
  if (rejectionOf(answer) !== '503 UNAVAILABLE') return answer;
  await setTimeout(Number(answer.headers.get('retry-after')) * 1000);
  return sendUntilServed(client, path, body);
};

/** Sends all requests at once and counts their outcomes. */
async function atOnce(
  requests: readonly (readonly [string, object])[],
  sender: Sender = sendOnce,
): Promise<Record<string, number>> {
  const crowd: User = { userId: user.userId, token: await newToken(stack, user.userId, 'write', 'Crowd') };
  const answers = await Promise.all(requests.map(([path, body]) => sender(crowd, path, body)));
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const { created, changed } = answer.body;
    const word = rejectionOf(answer) ?? ((changed ?? created) === true ? 'CHANGED' : 'UNCHANGED');
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

/** Expects the stored figures to be those of a full recalculation. */
async function expectFullRunFigures(): Promise<void> {
  await untilIdle(stack, user);
  const { last, full } = await runBesideFull(stack, user.userId);
  expect(full).toEqual(last);
}

describe('Of 50 clients at once', () => {
  it('that send the same override of one event, one changes it and the others repeat it', async () => {
    const body = { taxEventId: id('SELL 2026'), overriddenEuroValue: 1234.5 };
    const counts = await atOnce(Array(CLIENTS).fill(['/overrides', body]) as [string, object][]);
    expect(counts).toEqual({ CHANGED: 1, UNCHANGED: CLIENTS - 1 });
    await expectFullRunFigures();
  });

  it('that send different overrides of one event, all succeed, the last one remains, and each has an audit entry', async () => {
    const entries = async () =>
      (await stack.ctx(['audit', '--user', user.userId, '--limit', '1000']))['entries'] as {
        after: { overriddenEuroValue: string };
      }[];
    const before = (await entries()).length;
    const bodies = Array.from({ length: CLIENTS }, (_, index): [string, object] => [
      '/overrides',
      { taxEventId: id('SELL 2026'), overriddenEuroValue: index + 0.25 },
    ]);
    expect(await atOnce(bodies, sendUntilServed)).toEqual({ CHANGED: CLIENTS });
    const after = await entries();
    expect(after).toHaveLength(before + CLIENTS);
    await expectFullRunFigures();
    const shown = (await transactions(stack, user, 2026)).find((each) => each.id === id('SELL 2026'));
    expect(shown?.euroValue).toBe(Number(after[0]?.after.overriddenEuroValue));
  });

  it('that match the same leg, exactly one succeeds', async () => {
    const arrivals = ['ARRIVAL 2026', 'SECOND ARRIVAL 2026', 'OTHER ASSET 2026', 'BUY 2026'];
    const bodies = Array.from({ length: CLIENTS }, (_, index): [string, object] => [
      '/transfer-matches',
      {
        outTaxEventId: id('SECOND 2026'),
        inTaxEventId: id(arrivals[index % arrivals.length]!),
        transferKind: 'BRIDGE',
      },
    ]);
    const counts = await atOnce(bodies);
    expect(counts['CHANGED']).toBe(1);
    expect((counts['UNCHANGED'] ?? 0) + (counts['409 ALREADY_MATCHED'] ?? 0)).toBe(CLIENTS - 1);
    await expectFullRunFigures();
  });

  it('that create the same rule, exactly one succeeds', async () => {
    const body = { action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL', matchValue: 'aave' };
    const counts = await atOnce(Array(CLIENTS).fill(['/rules', body]) as [string, object][]);
    expect(counts).toEqual({ CHANGED: 1, UNCHANGED: CLIENTS - 1 });
    await expectFullRunFigures();
  });
});

describe('During an import of the same user', () => {
  /** Long enough for several corrections before its end. */
  const IMPORTED = 5000;

  it('corrections, a plan change and freezing succeed or are rejected with a code, and nothing is lost', async () => {
    const rows = Array.from({ length: IMPORTED }, (_, index) =>
      event(`N${String(index)}`, 'ACQUISITION', '0.5', '2026-05-01T10:00:00Z', '1000'),
    );
    const file = stack.file('large.jsonl', [...FACTS, ...rows]);
    const importing = stack.ctx(['import', '--user', user.userId, file, '--wait'], true);
    const { api } = user;
    await waitFor(async () => (await ok(api.GET('/api/v1/recalc-status'))).status !== 'IDLE');
    const frozen = await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2026'], true);
    expect(frozen).toMatchObject({ error: { code: 'NOT_IDLE' } });
    const acknowledged: string[] = [];
    const state = { isImported: false };
    void importing.finally(() => (state.isImported = true)).catch(() => undefined);
    for (let round = 0; !state.isImported && round < 60; round += 1) {
      const notes = `round ${String(round)}`;
      const body = { taxEventId: id('BUY 2026'), notes };
      const { status } = (await api.POST('/api/v1/overrides', { body })).response;
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.push(notes);
      if (round === 3) await stack.ctx(['user', 'set', '--user', user.userId, '--add-year', '2027'], true);
    }
    expect(await importing).toMatchObject({ event: { added: IMPORTED } });
    expect(acknowledged.length).toBeGreaterThan(0);
    await expectFullRunFigures();
    const entries = (await stack.ctx(['audit', '--user', user.userId, '--limit', '1000']))['entries'];
    const logged = (entries as { after: { notes: string } | null }[]).map(({ after }) => after?.notes);
    expect(acknowledged.filter((notes) => !logged.includes(notes))).toEqual([]);
  });
});

describe('A user whose user lock is held', () => {
  it('does not delay corrections of other users', async () => {
    const blocker = new pg.Client({ connectionString: stack.ready().postgres.url });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT pg_advisory_xact_lock($1)', [user.userId]);
    const blocked = atOnce(
      Array.from({ length: CLIENTS }, (): [string, object] => [
        '/overrides',
        { taxEventId: id('BUY 2026'), notes: 'b' },
      ]),
    );
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await waitFor(async () => (await blocker.query(waiting)).rowCount === 1);
    const other = await createUser(stack, { years: [], scope: 'write' });
    const rule = { action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL', matchValue: 'x' } as const;
    await ok(stack.api(other.token).POST('/api/v1/rules', { body: rule }));
    expect((await blocker.query(waiting)).rowCount).toBe(1);
    await blocker.query('COMMIT');
    await blocker.end();
    const counts = await blocked;
    expect(
      Object.keys(counts).every((word) => ['CHANGED', 'UNCHANGED', '503 UNAVAILABLE'].includes(word)),
    ).toBe(true);
  });
});
