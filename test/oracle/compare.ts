/** What the engine says beside what the oracle says. */
import { AMOUNT_SCALE, EUR_SCALE } from '@ctx/common/domain/decimal';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, EngineOutputs } from '../../services/recalc/src/engine/types.ts';
import { oracle, type OracleFigures } from './oracle.ts';
import { distance, fromDecimal, fromFixed, Rational, sumOf, ZERO } from './rational.ts';

const EUR_TOLERANCE = fromDecimal('0.000000001');
const AMOUNT_TOLERANCE = fromDecimal('0.000000000000000001');

const euro = (value: bigint): Rational => fromFixed(value, EUR_SCALE);
const units = (value: bigint): Rational => fromFixed(value, AMOUNT_SCALE);

/** Whether two figures are as near as they have to be; null is near null alone. */
function isNear(mine: Rational | null, theirs: Rational | null, tolerance: Rational): boolean {
  if (mine === null || theirs === null) return mine === theirs;
  return distance(mine, theirs).compare(tolerance) <= 0;
}

/** One line for each figure that differs. */
export function differences(inputs: EngineInputs): string[] {
  const expected = oracle(inputs);
  const outputs = recalculate(inputs);
  return [
    ...outputs.events.flatMap((_event, index) => eventDifferences(expected, outputs, index)),
    ...assetDifferences(expected, outputs, hasScaling(inputs) ? AMOUNT_TOLERANCE : ZERO),
    ...yearDifferences(expected, outputs),
    ...(outputs.events.length === inputs.events.length ? [] : ['number of events']),
  ];
}

/** Whether a transfer between assets may have scaled amounts. */
function hasScaling({ matches, events }: EngineInputs): boolean {
  return matches.length > 0 || events.some(({ continuityGroupId }) => continuityGroupId !== null);
}

function eventDifferences(expected: OracleFigures, outputs: EngineOutputs, index: number): string[] {
  const [event, outcome] = [outputs.events[index], outputs.outcomes[index]];
  const figures = expected.events[event?.raw.id ?? ''];
  if (event === undefined || outcome === undefined || figures === undefined) return ['an event is missing'];
  // What acts on no pool has no gain to speak of: 0 and null say the same.
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

function assetDifferences(expected: OracleFigures, { lots }: EngineOutputs, tolerance: Rational): string[] {
  return Object.entries(expected.assets).flatMap(([assetKey, figures]) => {
    const open = lots.filter((lot) => lot.assetKey === assetKey);
    const held = sumOf(open.map(({ remaining }) => units(remaining)));
    const waiting = sumOf(open.map((lot) => units(lot.waiting)));
    const basis = sumOf(open.map((lot) => euro(lot.remainingCostBasis + lot.waitingCostBasis)));
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
    return lines.filter(([isSame]) => !isSame).map(([, line]) => `${assetKey}: ${line}`);
  });
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
