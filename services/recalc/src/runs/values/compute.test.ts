/** A correction recomputes what it can reach (engine.md §7, "Incremental"): income and issues of the events it changes. */
import { describe, it } from '@jest/globals';
import { buy, type Extras, fee, idOf, income, match, override, sell } from '../../../test/engine/build.ts';
import { check, noted, type Row, worth } from '../../../test/engine/corrected.ts';

const valued = (name: string, euroValue: string): Extras => ({ overrides: [override(name, { euroValue })] });

const bought = buy('bought', { at: '2026-01-05', amount: '3', euroValue: '300' });
const sold = sell('sold', { at: '2026-02-05', euroValue: '150' });
const out = sell('out', { at: '2026-01-10', amount: '2', euroValue: '200' });
const into = buy('in', { at: '2026-01-12', amount: '2.5', euroValue: '250', accountRef: 'ledger' });
const staked = { ...out, treatment: 'STAKE_BEACON' } as const;
const joined = { matches: [match('out', 'in')] };

describe('Income is the value at receipt', () => {
  const reward = income('reward', { at: '2026-01-05', euroValue: '25' });

  it.each<Row>([
    ['if taxable', [reward], { reward: { taxable: false } }, { income: { reward: '0' } }],
    [
      'when it becomes taxable',
      [{ ...reward, taxable: false }],
      { reward: { taxable: true } },
      { income: { reward: '25' } },
    ],
    [
      'or 0 without a value, and then it needs review',
      [{ ...reward, euroValue: null }],
      { reward: null },
      { costs: { reward: '0' }, income: { reward: '0' }, reviews: { reward: true }, held: { BTC: '-25' } },
      valued('reward', '25'),
    ],
    [
      'for staking rewards beyond the deposit, as a share: 0.5 of 2.5 at 300',
      [bought, staked, into],
      { in: worth('300') },
      { costs: { in: '60' }, income: { in: '60' }, held: { BTC: '10' } },
      joined,
    ],
    [
      'or 0 for staking rewards when the value becomes unknown again',
      [bought, staked, { ...into, euroValue: null }],
      { in: null },
      { costs: { in: '0' }, income: { in: '0' }, reviews: { in: true }, held: { BTC: '-60' } },
      { ...joined, ...valued('in', '300') },
    ],
    [
      'but not for staking rewards that an override makes not taxable',
      [bought, staked, into],
      { in: { taxable: false } },
      { income: { in: '0' } },
      joined,
    ],
    [
      'but not for the surplus of any other transfer: 0.5 of 2.5 at 300 is its cost, and 150 − 100 a gain as before',
      [bought, out, into, { ...sold, amount: '3.5', euroValue: '400' }],
      { in: worth('300') },
      { costs: { in: '60' }, gains: { sold: '40' } },
      joined,
    ],
    [
      'but not when less comes back than was staked',
      [bought, staked, { ...into, amount: '1.5' }],
      { in: worth('300') },
      {},
      joined,
    ],
    [
      'but not when more of another asset comes back',
      [bought, staked, { ...into, assetKey: 'stBTC', euroValue: '200' }],
      { in: worth('210') },
      {},
      joined,
    ],
  ])('%s', check);
});

describe('An issue is raised while its reason holds', () => {
  const gift = buy('gift', { at: '2026-01-05', treatment: 'GIFT_RECEIVED', euroValue: '500' });
  const wrapped = { ...into, assetKey: 'WBTC', amount: '2' };
  const group = { continuityGroupId: idOf('group') };
  const given = sell('given', { at: '2026-02-05', ...group });
  const got = buy('got', { at: '2026-02-05', amount: '2', assetKey: 'ETH', ...group });
  const more = buy('more', { at: '2026-02-05', amount: '2', assetKey: 'SOL', ...group });

  it.each<Row>([
    [
      'MISSING_PRICE: the purchase costs nothing until its value is given: 150 − 40',
      [{ ...bought, euroValue: null }, sold],
      { bought: worth('120') },
      { costs: { bought: '120' }, gains: { sold: '110' }, reviews: { bought: false }, held: { BTC: '80' } },
    ],
    [
      'and again when it is withdrawn',
      [{ ...bought, euroValue: null }, sold],
      { bought: null },
      { costs: { bought: '0' }, gains: { sold: '150' }, reviews: { bought: true }, held: { BTC: '-80' } },
      valued('bought', '120'),
    ],
    [
      'GIFT_BASIS_UNKNOWN: no value but the user’s counts: 150 − 40',
      [gift, sold],
      { gift: worth('40') },
      { costs: { gift: '40' }, gains: { sold: '110' }, reviews: { gift: false } },
    ],
    [
      'and again when it is withdrawn, though the import knows one',
      [gift, sold],
      { gift: null },
      { costs: { gift: '0' }, gains: { sold: '150' }, reviews: { gift: true } },
      valued('gift', '40'),
    ],
    [
      'REVIEW_TRANSFER: known values differ by over 10 % of the out leg’s',
      [bought, out, { ...wrapped, euroValue: '220' }],
      { in: worth('220.01') },
      { reviews: { in: true } },
      { matches: [match('out', 'in', 'WRAP')] },
    ],
    [
      'no REVIEW_TRANSFER any more once the values of both legs agree',
      [bought, out, { ...wrapped, euroValue: '250' }],
      { out: worth('250') },
      { reviews: { in: false } },
      { matches: [match('out', 'in', 'WRAP')] },
    ],
    [
      'MISSING_PRICE on both legs of a swap with no known value: 180 − 100',
      [bought, given, got],
      { got: worth('180') },
      {
        costs: { got: '180' },
        gains: { given: '80' },
        reviews: { given: false, got: false },
        held: { ETH: '180' },
      },
    ],
    [
      'a swap counts the value of the received side, whatever that of the given side: 200 − 100',
      [bought, { ...given, euroValue: '150' }, { ...got, euroValue: '170' }],
      { got: worth('200') },
      { costs: { got: '200' }, gains: { given: '100' }, held: { ETH: '30' } },
    ],
    [
      'a value that the user sets on the given side is shared over the received side: 3 to 1 of 200',
      [bought, { ...given, euroValue: '150' }, { ...got, euroValue: '120' }, { ...more, euroValue: '40' }],
      { given: worth('200') },
      { costs: { got: '150', more: '50' }, gains: { given: '100' }, held: { ETH: '30', SOL: '10' } },
    ],
    [
      'fiat in a swap gives its value to the other side: 170',
      [sell('euro', { at: '2026-01-05', amount: '150', assetKey: 'EUR', ...group }), got],
      { euro: worth('170') },
      { costs: { got: '170' }, held: { ETH: '20' } },
    ],
    [
      'NEEDS_REVIEW: set by the import while no override exists',
      [{ ...bought, needsReview: true }],
      { bought: noted },
      { reviews: { bought: false } },
    ],
    [
      'NEEDS_REVIEW: set again once the override is gone',
      [{ ...bought, needsReview: true }],
      { bought: null },
      { reviews: { bought: true } },
      { overrides: [override('bought', { description: 'as agreed' })] },
    ],
    [
      'NEEDS_REVIEW: stays while only the other leg has an override',
      [bought, out, { ...into, amount: '2', needsReview: true }],
      { out: noted },
      {},
      joined,
    ],
    [
      'UNMATCHED_TRANSFER_IN stays whatever the new value',
      [{ ...into, treatment: 'CONTINUITY_WITHDRAW' }],
      { in: worth('300') },
      { costs: { in: '300' }, held: { BTC: '50' } },
    ],
    [
      'UNMATCHED_TRANSFER_OUT stays whatever the new value: 190 − 100',
      [bought, { ...sold, treatment: 'TRANSFER_OUT_UNRESOLVED' }],
      { sold: worth('190') },
      { gains: { sold: '90' } },
    ],
    [
      'a suggestion stays when no value changes',
      [
        bought,
        { ...out, treatment: 'TRANSFER_OUT_UNRESOLVED' },
        { ...into, amount: '2', treatment: 'CONTINUITY_WITHDRAW' },
      ],
      { out: noted, in: noted, bought: noted },
      {},
    ],
    [
      'notes on a sale do not keep a new cost from its gain: 150 − 120',
      [bought, sold],
      { bought: worth('360'), sold: noted },
      { costs: { bought: '360' }, gains: { sold: '30' }, held: { BTC: '40' } },
    ],
    [
      'UNCLASSIFIED stays whatever the new value: 190 − 100',
      [bought, { ...sold, treatment: 'UNCLASSIFIED' }],
      { sold: worth('190') },
      { gains: { sold: '90' } },
    ],
    [
      'SUSPECTED_SPAM stays, and a new value changes nothing',
      [{ ...bought, spam: true }],
      { bought: worth('190') },
      {},
    ],
    [
      'a fee of unknown value raises no issue in a year that does not count fees',
      [bought, sold, fee('sold', { at: '2026-02-05', id: idOf('fee'), amount: '0.01' })],
      { sold: worth('190') },
      { gains: { sold: '90' } },
    ],
  ])('%s', check);
});
