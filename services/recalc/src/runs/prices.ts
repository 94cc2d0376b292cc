/** Selects the prices that runs compute with: imported, shared, and entered by the user. */
import { timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { assetsPricing } from '@ctx/domain/stablecoins';
import { sql, type Sql } from '@ctx/platform/sql';
import { micros } from '../tables/sql.ts';
import { type Proposal, proposedTable } from './proposal.ts';

/** Conditions on prices `p`: on those that the user imported, that are shared, and that the user entered. */
export interface WantedPrices {
  readonly own: Sql;
  readonly shared: Sql;
  readonly entered: Sql;
}

/** Selects the prices that meet the conditions. */
export function pricesWhere(userId: number, wanted: WantedPrices, proposal: Proposal): Sql {
  return sql`
    SELECT p.asset_key AS "assetKey", ${micros('p.at', 'atUs')}, p.eur, false AS shared,
      NULL AS entered, NULL::bigint AS "untilUs"
    FROM facts.prices p WHERE p.user_id = ${userId} AND ${wanted.own}
    UNION ALL
    SELECT p.asset_key, ${micros('p.at')}, p.eur, true, NULL, NULL FROM facts.shared_prices p WHERE ${wanted.shared}
    UNION ALL
    SELECT ${ENTERED} FROM ${proposedTable('prices', userId, proposal)} p WHERE p.user_id = ${userId} AND ${wanted.entered}`;
}

const ENTERED = sql`p.asset_key, ${micros('p.valid_from')}, p.eur, false, CASE WHEN p.day IS NULL THEN 'INSTANT' ELSE 'DAY' END,
  ${micros('p.valid_until')}`;

const PHOTO_FROM = timestampText(PHOTO.momentUs - PHOTO.priceAgeUsMax);
const PHOTO_AT = timestampText(PHOTO.momentUs);

/** Selects only prices that an event of an asset at a time can depend on: of the day before each, and of the photo moment. */
export function pricesAt(
  userId: number,
  moments: readonly { readonly assetKey: string; readonly atUs: number }[],
  proposal: Proposal,
): Sql {
  const asked = moments.flatMap(({ assetKey, atUs }) =>
    assetsPricing([assetKey]).map((each) => ({ assetKey: each, atUs })),
  );
  return sql`
  WITH asked AS (SELECT * FROM unnest(${asked.map(({ assetKey }) => assetKey)}::text[], ${asked.map(({ atUs }) => atUs)}::bigint[])
      AS a (asset_key, at_us)),
    days AS (
      SELECT asset_key, to_timestamp(at_us / 1000000.0) - interval '25 hours' AS since,
        to_timestamp(at_us / 1000000.0) + interval '1 second' AS until FROM asked
      UNION SELECT asset_key, ${PHOTO_FROM}::timestamptz, ${PHOTO_AT}::timestamptz FROM asked)
  SELECT DISTINCT p.asset_key AS "assetKey", ${micros('p.at', 'atUs')}, p.eur, false AS shared,
    NULL AS entered, NULL::bigint AS "untilUs"
  FROM days d JOIN facts.prices p ON p.user_id = ${userId} AND p.asset_key = d.asset_key AND p.at BETWEEN d.since AND d.until
  UNION ALL
  SELECT DISTINCT p.asset_key, ${micros('p.at')}, p.eur, true, NULL, NULL::bigint
  FROM days d JOIN facts.shared_prices p ON p.asset_key = d.asset_key AND p.at BETWEEN d.since AND d.until
  UNION ALL
  SELECT DISTINCT ${ENTERED}
  FROM days d JOIN ${proposedTable('prices', userId, proposal)} p
    ON p.user_id = ${userId} AND p.asset_key = d.asset_key AND p.valid_from <= d.until AND p.valid_until >= d.since`;
}

/** Selects the prices of some assets, and of their currencies, that can value events from a time on, and those of the photo moment. */
export function pricesSince(
  userId: number,
  assets: readonly string[],
  fromUs: number,
  proposal: Proposal,
): Sql {
  const from = timestampText(fromUs);
  const isOfAsset = sql`p.asset_key = ANY (${assetsPricing(assets)})`;
  const isImported = sql`${isOfAsset} AND (p.at >= ${from} OR p.at BETWEEN ${PHOTO_FROM} AND ${PHOTO_AT})`;
  const isEntered = sql`${isOfAsset} AND (p.valid_until > ${from} OR p.valid_from <= ${PHOTO_AT} AND p.valid_until >= ${PHOTO_AT})`;
  return pricesWhere(userId, { own: isImported, shared: isImported, entered: isEntered }, proposal);
}

/** Selects all prices of some assets and of their currencies. */
export function pricesOfAssets(userId: number, assets: readonly string[], proposal: Proposal): Sql {
  const isPriced = sql`p.asset_key = ANY (${assetsPricing(assets)})`;
  return pricesWhere(userId, { own: isPriced, shared: isPriced, entered: isPriced }, proposal);
}

/** Selects the stored prices of some assets, and of their currencies, at the photo moment. */
export function photoPricesOf(userId: number, assets: readonly string[], proposal: Proposal): Sql {
  const isOfAsset = sql`p.asset_key = ANY (${assetsPricing(assets)})`;
  const isImported = sql`${isOfAsset} AND p.at BETWEEN ${PHOTO_FROM} AND ${PHOTO_AT}`;
  const isEntered = sql`${isOfAsset} AND p.valid_from <= ${PHOTO_AT} AND p.valid_until >= ${PHOTO_AT}`;
  return pricesWhere(userId, { own: isImported, shared: isImported, entered: isEntered }, proposal);
}
