/** What pools held at a moment, from what the last run stored (ADR 29). */
import { describe, expect, it } from '@jest/globals';
import { parseAmount, parseEur } from '@ctx/domain/decimal';
import { lotId } from '../../engine/flow/lot-id.ts';
import type { LotKey } from '../../engine/types.ts';
import { at, idOf } from '../../../test/engine/build.ts';
import { type MarkThen, openingOf, type OpenThen } from './opening.ts';

const noon = at('2025-03-01T12:00:00Z');
const keyOf = (name: string): LotKey => ['kraken-1', 'BTC', 'ACQUISITION', name, idOf(name)];

/** A lot of 3 units that a purchase brought, all of them held. */
function lotOf(name: string, fields: Partial<OpenThen> = {}): OpenThen {
  return {
    id: lotId(idOf(name), 'ACQUIRED'),
    assetKey: 'BTC',
    eventId: idOf(name),
    originEventId: idOf(name),
    fromLotId: null,
    acquiredUs: noon,
    heldSinceUs: noon,
    arrivedUs: noon,
    amount: parseAmount('3'),
    costBasis: parseEur('300'),
    photo: null,
    origin: null,
    remaining: parseAmount('3'),
    remainingCostBasis: parseEur('300'),
    waiting: 0n,
    waitingCostBasis: 0n,
    key: keyOf(name),
    goneThen: null,
    waitingSince: 0n,
    waitingCostSince: 0n,
    ...fields,
  };
}

function markAt(atUs: number, fields: Partial<MarkThen> = {}): MarkThen {
  const origin = {
    kind: 'SELF_TRANSFER' as MarkThen['origin']['kind'],
    inEventId: idOf('in'),
    outEventId: idOf('out'),
    receivedUs: atUs,
  };
  const until = parseAmount('2');
  return { assetKey: 'BTC', lotId: lotOf('bought').id, until, heldSinceUs: null, origin, atUs, ...fields };
}

describe('The opening of a pool', () => {
  it('has what is left of a lot from which nothing was taken since', () => {
    const lot = lotOf('bought', { remaining: parseAmount('1') });
    expect(openingOf([lot], [])?.lots).toMatchObject([{ remaining: parseAmount('1') }]);
  });

  it('has the units of a lot that were taken since', () => {
    const lot = lotOf('bought', { remaining: 0n, goneThen: parseAmount('0.5') });
    expect(openingOf([lot], [])?.lots).toMatchObject([{ remaining: parseAmount('2.5') }]);
  });

  it('has the units that waited already, with their cost, and not those that wait since', () => {
    const lot = lotOf('bought', {
      goneThen: parseAmount('1'),
      waiting: parseAmount('2'),
      waitingCostBasis: parseEur('200'),
      waitingSince: parseAmount('1'),
      waitingCostSince: parseEur('100'),
    });
    expect(openingOf([lot], [])?.waiting).toMatchObject([
      { lotId: lot.id, amount: parseAmount('1'), costBasis: parseEur('100') },
    ]);
  });

  it('has the marks that end at an open lot, oldest first, and no other', () => {
    const [first, second] = [markAt(noon + 1), markAt(noon + 2)];
    const gone = markAt(noon + 3, { lotId: lotOf('gone').id });
    const marks = openingOf([lotOf('bought')], [gone, second, first])?.marks ?? [];
    expect(marks.map(({ origin }) => origin)).toEqual([first.origin, second.origin]);
  });

  it('places the own lot of an event before a transfer of the same instant', () => {
    const opening = openingOf([lotOf('bought')], [markAt(noon)]);
    expect(opening!.lots[0]!.arrival).toBeLessThan(opening!.marks[0]!.arrival);
  });

  it('is known for lots of different acquisitions that arrived at one instant', () => {
    expect(openingOf([lotOf('bought'), lotOf('other')], [])?.lots).toHaveLength(2);
  });

  const brought = lotOf('in', { id: lotId(idOf('in'), 0), fromLotId: lotOf('old').id });
  it.each([
    ['the acquisition of a lot is gone', [lotOf('bought', { key: null })], []],
    [
      'a transfer sets a holding period of its own',
      [lotOf('bought')],
      [markAt(noon + 1, { heldSinceUs: 1 })],
    ],
    [
      'one instant has a transfer within the pool and one into it',
      [lotOf('bought'), brought],
      [markAt(noon)],
    ],
    [
      'two parts of one acquisition arrived at one instant',
      [brought, { ...brought, id: lotId(idOf('in'), 1) }],
      [],
    ],
  ])('is not known where %s', (_title, lots, marks) => {
    expect(openingOf(lots, marks)).toBeNull();
  });
});
