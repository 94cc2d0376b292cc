-- Up Migration

-- A request or a run that was under way when its user was erased must not bring rows back: whatever writes for a user writes
-- one of these rows too, in the same transaction, and it is refused when the user is gone. Ids of users are never used again.
-- NOT VALID: rows of before are not looked at.
ALTER TABLE corrections.recalc_state ADD CONSTRAINT recalc_state_user_known
  FOREIGN KEY (user_id) REFERENCES identity.users NOT VALID;
ALTER TABLE corrections.answers ADD CONSTRAINT answers_user_known
  FOREIGN KEY (user_id) REFERENCES identity.users NOT VALID;
ALTER TABLE facts.years ADD CONSTRAINT years_user_known
  FOREIGN KEY (user_id) REFERENCES identity.users NOT VALID;

-- That somebody was erased, and nothing of whom.
CREATE TABLE corrections.erasures (
  erasure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  via text NOT NULL,
  row_count bigint NOT NULL
);
GRANT INSERT ON corrections.erasures TO ctx_definer;

-- Everything of a user, in the caller's transaction, which must be that user's. Answers how many rows went from where; none
-- where there is no such user.
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
  -- Imports, corrections and freezing are waited for, and a run that saves its figures: it holds rows of them until its end. One
  -- that saves later finds no state, and drops them. Whoever writes for the user without a turn waits for the user's row, and is
  -- refused.
  PERFORM pg_advisory_xact_lock(erased_user_id);
  PERFORM pg_advisory_xact_lock(hashtextextended('figures of ' || erased_user_id, 0));
  SELECT u.email_folded INTO known_as FROM identity.users u WHERE u.user_id = erased_user_id FOR UPDATE;

  -- First what is found by the rows below. An app that nobody else is connected to was registered for this user.
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

  -- The user last.
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
-- To lock the row: an identity column cannot be set to a value.
GRANT UPDATE (user_id) ON identity.users TO ctx_definer;

-- The gateway answers for what is kept of a user's sign-ins.
GRANT SELECT ON identity.external_logins TO ctx_gateway;

-- As before; a user who is being erased is waited for, and then has no run.
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
