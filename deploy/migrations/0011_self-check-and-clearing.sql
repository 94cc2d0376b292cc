-- Up Migration

-- The self-check compares a user's stored figures with recomputed ones. These columns record its last completion, its last start
-- and the number of differing rows. They do not affect the status.
ALTER TABLE corrections.recalc_state
  ADD COLUMN checked_at timestamptz,
  ADD COLUMN check_tried_at timestamptz,
  ADD COLUMN rows_differing bigint NOT NULL DEFAULT 0;
CREATE INDEX recalc_state_differing ON corrections.recalc_state (user_id) WHERE rows_differing > 0;

-- One row: the current or last self-check round. A worker holds it with a lease; another continues when the lease expires.
CREATE TABLE corrections.self_check (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  started_at timestamptz NOT NULL,
  is_open boolean NOT NULL DEFAULT false,
  -- Users checked in this round so far.
  checked integer NOT NULL DEFAULT 0,
  completed_at timestamptz,
  lease_owner text,
  lease_until timestamptz
);
-- The first worker starts the first round.
INSERT INTO corrections.self_check (started_at) VALUES ('-infinity');
GRANT SELECT, UPDATE ON corrections.self_check TO ctx_recalc;
GRANT SELECT ON corrections.self_check TO ctx_definer;

-- Picks the user whose last check is oldest, among users with figures of the current engine who were not tried in this round.
-- Marks the user as tried.
CREATE FUNCTION corrections.next_to_check(round_started_at timestamptz, engine_version integer)
  RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  UPDATE corrections.recalc_state t SET check_tried_at = clock_timestamp()
  WHERE t.user_id = (
    SELECT s.user_id FROM corrections.recalc_state s JOIN figures.versions v ON v.user_id = s.user_id
    WHERE s.status = 'IDLE' AND v.engine_version = next_to_check.engine_version
      AND (s.check_tried_at IS NULL OR s.check_tried_at < round_started_at)
    ORDER BY s.checked_at NULLS FIRST, s.user_id LIMIT 1 FOR UPDATE OF s SKIP LOCKED)
  RETURNING t.user_id;
END;

-- The self-check in two numbers: users whose figures differed in their last check, and the time of the last completed round.
CREATE FUNCTION corrections.self_check_figures() RETURNS TABLE (differing integer, completed_at_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT (SELECT count(*) FROM corrections.recalc_state s WHERE s.rows_differing > 0)::integer,
    (SELECT extract(epoch FROM c.completed_at) FROM corrections.self_check c)::double precision;
END;

-- Each service deletes its expired rows in batches, so that no statement locks many rows, for a backlog of any size. Returns the
-- number of deleted rows; fewer than `rows_max` when none are left. The previous functions stay for the version that calls them.
-- Conditions are checked twice, so that a row that was renewed in between is kept.
CREATE FUNCTION identity.clear_old(kind text, rows_max integer, older_than interval DEFAULT NULL) RETURNS integer
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
    -- Codes, tokens, interactions.
    WHEN 'oauth_rows' THEN
      DELETE FROM identity.oauth_rows WHERE expires_at < now() - interval '1 min' AND (model, id_hash) IN (
        SELECT r.model, r.id_hash FROM identity.oauth_rows r WHERE r.expires_at < now() - interval '1 min'
        ORDER BY r.expires_at LIMIT rows_max);
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

CREATE FUNCTION corrections.clear_old(kind text, rows_max integer, older_than interval DEFAULT NULL) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  cleared integer;
BEGIN
  CASE kind
    WHEN 'answers' THEN
      DELETE FROM corrections.answers WHERE expires_at < clock_timestamp() AND (user_id, key) IN (
        SELECT a.user_id, a.key FROM corrections.answers a WHERE a.expires_at < clock_timestamp()
        ORDER BY a.expires_at LIMIT rows_max);
    WHEN 'audit_log' THEN
      DELETE FROM corrections.audit_log WHERE audit_id IN (
        SELECT l.audit_id FROM corrections.audit_log l WHERE l.at < now() - older_than LIMIT rows_max);
    ELSE RAISE EXCEPTION 'nothing of kind % is cleared here', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  GET DIAGNOSTICS cleared = ROW_COUNT;
  RETURN cleared;
END
$$;

-- The logs grow in time order, so a small BRIN index finds old rows.
CREATE INDEX audit_log_by_age ON corrections.audit_log USING brin (at);
CREATE INDEX access_log_by_age ON identity.access_log USING brin (at);
GRANT SELECT ON corrections.audit_log, identity.access_log TO ctx_definer;

GRANT CREATE ON SCHEMA corrections, identity TO ctx_definer;
ALTER FUNCTION corrections.next_to_check(timestamptz, integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.self_check_figures() OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_old(text, integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION identity.clear_old(text, integer, interval) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections, identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.next_to_check(timestamptz, integer), corrections.self_check_figures(),
  corrections.clear_old(text, integer, interval), identity.clear_old(text, integer, interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.next_to_check(timestamptz, integer), corrections.self_check_figures() TO ctx_recalc;
GRANT EXECUTE ON FUNCTION corrections.clear_old(text, integer, interval) TO ctx_corrections;
GRANT EXECUTE ON FUNCTION identity.clear_old(text, integer, interval) TO ctx_gateway;
