/** A correction recomputes what it can reach (engine.md §7, "Incremental"): gains measured from the photo moment (§3). */
import { describe, it } from '@jest/globals';
import { at, buy, match, price, sell } from './build.ts';
import { check, type Row, worth } from './corrected.ts';

const bought = buy('bought', { at: '2026-01-05', amount: '3', euroValue: '300' });
const sold = sell('sold', { at: '2026-02-05', euroValue: '150' });
const again = sell('again', { at: '2026-03-05', euroValue: '160' });

describe('Gains from 2026 on of units that were held at the photo moment', () => {
  const old = { ...bought, timestampUs: at('2025-03-01'), amount: '2', euroValue: '100' };
  const prices = [price('BTC', '2025-12-31', '75')];

  it.each<Row>([
    [
      'P counts as long as H is not above it: 100 − 75, H 60 and no more 50',
      [old, { ...sold, euroValue: '100' }],
      { bought: worth('120') },
      { costs: { bought: '120' }, held: { BTC: '10' } },
      { prices },
    ],
    [
      'H 90 comes above P 75: 100 − 90',
      [old, { ...sold, euroValue: '100' }],
      { bought: worth('180') },
      { costs: { bought: '180' }, gains: { sold: '10' }, held: { BTC: '40' } },
      { prices },
    ],
    [
      'a higher cost may lower a gain to zero but never makes a loss: S 85, then S 70 − 75',
      [
        { ...old, euroValue: '180' },
        { ...sold, euroValue: '100' },
        { ...again, euroValue: '100' },
      ],
      { sold: worth('85'), again: worth('70') },
      { gains: { sold: '0', again: '-5' } },
      { prices },
    ],
    [
      'after 2030 P alone counts: 100 − 75',
      [old, { ...sold, timestampUs: at('2031-02-01'), euroValue: '90' }],
      { bought: worth('180'), sold: worth('100') },
      { costs: { bought: '180' }, gains: { sold: '25' }, held: { BTC: '40' } },
      { prices },
    ],
    [
      'sold before 2026: 100 − 60',
      [old, { ...sold, timestampUs: at('2025-05-01'), euroValue: '100' }],
      { bought: worth('120') },
      { costs: { bought: '120' }, gains: { sold: '40' }, held: { BTC: '10' } },
      { prices },
    ],
    [
      'an instant before it: P, 100 − 75; at it: H, 100 − 60',
      [
        { ...old, amount: '1', timestampUs: at('2025-12-31T22:59:59.999Z') },
        buy('new', { at: '2025-12-31T23:00:00Z', euroValue: '50' }),
        { ...sold, euroValue: '80' },
        { ...again, euroValue: '100' },
      ],
      { bought: worth('70'), new: worth('60'), sold: worth('100') },
      { costs: { bought: '70', new: '60' }, gains: { sold: '25', again: '40' } },
      { prices },
    ],
    [
      'without a photo price H counts, and the issue stays where it is: 110 − 60',
      [old, { ...sold, euroValue: '90' }],
      { bought: worth('120'), sold: worth('110') },
      { costs: { bought: '120' }, gains: { sold: '50' }, held: { BTC: '10' } },
    ],
    [
      'of two assets one has a price: 100 − 75 and 100 − 60',
      [
        { ...old, euroValue: '170' },
        buy('ether', { at: '2025-03-02', euroValue: '50', assetKey: 'ETH' }),
        { ...sold, euroValue: '90' },
        { ...again, euroValue: '100', assetKey: 'ETH' },
      ],
      { bought: worth('100'), ether: worth('60'), sold: worth('100') },
      { costs: { bought: '100', ether: '60' }, gains: { sold: '25', again: '40' }, held: { BTC: '-35' } },
      { prices },
    ],
    [
      'a sale whose gain would be the first to lack its photo price asks for a full run',
      [old, { ...sold, euroValue: null }],
      { sold: worth('100') },
      'FULL RUN',
    ],
    ['so does one whose gain was the first', [old, sold], { sold: { taxable: false } }, 'FULL RUN'],
    [
      'after a wrap the price is that of the asset it was in then, times the amount it then had: 50 − 37.5 of 6 for 2',
      [
        { ...old, euroValue: '180' },
        sell('out', { at: '2026-01-10', amount: '2' }),
        buy('in', { at: '2026-01-10', amount: '6', assetKey: 'WBTC' }),
        sell('sold', { at: '2026-02-05', amount: '1.5', euroValue: '20', assetKey: 'WBTC' }),
        sell('again', { at: '2026-02-06', amount: '1.5', euroValue: '60', assetKey: 'WBTC' }),
      ],
      { bought: worth('100'), sold: worth('50') },
      { costs: { bought: '100', in: '100' }, gains: { sold: '12.5', again: '22.5' }, held: { WBTC: '-40' } },
      { prices: [...prices, price('WBTC', '2025-12-31', '1')], matches: [match('out', 'in', 'WRAP')] },
    ],
    [
      'only the sale is another: 50 − 37.5',
      [
        old,
        sell('out', { at: '2026-01-10', amount: '2' }),
        buy('in', { at: '2026-01-10', amount: '6', assetKey: 'WBTC' }),
        sell('sold', { at: '2026-02-05', amount: '1.5', euroValue: '20', assetKey: 'WBTC' }),
      ],
      { sold: worth('50') },
      { gains: { sold: '12.5' } },
      { prices: [...prices, price('WBTC', '2025-12-31', '1')], matches: [match('out', 'in', 'WRAP')] },
    ],
    [
      'the shares of the photo amount add up to it: the second third of 1 has what the others lack',
      [
        { ...old, amount: '1' },
        sell('out', { at: '2026-01-10' }),
        buy('in', { at: '2026-01-10', amount: '3', assetKey: 'WBTC' }),
        ...['first', 'sold'].map((name, day) =>
          sell(name, { at: `2026-02-0${day + 1}`, euroValue: '400000000000', assetKey: 'WBTC' }),
        ),
      ],
      { sold: worth('333333333333.333333333335') },
      { gains: { sold: '0.000000000001' } },
      { prices: [price('BTC', '2025-12-31', '1000000000000')], matches: [match('out', 'in', 'WRAP')] },
    ],
  ])('%s', check);
});
