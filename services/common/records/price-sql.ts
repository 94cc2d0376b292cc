/**
 * SQL for the price of one unit of an asset at a moment, by the rule of the engine (engine.md §1, "The EUR value"): what the user entered
 * while it is valid, else the last imported price, where a user's own has priority over a shared one of the same instant, else for a
 * stablecoin the price of its currency.
 */
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { STABLECOINS } from '@ctx/domain/stablecoins';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import type { SqlValue } from './kept-lots.ts';

/** A moment that needs a price. */
export interface PricedMoment {
  readonly at: Sql;
  /** Maximum age of an imported price, as an interval; null for any age. */
  readonly ageMax: string | null;
  /** The photo moment, which is the end of its day: of entered days, the price of that day counts. */
  readonly isPhoto?: true;
}

/** Returns SQL that selects `eur`, `at`, `origin` and `is_own` of the price, in one row; no row if none is known or `condition` does not hold. */
export function priceAt(
  user: SqlValue,
  assetKey: Sql,
  moment: PricedMoment,
  condition: Sql = raw('true'),
): Sql {
  const currency = raw('coin.currency');
  return sql`(SELECT found.eur, found.at, found.origin, found.is_own
    FROM (SELECT ${currencyOf(assetKey, moment.at)} AS currency) coin
    CROSS JOIN LATERAL (
      ${pricesOf(user, assetKey, moment, { place: 0, origins: ['ENTERED', 'IMPORTED'] })}
      UNION ALL ${pricesOf(user, currency, moment, { place: 2, origins: ['DERIVED', 'DERIVED'] })}
      UNION ALL SELECT 1, ${moment.at}, false, 3, 'DERIVED' WHERE coin.currency = ${raw(`'${EUR_ASSET_KEY}'`)}) found
    WHERE ${condition} ORDER BY found.place, found.at DESC, found.is_own DESC LIMIT 1)`;
}

interface SourcePlace {
  /** Place in the order of the sources of the entered price; the imported ones have the next. */
  readonly place: number;
  readonly origins: readonly [entered: string, imported: string];
}

function pricesOf(
  user: SqlValue,
  assetKey: Sql,
  { at, ageMax, isPhoto }: PricedMoment,
  { place, origins: [entered, imported] }: SourcePlace,
): Sql {
  const isRecent = (alias: string): Sql =>
    sql`${raw(alias)}.at <= ${at}${ageMax === null ? raw('') : sql` AND ${raw(alias)}.at >= ${at} - interval ${raw(`'${ageMax}'`)}`}`;
  const isOfDay = isPhoto
    ? sql`own.valid_until = ${at}`
    : sql`own.valid_from <= ${at} AND own.valid_until > ${at}`;
  return sql`(SELECT own.eur, own.valid_from AS at, true AS is_own, ${raw(String(place))} AS place, ${raw(`'${entered}'`)} AS origin
      FROM corrections.prices own
      WHERE own.user_id = ${user} AND own.asset_key = ${assetKey} AND own.valid_from > ${at} - interval '26 hours'
        AND CASE WHEN own.day IS NULL THEN own.valid_from <= ${at} AND own.valid_until > ${at} ELSE ${isOfDay} END
      ORDER BY own.day IS NULL DESC, own.valid_from DESC LIMIT 1)
    UNION ALL
    (SELECT o.eur, o.at, true, ${raw(String(place + 1))}, ${raw(`'${imported}'`)} FROM facts.prices o
      WHERE o.user_id = ${user} AND o.asset_key = ${assetKey} AND ${isRecent('o')} ORDER BY o.at DESC LIMIT 1)
    UNION ALL
    (SELECT s.eur, s.at, false, ${raw(String(place + 1))}, ${raw(`'${imported}'`)} FROM facts.shared_prices s
      WHERE s.asset_key = ${assetKey} AND ${isRecent('s')} ORDER BY s.at DESC LIMIT 1)`;
}

function currencyOf(assetKey: Sql, at: Sql): Sql {
  const coins = STABLECOINS.map(
    (coin) =>
      sql`WHEN ${assetKey} = ${raw(`'${coin.assetKey}'`)} AND ${at} >= ${raw(`'${coin.since}T00:00:00Z'::timestamptz`)}
        THEN ${raw(`'${coin.currency}'`)}`,
  );
  return sql`CASE ${coins.reduce((all, each) => sql`${all} ${each}`)} END`;
}
