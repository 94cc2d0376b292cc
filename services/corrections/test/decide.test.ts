/** Decisions on corrections, purely (service.md, "Behavior rules"). The order of refusals is walked in test/e2e/corrections. */
import { describe, expect, it } from '@jest/globals';
import { OVERRIDE_FIELDS, type OverrideField } from '@ctx/common/contract/requests';
import { LIMITS } from '@ctx/common/domain/limits';
import fc from 'fast-check';
import { decideEach } from '../src/decide/bulk.ts';
import { type Context, isRefused, reachOf } from '../src/decide/decision.ts';
import { type CorrectedEvent, decideOverride, type EventFacts } from '../src/decide/override.ts';
import { decideMatch } from '../src/decide/match.ts';
import type { MatchRecord, RuleRecord } from '../src/decide/records.ts';
import { decideRule, type RuleWish } from '../src/decide/rule.ts';

const context: Context = { userId: 1, via: 'Test', requestId: 'r', now: '2026-06-01T00:00:00Z' };
const open = [{ year: 2026, locked: false, frozen: false }];
const fact: EventFacts = {
  ...{
    type: 'DISPOSITION',
    treatment: 'NORMAL',
    amount: '1',
    euroValue: '100',
    taxable: null,
    description: null,
  },
  ...{ flags: [], link: null, isLoan: false, isRepayment: false, isInterestExpense: false },
  ...{
    accountId: 'a',
    assetKey: 'ETH',
    assetSymbol: 'ETH',
    referenceId: 'S1',
    timestamp: '2026-03-01T10:00:00Z',
  },
  ...{ protocol: null, counterpartyAddress: null, chainId: null },
};

const values = fc.record(
  {
    overriddenType: fc.constantFrom('INCOME', 'FEE', null),
    overriddenTreatment: fc.constantFrom('LOST', 'STOLEN', null),
    overriddenTaxable: fc.constantFrom(true, false, null),
    overriddenEuroValue: fc.constantFrom('0', '12.5', null),
    overriddenAmount: fc.constantFrom('1', '2', null),
    overriddenTimestamp: fc.constantFrom('2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z', null),
    overriddenDescription: fc.constantFrom('', 'x', null),
    overriddenFlags: fc.constantFrom([], ['a'], null),
    originAcquiredAt: fc.constantFrom('2020-01-01T00:00:00Z', null),
    notes: fc.constantFrom('', 'n', null),
  },
  { requiredKeys: [] },
);
const patches = fc
  .tuple(values, fc.subarray([...OVERRIDE_FIELDS]))
  .map(([given, clear]) => {
    const conflicts = new Set(clear);
    const kept = Object.entries(given).filter(([name]) => !conflicts.has(name as OverrideField));
    return { values: Object.fromEntries(kept), clear };
  })
  .filter(
    ({ values: kept, clear }) => clear.length > 0 || Object.values(kept).some((value) => value !== null),
  );

describe('Override merge', () => {
  it('an omitted or null field keeps its current value, a name in clear removes it; an identical repeat changes nothing', () => {
    fc.assert(
      fc.property(fc.array(patches, { minLength: 1, maxLength: 8 }), (sequence) => {
        let event: CorrectedEvent = { id: 'e', fact, override: null };
        const model = new Map<string, unknown>();
        for (const patch of sequence) {
          const before = JSON.stringify([...model].toSorted());
          for (const [name, value] of Object.entries(patch.values))
            if (value !== null) model.set(name, value);
          for (const name of patch.clear) model.delete(name);
          const outcome = decideOverride(event, patch, open, context);
          if (isRefused(outcome)) throw new Error(outcome.refused);
          expect(outcome.change !== null).toBe(JSON.stringify([...model].toSorted()) !== before);
          const after = outcome.change === null ? event.override : outcome.change.after;
          event = { ...event, override: after as CorrectedEvent['override'] };
          const stored = Object.entries(event.override ?? {}).filter(
            ([name, value]) => (OVERRIDE_FIELDS as readonly string[]).includes(name) && value !== null,
          );
          expect(Object.fromEntries(stored.map(([name, value]) => [name, instantOf(value)]))).toEqual(
            Object.fromEntries([...model].map(([name, value]) => [name, instantOf(value)])),
          );
          expect(outcome.record.id).toBe(model.size === 0 ? null : event.override?.id);
          const again = decideOverride(event, patch, open, context);
          expect(again).toMatchObject({ change: null, created: false });
        }
      }),
    );
  });

  it('the same override of the same event has the same id, whoever makes it first', () => {
    const notes = (text: string) => ({ values: { notes: text }, clear: [] });
    const event = { id: 'e', fact, override: null };
    const ids = ['x', 'y'].map((text) => decideOverride(event, notes(text), open, context));
    expect(ids[0]).toMatchObject({ overrideId: (ids[1] as { overrideId: string }).overrideId });
    const other = decideOverride(event, notes('x'), open, { ...context, userId: 2 });
    expect(other).not.toMatchObject({ overrideId: (ids[0] as { overrideId: string }).overrideId });
  });
});

/** Instants are kept in UTC with six fraction digits. */
function instantOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-/.test(value) ? Date.parse(value) : value;
}

describe('Rules', () => {
  const wish: RuleWish = {
    ...{ action: 'MARK_INCOME', matchType: 'COUNTERPARTY', direction: 'ANY', label: 'l', notes: null },
    ...{ counterpartyAddress: ' 0xAB ', chainId: 1, matchValue: null, thresholdEur: null },
  };
  const created = (given: RuleWish, existing: readonly RuleRecord[] = []) => {
    const outcome = decideRule(given, existing, context);
    if (isRefused(outcome)) throw new Error(outcome.refused);
    return outcome;
  };
  const { rule } = created(wish);

  it.each<readonly [string, Partial<RuleWish>, boolean]>([
    ['label and notes', { label: 'other', notes: 'n' }, true],
    ['address case and spaces', { counterpartyAddress: '0xab' }, true],
    ['another chain', { chainId: 10 }, false],
    ['another direction', { direction: 'INBOUND' }, false],
    ['another action', { action: 'MARK_SELF_TRANSFER' }, false],
    ['the case of an address that is not EVM', { counterpartyAddress: '0xab', chainId: 0 }, false],
  ])('two rules that differ in %s are identical: %s', (_what, difference, isSame) => {
    expect(created({ ...wish, ...difference }, [rule]).created).toBe(!isSame);
  });

  it('texts are stored trimmed', () => {
    expect(rule.counterpartyAddress).toBe('0xAB');
  });

  it(`an account has at most ${String(LIMITS.rulesMax)}, and still finds the identical one then`, () => {
    const many = Array.from(
      { length: LIMITS.rulesMax },
      (_, chainId) => created({ ...wish, chainId: chainId + 5 }).rule,
    );
    expect(decideRule(wish, many, context)).toEqual({ refused: 'TOO_MANY_RULES' });
    expect(created({ ...wish, chainId: 7 }, many).created).toBe(false);
  });

  it('one that is created or deleted may reach any event, other corrections reach theirs', () => {
    expect(reachOf([{ action: 'RULE_CREATED', before: null, after: rule }])).toBe('EVERYTHING');
    const match = {
      id: 'm',
      outTaxEventId: 'o',
      inTaxEventId: 'i',
      notes: null,
      createdAt: '',
      createdVia: '',
    };
    const kind = { transferKind: 'BRIDGE' } as const;
    expect(reachOf([{ action: 'TRANSFER_UNMATCHED', before: { ...match, ...kind }, after: null }])).toEqual([
      'o',
      'i',
    ]);
  });
});

describe('Transfer matches', () => {
  it('ALREADY_MATCHED names each leg that a match holds, and that match', () => {
    const legOf = (id: string, type: string): CorrectedEvent => ({
      id,
      fact: { ...fact, type },
      override: null,
    });
    const held = { notes: null, createdAt: '', createdVia: '', transferKind: 'BRIDGE' } as const;
    const decide = (...matches: readonly MatchRecord[]) =>
      decideMatch(
        { outTaxEventId: 'out', inTaxEventId: 'in', transferKind: 'BRIDGE', notes: null },
        {
          ...{ outLeg: legOf('out', 'DISPOSITION'), inLeg: legOf('in', 'ACQUISITION') },
          ...{ years: open, rules: [], matches },
        },
        context,
      );
    const [ofOut, ofIn] = [
      { id: 'm1', outTaxEventId: 'out', inTaxEventId: 'x', ...held },
      // Made while the event was a DISPOSITION.
      { id: 'm2', outTaxEventId: 'in', inTaxEventId: 'y', ...held },
    ];
    const outIsHeld = { field: 'outTaxEventId', message: 'is a leg of match m1' };
    const inIsHeld = { field: 'inTaxEventId', message: 'is a leg of match m2' };
    expect(decide(ofOut)).toEqual({ refused: 'ALREADY_MATCHED', fieldErrors: [outIsHeld] });
    expect(decide(ofIn, ofOut)).toEqual({ refused: 'ALREADY_MATCHED', fieldErrors: [outIsHeld, inIsHeld] });
  });
});

describe('Bulk', () => {
  it('decides each id once and tells of each place', () => {
    const asked: string[] = [];
    const { changes, answer } = decideEach(['a', 'b', 'a'], (id) => {
      asked.push(id);
      return id === 'b' ? { refused: 'YEAR_LOCKED' } : { change: null, status: 'UNCHANGED', overrideId: 'o' };
    });
    expect([asked, changes]).toEqual([['a', 'b'], []]);
    const { results, ...counts } = answer('NOT_NEEDED');
    expect(counts).toEqual({ processed: 3, succeeded: 2, failed: 1, recalc: 'NOT_NEEDED' });
    expect(results.map(({ id, status, code }) => [id, status, code])).toEqual([
      ['a', 'UNCHANGED', null],
      ['b', 'FAILED', 'YEAR_LOCKED'],
      ['a', 'UNCHANGED', null],
    ]);
  });
});
