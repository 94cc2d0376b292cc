/** SQL that looks up prices, by the rule of the engine. */
import { timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { priceAt, type PricedMoment } from '@ctx/records/price-sql';
import { raw, sql, type Sql, USER } from '@ctx/platform/sql';

/** The photo moment. An imported price of it is at most 7 days old. */
export const PHOTO_PRICE: PricedMoment = {
  at: raw(`'${timestampText(PHOTO.momentUs)}'::timestamptz`),
  ageMax: `${String(PHOTO.priceAgeUsMax)} microseconds`,
  isPhoto: true,
};

/** Returns SQL for the latest price of an asset at or before now, of any age. `assetKey` is an SQL expression. */
export function latestPrice(assetKey: string): Sql {
  return sql`(SELECT p.eur FROM ${priceAt(USER, raw(assetKey), { at: raw('now()'), ageMax: null })} p)`;
}

/** Returns SQL for the price of an asset at the photo moment, by the rule of the engine. `assetKey` is an SQL expression. */
export function photoPrice(assetKey: string): Sql {
  return sql`(SELECT p.eur FROM ${priceAt(USER, raw(assetKey), PHOTO_PRICE)} p)`;
}
