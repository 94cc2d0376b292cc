import { describe, expect, it } from '@jest/globals';
import { parseAmount, parseEur } from '@ctx/domain/decimal';
import { lotsOf } from '../figures/lots.ts';
import type { ClosingLot, ClosingState } from '../types.ts';
import { restoreClosing } from './closing.ts';
import { FrozenYears } from './frozen-years.ts';
import { emptyLedger } from './ledger.ts';

const LOT: ClosingLot = {
  id: 'lot',
  key: ['a', 'ETH', 'ACQUISITION', 'bought', 'bought'],
  assetKey: 'ETH',
  eventId: 'bought',
  originEventId: 'bought',
  fromLotId: null,
  acquiredUs: 0,
  heldSinceUs: 0,
  arrivedUs: 0,
  arrival: 0,
  amount: parseAmount('2'),
  remaining: parseAmount('2'),
  costBasis: parseEur('54'),
  feesEur: 0n,
  photo: null,
  origin: null,
};
const closing = (...lots: readonly ClosingLot[]): ClosingState => ({
  lots,
  waiting: [],
  marks: [],
  debts: [],
  actedAhead: [],
});

describe('A ledger that starts from submitted years', () => {
  it('has a lot once, as it is held, where a year passes it on that an earlier year, submitted later, did not', () => {
    const ledger = emptyLedger(new FrozenYears([]));
    for (const state of [closing(LOT), closing(), closing(LOT)]) restoreClosing(ledger, state);
    expect(lotsOf(ledger).map(({ id, remaining }) => [id, remaining])).toEqual([['lot', LOT.remaining]]);
  });

  it('has a past lot with nothing left where no year passes it on', () => {
    const ledger = emptyLedger(new FrozenYears([]));
    for (const state of [closing(LOT), closing()]) restoreClosing(ledger, state);
    expect(lotsOf(ledger).map(({ id, remaining }) => [id, remaining])).toEqual([['lot', 0n]]);
  });
});
