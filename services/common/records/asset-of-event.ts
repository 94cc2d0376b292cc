/** SQL for the asset of an imported event: as the user corrected it, else as imported. The one place that decides which of the two counts. */
import { raw, sql, type Sql } from '@ctx/platform/sql';
import type { SqlValue } from './kept-lots.ts';

/** A column of an event that is of its asset. */
type AssetColumn = 'asset_key' | 'asset_symbol' | 'asset_name' | 'asset_chain';

/** Joins, as `k`, the override of an event `e` of facts.events. `overrides` is the table of overrides. */
export const joinAssetCorrection = (overrides: Sql = raw('corrections.overrides')): Sql =>
  sql`LEFT JOIN ${overrides} k ON k.user_id = e.user_id AND k.event_id = e.event_id`;

/** Joins the same override by one look-up for each row, for reads of few events. */
export const lookUpAssetCorrection = (user: SqlValue, eventId: Sql): Sql =>
  sql`LEFT JOIN LATERAL (
    SELECT * FROM corrections.overrides v WHERE v.user_id = ${user} AND v.event_id = ${eventId} LIMIT 1
  ) k ON true`;

/** Returns a column of the asset of an event, of which `event` is the row of facts.events. Requires the join of its override as `k`. */
export const assetOfEvent = (column: AssetColumn, event = 'e'): Sql =>
  raw(`CASE WHEN k.overridden_asset_key IS NULL THEN ${event}.${column} ELSE k.overridden_${column} END`);

/**
 * Returns the condition that the asset of the event `e` is one of `assets`. Requires `joinAssetCorrection`. The first two conditions let
 * PostgreSQL find the events by indexes; the third one decides.
 */
export const isOfAssets = (
  user: SqlValue,
  assets: SqlValue | readonly string[],
  overrides: Sql = raw('corrections.overrides'),
): Sql => sql`(e.asset_key = ANY (${assets}) OR e.event_id = ANY (ARRAY(
    SELECT o.event_id FROM ${overrides} o WHERE o.user_id = ${user} AND o.overridden_asset_key = ANY (${assets}))))
  AND ${assetOfEvent('asset_key')} = ANY (${assets})`;
