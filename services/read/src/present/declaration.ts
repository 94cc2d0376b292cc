/** Places a year's figures in the fields of the return (engine.md §4, `declarationSummary`; decisions.md, Reads 6). */
import { formatCents } from '@ctx/domain/decimal';
import {
  type DeclarationCode,
  declarationCodes,
  type DeclarationKind,
  FIRST_DECLARATION_YEAR,
} from '@ctx/domain/law/declaration';
import type { Regime } from '@ctx/domain/vocabulary';
import { type Amount, type Band, lockedAmount } from './blur.ts';
import { exchangeOf, type SourceRow } from '@ctx/domain/law/exchange';
import { shown } from '@ctx/domain/shown-text';

export interface DeclaredYear {
  readonly year: number;
  readonly regime: Regime;
  readonly locked: boolean;
  readonly gains: Band;
  readonly income: Band;
}

/** A line of the return; decimal strings of EUR. */
export interface CodeRow {
  id: string;
  kind: string;
  label: string;
  vak: string;
  amount: string | null;
  amountLocked: Amount | null;
  code: string | null;
  declarantCode: string | null;
  partnerCode: string | null;
  note: string | null;
}

/** A platform outside Belgium, and when its account was registered with the Central Point of Contact. */
export interface CapStatus {
  datasource: string;
  platformName: string;
  registeredOn: string | null;
}

export interface Declaration {
  incomeYear: number;
  regime: Regime;
  column: string;
  foreignPlatforms: string[];
  capStatuses: CapStatus[];
  rows: CodeRow[];
}

/** Returns the figures of a year for the tax return, or null for years before the first table of codes. */
export function declarationSummary(
  declared: DeclaredYear,
  sources: readonly SourceRow[],
): Declaration | null {
  const { year, regime } = declared;
  if (year < FIRST_DECLARATION_YEAR) return null;
  const capStatuses = foreignSources(sources, year);
  const foreignPlatforms = [...new Set(capStatuses.map(({ platformName }) => platformName))];
  return {
    incomeYear: year,
    regime,
    column: 'DECLARANT',
    foreignPlatforms,
    capStatuses,
    rows: declarationCodes(year, regime)
      .filter(({ kind }) => kind !== 'FOREIGN_ACCOUNT' || foreignPlatforms.length > 0)
      .map((code) => codeRow(code, declared)),
  };
}

function codeRow(code: DeclarationCode, declared: DeclaredYear): CodeRow {
  const { kind, label, vak, declarantCode, partnerCode, note } = code;
  const amount = amountOf(kind, declared);
  return {
    id: `${String(declared.year)}-${kind}`,
    kind,
    label,
    vak,
    amount: amount === null || declared.locked ? null : formatCents(amount.low),
    amountLocked: amount !== null && declared.locked ? lockedAmount(amount) : null,
    code: declarantCode,
    declarantCode,
    partnerCode,
    note,
  };
}

/** A net loss is declared as 0. */
function amountOf(kind: DeclarationKind, { gains, income }: DeclaredYear): Band | null {
  if (kind === 'FOREIGN_ACCOUNT') return null;
  if (kind === 'INCOME') return income;
  const atLeastZero = (eur: bigint): bigint => (eur < 0n ? 0n : eur);
  return { low: atLeastZero(gains.low), high: atLeastZero(gains.high) };
}

/** Returns the custodial exchanges that are outside Belgium in the year, one line per platform. Wallets and files without a platform are left out. */
function foreignSources(sources: readonly SourceRow[], year: number): CapStatus[] {
  const statuses = new Map<string, CapStatus>();
  for (const source of sources) {
    const status = foreignSource(source, year);
    if (status === null) continue;
    const known = statuses.get(status.datasource);
    // Several accounts at one platform: the earliest date that the user entered.
    const dates = [known?.registeredOn, status.registeredOn]
      .filter((date) => typeof date === 'string')
      .toSorted();
    statuses.set(status.datasource, { ...status, registeredOn: dates[0] ?? null });
  }
  return [...statuses.values()].toSorted((a, b) => (a.platformName < b.platformName ? -1 : 1));
}

function foreignSource(source: SourceRow, year: number): CapStatus | null {
  const exchange = exchangeOf(source, year);
  if (exchange === null || (exchange.country ?? source.country) === 'BE') return null;
  return {
    datasource: shown(exchange.named),
    platformName: shown(exchange.name),
    registeredOn: source.registered_on,
  };
}
