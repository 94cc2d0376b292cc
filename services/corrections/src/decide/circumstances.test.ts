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
    valuesOf(() => null, []),
    CONTEXT,
  ),
  ...values,
});

const FACTS = { current: null, years: OPEN_YEARS, hasAccounts: true };

describe('decideCircumstances', () => {
  it('replaces all values, so a field that the request leaves out has none', () => {
    const current = row({ otherGains: '1', municipalSurchargePercent: '8' });
    const outcome = decideCircumstances(2026, { otherGains: '2' }, { ...FACTS, current }, CONTEXT);
    expect(outcome).toMatchObject({
      change: { action: 'CIRCUMSTANCES_SET', years: [2026], before: current },
      record: { id: current.id, otherGains: '2', municipalSurchargePercent: null },
    });
  });

  it('changes nothing if every value is the same number', () => {
    const current = row({ otherGains: '1.50' });
    const outcome = decideCircumstances(2026, { otherGains: '1.5' }, { ...FACTS, current }, CONTEXT);
    expect(outcome).toEqual({ change: null, record: current });
  });

  it('rejects for the year first, locked before frozen, then for a request without a value', () => {
    const years = [{ year: 2026, locked: false, frozen: true }];
    expect(decideCircumstances(2026, {}, { ...FACTS, years }, CONTEXT)).toEqual({ rejected: 'YEAR_FROZEN' });
    expect(decideCircumstances(2025, {}, { ...FACTS, years }, CONTEXT)).toEqual({ rejected: 'YEAR_LOCKED' });
    expect(decideCircumstances(2026, {}, FACTS, CONTEXT)).toEqual({
      rejected: 'NOTHING_TO_APPLY',
    });
    expect(decideRemovedCircumstances(2026, null, years)).toEqual({ rejected: 'YEAR_FROZEN' });
    expect(decideRemovedCircumstances(2026, null, OPEN_YEARS)).toEqual({ rejected: 'NOT_FOUND' });
  });

  it('keeps shares in the order of accounts, the last of an account that is named twice, and finds them the same in any order', () => {
    const share = (accountId: string, ownedSharePercent: string) => ({ accountId, ownedSharePercent });
    const accountShares = [share('b', '50'), share('a', '1'), share('A', '25.0')];
    const outcome = decideCircumstances(2026, { accountShares }, FACTS, CONTEXT);
    expect(outcome).toMatchObject({ record: { accountShares: [share('a', '25.0'), share('b', '50')] } });
    const current = row({ accountShares: [share('a', '25'), share('b', '50.00')] });
    const again = decideCircumstances(2026, { accountShares }, { ...FACTS, current }, CONTEXT);
    expect(again).toEqual({ change: null, record: current });
    const other = decideCircumstances(
      2026,
      { accountShares: [share('a', '25')] },
      { ...FACTS, current },
      CONTEXT,
    );
    expect(other).toMatchObject({
      change: { before: current },
      record: { accountShares: [share('a', '25')] },
    });
  });

  it('rejects shares in an account that the user does not have, and an empty list like no list', () => {
    const accountShares = [{ accountId: 'a', ownedSharePercent: '50' }];
    // Also in a year that could not be changed anyway.
    for (const year of [2026, 2009])
      expect(decideCircumstances(year, { accountShares }, { ...FACTS, hasAccounts: false }, CONTEXT)).toEqual(
        {
          rejected: 'NOT_FOUND',
        },
      );
    expect(decideCircumstances(2026, { accountShares: [] }, FACTS, CONTEXT)).toEqual({
      rejected: 'NOTHING_TO_APPLY',
    });
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

  it('restores shares in accounts, and keeps them if another field changed', () => {
    const accountShares = [{ accountId: 'a', ownedSharePercent: '25' }];
    const change = logged(row({ otherGains: '1', accountShares }), row({ otherGains: '1' }));
    const current = row({ otherGains: '3' });
    expect(reversalOfCircumstances(change, stored(current), CONTEXT).outcome).toMatchObject({
      after: { otherGains: '3', accountShares },
    });
    const other = logged(row({ otherGains: '1', accountShares }), row({ otherGains: '2', accountShares }));
    expect(
      reversalOfCircumstances(other, stored(row({ otherGains: '2', accountShares })), CONTEXT).outcome,
    ).toMatchObject({ after: { otherGains: '1', accountShares } });
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
