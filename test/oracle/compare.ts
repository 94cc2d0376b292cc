/** Compares the engine's figures with the oracle's. */
import { AMOUNT_SCALE, EUR_SCALE } from '@ctx/domain/decimal';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, EngineOutputs, Lot } from '../../services/recalc/src/engine/types.ts';
import { type OpenFigures, oracle, type OracleFigures } from './oracle.ts';
import type { Rational } from './rational.ts';
import { distance, fromDecimal, fromFixed, sumOf, ZERO } from './rational.ts';

const EUR_TOLERANCE = fromDecimal('0.000000001');
const SCALING_TOLERANCE = fromDecimal('0.000000000000000001');

/** The remainder of an acquisition that has no units left. */
const NOTHING: OpenFigures = { held: ZERO, waiting: ZERO, costBasis: ZERO };

const euro = (value: bigint): Rational => fromFixed(value, EUR_SCALE);
const units = (value: bigint): Rational => fromFixed(value, AMOUNT_SCALE);

/** Tells whether two figures are close enough; null is only close to null. */
function isNear(mine: Rational | null, theirs: Rational | null, tolerance: Rational): boolean {
  if (mine === null || theirs === null) return mine === theirs;
  return distance(mine, theirs).compare(tolerance) <= 0;
}

/** Returns one line for each figure that differs. */
export function differences(inputs: EngineInputs): string[] {
  const expected = oracle(inputs);
  const outputs = recalculate(inputs);
  return [
    ...outputs.events.flatMap((_event, index) => eventDifferences(expected, outputs, index)),
    ...assetDifferences(expected, outputs),
    ...yearDifferences(expected, outputs),
    ...(outputs.events.length === inputs.events.length ? [] : ['number of events']),
  ];
}

function eventDifferences(expected: OracleFigures, outputs: EngineOutputs, index: number): string[] {
  const [event, outcome] = [outputs.events[index], outputs.outcomes[index]];
  const figures = expected.events[event?.raw.id ?? ''];
  if (event === undefined || outcome === undefined || figures === undefined) return ['an event is missing'];
  // An event that acts on no pool has no gain, so 0 and null mean the same.
  const theirGain = outcome.totalGain === null ? null : euro(outcome.totalGain);
  const gain = figures.gain ?? (event.effect.pool === 'NONE' ? ZERO : null);
  const name = `${event.raw.type} ${event.raw.id} ${event.raw.treatment}`;
  const lines: [boolean, string][] = [
    [event.type === figures.type, `type ${event.type}, not ${figures.type}`],
    [
      event.transfer?.matchId != null || event.treatment === figures.treatment,
      `treatment ${event.treatment}, not ${figures.treatment}`,
    ],
    [event.taxable === figures.taxable, `taxable ${String(event.taxable)}`],
    [
      isNear(gain, theirGain ?? (event.effect.pool === 'NONE' ? ZERO : null), EUR_TOLERANCE),
      `gain ${String(theirGain)}, not ${String(figures.gain)}`,
    ],
    [
      isNear(figures.income, euro(outcome.income), EUR_TOLERANCE),
      `income ${String(euro(outcome.income))}, not ${String(figures.income)}`,
    ],
    [outcome.isShort === figures.short, `short ${String(outcome.isShort)}`],
  ];
  return lines.filter(([isSame]) => !isSame).map(([, line]) => `${name}: ${line}`);
}

/** Compares the open lots of each asset. The sums of an asset are exact; a lot may have been scaled in a move between assets. */
function assetDifferences(expected: OracleFigures, { lots }: EngineOutputs): string[] {
  return Object.entries(expected.assets).flatMap(([assetKey, figures]) => {
    const open = lots.filter((lot) => lot.assetKey === assetKey);
    const names = new Set([...Object.keys(figures.origins), ...open.map(originOf)]);
    return [
      ...openDifferences(assetKey, figures, open, ZERO),
      ...[...names].flatMap((name) =>
        openDifferences(
          `${assetKey} of ${name}`,
          figures.origins[name] ?? NOTHING,
          open.filter((lot) => originOf(lot) === name),
          SCALING_TOLERANCE,
        ),
      ),
    ];
  });
}

function originOf({ originEventId, acquiredUs }: Lot): string {
  return `${originEventId} ${String(acquiredUs)}`;
}

function openDifferences(
  name: string,
  figures: OpenFigures,
  lots: readonly Lot[],
  tolerance: Rational,
): string[] {
  const held = sumOf(lots.map(({ remaining }) => units(remaining)));
  const waiting = sumOf(lots.map((lot) => units(lot.waiting)));
  const basis = sumOf(lots.map((lot) => euro(lot.remainingCostBasis + lot.waitingCostBasis)));
  const lines: [boolean, string][] = [
    [isNear(figures.held, held, tolerance), `held ${String(held)}, not ${String(figures.held)}`],
    [
      isNear(figures.waiting, waiting, tolerance),
      `waiting ${String(waiting)}, not ${String(figures.waiting)}`,
    ],
    [
      isNear(figures.costBasis, basis, EUR_TOLERANCE),
      `basis ${String(basis)}, not ${String(figures.costBasis)}`,
    ],
  ];
  return lines.filter(([isSame]) => !isSame).map(([, line]) => `${name}: ${line}`);
}

function yearDifferences(expected: OracleFigures, { years }: EngineOutputs): string[] {
  const known = years.map(({ year }) => String(year));
  const missing = Object.keys(expected.years).filter((year) => !known.includes(year));
  const differing = years.filter(({ year, capitalGains, income }) => {
    const figures = expected.years[year];
    if (figures === undefined) return true;
    return !(
      isNear(figures.gain, euro(capitalGains), EUR_TOLERANCE) &&
      isNear(figures.income, euro(income), EUR_TOLERANCE)
    );
  });
  return [
    ...missing.map((year) => `${year} is missing`),
    ...differing.map(({ year }) => `${String(year)} differs`),
  ];
}
