import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import type { OverrideRow } from '@ctx/domain/override-record';
import type { Rejection } from '@ctx/domain/rejections';
import { CONTEXT, EVENT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import { isRejected } from './decision.ts';
import type { LoggedChange } from './history-entry.ts';
import type { LaterChange } from './later-entry.ts';
import { blankOverride } from './override.ts';
import type { MatchRecord, RuleRecord } from './records.ts';
import { decideUndo, type UndoFacts } from './undo.ts';

const row = (values: Partial<OverrideRow>): OverrideRow => ({
  ...blankOverride(EVENT),
  id: 'o',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  orphanedSince: null,
  ...values,
});

const logged = (before: OverrideRow | null, after: OverrideRow | null): LoggedChange => ({
  action: after === null ? 'OVERRIDE_REMOVED' : 'OVERRIDE_SET',
  target: 'e',
  eventIds: ['e'],
  before,
  after,
});

const factsOf = (override: OverrideRow | null, more: Partial<UndoFacts> = {}): UndoFacts => ({
  events: new Map([['e', { id: 'e', fact: EVENT, override }]]),
  years: OPEN_YEARS,
  rules: [],
  matches: [],
  circumstances: [],
  prices: new Map(),
  priced: new Map(),
  priceCount: 0,
  balances: [],
  statedTotals: [],
  regimes: [],
  isUndone: false,
  later: [],
  ...more,
});

const FROZEN = [{ year: 2026, locked: false, frozen: true }];

describe('decideUndo', () => {
  it('rejects an entry without changes as not found', () => {
    expect(decideUndo([], factsOf(null), CONTEXT)).toEqual({ rejected: 'NOT_FOUND' });
  });

  it('restores the fields that the entry changed and keeps fields that were changed later', () => {
    const [before, after] = [row({ notes: 'a' }), row({ notes: 'b', overriddenAmount: '2' })];
    const current = row({ notes: 'b', overriddenAmount: '2.0', overriddenFlags: ['later'] });
    const decided = decideUndo([logged(before, after)], factsOf(current), CONTEXT);
    expect(decided).toMatchObject([
      {
        action: 'OVERRIDE_SET',
        years: [2026, 2026],
        before: current,
        after: { notes: 'a', overriddenAmount: null, overriddenFlags: ['later'], updatedAt: CONTEXT.now },
      },
    ]);
  });

  it('restores a removed override with its id and its time of creation', () => {
    const removed = row({ notes: 'a' });
    expect(decideUndo([logged(removed, null)], factsOf(null), CONTEXT)).toMatchObject([
      { action: 'OVERRIDE_SET', before: null, after: { ...removed, updatedAt: CONTEXT.now } },
    ]);
  });

  it('rejects with the year first, then with each field that has another value now', () => {
    const change = logged(null, row({ notes: 'a', overriddenTaxable: true }));
    const current = row({ notes: 'b', overriddenTaxable: true });
    expect(decideUndo([change], factsOf(current, { years: FROZEN }), CONTEXT)).toEqual({
      rejected: 'YEAR_FROZEN',
    });
    expect(decideUndo([change], factsOf(current), CONTEXT)).toEqual({
      rejected: 'CHANGED_SINCE',
      fieldErrors: [{ field: 'notes', message: 'of event e has another value now' }],
    });
  });

  it('changes nothing when the entry is undone already, but is rejected with the year first', () => {
    const change = logged(null, row({ notes: 'a' }));
    expect(decideUndo([change], factsOf(row({ notes: 'b' }), { isUndone: true }), CONTEXT)).toEqual([]);
    expect(decideUndo([change], factsOf(null, { isUndone: true, years: FROZEN }), CONTEXT)).toEqual({
      rejected: 'YEAR_FROZEN',
    });
  });

  describe('names as the entry to undo first', () => {
    const change = logged(null, row({ notes: 'a', overriddenTaxable: true }));
    const later = (entryId: string, from: string, to: string, undoOf: string | null = null): LaterChange => ({
      entryId,
      undoOf,
      target: 'e',
      before: row({ notes: from }),
      after: row({ notes: to }),
    });
    const named = (...rows: LaterChange[]) => {
      const current = row({ notes: 'x', overriddenTaxable: true });
      const decided = decideUndo([change], factsOf(current, { later: rows }), CONTEXT) as Rejection;
      return decided.fieldErrors!.map(({ laterEntryId }) => laterEntryId);
    };

    it.each<[string, LaterChange[], string | undefined]>([
      ['the newest that changed the field', [later('1', 'a', 'b'), later('2', 'b', 'x')], '2'],
      ['not one that changed another field only', [later('1', 'a', 'x'), later('2', 'x', 'x')], '1'],
      [
        'not an undo, nor what it undid',
        [later('1', 'a', 'x'), later('2', 'x', 'y'), later('3', 'y', 'x', '2')],
        '1',
      ],
      [
        'an entry whose undo was undone',
        [later('1', 'a', 'x'), later('2', 'x', 'a', '1'), later('3', 'a', 'x', '2')],
        '1',
      ],
      ['an undo of an older entry', [later('1', 'a', 'x', 'older')], '1'],
      ['no entry of another event', [{ ...later('1', 'a', 'x'), target: 'other' }], undefined],
      ['no entry when no correction made the change', [], undefined],
    ])('%s', (_what, rows, expected) => {
      expect(named(...rows)).toEqual([expected]);
    });
  });

  it('rejects when the year to which an override returns its event was submitted', () => {
    const change = logged(
      row({ notes: 'a' }),
      row({ notes: 'a', overriddenTimestamp: '2027-03-01T00:00:00Z' }),
    );
    const years = [...FROZEN, { year: 2027, locked: false, frozen: false }];
    const current = row({ notes: 'a', overriddenTimestamp: '2027-03-01T00:00:00+00:00' });
    expect(decideUndo([change], factsOf(current, { years }), CONTEXT)).toEqual({ rejected: 'YEAR_FROZEN' });
  });

  it('rejects when the event is no longer imported', () => {
    const orphan = { id: 'e', fact: null, override: row({ notes: 'a' }) };
    const facts = factsOf(null, { events: new Map([['e', orphan]]) });
    const decided = decideUndo([logged(null, row({ notes: 'a' }))], facts, CONTEXT);
    expect(isRejected(decided) && decided.rejected).toBe('CHANGED_SINCE');
  });

  it('restores a correction whose event was gone before it was removed, and can take that back', () => {
    const orphan = row({ notes: 'a', orphanedSince: '2026-02-01T00:00:00Z' });
    const events = (override: OverrideRow | null): Partial<UndoFacts> => ({
      events: override === null ? new Map() : new Map([['e', { id: 'e', fact: null, override }]]),
    });
    const undone = decideUndo([logged(orphan, null)], factsOf(null, events(null)), CONTEXT);
    const restored = { ...orphan, updatedAt: CONTEXT.now };
    const change = { eventId: 'e', years: [] };
    expect(undone).toEqual([{ ...change, action: 'OVERRIDE_SET', before: null, after: restored }]);
    expect(decideUndo([logged(null, restored)], factsOf(null, events(restored)), CONTEXT)).toEqual([
      { ...change, action: 'OVERRIDE_REMOVED', before: restored, after: null },
    ]);
    for (const [entry, current] of [
      [logged(orphan, null), orphan],
      [logged(null, restored), null],
      [logged(row({ notes: 'a' }), null), null],
    ] as const) {
      const decided = decideUndo([entry], factsOf(null, events(current)), CONTEXT);
      expect(isRejected(decided) && decided.rejected).toBe('CHANGED_SINCE');
    }
  });

  it('restores a deleted rule unless the rule limit is reached or its place in the order is not known', () => {
    const rule = { id: 'r', ordinal: 7, matchedCount: 3 } as RuleRecord;
    const deletion = (before: object): LoggedChange => ({
      action: 'RULE_DELETED',
      target: 'r',
      eventIds: [],
      before,
      after: null,
    });
    const rules = Array.from({ length: LIMITS.rulesMax }, (_, index) => ({ ...rule, id: String(index) }));
    expect(decideUndo([deletion(rule)], factsOf(null), CONTEXT)).toMatchObject([
      { action: 'RULE_CREATED', after: { ordinal: 7, matchedCount: null } },
    ]);
    expect(decideUndo([deletion(rule)], factsOf(null, { rules }), CONTEXT)).toEqual({
      rejected: 'TOO_MANY_RULES',
    });
    expect(decideUndo([deletion({ id: 'r' })], factsOf(null), CONTEXT)).toEqual({
      rejected: 'UNDO_UNAVAILABLE',
    });
  });

  describe('of a removed match', () => {
    const pair = (out: string, into: string, joinedMatchId: string | null): MatchRecord => ({
      id: `${out}>${into}`,
      outTaxEventId: out,
      inTaxEventId: into,
      transferKind: 'SELF_TRANSFER',
      joinedMatchId,
      notes: null,
      createdAt: '',
      createdVia: '',
    });
    const removal = (before: MatchRecord): LoggedChange => ({
      action: 'TRANSFER_UNMATCHED',
      target: before.id,
      eventIds: [before.outTaxEventId, before.inTaxEventId],
      before,
      after: null,
    });
    const first = pair('out1', 'in', null);
    const second = pair('out2', 'in', 'out1>in');

    it.each([
      ['the first pair of the match', first, second],
      ['a later pair of the match', second, first],
    ])('restores %s beside the pair that is still there', (_title, removed, left) => {
      expect(decideUndo([removal(removed)], factsOf(null, { matches: [left] }), CONTEXT)).toMatchObject([
        { action: 'TRANSFER_MATCHED', after: removed },
      ]);
    });

    it.each([
      ['a leg is in another match now', first, pair('out2', 'in', null)],
      ['the match has several arrivals now', second, pair('out2', 'in2', 'out1>in')],
    ])('is rejected where %s', (_title, removed, other) => {
      const matches = [other, ...(removed === second ? [first] : [])];
      const decided = decideUndo([removal(removed)], factsOf(null, { matches }), CONTEXT);
      expect(isRejected(decided) && decided.rejected).toBe('ALREADY_MATCHED');
    });
  });
});
