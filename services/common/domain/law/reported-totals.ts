/** What exchanges report about a year, in the form of the contract. */
import { AMOUNT_SCALE, formatCents, formatDecimal, parseAmount, parseEur } from '../decimal.ts';
import type { OwnTotal } from '../reported-differences.ts';
import { shown, shownSymbol } from '../shown-text.ts';
import type { EventType, Treatment } from '../vocabulary.ts';
import { REPORTED_KINDS, type ReportedKind, reportedKinds } from './reported.ts';
import { exchangeOf } from './exchange.ts';

/** The account of a transaction at an exchange, and what decides of which total it is. */
export interface KindRow {
  readonly kind: string;
  readonly datasource: string;
  readonly label: string | null;
  readonly source_platform: string | null;
  readonly asset_key: string;
  readonly type: string;
  readonly treatment: string;
  readonly is_matched: boolean;
  readonly is_loan: boolean;
  readonly is_repayment: boolean;
  readonly is_for_assets: boolean;
}

/** Transactions of an asset in an account that are alike, added up. Exact EUR. */
export interface ReportedRow extends KindRow {
  readonly asset_symbol: string;
  readonly units: string;
  readonly eur: string;
  readonly fees: string;
  readonly transactions: number;
  readonly without_value: number;
}

/** What names a total: of an exchange, an asset and a kind. */
export interface TotalName {
  /** As it is shown. */
  readonly platform: string;
  readonly country: string | null;
  readonly assetKey: string;
  readonly assetSymbol: string | null;
  readonly kind: ReportedKind;
}

/** A total of an exchange, an asset and a kind, exact. */
export interface Total extends TotalName, OwnTotal {}

type Sums = { -readonly [Field in keyof OwnTotal]: OwnTotal[Field] };

/** Returns the totals, exact, in no order. */
export function totalsOf(rows: readonly ReportedRow[], year: number): Total[] {
  const totals = new Map<string, TotalName & Sums>();
  for (const row of rows) addRow(totals, row, year);
  return [...totals.values()];
}

/** Returns the totals in the form of the contract, in order. */
export function reportedTotals(rows: readonly ReportedRow[], year: number, locked: boolean) {
  return totalsOf(rows, year)
    .toSorted(inOrder)
    .map((total) => shownTotal(total, locked));
}

/** Returns the kinds of totals that a transaction is part of. */
export function kindsOf(row: KindRow, year: number): readonly ReportedKind[] {
  return reportedKinds({
    type: row.type as EventType,
    treatment: row.treatment as Treatment,
    year,
    isMatched: row.is_matched,
    isLoan: row.is_loan,
    isRepayment: row.is_repayment,
    isForAssets: row.is_for_assets,
  });
}

/** Returns a total in the form of the contract. A locked year does not show values. */
export function shownTotal({ units, eur, fees, ...total }: Total, locked: boolean) {
  return {
    ...total,
    units: formatDecimal(units, AMOUNT_SCALE),
    eur: locked ? null : formatCents(eur),
    fees: locked ? null : formatCents(fees),
  };
}

/** Orders totals by asset, exchange and kind. */
export function inOrder(a: TotalName, b: TotalName): number {
  return (
    compare(a.assetKey, b.assetKey) ||
    compare(a.platform, b.platform) ||
    REPORTED_KINDS.indexOf(a.kind) - REPORTED_KINDS.indexOf(b.kind)
  );
}

function addRow(totals: Map<string, TotalName & Sums>, row: ReportedRow, year: number): void {
  const exchange = exchangeOf(row, year);
  if (exchange === null) return;
  for (const kind of kindsOf(row, year)) {
    const key = JSON.stringify([exchange.name, row.asset_key, kind]);
    const total = totals.get(key) ?? {
      platform: shown(exchange.name),
      country: exchange.country,
      assetKey: row.asset_key,
      assetSymbol: shownSymbol(row.asset_symbol),
      kind,
      units: 0n,
      eur: 0n,
      fees: 0n,
      transactions: 0,
      withoutValue: 0,
    };
    total.units += parseAmount(row.units);
    total.eur += parseEur(row.eur);
    total.fees += parseEur(row.fees);
    total.transactions += row.transactions;
    total.withoutValue += row.without_value;
    totals.set(key, total);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
