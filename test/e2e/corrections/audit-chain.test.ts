/** `ctx audit --verify` names rows of the log that were changed in SQL; `ctx audit --follow` prints new entries. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { useDatabase, useStack, useUser } from '../kit.ts';
import { event, waitFor } from '../stack.ts';

let eventIds: string[];

const ROWS = 5;

const stack = useStack();
const owner = useDatabase(stack);
const user = useUser(stack, {
  scope: 'write',
  facts: [
    { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
    ...Array.from({ length: ROWS }, (_, index) =>
      event(`BUY ${String(index)}`, 'ACQUISITION', '1', `2026-02-0${String(index + 1)}T10:00:00Z`, '20000'),
    ),
  ],
});

beforeAll(async () => {
  const query = { year: 2026 };
  const page = await ok(user.api.GET('/api/v1/transactions', { params: { query } }));
  eventIds = page.transactions.map(({ id }) => id);
  // Two rows of one entry, and three entries of one row.
  await bulk(eventIds.slice(0, 2), 'bulk');
  for (const id of eventIds.slice(2)) await bulk([id], 'single');
});

const bulk = (taxEventIds: string[], notes: string) =>
  ok(user.api.POST('/api/v1/overrides/bulk', { body: { taxEventIds, notes } }));
const verify = () => stack.ctx(['audit', '--user', user.userId, '--verify'], true);
const query = (text: string) => owner.query(text, [user.userId]);

describe('ctx audit --verify', () => {
  it('prints what it compared when no row was changed', async () => {
    const { rows } = await query('SELECT at FROM corrections.audit_log WHERE user_id = $1 ORDER BY audit_id');
    const times = rows.map(({ at }: { at: Date }) => at.toISOString().slice(0, -1));
    expect(await verify()).toEqual({
      chained: ROWS,
      entries: ROWS - 1,
      from: expect.stringContaining(times[0]!) as unknown,
      to: expect.stringContaining(times.at(-1)!) as unknown,
      cleared: 0,
      clearedAt: null,
      clearedUntil: null,
      head: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      comparedWith: null,
    });
  });

  describe('exits with 1 and names', () => {
    beforeEach(() =>
      query('CREATE TABLE saved_log AS SELECT * FROM corrections.audit_log WHERE user_id = $1'),
    );
    beforeEach(() =>
      query('CREATE TABLE saved_chain AS SELECT * FROM corrections.audit_chains WHERE user_id = $1'),
    );
    afterEach(async () => {
      await query('DELETE FROM corrections.audit_log WHERE user_id = $1');
      await query('DELETE FROM corrections.audit_chains WHERE user_id = $1');
      await owner.query('INSERT INTO corrections.audit_log OVERRIDING SYSTEM VALUE SELECT * FROM saved_log');
      await owner.query('INSERT INTO corrections.audit_chains SELECT * FROM saved_chain');
      await owner.query('DROP TABLE saved_log, saved_chain');
      expect(await verify()).toMatchObject({ chained: ROWS });
    });

    const SET = 'UPDATE corrections.audit_log SET';
    it.each([
      ['a changed name of the token', `${SET} via = 'Nobody' WHERE user_id = $1 AND place = 2`, 'CHANGED', 2],
      ['a changed time', `${SET} at = at + interval '1 us' WHERE user_id = $1 AND place = 1`, 'CHANGED', 1],
      [
        'a changed value',
        `${SET} after = after || '{"notes":"x"}' WHERE user_id = $1 AND place = 3`,
        'CHANGED',
        3,
      ],
      [
        'a changed hash of the last row',
        `${SET} hash = sha256('') WHERE user_id = $1 AND place = 5`,
        'CHANGED',
        5,
      ],
      ['a removed row', 'DELETE FROM corrections.audit_log WHERE user_id = $1 AND place = 3', 'REMOVED', 3],
      [
        'the removed first row',
        'DELETE FROM corrections.audit_log WHERE user_id = $1 AND place = 1',
        'REMOVED',
        1,
      ],
      [
        'the removed last row',
        'DELETE FROM corrections.audit_log WHERE user_id = $1 AND place = 5',
        'REMOVED',
        5,
      ],
      [
        'an inserted row',
        `INSERT INTO corrections.audit_log (user_id, at, action, target, via, request_id, entry_id)
         VALUES ($1, now(), 'RULE_DELETED', 'x', 'x', 'x', gen_random_uuid())`,
        'INSERTED',
        null,
      ],
      [
        'a row that was inserted at the end of the chain',
        `INSERT INTO corrections.audit_log (user_id, at, action, target, via, request_id, entry_id, place, hash)
         VALUES ($1, now(), 'RULE_DELETED', 'x', 'x', 'x', gen_random_uuid(), 6, sha256('x'))`,
        'INSERTED',
        6,
      ],
    ])('%s', async (_what, change, fault, place) => {
      await query(change);
      const { error } = (await verify()) as { error: { code: string; differing: object[] } };
      expect(error.code).toBe('AUDIT_LOG_CHANGED');
      expect(error.differing).toContainEqual(expect.objectContaining({ fault, place }));
      expect(error.differing.filter((each) => (each as { fault: string }).fault === fault)).toHaveLength(1);
    });
  });
});

describe('ctx audit --follow', () => {
  it('prints each new entry as a line of JSON, in order, until a signal ends it with code 0', async () => {
    const child = stack.startCtx(['audit', '--user', user.userId, '--follow']);
    const printed: { id: number; notes: string }[] = [];
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const { id, after } = JSON.parse(line) as { id: number; after: { notes: string } };
      printed.push({ id, notes: after.notes });
    });
    // The command prints only entries that are made after it has started: corrections continue until it prints one.
    const made: string[] = [];
    await waitFor(async () => {
      made.push(`follow ${String(made.length)}`);
      await bulk([eventIds[0]!], made.at(-1)!);
      return printed.length > 0;
    });
    made.push('last');
    await bulk([eventIds[1]!], 'last');
    await waitFor(() => printed.at(-1)?.notes === 'last');
    expect(printed.map(({ notes }) => notes)).toEqual(made.slice(-printed.length));
    expect(printed.map(({ id }) => id)).toEqual(printed.map(({ id }) => id).toSorted((a, b) => a - b));
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
