/** What pools held at a moment, from what the last run stored (ADR 29). */
import { describe, expect, it } from '@jest/globals';
import { parseAmount, parseEur } from '@ctx/domain/decimal';
import { lotId } from '../../engine/flow/lot-id.ts';
import { keyOf as keyOfEvent } from '../../engine/order.ts';
import { recalculate, recalculatePools } from '../../engine/recalculate.ts';
import type { EngineOutputs, LotKey } from '../../engine/types.ts';
import { EVENTS } from '../../tables/events-and-years.ts';
import { LOTS, SLICES } from '../../tables/lots-and-slices.ts';
import { at, buy, idOf, inputsOf, match, sell } from '../../../test/engine/build.ts';
import { type MarkAtStart, openingOf, type LotAtStart } from './opening.ts';

const noon = at('2025-03-01T12:00:00Z');
const keyOf = (name: string): LotKey => ['kraken-1', 'BTC', 'ACQUISITION', name, idOf(name)];

/** A lot of 3 units that a purchase brought, all of them held. */
function lotOf(name: string, fields: Partial<LotAtStart> = {}): LotAtStart {
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

function markAt(atUs: number, fields: Partial<MarkAtStart> = {}): MarkAtStart {
  const origin = {
    kind: 'SELF_TRANSFER' as MarkAtStart['origin']['kind'],
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
    const { lotId: untilLotId, until } = first;
    expect(openingOf([lotOf('bought')], [gone, second, first])?.marks).toMatchObject([
      { origin: first.origin, untilLotId, until },
      { origin: second.origin, untilLotId, until },
    ]);
  });

  it('places the own lot of an event before a transfer of the same instant', () => {
    const opening = openingOf([lotOf('bought')], [markAt(noon)]);
    expect(opening!.lots[0]!.arrival).toBeLessThan(opening!.marks[0]!.arrival);
  });

  it('numbers the arrivals of lots and marks in the order of their times', () => {
    const [early, late] = [lotOf('bought'), lotOf('other', { arrivedUs: noon + 2 })];
    const opening = openingOf([late, early], [markAt(noon + 3), markAt(noon + 1)])!;
    const arrivals = opening.lots.map(({ id, arrival }) => [id, arrival]);
    expect(arrivals).toEqual([
      [late.id, 3],
      [early.id, 1],
    ]);
    expect(opening.marks.map(({ arrival }) => arrival)).toEqual([2, 4]);
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
      'two transfers within the pool acted at one instant',
      [lotOf('bought')],
      [markAt(noon + 1), markAt(noon + 1)],
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

/** Returns what a run stores of the pools at an instant, from the outputs of a full run. */
function storedAt(
  { events, lots, slices, marks }: EngineOutputs,
  atUs: number,
): { readonly lots: LotAtStart[]; readonly marks: MarkAtStart[] } {
  const keys = new Map(events.map(({ raw }) => [raw.id, keyOfEvent(raw)]));
  const since = Map.groupBy(
    slices.filter(({ event }) => event.timestampUs >= atUs),
    ({ lot }) => lot.id,
  );
  return {
    lots: lots
      .filter(({ id, arrivedUs, remaining, waiting }) => {
        return arrivedUs < atUs && (remaining > 0n || waiting > 0n || since.has(id));
      })
      .map((lot) => {
        const taken = since.get(lot.id) ?? [];
        const waiting = taken.filter(({ kind }) => kind === 'WAITING');
        return {
          ...lot,
          key: keys.get(lot.originEventId) ?? null,
          goneThen: taken[0]?.goneBefore ?? null,
          waitingSince: waiting.reduce((sum, { amount }) => sum + amount, 0n),
          waitingCostSince: waiting.reduce((sum, { historicCost }) => sum + historicCost, 0n),
        };
      }),
    marks: marks
      .filter(({ event }) => event.timestampUs < atUs)
      .map(({ event, lot, until, heldSinceUs, origin }) => {
        return { assetKey: lot.assetKey, lotId: lot.id, until, heldSinceUs, origin, atUs: event.timestampUs };
      }),
  };
}

/** Returns the rows of the events from an instant on, of their slices, and of the lots that were open then or came later. */
function rowsSince(outputs: EngineOutputs, atUs: number, open: ReadonlySet<string>): object {
  const { events, outcomes, slices, lots } = outputs;
  return {
    events: events.flatMap((event, index) =>
      event.timestampUs < atUs ? [] : [EVENTS.rowOf([event, outcomes[index]!])],
    ),
    slices: slices.filter(({ event }) => event.timestampUs >= atUs).map((slice) => SLICES.rowOf(slice)),
    lots: lots
      .filter(({ id, arrivedUs }) => arrivedUs >= atUs || open.has(id))
      .map((lot) => LOTS.rowOf(lot))
      .toSorted(),
  };
}

describe('The figures computed from an opening', () => {
  it('equal those of a full run: sales before and after a transfer within the pool, and units that wait', () => {
    const atUs = at('2024-07-01');
    const waits = { amount: '0.5', treatment: 'TRANSFER_OUT_OWN_WALLET' } as const;
    const inputs = inputsOf(
      [
        buy('first', { at: '2024-01-05', amount: '2', euroValue: '100' }),
        buy('second', { at: '2024-02-05', amount: '3', euroValue: '200' }),
        sell('sold before', { at: '2024-03-05', euroValue: '70' }),
        // Covers the second lot up to 1.5 units.
        sell('out', { at: '2024-04-05', amount: '2.5' }),
        buy('in', { at: '2024-04-06', amount: '2.4', accountRef: 'ledger' }),
        sell('waits before', { at: '2024-05-05', ...waits }),
        buy('third', { at: '2024-06-05', amount: '1', euroValue: '90' }),
        sell('sold', { at: '2024-08-05', amount: '2', euroValue: '170' }),
        buy('fourth', { at: '2024-09-05', amount: '1', euroValue: '110' }),
        sell('waits since', { at: '2024-10-05', ...waits }),
        sell('sold later', { at: '2024-11-05', amount: '1.7', euroValue: '180' }),
      ],
      { matches: [match('out', 'in')] },
    );
    const full = recalculate(inputs);
    const { lots, marks } = storedAt(full, atUs);
    const events = inputs.events.filter(({ timestampUs }) => timestampUs >= atUs);
    const part = recalculatePools({ ...inputs, events }, new Set(['BTC']), {
      atUs,
      opening: openingOf(lots, marks)!,
      eventsBefore: inputs.events.length - events.length,
      photoMissing: new Set(),
    })!;
    const open = new Set(lots.map(({ id }) => id));
    expect(rowsSince(part, atUs, open)).toEqual(rowsSince(full, atUs, open));
    // The first sale took units that the transfer moved, the second only others.
    const origins = part.slices.map(({ event, origin }) => [event.raw.referenceId, origin?.inEventId]);
    expect(origins).toEqual([
      ['sold', idOf('in')],
      ['sold', idOf('in')],
      ['waits since', undefined],
      ['sold later', undefined],
      ['sold later', undefined],
    ]);
  });
});
