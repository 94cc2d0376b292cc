/** The actions on the pools and their order (engine.md §1, "Order of processing"; §7, "Frozen years stand"). */
import { describe, expect, it } from '@jest/globals';
import { actionsOf } from './actions.ts';
import { FrozenYears } from './frozen-years.ts';
import { resolve } from '../resolve/resolve.ts';
import type { FrozenYear, RawEvent } from '../types.ts';
import {
  buy,
  type EventText,
  type Extras,
  idOf,
  inputsOf,
  match,
  processed,
  sell,
} from '../../../test/engine/build.ts';

/** Returns each action with the event that gives it its time. */
const acts = (
  events: readonly RawEvent[],
  extras: Extras,
  frozenYears: readonly FrozenYear[] = [],
): string[] =>
  actionsOf(resolve(inputsOf(events, extras)).events, new FrozenYears(frozenYears)).map(
    ({ kind, event: { raw } }) => `${kind} ${raw.referenceId}`,
  );

/** A submitted year with nothing in it but transfers that acted ahead, as the names of their legs. */
function submitted(year: number, actedAhead: readonly (readonly [string, string])[] = []): FrozenYear {
  const ahead = actedAhead.map(([outLeg, inLeg]) => [idOf(outLeg), idOf(inLeg)] as const);
  const closing = { lots: [], waiting: [], marks: [], debts: [], actedAhead: ahead };
  return { year, inputFingerprint: '', closing };
}
const out = (at: string, fields: Partial<EventText> = {}): RawEvent => sell('out', { at, ...fields });
const into = (at: string, fields: Partial<EventText> = {}): RawEvent => buy('in', { at, ...fields });
const early = '2026-01-01T10:00:00Z';
const late = '2026-01-01T10:30:00Z';
const wbtc = { assetKey: 'WBTC' };
const joined = { matches: [match('out', 'in')] };

describe('The actions of events', () => {
  it.each<readonly [string, readonly RawEvent[], Extras, readonly string[]]>([
    [
      'an event that acts on no pool has no action',
      [buy('buy', { at: early }), into(early, { spam: true })],
      {},
      ['EVENT buy'],
    ],
    [
      'a transfer within one asset acts at its out leg’s time',
      [out(early), into(late)],
      joined,
      ['TRANSFER out'],
    ],
    [
      'a transfer within one asset acts at its out leg’s time even if that is later',
      [out(late), into(early)],
      joined,
      ['TRANSFER out'],
    ],
    [
      'a surplus comes at the in leg’s time',
      [out(early), into(late, { amount: '2' })],
      joined,
      ['TRANSFER out', 'SURPLUS in'],
    ],
    [
      'a surplus comes at the in leg’s time even if that is earlier',
      [out(late), into(early, { amount: '2' })],
      joined,
      ['SURPLUS in', 'TRANSFER out'],
    ],
    [
      'a transfer between two assets acts at its in leg’s time if that is earlier',
      [out(late), into(early, { ...wbtc, amount: '2' })],
      joined,
      ['TRANSFER in'],
    ],
    [
      'a transfer between two assets acts at its out leg’s time if that is earlier',
      [out(early), into(late, { ...wbtc, amount: '2' })],
      joined,
      ['TRANSFER out'],
    ],
    ['or of both, on behalf of the out leg', [out(early), into(early, wbtc)], joined, ['TRANSFER out']],
  ])('%s', (_title, events, extras, expected) => {
    expect(acts(events, extras)).toEqual(expected);
    expect(acts(events.toReversed(), extras)).toEqual(expected);
  });
});

describe('Submitted years divide time into stretches', () => {
  it('the number of a stretch is the number of submitted years before it, and submitted years are in no stretch', () => {
    const frozenYears = new FrozenYears([submitted(2027), submitted(2025)]);
    const years = [2024, 2025, 2026, 2027, 2028];
    expect(years.map((year) => frozenYears.stretchOf(year))).toEqual([0, -1, 1, -1, 2]);
    expect(new FrozenYears([]).stretchOf(2024)).toBe(0);
  });

  it.each<readonly [string, readonly RawEvent[], readonly string[]]>([
    [
      'units that left before a submitted year arrive after it',
      [out('2025-05-01'), into('2027-05-01', { amount: '2' })],
      ['TRANSFER out', 'ARRIVAL in'],
    ],
    [
      'an arrival before a submitted year brings its surplus at once, and its transfer acts after that year',
      [out('2027-05-01'), into('2025-05-01', { amount: '2' })],
      ['SURPLUS in', 'TRANSFER out'],
    ],
    ['a leg in a submitted year has no action', [out('2026-05-01'), into('2027-05-01')], ['ARRIVAL in']],
    [
      'a transfer on one side of a submitted year acts as usual',
      [out('2027-05-01'), into('2027-05-02', { amount: '2' })],
      ['TRANSFER out', 'SURPLUS in'],
    ],
  ])('%s', (_title, events, expected) => {
    expect(acts(events, joined, [submitted(2026)])).toEqual(expected);
  });

  const between = [out('2027-05-01'), into('2024-05-01', wbtc)];
  it.each<readonly [string, readonly FrozenYear[], readonly string[]]>([
    [
      'acts there if the last submitted year knows it, and its out leg is only a late departure',
      [submitted(2025), submitted(2026, [['out', 'in']])],
      ['TRANSFER in', 'LATE_DEPARTURE out'],
    ],
    [
      'has legs of their own if the submitted year does not know it',
      [submitted(2026)],
      ['UNKNOWN_ARRIVAL in', 'LATE_DEPARTURE out'],
    ],
    [
      'has legs of their own if the last submitted year does not know it',
      [submitted(2025, [['out', 'in']]), submitted(2026, [['another', 'in']])],
      ['UNKNOWN_ARRIVAL in', 'LATE_DEPARTURE out'],
    ],
    [
      'acts there if the submitted years are before both legs, or after them',
      [submitted(2023), submitted(2027)],
      ['TRANSFER in'],
    ],
  ])('a transfer between two assets that arrives before it leaves %s', (_title, frozenYears, expected) => {
    expect(acts(between, joined, frozenYears)).toEqual(expected);
  });
});

describe('At one timestamp', () => {
  it('a transfer is ordered by its out leg’s key, even if it acts at its in leg’s time', () => {
    const events = [
      sell('a out', { at: late, accountRef: 'z' }),
      buy('a in', { at: early, accountRef: 'a', ...wbtc }),
      sell('b out', { at: early, accountRef: 'm', assetKey: 'ETH' }),
      buy('b in', { at: early, accountRef: 'm', assetKey: 'WETH' }),
    ];
    const matches = [match('a out', 'a in', 'WRAP'), match('b out', 'b in', 'WRAP', 2)];
    expect(processed(events, { matches })).toEqual(['b out', 'a in']);
  });

  it('a surplus is ordered by its in leg’s own key', () => {
    const events = [
      out('2026-01-01', { accountRef: 'z' }),
      into(early, { accountRef: 'a', amount: '2' }),
      buy('other', { at: early, accountRef: 'm' }),
    ];
    expect(processed(events, joined)).toEqual(['out', 'in', 'other']);
  });

  it('transfers are ordered by key, and each comes after those that bring its out asset', () => {
    const wrap = (name: string, at: string, [from, to]: readonly [string, string]): RawEvent[] => [
      sell(`${name} out`, { at, assetKey: from }),
      buy(`${name} in`, { at, assetKey: to }),
    ];
    // By key, A comes before B and C before D; each pair has its own instant, and one instant directly follows the other.
    const events = [
      ...wrap('2', early, ['A', 'C']),
      ...wrap('1', early, ['B', 'A']),
      ...wrap('4', late, ['A', 'C']),
      ...wrap('3', late, ['B', 'A']),
      sell('5 out', { at: late, assetKey: 'C' }),
      buy('5 in', { at: late, assetKey: 'C', accountRef: 'b' }),
    ];
    const matches = ['1', '2', '3', '4', '5'].map((name, index) =>
      match(`${name} out`, `${name} in`, name === '5' ? 'SELF_TRANSFER' : 'WRAP', index),
    );
    expect(processed(events, { matches })).toEqual(['1 out', '2 out', '3 out', '4 out', '5 out']);
  });
});
