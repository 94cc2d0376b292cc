import { describe, expect, it } from '@jest/globals';
import { NO_ANSWERS } from '@ctx/domain/regime';
import type { Context, RegimeRow } from './decision.ts';
import { changeTo, decideRegime, decideRegimeOfOperator, regimeId } from './regime.ts';
import { reversalOfRegime } from './undo-regime.ts';

const CONTEXT: Context = {
  userId: 1,
  via: 'Test',
  requestId: 'r',
  now: '2027-03-01T00:00:00Z',
  entryId: 'e',
};
const OPEN = [{ year: 2026, locked: false, frozen: false }];
const row = (values: Partial<RegimeRow> = {}): RegimeRow => ({
  id: regimeId(1, 2026),
  year: 2026,
  regime: 'NORMAAL_BEHEER',
  chosenBy: 'TAXPAYER',
  ...NO_ANSWERS,
  chosenAt: '2027-01-01T00:00:00Z',
  chosenVia: 'Before',
  ...values,
});

describe("The decision on the taxpayer's choice of a regime", () => {
  it('reaches everything where the regime changes, and no figure where answers or the chooser alone do', () => {
    const decided = (regime: 'NORMAAL_BEHEER' | 'SPECULATIEF', current: RegimeRow | null) =>
      decideRegime(2026, { regime, borrowed: true }, current, OPEN, CONTEXT);
    expect(decided('SPECULATIEF', null)).toMatchObject({ change: { reach: 'EVERYTHING', years: [2026] } });
    expect(decided('NORMAAL_BEHEER', row({ regime: 'SPECULATIEF' }))).toMatchObject({
      change: { reach: 'EVERYTHING' },
    });
    expect(decided('NORMAAL_BEHEER', null)).toMatchObject({ change: { reach: [] } });
    expect(decided('SPECULATIEF', row({ regime: 'SPECULATIEF', chosenBy: 'OPERATOR' }))).toMatchObject({
      change: { reach: [], after: { chosenBy: 'TAXPAYER', chosenVia: 'Test', chosenAt: CONTEXT.now } },
    });
  });

  it('changes nothing for the same choice, which keeps its time and its name', () => {
    const current = row({ borrowed: false });
    const requested = { regime: 'NORMAAL_BEHEER', borrowed: false, frequent: null } as const;
    expect(decideRegime(2026, requested, current, OPEN, CONTEXT)).toEqual({ change: null, record: current });
  });

  it('is rejected for a year without a plan, also where nothing would change, and for a submitted one', () => {
    const requested = { regime: 'NORMAAL_BEHEER' } as const;
    expect(decideRegime(2026, requested, row(), [], CONTEXT)).toEqual({ rejected: 'YEAR_LOCKED' });
    const frozen = [{ year: 2026, locked: false, frozen: true }];
    expect(decideRegime(2026, requested, row(), frozen, CONTEXT)).toEqual({ rejected: 'YEAR_FROZEN' });
  });
});

describe("The decision on an operator's regime", () => {
  it('replaces a choice and its answers, also in a locked year, and is null where the year has the regime', () => {
    const locked = [{ year: 2026, locked: true, frozen: false }];
    const current = row({ borrowed: true });
    expect(decideRegimeOfOperator(2026, 'SPECULATIEF', current, locked, CONTEXT)).toMatchObject({
      action: 'REGIME_SET',
      before: current,
      after: { regime: 'SPECULATIEF', chosenBy: 'OPERATOR', borrowed: null },
    });
    expect(decideRegimeOfOperator(2026, 'NORMAAL_BEHEER', current, locked, CONTEXT)).toBeNull();
    expect(decideRegimeOfOperator(2026, 'NORMAAL_BEHEER', null, [], CONTEXT)).toBeNull();
    const frozen = [{ year: 2026, locked: false, frozen: true }];
    expect(decideRegimeOfOperator(2026, 'SPECULATIEF', null, frozen, CONTEXT)).toEqual({
      rejected: 'YEAR_FROZEN',
    });
  });
});

describe('The undo of a chosen regime', () => {
  const undo = (before: RegimeRow | null, after: RegimeRow | null, current: RegimeRow | null) =>
    reversalOfRegime(
      { action: after === null ? 'REGIME_REMOVED' : 'REGIME_SET', target: 't', eventIds: [], before, after },
      { regimes: current === null ? [] : [current], later: [] },
    ).outcome;

  it('restores the choice before with its time, or none, and reaches everything where the regime changes', () => {
    const [before, after] = [row({ borrowed: true }), row({ regime: 'SPECULATIEF' })];
    expect(undo(before, after, after)).toEqual(changeTo(2026, after, before));
    expect(undo(null, after, after)).toEqual({
      action: 'REGIME_REMOVED',
      years: [2026],
      reach: 'EVERYTHING',
      before: after,
      after: null,
    });
    expect(undo(null, before, before)).toMatchObject({ action: 'REGIME_REMOVED', reach: [] });
    expect(undo(after, null, null)).toMatchObject({ action: 'REGIME_SET', after, reach: 'EVERYTHING' });
  });

  it('is rejected where the choice is another one now, and ignores when the same was chosen again', () => {
    const [before, after] = [row(), row({ regime: 'SPECULATIEF' })];
    for (const current of [null, before, row({ regime: 'SPECULATIEF', borrowed: true })])
      expect(undo(before, after, current)).toMatchObject({ rejected: 'CHANGED_SINCE' });
    const again = row({ regime: 'SPECULATIEF', chosenAt: CONTEXT.now, chosenVia: 'Test' });
    expect(undo(before, after, again)).toMatchObject({ action: 'REGIME_SET', before: again, after: before });
  });
});
