/** The history of corrections and undoing an entry: restores corrections and figures, through every guard. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { useDatabase, useStack } from '../kit.ts';
import { newToken, UNKNOWN_ID } from '../stack.ts';
import { rejectionOf, send, type User } from './surfaces.ts';
import { type CorrectableUser, correctableUser, useCorrectableUser } from './users.ts';

let user: CorrectableUser;

const stack = useStack();
const owner = useDatabase(stack);

beforeAll(async () => {
  user = await correctableUser(stack);
});

type Entry = Schema<'HistoryEntry'>;
const id = (name: string, of = user): string => of.events.get(name)!;
/** A new token has a rate limit of its own. */
const asUser = async (of: CorrectableUser): Promise<User> => ({
  userId: of.userId,
  token: await newToken(stack, of.userId, 'write'),
});
const history = async (of: User, query: object = {}): Promise<Schema<'HistoryResponse'>> =>
  ok(stack.api(of.token).GET('/api/v1/history', { params: { query } }));
const newest = async (of: User): Promise<Entry> => (await history(of, { size: 1 })).entries[0]!;
const undo = (of: User, entryId: string, headers = {}) =>
  send(stack, of, 'POST', `/api/v1/history/${entryId}/undo`, undefined, headers);

/** The stored corrections of a user, without the time of their last change and the number of the first run of a rule. */
async function stored(userId: string): Promise<unknown> {
  const rowsOf = async (table: string, order: string) =>
    (
      await owner.query<{ row: object }>(
        `SELECT to_jsonb(t) - 'updated_at' - 'first_run' - 'ordinal' AS row FROM corrections.${table} t
         WHERE user_id = $1 ORDER BY ${order}`,
        [userId],
      )
    ).rows;
  return {
    overrides: await rowsOf('overrides', 'override_id'),
    // The order in which rules apply.
    rules: await rowsOf('rules', 'ordinal'),
    matches: await rowsOf('transfer_matches', 'match_id'),
  };
}

async function figures(userId: string): Promise<unknown> {
  await untilIdle(stack, { userId });
  return (
    await owner.query(
      `SELECT year, monthly_gains, monthly_income, total_tax, transaction_count, needs_review_count FROM figures.years
       WHERE user_id = $1 ORDER BY year`,
      [userId],
    )
  ).rows;
}

type StepResults = Record<string, string>;
interface Step {
  readonly name: string;
  readonly make: (of: User, made: StepResults) => Promise<void>;
}
const post = async (of: User, path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await send(stack, of, 'POST', `/api/v1${path}`, body);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body;
};
const remove = async (of: User, path: string): Promise<void> => {
  const answer = await send(stack, of, 'DELETE', `/api/v1${path}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
};
const idIn = (value: unknown): string => String((value as { id: unknown }).id);
const rule = (label: string, thresholdEur: number) => ({
  action: 'IGNORE_DUST',
  label,
  matchType: 'DUST_THRESHOLD',
  thresholdEur,
});

// In this order: each step builds on the state that the earlier steps left.
const STEPS: readonly Step[] = [
  {
    name: 'an override that is set',
    make: async (of, made) => {
      const body = { taxEventId: id('SELL 2026'), overriddenEuroValue: 4321.5, notes: 'n' };
      made['override'] = idIn((await post(of, '/overrides', body))['override']);
    },
  },
  {
    name: 'an override that is changed and moved to another date',
    make: async (of) => {
      const body = { taxEventId: id('SELL 2026'), overriddenTimestamp: '2026-05-05T05:05:05Z' };
      await post(of, '/overrides', { ...body, overriddenFlags: ['x', 'y'], clear: ['notes'] });
    },
  },
  {
    name: 'an override of which the last field is cleared',
    make: async (of) => {
      await post(of, '/overrides', { taxEventId: id('CORRECTED 2026'), clear: ['notes'] });
    },
  },
  {
    name: 'an override that is deleted',
    make: async (of, made) => remove(of, `/overrides/${made['override']!}`),
  },
  {
    name: 'a bulk of overrides that are set',
    make: async (of) => {
      const taxEventIds = [id('SELL 2026'), id('SECOND 2026'), id('BUY 2026')];
      await post(of, '/overrides/bulk', { taxEventIds, overriddenTreatment: 'LOST', notes: 'bulk' });
    },
  },
  {
    name: 'a bulk of overrides that are deleted',
    make: async (of, made) => post(of, '/overrides/bulk-delete', { overrideIds: [made['override']] }).then(),
  },
  {
    name: 'a rule that is created',
    make: async (of, made) => {
      made['rule'] = idIn((await post(of, '/rules', rule('first', 3500)))['rule']);
      await post(of, '/rules', rule('second', 2500));
    },
  },
  {
    name: 'a rule that is deleted, which returns to its place in the order',
    make: async (of, made) => remove(of, `/rules/${made['rule']!}`),
  },
  {
    name: 'a match that is created',
    make: async (of, made) => {
      const body = { outTaxEventId: id('SELL 2026'), inTaxEventId: id('ARRIVAL 2026') };
      made['match'] = idIn(
        (await post(of, '/transfer-matches', { ...body, transferKind: 'BRIDGE' }))['match'],
      );
    },
  },
  {
    name: 'a match that is deleted',
    make: async (of, made) => remove(of, `/transfer-matches/${made['match']!}`),
  },
];

describe('Undoing restores the stored corrections and the figures, and undoing the undo restores what was undone, after', () => {
  const made: StepResults = {};

  it.each(STEPS)('$name', async ({ make }) => {
    const of = await asUser(user);
    const [before, figuresBefore] = [await stored(user.userId), await figures(user.userId)];
    const entriesBefore = (await history(of)).totalElements;
    await make(of, made);
    const [after, figuresAfter] = [await stored(user.userId), await figures(user.userId)];
    expect(after).not.toEqual(before);
    const { entries, totalElements } = await history(of);
    const added = entries.slice(0, totalElements - entriesBefore);
    const undos: string[] = [];
    for (const entry of added) {
      const answer = await undo(of, entry.id);
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      undos.push(idIn(answer.body['entry']));
      expect((await newest(of)).undoOf).toBe(entry.id);
      expect(await newest(of)).toEqual(answer.body['entry']);
    }
    expect(await stored(user.userId)).toEqual(before);
    expect(await figures(user.userId)).toEqual(figuresBefore);
    for (const undone of undos.toReversed()) expect((await undo(of, undone)).status).toBe(200);
    expect(await stored(user.userId)).toEqual(after);
    expect(await figures(user.userId)).toEqual(figuresAfter);
    const { last, full } = await runBesideFull(stack, user.userId);
    expect(full).toEqual(last);
  });

  it('all of them, when every entry is undone from the newest to the oldest', async () => {
    const owned = await correctableUser(stack);
    const outer = user;
    user = owned;
    const [before, figuresBefore] = [await stored(owned.userId), await figures(owned.userId)];
    let of = await asUser(owned);
    const start = (await history(of)).totalElements;
    const ids: StepResults = {};
    for (const { make } of STEPS) await make(of, ids);
    user = outer;
    of = await asUser(owned);
    const { entries, totalElements } = await history(of);
    for (const entry of entries.slice(0, totalElements - start))
      expect([entry, (await undo(of, entry.id)).status]).toEqual([entry, 200]);
    expect(await stored(owned.userId)).toEqual(before);
    expect(await figures(owned.userId)).toEqual(figuresBefore);
  });
});

describe('Before an undo', () => {
  it('the dry run of undoing an entry previews the figures of before, and stores no entry', async () => {
    const owned = await correctableUser(stack);
    const of = await asUser(owned);
    const summary = async () => {
      const params = { path: { year: 2026 } };
      return (await ok(stack.api(of.token).GET('/api/v1/years/{year}/summary', { params }))).totalCapitalGains
        .exact;
    };
    const before = await summary();
    await post(of, '/overrides', { taxEventId: id('SELL 2026', owned), overriddenEuroValue: 9000 });
    await untilIdle(stack, of);
    const [entry, stands] = [await newest(of), await stored(owned.userId)];
    const answer = await send(stack, of, 'POST', `/api/v1/history/${entry.id}/undo?dryRun=true`);
    const { preview, recalc } = answer.body as unknown as Schema<'UndoResponse'>;
    expect([recalc, preview!.years.map(({ year, after }) => [year, after.totalCapitalGains])]).toEqual([
      'NOT_NEEDED',
      [[2026, before]],
    ]);
    expect(await stored(owned.userId)).toEqual(stands);
    expect(await newest(of)).toEqual(entry);
  });
});

describe('An undo is rejected', () => {
  let of: User;
  const own = useCorrectableUser(stack);

  beforeAll(async () => {
    of = await asUser(own);
  });
  const outcome = async (entryId: string) => rejectionOf(await undo(of, entryId)) ?? 'UNDONE';

  it('with 404 for an unknown entry and for an entry of another user', async () => {
    expect(await outcome(UNKNOWN_ID)).toBe('404 NOT_FOUND');
    expect(await outcome((await newest(await asUser(user))).id)).toBe('404 NOT_FOUND');
  });

  it('with CHANGED_SINCE while a later entry has changed a field that it changed, and not for other fields', async () => {
    const taxEventId = id('SELL 2026', own);
    await post(of, '/overrides', { taxEventId, overriddenEuroValue: 100, notes: 'a' });
    const first = await newest(of);
    await post(of, '/overrides', { taxEventId, notes: 'b' });
    const second = await newest(of);
    await post(of, '/overrides', { taxEventId, overriddenDescription: 'kept' });
    const rejected = await undo(of, first.id);
    expect(rejectionOf(rejected)).toBe('409 CHANGED_SINCE');
    const message = `of event ${taxEventId} has another value now: undo entry ${second.id} first`;
    expect(rejected.body['fieldErrors']).toEqual([{ field: 'notes', message, laterEntryId: second.id }]);
    expect(rejected.body['message']).toContain(`notes ${message}.`);
    expect(await outcome(second.id)).toBe('UNDONE');
    expect(await outcome(first.id)).toBe('UNDONE');
    const { rows } = await owner.query<{ description: string; value: string | null }>(
      `SELECT overridden_description AS description, overridden_euro_value AS value FROM corrections.overrides
       WHERE user_id = $1 AND event_id = $2`,
      [own.userId, taxEventId],
    );
    expect(rows).toEqual([{ description: 'kept', value: null }]);
  });

  it('with CHANGED_SINCE until the entries that it names are undone, one after the other', async () => {
    const taxEventId = id('SELL 2026', own);
    const apply = async (notes: string): Promise<Entry> => {
      await post(of, '/overrides', { taxEventId, notes });
      return newest(of);
    };
    const first = await apply('first');
    const second = await apply('second');
    const third = await apply('third');
    await undo(of, idIn((await undo(of, third.id)).body['entry']));
    const followed: string[] = [];
    const undoWithAdvice = async (entryId: string): Promise<void> => {
      const { body } = await undo(of, entryId);
      const errors = (body['fieldErrors'] ?? []) as { laterEntryId: string }[];
      if (errors.length === 0) return;
      followed.push(errors[0]!.laterEntryId);
      await undoWithAdvice(errors[0]!.laterEntryId);
      await undoWithAdvice(entryId);
    };
    await undoWithAdvice(first.id);
    expect(followed).toEqual([third.id, second.id]);
    expect((await history(of, { entryId: first.id })).entries[0]!.undoneBy).toBe((await newest(of)).id);
  });

  it('with CHANGED_SINCE for a rule that was created again, and with ALREADY_MATCHED for a leg of another match', async () => {
    const created = idIn((await post(of, '/rules', rule('again', 1)))['rule']);
    await remove(of, `/rules/${created}`);
    const deletion = await newest(of);
    await post(of, '/rules', rule('again', 1));
    const rejected = await undo(of, deletion.id);
    expect(rejectionOf(rejected)).toBe('409 CHANGED_SINCE');
    expect(rejected.body['fieldErrors']).toMatchObject([
      { field: 'rule', laterEntryId: (await newest(of)).id },
    ]);
    const pair = (outTaxEventId: string, inTaxEventId: string) =>
      post(of, '/transfer-matches', { outTaxEventId, inTaxEventId, transferKind: 'BRIDGE' });
    const match = idIn((await pair(id('SECOND 2026', own), id('ARRIVAL 2026', own)))['match']);
    await remove(of, `/transfer-matches/${match}`);
    const unmatched = await newest(of);
    await pair(id('SECOND 2026', own), id('SECOND ARRIVAL 2026', own));
    expect(await outcome(unmatched.id)).toBe('409 ALREADY_MATCHED');
  });

  it('all of a bulk, when one of its events has changed since', async () => {
    const taxEventIds = [id('BUY 2026', own), id('CORRECTED 2026', own)];
    await post(of, '/overrides/bulk', { taxEventIds, overriddenDescription: 'bulk' });
    const bulk = await newest(of);
    await post(of, '/overrides', { taxEventId: taxEventIds[0], overriddenDescription: 'later' });
    const before = await stored(own.userId);
    expect(await outcome(bulk.id)).toBe('409 CHANGED_SINCE');
    expect(await stored(own.userId)).toEqual(before);
  });

  it.each([
    ['2023', '402 YEAR_LOCKED'],
    ['2024', '402 YEAR_LOCKED'],
    ['2025', '409 YEAR_FROZEN'],
  ])('for the override of an event of %s with %s', async (year, rejection) => {
    const taxEventId = id(`CORRECTED ${year}`, own);
    const { entries } = await history(of, { taxEventId });
    expect(entries).toHaveLength(1);
    expect(await outcome(entries[0]!.id)).toBe(rejection);
  });

  it('with UNDO_UNAVAILABLE for a deleted rule whose place in the order an earlier release did not log', async () => {
    const created = idIn((await post(of, '/rules', rule('old', 0.5)))['rule']);
    await remove(of, `/rules/${created}`);
    const deletion = await newest(of);
    await owner.query(`UPDATE corrections.audit_log SET before = before - 'ordinal' WHERE entry_id = $1`, [
      deletion.id,
    ]);
    expect(await outcome(deletion.id)).toBe('409 UNDO_UNAVAILABLE');
  });

  it('never for a repeated Idempotency-Key, which gets the first response and writes no second entry', async () => {
    await post(of, '/overrides', { taxEventId: id('BUY 2026', own), overriddenFlags: ['key'] });
    const entry = await newest(of);
    const headers = { 'idempotency-key': 'undo-once' };
    const first = await undo(of, entry.id, headers);
    const again = await undo(of, entry.id, headers);
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect(await newest(of)).toEqual(first.body['entry']);
    expect(rejectionOf(await undo(of, UNKNOWN_ID, headers))).toBe('400 IDEMPOTENCY_KEY_REUSED');
  });
});

describe('The history', () => {
  const own = useCorrectableUser(stack);

  it('shows a bulk as one entry with its count, all event ids, years and the values before and after', async () => {
    const of = { userId: own.userId, token: await newToken(stack, own.userId, 'write', 'Helper') };
    const taxEventIds = [...own.events].filter(([name]) => name.includes('2026')).map(([, each]) => each);
    await post(of, '/overrides/bulk', { taxEventIds, overriddenTaxable: false, overriddenFlags: ['a'] });
    const entry = await newest(of);
    expect(entry).toMatchObject({
      kind: 'OVERRIDE',
      via: 'Helper',
      undoOf: null,
      years: [2026],
      changeCount: taxEventIds.length,
      eventIds: taxEventIds.toSorted(),
    });
    expect(entry.changes[0]!.fields).toEqual([
      { field: 'overriddenTaxable', from: null, to: 'false' },
      { field: 'overriddenFlags', from: null, to: '["a"]' },
    ]);
  });

  it('filters by year, kind, token or app, and event, and pages newest first', async () => {
    const of = await asUser(own);
    await post(of, '/rules', rule('any year', 1));
    const all = await history(of);
    const idsOf = (entries: readonly Entry[]) => entries.map((entry) => entry.id);
    const filtered = async (query: object, keep: (entry: Entry) => boolean) => {
      const { entries, totalElements } = await history(of, query);
      expect([query, idsOf(entries)]).toEqual([query, idsOf(all.entries.filter(keep))]);
      expect(totalElements).toBe(entries.length);
      expect(entries.length).toBeGreaterThan(0);
    };
    expect(all.entries.map(({ at }) => at)).toEqual(
      all.entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    await filtered({ year: 2024 }, ({ years, kind }) => years.includes(2024) || kind === 'RULE');
    await filtered({ kind: 'RULE' }, ({ kind }) => kind === 'RULE');
    await filtered({ via: 'Helper' }, ({ via }) => via === 'Helper');
    const taxEventId = id('CORRECTED 2026', own);
    await filtered({ taxEventId }, ({ eventIds }) => eventIds.includes(taxEventId));
    const page = await history(of, { page: 1, size: 2 });
    expect(page).toMatchObject({ page: 1, size: 2, hasPrevious: true, totalElements: all.totalElements });
    expect(idsOf(page.entries)).toEqual(idsOf(all.entries.slice(2, 4)));
  });

  it('shows of a locked year only what the user entered', async () => {
    const of = await asUser(own);
    const { entries } = await history(of, { taxEventId: id('CORRECTED 2024', own) });
    expect(entries.flatMap(({ changes }) => changes.flatMap(({ fields }) => fields))).toEqual([
      { field: 'notes', from: null, to: 'CORRECTED 2024' },
    ]);
  });

  it('describes each event as it was imported, and none that is no longer imported', async () => {
    const of = await asUser(own);
    const [sell, arrival] = [id('SELL 2026', own), id('ARRIVAL 2026', own)];
    await post(of, '/overrides', { taxEventId: sell, overriddenAmount: 0.5 });
    const described = { taxEventId: sell, type: 'DISPOSITION', treatment: 'NORMAL', amount: 1 };
    const kraken = { assetSymbol: 'ETH', timestamp: '2026-03-01T10:00:00Z', accountLabel: 'KRAKEN' };
    expect((await newest(of)).changes[0]!.events).toEqual([{ ...described, ...kraken }]);
    await post(of, '/transfer-matches', {
      outTaxEventId: sell,
      inTaxEventId: arrival,
      transferKind: 'BRIDGE',
    });
    expect((await newest(of)).changes[0]!.events).toMatchObject([
      { taxEventId: sell, accountLabel: 'KRAKEN' },
      { taxEventId: arrival, type: 'ACQUISITION', accountLabel: 'ETHEREUM' },
    ]);
    const orphaned = await history(of, { taxEventId: id('ORPHAN 2024', own) });
    expect(orphaned.entries[0]!.changes[0]).toMatchObject({
      eventIds: [id('ORPHAN 2024', own)],
      events: [],
    });
  });

  it('names the entry that undid another, until that is undone', async () => {
    const of = await asUser(own);
    await post(of, '/overrides', { taxEventId: id('BUY 2026', own), notes: 'to be undone' });
    const entry = await newest(of);
    const only = async () => (await history(of, { entryId: entry.id })).entries;
    expect(await only()).toEqual([entry]);
    expect(entry.undoneBy).toBeNull();
    const undone = idIn((await undo(of, entry.id)).body['entry']);
    expect((await only())[0]!.undoneBy).toBe(undone);
    await undo(of, undone);
    expect(await only()).toEqual([entry]);
  });

  it('finds an entry by its id, and none of another user', async () => {
    const { id: foreign } = await newest(await asUser(user));
    expect((await history(await asUser(own), { entryId: foreign })).entries).toEqual([]);
    expect((await history(await asUser(own), { entryId: UNKNOWN_ID })).totalElements).toBe(0);
  });
});
