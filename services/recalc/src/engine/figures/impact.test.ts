/** Which suggestions get an impact when there are too many, and in which order (engine.md §5, `estimatedImpactEur`). */
import { describe, expect, it } from '@jest/globals';
import { compareIssues, withImpacts } from './impact.ts';
import { runFlow } from '../flow/flow.ts';
import { resolve } from '../resolve/resolve.ts';
import type { Issue, RawEvent } from '../types.ts';
import { buy, event, idOf, inputsOf, run, sell } from '../../../test/engine/build.ts';

const issue = (fields: Partial<Issue>): Issue => ({
  type: 'UNMATCHED_TRANSFER_OUT',
  subject: 'an event',
  severity: 'MEDIUM',
  year: 2026,
  atUs: 1,
  eventId: null,
  overrideId: null,
  assetKey: null,
  suggestion: null,
  ...fields,
});

it('issues are ordered by severity, then newest first, then by event, override and type', () => {
  const inOrder = [
    issue({ severity: 'HIGH', atUs: 1 }),
    issue({ atUs: 9, eventId: 'b' }),
    issue({ atUs: 5, eventId: 'a', overrideId: 'z', type: 'UNCLASSIFIED' }),
    issue({ atUs: 5, eventId: 'b', type: 'MISSING_PRICE' }),
    issue({ atUs: 5, eventId: 'b', type: 'UNCLASSIFIED' }),
    issue({ atUs: null, overrideId: 'a', type: 'ORPHANED_CORRECTION' }),
    issue({ atUs: null, overrideId: 'b', type: 'ORPHANED_CORRECTION' }),
    issue({ severity: 'LOW', atUs: 99 }),
  ];
  expect(inOrder.toReversed().toSorted(compareIssues)).toEqual(inOrder);
  expect(compareIssues(issue({}), issue({}))).toBe(0);
  for (const [index, later] of inOrder.entries())
    for (const earlier of inOrder.slice(0, index)) {
      expect(compareIssues(earlier, later)).toBeLessThan(0);
      expect(compareIssues(later, earlier)).toBeGreaterThan(0);
    }
});

describe('With more events to run again than allowed', () => {
  /** A purchase, a departure and its arrival. */
  const pair = (name: string, at: string, more: Partial<RawEvent> = {}): RawEvent[] => [
    buy(`${name} bought`, { at: '2026-01-01', amount: '5', euroValue: '10', ...more }),
    sell(`${name} out`, { at, treatment: 'TRANSFER_OUT_UNRESOLVED', euroValue: '50', ...more }),
    buy(`${name} in`, { at, treatment: 'CONTINUITY_WITHDRAW', euroValue: '50', accountRef: 'b', ...more }),
  ];
  const events = [
    ...pair('old', '2026-02-01'),
    ...pair('new', '2026-05-01'),
    ...pair('other', '2026-03-01', { assetKey: 'ETH', assetSymbol: 'ETH' }),
    event('dust', 'ACQUISITION', { at: '2026-01-01', spam: true }),
  ];
  const inputs = inputsOf(events);
  const resolved = resolve(inputs);
  const settings = {
    regimeOf: () => 'NORMAAL_BEHEER' as const,
    photoPriceOf: () => null,
    frozenYears: [],
    closingYears: [],
    start: null,
  };
  const { outcomes } = runFlow(resolved.events, settings);
  const open = run(events).outputs.issues.map((each): Issue => {
    const { suggestion } = each;
    return suggestion?.type !== 'TRANSFER_MATCH'
      ? each
      : { ...each, suggestion: { ...suggestion, changes: null } };
  });
  /** Returns the departures whose suggestions have an impact. */
  const workedOut = (eventsMax?: number): unknown[] =>
    withImpacts(open, { resolved, eventsBefore: 0, outcomes, settings }, eventsMax).flatMap(
      ({ type, eventId, suggestion }) =>
        type === 'UNMATCHED_TRANSFER_OUT' && (suggestion?.changes ?? []).length > 0 ? [eventId] : [],
    );

  it('only the newest suggestions of each group of pools get an impact', () => {
    const [old, newer, other] = ['old out', 'new out', 'other out'].map(idOf);
    // BTC has seven events and ETH three; each suggestion runs the events of its group again.
    expect(workedOut()).toEqual([old, other, newer]);
    expect(workedOut(14)).toEqual([old, other, newer]);
    expect(workedOut(13)).toEqual([other, newer]);
    expect(workedOut(7)).toEqual([other, newer]);
    expect(workedOut(6)).toEqual([other]);
    expect(workedOut(2)).toEqual([]);
  });

  it('both legs get the same impact, and issues without a match stay as they are', () => {
    const all = withImpacts(open, { resolved, eventsBefore: 0, outcomes, settings });
    const ofPair = all.filter(({ eventId }) => [idOf('old out'), idOf('old in')].includes(eventId ?? ''));
    const [left, arrived] = ofPair.map(({ suggestion }) => suggestion?.changes);
    expect(left).toEqual([{ year: 2026, gain: -48_000_000_000_000n, income: 0n }]);
    expect(arrived).toEqual(left);
    expect(all.filter(({ type }) => type === 'SUSPECTED_SPAM')).toEqual(
      open.filter(({ type }) => type === 'SUSPECTED_SPAM'),
    );
    expect(all.map(({ eventId, type }) => [eventId, type])).toEqual(
      open.map(({ eventId, type }) => [eventId, type]),
    );
    expect(ofPair[0]?.suggestion?.assets).toEqual(['BTC']);
  });
});
