/** Candidates of a transfer (engine.md §5): who may be the other side, and which of them is named. */
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
  match,
  override,
  run,
  sell,
} from '../../../test/engine/build.ts';

const when = { at: '2026-03-10T12:00:00Z' };
const other = { accountRef: 'ledger' };
const eventsOf = (events: readonly RawEvent[], extras?: Extras) => resolve(inputsOf(events, extras)).events;

/** The name of the counterpart that the first event is given, and what they would be matched as. */
function found(events: readonly RawEvent[], extras?: Extras): string | null {
  const effective = eventsOf(events, extras);
  const best = counterpartFinder(effective)(effective[0]!);
  return best === null ? null : `${best.side.event.raw.referenceId} ${best.kind}`;
}

describe('Opposite direction, not yet matched, a transfer treatment, or NORMAL or UNCLASSIFIED outside a swap', () => {
  const group = { continuityGroupId: idOf('group') };

  it.each<readonly [string, RawEvent, boolean, (readonly RawEvent[])?, Extras?]>([
    ['a sale', sell('e', when), true],
    ['a purchase', buy('e', when), true],
    ['what is not classified', buy('e', { ...when, treatment: 'UNCLASSIFIED' }), true],
    ['what leaves for an own wallet', sell('e', { ...when, treatment: 'TRANSFER_OUT_OWN_WALLET' }), true],
    ['a deposit', sell('e', { ...when, treatment: 'STAKE_BEACON' }), true],
    ['what comes back', buy('e', { ...when, treatment: 'CONTINUITY_WITHDRAW' }), true],
    ['what left for somewhere', sell('e', { ...when, treatment: 'TRANSFER_OUT_UNRESOLVED' }), true],
    ['or for one of two places', sell('e', { ...when, treatment: 'TRANSFER_OUT_AMBIGUOUS' }), true],
    ['a gift received', buy('e', { ...when, treatment: 'GIFT_RECEIVED' }), false],
    ['a gift given', sell('e', { ...when, treatment: 'GIFT_GIVEN' }), false],
    ['what was cashed', sell('e', { ...when, treatment: 'OFFRAMP' }), false],
    ['a loan', buy('e', { ...when, isLoan: true }), false],
    ['a repayment', sell('e', { ...when, isRepayment: true }), false],
    ['spam', buy('e', { ...when, spam: true }), false],
    ['what is ignored', buy('e', { ...when, treatment: 'IGNORED' }), false],
    ['money', sell('e', { ...when, assetKey: 'EUR' }), false],
    ['income', income('e', when), false],
    [
      'a leg of a swap',
      sell('e', { ...when, ...group }),
      false,
      [buy('other', { ...when, ...group, assetKey: 'ETH' })],
    ],
    ['what is matched', sell('e', when), false, [buy('other', when)], { matches: [match('e', 'other')] }],
    [
      'a leg of a match that rests because the other leg is ignored',
      sell('e', when),
      false,
      [buy('other', { ...when, treatment: 'IGNORED' })],
      { matches: [match('e', 'other')] },
    ],
    [
      'a leg of a match that rests because the other event is gone',
      buy('e', when),
      false,
      [],
      { matches: [match('gone', 'e')] },
    ],
  ])('%s', (_title, raw, expected, others = [], extras = {}) => {
    expect(mayBeCounterpart(eventsOf([raw, ...others], extras)[0]!)).toBe(expected);
  });
});

describe('The best of those within the window is named', () => {
  const out = sell('out', when);
  const arrival = (name: string, fields: Partial<EventText>): RawEvent =>
    buy(name, { ...when, ...other, ...fields });

  it.each<readonly [string, readonly RawEvent[], string | null]>([
    ['none', [out], null],
    ['7 days later', [out, arrival('in', { at: '2026-03-17T12:00:00Z' })], 'in SELF_TRANSFER'],
    ['and a microsecond', [out, { ...arrival('in', {}), timestampUs: at('2026-03-17T12:00:00Z') + 1 }], null],
    ['an hour earlier', [out, arrival('in', { at: '2026-03-10T11:00:00Z' })], 'in SELF_TRANSFER'],
    ['and a microsecond', [out, { ...arrival('in', {}), timestampUs: at('2026-03-10T11:00:00Z') - 1 }], null],
    [
      'the one nearest in time, wherever it stands',
      ['13', '11', '10', '12', '14'].reduce<readonly RawEvent[]>(
        (events, day) => [...events, arrival(`on ${day}`, { at: `2026-03-${day}T12:00:01Z` })],
        [out],
      ),
      'on 10 SELF_TRANSFER',
    ],
    [
      'the last of several, where all of it arrived',
      [
        out,
        arrival('third', { at: '2026-03-10T13:00:00Z' }),
        arrival('first', { at: '2026-03-10T12:20:00Z', amount: '0.95' }),
        arrival('second', { at: '2026-03-10T12:40:00Z', amount: '0.96' }),
      ],
      'third SELF_TRANSFER',
    ],
    [
      'of a family of symbols',
      [out, arrival('in', { assetKey: 'wbtc-key', assetSymbol: 'wBTC' })],
      'in WRAP',
    ],
    ['of an asset whose symbol is another', [out, arrival('in', { assetSymbol: 'XBT' })], 'in SELF_TRANSFER'],
    ['not of another family', [out, arrival('in', { assetKey: 'ETH', assetSymbol: 'ETH' })], null],
    ['not of its own direction', [out, sell('in', { ...when, ...other })], null],
    [
      'of an arrival, up to 7 days earlier',
      [
        buy('in', when),
        sell('late', { at: '2026-03-10T13:00:00.001Z' }),
        sell('out', { at: '2026-03-03T12:00:00Z' }),
      ],
      'out SELF_TRANSFER',
    ],
    [
      'or up to an hour later',
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
  // An event's id is derived from its user: here the ids of one user are in the order of the facts, those of the other are not.
  const suggestedTo = (idAt: (index: number) => number): string[] => {
    const events = [sell('out', { ...when, treatment: 'TRANSFER_OUT_UNRESOLVED' }), ...tied].map(
      (raw, index) => ({ ...raw, id: idOf(String(idAt(index))) }),
    );
    const { suggestion } = run(events).issue('UNMATCHED_TRANSFER_OUT');
    return events.filter(({ id }) => id === suggestion?.counterpartEventId).map((raw) => raw.referenceId);
  };

  it('get the same suggestion where several candidates are equally good', () => {
    expect(suggestedTo((index) => index)).toEqual(['in a']);
    expect(suggestedTo((index) => 9 - index)).toEqual(['in a']);
  });
});
