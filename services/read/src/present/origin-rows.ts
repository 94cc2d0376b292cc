/** The rows of an origin as they are stored: events, lots, parts of lots and money. Decimals and instants are text. */
import type { StepsRow } from './explain-steps.ts';

/** An event on the way back. */
export interface OriginEventRow extends Pick<
  StepsRow,
  | 'year'
  | 'type'
  | 'treatment'
  | 'effect_fact'
  | 'match_id'
  | 'acts_on_pools'
  | 'amount'
  | 'asset_key'
  | 'occurred_at'
  | 'counted_value'
  | 'price_source'
> {
  readonly event_id: string;
  /** The submitted year whose lots the event's year sees; 0 if there is none. */
  readonly base: number;
  readonly account_id: string;
  readonly account_label: string | null;
  readonly reference_id: string;
  readonly asset_symbol: string;
  readonly spam: boolean;
  readonly pool_marks: readonly string[];
  readonly has_income: boolean;
  /** Other events of its group. */
  readonly group_members: number;
}

/** A lot that a part of the walk reached, with the event that brought it; the event's columns are null if it is gone. */
export type OriginLotRow = LotColumns & {
  readonly [Column in keyof OriginEventRow]: OriginEventRow[Column] | null;
};

interface LotColumns {
  /** Place of the lot among those that were asked for, from 1. */
  readonly place: number;
  readonly lot_asset_key: string;
  readonly lot_event_id: string;
  readonly acquired_at: string;
  readonly arrived_at: string;
  readonly lot_amount: string;
  readonly cost_basis: string;
  readonly from_lot_id: string | null;
  readonly from_asset_key: string | null;
  readonly origin_out_event_id: string | null;
  /** Units that left the lot before by the same transfer, and units that they became; null where it has no lot before. */
  readonly left_amount: string | null;
  readonly arrived_amount: string | null;
}

/** A leg of a swap whose acquisition is at `place` among those that were asked for, from 1. */
export interface OriginLegRow extends OriginEventRow {
  readonly place: number;
}

/** A part of a lot that a transaction or a leg of a swap took. */
export interface OriginSliceRow {
  readonly place: number;
  readonly event_id: string;
  readonly ordinal: number;
  readonly kind: string;
  readonly lot_id: string;
  readonly lot_event_id: string;
  readonly lot_acquired_at: string;
  readonly amount: string;
  readonly historic_cost: string;
  readonly origin_kind: string | null;
  readonly origin_in_event_id: string | null;
  readonly origin_out_event_id: string | null;
  readonly origin_received_at: string | null;
}

/** A lot that the transaction itself brought, or that its pool held when it moved within it. */
export interface OriginOwnLotRow {
  readonly lot_id: string;
  readonly lot_event_id: string;
  readonly acquired_at: string;
  readonly amount: string;
  readonly cost_basis: string;
}

/** Money of a transaction. */
export interface OriginMoneyRow {
  readonly place: number;
  readonly type: string;
  readonly currency: string;
  readonly amount: string;
  readonly purpose: string;
}
