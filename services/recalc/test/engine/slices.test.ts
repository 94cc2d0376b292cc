/** The slices that explain a gain: what each event took from which lot, and why (engine.md §2). */
import { describe, expect, it } from '@jest/globals';
import type { RawEvent } from '../../src/engine/types.ts';
import { amountText, at, buy, event, eurText, type Extras, idOf, match, run, sell } from './build.ts';

const old = buy('old', { at: '2026-01-01', euroValue: '10' });
const middle = buy('middle', { at: '2026-01-02', euroValue: '20' });
const young = buy('young', { at: '2026-01-03', euroValue: '30' });
const away = { at: '2026-02-01', euroValue: '7' };
const landed = buy('in', { at: '2026-02-02', euroValue: '7', accountRef: 'ledger' });

/** Returns kind, whether it counts as gain, lot and historic cost of each slice. */
const rows = (events: readonly RawEvent[], extras?: Extras) =>
  run([old, middle, young, ...events], extras)
    .slices('e')
    .map(({ kind, isGain, lot, historicCost }) => [kind, isGain, lot.eventId, eurText(historicCost)]);
const ofOld = (kind: string, isGain: boolean) => [[kind, isGain, idOf('old'), '10']];

describe('Each part of a lot that an event takes is a slice', () => {
  it.each<readonly [string, readonly RawEvent[], Extras, unknown[][]]>([
    ['a sale', [sell('e', away)], {}, ofOld('CONSUMED', true)],
    ['a sale that is not taxed', [sell('e', { ...away, taxable: false })], {}, ofOld('CONSUMED', false)],
    ['a gift', [sell('e', { ...away, treatment: 'GIFT_GIVEN' })], {}, ofOld('CONSUMED', false)],
    ['a fee', [event('e', 'FEE', away)], {}, ofOld('CONSUMED', false)],
    [
      'an unmatched departure, whose lots wait',
      [sell('e', { ...away, treatment: 'STAKE_BEACON' })],
      {},
      ofOld('WAITING', false),
    ],
    [
      'a departure to another asset',
      [sell('e', away), { ...landed, assetKey: 'WBTC' }],
      { matches: [match('e', 'in', 'WRAP')] },
      ofOld('MOVED', false),
    ],
    ['but not a transfer within the pool', [sell('e', away), landed], { matches: [match('e', 'in')] }, []],
    [
      'the units of a transfer within the pool that did not arrive',
      [sell('e', away), { ...landed, amount: '0.75' }],
      { matches: [match('e', 'in')] },
      [['CONSUMED', false, idOf('old'), '2.5']],
    ],
    ['a repayment without a debt', [sell('e', { ...away, isRepayment: true })], {}, ofOld('CONSUMED', false)],
  ])('%s', (_title, events, extras, expected) => {
    expect(rows(events, extras)).toEqual(expected);
  });

  it('but a borrowed lot that is already paid back leaves no empty slice', () => {
    const borrowed = { ...middle, isLoan: true };
    const figures = run([
      old,
      borrowed,
      young,
      sell('pay', { at: '2026-02-01', isRepayment: true }),
      sell('sale', { at: '2026-03-01', amount: '2', euroValue: '100' }),
    ]);
    expect(figures.slices('pay').map(({ lot }) => lot.eventId)).toEqual([idOf('middle')]);
    expect(figures.slices('sale').map(({ lot, ordinal }) => [lot.eventId, ordinal])).toEqual([
      [idOf('old'), 0],
      [idOf('young'), 1],
    ]);
    expect(figures.gain('sale')).toBe('60');
  });

  it('and borrowed units of one loan in two lots are paid back from both', () => {
    // Half of the loan becomes another asset and comes back as a lot of its own.
    const events = [
      old,
      { ...middle, isLoan: true, amount: '4', euroValue: '40' },
      sell('out', { at: '2026-01-04', amount: '3' }),
      buy('wrapped', { at: '2026-01-04', amount: '3', assetKey: 'WBTC' }),
      sell('back', { at: '2026-01-05', amount: '3', assetKey: 'WBTC' }),
      buy('again', { at: '2026-01-05', amount: '3' }),
      sell('pay', { at: '2026-02-01', amount: '4', isRepayment: true }),
    ];
    const matches = [match('out', 'wrapped', 'WRAP'), match('back', 'again', 'UNWRAP', 2)];
    const figures = run(events, { matches });
    expect(figures.slices('pay').map(({ amount, lot }) => [amountText(amount), lot.originEventId])).toEqual([
      ['2', idOf('middle')],
      ['2', idOf('middle')],
    ]);
    expect(eurText(figures.outputs.holdings[0]?.costBasis ?? -1n)).toBe('10');
  });
});

describe('A lot that moves after the photo moment stores what it was then', () => {
  const moment = '2025-12-31T23:00:00Z';
  const photoOf = (bought: string, moved: string) =>
    run(
      [
        buy('bought', { at: bought, euroValue: '1' }),
        sell('out', { at: moved }),
        buy('in', { at: moved, assetKey: 'WBTC', amount: '3' }),
      ],
      { matches: [match('out', 'in', 'WRAP')] },
    ).lots('in')[0]?.photo;

  it.each([
    ['bought before, moved after', '2025-12-01', '2026-01-02', '1'],
    ['bought before, moved at the moment', '2025-12-01', moment, null],
    ['bought before, moved a millisecond after', '2025-12-01', '2025-12-31T23:00:00.001Z', '1'],
    ['bought a millisecond before the moment', '2025-12-31T22:59:59.999Z', '2026-01-02', '1'],
    ['bought at the moment', moment, '2026-01-02', null],
    ['bought after', '2026-01-01', '2026-01-02', null],
  ])('%s', (_title, bought, moved, amount) => {
    const photo = photoOf(bought, moved);
    expect(photo === null || photo === undefined ? null : [photo.assetKey, amountText(photo.amount)]).toEqual(
      amount === null ? null : ['BTC', amount],
    );
  });
});

it('a slice of transferred units names the legs and the time of receipt', () => {
  const figures = run([old, sell('e', away), landed, sell('sale', { at: '2026-03-01', euroValue: '1' })], {
    matches: [match('e', 'in')],
  });
  expect(figures.slices('sale')[0]?.origin).toEqual({
    kind: 'SELF_TRANSFER',
    outEventId: idOf('e'),
    inEventId: idOf('in'),
    receivedUs: at('2026-02-02'),
  });
});
