/** The stock of a year in the form of the contract. */
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { shownSymbol } from '@ctx/domain/shown-text';
import { type PriceThen, priceThen } from './price-then.ts';

/** An asset that was held at the end of a year, with its price then. */
export interface StockOfAsset extends PriceThen {
  readonly asset_key: string;
  readonly asset_symbol: string | null;
  readonly amount: string;
  readonly cost: string;
  readonly lots: number;
  readonly acquired_from: string;
  readonly acquired_until: string;
}

/** Returns an asset of the stock of a year that ended at `endMs`. A locked year does not show costs. */
export function evidenceAsset(row: StockOfAsset, locked: boolean, endMs: number) {
  return {
    assetKey: row.asset_key,
    assetSymbol: row.asset_symbol === null ? null : shownSymbol(row.asset_symbol),
    amount: row.amount,
    lots: row.lots,
    acquiredFrom: row.acquired_from,
    acquiredUntil: row.acquired_until,
    historicCost: locked ? null : formatCents(parseEur(row.cost)),
    ...priceThen(row, endMs),
  };
}
