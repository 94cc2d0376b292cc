/** SQL that looks up prices: a user's own price has priority over a shared one of the same instant. */
import { timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { newestPrices } from '@ctx/records/event-context';
import { raw, sql, type Sql, USER } from '@ctx/platform/sql';

const instant = (us: number): Sql => raw(`'${timestampText(us)}'::timestamptz`);

/** SQL of the photo moment. */
export const PHOTO_MOMENT = instant(PHOTO.momentUs);
const OLDEST_PHOTO_PRICE = instant(PHOTO.momentUs - PHOTO.priceAgeUsMax);

/** Returns SQL for the latest price of an asset at or before now. `assetKey` is an SQL expression. */
export function latestPrice(assetKey: string): Sql {
  return priceIn(raw(assetKey), (alias) => sql`${raw(alias)}.at <= now()`);
}

/** Returns SQL for the price of an asset at the photo moment, by the rule of the engine. `assetKey` is an SQL expression. */
export function photoPrice(assetKey: string): Sql {
  return priceIn(
    raw(assetKey),
    (alias) => sql`${raw(alias)}.at BETWEEN ${OLDEST_PHOTO_PRICE} AND ${PHOTO_MOMENT}`,
  );
}

function priceIn(assetKey: Sql, range: (alias: string) => Sql): Sql {
  return sql`(SELECT p.eur FROM ${newestPrices(USER, assetKey, range)} p ORDER BY p.at DESC, p.is_own DESC LIMIT 1)`;
}
