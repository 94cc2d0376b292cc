/** A correction recomputes what it can reach (engine.md §7, "Incremental"): the pools that transfers connect. */
import { describe, it } from '@jest/globals';
import { buy, match, sell } from './build.ts';
import { check, type Row, worth } from './corrected.ts';

const bought = buy('bought', { at: '2026-01-05', amount: '3', euroValue: '300' });
const second = buy('second', { at: '2026-01-06', amount: '1', euroValue: '130' });
const sold = sell('sold', { at: '2026-02-05', euroValue: '150' });
const again = sell('again', { at: '2026-03-05', euroValue: '160' });

describe('A new cost of a lot moves with it to other pools', () => {
  const wbtc = { assetKey: 'WBTC' };
  const out = sell('out', { at: '2026-01-10', amount: '2', euroValue: '200' });
  const into = buy('in', { at: '2026-01-10', amount: '6', euroValue: '200', ...wbtc });
  const wrapped = sell('sold', { at: '2026-02-05', amount: '3', euroValue: '150', ...wbtc });
  const matches = [match('out', 'in', 'WRAP')];

  it.each<Row>([
    [
      'when two of three units become six, of which three are sold: 150 − 120',
      [bought, out, into, wrapped],
      { bought: worth('360') },
      { costs: { bought: '360', in: '240' }, gains: { sold: '30' }, held: { BTC: '20', WBTC: '20' } },
      { matches },
    ],
    [
      'when one of two moved lots changes: 150 − 60 − 130',
      [{ ...bought, amount: '1' }, second, out, into, { ...wrapped, amount: '6' }],
      { bought: worth('60') },
      { costs: { bought: '60', in: '60' }, gains: { sold: '-40' } },
      { matches },
    ],
    [
      'when both moved lots change: 150 − 60 − 50',
      [{ ...bought, amount: '1' }, second, out, into, { ...wrapped, amount: '6' }],
      { bought: worth('60'), second: worth('50') },
      { costs: { bought: '60', second: '50', in: '50 and 60' }, gains: { sold: '40' } },
      { matches },
    ],
    [
      'when the transfer had a shortfall, which costs nothing: 150 − 180',
      [{ ...bought, amount: '1' }, out, into, wrapped],
      { bought: worth('180') },
      { costs: { bought: '180', in: '180' }, gains: { sold: '-30' } },
      { matches },
    ],
    [
      'when half of it moves to a third asset: 40 − 240 ÷ 4',
      [
        bought,
        out,
        into,
        sell('out 2', { at: '2026-01-11', amount: '3', ...wbtc }),
        buy('in 2', { at: '2026-01-11', amount: '1', assetKey: 'BTC.b' }),
        sell('sold', { at: '2026-02-05', amount: '0.5', euroValue: '40', assetKey: 'BTC.b' }),
      ],
      { bought: worth('360') },
      {
        costs: { bought: '360', in: '240', 'in 2': '120' },
        gains: { sold: '-20' },
        held: { BTC: '20', WBTC: '20', 'BTC.b': '10' },
      },
      { matches: [...matches, match('out 2', 'in 2', 'BRIDGE', 2)] },
    ],
    [
      'when it moves to two assets in turn, one of them with a younger lot: 150 − 200 and 160 − 100 − 130',
      [
        bought,
        second,
        out,
        into,
        sell('out 2', { at: '2026-01-11', amount: '2' }),
        buy('in 2', { at: '2026-01-11', amount: '2', assetKey: 'BTC.b' }),
        { ...wrapped, amount: '6' },
        { ...again, amount: '2', assetKey: 'BTC.b' },
      ],
      { bought: worth('600') },
      { costs: { bought: '600', in: '400', 'in 2': '200' }, gains: { sold: '-250', again: '-170' } },
      { matches: [...matches, match('out 2', 'in 2', 'BRIDGE', 2)] },
    ],
    [
      'when it moves there and back, and joins units that never left: 700 − 200 − 60 − 130',
      [
        { ...bought, amount: '2' },
        second,
        { ...out, amount: '1' },
        { ...into, amount: '1' },
        sell('back', { at: '2026-01-11', ...wbtc }),
        buy('home', { at: '2026-01-11' }),
        sell('out 2', { at: '2026-01-12', amount: '3' }),
        buy('in 2', { at: '2026-01-12', amount: '3', assetKey: 'BTC.b' }),
        { ...sold, amount: '3', euroValue: '700', assetKey: 'BTC.b' },
      ],
      { bought: worth('440') },
      {
        costs: { bought: '440', in: '220', home: '220', 'in 2': '220 and 220' },
        gains: { sold: '130' },
      },
      { matches: [...matches, match('back', 'home', 'UNWRAP', 2), match('out 2', 'in 2', 'BRIDGE', 3)] },
    ],
    [
      'when a part too small for 24 digits is added to the next one, so that none of its cost is lost',
      [
        { ...bought, amount: '0.000000000000000000000001', euroValue: '5' },
        { ...second, amount: '0.999999999999999999999999' },
        { ...out, amount: '1' },
        { ...into, amount: '0.1' },
        { ...wrapped, amount: '0.1' },
      ],
      { bought: worth('7') },
      { costs: { bought: '7', in: '137' }, gains: { sold: '13' } },
      { matches },
    ],
    [
      'when the purchase cost nothing',
      [{ ...bought, euroValue: null }, out, into, wrapped],
      { bought: worth('360') },
      {
        costs: { bought: '360', in: '240' },
        gains: { sold: '30' },
        reviews: { bought: false },
        held: { BTC: '120', WBTC: '120' },
      },
      { matches },
    ],
    [
      'but stays in place for a transfer within the pool: 150 − 120',
      [bought, { ...out, amount: '1' }, buy('in', { at: '2026-01-10', accountRef: 'ledger' }), sold],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '30' }, held: { BTC: '40' } },
      { matches: [match('out', 'in')] },
    ],
    [
      'and units that did not arrive are consumed like a fee: 150 − 120',
      [bought, out, buy('in', { at: '2026-01-10', amount: '1.5', accountRef: 'ledger' }), sold],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '30' }, held: { BTC: '30' } },
      { matches: [match('out', 'in')] },
    ],
  ])('%s', check);
});
