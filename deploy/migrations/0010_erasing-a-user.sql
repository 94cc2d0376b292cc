-- Up Migration

-- A request or run in progress must not recreate rows of an erased user. Everything that writes for a user also writes one of
-- these rows in the same transaction, which fails when the user is gone. User ids are never reused. NOT VALID: existing rows are
-- not checked.
ALTER TABLE corrections.recalc_state ADD CONSTRAINT recalc_state_user_known
  FOREIGN KEY (user_id) REFERENCES identity.users NOT VALID;
ALTER TABLE corrections.answers ADD CONSTRAINT answers_user_known
  FOREIGN KEY (user_id) REFERENCES identity.users NOT VALID;
ALTER TABLE facts.years ADD CONSTRAINT years_user_known
  FOREIGN KEY (user_id) REFERENCES identity.users NOT VALID;

-- A record that a user was erased, without any personal data.
CREATE TABLE corrections.erasures (
  erasure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  via text NOT NULL,
  row_count bigint NOT NULL
);
GRANT INSERT ON corrections.erasures TO ctx_definer;

-- Erases all data of a user in the caller's transaction, which must be a transaction of that user. Returns the number of deleted
-- rows per table; no rows for an unknown user.
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

  -- The user row is deleted last.
  FOREACH own_table IN ARRAY ARRAY[
    'corrections.recalc_state', 'corrections.outbox', 'corrections.changed_events', 'corrections.answers',
    'corrections.overrides', 'corrections.rules', 'corrections.transfer_matches', 'corrections.audit_log',
    'figures.closing_states', 'figures.frozen_years', 'figures.events', 'figures.lots', 'figures.slices', 'figures.debts',
    'figures.loan_payments', 'figures.years', 'figures.holdings', 'figures.pools', 'figures.issues', 'figures.versions',
    'facts.notes', 'facts.attachments', 'facts.events', 'facts.accounts', 'facts.prices', 'facts.positions', 'facts.years',
    'identity.sessions', 'identity.tokens', 'identity.connections', 'identity.external_logins', 'identity.access_log',
    'identity.users'
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

GRANT SELECT (user_id), DELETE ON
  corrections.recalc_state, corrections.outbox, corrections.changed_events, corrections.answers, corrections.overrides,
  corrections.rules, corrections.transfer_matches, corrections.audit_log,
  figures.closing_states, figures.frozen_years, figures.events, figures.lots, figures.slices, figures.debts,
  figures.loan_payments, figures.years, figures.holdings, figures.pools, figures.issues, figures.versions,
  facts.notes, facts.attachments, facts.events, facts.accounts, facts.prices, facts.positions, facts.years,
  identity.sessions, identity.tokens, identity.connections, identity.external_logins, identity.access_log, identity.users
  TO ctx_definer;
-- UPDATE is needed to lock the row. An identity column cannot be set.
GRANT UPDATE (user_id) ON identity.users TO ctx_definer;

-- The gateway exports the user's sign-in data.
GRANT SELECT ON identity.external_logins TO ctx_gateway;

-- Same as before, but waits for a user who is being erased, who then has no run.
CREATE OR REPLACE FUNCTION corrections.request_runs_for_assets(asset_keys text[]) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH known AS (
    SELECT u.user_id FROM identity.users u
    WHERE u.user_id IN (SELECT e.user_id FROM facts.events e WHERE e.asset_key = ANY (asset_keys))
    ORDER BY u.user_id FOR KEY SHARE)
  SELECT k.user_id FROM known k, LATERAL corrections.request_run(k.user_id, true) AS outcome WHERE outcome IS NOT NULL;
END;

GRANT CREATE ON SCHEMA app TO ctx_definer;
ALTER FUNCTION app.erase_user(bigint, text) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA app FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION app.erase_user(bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.erase_user(bigint, text) TO ctx_corrections;
