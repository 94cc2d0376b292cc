/** Candidates for the other side of a transfer, and which of them is suggested (engine.md §5). */
import { describe, expect, it } from '@jest/globals';
import { counterpartFinder, mayBeCounterpart } from './counterparts.ts';
import { resolve } from '../resolve/resolve.ts';
import type { RawEvent } from '../types.ts';
import {
  at,
  buy,
  type EventText,
  type Extras,
  idOf,
  income,
  inputsOf,
  joinedMatches,
  match,
  override,
  run,
  sell,
} from '../../../test/engine/build.ts';

const when = { at: '2026-03-10T12:00:00Z' };
const other = { accountRef: 'ledger' };
const eventsOf = (events: readonly RawEvent[], extras?: Extras) => resolve(inputsOf(events, extras)).events;

/** Returns the counterpart found for the first event, and the kind of the match. */
function found(events: readonly RawEvent[], extras?: Extras): string | null {
  const effective = eventsOf(events, extras);
  const best = counterpartFinder(effective)(effective[0]!, 'UNMATCHED_OR_LACKING');
  return best === null ? null : `${best.side.event.raw.referenceId} ${best.kind}`;
}

describe('The other side of a transfer', () => {
  const group = { continuityGroupId: idOf('group') };

  // Unmatched, with a transfer treatment, or NORMAL or UNCLASSIFIED outside a swap.
  it.each<readonly [string, RawEvent, boolean, (readonly RawEvent[])?, Extras?]>([
    ['may be a sale', sell('e', when), true],
    ['may be a purchase', buy('e', when), true],
    ['may be an unclassified purchase', buy('e', { ...when, treatment: 'UNCLASSIFIED' }), true],
    [
      'may be a transfer to an own wallet',
      sell('e', { ...when, treatment: 'TRANSFER_OUT_OWN_WALLET' }),
      true,
    ],
    ['may be a staking deposit', sell('e', { ...when, treatment: 'STAKE_BEACON' }), true],
    ['may be a withdrawal', buy('e', { ...when, treatment: 'CONTINUITY_WITHDRAW' }), true],
    [
      'may be an unresolved outgoing transfer',
      sell('e', { ...when, treatment: 'TRANSFER_OUT_UNRESOLVED' }),
      true,
    ],
    [
      'may be an ambiguous outgoing transfer',
      sell('e', { ...when, treatment: 'TRANSFER_OUT_AMBIGUOUS' }),
      true,
    ],
    ['cannot be a gift received', buy('e', { ...when, treatment: 'GIFT_RECEIVED' }), false],
    ['cannot be a gift given', sell('e', { ...when, treatment: 'GIFT_GIVEN' }), false],
    ['cannot be an off-ramp', sell('e', { ...when, treatment: 'OFFRAMP' }), false],
    ['cannot be a loan', buy('e', { ...when, isLoan: true }), false],
    ['cannot be a repayment', sell('e', { ...when, isRepayment: true }), false],
    ['cannot be spam', buy('e', { ...when, spam: true }), false],
    ['cannot be an ignored event', buy('e', { ...when, treatment: 'IGNORED' }), false],
    ['cannot be fiat', sell('e', { ...when, assetKey: 'EUR' }), false],
    ['cannot be income', income('e', when), false],
    [
      'cannot be a leg of a swap',
      sell('e', { ...when, ...group }),
      false,
      [buy('other', { ...when, ...group, assetKey: 'ETH' })],
    ],
    [
      'cannot be a matched event',
      sell('e', when),
      false,
      [buy('other', when)],
      { matches: [match('e', 'other')] },
    ],
    [
      'cannot be a leg of a match that rests because the other leg is ignored',
      sell('e', when),
      false,
      [buy('other', { ...when, treatment: 'IGNORED' })],
      { matches: [match('e', 'other')] },
    ],
    [
      'cannot be a leg of a match that rests because the other event is gone',
      buy('e', when),
      false,
      [],
      { matches: [match('gone', 'e')] },
    ],
  ])('%s', (_title, raw, expected, others = [], extras = {}) => {
    expect(mayBeCounterpart(eventsOf([raw, ...others], extras)[0]!)).toBe(expected);
  });
});

describe('The suggested counterpart is the best candidate in the time window', () => {
  const out = sell('out', when);
  const arrival = (name: string, fields: Partial<EventText>): RawEvent =>
    buy(name, { ...when, ...other, ...fields });

  it.each<readonly [string, readonly RawEvent[], string | null]>([
    ['no event, where there is no candidate', [out], null],
    ['an arrival 7 days later', [out, arrival('in', { at: '2026-03-17T12:00:00Z' })], 'in SELF_TRANSFER'],
    [
      'no arrival 7 days and a microsecond later',
      [out, { ...arrival('in', {}), timestampUs: at('2026-03-17T12:00:00Z') + 1 }],
      null,
    ],
    ['an arrival an hour earlier', [out, arrival('in', { at: '2026-03-10T11:00:00Z' })], 'in SELF_TRANSFER'],
    [
      'no arrival an hour and a microsecond earlier',
      [out, { ...arrival('in', {}), timestampUs: at('2026-03-10T11:00:00Z') - 1 }],
      null,
    ],
    [
      'the arrival nearest in time, whatever the order of the events',
      ['13', '11', '10', '12', '14'].reduce<readonly RawEvent[]>(
        (events, day) => [...events, arrival(`on ${day}`, { at: `2026-03-${day}T12:00:01Z` })],
        [out],
      ),
      'on 10 SELF_TRANSFER',
    ],
    [
      'the arrival of the whole amount, even if others are nearer in time',
      [
        out,
        arrival('third', { at: '2026-03-10T13:00:00Z' }),
        arrival('first', { at: '2026-03-10T12:20:00Z', amount: '0.95' }),
        arrival('second', { at: '2026-03-10T12:40:00Z', amount: '0.96' }),
      ],
      'third SELF_TRANSFER',
    ],
    [
      'an arrival of another asset in the same symbol family',
      [out, arrival('in', { assetKey: 'wbtc-key', assetSymbol: 'wBTC' })],
      'in WRAP',
    ],
    [
      'an arrival of the same asset under another symbol',
      [out, arrival('in', { assetSymbol: 'XBT' })],
      'in SELF_TRANSFER',
    ],
    [
      'no arrival of another symbol family',
      [out, arrival('in', { assetKey: 'ETH', assetSymbol: 'ETH' })],
      null,
    ],
    ['no event in the same direction', [out, sell('in', { ...when, ...other })], null],
    [
      'for an arrival, a departure up to 7 days earlier',
      [
        buy('in', when),
        sell('late', { at: '2026-03-10T13:00:00.001Z' }),
        sell('out', { at: '2026-03-03T12:00:00Z' }),
      ],
      'out SELF_TRANSFER',
    ],
    [
      'for an arrival, a departure up to an hour later',
      [
        buy('in', when),
        sell('out', { at: '2026-03-10T13:00:00Z' }),
        sell('early', { at: '2026-03-03T11:59:59Z' }),
      ],
      'out SELF_TRANSFER',
    ],
  ])('%s', (_title, events, expected) => {
    expect(found(events)).toBe(expected);
  });
});

describe('A match that lacks an amount', () => {
  const left = (name: string, amount: string, fields: Partial<EventText> = {}): RawEvent =>
    sell(name, { ...when, amount, treatment: 'TRANSFER_OUT_OWN_WALLET', ...fields });
  const arrived = (name: string, amount: string, fields: Partial<EventText> = {}): RawEvent =>
    buy(name, { at: '2026-03-10T13:00:00Z', amount, treatment: 'CONTINUITY_WITHDRAW', ...other, ...fields });
  /** Returns the suggested counterpart of an event, and whether it is to join a match. */
  const suggested = (name: string, events: readonly RawEvent[], extras: Extras): readonly unknown[] => {
    const { suggestion = null } =
      run(events, extras).outputs.issues.find(({ eventId }) => eventId === idOf(name)) ?? {};
    if (suggestion === null) return [];
    const { counterpartEventId, kind, isJoin } = suggestion;
    const counterpart = events.find(({ id }) => id === counterpartEventId);
    return [counterpart?.referenceId, kind, isJoin];
  };

  it.each<readonly [string, string, readonly RawEvent[], Extras, readonly unknown[]]>([
    [
      'is suggested to a departure whose amount its arrival lacks',
      'o2',
      [left('o1', '0.3'), left('o2', '0.2'), arrived('i', '0.4999')],
      { matches: [match('o1', 'i')] },
      ['i', 'SELF_TRANSFER', true],
    ],
    [
      'is suggested to an arrival whose amount its departure lacks, with the kind of the match',
      'i2',
      [left('o', '0.5'), arrived('i1', '0.3'), arrived('i2', '0.1999')],
      { matches: [match('o', 'i1', 'BRIDGE')] },
      ['o', 'BRIDGE', true],
    ],
    [
      'of two pairs is suggested to a third departure',
      'o3',
      [left('o1', '0.3'), left('o2', '0.2'), left('o3', '0.1'), arrived('i', '0.6')],
      {
        matches: joinedMatches([
          ['o1', 'i'],
          ['o2', 'i'],
        ]),
      },
      ['i', 'SELF_TRANSFER', true],
    ],
    [
      'is not suggested where a free arrival fits better',
      'o2',
      [left('o1', '0.3'), left('o2', '0.2'), arrived('i', '0.4999'), arrived('free', '0.2')],
      { matches: [match('o1', 'i')] },
      ['free', 'SELF_TRANSFER', false],
    ],
    [
      'is not suggested where under 90 % of the departure would arrive',
      'o2',
      [left('o1', '0.3'), left('o2', '0.2'), arrived('i', '0.47')],
      { matches: [match('o1', 'i')] },
      [],
    ],
    [
      'is not suggested where more than it lacks left',
      'i2',
      [left('o', '0.5'), arrived('i1', '0.3'), arrived('i2', '0.21')],
      { matches: [match('o', 'i1')] },
      [],
    ],
    [
      'is not suggested where the other leg is shared: a match never has several of both',
      'i3',
      [left('o1', '0.3'), left('o2', '0.4'), arrived('i1', '0.6'), arrived('i3', '0.2')],
      {
        matches: joinedMatches([
          ['o1', 'i1'],
          ['o2', 'i1'],
        ]),
      },
      [],
    ],
    [
      'is not suggested between assets, where amounts cannot be compared',
      'o2',
      [left('o1', '0.3', { assetKey: 'OLD', assetSymbol: 'OLD' }), left('o2', '0.2'), arrived('i', '0.5')],
      { matches: [match('o1', 'i', 'MIGRATION')] },
      [],
    ],
    [
      'is not suggested where two events share a group and the user matched none',
      'o2',
      [
        left('o1', '0.3', { continuityGroupId: idOf('group') }),
        left('o2', '0.2'),
        arrived('i', '0.5', { continuityGroupId: idOf('group') }),
      ],
      {},
      [],
    ],
    [
      'is not suggested more than 7 days later',
      'o2',
      [left('o1', '0.3'), left('o2', '0.2'), arrived('i', '0.5', { at: '2026-03-17T12:00:01Z' })],
      { matches: [match('o1', 'i')] },
      [],
    ],
  ])('%s', (_title, name, events, extras, expected) => {
    expect(suggested(name, events, extras)).toEqual(expected);
  });
});

describe('A leg of a resting match', () => {
  const unresolved = { ...when, treatment: 'TRANSFER_OUT_UNRESOLVED' as const };
  const events = [sell('out', unresolved), buy('in', when), buy('ignored', { ...when, ...other })];
  const ignored = { overrides: [override('ignored', { treatment: 'IGNORED' })] };
  const suggested = (extras: Extras) => run(events, extras).issue('UNMATCHED_TRANSFER_OUT').suggestion;

  it('is not suggested until that match is removed', () => {
    expect(suggested({ ...ignored, matches: [match('lost', 'in')] })).toBeNull();
    expect(suggested(ignored)?.counterpartEventId).toBe(idOf('in'));
  });

  it('has no suggestion of its own until that match is removed', () => {
    expect(suggested({ ...ignored, matches: [match('out', 'ignored')] })).toBeNull();
    expect(suggested(ignored)?.counterpartEventId).toBe(idOf('in'));
  });

  it('keeps its issue as an unmatched transfer', () => {
    const figures = run(events, { ...ignored, matches: [match('out', 'ignored')] });
    expect(figures.issues('out')).toContain('UNMATCHED_TRANSFER_OUT');
  });
});

describe('Two users with the same facts', () => {
  const tied = ['a', 'b', 'c', 'd'].map((accountRef) => buy(`in ${accountRef}`, { ...when, accountRef }));
  // Event ids depend on the user: the ids of one user are in the order of the facts, those of the other in reverse order.
  const suggestedTo = (idAt: (index: number) => number): string[] => {
    const events = [sell('out', { ...when, treatment: 'TRANSFER_OUT_UNRESOLVED' }), ...tied].map(
      (raw, index) => ({ ...raw, id: idOf(String(idAt(index))) }),
    );
    const { suggestion } = run(events).issue('UNMATCHED_TRANSFER_OUT');
    return events.filter(({ id }) => id === suggestion?.counterpartEventId).map((raw) => raw.referenceId);
  };

  it('get the same suggestion when several candidates are equally good', () => {
    expect(suggestedTo((index) => index)).toEqual(['in a']);
    expect(suggestedTo((index) => 9 - index)).toEqual(['in a']);
  });
});
