/** Compares readings with the oracle on random histories; and what a history does not touch stays as it is. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EUR_SCALE, formatDecimal, parseEur } from '@ctx/domain/decimal';
import type { CarryOrder } from '@ctx/domain/law/exemption';
import { PHOTO } from '@ctx/domain/law/photo';
import { BASIS_READINGS, INPUT_READINGS, type ReadingCode, READINGS } from '@ctx/domain/law/readings';
import { REGIMES, type Regime } from '@ctx/domain/vocabulary';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs } from '../../services/recalc/src/engine/types.ts';
import { gainsAddedBy } from '../../services/recalc/src/previews/readings/bases.ts';
import { inputsUnder } from '../../services/recalc/src/previews/readings/inputs.ts';
import {
  figuresOf,
  figuresUnder,
  type ReadingInputs,
} from '../../services/recalc/src/previews/readings/readings.ts';
import { inputsOf } from '../../services/recalc/test/engine/build.ts';
import { oracleExemption, oracleLosses, oracleTax, type OracleYear } from './estimate.ts';
import { histories } from './histories.ts';
import { oracle, type OracleFigures } from './oracle.ts';
import { distance, fromDecimal, fromFixed, Rational, ZERO } from './rational.ts';
import { resolution } from './resolution.ts';

const NUM_RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');
const TOLERANCE = fromDecimal('0.000000001');
const YEARS = [2025, 2026, 2031];

const euro = (value: bigint): Rational => fromFixed(value, EUR_SCALE);
const isNear = (a: Rational, b: Rational): boolean => distance(a, b).compare(TOLERANCE) <= 0;

/** The gain of each year as the engine has it. */
function gainsOf(inputs: EngineInputs): ReadonlyMap<number, bigint> {
  return new Map(recalculate(inputs).years.map(({ year, capitalGains }) => [year, capitalGains]));
}

/** Histories with many gifts, airdrops and rewards that are called airdrops. */
const withGifts = histories.map((inputs): EngineInputs => ({
  ...inputs,
  events: inputs.events.map((event, index) => {
    if (event.type === 'INCOME')
      return { ...event, description: ['Airdrop', 'Earn airdrop', 'some AIRDROP'][index % 3] ?? null };
    const isGift = event.type === 'ACQUISITION' && event.treatment === 'NORMAL' && index % 2 === 0;
    return isGift ? { ...event, treatment: 'GIFT_RECEIVED' } : event;
  }),
}));

/** The oracle's figures under a reading. */
function expectedOf(reading: ReadingCode, inputs: EngineInputs, year: number): OracleFigures {
  if (reading !== 'OTHER_REGIME') return oracle(inputs, reading);
  const others = inputs.regimes.filter((each) => each.year !== year);
  const isSpeculative = inputs.regimes.some((each) => each.year === year && each.regime === 'SPECULATIEF');
  const regime = isSpeculative ? 'NORMAAL_BEHEER' : 'SPECULATIEF';
  return oracle({ ...inputs, regimes: [...others, { year, regime }] });
}

function loadedOf(inputs: EngineInputs): ReadingInputs {
  const speculative = inputs.regimes.filter(({ regime }) => regime === 'SPECULATIEF');
  return {
    inputs,
    gains: gainsOf(inputs),
    incomes: new Map(recalculate(inputs).years.map(({ year, income }) => [year, income])),
    speculative: new Set(speculative.map(({ year }) => year)),
    locked: [],
  };
}

describe('A reading of the basis', () => {
  it.each(BASIS_READINGS)('%s has the gains of the oracle', (reading) => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const outputs = recalculate(inputs);
        const added = gainsAddedBy(reading, outputs);
        const expected = oracle(inputs, reading).years;
        for (const { year, capitalGains } of outputs.years) {
          const gain = euro(capitalGains + (added.get(year) ?? 0n));
          const other = expected[year]?.gain ?? ZERO;
          expect([year, String(gain), isNear(gain, other) || String(other)]).toEqual([
            year,
            String(gain),
            true,
          ]);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

/** Tells whether transfers of one instant bring the units of a pool back to it: only within one pool for each asset has a text an order for them. */
function hasCircle(inputs: EngineInputs): boolean {
  const { pairs } = resolution(inputs);
  const moves = pairs.map(({ out, into }) => {
    const ofOut = pairs.filter((pair) => pair.out === out);
    const isOneAsset = ofOut.every((pair) => pair.into.raw.assetKey === out.raw.assetKey);
    const at = isOneAsset ? out.at : Math.min(out.at, ...ofOut.map((pair) => pair.into.at));
    return { at, from: poolOf(out.raw), to: poolOf(into.raw) };
  });
  return moves.some((move) => {
    const reached = [move.to];
    for (const pool of reached)
      for (const { at, from, to } of moves)
        if (at === move.at && from === pool && !reached.includes(to)) reached.push(to);
    return reached.includes(move.from);
  });
}

const poolOf = ({
  assetKey,
  accountRef,
}: {
  readonly assetKey: string;
  readonly accountRef: string;
}): string => `${assetKey} of ${accountRef}`;

describe('A reading of the inputs', () => {
  it.each(INPUT_READINGS)('%s has the gains of the oracle', (reading) => {
    fc.assert(
      fc.property(withGifts, (inputs) => {
        fc.pre(reading !== 'LOTS_FIFO_PER_ACCOUNT' || !hasCircle(inputs));
        const gains = gainsOf(inputsUnder(reading, inputs, 2026));
        const expected = expectedOf(reading, inputs, 2026).years;
        const years = [...new Set([...gains.keys(), ...Object.keys(expected).map(Number)])];
        for (const year of years) {
          const [gain, other] = [euro(gains.get(year) ?? 0n), expected[year]?.gain ?? ZERO];
          expect([year, String(gain), isNear(gain, other) || String(other)]).toEqual([
            year,
            String(gain),
            true,
          ]);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

/** Returns how the carried exemption is used and filled under a reading. */
function orderUnder(reading: ReadingCode): CarryOrder {
  if (reading === 'CARRIED_EXEMPTION_LAST') return 'BASE_FIRST';
  return reading === 'FIRST_THOUSAND_CARRIES' ? 'FIRST_THOUSAND' : 'CARRIED_FIRST';
}

describe('A reading of the tax', () => {
  const net = fc.integer({ min: -20_000, max: 20_000 }).map(String);
  const years = fc.array(fc.record({ net, regime: fc.constantFrom<Regime>(...REGIMES) }), {
    minLength: 1,
    maxLength: 9,
  });
  const ORDERS = ['CARRIED_EXEMPTION_LAST', 'FIRST_THOUSAND_CARRIES', 'SPECULATIVE_LOSSES_CARRIED'] as const;

  it.each(ORDERS)('%s has the tax of the oracle', (reading) => {
    fc.assert(
      fc.property(years, (drawn) => {
        const last = 2025 + drawn.length;
        const entries = drawn.map((of, index) => [2026 + index, of] as const);
        const known: Readonly<Record<number, OracleYear>> = Object.fromEntries(
          entries.map(([year, of]) => [year, { ...of, circumstances: null }]),
        );
        const loaded: ReadingInputs = {
          inputs: inputsOf([]),
          gains: new Map(entries.map(([year, of]) => [year, BigInt(of.net) * 10n ** BigInt(EUR_SCALE)])),
          incomes: new Map(),
          speculative: new Set(entries.filter(([, of]) => of.regime === 'SPECULATIEF').map(([year]) => year)),
          locked: [],
        };
        const exemption = oracleExemption(last, known, orderUnder(reading));
        const { net: ofLast, regime } = drawn.at(-1) as { net: string; regime: Regime };
        const losses = reading === 'SPECULATIVE_LOSSES_CARRIED' ? oracleLosses(last, known).used : ZERO;
        const taxable = fromDecimal(ofLast)
          .sub(exemption?.used ?? ZERO)
          .sub(losses);
        const { exemptionUsed, taxAfterExemption } = figuresUnder(reading, loaded, last);
        expect(exemptionUsed == null ? null : fromDecimal(exemptionUsed)).toEqual(exemption?.used ?? null);
        expect(fromDecimal(taxAfterExemption ?? '')).toEqual(oracleTax(last, regime, taxable));
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

/** Returns a history with amounts of money that exceed the exemption. */
function large(inputs: EngineInputs): EngineInputs {
  const times = (eur: string): string => formatDecimal(parseEur(eur) * 300n, EUR_SCALE);
  const valued = <Of extends { readonly euroValue: string | null }>(of: Of): Of => ({
    ...of,
    euroValue: of.euroValue === null ? null : times(of.euroValue),
  });
  return {
    ...inputs,
    events: inputs.events.map(valued),
    overrides: inputs.overrides.map(valued),
    prices: inputs.prices.map((price) => ({ ...price, eur: times(price.eur) })),
  };
}

describe('The figures of a year under a reading', () => {
  const CENT = fromDecimal('0.011');

  it.each(READINGS)('%s are those of the oracle, from the events to the tax', (reading) => {
    fc.assert(
      fc.property(withGifts.map(large), fc.constantFrom(...YEARS), (inputs, year) => {
        fc.pre(reading !== 'LOTS_FIFO_PER_ACCOUNT' || !hasCircle(inputs));
        const { years } = expectedOf(reading, inputs, year);
        const regimeOf = (each: number): Regime => {
          const regime = inputs.regimes.find((set) => set.year === each)?.regime ?? 'NORMAAL_BEHEER';
          if (reading !== 'OTHER_REGIME' || each !== year) return regime;
          return regime === 'SPECULATIEF' ? 'NORMAAL_BEHEER' : 'SPECULATIEF';
        };
        const known = Object.fromEntries(
          [
            ...new Set([...Object.keys(years).map(Number), ...inputs.regimes.map((set) => set.year), year]),
          ].map((each): [number, OracleYear] => [
            each,
            { regime: regimeOf(each), net: textOf(years[each]?.gain ?? ZERO), circumstances: null },
          ]),
        );
        const net = years[year]?.gain ?? ZERO;
        const used = oracleExemption(year, known, orderUnder(reading))?.used ?? null;
        const losses = reading === 'SPECULATIVE_LOSSES_CARRIED' ? oracleLosses(year, known).used : ZERO;
        const figures = figuresUnder(reading, loadedOf(inputs), year);
        const expected = {
          totalCapitalGains: net,
          totalCapitalGainsTax: oracleTax(year, regimeOf(year), net),
          exemptionUsed: used,
          taxAfterExemption: oracleTax(year, regimeOf(year), net.sub(used ?? ZERO).sub(losses)),
          totalIncome: years[year]?.income ?? ZERO,
        };
        for (const [name, other] of Object.entries(expected)) {
          const shown = figures[name as keyof typeof expected] ?? null;
          const isSame =
            shown === null || other === null
              ? shown === other
              : distance(fromDecimal(shown), other).compare(CENT) <= 0;
          expect([name, shown, isSame || String(other)]).toEqual([name, shown, true]);
        }
      }),
      { numRuns: Math.ceil(NUM_RUNS / 4) },
    );
  });
});

/** Returns a number as a decimal, rounded as the engine rounds a sum. */
function textOf(value: Rational): string {
  const { numerator } = value.roundHalfEven(EUR_SCALE).mul(new Rational(10n ** BigInt(EUR_SCALE)));
  return formatDecimal(numerator, EUR_SCALE);
}

/** Removes from a history what a reading touches. */
type Without = (inputs: EngineInputs) => EngineInputs;
const keeping =
  (isKept: (id: string, inputs: EngineInputs) => boolean): Without =>
  (inputs) => ({ ...inputs, events: inputs.events.filter(({ id }) => isKept(id, inputs)) });
const ofType = (type: string): Without => keeping((id, inputs) => oracle(inputs).events[id]?.type !== type);
const ofTreatment = (treatment: string): Without =>
  keeping((id, inputs) => oracle(inputs).events[id]?.treatment !== treatment);
const fromBefore2026: Without = keeping((id, { events, overrides }) => {
  const moved = overrides.find(({ eventId }) => eventId === id)?.timestampUs;
  return (moved ?? events.find((event) => event.id === id)?.timestampUs ?? 0) >= PHOTO.momentUs;
});
const accounts: Without = (inputs) => ({
  ...inputs,
  events: inputs.events.map((event) => ({ ...event, accountRef: 'one', accountId: 'one' })),
});
const noGains: Without = (inputs) => ({
  ...inputs,
  events: inputs.events.filter(({ type }) => type !== 'DISPOSITION'),
  overrides: [],
  rules: [],
});
const regimes: Without = (inputs) => ({ ...inputs, regimes: [] });

const UNTOUCHED: Readonly<Record<ReadingCode, Without>> = {
  LOTS_FIFO_PER_ACCOUNT: accounts,
  AVERAGE_COST_BEFORE_2026: fromBefore2026,
  EXPENSE_AS_DISPOSAL: ofType('EXPENSE'),
  FEES_INSIDE_TEN_PERCENT: ofType('FEE'),
  NFT_OUTSIDE_TEN_PERCENT: ofTreatment('NFT_BUY'),
  GIFT_AT_MARKET_VALUE: ofTreatment('GIFT_RECEIVED'),
  HIGHER_COST_MAKES_LOSS: fromBefore2026,
  // A year without gains uses no exemption in either order; only the first taxed years of a history can differ.
  CARRIED_EXEMPTION_LAST: noGains,
  FIRST_THOUSAND_CARRIES: noGains,
  SPECULATIVE_LOSSES_CARRIED: regimes,
  OTHER_REGIME: noGains,
  AIRDROPS_NO_INCOME: ofType('INCOME'),
  // These histories have no money.
  FOREIGN_CURRENCY_GAINS: (inputs) => inputs,
};

describe('Where a history has nothing that a reading touches', () => {
  it.each(READINGS)('%s has the main figures', (reading) => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...YEARS), (drawn, year) => {
        // Without an event, another may count differently, so what is left is looked at again.
        const without = UNTOUCHED[reading];
        const inputs = without(without(without(drawn)));
        fc.pre(without(inputs).events.length === inputs.events.length);
        const loaded = loadedOf(inputs);
        const main = figuresOf(loaded, year);
        const { exemptionUsed: used, taxAfterExemption: tax, ...gains } = figuresUnder(reading, loaded, year);
        expect({ ...gains, tax }).toEqual({
          totalIncome: main.totalIncome,
          totalIncomeTax: main.totalIncomeTax,
          totalCapitalGains: main.totalCapitalGains,
          totalCapitalGainsTax: main.totalCapitalGainsTax,
          tax: main.taxAfterExemption,
        });
        if (reading !== 'OTHER_REGIME') expect(used).toEqual(main.exemptionUsed);
      }),
      { numRuns: Math.ceil(NUM_RUNS / 4) },
    );
  });

  it('every reading but the other regime has the main figures of an empty year', () => {
    const loaded = loadedOf(inputsOf([]));
    for (const reading of READINGS)
      expect(figuresUnder(reading, loaded, 2026).taxAfterExemption).toBe(formatDecimal(0n, EUR_SCALE));
  });
});
