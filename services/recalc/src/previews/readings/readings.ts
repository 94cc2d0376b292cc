/** The figures of a year under other readings of the law: the same engine, the same facts, one reading at a time. Nothing is saved. */
import { setImmediate } from 'node:timers/promises';
import { formatCents } from '@ctx/domain/decimal';
import { FIRST_YEAR, type Opening, speculativeLossesUsed } from '@ctx/domain/law/estimate';
import { type CarryOrder, exemptionIn } from '@ctx/domain/law/exemption';
import { FIRST_TAXED_YEAR, ratesOf, taxOf } from '@ctx/domain/law/rates';
import {
  BASIS_READINGS,
  type BasisReading,
  INPUT_READINGS,
  type InputReading,
  type MoneyReading,
  READING_OF,
  type ReadingCode,
  READINGS,
  type TaxReading,
} from '@ctx/domain/law/readings';
import { statusOfRule } from '@ctx/domain/law/rules';
import type { Regime } from '@ctx/domain/vocabulary';
import { snapshotAsUser } from '@ctx/platform/postgres';
import type { ReadingFigures, ReadingsResponse } from '@ctx/proto/gen/ctx/v1/preview';
import { recalculate } from '../../engine/recalculate.ts';
import type { EngineInputs, EngineOutputs } from '../../engine/types.ts';
import { type PreviewRoom, whenCurrent } from '../current.ts';
import { countEvents } from '../../runs/changes.ts';
import { readInputs } from '../../runs/everything/load.ts';
import { markedYears, readMarkers } from '../../tables/markers.ts';
import { type MoneyFacts, readForeignMoney } from '../../runs/money.ts';
import { isCurrent } from '../../runs/preview.ts';
import { AS_STORED } from '../../runs/proposal.ts';
import { readYears, yearAfter } from '../../save/years.ts';
import { openingsOf, readSubmittedYears } from '../../submitted/kept-sums.ts';
import { gainsAddedBy } from './bases.ts';
import { currencyGains, NO_MONEY } from './currencies.ts';
import { inputsUnder } from './inputs.ts';

/** How the tax follows from the gains: the order of the carried exemption, and whether losses of speculation carry. */
interface TaxRule {
  readonly order: CarryOrder;
  readonly lossesCarry: boolean;
}
const AS_IT_IS: TaxRule = { order: 'CARRIED_FIRST', lossesCarry: false };
const RULE_OF: Readonly<Record<TaxReading, TaxRule>> = {
  CARRIED_EXEMPTION_LAST: { ...AS_IT_IS, order: 'BASE_FIRST' },
  FIRST_THOUSAND_CARRIES: { ...AS_IT_IS, order: 'FIRST_THOUSAND' },
  SPECULATIVE_LOSSES_CARRIED: { ...AS_IT_IS, lossesCarry: true },
};

/**
 * Runs of the engine: one for each reading of the inputs, and two for all those of the basis, with submitted years and without.
 * Together they compute as many events as one preview.
 */
const RUNS_MAX = INPUT_READINGS.length + 2;

/** What the readings of a year are computed from. */
export interface ReadingInputs {
  readonly inputs: EngineInputs;
  /** Money other than euro; none if left out. */
  readonly money?: MoneyFacts;
  /** Net gain of each year as stored. */
  readonly gains: ReadonlyMap<number, bigint>;
  /** Income of each year as stored. */
  readonly incomes: ReadonlyMap<number, bigint>;
  readonly speculative: ReadonlySet<number>;
  /** Years with events that are locked. */
  readonly locked: readonly number[];
  /** What a submitted year before the year carried over, under every reading: it was declared. */
  readonly opening?: Opening;
}

/** Returns the figures of a year as they are, and under each other reading. */
export async function listReadings(
  { pool, eventsMax }: PreviewRoom,
  userId: number,
  year: number,
): Promise<ReadingsResponse> {
  const loaded = await whenCurrent(() =>
    snapshotAsUser(pool, userId, async (client): Promise<ReadingInputs | 'NOT_CURRENT' | 'LARGE'> => {
      if (!(await isCurrent(client, userId))) return 'NOT_CURRENT';
      if ((await countEvents(client, userId)) * RUNS_MAX > eventsMax) return 'LARGE';
      const money = await readForeignMoney(client, userId);
      if (money.rows.length > eventsMax) return 'LARGE';
      const stored = await readYears(client, userId);
      const { speculative, unlocked } = markedYears(await readMarkers(client, userId));
      return {
        inputs: await readInputs(client, userId, AS_STORED),
        money,
        gains: new Map([...stored].map(([each, row]) => [each, yearAfter(row, each).capitalGains])),
        incomes: new Map([...stored].map(([each, row]) => [each, yearAfter(row, each).income])),
        speculative,
        locked: [...stored.keys()].filter((each) => !unlocked.has(each)),
        opening: openingsOf(year, await readSubmittedYears(client, userId)).figures,
      };
    }),
  );
  const runOf = runOnce();
  const readings = [];
  for (const reading of READINGS) {
    // Between two runs, other work of this process has its turn.
    await setImmediate();
    const figures = figuresUnder(reading, loaded, year, runOf);
    const assumption = READING_OF[reading];
    readings.push({ reading, assumption, assumptionStatus: statusOfRule(assumption), figures });
  }
  return { year, figures: figuresOf(loaded, year), readings };
}

type RunOf = (inputs: EngineInputs) => EngineOutputs;

/** Returns a function that runs the engine, once for the same inputs. */
function runOnce(): RunOf {
  const known = new WeakMap<EngineInputs, EngineOutputs>();
  return (inputs) => {
    const outputs = known.get(inputs) ?? recalculate(inputs);
    known.set(inputs, outputs);
    return outputs;
  };
}

/** Returns the figures of a year under one reading. Figures of a history that the reading does not touch stay the same. */
export function figuresUnder(
  reading: ReadingCode,
  loaded: ReadingInputs,
  year: number,
  runOf: RunOf = runOnce(),
): ReadingFigures {
  if (isOfInputs(reading)) return figuresOf(underInputs(reading, loaded, year), year);
  if (isOfBasis(reading)) return figuresOf(underBasis(reading, loaded, runOf), year);
  if (isOfMoney(reading)) return figuresOf(withCurrencies(loaded), year);
  return figuresOf(loaded, year, RULE_OF[reading]);
}

const isOfInputs = (reading: ReadingCode): reading is InputReading =>
  (INPUT_READINGS as readonly ReadingCode[]).includes(reading);
const isOfBasis = (reading: ReadingCode): reading is BasisReading =>
  (BASIS_READINGS as readonly ReadingCode[]).includes(reading);

const isOfMoney = (reading: ReadingCode): reading is MoneyReading => reading === 'FOREIGN_CURRENCY_GAINS';

/** The gains on money are those of its own year, also of a submitted one, whose other figures stand. */
function withCurrencies(loaded: ReadingInputs): ReadingInputs {
  const gains = new Map(loaded.gains);
  for (const [each, gain] of currencyGains(loaded.money ?? NO_MONEY, loaded.inputs))
    gains.set(each, (gains.get(each) ?? 0n) + gain);
  return { ...loaded, gains };
}

function underInputs(reading: InputReading, loaded: ReadingInputs, year: number): ReadingInputs {
  const { inputs, speculative } = loaded;
  const changed = inputsUnder(reading, inputs, year);
  if (changed === inputs) return loaded;
  const { years } = recalculate(changed);
  const gains = new Map(years.map((figures) => [figures.year, figures.capitalGains]));
  const incomes = new Map(years.map((figures) => [figures.year, figures.income]));
  // The figures of a submitted year stand, unless the reading computes it too.
  for (const frozen of changed.frozenYears) gains.set(frozen.year, loaded.gains.get(frozen.year) ?? 0n);
  return {
    ...loaded,
    gains,
    incomes: reading === 'AIRDROPS_NO_INCOME' ? incomes : loaded.incomes,
    speculative: reading === 'OTHER_REGIME' ? toggled(speculative, year) : speculative,
  };
}

function underBasis(reading: BasisReading, loaded: ReadingInputs, runOf: RunOf): ReadingInputs {
  const added = gainsAddedBy(reading, runOf(inputsOfBasis(reading, loaded)));
  return {
    ...loaded,
    gains: new Map([...loaded.gains].map(([each, net]) => [each, net + (added.get(each) ?? 0n)])),
  };
}
/** The average is that of all purchases, also of those from which closing states keep no lots. */
function inputsOfBasis(reading: BasisReading, { inputs }: ReadingInputs): EngineInputs {
  if (reading !== 'AVERAGE_COST_BEFORE_2026' || inputs.frozenYears.length === 0) return inputs;
  return { ...inputs, frozenYears: [] };
}

function toggled(years: ReadonlySet<number>, year: number): ReadonlySet<number> {
  const others = new Set([...years].filter((each) => each !== year));
  return years.has(year) ? others : others.add(year);
}

/** Returns the figures of a year as they are, or with another rule for the tax. */
export function figuresOf(
  { gains, incomes, speculative, locked, opening = FIRST_YEAR }: Omit<ReadingInputs, 'inputs'>,
  year: number,
  { order, lossesCarry }: TaxRule = AS_IT_IS,
): ReadingFigures {
  const regimeOf = (each: number): Regime => (speculative.has(each) ? 'SPECULATIEF' : 'NORMAAL_BEHEER');
  const netIn = (each: number): bigint => gains.get(each) ?? 0n;
  const net = netIn(year);
  const netOf = (each: number) => (speculative.has(each) ? null : { low: netIn(each), high: netIn(each) });
  const { capitalGainsPercent, incomePercent } = ratesOf(year, regimeOf(year));
  const income = incomes.get(year) ?? 0n;
  const stock = { year: opening.year, exemption: opening.carried.exemption };
  const exemption = exemptionIn(year, netOf, undefined, order, stock)?.low ?? null;
  const usesLosses = lossesCarry && speculative.has(year);
  const losses = usesLosses
    ? speculativeLossesUsed(
        year,
        (each) => ({ regime: regimeOf(each), net: netIn(each), circumstances: null }),
        opening,
      )
    : 0n;
  const isHidden = locked.some(
    (each) =>
      each < year && (speculative.has(each) ? usesLosses : exemption !== null && each >= FIRST_TAXED_YEAR),
  );
  const after = taxOf(net - (exemption?.used ?? 0n) - losses, capitalGainsPercent);
  return {
    totalCapitalGains: formatCents(net),
    totalCapitalGainsTax: formatCents(taxOf(net, capitalGainsPercent)),
    exemptionUsed: exemption === null || isHidden ? null : formatCents(exemption.used),
    taxAfterExemption: isHidden ? null : formatCents(after),
    totalIncome: formatCents(income),
    totalIncomeTax: formatCents(taxOf(income, incomePercent)),
  };
}
