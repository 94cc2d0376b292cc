-- Up Migration

-- Money that came into an account or left it: deposits, withdrawals, the money of trades, fees. It is no event, and no figure reads it
-- (ADR 63). `money_id` is derived from user, account ref, currency, type, referenceId and whether it is a fee.
CREATE TABLE facts.money (
  user_id bigint NOT NULL,
  money_id uuid NOT NULL,
  account_id uuid NOT NULL,
  reference_id text NOT NULL,
  type text NOT NULL,
  currency text NOT NULL,
  amount numeric NOT NULL CHECK (amount > 0),
  occurred_at timestamptz NOT NULL,
  purpose text NOT NULL,
  description text,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, money_id),
  FOREIGN KEY (user_id, account_id) REFERENCES facts.accounts ON DELETE CASCADE
);
-- Money of a transaction, which follows it, and of an account, which leaves with it.
CREATE INDEX money_by_account ON facts.money (user_id, account_id, reference_id);
CREATE INDEX money_newest_first ON facts.money (user_id, occurred_at DESC, money_id DESC);

-- Which money each file holds. Money that several files hold leaves with the last of them.
CREATE TABLE facts.file_money (
  user_id bigint NOT NULL,
  file_id uuid NOT NULL,
  money_id uuid NOT NULL,
  PRIMARY KEY (user_id, file_id, money_id),
  FOREIGN KEY (user_id, file_id) REFERENCES facts.files ON DELETE CASCADE,
  FOREIGN KEY (user_id, money_id) REFERENCES facts.money ON DELETE CASCADE
);
CREATE INDEX file_money_by_money ON facts.file_money (user_id, money_id);

CREATE UNLOGGED TABLE facts.stage_money AS
  SELECT 0::bigint AS user_id, 0::bigint AS line, money_id, account_id, reference_id, type, currency, amount, occurred_at, purpose,
    description, digest
  FROM facts.money WITH NO DATA;
-- Whether a staged row did not take place in the end, so that what is stored of it leaves. Such a row is never stored.
ALTER TABLE facts.stage_money ADD COLUMN undone boolean NOT NULL DEFAULT false;

DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY['money', 'file_money', 'stage_money'] LOOP
    EXECUTE format('ALTER TABLE facts.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE facts.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON facts.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;
-- A reading of the law is computed from it.
GRANT SELECT ON facts.money TO ctx_read, ctx_recalc;
GRANT SELECT, INSERT, UPDATE, DELETE ON facts.money, facts.stage_money TO ctx_corrections;
GRANT SELECT, INSERT, DELETE ON facts.file_money TO ctx_corrections;
GRANT SELECT (user_id), DELETE ON facts.money, facts.file_money TO ctx_definer;

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
    'corrections.prices', 'corrections.balances', 'corrections.regimes', 'corrections.audit_chains', 'corrections.audit_cleanups',
    'corrections.audit_log',
    'figures.closing_states', 'figures.frozen_lots', 'figures.frozen_events', 'figures.frozen_years', 'figures.page_marks',
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
