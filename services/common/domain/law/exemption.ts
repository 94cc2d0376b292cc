/**
 * The yearly exemption of gains under the 10 % regime and its carry-over (engine.md §4). Sources: law of 6 April 2026 (Official
 * Gazette 21 April 2026), income tax code art. 96/2. Using the carried exemption before the base is one reading of the law
 * (docs/tax-assumptions.md). EUR with 12 fraction digits.
 */
import { atLeastZero, divideHalfEven, least, parseEur } from '../decimal.ts';
import { FIRST_TAXED_YEAR } from './rates.ts';
import { agreeing } from './readers.ts';
import { confirmed, type LawSource } from './source.ts';

/** The three amounts of the exemption, in EUR. */
export interface ExemptionAmounts {
  readonly base: bigint;
  /** The most that one year adds to the carried stock. */
  readonly carriedAYear: bigint;
  /** The most of the carried stock that one year can use. */
  readonly carriedUsable: bigint;
  readonly law: LawSource;
}

/** The amounts that are published for an income year. */
export interface PublishedExemption extends ExemptionAmounts {
  readonly year: number;
  /** The coefficient by which amounts of the statute are indexed for the year, in ten-thousandths; absent where it is not known. */
  readonly coefficient?: IndexCoefficient;
  /** Sources of single amounts, where they are not `law`. */
  readonly lawOf?: Partial<Readonly<Record<AmountField, LawSource>>>;
}

/** A field of `ExemptionAmounts` that is an amount. */
export type AmountField = Exclude<keyof ExemptionAmounts, 'law'>;

/** A published coefficient. */
export interface IndexCoefficient {
  /** In ten-thousandths: 2.0592 is 20592. */
  readonly tenThousandths: bigint;
  readonly law: LawSource;
}

/** Published amounts by income year. They are indexed yearly; the amounts of a new year are a new row. */
export const PUBLISHED: readonly PublishedExemption[] = [
  {
    year: FIRST_TAXED_YEAR,
    base: parseEur('10000'),
    carriedAYear: parseEur('1000'),
    carriedUsable: parseEur('5000'),
    law: confirmed('LAW_2026', '96/2', '2026-11-28', { readers: [agreeing('BOLERO'), agreeing('BDO')] }),
    coefficient: { tenThousandths: 20_592n, law: confirmed('CIRCULAR_2026', '178', '2026-11-26') },
    // Not the indexed 480, which would be 990: the example carries 1,000 out of each year from 2026 on, and the Law has 1,000 from 2027 on.
    lawOf: {
      carriedAYear: confirmed('FPS_FINANCE', null, '2026-11-28', {
        alsoIn: [{ source: 'LAW_2026_OWN', article: '33' }],
        readers: [agreeing('BOLERO'), agreeing('BDO')],
      }),
    },
  },
];

/** The amounts in the text of the statute, before indexing by article 178. No figure uses them. */
export const STATUTORY: Omit<ExemptionAmounts, 'law'> = {
  base: parseEur('4855'),
  carriedAYear: parseEur('480'),
  carriedUsable: parseEur('2426'),
};

/** The multiple to which an indexed amount is rounded, EUR. */
export const INDEXED_TO = parseEur('10');

/** What an amount of the statute is after indexing. */
export interface IndexedAmount {
  /** The amount of the statute times the coefficient. */
  readonly exact: bigint;
  /** The nearest multiple of `INDEXED_TO`. */
  readonly rounded: bigint;
}

/** Returns an amount of the statute, indexed. That 4,855 becomes 10,000 and 2,426 becomes 5,000 agrees with the nearest ten. */
export function indexedAmount(field: AmountField, { tenThousandths }: IndexCoefficient): IndexedAmount {
  const exact = (STATUTORY[field] * tenThousandths) / 10_000n;
  return { exact, rounded: divideHalfEven(exact, INDEXED_TO) * INDEXED_TO };
}

/** The exemption of one year, in EUR. */
export interface Exemption {
  readonly baseExemption: bigint;
  /** The part of the carried stock that this year can use. */
  readonly carriedIn: bigint;
  readonly total: bigint;
  readonly used: bigint;
  readonly remaining: bigint;
  /** The stock for later years. */
  readonly carriedOut: bigint;
  /** False if the year reuses the amount of an earlier year. */
  readonly indexedAmountConfirmed: boolean;
}

/**
 * How the carried stock is used and filled. CARRIED_FIRST is what the figures assume; the others are readings (readings.ts).
 * BASE_FIRST uses the base before the stock. FIRST_THOUSAND carries over what a year leaves of the first 1,000 EUR of its base alone.
 */
export type CarryOrder = 'CARRIED_FIRST' | 'BASE_FIRST' | 'FIRST_THOUSAND';

/** Returns the exemption of one year. `stock` is carried out of earlier years and used first; `net` is the net gain of the year. */
export function exemptionOf(
  year: number,
  net: bigint,
  stock: bigint,
  table: readonly PublishedExemption[] = PUBLISHED,
  order: CarryOrder = 'CARRIED_FIRST',
): Exemption {
  const published = table.findLast((row) => row.year <= year);
  if (published === undefined) throw new RangeError(`no exemption in ${String(year)}`);
  const carriedIn = least(stock, published.carriedUsable);
  const total = published.base + carriedIn;
  const used = least(atLeastZero(net), total);
  const usedCarried = order === 'BASE_FIRST' ? used - least(used, published.base) : least(used, carriedIn);
  const usedBase = used - usedCarried;
  const carrying = order === 'FIRST_THOUSAND' ? published.carriedAYear : published.base;
  return {
    baseExemption: published.base,
    carriedIn,
    total,
    used,
    remaining: total - used,
    carriedOut: stock - usedCarried + least(atLeastZero(carrying - usedBase), published.carriedAYear),
    indexedAmountConfirmed: published.year === year,
  };
}

/** A year's net gain: exact, or between two bounds. Null for a SPECULATIEF year, which neither uses nor adds exemption. */
export type NetGain = { readonly low: bigint; readonly high: bigint } | null;

/** The bounds of an exemption if a net gain of this or an earlier year is only known between bounds. */
export interface ExemptionBounds {
  readonly low: Exemption;
  readonly high: Exemption;
}

/** The first year that is computed, and the stock that was carried into it. */
export interface ExemptionOpening {
  readonly year: number;
  readonly exemption: bigint;
}

/**
 * Returns the exemption of `year`, computed from all years since the opening. `netOf` returns the net gain of a year,
 * 0 for a year without events. Each field is between its `low` and its `high`. Null before 2026 and for SPECULATIEF.
 */
export function exemptionIn(
  year: number,
  netOf: (year: number) => NetGain,
  table: readonly PublishedExemption[] = PUBLISHED,
  order: CarryOrder = 'CARRIED_FIRST',
  opening: ExemptionOpening = { year: FIRST_TAXED_YEAR, exemption: 0n },
): ExemptionBounds | null {
  if (year < FIRST_TAXED_YEAR || netOf(year) === null) return null;
  let stock = { low: opening.exemption, high: opening.exemption };
  for (let earlier = Math.max(FIRST_TAXED_YEAR, opening.year); earlier < year; earlier += 1) {
    const bounds = boundsOf(earlier, netOf(earlier), stock, table, order);
    if (bounds !== null) stock = { low: bounds.low.carriedOut, high: bounds.high.carriedOut };
  }
  return boundsOf(year, netOf(year), stock, table, order);
}

// `used` and `carriedIn` grow with the stock. `used` grows with the net gain; `remaining` and `carriedOut` shrink with it.
function boundsOf(
  year: number,
  net: NetGain,
  stock: { low: bigint; high: bigint },
  table: readonly PublishedExemption[],
  order: CarryOrder,
): ExemptionBounds | null {
  if (net === null) return null;
  const leastGain = {
    low: exemptionOf(year, net.low, stock.low, table, order),
    high: exemptionOf(year, net.low, stock.high, table, order),
  };
  const mostGain = {
    low: exemptionOf(year, net.high, stock.low, table, order),
    high: exemptionOf(year, net.high, stock.high, table, order),
  };
  return {
    low: { ...leastGain.low, remaining: mostGain.low.remaining, carriedOut: mostGain.low.carriedOut },
    high: { ...mostGain.high, remaining: leastGain.high.remaining, carriedOut: leastGain.high.carriedOut },
  };
}
