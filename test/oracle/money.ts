/**
 * A second computation of the gains on money other than euro, under the reading FOREIGN_CURRENCY_GAINS: a queue of parts for each currency,
 * with rational numbers. It shares no code with the reading and the engine.
 */
import { PHOTO } from '@ctx/domain/law/photo';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Price, YearRegime } from '../../services/recalc/src/engine/types.ts';
import type { MoneyFact } from '../../services/recalc/src/runs/money.ts';
import { fromDecimal, larger, type Rational, smaller, ZERO } from './rational.ts';

/** Units that came in at one moment. */
interface Part {
  readonly at: number;
  readonly units: Rational;
  readonly unitCost: Rational;
}

const WEEK_US = 7 * 24 * 3600 * 1_000_000;
const YEAR_IN_BRUSSELS = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Brussels', year: 'numeric' });

/** Returns the net gain of each year. */
export function oracleMoney(
  rows: readonly MoneyFact[],
  prices: readonly Price[],
  regimes: readonly YearRegime[],
): ReadonlyMap<number, Rational> {
  const gains = new Map<number, Rational>();
  for (const currency of new Set(rows.map((row) => row.currency))) {
    if (currency === 'EUR') continue;
    const ofCurrency = rows.filter((row) => row.currency === currency);
    const priceAt = (at: number): Rational | null => lastPrice(prices, currency, at);
    if (ofCurrency.some(({ atUs }) => priceAt(atUs) === null)) continue;
    for (const [year, gain] of gainsOf(ofCurrency, priceAt, regimes))
      gains.set(year, (gains.get(year) ?? ZERO).add(gain));
  }
  return gains;
}

function lastPrice(prices: readonly Price[], currency: string, at: number): Rational | null {
  let last: Price | null = null;
  for (const price of prices)
    if (price.assetKey === currency && price.atUs <= at && price.atUs >= (last?.atUs ?? at - WEEK_US))
      last = price;
  return last === null ? null : fromDecimal(last.eur);
}

function gainsOf(
  rows: readonly MoneyFact[],
  priceAt: (at: number) => Rational | null,
  regimes: readonly YearRegime[],
): [number, Rational][] {
  let queue: Part[] = [];
  const gains: [number, Rational][] = [];
  for (const at of [...new Set(rows.map(({ atUs }) => atUs))].sort((a, b) => a - b)) {
    const price = priceAt(at) ?? ZERO;
    const now = rows.filter(({ atUs }) => atUs === at);
    for (const { type, amount } of now)
      if (type === 'CASH_IN') queue.push({ at, units: fromDecimal(amount), unitCost: price });
    const realising = now.filter(({ purpose }) => purpose !== 'TRANSFER' && purpose !== 'FEE');
    // Money that realises something goes out first.
    for (const { type, purpose, amount } of [...new Set([...realising, ...now])]) {
      if (type === 'CASH_IN') continue;
      const taken: Part[] = [];
      let left = fromDecimal(amount);
      const rest: Part[] = [];
      for (const part of queue) {
        const units = smaller(part.units, left);
        if (units.isPositive) taken.push({ ...part, units });
        if (part.units.sub(units).isPositive) rest.push({ ...part, units: part.units.sub(units) });
        left = left.sub(units);
      }
      queue = rest;
      // What is left over came from nowhere that is known, and gains nothing.
      if (purpose === 'TRANSFER' || purpose === 'FEE') continue;
      const year = Number(YEAR_IN_BRUSSELS.format(new Date(at / 1000)));
      const isSpeculative = regimes.some((each) => each.year === year && each.regime === 'SPECULATIEF');
      for (const part of taken) {
        const cost =
          isSpeculative || year < FIRST_TAXED_YEAR || part.at >= PHOTO.momentUs
            ? part.unitCost
            : unitBasis(part.unitCost, priceAt(PHOTO.momentUs), price, year);
        gains.push([year, price.sub(cost).mul(part.units)]);
      }
    }
  }
  return gains;
}

/** "The photo value; up to 2030 a higher historic cost, which makes no loss." */
function unitBasis(cost: Rational, photo: Rational | null, price: Rational, year: number): Rational {
  if (photo === null) return cost;
  if (cost.compare(photo) <= 0 || year > PHOTO.higherCostUntilYear) return photo;
  return smaller(cost, larger(price, photo));
}
