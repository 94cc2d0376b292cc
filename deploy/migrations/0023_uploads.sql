-- Up Migration

-- Files that a program or a person sends to an address that works once (docs/guides/files.md). Only the SHA-256 of the 256 random bits in the
-- address is stored. Until the file arrives, `expires_at` is the end of the address; then it is when the file is removed.
CREATE TABLE identity.uploads (
  upload_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  -- The token or the connection that asked for the address, which ends with it.
  token_id uuid NOT NULL,
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  name text,
  content bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  received_at timestamptz,
  -- When its transactions were stored. It then leaves with the next address of its user.
  added_at timestamptz,
  CHECK ((content IS NULL) = (received_at IS NULL)),
  CHECK (added_at IS NULL OR received_at IS NOT NULL)
);
CREATE INDEX uploads_by_user ON identity.uploads (user_id);
CREATE INDEX uploads_by_expiry ON identity.uploads (expires_at);
ALTER TABLE identity.uploads ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.uploads FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.uploads USING (user_id = app.current_user_id());
GRANT SELECT, INSERT, DELETE, UPDATE (name, content, expires_at, received_at, added_at) ON identity.uploads TO ctx_gateway;
-- To find the user of an address, to remove expired files, and to erase a user.
GRANT SELECT, DELETE ON identity.uploads TO ctx_definer;

-- Finds the user of an address, which is all that is known of a request to it. The address ends with its token or connection.
CREATE FUNCTION identity.find_upload(address_hash bytea)
  RETURNS TABLE (upload_id uuid, user_id bigint, email text, via text, is_received boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT u.upload_id, u.user_id, p.email, coalesce(t.name, c.app_name), u.received_at IS NOT NULL
    FROM identity.uploads u
    JOIN identity.users p ON p.user_id = u.user_id
    LEFT JOIN identity.tokens t ON t.token_id = u.token_id AND t.user_id = u.user_id
      AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
    LEFT JOIN identity.connections c ON c.connection_id = u.token_id AND c.user_id = u.user_id
      AND c.revoked_at IS NULL AND c.expires_at > now()
    WHERE u.secret_hash = address_hash AND u.expires_at > now()
      AND (t.token_id IS NOT NULL OR c.connection_id IS NOT NULL);
END;

-- Removes uploads whose time is over, whether a file arrived or not. Returns how many.
CREATE FUNCTION identity.clear_uploads(rows_max integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM identity.uploads WHERE expires_at < now() AND upload_id IN (
      SELECT u.upload_id FROM identity.uploads u WHERE u.expires_at < now() ORDER BY u.expires_at LIMIT rows_max)
    RETURNING 1
  )
  SELECT count(*)::integer FROM gone;
END;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.find_upload(bytea) OWNER TO ctx_definer;
ALTER FUNCTION identity.clear_uploads(integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.find_upload(bytea), identity.clear_uploads(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_upload(bytea), identity.clear_uploads(integer) TO ctx_gateway;

-- Erases all data of a user in the caller's transaction, which must be a transaction of that user. Returns the number of deleted
-- rows per table; no rows for an unknown user. A migration that adds a table with a user adds it to the list.
CREATE OR REPLACE FUNCTION app.erase_user(erased_user_id bigint, erased_via text)
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
    'corrections.prices', 'corrections.balances', 'corrections.audit_chains', 'corrections.audit_cleanups', 'corrections.audit_log',
    'figures.closing_states', 'figures.frozen_lots', 'figures.frozen_events', 'figures.frozen_years', 'figures.page_marks',
    'figures.events', 'figures.lots', 'figures.slices', 'figures.debts', 'figures.loan_payments', 'figures.transfer_marks',
    'figures.years', 'figures.holdings', 'figures.pools', 'figures.issues', 'figures.versions',
    'facts.possible_duplicates', 'facts.file_events', 'facts.files', 'facts.notes', 'facts.attachments', 'facts.events', 'facts.accounts',
    'facts.prices', 'facts.positions', 'facts.owners', 'facts.years',
    'identity.uploads', 'identity.invitations', 'identity.passkey_steps', 'identity.recovery_codes', 'identity.passkeys', 'identity.sessions',
    'identity.tokens',
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
