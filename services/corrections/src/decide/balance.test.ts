import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import type { BalanceRecord } from '@ctx/domain/stated-balances';
import { CONTEXT } from '../../test/decide-inputs.ts';
import { decideBalance, decideRemovedBalance } from './balance.ts';
import { isRejected } from './decision.ts';
import type { LoggedChange } from './history-entry.ts';
import { reversalOfBalance } from './undo-balance.ts';

const ACCOUNT = '6a7b8c9d-0e1f-5a2b-8c3d-4e5f60718293';
const REQUESTED = { accountId: ACCOUNT, assetId: 'BTC', at: '2026-07-01T02:00:00+02:00', amount: '1.50' };
const MARKERS = [
  { year: 2024, locked: true, frozen: false },
  { year: 2025, locked: false, frozen: true },
  { year: 2026, locked: false, frozen: false },
];
const facts = (stored: readonly BalanceRecord[] = []) => ({ hasAccount: true, stored, years: MARKERS });

function stated(requested: object = {}, stored: readonly BalanceRecord[] = []): BalanceRecord {
  const outcome = decideBalance({ ...REQUESTED, ...requested }, facts(stored), CONTEXT);
  if (isRejected(outcome)) throw new Error(outcome.rejected);
  return outcome.record;
}

describe('decideBalance', () => {
  it('stores the amount and the instant in one form, so that a repeat changes nothing', () => {
    const record = stated();
    expect(record).toMatchObject({ amount: '1.5', at: '2026-07-01T00:00:00Z', assetId: 'BTC', notes: null });
    const again = decideBalance({ ...REQUESTED, at: record.at, amount: '1.5' }, facts([record]), CONTEXT);
    expect(again).toEqual({ change: null, record });
  });

  it('replaces the balance of the same asset and instant', () => {
    const before = stated();
    const outcome = decideBalance({ ...REQUESTED, amount: '2' }, facts([before]), CONTEXT);
    expect(outcome).toMatchObject({
      change: { action: 'BALANCE_STATED', years: [2026], before, after: { id: before.id, amount: '2' } },
    });
  });

  it.each([
    { rule: 'an unknown account', changes: {}, more: { hasAccount: false }, rejected: 'NOT_FOUND' },
    { rule: 'a submitted year', changes: { at: '2025-07-01T00:00:00Z' }, more: {}, rejected: 'YEAR_FROZEN' },
    {
      rule: 'an account with as many as it can have',
      changes: {},
      more: {
        stored: Array.from({ length: LIMITS.balancesOfAccountMax }, (_, index) => ({
          ...stated(),
          id: String(index),
        })),
      },
      rejected: 'TOO_MANY_BALANCES',
    },
  ])('rejects $rule', ({ changes, more, rejected }) => {
    expect(decideBalance({ ...REQUESTED, ...changes }, { ...facts(), ...more }, CONTEXT)).toEqual({
      rejected,
    });
  });

  it('accepts a locked year, which shows the amounts of its transactions', () => {
    expect(stated({ at: '2024-07-01T00:00:00Z' }).at).toBe('2024-07-01T00:00:00Z');
  });
});

describe('decideRemovedBalance', () => {
  it('removes a balance by its id in any letter case, and rejects an unknown one and one of a submitted year', () => {
    const record = stated();
    expect(decideRemovedBalance(record.id.toUpperCase(), facts([record]))).toMatchObject({
      action: 'BALANCE_REMOVED',
      before: record,
    });
    expect(decideRemovedBalance(record.id, facts())).toEqual({ rejected: 'NOT_FOUND' });
    const ofFrozen = { ...record, at: '2025-07-01T00:00:00Z' };
    expect(decideRemovedBalance(record.id, facts([ofFrozen]))).toEqual({ rejected: 'YEAR_FROZEN' });
  });
});

describe('reversalOfBalance', () => {
  const before = stated();
  const after = { ...before, amount: '2' };
  const logged = (from: BalanceRecord | null, to: BalanceRecord | null): LoggedChange => ({
    action: to === null ? 'BALANCE_REMOVED' : 'BALANCE_STATED',
    target: before.id,
    eventIds: [],
    before: from,
    after: to,
  });
  const undo = (change: LoggedChange, balances: readonly BalanceRecord[], years = MARKERS) =>
    reversalOfBalance(change, { balances, years, later: [] }).outcome;

  it('restores what was stated before, removes a new balance, and restores a removed one', () => {
    expect(undo(logged(before, after), [after])).toMatchObject({ action: 'BALANCE_STATED', after: before });
    expect(undo(logged(null, after), [after])).toMatchObject({ action: 'BALANCE_REMOVED', before: after });
    expect(undo(logged(before, null), [])).toMatchObject({ action: 'BALANCE_STATED', after: before });
  });

  it('is rejected where the balance is another one now, and in a submitted year', () => {
    expect(undo(logged(before, after), [{ ...after, amount: '3' }])).toMatchObject({
      rejected: 'CHANGED_SINCE',
    });
    expect(undo(logged(null, after), [after], [{ year: 2026, locked: false, frozen: true }])).toEqual({
      rejected: 'YEAR_FROZEN',
    });
  });
});
