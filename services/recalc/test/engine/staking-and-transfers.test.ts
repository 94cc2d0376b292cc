/** Transfers that wait, wrap, loop, or bring more or less than left, and staking rewards (engine.md §2). */
import { describe, expect, it } from '@jest/globals';
import type { RawEvent } from '../../src/engine/types.ts';
import {
  amount,
  amountText,
  at,
  buy,
  eur,
  type EventText,
  type Extras,
  eurText,
  type Figures,
  idOf,
  match,
  override,
  run,
  sell,
} from './build.ts';

const bought = buy('buy', { at: '2026-01-01', amount: '2', euroValue: '200' });
const out = (facts: Partial<EventText> = {}) => sell('out', { at: '2026-02-01', ...facts });
const into = (facts: Partial<EventText> = {}) =>
  buy('in', { at: '2026-02-01T01:00Z', accountRef: 'ledger', ...facts });
const matches = [match('out', 'in')];
const lotsOf = (figures: Figures, name: string) =>
  figures.lots(name).map((lot) => [amountText(lot.amount), eurText(lot.costBasis)]);

describe('Unmatched: lots leave with their basis and dates and wait, still owned', () => {
  it.each([
    'TRANSFER_OUT_OWN_WALLET',
    'BRIDGE_DEPOSIT',
    'CONTINUITY_DEPOSIT',
    'CONTINUITY_WRAP',
    'CONTINUITY_UNWRAP',
    'STAKE_BEACON',
  ] as const)('%s: nobody else consumes them', (treatment) => {
    const figures = run([
      bought,
      out({ amount: '1.5', treatment, euroValue: '900' }),
      sell('sale', { at: '2026-03-01', amount: '1', euroValue: '300' }),
    ]);
    expect(figures.lot('buy')).toMatchObject({ remaining: '0', waiting: '1.5' });
    // Half a unit that cost 100 EUR per unit is left for the sale of one unit: 300 − 50.
    expect(figures.gain('sale')).toBe('250');
    expect(figures.issues('sale')).toEqual(['MISSING_COST_BASIS']);
    expect(figures.gain('out')).toBe('0');
  });

  it.each(['BRIDGE_WITHDRAW', 'CONTINUITY_WITHDRAW', 'CONTINUITY_WRAP', 'CONTINUITY_UNWRAP'] as const)(
    '%s arriving: new lot, basis = EUR value, and an issue',
    (treatment) => {
      const figures = run([into({ treatment, euroValue: '70' })]);
      expect(figures.lot('in')).toMatchObject({ acquired: '1', basis: '70' });
      expect(figures.issues('in')).toEqual(['UNMATCHED_TRANSFER_IN']);
    },
  );

  it('a shortfall does not wait', () => {
    const figures = run([bought, out({ amount: '5', treatment: 'BRIDGE_DEPOSIT' })]);
    expect(figures.lot('buy')).toMatchObject({ remaining: '0', waiting: '2' });
    expect(figures.outputs.lots).toHaveLength(1);
    expect(figures.issues('out')).toEqual(['MISSING_COST_BASIS']);
  });
});

describe('Same asset on both sides', () => {
  it('a loop between two wallets changes nothing, however often', () => {
    const loop = [1, 2, 3, 4, 5].flatMap((day) => [
      sell(`out ${day}`, { at: `2026-02-0${day}`, amount: '2', accountRef: day % 2 ? 'a' : 'b' }),
      buy(`in ${day}`, { at: `2026-02-0${day}T00:05Z`, amount: '2', accountRef: day % 2 ? 'b' : 'a' }),
    ]);
    const joined = [1, 2, 3, 4, 5].map((day) => match(`out ${day}`, `in ${day}`, 'SELF_TRANSFER', day));
    const figures = run(
      [bought, ...loop, sell('sale', { at: '2026-03-01', amount: '2', euroValue: '260' })],
      {
        matches: joined,
      },
    );
    expect(figures.gain('sale')).toBe('60');
    expect(figures.outputs.lots).toHaveLength(1);
    expect(figures.slices('sale')[0]).toMatchObject({
      holdingPeriodDays: 59,
      origin: { inEventId: idOf('in 5'), outEventId: idOf('out 5'), kind: 'SELF_TRANSFER' },
    });
  });

  it('less arrives than left: the missing amount is consumed like a FEE, from the oldest of the lots that left', () => {
    const newer = buy('newer', { at: '2026-01-02', amount: '2', euroValue: '800' });
    const figures = run([bought, newer, out({ amount: '3', euroValue: '900' }), into({ amount: '2.5' })], {
      matches,
    });
    expect(figures.lot('buy')).toMatchObject({ remaining: '1.5', remainingBasis: '150' });
    expect(figures.lot('newer').remaining).toBe('2');
    expect(figures.slices('out')[0]).toMatchObject({ kind: 'CONSUMED', gain: 0n, proceeds: null });
    expect([figures.gain('out'), figures.issues('in')]).toEqual(['0', ['REVIEW_TRANSFER']]);
  });

  it('more arrives: the surplus is a new lot, at the in leg’s time, and an issue', () => {
    const figures = run([bought, out(), into({ amount: '4', euroValue: '400' })], { matches });
    expect(lotsOf(figures, 'in')).toEqual([['3', '300']]);
    expect(figures.lots('in')[0]?.acquiredUs).toBe(at('2026-02-01T01:00Z'));
    expect(figures.issues('in')).toEqual(['TRANSFER_SURPLUS']);
    expect(eurText(figures.year(2026).income)).toBe('0');
  });

  it('a transfer whose in leg is earlier acts at its out leg’s time', () => {
    const figures = run(
      [
        buy('buy', { at: '2026-02-01T00:30Z', euroValue: '50' }),
        into({ at: '2026-02-01T00:10Z', amount: '1.5', euroValue: '90' }),
        sell('between', { at: '2026-02-01T00:20Z', amount: '0.5', euroValue: '40' }),
        out({ at: '2026-02-01T00:40Z' }),
      ],
      { matches },
    );
    // Its surplus of 0.5 at 30 EUR comes at the in leg’s time and can be sold; the rest is the lot bought at 00:30.
    expect(figures.gain('between')).toBe('10');
    expect(lotsOf(figures, 'in')).toEqual([['0.5', '30']]);
    expect(figures.lot('buy').remaining).toBe('1');
    expect(figures.issues('out')).toEqual([]);
  });

  it('a match across New Year moves no gain and no lot', () => {
    const late = { at: '2026-12-31T22:50:00Z', amount: '2' };
    const early = { at: '2026-12-31T23:10:00Z', amount: '2' };
    const figures = run(
      [bought, out(late), into(early), sell('sale', { at: '2027-02-01', amount: '2', euroValue: '500' })],
      {
        matches,
      },
    );
    expect([figures.event('out').year, figures.event('in').year]).toEqual([2026, 2027]);
    expect(figures.gain('sale')).toBe('300');
    expect(figures.outputs.issues).toEqual([]);
  });
});

describe('After STAKE_BEACON the surplus is INCOME', () => {
  const staked = out({ amount: '2', treatment: 'STAKE_BEACON' });
  const back = into({ at: '2026-08-01', amount: '2.5', euroValue: '1000', treatment: 'CONTINUITY_WITHDRAW' });

  it('without an issue, taxed: a lot with its share of the value', () => {
    const figures = run([bought, staked, back], { matches });
    // 1,000 × 0.5/2.5, 30 %.
    expect(lotsOf(figures, 'in')).toEqual([['0.5', '200']]);
    const year = figures.year(2026);
    expect([year.income, year.incomeTax, year.monthlyIncome[7] ?? 0n].map(eurText)).toEqual([
      '200',
      '60',
      '200',
    ]);
    expect(figures.outputs.issues).toEqual([]);
    expect(figures.lot('buy').remaining).toBe('2');
  });

  it('when a group joins the legs, too', () => {
    const continuityGroupId = idOf('stake');
    const figures = run([bought, { ...staked, continuityGroupId }, { ...back, continuityGroupId }]);
    expect(eurText(figures.year(2026).income)).toBe('200');
  });

  it('not taxed when the in leg’s override sets `taxable` to false', () => {
    const overrides = [override('in', { taxable: false })];
    const figures = run([bought, staked, back], { matches, overrides });
    expect(eurText(figures.year(2026).income)).toBe('0');
    expect(lotsOf(figures, 'in')).toEqual([['0.5', '200']]);
  });

  it('taxed although the import sets `taxable` to false', () => {
    expect(eurText(run([bought, staked, { ...back, taxable: false }], { matches }).year(2026).income)).toBe(
      '200',
    );
  });

  it('when an override makes the departure a staking deposit', () => {
    const overrides = [override('out', { treatment: 'STAKE_BEACON' })];
    const figures = run([bought, { ...staked, treatment: 'NORMAL' }, back], { matches, overrides });
    expect(eurText(figures.year(2026).income)).toBe('200');
  });

  it('and when less comes back, the missing units are consumed like a fee', () => {
    const figures = run([bought, staked, { ...back, amount: '1.9' }], { matches });
    expect(figures.lot('buy')).toMatchObject({ remaining: '1.9', remainingBasis: '190' });
    expect(eurText(figures.year(2026).income)).toBe('0');
  });
});

describe('Different assets: all lots move, their amounts scaled in proportion', () => {
  const wrapped = (facts: Partial<EventText> = {}) => into({ assetKey: 'WBTC', at: '2026-02-01', ...facts });
  const wrap = [match('out', 'in', 'WRAP')];

  it('24 digits, and nothing of amount or cost is lost', () => {
    const thirds = ['a', 'b', 'c'].map((name) => buy(name, { at: '2026-01-01', euroValue: '7' }));
    const figures = run([...thirds, out({ amount: '3' }), wrapped({ amount: '10' })], { matches: wrap });
    const lots = figures.lots('in');
    expect(lots.map(({ costBasis }) => eurText(costBasis))).toEqual(['7', '7', '7']);
    expect(lots.reduce((sum, lot) => sum + lot.amount, 0n)).toBe(amount('10'));
    const third = amount('3.333333333333333333333333');
    for (const lot of lots) expect([third, third + 1n]).toContain(lot.amount);
  });

  it('half to even: of 1 + 3 units in the last digit, half arrives as 0 + 2', () => {
    const tiny = '0.000000000000000000000001';
    const events = [
      buy('a', { at: '2026-01-01', amount: tiny, euroValue: '1' }),
      buy('b', { at: '2026-01-02', amount: '0.000000000000000000000003', euroValue: '2' }),
      out({ amount: '0.000000000000000000000004' }),
      wrapped({ amount: '0.000000000000000000000002' }),
    ];
    const figures = run(events, { matches: wrap });
    const lots = figures.lots('in').filter((lot) => lot.amount > 0n);
    expect(lots.map((lot) => amountText(lot.amount))).toEqual(['0.000000000000000000000002']);
    expect(lots.reduce((sum, lot) => sum + lot.costBasis, 0n)).toBe(eur('3'));
  });

  it('a wrap of a wrap keeps basis, original date and origin', () => {
    const figures = run(
      [
        bought,
        out({ amount: '2' }),
        wrapped({ amount: '2' }),
        sell('out 2', { at: '2026-03-01', assetKey: 'WBTC', amount: '1' }),
        buy('in 2', { at: '2026-03-01', assetKey: 'WWBTC', amount: '4' }),
        sell('sale', { at: '2026-04-01', assetKey: 'WWBTC', amount: '1', euroValue: '60' }),
      ],
      { matches: [...wrap, match('out 2', 'in 2', 'MIGRATION', 2)] },
    );
    // 4 WWBTC correspond to 1 BTC that cost 100: 60 − 25.
    expect(figures.gain('sale')).toBe('35');
    expect(figures.lots('in 2')[0]).toMatchObject({
      originEventId: idOf('buy'),
      acquiredUs: at('2026-01-01'),
      fromLotId: figures.lots('in')[0]?.id,
    });
    expect(figures.slices('sale')[0]).toMatchObject({
      holdingPeriodDays: 90,
      origin: { inEventId: idOf('in 2'), kind: 'MIGRATION' },
    });
    expect([figures.lot('buy').remaining, figures.lot('in').remaining]).toEqual(['0', '1']);
  });

  it('A shortfall of the pool comes last and takes the remainder, basis 0, acquired then', () => {
    const figures = run([bought, out({ amount: '6' }), wrapped({ amount: '3' })], { matches: wrap });
    expect(lotsOf(figures, 'in')).toEqual([
      ['1', '200'],
      ['2', '0'],
    ]);
    expect(figures.lots('in').map(({ acquiredUs }) => acquiredUs)).toEqual([
      at('2026-01-01'),
      at('2026-02-01'),
    ]);
    expect(figures.issues('out')).toEqual(['MISSING_COST_BASIS']);
  });

  it('acts at the earlier of its two times', () => {
    const figures = run(
      [
        bought,
        wrapped({ at: '2026-02-01T00:10Z' }),
        sell('sale', { at: '2026-02-01T00:15Z', assetKey: 'WBTC', amount: '0.5', euroValue: '80' }),
        buy('later', { at: '2026-02-01T00:20Z', amount: '1', euroValue: '999' }),
        out({ at: '2026-02-01T00:30Z', amount: '3' }),
      ],
      { matches: wrap },
    );
    // Two of three units were there at 00:10: WBTC 2/3 at 200, a shortfall of 1/3; 80 − 150.
    expect(figures.gain('sale')).toBe('-70');
    expect(figures.lot('later').remaining).toBe('1');
    expect(figures.issues('out')).toEqual(['MISSING_COST_BASIS']);
  });

  it('whatever order the inputs come in', () => {
    const events: RawEvent[] = [bought, out({ amount: '2' }), wrapped({ amount: '5' })];
    const lots = lotsOf(run(events, { matches: wrap }), 'in');
    expect(lotsOf(run(events.toReversed(), { matches: wrap }), 'in')).toEqual(lots);
  });
});

describe('basisOrigin and originAcquiredAt', () => {
  it('are set on units that a transfer moved, and not on the others', () => {
    const figures = run(
      [
        bought,
        out(),
        into(),
        sell('first', { at: '2026-03-01', euroValue: '1' }),
        sell('second', { at: '2026-03-02', euroValue: '1' }),
      ],
      { matches },
    );
    expect(figures.slices('first')[0]?.origin).toEqual({
      kind: 'SELF_TRANSFER',
      inEventId: idOf('in'),
      outEventId: idOf('out'),
      receivedUs: at('2026-02-01T01:00Z'),
    });
    expect(figures.slices('second')[0]?.origin).toBeNull();
  });

  const sale = sell('sale', { at: '2026-03-01', euroValue: '150' });
  const heldSince = (when: string) => [override('in', { originAcquiredUs: at(when) })];
  it.each([
    ['2016-03-01', 3652],
    ['2026-02-28', 1],
    ['2026-02-27T23:30Z', 1],
    ['2027-01-01', 0],
  ])('replaces the start of the holding period of every lot the event brings: %s → %i days', (when, days) => {
    const across = run([{ ...bought, amount: '1' }, out(), into(), sale], {
      matches,
      overrides: heldSince(when),
    });
    expect(across.slices('sale')[0]?.holdingPeriodDays).toBe(days);
    const alone = run([into({ treatment: 'CONTINUITY_WITHDRAW' }), sale], { overrides: heldSince(when) });
    expect(alone.slices('sale')[0]?.holdingPeriodDays).toBe(days);
    const between = [out(), into({ assetKey: 'WBTC', amount: '3' }), { ...sale, assetKey: 'WBTC' }];
    const wrap = run([bought, ...between], { matches, overrides: heldSince(when) });
    expect(wrap.slices('sale')[0]?.holdingPeriodDays).toBe(days);
  });

  const heldSinceOf = (name: string, events: readonly RawEvent[], extras: Extras = {}) =>
    run(events, { matches, overrides: heldSince('2012-05-05'), ...extras }).lots(name)[0]?.heldSinceUs;

  it('sets the start of the holding period of the open lots that a transfer of one asset passed over', () => {
    const untouched = buy('newer', { at: '2026-01-02', amount: '2', euroValue: '800' });
    const events = [bought, untouched, out({ amount: '2' }), into({ amount: '2' })];
    expect(heldSinceOf('buy', events)).toBe(at('2012-05-05'));
    expect(heldSinceOf('newer', events)).toBe(at('2026-01-02'));
    // The date of acquisition stays: it orders the lots.
    expect(run(events, { matches, overrides: heldSince('2012-05-05') }).lots('buy')[0]?.acquiredUs).toBe(
      at('2026-01-01'),
    );
  });

  it('sets it for a lot of which a part was moved, as long as that part leaves first', () => {
    const events = [bought, out(), into()];
    expect(heldSinceOf('buy', events)).toBe(at('2012-05-05'));
    expect(heldSinceOf('buy', [...events, sale])).toBe(at('2026-01-01'));
  });

  it('leaves a lot that came after the transfer as it is, whatever its date', () => {
    const older = sell('older out', { at: '2026-02-03', assetKey: 'WBTC' });
    const unwrapped = buy('older in', { at: '2026-02-03' });
    const wrapped = buy('wrapped', { at: '2025-01-01', assetKey: 'WBTC', euroValue: '1' });
    const events = [{ ...bought, amount: '1' }, out(), into(), wrapped, older, unwrapped];
    const both = [...matches, match('older out', 'older in', 'UNWRAP', 2)];
    expect(heldSinceOf('older in', events, { matches: both })).toBe(at('2025-01-01'));
    expect(heldSinceOf('buy', events, { matches: both })).toBe(at('2012-05-05'));
  });

  it('sets it for a lot that waits after the transfer', () => {
    const sent = (amountSent: string) =>
      sell('sent', { at: '2026-03-01', amount: amountSent, treatment: 'TRANSFER_OUT_OWN_WALLET' });
    const events = [{ ...bought, amount: '1' }, out(), into()];
    expect(heldSinceOf('buy', [...events, sent('1')])).toBe(at('2012-05-05'));
    expect(heldSinceOf('buy', [...events, sent('0.5')])).toBe(at('2012-05-05'));
  });

  it('never changes the order', () => {
    const figures = run([{ ...bought, amount: '1' }, into({ euroValue: '7' }), sale], {
      overrides: heldSince('2015-01-01'),
    });
    expect(figures.gain('sale')).toBe('-50');
    expect(figures.lot('in').remaining).toBe('1');
  });
});
