-- Up Migration

-- Functions for the operation of the service: figures for its metrics, the self-check, and the erasure of a user.

-- === Figures for metrics ===

-- The run queue in four numbers: waiting users, longest wait, users being recalculated, users with a parked run.
CREATE FUNCTION corrections.queue_figures()
  RETURNS TABLE (waiting integer, oldest_wait_seconds double precision, running integer, parked integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  WITH unserved AS (
    SELECT s.requested > s.absorbed AS has_new, s.absorbed > s.completed AS has_taken, s.taken_since, s.waiting_since,
      s.lease_owner IS NOT NULL AND s.lease_until > clock_timestamp() AS is_held
    FROM corrections.recalc_state s WHERE s.completed < s.requested AND s.parked_error IS NULL)
  SELECT
    count(*) FILTER (WHERE u.has_new OR NOT u.is_held)::integer,
    coalesce(extract(epoch FROM clock_timestamp() - min(
      CASE WHEN u.has_taken AND NOT u.is_held THEN least(u.taken_since, u.waiting_since) ELSE u.waiting_since END
    )), 0)::double precision,
    count(*) FILTER (WHERE u.has_taken AND u.is_held)::integer,
    (SELECT count(*) FROM corrections.recalc_state p WHERE p.parked_at IS NOT NULL)::integer
  FROM unserved u;
END;

-- The outbox in two numbers: rows, and age of the oldest.
CREATE FUNCTION corrections.outbox_figures() RETURNS TABLE (waiting integer, oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT count(*)::integer, coalesce(extract(epoch FROM clock_timestamp() - min(o.created_at)), 0)::double precision
  FROM corrections.outbox o;
END;

-- === Self-check ===

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

-- === Erasing a user ===

-- A record that a user was erased, without any personal data.
CREATE TABLE corrections.erasures (
  erasure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  via text NOT NULL,
  row_count bigint NOT NULL
);

-- Erases all data of a user in the caller's transaction, which must be a transaction of that user. Returns the number of deleted
-- rows per table; no rows for an unknown user. A migration that adds a table with a user adds it to the list.
CREATE FUNCTION app.erase_user(erased_user_id bigint, erased_via text)
  RETURNS TABLE (table_name text, row_count bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  known_as text;
  own_table text;
  total bigint := 0;
BEGIN
  IF erased_user_id IS DISTINCT FROM app.current_user_id() THEN
    RAISE EXCEPTION 'the transaction is not of the user to erase' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Waits for imports, corrections, freezing, and a run that saves figures, which holds row locks until its end. A run that saves
  -- later finds no state and discards its figures. Any other writer waits for the lock on the user's row and then fails.
  PERFORM pg_advisory_xact_lock(erased_user_id);
  PERFORM pg_advisory_xact_lock(hashtextextended('figures of ' || erased_user_id, 0));
  SELECT u.email_folded INTO known_as FROM identity.users u WHERE u.user_id = erased_user_id FOR UPDATE;

  -- First the rows that are found through the rows below. An app without other users was registered for this user.
  DELETE FROM identity.request_counts c WHERE c.token_id IN (
    SELECT t.token_id FROM identity.tokens t WHERE t.user_id = erased_user_id
    UNION SELECT n.connection_id FROM identity.connections n WHERE n.user_id = erased_user_id);
  GET DIAGNOSTICS row_count = ROW_COUNT;
  table_name := 'identity.request_counts';
  IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;
  DELETE FROM identity.oauth_rows r WHERE
    r.grant_hash IN (SELECT n.grant_hash FROM identity.connections n WHERE n.user_id = erased_user_id)
    OR erased_user_id::text IN (
      r.payload ->> 'accountId', r.payload #>> '{session,accountId}', r.payload #>> '{result,login,accountId}')
    OR (r.model = 'Client'
      AND EXISTS (SELECT FROM identity.connections n
        WHERE n.client_id = r.payload ->> 'client_id' AND n.user_id = erased_user_id)
      AND NOT EXISTS (SELECT FROM identity.connections n
        WHERE n.client_id = r.payload ->> 'client_id' AND n.user_id <> erased_user_id));
  GET DIAGNOSTICS row_count = ROW_COUNT;
  table_name := 'identity.oauth_rows';
  IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;
  DELETE FROM identity.sign_in_failures f WHERE f.key_hash = sha256(convert_to('account:' || known_as, 'UTF8'));
  GET DIAGNOSTICS row_count = ROW_COUNT;
  table_name := 'identity.sign_in_failures';
  IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;

  -- The chain before the log, as a cleanup of the log locks them. The user row is deleted last.
  FOREACH own_table IN ARRAY ARRAY[
    'corrections.recalc_state', 'corrections.outbox', 'corrections.changed_events', 'corrections.answers',
    'corrections.overrides', 'corrections.rules', 'corrections.transfer_matches', 'corrections.circumstances',
    'corrections.audit_chains', 'corrections.audit_cleanups', 'corrections.audit_log',
    'figures.closing_states', 'figures.frozen_lots', 'figures.frozen_events', 'figures.frozen_years', 'figures.page_marks',
    'figures.events', 'figures.lots', 'figures.slices', 'figures.debts', 'figures.loan_payments', 'figures.transfer_marks',
    'figures.years', 'figures.holdings', 'figures.pools', 'figures.issues', 'figures.versions',
    'facts.file_events', 'facts.files', 'facts.notes', 'facts.attachments', 'facts.events', 'facts.accounts', 'facts.prices',
    'facts.positions', 'facts.owners', 'facts.years',
    'identity.passkey_steps', 'identity.recovery_codes', 'identity.passkeys', 'identity.sessions', 'identity.tokens',
    'identity.connections', 'identity.external_logins', 'identity.access_log', 'identity.users'
  ] LOOP
    EXECUTE format('DELETE FROM %s WHERE user_id = $1', own_table) USING erased_user_id;
    GET DIAGNOSTICS row_count = ROW_COUNT;
    table_name := own_table;
    IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;
  END LOOP;
  IF total > 0 THEN
    INSERT INTO corrections.erasures (via, row_count) VALUES (erased_via, total);
  END IF;
END
$$;

-- === Rights ===

GRANT SELECT, UPDATE ON corrections.self_check TO ctx_recalc;
GRANT SELECT ON corrections.self_check TO ctx_definer;

-- An erasure deletes the rows of a user from every table.
GRANT SELECT (user_id), DELETE ON
  corrections.recalc_state, corrections.outbox, corrections.changed_events, corrections.answers, corrections.overrides,
  corrections.rules, corrections.transfer_matches, corrections.circumstances, corrections.audit_chains, corrections.audit_cleanups,
  corrections.audit_log,
  figures.closing_states, figures.frozen_lots, figures.frozen_events, figures.frozen_years, figures.page_marks, figures.events,
  figures.lots, figures.slices, figures.debts, figures.loan_payments, figures.transfer_marks, figures.years, figures.holdings,
  figures.pools, figures.issues, figures.versions,
  facts.file_events, facts.files, facts.notes, facts.attachments, facts.events, facts.accounts, facts.prices, facts.positions,
  facts.owners, facts.years,
  identity.passkey_steps, identity.recovery_codes, identity.passkeys, identity.sessions, identity.tokens, identity.connections,
  identity.external_logins, identity.access_log, identity.users
  TO ctx_definer;
-- UPDATE is needed to lock the row. An identity column cannot be set.
GRANT UPDATE (user_id) ON identity.users TO ctx_definer;
GRANT INSERT ON corrections.erasures TO ctx_definer;

GRANT CREATE ON SCHEMA corrections, app TO ctx_definer;
ALTER FUNCTION corrections.queue_figures() OWNER TO ctx_definer;
ALTER FUNCTION corrections.outbox_figures() OWNER TO ctx_definer;
ALTER FUNCTION corrections.next_to_check(timestamptz, integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.self_check_figures() OWNER TO ctx_definer;
ALTER FUNCTION app.erase_user(bigint, text) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections, app FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.queue_figures(), corrections.outbox_figures(),
  corrections.next_to_check(timestamptz, integer), corrections.self_check_figures(), app.erase_user(bigint, text) FROM PUBLIC;
-- The age of the queue reveals that recalc is down, but recalc cannot report it then. So corrections measures it too.
GRANT EXECUTE ON FUNCTION corrections.queue_figures() TO ctx_corrections, ctx_recalc;
GRANT EXECUTE ON FUNCTION corrections.outbox_figures(), app.erase_user(bigint, text) TO ctx_corrections;
GRANT EXECUTE ON FUNCTION corrections.next_to_check(timestamptz, integer), corrections.self_check_figures() TO ctx_recalc;
