/**
 * Every rate, amount, date and code of the law as one list, each with its source. Made of the tables from which figures are
 * computed, so a reader sees the numbers of the calculation.
 */
import { formatCents, formatDecimal } from '../decimal.ts';
import { US_PER_MS } from '../instant.ts';
import { DAY_US } from '../time-units.ts';
import type { AssumptionCode } from './assumptions.ts';
import { DECLARATION, type DeclarationKind, type DeclarationTable } from './declaration.ts';
import {
  type AmountField,
  INDEXED_TO,
  indexedAmount,
  PUBLISHED,
  type PublishedExemption,
  STATUTORY,
} from './exemption.ts';
import { PHOTO, PHOTO_SOURCES } from './photo.ts';
import { FIRST_TAXED_YEAR, type RateFrom, RATES, type RateTables } from './rates.ts';
import type { LawSource } from './source.ts';

/** What a number of the law is about. */
export const PROVISIONS = [
  'CAPITAL_GAINS_RATE',
  'SPECULATIVE_GAINS_RATE',
  'INCOME_RATE',
  'EXEMPTION',
  'EXEMPTION_CARRIED_A_YEAR',
  'EXEMPTION_CARRIED_USABLE',
  'PHOTO_MOMENT',
  'PHOTO_PRICE_AGE',
  'HIGHER_COST_UNTIL',
  'INCOME_CODE',
  'SPECULATIVE_GAIN_CODE',
  'CAPITAL_GAIN_CODE',
  'FOREIGN_ACCOUNT_CODE',
] as const;
export type ProvisionName = (typeof PROVISIONS)[number];

/** What the value of a provision is. An instant is in UTC, a year is the last one. */
export const PROVISION_UNITS = ['PERCENT', 'EUR', 'INSTANT', 'DAYS', 'YEAR', 'CODE'] as const;
export type ProvisionUnit = (typeof PROVISION_UNITS)[number];

/** How an amount of the statute becomes that of a year. */
export interface Indexation {
  /** The published factor for the year. */
  readonly coefficient: string;
  /** The amount of the statute times the coefficient, EUR. */
  readonly exactEur: string;
  /** The nearest multiple of `roundedToEur`, EUR. */
  readonly roundedEur: string;
  readonly roundedToEur: string;
  /** The source of the coefficient. */
  readonly law: LawSource;
}

/** One number of the law. */
export interface Provision {
  readonly name: ProvisionName;
  /** The first income year; null for all years. Valid until the next row of the same name. */
  readonly fromYear: number | null;
  /** Null for a code that is not published. */
  readonly value: string | null;
  readonly unit: ProvisionUnit;
  /** The amount in the text of the statute, EUR; null if it is not indexed. */
  readonly statutoryEur: string | null;
  /** Null if it is not indexed, or with a coefficient that is not known. */
  readonly indexation: Indexation | null;
  readonly law: LawSource;
}

/** The tables of the law: all that a new income year can change. */
export interface Law {
  readonly rates: RateTables;
  readonly exemption: readonly PublishedExemption[];
  readonly declaration: DeclarationTable;
}

/** The law in force. */
export const LAW: Law = { rates: RATES, exemption: PUBLISHED, declaration: DECLARATION };

/** Returns every number of the law, in the order of `PROVISIONS` and then of years. */
export function provisionsOf({ rates, exemption, declaration }: Law = LAW): Provision[] {
  return [
    ...rates.capitalGains.NORMAAL_BEHEER.map((rate) => ofRate('CAPITAL_GAINS_RATE', rate)),
    ...rates.capitalGains.SPECULATIEF.map((rate) => ofRate('SPECULATIVE_GAINS_RATE', rate)),
    ...rates.income.map((rate) => ofRate('INCOME_RATE', rate)),
    ...exemption.map((row) => ofAmount('EXEMPTION', row, 'base')),
    ...exemption.map((row) => ofAmount('EXEMPTION_CARRIED_A_YEAR', row, 'carriedAYear')),
    ...exemption.map((row) => ofAmount('EXEMPTION_CARRIED_USABLE', row, 'carriedUsable')),
    ...ofPhoto(),
    ...declaration.codes.map(({ kind, fromYear, declarantCode, law }) =>
      provision(CODE_OF[kind], fromYear, declarantCode, 'CODE', law),
    ),
  ].toSorted((one, other) => PROVISIONS.indexOf(one.name) - PROVISIONS.indexOf(other.name));
}

/**
 * Returns what applies to one income year. Amounts and codes that the year takes from an earlier one, because its own are not
 * published, are ASSUMED.
 */
export function provisionsIn(year: number, law: Law = LAW): Provision[] {
  const all = provisionsOf(law).filter(({ fromYear }) => (fromYear ?? year) <= year);
  const newest = all.filter((row) => all.findLast(({ name }) => name === row.name) === row);
  return newest.map((row): Provision => {
    const assumption = reuseOf(row, year, law);
    return assumption === null ? row : { ...row, law: { ...row.law, status: 'ASSUMED', assumption } };
  });
}

/** Returns the assumption by which a year reuses a value; null for its own value. */
function reuseOf({ unit, fromYear }: Provision, year: number, { declaration }: Law): AssumptionCode | null {
  if (unit === 'EUR' && fromYear !== null && fromYear < year) return 'LAST_AMOUNT_REUSED';
  return unit === 'CODE' && year > declaration.lastPublishedYear ? 'CODES_OF_LAST_FORM' : null;
}

const CODE_OF: Readonly<Record<DeclarationKind, ProvisionName>> = {
  INCOME: 'INCOME_CODE',
  SPECULATIVE_GAIN: 'SPECULATIVE_GAIN_CODE',
  CAPITAL_GAIN: 'CAPITAL_GAIN_CODE',
  FOREIGN_ACCOUNT: 'FOREIGN_ACCOUNT_CODE',
};

function provision(
  name: ProvisionName,
  fromYear: number | null,
  value: string | null,
  unit: ProvisionUnit,
  law: LawSource,
): Provision {
  return { name, fromYear, value, unit, statutoryEur: null, indexation: null, law };
}

function ofRate(name: ProvisionName, { fromYear, percent, law }: RateFrom): Provision {
  return provision(name, fromYear === 0 ? null : fromYear, String(percent), 'PERCENT', law);
}

function ofAmount(name: ProvisionName, row: PublishedExemption, field: AmountField): Provision {
  return {
    ...provision(name, row.year, formatCents(row[field]), 'EUR', row.lawOf?.[field] ?? row.law),
    statutoryEur: formatCents(STATUTORY[field]),
    indexation: indexationOf(row, field),
  };
}

const COEFFICIENT_SCALE = 4;

function indexationOf({ coefficient }: PublishedExemption, field: AmountField): Indexation | null {
  if (coefficient === undefined) return null;
  const { exact, rounded } = indexedAmount(field, coefficient);
  return {
    coefficient: formatDecimal(coefficient.tenThousandths, COEFFICIENT_SCALE),
    exactEur: formatCents(exact),
    roundedEur: formatCents(rounded),
    roundedToEur: formatCents(INDEXED_TO),
    law: coefficient.law,
  };
}

function ofPhoto(): Provision[] {
  const moment = new Date(PHOTO.momentUs / US_PER_MS).toISOString();
  const days = String(PHOTO.priceAgeUsMax / DAY_US);
  const lastYear = String(PHOTO.higherCostUntilYear);
  return [
    provision('PHOTO_MOMENT', FIRST_TAXED_YEAR, moment, 'INSTANT', PHOTO_SOURCES.momentUs),
    provision('PHOTO_PRICE_AGE', FIRST_TAXED_YEAR, days, 'DAYS', PHOTO_SOURCES.priceAgeUsMax),
    provision('HIGHER_COST_UNTIL', FIRST_TAXED_YEAR, lastYear, 'YEAR', PHOTO_SOURCES.higherCostUntilYear),
  ];
}
