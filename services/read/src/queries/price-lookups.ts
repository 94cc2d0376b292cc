/** SQL that looks up prices: a user's own price has priority over a shared one of the same instant. */
import { timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { raw, sql, type Sql, USER } from '@ctx/platform/sql';

const instant = (us: number): Sql => raw(`'${timestampText(us)}'::timestamptz`);

/** SQL of the photo moment. */
export const PHOTO_MOMENT = instant(PHOTO.momentUs);
const OLDEST_PHOTO_PRICE = instant(PHOTO.momentUs - PHOTO.priceAgeUsMax);

/** Returns SQL for the last price of an asset at or before an instant, of any age, if `condition` holds. */
export function lastPrice(assetKey: Sql, at: Sql, condition: Sql): Sql {
  const known = (alias: string): Sql => sql`${raw(alias)}.at <= ${at}`;
  return sql`(SELECT p.eur, p.at FROM ${newestPrices(assetKey, known)} p
    WHERE ${condition} ORDER BY p.at DESC, p.is_own DESC LIMIT 1)`;
}

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
  return sql`(SELECT p.eur FROM ${newestPrices(assetKey, range)} p ORDER BY p.at DESC, p.is_own DESC LIMIT 1)`;
}

/** Returns SQL for the newest own and the newest shared price of an asset in a range of time. */
function newestPrices(assetKey: Sql, range: (alias: string) => Sql): Sql {
  return sql`(
      (SELECT o.at, o.eur, true AS is_own FROM facts.prices o
       WHERE o.user_id = ${USER} AND o.asset_key = ${assetKey} AND ${range('o')} ORDER BY o.at DESC LIMIT 1)
      UNION ALL
      (SELECT s.at, s.eur, false FROM facts.shared_prices s
       WHERE s.asset_key = ${assetKey} AND ${range('s')} ORDER BY s.at DESC LIMIT 1))`;
}
