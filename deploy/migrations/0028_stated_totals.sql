-- Up Migration

-- Totals of a year that an exchange stated, to compare with what the user's transactions add up to (ADR 67). Beside the figures: no run reads
-- them, and they may be stated of a submitted year.
CREATE TABLE corrections.stated_totals (
  user_id bigint NOT NULL REFERENCES identity.users,
  stated_id uuid NOT NULL,
  year integer NOT NULL CHECK (year BETWEEN 2009 AND 2100),
  -- By the name that the totals of the product have.
  platform text NOT NULL,
  asset_key text NOT NULL,
  -- As figures.events folds it, for a page of assets.
  asset_key_folded text NOT NULL GENERATED ALWAYS AS (lower(asset_key)) STORED,
  kind text NOT NULL,
  units numeric NOT NULL CHECK (units >= 0),
  -- EUR; NULL where the exchange stated none.
  stated_eur numeric CHECK (stated_eur >= 0),
  transactions integer CHECK (transactions >= 0),
  amounts text NOT NULL CHECK (amounts IN ('GROSS', 'NET')),
  notes text,
  stated_at timestamptz NOT NULL,
  -- Name of the token, app or command.
  stated_via text NOT NULL,
  PRIMARY KEY (user_id, stated_id),
  UNIQUE (user_id, year, platform, asset_key, kind)
);
ALTER TABLE corrections.stated_totals ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.stated_totals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.stated_totals USING (user_id = app.current_user_id());
CREATE TRIGGER stated_totals_noted AFTER INSERT OR UPDATE OR DELETE ON corrections.stated_totals
  FOR EACH ROW EXECUTE FUNCTION corrections.note_changed_year();

GRANT SELECT ON corrections.stated_totals TO ctx_read;
GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.stated_totals TO ctx_corrections;
GRANT SELECT (user_id), DELETE ON corrections.stated_totals TO ctx_definer;
-- Transactions of a file that looks imported twice may explain a difference.
GRANT SELECT ON facts.file_events TO ctx_read;

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
    'corrections.prices', 'corrections.balances', 'corrections.stated_totals', 'corrections.regimes', 'corrections.audit_chains',
    'corrections.audit_cleanups', 'corrections.audit_log',
    'figures.closing_states', 'figures.frozen_lots', 'figures.frozen_events', 'figures.frozen_inputs', 'figures.frozen_years',
    'figures.page_marks',
    'figures.events', 'figures.lots', 'figures.slices', 'figures.debts', 'figures.loan_payments', 'figures.transfer_marks',
    'figures.years', 'figures.holdings', 'figures.pools', 'figures.issues', 'figures.versions',
    'facts.possible_duplicates', 'facts.file_events', 'facts.file_money', 'facts.files', 'facts.notes', 'facts.attachments',
    'facts.events', 'facts.money', 'facts.accounts',
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
