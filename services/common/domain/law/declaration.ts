/** Codes of the Belgian tax return by income year (engine.md §4). Source: the personal income tax return, parts VII, XIII and XV. */
import type { Regime } from '../vocabulary.ts';
import { FIRST_TAXED_YEAR } from './rates.ts';
import { agreeing } from './readers.ts';
import { assumed, confirmed, type LawEvidence, type LawSource } from './source.ts';

export const DECLARATION_KINDS = ['INCOME', 'SPECULATIVE_GAIN', 'CAPITAL_GAIN', 'FOREIGN_ACCOUNT'] as const;
export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

/** One code of the return. */
export interface DeclarationCode {
  readonly kind: DeclarationKind;
  readonly vak: string;
  readonly label: string;
  /** `1` + the code; null if the form is not published. The two digits after the dash are the check digits of the four before. */
  readonly declarantCode: string | null;
  readonly partnerCode: string | null;
  readonly note: string | null;
}

const NOT_PUBLISHED = 'The form for this income year is not published: no code yet.';

/** A code, from the first income year whose form has it until the next row of its kind. */
export interface CodeFrom extends DeclarationCode {
  readonly fromYear: number;
  readonly law: LawSource;
}

/** The codes by kind, and the last income year with a published form. Later years reuse its codes, with a note. */
export interface DeclarationTable {
  readonly codes: readonly CodeFrom[];
  readonly lastPublishedYear: number;
}

const ON_THE_FORM = (vak: string, evidence?: LawEvidence): LawSource =>
  confirmed('TAX_RETURN', `part ${vak}`, '2026-11-24', evidence);
/** The code alone: whether accounts for crypto-assets belong behind it is the assumption FOREIGN_EXCHANGES. */
const FOREIGN_ACCOUNTS = ON_THE_FORM('XIII', { readers: [agreeing('GLOBAL_LAW_EXPERTS')] });

/** Every known code. */
// prettier-ignore
export const CODES: readonly CodeFrom[] = [
  { kind: 'INCOME', fromYear: 2024, vak: 'VII', label: 'Income from crypto-assets', declarantCode: '1444-11', partnerCode: '2444-78', note: null, law: ON_THE_FORM('VII') },
  { kind: 'SPECULATIVE_GAIN', fromYear: 2024, vak: 'XV', label: 'Speculative gains', declarantCode: '1440-15', partnerCode: '2440-82', note: null, law: ON_THE_FORM('XV') },
  { kind: 'CAPITAL_GAIN', fromYear: FIRST_TAXED_YEAR, vak: 'XV', label: 'Gains taxed at 10 %', declarantCode: null, partnerCode: null, note: NOT_PUBLISHED, law: assumed('TAX_RETURN', 'part XV', '2026-11-24', 'CODES_OF_LAST_FORM') },
  { kind: 'FOREIGN_ACCOUNT', fromYear: 2024, vak: 'XIII', label: 'Accounts outside Belgium', declarantCode: '1075-89', partnerCode: null, note: null, law: FOREIGN_ACCOUNTS },
];

/** The first income year with a table; earlier years have no declaration. */
export const FIRST_DECLARATION_YEAR = Math.min(...CODES.map(({ fromYear }) => fromYear));
/** The last income year with a published form. Later years reuse its codes, with a note. */
export const LAST_PUBLISHED_YEAR = 2025;

/** The codes in force. */
export const DECLARATION: DeclarationTable = { codes: CODES, lastPublishedYear: LAST_PUBLISHED_YEAR };

/** Returns the codes that a year's declaration can have, in the order of the table; none before the first year with a table. */
export function declarationCodes(
  year: number,
  regime: Regime,
  { codes, lastPublishedYear }: DeclarationTable = DECLARATION,
): DeclarationCode[] {
  const reused =
    year > lastPublishedYear
      ? `Code of the form for income year ${String(lastPublishedYear)}; the one for ${String(year)} is not published.`
      : null;
  return codes
    .filter((row) => isInForce(row, year, codes) && isOfRegime(row.kind, regime))
    .map(({ fromYear: _fromYear, law: _law, ...code }) => ({ ...code, note: code.note ?? reused }));
}

/** Whether a row is the newest of its kind in a year. */
function isInForce({ kind, fromYear }: CodeFrom, year: number, codes: readonly CodeFrom[] = CODES): boolean {
  return codes.findLast((row) => row.kind === kind && row.fromYear <= year)?.fromYear === fromYear;
}

function isOfRegime(kind: DeclarationKind, regime: Regime): boolean {
  if (kind === 'SPECULATIVE_GAIN') return regime === 'SPECULATIEF';
  return kind !== 'CAPITAL_GAIN' || regime === 'NORMAAL_BEHEER';
}

/** Returns the check digits of a four-digit code: 97 − (number mod 97). */
export function checkDigits(number: number): number {
  return 97 - (number % 97);
}
