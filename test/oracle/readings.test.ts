/** Compares readings with the oracle on random histories; and what a history does not touch stays as it is. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
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
import { differences } from './compare.ts';
import { oracleExemption, oracleLosses, oracleTax, type OracleYear } from './estimate.ts';
import { histories } from './histories.ts';
import { oracle } from './oracle.ts';
import { distance, fromDecimal, fromFixed, type Rational, sumOf, ZERO } from './rational.ts';

const NUM_RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');
const TOLERANCE = fromDecimal('0.000000001');
const YEARS = [2025, 2026, 2031];

const euro = (value: bigint): Rational => fromFixed(value, EUR_SCALE);
const isNear = (a: Rational, b: Rational): boolean => distance(a, b).compare(TOLERANCE) <= 0;

/** The gain of each year as the engine has it. */
function gainsOf(inputs: EngineInputs): ReadonlyMap<number, bigint> {
  return new Map(recalculate(inputs).years.map(({ year, capitalGains }) => [year, capitalGains]));
}

function loadedOf(inputs: EngineInputs): ReadingInputs {
  const speculative = inputs.regimes.filter(({ regime }) => regime === 'SPECULATIEF');
  return {
    inputs,
    gains: gainsOf(inputs),
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

describe('A reading of the inputs', () => {
  it.each(INPUT_READINGS)('%s gives the engine inputs with which it agrees with the oracle', (reading) => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const changed = inputsUnder(reading, inputs, 2026);
        const lines = differences(changed);
        expect(lines.filter((line) => !line.includes('number of events'))).toEqual([]);
      }),
      { numRuns: Math.ceil(NUM_RUNS / 4) },
    );
  });

  it('LOTS_FIFO_PER_ACCOUNT has the gains of the accounts, each computed alone, where nothing connects them', () => {
    fc.assert(
      fc.property(histories, (drawn) => {
        const events = drawn.events.map((event) => ({ ...event, continuityGroupId: null }));
        const inputs = { ...drawn, events, matches: [] };
        const under = gainsOf(inputsUnder('LOTS_FIFO_PER_ACCOUNT', inputs, 2026));
        const alone = [...new Set(events.map(({ accountRef }) => accountRef))].map(
          (account) =>
            oracle({ ...inputs, events: events.filter(({ accountRef }) => accountRef === account) }).years,
        );
        for (const [year, gain] of under) {
          const expected = sumOf(alone.map((years) => years[year]?.gain ?? ZERO));
          expect([year, isNear(euro(gain), expected)]).toEqual([year, true]);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('NFT_OUTSIDE_TEN_PERCENT has the gains of the oracle on all other assets', () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        const { events } = oracle(inputs);
        const of = (id: string) => events[id] ?? null;
        const nfts = new Set(
          inputs.events.filter(({ id }) => of(id)?.treatment === 'NFT_BUY').map(({ assetKey }) => assetKey),
        );
        const outputs = recalculate(inputsUnder('NFT_OUTSIDE_TEN_PERCENT', inputs, 2026));
        const gains = outputs.events.map(({ raw, year, type }, index) => ({
          year,
          isNft: nfts.has(raw.assetKey) && type === 'DISPOSITION',
          gain: outputs.outcomes[index]?.totalGain ?? 0n,
          expected: of(raw.id)?.gain ?? ZERO,
        }));
        for (const { isNft, gain, expected } of gains)
          expect(isNear(euro(gain), isNft ? ZERO : expected)).toBe(true);
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

describe('A reading of the tax', () => {
  const net = fc.integer({ min: -20_000, max: 20_000 }).map(String);
  const years = fc.array(fc.record({ net, regime: fc.constantFrom<Regime>(...REGIMES) }), {
    minLength: 1,
    maxLength: 9,
  });
  const ORDERS = {
    CARRIED_EXEMPTION_LAST: 'BASE_FIRST',
    FIRST_THOUSAND_CARRIES: 'FIRST_THOUSAND',
    SPECULATIVE_LOSSES_CARRIED: 'CARRIED_FIRST',
  } as const;

  it.each(Object.keys(ORDERS) as (keyof typeof ORDERS)[])('%s has the tax of the oracle', (reading) => {
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
          speculative: new Set(entries.filter(([, of]) => of.regime === 'SPECULATIEF').map(([year]) => year)),
          locked: [],
        };
        const exemption = oracleExemption(last, known, ORDERS[reading]);
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
