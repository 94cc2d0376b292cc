/** A correction recomputes what it can reach (engine.md §7, "Incremental"): what hangs on a purchase or a sale. */
import { describe, it } from '@jest/globals';
import { at, buy, event, income, override, sell } from '../../../test/engine/build.ts';
import { check, type Row, worth } from '../../../test/engine/corrected.ts';

const bought = buy('bought', { at: '2026-01-05', amount: '3', euroValue: '300' });
const second = buy('second', { at: '2026-01-06', amount: '1', euroValue: '130' });
const sold = sell('sold', { at: '2026-02-05', euroValue: '150' });
const again = sell('again', { at: '2026-03-05', euroValue: '160' });

describe('What a purchase costs reaches what was taken from it', () => {
  it.each<Row>([
    ['it is held', [bought], { bought: worth('360') }, { costs: { bought: '360' }, held: { BTC: '60' } }],
    [
      'two of three units are sold: 150 − 120 and 160 − 120',
      [bought, sold, again],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '30', again: '40' }, held: { BTC: '20' } },
    ],
    [
      'all of it is sold, so that nothing held costs more: 500 − 360',
      [bought, { ...sold, amount: '3', euroValue: '500' }],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '140' } },
    ],
    [
      'a sale takes from two purchases, of which one is another now: 700 − 360 − 65',
      [bought, second, { ...sold, amount: '3.5', euroValue: '700' }],
      { bought: worth('360') },
      { costs: { bought: '360' }, gains: { sold: '275' } },
    ],
    [
      'both purchases of a sale are others: 700 − 360 − 70',
      [bought, second, { ...sold, amount: '3.5', euroValue: '700' }],
      { bought: worth('360'), second: worth('140') },
      { costs: { bought: '360', second: '140' }, gains: { sold: '270' }, held: { BTC: '5' } },
    ],
    [
      'the purchase and the sale are others: 190 − 120',
      [bought, sold, again],
      { bought: worth('360'), sold: worth('190') },
      { costs: { bought: '360' }, gains: { sold: '70', again: '40' }, held: { BTC: '20' } },
    ],
    [
      'gifts, fees and sales that are not taxed take it along without a gain',
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
      'what a sale of unknown value took has no gain, whatever it cost',
      [bought, { ...sold, euroValue: null }],
      { bought: worth('360') },
      { costs: { bought: '360' }, held: { BTC: '40' } },
    ],
    [
      'the last slice takes the remainder: 100 over thirds',
      [bought, sold, again, sell('last', { at: '2026-04-05', euroValue: '100' })],
      { bought: worth('100') },
      {
        costs: { bought: '100' },
        gains: { sold: '116.666666666667', again: '126.666666666666', last: '66.666666666667' },
      },
    ],
    ['it is said to cost what it cost', [bought, sold], { bought: worth('300.00') }, {}],
    [
      'income is its value at receipt, and so is the cost of its lot: 150 − 90',
      [
        income('reward', { at: '2026-05-31T22:30:00Z', euroValue: '80' }),
        { ...sold, timestampUs: at('2026-06-02') },
      ],
      { reward: worth('90') },
      { costs: { reward: '90' }, gains: { sold: '60' }, income: { reward: '90' } },
    ],
    [
      'what is on its way and what is left share it: two units of three wait',
      [bought, { ...sold, treatment: 'CONTINUITY_DEPOSIT' }, { ...again, treatment: 'CONTINUITY_DEPOSIT' }],
      { bought: worth('360') },
      { costs: { bought: '360' }, held: { BTC: '60' } },
    ],
    [
      'what waits keeps its share where the rest was sold: 160 − 120',
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
      'departures that wait take from two purchases',
      [bought, second, { ...sold, amount: '3.5', treatment: 'CONTINUITY_DEPOSIT' }],
      { bought: worth('360'), second: worth('140') },
      { costs: { bought: '360', second: '140' }, held: { BTC: '70' } },
    ],
  ])('%s', check);
});

describe('What a sale fetched reaches its own gain alone', () => {
  it.each<Row>([
    ['190 − 100', [bought, sold, again], { sold: worth('190') }, { gains: { sold: '90' } }],
    [
      'shared over three purchases: 200 − 300 − 130 − 70',
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
      'more than was held: 190 − 430, the shortfall at basis 0',
      [bought, second, { ...sold, amount: '7' }],
      { sold: worth('190') },
      { gains: { sold: '-240' } },
    ],
    ['nothing was held', [sold], { sold: worth('190') }, { gains: { sold: '190' } }],
    [
      'two sales in one month: 190 − 100 and 170 − 100',
      [bought, sold, { ...again, timestampUs: at('2026-02-27') }],
      { sold: worth('190'), again: worth('170') },
      { gains: { sold: '90', again: '70' } },
    ],
    ['it is not taxed any more', [bought, sold], { sold: { taxable: false } }, { gains: { sold: '0' } }],
    [
      'it is taxed after all: 150 − 100',
      [bought, { ...sold, taxable: false }],
      { sold: { taxable: true } },
      { gains: { sold: '50' } },
    ],
    [
      'its value becomes known: 190 − 100, and it is in doubt no more',
      [bought, { ...sold, euroValue: null }],
      { sold: worth('190') },
      { gains: { sold: '90' }, reviews: { sold: false } },
    ],
    [
      'its value is unknown again',
      [bought, { ...sold, euroValue: null }],
      { sold: null },
      { gains: { sold: null }, reviews: { sold: true } },
      { overrides: [override('sold', { euroValue: '190' })] },
    ],
    [
      'where it is not taxed it is shared all the same',
      [bought, { ...sold, taxable: false }],
      { sold: worth('190') },
      {},
    ],
    [
      'where its value is unknown it says whether it would be taxed',
      [bought, { ...sold, euroValue: null }],
      { sold: { taxable: false } },
      { gains: { sold: '0' }, reviews: { sold: false } },
    ],
    ['a gift has none', [bought, { ...sold, treatment: 'GIFT_GIVEN' }], { sold: worth('190') }, {}],
    ['a fee has none', [bought, event('sold', 'FEE', { at: '2026-02-05' })], { sold: worth('190') }, {}],
  ])('%s', check);
});
