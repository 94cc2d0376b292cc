-- Up Migration

-- Counts a request of a token or connection as several: `more` in addition to the one that admission counted. Returns the count of the
-- minute, which exceeds `requests_max` if the budget does not suffice, and the seconds until the minute ends.
CREATE FUNCTION identity.charge_request(charged_token_id uuid, more integer, requests_max integer)
  RETURNS TABLE (requests integer, reset_seconds integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
  INSERT INTO identity.request_counts AS c VALUES (charged_token_id, now(), more)
  ON CONFLICT (token_id) DO UPDATE SET
    window_started_at = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN now() ELSE c.window_started_at END,
    requests = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN excluded.requests
                    ELSE least(c.requests, requests_max) + excluded.requests END
  RETURNING least(c.requests, requests_max + 1),
    greatest(1, ceil(extract(epoch FROM c.window_started_at + interval '60 s' - now())))::integer;
$$;

-- Returns the places in the list of those access tokens that have expired and belong to a connection that is still live: their app
-- refreshes them, so they are no failed authentication.
CREATE FUNCTION identity.expired_app_tokens(token_hashes bytea[]) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
AS $$
  SELECT a.place FROM unnest(token_hashes) WITH ORDINALITY AS a (hash, place)
    JOIN identity.oauth_rows r ON r.model = 'AccessToken' AND r.id_hash = a.hash AND r.expires_at <= now()
    JOIN identity.connections c ON c.grant_hash = r.grant_hash AND c.revoked_at IS NULL AND c.expires_at > now();
$$;

-- So an expired access token has to be known. A connection keeps its newest one as long as it lives: deleting the connection deletes it,
-- and the gateway deletes older ones when it issues the next. All else of the function is as in migration 0011.
CREATE INDEX oauth_rows_to_clear ON identity.oauth_rows (expires_at)
  WHERE expires_at IS NOT NULL AND (model <> 'AccessToken' OR grant_hash IS NULL);
CREATE OR REPLACE FUNCTION identity.clear_old(kind text, rows_max integer, older_than interval DEFAULT NULL) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  cleared integer;
BEGIN
  CASE kind
    -- Counts of past minutes are not used any more.
    WHEN 'request_counts' THEN
      DELETE FROM identity.request_counts WHERE window_started_at < now() - interval '5 min' AND token_id IN (
        SELECT c.token_id FROM identity.request_counts c WHERE c.window_started_at < now() - interval '5 min'
        ORDER BY c.window_started_at LIMIT rows_max);
    WHEN 'failure_counts' THEN
      DELETE FROM identity.failure_counts WHERE window_started_at < now() - interval '5 min' AND address IN (
        SELECT c.address FROM identity.failure_counts c WHERE c.window_started_at < now() - interval '5 min'
        ORDER BY c.window_started_at LIMIT rows_max);
    WHEN 'sign_in_failures' THEN
      DELETE FROM identity.sign_in_failures WHERE window_started_at < now() - interval '1 day' AND key_hash IN (
        SELECT f.key_hash FROM identity.sign_in_failures f WHERE f.window_started_at < now() - interval '1 day'
        ORDER BY f.window_started_at LIMIT rows_max);
    WHEN 'sessions' THEN
      DELETE FROM identity.sessions WHERE expires_at < now() AND secret_hash IN (
        SELECT s.secret_hash FROM identity.sessions s WHERE s.expires_at < now() ORDER BY s.expires_at LIMIT rows_max);
    -- Codes, tokens, interactions. An access token is kept with its connection, see above.
    WHEN 'oauth_rows' THEN
      DELETE FROM identity.oauth_rows WHERE expires_at < now() - interval '1 min' AND (model, id_hash) IN (
        (SELECT r.model, r.id_hash FROM identity.oauth_rows r
          WHERE r.expires_at < now() - interval '1 min' AND (r.model <> 'AccessToken' OR r.grant_hash IS NULL)
          ORDER BY r.expires_at LIMIT rows_max)
        UNION ALL
        (SELECT r.model, r.id_hash FROM identity.oauth_rows r WHERE r.expires_at < now() - identity.connection_idle_max()
          ORDER BY r.expires_at LIMIT rows_max)
        LIMIT rows_max);
    -- Ended connections are kept for a while, so that the user can see what had access.
    WHEN 'connections' THEN
      DELETE FROM identity.connections
      WHERE least(coalesce(revoked_at, 'infinity'), expires_at) < now() - identity.connection_idle_max() AND connection_id IN (
        SELECT c.connection_id FROM identity.connections c
        WHERE least(coalesce(c.revoked_at, 'infinity'), c.expires_at) < now() - identity.connection_idle_max() LIMIT rows_max);
    -- Clients that were not connected within a week, or that have no connection any more.
    WHEN 'clients' THEN
      DELETE FROM identity.oauth_rows r WHERE r.model = 'Client'
        AND NOT EXISTS (SELECT FROM identity.connections c WHERE c.client_id = r.payload ->> 'client_id')
        AND r.id_hash IN (
          SELECT o.id_hash FROM identity.oauth_rows o WHERE o.model = 'Client' AND o.created_at < now() - interval '7 days'
            AND NOT EXISTS (SELECT FROM identity.connections c WHERE c.client_id = o.payload ->> 'client_id')
          ORDER BY o.created_at LIMIT rows_max);
    WHEN 'access_log' THEN
      DELETE FROM identity.access_log WHERE entry_id IN (
        SELECT l.entry_id FROM identity.access_log l WHERE l.at < now() - older_than LIMIT rows_max);
    ELSE RAISE EXCEPTION 'nothing of kind % is cleared here', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  GET DIAGNOSTICS cleared = ROW_COUNT;
  RETURN cleared;
END
$$;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.charge_request(uuid, integer, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.expired_app_tokens(bytea[]) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.charge_request(uuid, integer, integer), identity.expired_app_tokens(bytea[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.charge_request(uuid, integer, integer), identity.expired_app_tokens(bytea[]) TO ctx_gateway;
