/** The closing state of a submitted year holds, whatever facts come later (engine.md §7; §2, "Transfers out of a frozen year"). */
import { describe, expect, it } from '@jest/globals';
import { keptSumsOf } from '@ctx/domain/law/kept-sums';
import { closeYear } from '../../src/engine/recalculate.ts';
import type { FrozenYear, RawEvent } from '../../src/engine/types.ts';
import {
  amountText,
  at,
  buy,
  type EventText,
  eurText,
  type Extras,
  fee,
  type Figures,
  idOf,
  income,
  inputsOf,
  match,
  override,
  price,
  rule,
  run,
  sell,
} from './build.ts';

const freeze = (events: readonly RawEvent[], year: number, extras: Extras = {}): FrozenYear => ({
  year,
  ...closeYear(inputsOf(events, extras), year),
});
const drifts = (figures: Figures): (number | null)[] =>
  figures.outputs.issues.filter(({ type }) => type === 'FROZEN_YEAR_DRIFT').map(({ year }) => year);
const held = (figures: Figures): string[][] =>
  figures.outputs.holdings.map(({ assetKey, amount, costBasis }) => [
    assetKey,
    amountText(amount),
    eurText(costBasis),
  ]);

const bought = buy('buy', { at: '2026-01-05', amount: '4', euroValue: '400' });
const sold = sell('sold', { at: '2026-05-05', amount: '1', euroValue: '150' });
const sale = sell('sale', { at: '2027-05-05', amount: '2', euroValue: '500' });
const facts = [bought, sold, sale];
const frozen2026 = freeze([bought, sold], 2026);

describe('Later years start from the closing state of a frozen year', () => {
  // 500 − 2 × 100, and one unit left.
  it.each<readonly [string, readonly RawEvent[], Extras]>([
    ['when nothing changes', facts, {}],
    ['when the purchase cost more', [{ ...bought, euroValue: '999' }, sold, sale], {}],
    ['when the purchase is gone', [sold, sale], {}],
    ['when the sale is gone', [bought, sale], {}],
    [
      'when another purchase is imported',
      [...facts, buy('new', { at: '2026-02-01', amount: '3', euroValue: '1' })],
      {},
    ],
    [
      'when an older year is imported',
      [...facts, buy('new', { at: '2025-02-01', amount: '3', euroValue: '1' })],
      {},
    ],
    ['when the user corrects the purchase', facts, { overrides: [override('buy', { amount: '40' })] }],
    [
      'when a rule ignores the purchase',
      facts,
      { rules: [rule('dust', { action: 'IGNORE_DUST', thresholdEur: '1000' })] },
    ],
    ['when the regime of the year changes', facts, { regimes: { 2026: 'SPECULATIEF' } }],
  ])('%s', (_title, events, extras) => {
    const figures = run(events, { ...extras, frozenYears: [frozen2026] });
    expect(figures.gain('sale')).toBe('300');
    expect(held(figures)).toEqual([['BTC', '1', '100']]);
  });

  it('and frozen years have no events and no figures of their own', () => {
    const { events, outcomes, years, slices } = run(facts, { frozenYears: [frozen2026] }).outputs;
    expect(events.map(({ raw }) => raw.referenceId)).toEqual(['sale']);
    expect(outcomes).toHaveLength(1);
    expect(years.map(({ year }) => year)).toEqual([2027]);
    expect(slices.map(({ event }) => event.raw.referenceId)).toEqual(['sale']);
  });

  it('and years before a frozen one are computed as usual', () => {
    const earlier = [
      buy('old', { at: '2025-01-05', amount: '2', euroValue: '20' }),
      sell('old sale', { at: '2025-02-05', euroValue: '15' }),
    ];
    const frozen = freeze([...earlier, bought, sold], 2026);
    const figures = run([...earlier, ...facts], { frozenYears: [frozen] });
    expect(figures.gain('old sale')).toBe('5');
    // One old unit of 10 was sold in 2026: 500 − 2 × 100, with 2 of the 4 left.
    expect(figures.gain('sale')).toBe('300');
    expect(held(figures)).toEqual([['BTC', '2', '200']]);
    expect(figures.outputs.years.map(({ year }) => year)).toEqual([2025, 2027]);
  });

  it('with two frozen years in a row', () => {
    const frozen2027 = freeze(facts, 2027, { frozenYears: [frozen2026] });
    const last = sell('last', { at: '2028-01-02', euroValue: '120' });
    const changed = [{ ...bought, euroValue: '1' }, sold, { ...sale, amount: '0.1' }, last];
    const figures = run(changed, { frozenYears: [frozen2026, frozen2027] });
    expect(figures.gain('last')).toBe('20');
    expect(drifts(figures)).toEqual([2026, 2027]);
    expect(drifts(run([...facts, last], { frozenYears: [frozen2027, frozen2026] }))).toEqual([]);
  });

  it('which is the same whether an earlier year was frozen or not', () => {
    expect(freeze(facts, 2027, { frozenYears: [frozen2026] })).toEqual(freeze(facts, 2027));
  });
});

describe('Facts that would have changed a frozen year raise FROZEN_YEAR_DRIFT', () => {
  it.each<readonly [string, readonly RawEvent[], Extras]>([
    ['a value', [bought, { ...sold, euroValue: '151' }], {}],
    ['an event that is gone', [bought], {}],
    [
      'a new event of the year',
      [bought, sold, income('new', { at: '2026-12-31T22:59:59Z', euroValue: '1' })],
      {},
    ],
    ['lots of an earlier year', [bought, sold, buy('old', { at: '2025-02-01', euroValue: '1' })], {}],
    ['an override', [bought, sold], { overrides: [override('sold', { taxable: false })] }],
    ['a rule', [bought, sold], { rules: [rule('dust', { action: 'IGNORE_DUST', thresholdEur: '1000' })] }],
    [
      'a match',
      [bought, sold, buy('in', { at: '2026-05-05', euroValue: '1' })],
      { matches: [match('sold', 'in')] },
    ],
    ['the regime of the year', [bought, sold], { regimes: { 2026: 'SPECULATIEF' } }],
  ])('%s', (_title, events, extras) => {
    const figures = run([...events, sale], { ...extras, frozenYears: [frozen2026] });
    expect(drifts(figures)).toEqual([2026]);
    expect(figures.issue('FROZEN_YEAR_DRIFT')).toMatchObject({ severity: 'MEDIUM', eventId: null });
  });

  describe('also where only what was carried into the year would change', () => {
    const bought2025 = buy('old', { at: '2025-01-05', assetKey: 'OLD', amount: '3', euroValue: '3' });
    const gained = sell('gained', { at: '2026-05-05', assetKey: 'OLD', amount: '1', euroValue: '2001' });
    const before = [bought2025, gained];
    const net = (year: number): bigint => (year === 2026 ? 2000n * 10n ** 12n : 0n);
    const year = (each: number) => ({
      regime: 'NORMAAL_BEHEER' as const,
      net: net(each),
      circumstances: null,
    });
    const frozen2027 = { ...freeze(before, 2027), sums: keptSumsOf(2027, year) };

    it.each<readonly [string, readonly RawEvent[], Extras, number[]]>([
      ['nothing changes', before, {}, []],
      ['the same exemption is carried', [bought2025, { ...gained, euroValue: '3001' }], {}, []],
      ['no exemption is left', [bought2025, { ...gained, euroValue: '12001' }], {}, [2027]],
      ['the earlier year is SPECULATIEF', before, { regimes: { 2026: 'SPECULATIEF' } }, [2027]],
      ['an earlier year without events is SPECULATIEF', before, { regimes: { 2024: 'SPECULATIEF' } }, []],
      [
        'an earlier speculation has a loss',
        [
          bought2025,
          gained,
          buy('lost', { at: '2025-02-05', assetKey: 'L', euroValue: '9' }),
          sell('loss', { at: '2025-02-06', assetKey: 'L', euroValue: '1' }),
        ],
        { regimes: { 2025: 'SPECULATIEF' } },
        [2027],
      ],
    ])('%s', (_title, events, extras, drifted) => {
      expect(drifts(run(events, { ...extras, frozenYears: [frozen2027] }))).toEqual(drifted);
    });

    it('a year without sums has no carry-over to compare', () => {
      const unknown = { ...frozen2027, sums: null };
      expect(
        drifts(run([bought2025, { ...gained, euroValue: '12001' }], { frozenYears: [unknown] })),
      ).toEqual([]);
    });
  });

  it.each<readonly [string, readonly RawEvent[], Extras]>([
    ['nothing', facts, {}],
    ['the order of the facts', facts.toReversed(), {}],
    ['a later event', [...facts, buy('new', { at: '2026-12-31T23:00:00Z', euroValue: '1' })], {}],
    ['an override of a later event', facts, { overrides: [override('sale', { euroValue: '1' })] }],
    [
      'a rule that reaches later events only',
      facts,
      { rules: [rule('text', { action: 'MARK_SELF_TRANSFER', matchValue: 'no such text' })] },
    ],
    ['a later price', facts, { prices: [price('BTC', '2027-01-01', '7')] }],
    ['a price where the import has a value', facts, { prices: [price('BTC', '2026-05-05', '7')] }],
    ['the regime of a later year', facts, { regimes: { 2027: 'SPECULATIEF' } }],
    ['the default regime set explicitly', facts, { regimes: { 2026: 'NORMAAL_BEHEER' } }],
  ])('not %s', (_title, events, extras) => {
    expect(drifts(run(events, { ...extras, frozenYears: [frozen2026] }))).toEqual([]);
  });

  it('not the regime of a later year, even if fees were paid', () => {
    const paid = [
      ...facts,
      fee('fee', { at: '2026-05-05', assetKey: 'EUR', amount: '9', referenceId: 'sold' }),
    ];
    const frozenYears = [freeze(paid, 2026)];
    expect(drifts(run(paid, { frozenYears, regimes: { 2027: 'SPECULATIEF' } }))).toEqual([]);
  });

  it('not an earlier year that leaves the same lots', () => {
    const roundTrip = [
      buy('in and', { at: '2025-01-01', euroValue: '1' }),
      sell('out', { at: '2025-01-02', euroValue: '1' }),
    ];
    const old = buy('old', { at: '2025-02-01', euroValue: '1' });
    const frozenYears = [freeze([old, ...facts], 2026)];
    expect(drifts(run([old, ...facts, ...roundTrip], { frozenYears }))).toEqual([]);
  });

  it('a photo price that a gain of the year was computed with', () => {
    const old = [
      buy('old', { at: '2025-01-05', euroValue: '10' }),
      sell('old sale', { at: '2026-05-05', euroValue: '150' }),
    ];
    const photo = (eur: string): Extras => ({ prices: [price('BTC', '2025-12-31', eur)] });
    const frozenYears = [freeze(old, 2026, photo('100'))];
    expect(run(old, photo('100')).gain('old sale')).toBe('50');
    expect(run(old, photo('120')).gain('old sale')).toBe('30');
    expect(drifts(run(old, { ...photo('100'), frozenYears }))).toEqual([]);
    expect(drifts(run(old, { ...photo('120'), frozenYears }))).toEqual([2026]);
  });
});

describe('Lots that wait in a frozen year’s closing state arrive at the in leg’s time', () => {
  const out = (more: Partial<EventText> = {}) =>
    sell('out', { at: '2026-12-31', amount: '2', treatment: 'TRANSFER_OUT_OWN_WALLET', ...more });
  const into = (more: Partial<EventText> = {}) =>
    buy('in', { at: '2027-01-03', amount: '2', accountRef: 'ledger', ...more });
  const lots = [
    buy('a', { at: '2026-01-05', euroValue: '10' }),
    buy('b', { at: '2026-02-05', euroValue: '40' }),
  ];
  const matches = [match('out', 'in')];
  const later = (assetKey: string, amount = '1') =>
    sell('after', { at: '2027-01-04', assetKey, amount, euroValue: '100' });
  const frozenYears = [freeze([...lots, out()], 2026)];

  it('within one asset', () => {
    const early = sell('early', { at: '2027-01-02', euroValue: '100' });
    const figures = run([...lots, out(), early, into(), later('BTC')], { matches, frozenYears });
    expect([figures.gain('early'), figures.issues('early')]).toEqual(['100', ['MISSING_COST_BASIS']]);
    expect(figures.gain('after')).toBe('90');
    expect(figures.slices('after')[0]).toMatchObject({
      lot: { acquiredUs: at('2026-01-05'), originEventId: idOf('a') },
      holdingPeriodDays: 364,
      origin: { inEventId: idOf('in'), outEventId: idOf('out'), receivedUs: at('2027-01-03') },
    });
    expect(held(figures)).toEqual([['BTC', '1', '40']]);
    expect(figures.issues('in')).toEqual([]);
  });

  it('and when less arrives, the missing amount is consumed from the oldest', () => {
    const figures = run([...lots, out(), into({ amount: '1.5' }), later('BTC', '0.5')], {
      matches,
      frozenYears,
    });
    expect(figures.gain('after')).toBe('95');
    expect(held(figures)).toEqual([['BTC', '1', '40']]);
    expect(
      figures.slices('in').map(({ kind, isGain, amount, historicCost, goneBefore }) => {
        return [kind, isGain, amountText(amount), eurText(historicCost), goneBefore];
      }),
    ).toEqual([['CONSUMED', false, '0.5', '5', null]]);
    expect(eurText(figures.year(2027).capitalGains)).toBe('95');
  });

  it('and when more arrives, the surplus is a new lot', () => {
    const figures = run([...lots, out(), into({ amount: '2.5', euroValue: '250' })], {
      matches,
      frozenYears,
    });
    // 10 + 40 + 250 × 0.5/2.5.
    expect(held(figures)).toEqual([['BTC', '2.5', '100']]);
    expect(figures.issues('in')).toEqual(['TRANSFER_SURPLUS']);
  });

  it('between two assets, scaled', () => {
    const figures = run([...lots, out(), into({ assetKey: 'WBTC', amount: '8' }), later('WBTC', '5')], {
      matches,
      frozenYears,
    });
    // 100 − 10 − 40 / 4.
    expect(figures.gain('after')).toBe('80');
    expect(held(figures)).toEqual([['WBTC', '3', '30']]);
  });

  it.each(['BTC', 'WBTC'])(
    'and when more had left than waits, the shortfall arrives with basis 0 and an issue (%s)',
    (assetKey) => {
      const departure = out({ amount: '3' });
      const frozen = [freeze([...lots, departure], 2026)];
      const figures = run([...lots, departure, into({ amount: '3', assetKey })], {
        matches,
        frozenYears: frozen,
      });
      expect(held(figures)).toEqual([[assetKey, '3', '50']]);
      expect(figures.issues('in')).toContain('MISSING_COST_BASIS');
    },
  );

  it('and no longer wait afterwards', () => {
    const figures = run([...lots, out(), into()], { matches, frozenYears });
    const gone = figures.outputs.lots.filter(({ eventId }) => eventId !== idOf('in'));
    expect(gone.map((lot) => [lot.remaining, lot.waiting, lot.waitingCostBasis])).toEqual([
      [0n, 0n, 0n],
      [0n, 0n, 0n],
    ]);
    expect(freeze([...lots, out(), into()], 2027, { matches, frozenYears }).closing).toMatchObject({
      waiting: [],
      actedAhead: [],
    });
  });

  it('with their asset and amount at the photo moment, in parts too', () => {
    const old = buy('old', { at: '2025-01-05', assetKey: 'ETH', amount: '4', euroValue: '8' });
    const wraps = [
      sell('wrap', { at: '2026-03-01', assetKey: 'ETH', amount: '4' }),
      buy('wrapped', { at: '2026-03-01', amount: '2' }),
    ];
    const prices = [price('ETH', '2025-12-31', '10')];
    const wrapped = match('wrap', 'wrapped', 'WRAP', 2);
    const frozen = [freeze([old, ...wraps, out()], 2026, { matches: [wrapped] })];
    const events = [old, ...wraps, out(), into({ amount: '1.5' }), later('BTC', '1.5')];
    const figures = run(events, { matches: [...matches, wrapped], prices, frozenYears: frozen });
    // 3 of the 4 ETH that became 2 BTC correspond to the 1.5 BTC that arrived: 100 − 3 × 10.
    expect(figures.gain('after')).toBe('70');
  });

  it('and are still owned while they wait; without a match they keep waiting', () => {
    expect(held(run([...lots, out()], { frozenYears }))).toEqual([['BTC', '2', '50']]);
    const figures = run([...lots, out(), into({ euroValue: '7', treatment: 'CONTINUITY_WITHDRAW' })], {
      frozenYears,
    });
    expect(held(figures)).toEqual([['BTC', '4', '57']]);
    expect(figures.issues('in')).toContain('UNMATCHED_TRANSFER_IN');
  });

  it('after two frozen years too', () => {
    const both = [...frozenYears, freeze([...lots, out()], 2027, { frozenYears })];
    const figures = run(
      [...lots, out(), into({ at: '2028-01-03' }), sell('after', { at: '2028-02-03', euroValue: '100' })],
      {
        matches,
        frozenYears: both,
      },
    );
    expect(figures.gain('after')).toBe('90');
  });

  it.each([
    ['BTC', '90'],
    ['WBTC', '90'],
  ])('but a transfer that had acted before freezing does not act again: %s', (assetKey, gain) => {
    const events = [...lots, out(), into({ assetKey, euroValue: '33' })];
    const acted = [freeze(events, 2026, { matches })];
    const figures = run([...events, later(assetKey)], { matches, frozenYears: acted });
    expect(figures.gain('after')).toBe(gain);
    expect(held(figures)).toEqual([[assetKey, '1', '40']]);
    expect([drifts(figures), figures.issues('in')]).toEqual([[], []]);
  });

  it('but not for a departure that the frozen year sold: the arrival counts alone, with an issue', () => {
    const soldOut = out({ treatment: 'TRANSFER_OUT_UNRESOLVED', euroValue: '60' });
    const frozen = [freeze([...lots, soldOut], 2026)];
    const figures = run([...lots, soldOut, into({ euroValue: '70' })], { matches, frozenYears: frozen });
    expect(held(figures)).toEqual([['BTC', '2', '70']]);
    expect(figures.issues('in')).toEqual(['UNMATCHED_TRANSFER_IN']);
  });

  it('but an arrival that the frozen year counted does not arrive twice', () => {
    const early = into({ at: '2026-12-31T22:50Z', euroValue: '70', treatment: 'CONTINUITY_WITHDRAW' });
    const departure = out({ at: '2026-12-31T23:10Z' });
    const frozen = [freeze([...lots, early], 2026)];
    const alone = run([...lots, early, departure], { frozenYears: frozen });
    const figures = run([...lots, early, departure], { matches, frozenYears: frozen });
    expect(held(figures)).toEqual(held(alone));
    expect(figures.lots('in')).toHaveLength(1);
  });

  it('when they left in the year before the frozen one and were matched after freezing', () => {
    const old = lots.map((raw) => ({
      ...raw,
      timestampUs: raw.timestampUs - at('2026-01-01') + at('2025-01-01'),
    }));
    const departure = out({ at: '2025-12-30' });
    const frozen = [freeze([...old, departure], 2026)];
    const early = sell('early', { at: '2027-01-02', euroValue: '100' });
    const figures = run([...old, departure, early, into(), later('BTC')], { matches, frozenYears: frozen });
    expect([figures.gain('early'), figures.gain('after')]).toEqual(['100', '90']);
    expect(figures.slices('after')[0]?.origin?.receivedUs).toBe(at('2027-01-03'));
    expect(held(figures)).toEqual([['BTC', '1', '40']]);
  });

  it('but a transfer between two frozen years acts as usual', () => {
    const [departure, arrival] = [
      out({ at: '2026-05-01', amount: '1' }),
      into({ at: '2026-05-02', amount: '1' }),
    ];
    const sold2026 = sell('sold', { at: '2026-06-01', euroValue: '100' });
    const events = [...lots, departure, arrival, sold2026];
    const frozen = [freeze([], 2025), freeze(events, 2027, { matches })];
    const figures = run([...events, sell('after', { at: '2028-01-02', euroValue: '100' })], {
      matches,
      frozenYears: frozen,
    });
    expect([figures.gain('sold'), figures.gain('after')]).toEqual(['90', '60']);
    expect(figures.slices('sold')[0]?.origin?.inEventId).toBe(idOf('in'));
    expect([drifts(figures), figures.issues('in'), figures.issues('out')]).toEqual([[], [], []]);
  });

  describe('An out leg just after the frozen year in which its other asset had arrived', () => {
    const early = into({ at: '2026-12-31T22:50Z', assetKey: 'WBTC', euroValue: '70' });
    const departure = out({ at: '2026-12-31T23:10Z' });
    const events = [...lots, early, departure];

    it('does not leave a second time', () => {
      const figures = run(events, { matches, frozenYears: [freeze(events, 2026, { matches })] });
      expect(held(figures)).toEqual([['WBTC', '2', '50']]);
      expect([figures.gain('out'), figures.issues('out'), drifts(figures)]).toEqual(['0', [], []]);
    });

    it('waits when the frozen year did not know the transfer', () => {
      const frozen = [freeze([...lots, early], 2026)];
      const figures = run(events, { matches, frozenYears: frozen });
      expect(held(figures)).toEqual([
        ['BTC', '2', '50'],
        ['WBTC', '2', '70'],
      ]);
      expect(figures.gain('out')).toBe('0');
      expect(figures.lots('a')[0]).toMatchObject({ remaining: 0n });
      const short = run([...lots, early, { ...departure, amount: '3' }], { matches, frozenYears: frozen });
      expect(short.issues('out')).toContain('MISSING_COST_BASIS');
    });
  });
});

describe('Lots of earlier years that are not in the closing state', () => {
  it('stay with their slices, with no units left', () => {
    const old = buy('old', { at: '2025-01-05', amount: '3', euroValue: '30' });
    const oldSale = sell('old sale', { at: '2025-02-05', euroValue: '15' });
    const figures = run([old, oldSale, ...facts], { frozenYears: [frozen2026] });
    expect(figures.slices('old sale')[0]?.lot.eventId).toBe(idOf('old'));
    expect(figures.lot('old')).toEqual({
      acquired: '3',
      basis: '30',
      remaining: '0',
      waiting: '0',
      remainingBasis: '0',
    });
    expect(held(figures)).toEqual([['BTC', '1', '100']]);
    expect(drifts(figures)).toEqual([2026]);
  });
});

describe('A closing state keeps', () => {
  it('transfers that have acted while a leg is still to come, and no others', () => {
    const within = [sell('out', { at: '2026-03-01' }), buy('in', { at: '2026-03-02', accountRef: 'ledger' })];
    const across = [
      sell('late out', { at: '2026-12-31' }),
      buy('late in', { at: '2027-01-02', accountRef: 'ledger' }),
    ];
    const matches = [match('out', 'in'), match('late out', 'late in', 'SELF_TRANSFER', 2)];
    expect(freeze([bought, ...within, ...across], 2026, { matches }).closing.actedAhead).toEqual([
      [idOf('late out'), idOf('late in')],
    ]);
  });

  it('a debt, with its lots', () => {
    const loan = buy('loan', { at: '2026-02-01', amount: '2', euroValue: '300', isLoan: true });
    const pay = sell('pay', { at: '2027-02-01', amount: '2.5', isRepayment: true });
    const figures = run([bought, loan, pay], { frozenYears: [freeze([bought, loan], 2026)] });
    expect(figures.outputs.debts[0]).toMatchObject({ eventId: idOf('loan'), remaining: 0n });
    expect(figures.outputs.payments.map(({ interest, closes }) => [amountText(interest), closes])).toEqual([
      ['0.5', true],
    ]);
    // The borrowed units go first, the interest comes from the purchase.
    expect(figures.slices('pay').map(({ historicCost }) => eurText(historicCost))).toEqual(['300', '50']);
  });

  it('the transfers that lots came by', () => {
    const events = [
      bought,
      sell('out', { at: '2026-03-01' }),
      buy('in', { at: '2026-03-02', accountRef: 'ledger' }),
    ];
    const extras = {
      matches: [match('out', 'in')],
      overrides: [override('in', { originAcquiredUs: at('2020-05-05') })],
    };
    const figures = run(
      [
        ...events,
        sell('after', { at: '2027-05-05', euroValue: '1' }),
        sell('last', { at: '2027-05-05T01:00Z', euroValue: '1' }),
      ],
      {
        ...extras,
        frozenYears: [freeze(events, 2026, extras)],
      },
    );
    expect(figures.slices('after')[0]).toMatchObject({
      holdingPeriodDays: 2556,
      origin: { inEventId: idOf('in') },
    });
    expect(figures.slices('last')[0]).toMatchObject({ holdingPeriodDays: 485, origin: null });
    // The holdings after the submitted year, before any sale.
    const open = run(events, { ...extras, frozenYears: [freeze(events, 2026, extras)] });
    expect(open.lots('buy')[0]?.heldSinceUs).toBe(at('2020-05-05'));
  });

  it('the fees of an acquisition, for a later year under SPECULATIEF', () => {
    const paid = [bought, fee('fee', { at: '2026-01-05', assetKey: 'EUR', amount: '8', referenceId: 'buy' })];
    const regimes = { 2027: 'SPECULATIEF' } as const;
    expect(run([...paid, sale], { regimes }).gain('sale')).toBe('296');
    const known = run([...paid, sale], { regimes, frozenYears: [freeze(paid, 2026, { regimes })] });
    expect(known.gain('sale')).toBe('296');
    const unknown = run([...paid, sale], { regimes, frozenYears: [freeze(paid, 2026)] });
    expect(unknown.gain('sale')).toBe('296');
  });

  it('what a lot was at the photo moment', () => {
    const events = [
      buy('old', { at: '2024-01-05', assetKey: 'ETH', amount: '2', euroValue: '10' }),
      sell('out', { at: '2026-03-01', assetKey: 'ETH', amount: '2' }),
      buy('in', { at: '2026-03-01', assetKey: 'WETH', amount: '4' }),
    ];
    const extras = {
      matches: [match('out', 'in', 'WRAP')],
      prices: [price('ETH', '2025-12-31', '60'), price('WETH', '2025-12-31', '1')],
    };
    const last = sell('last', { at: '2031-05-05', assetKey: 'WETH', amount: '2', euroValue: '100' });
    // 100 − 1 ETH × 60.
    expect(
      run([...events, last], { ...extras, frozenYears: [freeze(events, 2026, extras)] }).gain('last'),
    ).toBe('40');
  });
});
