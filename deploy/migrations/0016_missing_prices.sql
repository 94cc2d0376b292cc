-- Up Migration

-- Which prices the figures lack, over all users, without their names: for `ctx prices status`, which says what to import, and for two gauges.

CREATE INDEX issues_of_prices ON figures.issues (issue_type, user_id)
  WHERE issue_type IN ('MISSING_PRICE', 'MISSING_PHOTO_VALUE');

-- Returns the days in Belgium on which events of an asset have no value, and the assets without a price at the photo moment, newest first: of one
-- user, or of all without one. An asset needs that price if a gain is measured from it, or if units of before the moment are still held. `total`
-- counts the rows that `rows_max` leaves out too. `coins` are stablecoins, which the price of their currency values.
CREATE FUNCTION figures.missing_prices(
    of_user_id bigint, photo timestamptz, photo_since timestamptz, coins text[], currencies text[], rows_max integer)
  RETURNS TABLE (asset_key text, day date, is_photo boolean, events bigint, users bigint, total bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT m.asset_key, m.day, m.is_photo, count(*) FILTER (WHERE NOT m.is_photo), count(DISTINCT m.user_id), count(*) OVER ()
  FROM (
    SELECT i.user_id, e.asset_key, (i.occurred_at AT TIME ZONE 'Europe/Brussels')::date AS day, false AS is_photo
    FROM figures.issues i
      JOIN figures.events e ON e.user_id = i.user_id AND e.event_id = i.event_id AND e.year = i.year
    WHERE i.issue_type = 'MISSING_PRICE' AND (of_user_id IS NULL OR i.user_id = of_user_id)
    UNION ALL
    SELECT i.user_id, i.asset_key, ((photo - interval '1 microsecond') AT TIME ZONE 'Europe/Brussels')::date, true
    FROM figures.issues i
    WHERE i.issue_type = 'MISSING_PHOTO_VALUE' AND (of_user_id IS NULL OR i.user_id = of_user_id)
    UNION ALL
    SELECT l.user_id, coalesce(l.photo_asset_key, l.asset_key),
      ((photo - interval '1 microsecond') AT TIME ZONE 'Europe/Brussels')::date, true
    FROM figures.lots l
    WHERE l.is_held AND l.acquired_at < photo AND (of_user_id IS NULL OR l.user_id = of_user_id)
      AND coalesce(l.photo_asset_key, l.asset_key) <> 'EUR'
      AND NOT EXISTS (SELECT FROM (SELECT coalesce(l.photo_asset_key, l.asset_key) AS asset_key
          UNION ALL SELECT c.currency FROM unnest(coins, currencies) AS c (coin, currency)
            WHERE c.coin = coalesce(l.photo_asset_key, l.asset_key)) a
        WHERE a.asset_key = 'EUR'
          OR EXISTS (SELECT FROM corrections.prices e WHERE e.user_id = l.user_id AND e.asset_key = a.asset_key
            AND CASE WHEN e.day IS NULL THEN e.valid_from <= photo AND e.valid_until > photo ELSE e.valid_until = photo END)
          OR EXISTS (SELECT FROM facts.prices p WHERE p.user_id = l.user_id AND p.asset_key = a.asset_key
            AND p.at BETWEEN photo_since AND photo)
          OR EXISTS (SELECT FROM facts.shared_prices s WHERE s.asset_key = a.asset_key AND s.at BETWEEN photo_since AND photo))) m
  GROUP BY m.asset_key, m.day, m.is_photo
  ORDER BY m.day DESC, m.is_photo DESC, m.asset_key LIMIT rows_max;
END;

-- For the gauges: events without a value that the figures need, and users with a gain whose photo price is missing. Reads one index.
CREATE FUNCTION figures.missing_price_figures() RETURNS TABLE (events integer, photos integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT count(*) FILTER (WHERE i.issue_type = 'MISSING_PRICE')::integer,
    count(DISTINCT i.user_id) FILTER (WHERE i.issue_type = 'MISSING_PHOTO_VALUE')::integer
  FROM figures.issues i WHERE i.issue_type IN ('MISSING_PRICE', 'MISSING_PHOTO_VALUE');
END;

GRANT SELECT (user_id, issue_type, event_id, year, asset_key, occurred_at) ON figures.issues TO ctx_definer;
GRANT SELECT (user_id, event_id, year, asset_key) ON figures.events TO ctx_definer;
GRANT SELECT (is_held) ON figures.lots TO ctx_definer;
GRANT SELECT ON facts.shared_prices TO ctx_definer;
GRANT SELECT (asset_key, day, valid_from, valid_until) ON corrections.prices TO ctx_definer;
GRANT CREATE ON SCHEMA figures TO ctx_definer;
ALTER FUNCTION figures.missing_prices(bigint, timestamptz, timestamptz, text[], text[], integer) OWNER TO ctx_definer;
ALTER FUNCTION figures.missing_price_figures() OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA figures FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION figures.missing_prices(bigint, timestamptz, timestamptz, text[], text[], integer), figures.missing_price_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION figures.missing_prices(bigint, timestamptz, timestamptz, text[], text[], integer), figures.missing_price_figures() TO ctx_recalc;
