/** The photo value: gains from 2026 on of lots acquired before (engine.md §3, "Photo value"; §9, "Worked examples" 2). */
import { describe, expect, it } from '@jest/globals';
import type { Price, RawEvent } from '../../src/engine/types.ts';
import { buy, eur, type Extras, type Figures, idOf, match, price, run, sell } from './build.ts';

const PHOTO_MOMENT = '2025-12-31T23:00:00Z';
const photoAt = (eur: string, when = PHOTO_MOMENT, assetKey = 'BTC'): Price => price(assetKey, when, eur);
const bought = buy('buy', { at: '2024-03-01', euroValue: '90' });
const sold = sell('sale', { at: '2028-06-01', euroValue: '100' });
const gainOf = (events: readonly RawEvent[], prices: readonly Price[], extras: Extras = {}): string | null =>
  run(events, { prices, ...extras }).gain('sale');

describe('2. Photo value', () => {
  // H, P, time of disposal, S, gain: S − P where H ≤ P or from 2031 on; else S − min(H, max(S, P)).
  it.each([
    ['60000', '75000', '2027-06-01', '80000', '5000'],
    ['90000', '75000', '2028-06-01', '100000', '10000'],
    ['90000', '75000', '2028-06-01', '85000', '0'],
    ['90000', '75000', '2028-06-01', '70000', '-5000'],
    ['90000', '75000', '2031-02-01', '100000', '25000'],
    ['14500', '5000', '2029-06-01', '13500', '0'],
    ['14500', '5000', '2031-06-01', '13500', '8500'],
    ['90000', '75000', '2028-06-01', '75000', '0'],
    ['90000', '75000', '2028-06-01', '90000', '0'],
    ['75000', '75000', '2028-06-01', '70000', '-5000'],
    // The example of Triodos (https://www.triodos.be/nl/hulp-en-contact/beleggen/meerwaardebelasting).
    ['50', '80', '2026-07-10', '100', '20'],
  ])('H %s P %s, sold %s for %s → %s', (cost, photo, at, euroValue, gain) => {
    const events = [buy('buy', { at: '2024-03-01', euroValue: cost }), sell('sale', { at, euroValue })];
    expect(gainOf(events, [photoAt(photo)])).toBe(gain);
  });

  it('100,000 units, a unit’s H 1.38, P 2.05, sold in 2028 at 1.95 → −10,000 EUR', () => {
    const amount = '100000';
    const events = [
      buy('buy', { at: '2024-03-01', amount, euroValue: '138000' }),
      sell('sale', { at: '2028-03-01', amount, euroValue: '195000' }),
    ];
    expect(gainOf(events, [photoAt('2.05')])).toBe('-10000');
  });
});

describe('The slice of a sale names the rule that chose its basis, and the photo value', () => {
  it.each([
    ['60', '2027-06-01', '80', 'PHOTO', '75'],
    ['90', '2028-06-01', '100', 'HISTORIC_ABOVE_PHOTO', '75'],
    ['90', '2028-06-01', '85', 'FLOORED_AT_ZERO', '75'],
    ['90', '2031-06-01', '100', 'PHOTO', '75'],
    ['90', '2025-06-01', '100', 'HISTORIC', null],
  ])('cost %s, sold %s for %s: %s', (cost, when, euroValue, method, photoValue) => {
    const events = [buy('buy', { at: '2024-03-01', euroValue: cost }), sell('sale', { at: when, euroValue })];
    const [slice] = run(events, { prices: [photoAt('75')] }).slices('sale');
    expect(slice?.basis).toEqual({ method, photoValue: photoValue === null ? null : eur(photoValue) });
  });
});

describe('The price at 2025-12-31T23:00:00Z, the last known at or before it, at most 7 days old', () => {
  it.each([
    ['2025-12-31T23:00:00.001Z', '10', 'MISSING'],
    ['2025-12-31T23:00:00Z', '25', 'KNOWN'],
    ['2025-12-24T23:00:00Z', '25', 'KNOWN'],
    ['2025-12-24T22:59:59.999Z', '10', 'MISSING'],
  ])('known since %s: gain %s', (when, gain, state) => {
    // H 90, P 75, S 100 in 2031: 100 − 75, or 100 − 90 without a photo price.
    const figures = run([bought, { ...sold, timestampUs: Date.UTC(2031, 5) * 1000 }], {
      prices: [photoAt('75', when)],
    });
    expect(figures.gain('sale')).toBe(gain);
    expect(figures.issues('sale')).toEqual(state === 'MISSING' ? ['MISSING_PHOTO_VALUE'] : []);
  });

  it('is the newest of those', () => {
    const prices = [photoAt('1', '2025-12-30'), photoAt('80', '2025-12-31'), photoAt('2', '2026-01-01')];
    expect(gainOf([bought, { ...sold, timestampUs: Date.UTC(2031, 5) * 1000 }], prices)).toBe('20');
  });
});

describe('The photo value counts by the times of acquisition and disposal', () => {
  const prices = [photoAt('75')];
  it.each([
    ['lot acquired a millisecond before 2026 in Brussels', '2025-12-31T22:59:59.999Z', '2031-06-01', '25'],
    ['lot acquired as 2026 begins in Brussels', '2025-12-31T23:00:00Z', '2031-06-01', '10'],
    ['≤ 2025: H', '2024-03-01', '2025-12-31T22:59:59.999Z', '10'],
    ['disposed of as 2026 begins in Brussels: min(H, max(S, P))', '2024-03-01', '2025-12-31T23:00:00Z', '10'],
    ['disposed by 2030-12-31', '2024-03-01', '2030-12-31T22:59:59.999Z', '10'],
    ['disposed of as 2031 begins in Brussels: P', '2024-03-01', '2030-12-31T23:00:00Z', '25'],
  ])('%s', (_title, acquired, disposed, gain) => {
    const events = [
      buy('buy', { at: acquired, euroValue: '90' }),
      sell('sale', { at: disposed, euroValue: '100' }),
    ];
    expect(gainOf(events, prices)).toBe(gain);
  });

  it('a disposal up to 2025 needs no photo price', () => {
    const events = [bought, sell('sale', { at: '2025-03-01', euroValue: '100' })];
    expect(run(events).outputs.issues).toEqual([]);
  });

  it('SPECULATIEF in any year: H', () => {
    expect(gainOf([bought, sold], [photoAt('50')], { regimes: { 2028: 'SPECULATIEF' } })).toBe('10');
    // 100 − 90, though H > P and S > P would give the same: a loss tells them apart.
    const atLoss = { ...sold, euroValue: '60' };
    expect(gainOf([bought, atLoss], [photoAt('50')], { regimes: { 2028: 'SPECULATIEF' } })).toBe('-30');
    expect(gainOf([bought, atLoss], [photoAt('50')])).toBe('0');
    const speculative = run([bought, sold], { regimes: { 2028: 'SPECULATIEF' } });
    expect(speculative.outputs.issues).toEqual([]);
  });

  it('each slice by itself: P for the share it has of the lot', () => {
    const events = [
      buy('old', { at: '2024-01-01', amount: '2', euroValue: '20' }),
      buy('new', { at: '2026-01-05', amount: '1', euroValue: '60' }),
      sell('part', { at: '2026-02-01', amount: '0.5', euroValue: '50' }),
      sell('sale', { at: '2026-03-01', amount: '2', euroValue: '200' }),
    ];
    const figures = run(events, { prices });
    // 50 − 37.50; then 150 − 1.5 × 75 = 37.50 of the old lot, and 50 − 30 of half the new one.
    expect(figures.gain('part')).toBe('12.5');
    expect(figures.gain('sale')).toBe('57.5');
  });
});

describe('Without a photo price H counts, with an issue', () => {
  const other = [
    buy('eth', { at: '2024-01-01', assetKey: 'ETH', euroValue: '10' }),
    sell('eth sale', { at: '2027-01-01', assetKey: 'ETH', euroValue: '15' }),
  ];
  const photoIssues = (figures: Figures) =>
    figures.outputs.issues.filter(({ type }) => type === 'MISSING_PHOTO_VALUE');

  it('once per asset, on its first gain', () => {
    const figures = run([
      { ...bought, amount: '2' },
      sell('first', { at: '2027-06-01', euroValue: '100' }),
      sold,
      ...other,
    ]);
    expect(figures.gain('first')).toBe('55');
    expect(
      photoIssues(figures).map(({ assetKey, eventId, severity }) => [assetKey, eventId, severity]),
    ).toEqual([
      ['BTC', idOf('first'), 'MEDIUM'],
      ['ETH', idOf('eth sale'), 'MEDIUM'],
    ]);
  });

  it('except when no gain needs the price', () => {
    const figures = run([
      { ...bought, amount: '4' },
      sell('gift', { at: '2027-06-01', treatment: 'GIFT_GIVEN' }),
      sell('not taxed', { at: '2027-06-02', taxable: false, euroValue: '5' }),
      sell('waiting', { at: '2027-06-03', treatment: 'TRANSFER_OUT_OWN_WALLET' }),
      buy('new', { at: '2026-06-03', assetKey: 'ETH', euroValue: '5' }),
      sell('new sale', { at: '2026-06-04', assetKey: 'ETH', euroValue: '5' }),
    ]);
    expect(photoIssues(figures)).toEqual([]);
  });
});

describe('The photo value is that of the asset the lot was in then, times the amount it then had', () => {
  // 2 ETH of 100 EUR become 4 WETH; all sold in 2031 for 500.
  const history = (wrapped: string): RawEvent[] => [
    buy('buy', { at: '2024-01-01', assetKey: 'ETH', amount: '2', euroValue: '100' }),
    sell('out', { at: wrapped, assetKey: 'ETH', amount: '2' }),
    buy('in', { at: wrapped, assetKey: 'WETH', amount: '4' }),
    sell('sale', { at: '2031-03-01', assetKey: 'WETH', amount: '4', euroValue: '500' }),
  ];
  const prices = [photoAt('70', PHOTO_MOMENT, 'ETH'), photoAt('50', PHOTO_MOMENT, 'WETH')];
  const matches = [match('out', 'in', 'WRAP')];

  it('when it moved between assets after the photo moment', () => {
    // 500 − 2 ETH × 70.
    expect(gainOf(history('2026-05-01'), prices, { matches })).toBe('360');
  });

  it('when it moved between assets before the photo moment', () => {
    // 500 − 4 WETH × 50.
    expect(gainOf(history('2025-05-01'), prices, { matches })).toBe('300');
  });

  it('when it moved twice after the photo moment and was sold in parts', () => {
    const events = [
      ...history('2026-05-01').slice(0, 3),
      sell('back', { at: '2026-06-01', assetKey: 'WETH', amount: '4' }),
      buy('again', { at: '2026-06-01', assetKey: 'ETH', amount: '2.5' }),
      sell('part', { at: '2031-03-01', assetKey: 'ETH', amount: '0.5', euroValue: '50' }),
      sell('sale', { at: '2031-03-02', assetKey: 'ETH', amount: '2', euroValue: '300' }),
    ];
    const figures = run(events, { prices, matches: [...matches, match('back', 'again', 'UNWRAP', 2)] });
    // 2.5 ETH correspond to the 2 ETH held then: 50 − 0.4 × 70 and 300 − 1.6 × 70.
    expect([figures.gain('part'), figures.gain('sale')]).toEqual(['22', '188']);
  });

  it('and the issue names that asset', () => {
    const figures = run(history('2026-05-01'), { matches, prices: prices.slice(1) });
    expect(figures.gain('sale')).toBe('400');
    expect(figures.issue('MISSING_PHOTO_VALUE')).toMatchObject({
      assetKey: 'ETH',
      eventId: idOf('sale'),
      year: 2031,
    });
  });
});
