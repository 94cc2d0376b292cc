/** Transfers between a user's own accounts, matched by their group or not (engine.md §1, §2). */
import { describe, expect, it } from '@jest/globals';
import { lotId } from './lot-id.ts';
import type { RawEvent } from '../types.ts';
import { at, buy, type EventText, eurText, idOf, processed, run, sell } from '../../../test/engine/build.ts';

const continuityGroupId = idOf('group');
const out = (facts: Partial<EventText> = {}): RawEvent =>
  sell('out', { at: '2026-02-01', treatment: 'TRANSFER_OUT_OWN_WALLET', continuityGroupId, ...facts });
const into = (facts: Partial<EventText> = {}): RawEvent =>
  buy('in', {
    at: '2026-02-02',
    accountRef: 'ledger',
    treatment: 'CONTINUITY_WITHDRAW',
    continuityGroupId,
    euroValue: '400',
    ...facts,
  });
const bought = buy('buy', { at: '2026-01-01', amount: '2', euroValue: '200' });

describe('A matched transfer of one asset', () => {
  it('acts at its out leg’s time: its lots never leave the pool', () => {
    const figures = run([bought, out(), into()]);
    expect(figures.outputs.lots).toHaveLength(1);
    expect(figures.outputs.slices).toEqual([]);
    expect(figures.lot('buy').remaining).toBe('2');
    expect(figures.year(2026).needsReviewCount).toBe(0);
  });

  it('that brings more than left adds a lot for the surplus, with its share of the in leg’s EUR value, at the in leg’s time', () => {
    const figures = run([bought, out(), into({ amount: '1.25' })]);
    expect(figures.lot('in')).toMatchObject({ acquired: '0.25', basis: '80' });
    expect(figures.lots('in')[0]?.acquiredUs).toBe(at('2026-02-02'));
    expect(figures.event('in').needsReview).toBe(true);
    expect(figures.event('out').needsReview).toBe(false);
  });

  it('brings a shortfall of the pool when it acts, as a lot of basis 0 acquired then', () => {
    const figures = run([bought, out({ amount: '5' }), into({ amount: '4.5' })]);
    // 0.5 of the 2 units held is consumed like a fee; 1.5 units arrive from the pool, and 3 are the shortfall.
    expect(figures.lot('buy').remaining).toBe('1.5');
    expect(figures.lots('in')).toHaveLength(1);
    expect(figures.lots('in')[0]).toMatchObject({
      id: lotId(idOf('in'), 'SHORTFALL'),
      acquiredUs: at('2026-02-01'),
    });
    expect(figures.lot('in')).toMatchObject({ acquired: '3', basis: '0' });
    expect(figures.event('out').needsReview).toBe(true);
  });

  it('can bring both a shortfall and a surplus', () => {
    const figures = run([out(), into({ amount: '2' })]);
    const ids = figures.lots('in').map(({ id }) => id);
    expect(ids).toEqual([lotId(idOf('in'), 'SHORTFALL'), lotId(idOf('in'), 'ACQUIRED')]);
    expect(figures.outputs.lots.map(({ costBasis }) => eurText(costBasis))).toEqual(['0', '200']);
  });

  it('acts after incoming events and before outgoing events of the same timestamp', () => {
    const events = [
      buy('same second', { at: '2026-02-01', accountRef: 'z', euroValue: '100' }),
      out({ accountRef: 'z' }),
      into({ amount: '0.5' }),
      sell('sale', { at: '2026-02-01', accountRef: 'a', amount: '0.5', euroValue: '70' }),
    ];
    expect(processed(events)).toEqual(['same second', 'out', 'sale']);
    const figures = run(events);
    expect(figures.gain('sale')).toBe('20');
    expect(figures.event('out').needsReview).toBe(false);
  });
});

describe('An unmatched transfer', () => {
  it('that left makes its lots wait, still owned', () => {
    const figures = run([bought, out()]);
    expect(figures.lot('buy')).toMatchObject({ remaining: '1', waiting: '1', remainingBasis: '100' });
    expect(figures.event('out')).toMatchObject({ needsReview: false, totalGain: 0n, taxable: false });
  });

  it('that arrives brings a new lot with its EUR value as basis, and an issue', () => {
    const figures = run([into()]);
    expect(figures.lot('in')).toMatchObject({ acquired: '1', basis: '400' });
    expect(figures.event('in').needsReview).toBe(true);
  });

  const unmatched = [
    ['two incoming legs', [out(), into(), { ...into(), id: idOf('in 2'), referenceId: 'in 2' }]],
    ['an ignored leg', [out({ treatment: 'IGNORED' }), into()]],
    ['a leg of spam', [out({ spam: true }), into()]],
    ['a leg that is no transfer', [out({ treatment: 'NORMAL', euroValue: '1' }), into()]],
    ['no group', [out({ continuityGroupId: null }), into({ continuityGroupId: null })]],
  ] as const;
  it.each(unmatched)('is one whose group has %s', (_title, events) => {
    const figures = run([bought, ...events]);
    expect(figures.lot('in')).toMatchObject({ acquired: '1', basis: '400' });
    expect(figures.event('in').needsReview).toBe(true);
  });

  it('is not caused by a fee in the group', () => {
    const other = sell('fee', { at: '2026-02-01', amount: '0.1', euroValue: '1', continuityGroupId });
    expect(run([bought, out(), into(), other]).lots('in')).toEqual([]);
  });
});
