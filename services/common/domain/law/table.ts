/** The law in one table for readers: every rate, amount, date and code that the figures use, from the files of this folder. */
import { formatCents } from '../decimal.ts';
import { US_PER_MS } from '../instant.ts';
import { DAY_US } from '../time-units.ts';
import type { Regime } from '../vocabulary.ts';
import type { DeclarationCode } from './declaration.ts';
import { PHOTO } from './photo.ts';
import { platforms } from './platforms.ts';
import { LAW, type Law, provisionsOf } from './provisions.ts';
import { FIRST_TAXED_YEAR, type RateFrom } from './rates.ts';
import { lawRules } from './rules.ts';
import { shownPlatform, shownProvision, shownRule } from './shown.ts';
import { LAW_SOURCES, type LawSourceName } from './source.ts';

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
  /** Every number with its source: its name and its title. */
  readonly provisions: readonly (Omit<ReturnType<typeof shownProvision>, 'source'> & {
    readonly source: LawSourceName;
    readonly sourceTitle: string;
  })[];
  /** Every rule with its source, and the other reading of each that is open. */
  readonly rules: readonly ReturnType<typeof shownRule>[];
  /** Every platform with its company, country and days. */
  readonly platforms: readonly ReturnType<typeof shownPlatform>[];
}

/** Returns the table of law. The amounts that carry over are those of the newest published year. */
export function lawTable(law: Law = LAW): LawTable {
  const { rates, exemption, declaration } = law;
  const newest = exemption.at(-1);
  return {
    capitalGainsTax: {
      NORMAAL_BEHEER: rates.capitalGains.NORMAAL_BEHEER.map(shownRate),
      SPECULATIEF: rates.capitalGains.SPECULATIEF.map(shownRate),
    },
    incomeTax: rates.income.map(shownRate),
    firstTaxedYear: FIRST_TAXED_YEAR,
    exemption: {
      regime: 'NORMAAL_BEHEER',
      amounts: exemption.map(({ year, base }) => ({ fromYear: year, eur: formatCents(base) })),
      carriedOverPerYearMax: formatCents(newest?.carriedAYear ?? 0n),
      carriedOverUsablePerYearMax: formatCents(newest?.carriedUsable ?? 0n),
    },
    photoValue: {
      moment: new Date(PHOTO.momentUs / US_PER_MS).toISOString(),
      priceAgeDaysMax: PHOTO.priceAgeUsMax / DAY_US,
      higherHistoricCostUntilYear: PHOTO.higherCostUntilYear,
    },
    declaration: {
      lastPublishedYear: declaration.lastPublishedYear,
      codes: declaration.codes.map(({ law: _law, ...code }) => code),
    },
    provisions: provisionsOf(law).map((row) => ({
      ...shownProvision(row, null),
      source: row.law.source,
      sourceTitle: LAW_SOURCES[row.law.source],
    })),
    rules: lawRules().map(shownRule),
    platforms: platforms().map(shownPlatform),
  };
}

function shownRate({ fromYear, percent }: RateFrom): ShownRate {
  return { fromYear: fromYear === 0 ? null : fromYear, percent };
}
