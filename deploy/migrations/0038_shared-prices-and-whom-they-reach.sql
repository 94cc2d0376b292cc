-- Up Migration

-- New shared prices change the figures of those users alone who have an event that they value, or whose photo value they are. Three
-- functions: the rows that find users and the rows of requests are on different servers of Citus (migration 34).
-- The functions of the previous release stay for its pods.

-- Events that a price may value, of all users. Most events have a value of their own and are not in it.
CREATE INDEX events_without_value ON facts.events (asset_key, occurred_at) WHERE euro_value IS NULL;
CREATE INDEX overrides_of_timestamps ON corrections.overrides (asset_key, overridden_timestamp)
  WHERE overridden_timestamp IS NOT NULL;
-- Lots that had another asset at the photo moment.
CREATE INDEX lots_by_photo_asset ON figures.lots (user_id, photo_asset_key) WHERE photo_asset_key IS NOT NULL;

-- Returns the events without a value of their own that happened while one of the prices is the last one known: from `since` until before
-- `until`. A user's own price of the same moment or later wins.
CREATE FUNCTION corrections.events_of_prices(asset_keys text[], since timestamptz[], until timestamptz[])
  RETURNS TABLE (user_id bigint, event_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT e.user_id, e.event_id
  FROM unnest(asset_keys, since, until) AS r (asset_key, since, until)
    JOIN facts.events e ON e.asset_key = r.asset_key AND e.occurred_at >= r.since AND e.occurred_at < r.until
  WHERE e.euro_value IS NULL
    AND NOT EXISTS (SELECT FROM corrections.overrides o WHERE o.user_id = e.user_id AND o.event_id = e.event_id
      AND (o.overridden_euro_value IS NOT NULL OR o.overridden_timestamp IS NOT NULL))
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = e.user_id AND p.asset_key = e.asset_key
      AND p.at >= r.since AND p.at <= e.occurred_at)
  UNION ALL
  SELECT e.user_id, e.event_id
  FROM unnest(asset_keys, since, until) AS r (asset_key, since, until)
    JOIN corrections.overrides o
      ON o.asset_key = r.asset_key AND o.overridden_timestamp >= r.since AND o.overridden_timestamp < r.until
    JOIN facts.events e ON e.user_id = o.user_id AND e.event_id = o.event_id
  WHERE e.euro_value IS NULL AND o.overridden_euro_value IS NULL
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = o.user_id AND p.asset_key = o.asset_key
      AND p.at >= r.since AND p.at <= o.overridden_timestamp);
END;

-- Returns the users with an event of an asset before the photo moment, or with a lot that a transfer brought into it. A user's own price of
-- the same moment or later wins. The caller sets a small work_mem, with which PostgreSQL
-- looks each user's asset up by index in place of reading all events of all users.
CREATE FUNCTION corrections.users_of_photo_prices(asset_keys text[], since timestamptz[], photo timestamptz)
  RETURNS TABLE (user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT u.user_id
  FROM unnest(asset_keys, since) AS r (asset_key, since) JOIN facts.owners u ON true
  WHERE (EXISTS (SELECT FROM facts.events e
        WHERE e.user_id = u.user_id AND e.asset_key = r.asset_key AND e.occurred_at < photo)
      OR EXISTS (SELECT FROM corrections.overrides o
        WHERE o.user_id = u.user_id AND o.asset_key = r.asset_key AND o.overridden_timestamp < photo)
      OR EXISTS (SELECT FROM figures.lots l
        WHERE l.user_id = u.user_id AND l.asset_key = r.asset_key AND l.acquired_at < photo)
      OR EXISTS (SELECT FROM figures.lots l WHERE l.user_id = u.user_id AND l.photo_asset_key = r.asset_key))
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = u.user_id AND p.asset_key = r.asset_key
      AND p.at >= r.since AND p.at <= photo);
END;

-- Notes changed events of several users, as a correction notes those of its own. Waits for a user who is being erased, who then has none.
CREATE FUNCTION corrections.note_changed_events(user_ids bigint[], event_ids uuid[]) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH known AS (
    SELECT u.user_id FROM identity.users u WHERE u.user_id = ANY (user_ids) ORDER BY u.user_id FOR KEY SHARE)
  INSERT INTO corrections.changed_events (user_id, event_id)
  SELECT c.user_id, c.event_id FROM unnest(user_ids, event_ids) AS c (user_id, event_id) JOIN known k ON k.user_id = c.user_id;
END;

-- Requests runs of everything, or of the changed events that are noted. Waits for a user who is being erased, who then has no run.
CREATE FUNCTION corrections.request_runs(user_ids bigint[], from_nothing boolean) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH known AS (
    SELECT u.user_id FROM identity.users u WHERE u.user_id = ANY (user_ids) ORDER BY u.user_id FOR KEY SHARE)
  SELECT k.user_id FROM known k, LATERAL corrections.request_run(k.user_id, from_nothing) AS outcome WHERE outcome IS NOT NULL;
END;

GRANT SELECT ON facts.prices TO ctx_definer;
GRANT SELECT (user_id, event_id, asset_key, overridden_euro_value, overridden_timestamp) ON corrections.overrides TO ctx_definer;
GRANT SELECT (user_id, asset_key, acquired_at, photo_asset_key) ON figures.lots TO ctx_definer;
GRANT INSERT (user_id, event_id) ON corrections.changed_events TO ctx_definer;
GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.events_of_prices(text[], timestamptz[], timestamptz[]) OWNER TO ctx_definer;
ALTER FUNCTION corrections.users_of_photo_prices(text[], timestamptz[], timestamptz) OWNER TO ctx_definer;
ALTER FUNCTION corrections.note_changed_events(bigint[], uuid[]) OWNER TO ctx_definer;
ALTER FUNCTION corrections.request_runs(bigint[], boolean) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.events_of_prices(text[], timestamptz[], timestamptz[]),
  corrections.users_of_photo_prices(text[], timestamptz[], timestamptz), corrections.note_changed_events(bigint[], uuid[]),
  corrections.request_runs(bigint[], boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.events_of_prices(text[], timestamptz[], timestamptz[]),
  corrections.users_of_photo_prices(text[], timestamptz[], timestamptz), corrections.note_changed_events(bigint[], uuid[]),
  corrections.request_runs(bigint[], boolean) TO ctx_corrections;
