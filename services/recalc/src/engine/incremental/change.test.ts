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
      'taxable after all',
      [{ ...reward, taxable: false }],
      { reward: { taxable: true } },
      { income: { reward: '25' } },
    ],
    [
      'without one it counts 0 and is in doubt',
      [{ ...reward, euroValue: null }],
      { reward: null },
      { costs: { reward: '0' }, income: { reward: '0' }, reviews: { reward: true }, held: { BTC: '-25' } },
      valued('reward', '25'),
    ],
    [
      'what comes back from staking beyond the deposit has its share: 0.5 of 2.5 at 300',
      [bought, staked, into],
      { in: worth('300') },
      { costs: { in: '60' }, income: { in: '60' }, held: { BTC: '10' } },
      joined,
    ],
    [
      'which is unknown again',
      [bought, staked, { ...into, euroValue: null }],
      { in: null },
      { costs: { in: '0' }, income: { in: '0' }, reviews: { in: true }, held: { BTC: '-60' } },
      { ...joined, ...valued('in', '300') },
    ],
    [
      'and is none where the override says so',
      [bought, staked, into],
      { in: { taxable: false } },
      { income: { in: '0' } },
      joined,
    ],
    [
      'a surplus of any other transfer is none: 0.5 of 2.5 at 300 is its cost, 150 − 100 a gain as before',
      [bought, out, into, { ...sold, amount: '3.5', euroValue: '400' }],
      { in: worth('300') },
      { costs: { in: '60' }, gains: { sold: '40' } },
      joined,
    ],
    [
      'where less comes back than was staked there is none',
      [bought, staked, { ...into, amount: '1.5' }],
      { in: worth('300') },
      {},
      joined,
    ],
    [
      'where it comes back as more of another asset there is none',
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
      'REVIEW_TRANSFER: known values over 10 % of the out leg’s apart',
      [bought, out, { ...wrapped, euroValue: '220' }],
      { in: worth('220.01') },
      { reviews: { in: true } },
      { matches: [match('out', 'in', 'WRAP')] },
    ],
    [
      'and no more, once the out leg was worth as much',
      [bought, out, { ...wrapped, euroValue: '250' }],
      { out: worth('250') },
      { reviews: { in: false } },
      { matches: [match('out', 'in', 'WRAP')] },
    ],
    [
      'MISSING_PRICE on both legs of a swap of which neither value is known: 180 − 100',
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
      'of a swap the received side counts, whatever the given one is worth: 200 − 100',
      [bought, { ...given, euroValue: '150' }, { ...got, euroValue: '170' }],
      { got: worth('200') },
      { costs: { got: '200' }, gains: { given: '100' }, held: { ETH: '30' } },
    ],
    [
      'what the user says of the given side is shared over the received: 3 to 1 of 200',
      [bought, { ...given, euroValue: '150' }, { ...got, euroValue: '120' }, { ...more, euroValue: '40' }],
      { given: worth('200') },
      { costs: { got: '150', more: '50' }, gains: { given: '100' }, held: { ETH: '30', SOL: '10' } },
    ],
    [
      'money says what it bought: 170',
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
      'and set again once it is gone',
      [{ ...bought, needsReview: true }],
      { bought: null },
      { reviews: { bought: true } },
      { overrides: [override('bought', { description: 'as agreed' })] },
    ],
    [
      'and as long as the override is that of its other leg',
      [bought, out, { ...into, amount: '2', needsReview: true }],
      { out: noted },
      {},
      joined,
    ],
    [
      'UNMATCHED_TRANSFER_IN stays whatever it was worth',
      [{ ...into, treatment: 'CONTINUITY_WITHDRAW' }],
      { in: worth('300') },
      { costs: { in: '300' }, held: { BTC: '50' } },
    ],
    [
      'UNMATCHED_TRANSFER_OUT stays whatever it was worth: 190 − 100',
      [bought, { ...sold, treatment: 'TRANSFER_OUT_UNRESOLVED' }],
      { sold: worth('190') },
      { gains: { sold: '90' } },
    ],
    [
      'a suggestion stays where no value changes',
      [
        bought,
        { ...out, treatment: 'TRANSFER_OUT_UNRESOLVED' },
        { ...into, amount: '2', treatment: 'CONTINUITY_WITHDRAW' },
      ],
      { out: noted, in: noted, bought: noted },
      {},
    ],
    [
      'notes on a sale say nothing of its gain, which another value changes: 150 − 120',
      [bought, sold],
      { bought: worth('360'), sold: noted },
      { costs: { bought: '360' }, gains: { sold: '30' }, held: { BTC: '40' } },
    ],
    [
      'UNCLASSIFIED stays whatever it was worth: 190 − 100',
      [bought, { ...sold, treatment: 'UNCLASSIFIED' }],
      { sold: worth('190') },
      { gains: { sold: '90' } },
    ],
    ['SUSPECTED_SPAM acts on no pool', [{ ...bought, spam: true }], { bought: worth('190') }, {}],
    [
      'a fee of unknown value is none of a year that counts none',
      [bought, sold, fee('sold', { at: '2026-02-05', id: idOf('fee'), amount: '0.01' })],
      { sold: worth('190') },
      { gains: { sold: '90' } },
    ],
  ])('%s', check);
});
