/** What exchanges report about a year, in the form of the contract. */
import { AMOUNT_SCALE, formatCents, formatDecimal, parseAmount, parseEur } from '../decimal.ts';
import { REPORTED_KINDS, reportedKinds } from './reported.ts';
import { shown, shownSymbol } from '../shown-text.ts';
import type { EventType, Treatment } from '../vocabulary.ts';
import { exchangeOf } from './exchange.ts';

/** Transactions of an asset in an account that are alike, added up. Exact EUR. */
export interface ReportedRow {
  readonly kind: string;
  readonly datasource: string;
  readonly label: string | null;
  readonly source_platform: string | null;
  readonly asset_key: string;
  readonly asset_symbol: string;
  readonly type: string;
  readonly treatment: string;
  readonly is_matched: boolean;
  readonly is_loan: boolean;
  readonly is_repayment: boolean;
  readonly is_for_assets: boolean;
  readonly units: string;
  readonly eur: string;
  readonly fees: string;
  readonly transactions: number;
  readonly without_value: number;
}

/** A total of an exchange, an asset and a kind, exact. */
interface Total {
  readonly platform: string;
  readonly country: string | null;
  readonly assetKey: string;
  readonly assetSymbol: string;
  readonly kind: (typeof REPORTED_KINDS)[number];
  units: bigint;
  eur: bigint;
  fees: bigint;
  transactions: number;
  withoutValue: number;
}

/** Returns the totals in the order of asset, exchange and kind. A locked year does not show values. */
export function reportedTotals(rows: readonly ReportedRow[], year: number, locked: boolean) {
  const totals = new Map<string, Total>();
  for (const row of rows) addRow(totals, row, year);
  return [...totals.values()].toSorted(inOrder).map(({ units, eur, fees, ...total }) => ({
    ...total,
    units: formatDecimal(units, AMOUNT_SCALE),
    eur: locked ? null : formatCents(eur),
    fees: locked ? null : formatCents(fees),
  }));
}

function addRow(totals: Map<string, Total>, row: ReportedRow, year: number): void {
  const exchange = exchangeOf(row, year);
  if (exchange === null) return;
  const event = {
    type: row.type as EventType,
    treatment: row.treatment as Treatment,
    year,
    isMatched: row.is_matched,
    isLoan: row.is_loan,
    isRepayment: row.is_repayment,
    isForAssets: row.is_for_assets,
  };
  for (const kind of reportedKinds(event)) {
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

function inOrder(a: Total, b: Total): number {
  return (
    compare(a.assetKey, b.assetKey) ||
    compare(a.platform, b.platform) ||
    REPORTED_KINDS.indexOf(a.kind) - REPORTED_KINDS.indexOf(b.kind)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
