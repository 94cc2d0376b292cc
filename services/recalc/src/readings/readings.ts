/** The figures of a year under other readings of the law: the same engine, the same facts, one reading at a time. Nothing is saved. */
import { setImmediate } from 'node:timers/promises';
import { formatCents } from '@ctx/domain/decimal';
import { type CarryOrder, exemptionIn } from '@ctx/domain/law/exemption';
import { FIRST_TAXED_YEAR, ratesOf, taxOf } from '@ctx/domain/law/rates';
import {
  type ExemptionReading,
  type GainsReading,
  READING_OF,
  type ReadingCode,
  READINGS,
} from '@ctx/domain/law/readings';
import type { Regime } from '@ctx/domain/vocabulary';
import { snapshotAsUser } from '@ctx/platform/postgres';
import type { ReadingFigures, ReadingsResponse } from '@ctx/proto/gen/ctx/v1/preview';
import { recalculate } from '../engine/recalculate.ts';
import type { EngineInputs } from '../engine/types.ts';
import { type PreviewRoom, whenCurrent } from '../previews/current.ts';
import { countEvents } from '../runs/changes.ts';
import { readInputs } from '../runs/everything/load.ts';
import { isCurrent, readMarkers } from '../runs/preview.ts';
import { AS_STORED } from '../runs/proposal.ts';
import { readYears, yearAfter } from '../save/years.ts';
import { inputsUnder } from './alternatives.ts';

const ORDER_OF: Readonly<Record<ExemptionReading, CarryOrder>> = {
  CARRIED_EXEMPTION_LAST: 'BASE_FIRST',
  FIRST_THOUSAND_CARRIES: 'FIRST_THOUSAND',
};
/** Each of these is a run of the engine, so together they compute as many events as one preview. */
const RUNS_MAX = READINGS.length - Object.keys(ORDER_OF).length;

/** What the readings of a year are computed from. */
interface Loaded {
  readonly inputs: EngineInputs;
  /** Net gain of each year as stored. */
  readonly gains: ReadonlyMap<number, bigint>;
  readonly speculative: ReadonlySet<number>;
  /** Years with events that are locked. */
  readonly locked: readonly number[];
}

/** Returns the figures of a year as they are, and under each other reading. */
export async function listReadings(
  { pool, eventsMax }: PreviewRoom,
  userId: number,
  year: number,
): Promise<ReadingsResponse> {
  const loaded = await whenCurrent(() =>
    snapshotAsUser(pool, userId, async (client): Promise<Loaded | 'NOT_CURRENT' | 'LARGE'> => {
      if (!(await isCurrent(client, userId))) return 'NOT_CURRENT';
      if ((await countEvents(client, userId)) * RUNS_MAX > eventsMax) return 'LARGE';
      const stored = await readYears(client, userId);
      const markers = await readMarkers(client, userId);
      const paid = new Set(markers.filter((marker) => marker.paid).map((marker) => marker.year));
      return {
        inputs: await readInputs(client, userId, AS_STORED),
        gains: new Map([...stored].map(([each, row]) => [each, yearAfter(row, each).capitalGains])),
        speculative: new Set(
          markers.filter(({ regime }) => regime === 'SPECULATIEF').map((marker) => marker.year),
        ),
        locked: [...stored.keys()].filter((each) => !paid.has(each)),
      };
    }),
  );
  const readings = [];
  for (const reading of READINGS) {
    // Between two runs, other work of this process has its turn.
    await setImmediate();
    readings.push({ reading, assumption: READING_OF[reading], figures: figuresUnder(reading, loaded, year) });
  }
  return { year, figures: figuresOf(loaded, year), readings };
}

/** Returns the figures of a year under one reading. Those of a history that the reading does not touch stay the same. */
export function figuresUnder(reading: ReadingCode, loaded: Loaded, year: number): ReadingFigures {
  if (isOfExemption(reading)) return figuresOf(loaded, year, ORDER_OF[reading]);
  const { inputs, speculative } = loaded;
  const changed = inputsUnder(reading, inputs, year);
  if (changed === inputs) return figuresOf(loaded, year);
  const gains = new Map(recalculate(changed).years.map((figures) => [figures.year, figures.capitalGains]));
  // The figures of a submitted year stand, unless the reading computes it too.
  for (const frozen of changed.frozenYears) gains.set(frozen.year, loaded.gains.get(frozen.year) ?? 0n);
  const regimes = reading === 'OTHER_REGIME' ? toggled(speculative, year) : speculative;
  return figuresOf({ ...loaded, gains, speculative: regimes }, year);
}

const isOfExemption = (reading: ReadingCode): reading is Exclude<ReadingCode, GainsReading> =>
  reading in ORDER_OF;

function toggled(years: ReadonlySet<number>, year: number): ReadonlySet<number> {
  const others = new Set([...years].filter((each) => each !== year));
  return years.has(year) ? others : others.add(year);
}

function figuresOf(
  { gains, speculative, locked }: Omit<Loaded, 'inputs'>,
  year: number,
  order: CarryOrder = 'CARRIED_FIRST',
): ReadingFigures {
  const regime: Regime = speculative.has(year) ? 'SPECULATIEF' : 'NORMAAL_BEHEER';
  const net = gains.get(year) ?? 0n;
  const { capitalGainsPercent } = ratesOf(year, regime);
  const netOf = (each: number) => {
    const gain = gains.get(each) ?? 0n;
    return speculative.has(each) ? null : { low: gain, high: gain };
  };
  const exemption = exemptionIn(year, netOf, undefined, order)?.low ?? null;
  const isHidden =
    exemption !== null &&
    locked.some((each) => each >= FIRST_TAXED_YEAR && each < year && !speculative.has(each));
  const after = taxOf(net - (exemption?.used ?? 0n), capitalGainsPercent);
  return {
    totalCapitalGains: formatCents(net),
    totalCapitalGainsTax: formatCents(taxOf(net, capitalGainsPercent)),
    exemptionUsed: exemption === null || isHidden ? null : formatCents(exemption.used),
    taxAfterExemption: isHidden ? null : formatCents(after),
  };
}
