/** The lines of a dossier that SQL does not make: of the law, of an opening, and of the prices of the photo moment. Pure. */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { timestampText, utcText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { provisionsIn } from '@ctx/domain/law/provisions';
import { lawRules } from '@ctx/domain/law/rules';
import type { LawSource } from '@ctx/domain/law/source';

/** The files of a dossier that a submitted year keeps. */
export const KEPT_FILES = [
  'facts',
  'overrides',
  'rules',
  'matches',
  'prices',
  'money',
  'years',
  'opening',
  'law',
  'issues',
  'log',
  'reported',
] as const;
export type KeptFile = (typeof KEPT_FILES)[number];

/** Returns the lines of the law of a year, by name. */
export function lawLines(year: number): string[] {
  const sourceOf = ({ source, article, status }: LawSource): object => ({ source, article, status });
  const lines = [
    ...provisionsIn(year).map(({ name, value, unit, law }) => ({ name, value, unit, ...sourceOf(law) })),
    ...lawRules().map(({ code, law }) => ({ name: code, value: null, unit: null, ...sourceOf(law) })),
  ];
  return lines.toSorted((a, b) => compare(a.name, b.name)).map((each) => JSON.stringify(each));
}

/** Returns the lines of the totals that exchanges report. */
export function reportedLines(totals: readonly ReportedTotal[]): string[] {
  return totals.map(
    ({ assetKey, assetSymbol, platform, country, kind, units, eur, fees, transactions, withoutValue }) =>
      JSON.stringify({
        assetKey,
        assetSymbol: assetSymbol ?? null,
        platform,
        country: country ?? null,
        kind,
        units,
        eur,
        fees,
        transactions,
        withoutValue,
      }),
  );
}

/** A total that an exchange reports. */
interface ReportedTotal {
  readonly assetKey: string;
  readonly assetSymbol?: string | null | undefined;
  readonly platform: string;
  readonly country?: string | null | undefined;
  readonly kind: string;
  readonly units: string;
  readonly eur?: string | null | undefined;
  readonly fees?: string | null | undefined;
  readonly transactions: number;
  readonly withoutValue: number;
}

/** A price at the photo moment, as a report has it. */
export interface PriceAtPhoto {
  readonly eur: string;
  readonly at: string;
  readonly own: boolean;
  /** ENTERED or DERIVED; absent for an imported price. */
  readonly origin?: string;
}

/** Returns the lines of the prices at the photo moment, by asset. */
export function photoPriceLines(prices: Readonly<Record<string, PriceAtPhoto>>): string[] {
  const moment = timestampText(PHOTO.momentUs);
  return Object.entries(prices)
    .toSorted(([one], [other]) => compare(one, other))
    .map(([assetKey, { eur, at, own, origin = 'IMPORTED' }]) =>
      JSON.stringify({ eventId: null, assetKey, moment, for: 'PHOTO', eur, at: utcText(at), origin, own }),
    );
}

/** Returns the first line of an opening: the year, and the sums that it passed on. */
export function openingYearLine(year: number, sums: Readonly<Record<string, unknown>>): string {
  const { closing, estimatedClosing, partnersClosing } = sums;
  return JSON.stringify({ part: 'YEAR', year, sums: { closing, estimatedClosing, partnersClosing } });
}

/** Returns the line of a part of an opening. `value` is in the form in which closing states are stored. */
export function openingPartLine(part: string, value: unknown): string {
  if (part !== 'AHEAD') return JSON.stringify({ part, ...(readable(value) as object) });
  const [outEventId, inEventId] = value as readonly string[];
  return JSON.stringify({ part, outEventId, inEventId });
}

/** Fields of a closing state in units of assets. All other decimals are EUR. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'remaining', 'until', 'waiting']);

/** Returns a stored value with decimals and instants as text. Fields whose names end in `Us` are instants. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => {
      if (isInteger(each))
        return [name, formatDecimal(BigInt(each.integer), AMOUNTS.has(name) ? AMOUNT_SCALE : EUR_SCALE)];
      if (!name.endsWith('Us')) return [name, readable(each)];
      return [INSTANTS[name] ?? name, each === null ? null : timestampText(Number(each))];
    }),
  );
}

const INSTANTS: Readonly<Record<string, string>> = {
  acquiredUs: 'acquiredAt',
  arrivedUs: 'arrivedAt',
  borrowedUs: 'borrowedAt',
  heldSinceUs: 'heldSince',
  receivedUs: 'receivedAt',
  soldUs: 'soldAt',
};

function isInteger(value: unknown): value is { readonly integer: string } {
  return typeof value === 'object' && value !== null && 'integer' in value;
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
