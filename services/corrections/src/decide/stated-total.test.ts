import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import { CONTEXT } from '../../test/decide-inputs.ts';
import { isRejected } from './decision.ts';
import type { LoggedChange } from './history-entry.ts';
import { decideRemovedTotal, decideStatedTotals, type RequestedTotals } from './stated-total.ts';
import { reversalOfStatedTotal } from './undo-stated-total.ts';

const TOTAL = { assetId: 'BTC', kind: 'SOLD', units: '1.50', eur: '10.10', transactions: 2 } as const;
const request = (more: Partial<Record<string, unknown>> = {}, totals: readonly object[] = [TOTAL]) =>
  ({ year: 2026, platform: 'kraken', totals, ...more }) as unknown as RequestedTotals;

function stated(requested = request(), stored: readonly StatedTotalRecord[] = []): StatedTotalRecord {
  const outcome = decideStatedTotals(requested, stored, CONTEXT);
  if (isRejected(outcome)) throw new Error(outcome.rejected);
  return outcome.decisions[0]!.record;
}

const full = (count: number): StatedTotalRecord[] =>
  Array.from({ length: count }, (_, index) => ({ ...stated(), id: String(index), assetId: String(index) }));

describe('decideStatedTotals', () => {
  it('stores the name of the exchange and the digits in one form, so that a repeat changes nothing', () => {
    const record = stated();
    expect(record).toMatchObject({
      platform: 'Kraken',
      units: '1.5',
      statedEur: '10.1',
      amounts: 'GROSS',
      notes: null,
    });
    const again = decideStatedTotals(
      request({ platform: 'KRAKEN' }, [{ ...TOTAL, assetId: 'BTC', units: '1.500' }]),
      [record],
      CONTEXT,
    );
    expect(again).toEqual({ decisions: [{ change: null, record }] });
  });

  it('replaces the total of the same exchange, asset and kind, with everything that was stated of it', () => {
    const before = stated();
    const outcome = decideStatedTotals(
      request({ amounts: 'NET' }, [{ assetId: 'btc', kind: 'SOLD', units: '2' }]),
      [before],
      CONTEXT,
    );
    const after = { id: before.id, units: '2', statedEur: null, transactions: null, amounts: 'NET' };
    expect(outcome).toMatchObject({
      decisions: [{ change: { action: 'REPORTED_STATED', years: [2026], before, after } }],
    });
  });

  it('rejects two totals of the same asset and kind, and more than a year can have', () => {
    expect(decideStatedTotals(request({}, [TOTAL, { ...TOTAL, assetId: 'btc' }]), [], CONTEXT)).toEqual({
      rejected: 'INVALID',
      fieldErrors: [{ field: 'totals.1', message: 'has the asset and kind of an earlier total' }],
    });
    const most = full(LIMITS.statedTotalsOfYearMax);
    expect(decideStatedTotals(request(), most, CONTEXT)).toEqual({ rejected: 'TOO_MANY_TOTALS' });
    expect(isRejected(decideStatedTotals(request(), most.slice(1), CONTEXT))).toBe(false);
    // One that is replaced takes no further place.
    expect(isRejected(decideStatedTotals(request(), [...most.slice(1), stated()], CONTEXT))).toBe(false);
  });
});

describe('decideRemovedTotal', () => {
  it('removes a stored total, and finds no other', () => {
    const before = stated();
    expect(decideRemovedTotal(before.id.toUpperCase(), [before])).toEqual({
      action: 'REPORTED_REMOVED',
      years: [2026],
      before,
      after: null,
    });
    expect(decideRemovedTotal(before.id, [])).toEqual({ rejected: 'NOT_FOUND' });
  });
});

describe('The undo of a stated total', () => {
  const after = stated();
  const before = { ...after, units: '2' };
  const logged = (from: StatedTotalRecord | null, to: StatedTotalRecord | null): LoggedChange => ({
    action: to === null ? 'REPORTED_REMOVED' : 'REPORTED_STATED',
    target: after.id,
    eventIds: [],
    before: from,
    after: to,
  });
  const undo = (change: LoggedChange, statedTotals: readonly StatedTotalRecord[]) =>
    reversalOfStatedTotal(change, { statedTotals, later: [] });

  it('restores what was stated before, removes what was not, and brings back what was removed, in any year', () => {
    expect(undo(logged(before, after), [after])).toMatchObject({
      years: [],
      outcome: { action: 'REPORTED_STATED', after: before },
    });
    expect(undo(logged(null, after), [after])).toMatchObject({
      outcome: { action: 'REPORTED_REMOVED', before: after },
    });
    expect(undo(logged(before, null), [])).toMatchObject({
      outcome: { action: 'REPORTED_STATED', before: null, after: before },
    });
  });

  it('is rejected where the total has another value now, or where the year has no place for it', () => {
    expect(undo(logged(null, after), [before])).toMatchObject({ outcome: { rejected: 'CHANGED_SINCE' } });
    expect(undo(logged(null, after), [])).toMatchObject({ outcome: { rejected: 'CHANGED_SINCE' } });
    const most = full(LIMITS.statedTotalsOfYearMax);
    expect(undo(logged(before, null), most)).toMatchObject({ outcome: { rejected: 'TOO_MANY_TOTALS' } });
  });
});
