/** A correction recomputes what it can reach (engine.md §7, "Incremental"): figures that depend on a purchase or a sale. */
import { describe, it } from '@jest/globals';
import { at, buy, event, income, override, sell } from '../../../test/engine/build.ts';
import { check, type Row, worth } from '../../../test/engine/corrected.ts';

const bought = buy('bought', { at: '2026-01-05', amount: '3', euroValue: '300' });
const second = buy('second', { at: '2026-01-06', amount: '1', euroValue: '130' });
const sold = sell('sold', { at: '2026-02-05', euroValue: '150' });
const again = sell('again', { at: '2026-03-05', euroValue: '160' });

describe('A new cost of a purchase changes the figures that depend on it', () => {
  it.each<Row>([
    [
      'when it is still held',
      [bought],
      { bought: worth('360') },
      { costs: { bought: '360' }, held: { BTC: '60' } },
    ],
    [
      'when two of three units are sold: 150 − 120 and 160 − 120',
      [bought, sold, again],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '30', again: '40' }, held: { BTC: '20' } },
    ],
    [
      'when all units are sold, so that no holding costs more: 500 − 360',
      [bought, { ...sold, amount: '3', euroValue: '500' }],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '140' } },
    ],
    [
      'when a sale takes from two purchases and one of them changes: 700 − 360 − 65',
      [bought, second, { ...sold, amount: '3.5', euroValue: '700' }],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '275' } },
    ],
    [
      'when both purchases of a sale change: 700 − 360 − 70',
      [bought, second, { ...sold, amount: '3.5', euroValue: '700' }],
      { bought: worth('360'), second: worth('140') },
      { costs: { bought: '360', second: '140' }, gains: { sold: '270' }, held: { BTC: '5' } },
    ],
    [
      'when the purchase and the sale change: 190 − 120',
      [bought, sold, again],
      { bought: worth('360'), sold: worth('190') },
      { costs: { bought: '360' }, gains: { sold: '70', again: '40' }, held: { BTC: '20' } },
    ],
    [
      'without a gain for gifts, fees and sales that are not taxed',
      [
        bought,
        { ...sold, treatment: 'GIFT_GIVEN' },
        event('fee', 'FEE', { at: '2026-02-06', amount: '0.5' }),
        { ...again, taxable: false },
      ],
      { bought: worth('360') },
      { costs: { bought: '360' }, held: { BTC: '10' } },
    ],
    [
      'without a gain for a sale of unknown value',
      [bought, { ...sold, euroValue: null }],
      { bought: worth('360') },
      { costs: { bought: '360' }, held: { BTC: '40' } },
    ],
    [
      'and the last slice takes the remainder: 100 over thirds',
      [bought, sold, again, sell('last', { at: '2026-04-05', euroValue: '100' })],
      { bought: worth('100') },
      {
        costs: { bought: '100' },
        gains: { sold: '116.666666666667', again: '126.666666666666', last: '66.666666666667' },
      },
    ],
    ['but not when the new cost equals the old one', [bought, sold], { bought: worth('300.00') }, {}],
    [
      'also for income, whose value at receipt is the cost of its lot: 150 − 90',
      [
        income('reward', { at: '2026-05-31T22:30:00Z', euroValue: '80' }),
        { ...sold, timestampUs: at('2026-06-02') },
      ],
      { reward: worth('90') },
      { costs: { reward: '90' }, gains: { sold: '60' }, income: { reward: '90' } },
    ],
    [
      'and is shared by waiting units and units left: two of three wait',
      [bought, { ...sold, treatment: 'CONTINUITY_DEPOSIT' }, { ...again, treatment: 'CONTINUITY_DEPOSIT' }],
      { bought: worth('360') },
      { costs: { bought: '360' }, held: { BTC: '60' } },
    ],
    [
      'and waiting units keep their share when the rest was sold: 160 − 120',
      [
        bought,
        second,
        { ...sold, treatment: 'CONTINUITY_DEPOSIT' },
        { ...again, amount: '2.5', euroValue: '400' },
      ],
      { bought: worth('360'), second: worth('140') },
      { costs: { bought: '360', second: '140' }, gains: { again: '90' }, held: { BTC: '25' } },
    ],
    [
      'when waiting departures took from two purchases',
      [bought, second, { ...sold, amount: '3.5', treatment: 'CONTINUITY_DEPOSIT' }],
      { bought: worth('360'), second: worth('140') },
      { costs: { bought: '360', second: '140' }, held: { BTC: '70' } },
    ],
  ])('%s', check);
});

describe('New proceeds of a sale change only its own gain', () => {
  it.each<Row>([
    ['190 − 100', [bought, sold, again], { sold: worth('190') }, { gains: { sold: '90' } }],
    [
      'shared over slices of three purchases: 200 − 300 − 130 − 70',
      [
        bought,
        second,
        buy('third', { at: '2026-01-07', amount: '2', euroValue: '140' }),
        { ...sold, amount: '5' },
      ],
      { sold: worth('200') },
      { gains: { sold: '-300' } },
    ],
    [
      'when more was sold than held: 190 − 430, the shortfall at basis 0',
      [bought, second, { ...sold, amount: '7' }],
      { sold: worth('190') },
      { gains: { sold: '-240' } },
    ],
    ['when nothing was held', [sold], { sold: worth('190') }, { gains: { sold: '190' } }],
    [
      'for two sales in one month: 190 − 100 and 170 − 100',
      [bought, sold, { ...again, timestampUs: at('2026-02-27') }],
      { sold: worth('190'), again: worth('170') },
      { gains: { sold: '90', again: '70' } },
    ],
    ['when it becomes not taxable', [bought, sold], { sold: { taxable: false } }, { gains: { sold: '0' } }],
    [
      'when it becomes taxable: 150 − 100',
      [bought, { ...sold, taxable: false }],
      { sold: { taxable: true } },
      { gains: { sold: '50' } },
    ],
    [
      'when its value becomes known: 190 − 100, and it no longer needs review',
      [bought, { ...sold, euroValue: null }],
      { sold: worth('190') },
      { gains: { sold: '90' }, reviews: { sold: false } },
    ],
    [
      'when its value becomes unknown again',
      [bought, { ...sold, euroValue: null }],
      { sold: null },
      { gains: { sold: null }, reviews: { sold: true } },
      { overrides: [override('sold', { euroValue: '190' })] },
    ],
    [
      'and are shared over the slices even when it is not taxable',
      [bought, { ...sold, taxable: false }],
      { sold: worth('190') },
      {},
    ],
    [
      'and a taxable mark changes its gain even when its value is unknown',
      [bought, { ...sold, euroValue: null }],
      { sold: { taxable: false } },
      { gains: { sold: '0' }, reviews: { sold: false } },
    ],
    ['but a gift has no gain', [bought, { ...sold, treatment: 'GIFT_GIVEN' }], { sold: worth('190') }, {}],
    [
      'but a fee has no gain',
      [bought, event('sold', 'FEE', { at: '2026-02-05' })],
      { sold: worth('190') },
      {},
    ],
  ])('%s', check);
});
