/** Open lots, with their original acquisition and with what a sale of them would be measured from; shared by the portfolio and the list of lots. */
import { holdingPeriodDays } from '@ctx/domain/brussels';
import { sql, USER } from '@ctx/platform/sql';
import type { Regime } from '@ctx/domain/vocabulary';
import type { LotDetail } from '@ctx/proto/gen/ctx/v1/read';
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { unitPrice, valuation } from '../present/money.ts';
import {
  type SaleTerms,
  saleTermsOf,
  type SoldLot,
  taxBasisOfLot,
  taxedGain,
  yearOfSale,
} from '../present/sale-now.ts';
import { shown, shownDescription, shownLink, shownProtocol } from '@ctx/domain/shown-text';
import { latestPrice, photoPrice } from './price-lookups.ts';

export interface LotRow extends SoldLot {
  lot_id: string;
  origin_event_id: string;
  held_since: string;
  cost_basis: string;
  event_amount: string | null;
  price_source: string | null;
  treatment: string | null;
  occurred_at: string | null;
  euro_value: string | null;
  description: string | null;
  description_by_user: boolean | null;
  protocol: string | null;
  link: string | null;
  datasource: string | null;
}

/** Columns of SoldLot, of `l` from figures.lots. */
export const SOLD_LOT_COLUMNS = sql`
  l.asset_key, l.acquired_at, l.amount, l.remaining + l.waiting AS owned,
  l.remaining_cost_basis + l.waiting_cost_basis AS owned_cost_basis, l.photo_asset_key, l.photo_amount,
  CASE WHEN l.photo_asset_key IS NOT NULL THEN ${photoPrice('l.photo_asset_key')} END AS photo_price`;

/** Columns of LotRow, of `l` from figures.lots. */
export const LOT_COLUMNS = sql`
  ${SOLD_LOT_COLUMNS}, l.lot_id, l.origin_event_id, l.held_since, l.cost_basis,
  f.amount AS event_amount, f.price_source, f.treatment, f.occurred_at, f.euro_value, f.description,
  f.description_by_user, f.protocol, e.link, a.datasource`;

/** What SALE_COLUMNS select. */
export interface SaleRow {
  now: string;
  regimes: Record<string, Regime> | null;
}

/** Columns that a sale now depends on: the time, and the regime of each year. */
export const SALE_COLUMNS = sql`
  now() AS now, (SELECT jsonb_object_agg(y.year, y.regime) FROM facts.years y WHERE y.user_id = ${USER}) AS regimes`;

/** What PRICE_COLUMNS select. */
export interface PriceRow {
  price: string | null;
  photo_price: string | null;
}

/** The prices of `h.asset_key`: now, and at the photo moment. */
export const PRICE_COLUMNS = sql`${latestPrice('h.asset_key')} AS price, ${photoPrice('h.asset_key')} AS photo_price`;

/** Returns what a sale of an asset now depends on. */
export function saleTerms(
  { now, regimes }: SaleRow,
  { price, photo_price: photoPrice }: PriceRow,
): SaleTerms {
  return saleTermsOf({ price, photoPrice }, yearOfSale(now, regimes));
}

/** Joins the acquisition of a lot. An event that a frozen year has with other values is shown with its current values. */
export const LOT_JOINS = sql`
  LEFT JOIN LATERAL (
    SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = l.origin_event_id ORDER BY v.year DESC LIMIT 1
  ) f ON true
  LEFT JOIN facts.events e ON e.user_id = ${USER} AND e.event_id = l.origin_event_id
  LEFT JOIN facts.accounts a ON a.user_id = ${USER} AND a.account_id = e.account_id`;

/** Converts a lot to the form of the contract, valued as if it were sold now, with its holding period at `nowMs`. */
export function lotDetail(row: LotRow, terms: SaleTerms, nowMs: number): LotDetail {
  const { price } = terms;
  return {
    lotId: row.lot_id,
    acquisitionEventId: row.origin_event_id,
    acquisitionEvent: {
      id: row.origin_event_id,
      amount: row.event_amount ?? row.amount,
      priceSource: shown(row.price_source ?? 'NONE'),
      treatment: row.treatment ?? 'NORMAL',
      timestamp: row.occurred_at ?? row.acquired_at,
      dataSource: shown(row.datasource),
      description: shownDescription(row.description, row.description_by_user ?? false),
      link: shownLink(row.link),
      protocol: shownProtocol(row.protocol),
      euroValue: row.euro_value,
    },
    acquisitionTimestamp: row.acquired_at,
    acquiredAmount: row.amount,
    remainingAmount: row.owned,
    averageAcquisitionPrice: unitPrice(row.cost_basis, row.amount) ?? '0',
    costBasis: formatCents(parseEur(row.owned_cost_basis)),
    ...valuation(row.owned, row.owned_cost_basis, price),
    ...taxedGain(taxBasisOfLot(row, terms), row.owned, price),
    holdingPeriodDays: holdingPeriodDays(Date.parse(row.held_since), nowMs),
  };
}
