import { describe, expect, it } from '@jest/globals';
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import { CONTEXT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import {
  circumstancesOf,
  decideCircumstances,
  decideRemovedCircumstances,
  valuesOf,
} from './circumstances.ts';
import { isBesideFigures } from './decision.ts';
import { reversalOfCircumstances } from './undo-circumstances.ts';

const row = (values: Partial<CircumstancesRecord>): CircumstancesRecord => ({
  ...circumstancesOf(
    2026,
    valuesOf(() => null),
    CONTEXT,
  ),
  ...values,
});

describe('decideCircumstances', () => {
  it('replaces all values, so a field that the request leaves out has none', () => {
    const current = row({ otherGains: '1', municipalSurchargePercent: '8' });
    const outcome = decideCircumstances(2026, { otherGains: '2' }, current, OPEN_YEARS, CONTEXT);
    expect(outcome).toMatchObject({
      change: { action: 'CIRCUMSTANCES_SET', years: [2026], before: current },
      record: { id: current.id, otherGains: '2', municipalSurchargePercent: null },
    });
  });

  it('changes nothing if every value is the same number', () => {
    const current = row({ otherGains: '1.50' });
    const outcome = decideCircumstances(2026, { otherGains: '1.5' }, current, OPEN_YEARS, CONTEXT);
    expect(outcome).toEqual({ change: null, record: current });
  });

  it('rejects for the year first, locked before frozen, then for a request without a value', () => {
    const years = [{ year: 2026, locked: false, frozen: true }];
    expect(decideCircumstances(2026, {}, null, years, CONTEXT)).toEqual({ rejected: 'YEAR_FROZEN' });
    expect(decideCircumstances(2025, {}, null, years, CONTEXT)).toEqual({ rejected: 'YEAR_LOCKED' });
    expect(decideCircumstances(2026, {}, null, OPEN_YEARS, CONTEXT)).toEqual({
      rejected: 'NOTHING_TO_APPLY',
    });
    expect(decideRemovedCircumstances(2026, null, years)).toEqual({ rejected: 'YEAR_FROZEN' });
    expect(decideRemovedCircumstances(2026, null, OPEN_YEARS)).toEqual({ rejected: 'NOT_FOUND' });
  });

  it('is a change beside the figures, unlike that of a rule', () => {
    const change = { action: 'CIRCUMSTANCES_REMOVED', years: [2026], before: row({}), after: null } as const;
    expect(isBesideFigures([change])).toBe(true);
    const rule = { action: 'RULE_DELETED', before: {} as never, after: null } as const;
    expect(isBesideFigures([change, rule])).toBe(false);
  });
});

describe('reversalOfCircumstances', () => {
  const logged = (before: CircumstancesRecord | null, after: CircumstancesRecord | null) =>
    ({ action: 'CIRCUMSTANCES_SET', target: 't', eventIds: [], before, after }) as const;
  const stored = (record: CircumstancesRecord) => ({ circumstances: [record], later: [] });

  it('restores the fields that the entry changed and keeps those that were changed later', () => {
    const change = logged(row({ otherGains: '1' }), row({ otherGains: '2' }));
    const current = row({ otherGains: '2.0', municipalSurchargePercent: '8' });
    expect(reversalOfCircumstances(change, stored(current), CONTEXT).outcome).toMatchObject({
      action: 'CIRCUMSTANCES_SET',
      after: { otherGains: '1', municipalSurchargePercent: '8' },
    });
  });

  it('removes the row if no field has a value then', () => {
    const current = row({ otherGains: '2' });
    expect(reversalOfCircumstances(logged(null, current), stored(current), CONTEXT).outcome).toMatchObject({
      action: 'CIRCUMSTANCES_REMOVED',
      before: current,
    });
  });

  it('names each field that has another value now', () => {
    const change = logged(null, row({ otherGains: '2' }));
    expect(reversalOfCircumstances(change, stored(row({ otherGains: '3' })), CONTEXT).outcome).toEqual({
      rejected: 'CHANGED_SINCE',
      fieldErrors: [{ field: 'otherGains', message: 'of 2026 has another value now' }],
    });
  });
});
