-- Up Migration

-- The same rows as before, from conditions that Citus has a plan for: the former list of asset keys was a subquery without a table, which it rejects
-- where a lot is named in it. The photo price of a lot is of its asset or, if that is one of `coins`, of the currency in the same place.
CREATE OR REPLACE FUNCTION figures.missing_prices(
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
    SELECT l.user_id, l.asset_key, ((photo - interval '1 microsecond') AT TIME ZONE 'Europe/Brussels')::date, true
    FROM (
      SELECT h.user_id, coalesce(h.photo_asset_key, h.asset_key) AS asset_key,
        currencies[array_position(coins, coalesce(h.photo_asset_key, h.asset_key))] AS currency
      FROM figures.lots h
      WHERE h.is_held AND h.acquired_at < photo AND (of_user_id IS NULL OR h.user_id = of_user_id)) l
    WHERE l.asset_key <> 'EUR' AND l.currency IS DISTINCT FROM 'EUR'
      AND NOT EXISTS (SELECT FROM corrections.prices e WHERE e.user_id = l.user_id AND e.asset_key IN (l.asset_key, l.currency)
        AND CASE WHEN e.day IS NULL THEN e.valid_from <= photo AND e.valid_until > photo ELSE e.valid_until = photo END)
      AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = l.user_id AND p.asset_key IN (l.asset_key, l.currency)
        AND p.at BETWEEN photo_since AND photo)
      AND NOT EXISTS (SELECT FROM facts.shared_prices s WHERE s.asset_key IN (l.asset_key, l.currency)
        AND s.at BETWEEN photo_since AND photo)) m
  GROUP BY m.asset_key, m.day, m.is_photo
  ORDER BY m.day DESC, m.is_photo DESC, m.asset_key LIMIT rows_max;
END;
