/** The law in one table for readers: every rate, amount, date and code that the figures use, from the files of this folder. */
import { formatCents } from '../decimal.ts';
import { US_PER_MS } from '../instant.ts';
import type { Regime } from '../vocabulary.ts';
import { CODES, type DeclarationCode, LAST_PUBLISHED_YEAR } from './declaration.ts';
import { CARRIED_A_YEAR_MAX, CARRIED_USABLE_MAX, PUBLISHED } from './exemption.ts';
import { PHOTO } from './photo.ts';
import { CAPITAL_GAINS, FIRST_TAXED_YEAR, INCOME, type RateFrom } from './rates.ts';

const DAY_US = 86_400_000_000;

/** A rate as a reader sees it: valid from an income year until that of the next row; null for all years. */
interface ShownRate {
  readonly fromYear: number | null;
  readonly percent: number;
}

/** The table of law. Amounts are in EUR, instants in UTC. */
export interface LawTable {
  readonly capitalGainsTax: Readonly<Record<Regime, readonly ShownRate[]>>;
  readonly incomeTax: readonly ShownRate[];
  readonly firstTaxedYear: number;
  readonly exemption: {
    readonly regime: Regime;
    /** An amount is used again in later years until the next one is published. */
    readonly amounts: readonly { readonly fromYear: number; readonly eur: string }[];
    readonly carriedOverPerYearMax: string;
    readonly carriedOverUsablePerYearMax: string;
  };
  readonly photoValue: {
    readonly moment: string;
    readonly priceAgeDaysMax: number;
    readonly higherHistoricCostUntilYear: number;
  };
  readonly declaration: {
    readonly lastPublishedYear: number;
    readonly codes: readonly (DeclarationCode & { readonly fromYear: number })[];
  };
}

/** Returns the table of law. */
export function lawTable(): LawTable {
  return {
    capitalGainsTax: {
      NORMAAL_BEHEER: CAPITAL_GAINS.NORMAAL_BEHEER.map(shownRate),
      SPECULATIEF: CAPITAL_GAINS.SPECULATIEF.map(shownRate),
    },
    incomeTax: INCOME.map(shownRate),
    firstTaxedYear: FIRST_TAXED_YEAR,
    exemption: {
      regime: 'NORMAAL_BEHEER',
      amounts: PUBLISHED.map(({ year, base }) => ({ fromYear: year, eur: formatCents(base) })),
      carriedOverPerYearMax: formatCents(CARRIED_A_YEAR_MAX),
      carriedOverUsablePerYearMax: formatCents(CARRIED_USABLE_MAX),
    },
    photoValue: {
      moment: new Date(PHOTO.momentUs / US_PER_MS).toISOString(),
      priceAgeDaysMax: PHOTO.priceAgeUsMax / DAY_US,
      higherHistoricCostUntilYear: PHOTO.higherCostUntilYear,
    },
    declaration: { lastPublishedYear: LAST_PUBLISHED_YEAR, codes: CODES },
  };
}

function shownRate({ fromYear, percent }: RateFrom): ShownRate {
  return { fromYear: fromYear === 0 ? null : fromYear, percent };
}
