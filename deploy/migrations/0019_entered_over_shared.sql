-- Up Migration

-- A price that the user entered wins over a shared one while it is valid, so a shared price reaches no event and no photo value that has one:
-- before, it requested a run that changed nothing.
CREATE OR REPLACE FUNCTION corrections.events_of_prices(asset_keys text[], since timestamptz[], until timestamptz[])
  RETURNS TABLE (user_id bigint, event_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT e.user_id, e.event_id
  FROM unnest(asset_keys, since, until) AS r (asset_key, since, until)
    JOIN facts.events e ON e.asset_key = r.asset_key AND e.occurred_at >= r.since AND e.occurred_at < r.until
  WHERE e.euro_value IS NULL
    AND NOT EXISTS (SELECT FROM corrections.overrides o WHERE o.user_id = e.user_id AND o.event_id = e.event_id
      AND (o.overridden_euro_value IS NOT NULL OR o.overridden_timestamp IS NOT NULL OR o.overridden_asset_key IS NOT NULL))
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = e.user_id AND p.asset_key = e.asset_key
      AND p.at >= r.since AND p.at <= e.occurred_at)
    AND NOT EXISTS (SELECT FROM corrections.prices p WHERE p.user_id = e.user_id AND p.asset_key = e.asset_key
      AND p.valid_from <= e.occurred_at AND p.valid_until > e.occurred_at)
  UNION ALL
  SELECT e.user_id, e.event_id
  FROM unnest(asset_keys, since, until) AS r (asset_key, since, until)
    JOIN corrections.overrides o
      ON o.asset_key = r.asset_key AND o.overridden_timestamp >= r.since AND o.overridden_timestamp < r.until
    JOIN facts.events e ON e.user_id = o.user_id AND e.event_id = o.event_id
  WHERE e.euro_value IS NULL AND o.overridden_euro_value IS NULL AND o.overridden_asset_key IS NULL
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = o.user_id AND p.asset_key = o.asset_key
      AND p.at >= r.since AND p.at <= o.overridden_timestamp)
    AND NOT EXISTS (SELECT FROM corrections.prices p WHERE p.user_id = o.user_id AND p.asset_key = o.asset_key
      AND p.valid_from <= o.overridden_timestamp AND p.valid_until > o.overridden_timestamp)
  UNION ALL
  SELECT e.user_id, e.event_id
  FROM unnest(asset_keys, since, until) AS r (asset_key, since, until)
    JOIN corrections.overrides o ON o.overridden_asset_key = r.asset_key
    JOIN facts.events e ON e.user_id = o.user_id AND e.event_id = o.event_id
  WHERE e.euro_value IS NULL AND o.overridden_euro_value IS NULL
    AND coalesce(o.overridden_timestamp, e.occurred_at) >= r.since AND coalesce(o.overridden_timestamp, e.occurred_at) < r.until
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = o.user_id AND p.asset_key = o.overridden_asset_key
      AND p.at >= r.since AND p.at <= coalesce(o.overridden_timestamp, e.occurred_at))
    AND NOT EXISTS (SELECT FROM corrections.prices p WHERE p.user_id = o.user_id AND p.asset_key = o.overridden_asset_key
      AND p.valid_from <= coalesce(o.overridden_timestamp, e.occurred_at) AND p.valid_until > coalesce(o.overridden_timestamp, e.occurred_at));
END;

CREATE OR REPLACE FUNCTION corrections.users_of_photo_prices(asset_keys text[], since timestamptz[], photo timestamptz)
  RETURNS TABLE (user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT u.user_id
  FROM unnest(asset_keys, since) AS r (asset_key, since) JOIN facts.owners u ON true
  WHERE (EXISTS (SELECT FROM facts.events e
        WHERE e.user_id = u.user_id AND e.asset_key = r.asset_key AND e.occurred_at < photo)
      OR EXISTS (SELECT FROM corrections.overrides o
        WHERE o.user_id = u.user_id AND o.asset_key = r.asset_key AND o.overridden_timestamp < photo)
      OR EXISTS (SELECT FROM corrections.overrides o
        WHERE o.user_id = u.user_id AND o.overridden_asset_key = r.asset_key)
      OR EXISTS (SELECT FROM figures.lots l
        WHERE l.user_id = u.user_id AND l.asset_key = r.asset_key AND l.acquired_at < photo)
      OR EXISTS (SELECT FROM figures.lots l WHERE l.user_id = u.user_id AND l.photo_asset_key = r.asset_key))
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = u.user_id AND p.asset_key = r.asset_key
      AND p.at >= r.since AND p.at <= photo)
    AND NOT EXISTS (SELECT FROM corrections.prices p WHERE p.user_id = u.user_id AND p.asset_key = r.asset_key
      AND CASE WHEN p.day IS NULL THEN p.valid_from <= photo AND p.valid_until > photo ELSE p.valid_until = photo END);
END;
