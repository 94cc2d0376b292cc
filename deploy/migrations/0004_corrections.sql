-- Up Migration

-- Users' corrections, the responses to their requests, and the log of corrections, which a chain of hashes protects.

-- === Corrections ===

-- Values of an event that its user sets. The event's id is derived from its natural key, so an override survives a re-import.
CREATE TABLE corrections.overrides (
  user_id bigint NOT NULL,
  override_id uuid NOT NULL,
  event_id uuid NOT NULL,
  account_id uuid NOT NULL,
  asset_key text NOT NULL,
  original_type text NOT NULL,
  reference_id text NOT NULL,
  overridden_type text,
  overridden_treatment text,
  overridden_taxable boolean,
  overridden_euro_value numeric CHECK (overridden_euro_value >= 0),
  overridden_amount numeric CHECK (overridden_amount > 0),
  overridden_timestamp timestamptz,
  overridden_description text,
  overridden_flags text[],
  origin_acquired_at timestamptz,
  notes text,
  orphaned_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, override_id),
  UNIQUE (user_id, event_id)
);
CREATE INDEX overrides_of_timestamps ON corrections.overrides (asset_key, overridden_timestamp)
  WHERE overridden_timestamp IS NOT NULL;

-- `ordinal` is the order of creation. The first rule that matches an event applies.
CREATE TABLE corrections.rules (
  user_id bigint NOT NULL,
  rule_id uuid NOT NULL,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  action text NOT NULL,
  label text NOT NULL,
  match_type text NOT NULL,
  direction text NOT NULL,
  counterparty_address text,
  chain_id integer,
  match_value text,
  threshold_eur numeric,
  notes text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_via text NOT NULL,
  -- The request that the rule's first run handles. Until that run completes, the number of events of the rule is not known.
  first_run bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, rule_id)
);

-- An event is in at most one match.
CREATE TABLE corrections.transfer_matches (
  user_id bigint NOT NULL,
  match_id uuid NOT NULL,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  out_event_id uuid NOT NULL,
  in_event_id uuid NOT NULL,
  transfer_kind text NOT NULL,
  notes text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_via text NOT NULL,
  PRIMARY KEY (user_id, match_id)
);
CREATE UNIQUE INDEX transfer_matches_by_out_leg ON corrections.transfer_matches (user_id, out_event_id);
CREATE UNIQUE INDEX transfer_matches_by_in_leg ON corrections.transfer_matches (user_id, in_event_id);

-- Circumstances of a year that only the taxpayer knows, for an estimate of the tax. Beside the figures: no run reads it.
CREATE TABLE corrections.circumstances (
  user_id bigint NOT NULL REFERENCES identity.users,
  year integer NOT NULL CHECK (year BETWEEN 2009 AND 2100),
  circumstances_id uuid NOT NULL,
  exemption_used_elsewhere numeric CHECK (exemption_used_elsewhere >= 0),
  other_gains numeric,
  municipal_surcharge_percent numeric CHECK (municipal_surcharge_percent >= 0),
  speculative_loss_year_minus1 numeric CHECK (speculative_loss_year_minus1 >= 0),
  speculative_loss_year_minus2 numeric CHECK (speculative_loss_year_minus2 >= 0),
  speculative_loss_year_minus3 numeric CHECK (speculative_loss_year_minus3 >= 0),
  speculative_loss_year_minus4 numeric CHECK (speculative_loss_year_minus4 >= 0),
  speculative_loss_year_minus5 numeric CHECK (speculative_loss_year_minus5 >= 0),
  updated_at timestamptz NOT NULL,
  -- Name of the token, app or command.
  updated_via text NOT NULL,
  PRIMARY KEY (user_id, year)
);

-- === Responses to repeated requests ===

-- The stored response of a correction, by the client's Idempotency-Key (`key:…`, 24 hours) or the gateway's call (`call:…`, an
-- hour). A repeated request gets the same response. `refused` names a rejection; otherwise `response` is the message. The reference to
-- the user keeps a request in progress from writing for a user who has been erased.
CREATE TABLE corrections.answers (
  user_id bigint NOT NULL,
  key text NOT NULL,
  request_digest uuid NOT NULL,
  refused text,
  field_errors jsonb,
  response bytea,
  expires_at timestamptz NOT NULL,
  CONSTRAINT answers_user_known FOREIGN KEY (user_id) REFERENCES identity.users,
  PRIMARY KEY (user_id, key),
  CHECK ((refused IS NULL) = (response IS NOT NULL))
);
CREATE INDEX answers_by_age ON corrections.answers (expires_at);

-- === The log of corrections ===

-- Who changed what, with the values before and after. Written with the correction; no service changes entries. One correction is one
-- entry, whatever the number of its rows. An entry that undoes another names it.
CREATE TABLE corrections.audit_log (
  audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  -- Name of the token, app or command.
  via text NOT NULL,
  request_id text NOT NULL,
  before jsonb,
  after jsonb,
  entry_id uuid NOT NULL,
  undo_of uuid,
  -- Set on the first row of an entry, so that a page of entries reads one row each.
  opens_entry boolean NOT NULL DEFAULT true,
  -- Years of the corrected events before and after; empty for a rule, which concerns every year.
  years integer[] NOT NULL DEFAULT '{}',
  event_ids uuid[] NOT NULL DEFAULT '{}',
  -- Position in the user's chain, from 1, and the hash of the row and of the hash before it. A row that somebody inserted may have none.
  place bigint,
  hash bytea
);
CREATE INDEX audit_log_newest_first ON corrections.audit_log (user_id, audit_id DESC);
CREATE INDEX audit_log_entries ON corrections.audit_log (user_id, audit_id DESC) WHERE opens_entry;
CREATE INDEX audit_log_by_entry ON corrections.audit_log (user_id, entry_id);
CREATE UNIQUE INDEX audit_log_chain ON corrections.audit_log (user_id, place) WHERE place IS NOT NULL;
-- The explanation of an event names the token or app that set a field, and when.
CREATE INDEX audit_log_by_target ON corrections.audit_log (user_id, target, audit_id DESC);
-- The log grows in time order, so a small BRIN index finds old rows.
CREATE INDEX audit_log_by_age ON corrections.audit_log USING brin (at);

-- The chain of each user: number of links and the hash of the last one. A link is a row of the log or a cleanup (ADR 43).
CREATE TABLE corrections.audit_chains (
  user_id bigint PRIMARY KEY,
  length bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT ''
);

-- A cleanup of a user's log by retention is a link of the user's chain, as a row of the log is: `place` and `hash` are those of the link.
-- So the head of the chain covers how far the log was deleted, and the hash with which the remaining links begin.
CREATE TABLE corrections.audit_cleanups (
  user_id bigint NOT NULL,
  place bigint NOT NULL,
  at timestamptz NOT NULL,
  -- Links up to this place are deleted, and the hash of the last of them.
  cleared bigint NOT NULL CHECK (cleared < place),
  cleared_hash bytea NOT NULL,
  -- Number of rows that this and earlier cleanups deleted, and the time of the newest of them.
  row_count bigint NOT NULL,
  newest_at timestamptz NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (user_id, place)
);

-- The bytes of a row that its hash covers: every column except the generated id, which the order of the chain replaces.
CREATE FUNCTION corrections.audit_bytes(entry corrections.audit_log) RETURNS bytea
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
RETURN convert_to(jsonb_build_array(entry.user_id, entry.place, entry.entry_id, entry.undo_of, entry.opens_entry,
  to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.action, entry.target, entry.via,
  entry.request_id, entry.before, entry.after, entry.years, entry.event_ids)::text, 'UTF8');

-- The bytes of a cleanup that its hash covers. Those of a row of the log begin with a number, so no cleanup has the bytes of a row.
CREATE FUNCTION corrections.cleanup_bytes(cleanup corrections.audit_cleanups) RETURNS bytea
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
RETURN convert_to(jsonb_build_array('CLEANUP', cleanup.user_id, cleanup.place,
  to_char(cleanup.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), cleanup.cleared, encode(cleanup.cleared_hash, 'hex'),
  cleanup.row_count, to_char(cleanup.newest_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8');

-- Appends the rows of one entry to the log and to the user's chain, in a transaction of that user. The only way to write either.
CREATE FUNCTION corrections.append_audit(
    for_user bigint, at timestamptz, via text, request_id text, entry_id uuid, undo_of uuid, years integer[], changes jsonb)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  chain corrections.audit_chains;
  change jsonb;
  entry corrections.audit_log;
BEGIN
  IF for_user IS DISTINCT FROM app.current_user_id() THEN
    RAISE EXCEPTION 'the transaction is not of the user of the entry' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO corrections.audit_chains (user_id) VALUES (for_user) ON CONFLICT (user_id) DO NOTHING;
  SELECT * INTO STRICT chain FROM corrections.audit_chains c WHERE c.user_id = for_user FOR UPDATE;
  IF EXISTS (SELECT FROM corrections.audit_log l WHERE l.user_id = for_user AND l.entry_id = append_audit.entry_id) THEN
    RAISE EXCEPTION 'the log has this entry' USING ERRCODE = 'unique_violation';
  END IF;
  entry.user_id := for_user;
  entry.at := append_audit.at;
  entry.via := append_audit.via;
  entry.request_id := append_audit.request_id;
  entry.entry_id := append_audit.entry_id;
  entry.undo_of := append_audit.undo_of;
  entry.years := append_audit.years;
  entry.opens_entry := true;
  FOR change IN SELECT value FROM jsonb_array_elements(changes) WITH ORDINALITY ORDER BY ordinality LOOP
    chain.length := chain.length + 1;
    entry.place := chain.length;
    entry.action := change ->> 'action';
    entry.target := change ->> 'target';
    entry.before := nullif(change -> 'before', 'null');
    entry.after := nullif(change -> 'after', 'null');
    entry.event_ids := ARRAY(SELECT id::uuid FROM jsonb_array_elements_text(change -> 'eventIds') AS id);
    chain.hash := sha256(chain.hash || corrections.audit_bytes(entry));
    INSERT INTO corrections.audit_log
      (user_id, at, action, target, via, request_id, before, after, entry_id, undo_of, opens_entry, years, event_ids, place, hash)
    VALUES (entry.user_id, entry.at, entry.action, entry.target, entry.via, entry.request_id, entry.before, entry.after,
      entry.entry_id, entry.undo_of, entry.opens_entry, entry.years, entry.event_ids, entry.place, chain.hash);
    entry.opens_entry := false;
  END LOOP;
  UPDATE corrections.audit_chains c SET length = chain.length, hash = chain.hash WHERE c.user_id = for_user;
END
$$;

-- Deletes the expired first rows of each user's log, at most `rows_max` in all, and appends the cleanup to the chain. A row that is older
-- than one before it waits for that one. A user whose chain is being appended to is left for the next pass.
CREATE FUNCTION corrections.clear_audit(rows_max integer, older_than interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  cutoff timestamptz := now() - older_than;
  expired record;
  chain corrections.audit_chains;
  cleanup corrections.audit_cleanups;
  cleared integer := 0;
BEGIN
  IF coalesce(older_than < interval '1 day', true) THEN
    RAISE EXCEPTION 'the log is kept for at least a day' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR expired IN
    SELECT o.user_id, max(o.place) AS place FROM (
      SELECT l.user_id, l.place FROM corrections.audit_log l
      WHERE l.at < cutoff AND l.place IS NOT NULL ORDER BY l.audit_id LIMIT rows_max) o
    GROUP BY o.user_id
  LOOP
    SELECT * INTO chain FROM corrections.audit_chains c WHERE c.user_id = expired.user_id FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    SELECT l.user_id, chain.length + 1, clock_timestamp(), l.place, l.hash INTO
        cleanup.user_id, cleanup.place, cleanup.at, cleanup.cleared, cleanup.cleared_hash
      FROM corrections.audit_log l
      WHERE l.user_id = expired.user_id AND l.place <= expired.place AND l.place < coalesce(
        (SELECT y.place FROM corrections.audit_log y
         WHERE y.user_id = expired.user_id AND y.place IS NOT NULL AND y.at >= cutoff ORDER BY y.place LIMIT 1), chain.length + 1)
      ORDER BY l.place DESC LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    WITH deleted AS (
      DELETE FROM corrections.audit_log d WHERE d.user_id = chain.user_id AND d.place <= cleanup.cleared RETURNING d.at)
    SELECT count(*), max(d.at) INTO cleanup.row_count, cleanup.newest_at FROM deleted d;
    cleared := cleared + cleanup.row_count;
    cleanup.row_count := cleanup.row_count + coalesce(
      (SELECT max(k.row_count) FROM corrections.audit_cleanups k WHERE k.user_id = chain.user_id), 0);
    DELETE FROM corrections.audit_cleanups k WHERE k.user_id = chain.user_id AND k.place <= cleanup.cleared;
    cleanup.hash := sha256(chain.hash || corrections.cleanup_bytes(cleanup));
    INSERT INTO corrections.audit_cleanups SELECT cleanup.*;
    UPDATE corrections.audit_chains c SET length = cleanup.place, hash = cleanup.hash WHERE c.user_id = chain.user_id;
  END LOOP;
  RETURN cleared;
END
$$;

-- Deletes expired rows of one kind in batches, as identity.clear_old does.
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
      GET DIAGNOSTICS cleared = ROW_COUNT;
    WHEN 'audit_log' THEN cleared := corrections.clear_audit(rows_max, older_than);
    ELSE RAISE EXCEPTION 'nothing of kind % is cleared here', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  RETURN cleared;
END
$$;

-- The links of a user's chain: rows of the log and cleanups, each with the bytes that its hash covers. A row that somebody inserted may
-- have no place.
CREATE FUNCTION corrections.audit_links(for_user bigint)
  RETURNS TABLE (place bigint, audit_id bigint, entry_id uuid, hash bytea, bytes bytea)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT l.place, l.audit_id, l.entry_id, l.hash, corrections.audit_bytes(l) FROM corrections.audit_log l WHERE l.user_id = for_user
  UNION ALL
  SELECT k.place, NULL, NULL, k.hash, corrections.cleanup_bytes(k) FROM corrections.audit_cleanups k WHERE k.user_id = for_user;
END;

-- Compares the log of a user with its chain. Returns a row for each fault, in the order of the chain:
-- CHANGED: the link or its hash is not what was written. REMOVED: the chain has this place, and no link has it.
-- INSERTED: the link is not in the chain. Trusts nothing that the hash of the last link does not cover.
CREATE FUNCTION corrections.audit_faults(for_user bigint, faults_max integer)
  RETURNS TABLE (fault text, place bigint, audit_id bigint, entry_id uuid)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH chain AS (
    SELECT coalesce(max(c.length), 0) AS length, coalesce(max(encode(c.hash, 'hex')), '') AS head
    FROM corrections.audit_chains c WHERE c.user_id = for_user),
  -- Without a cleanup, the chain begins with place 1 and no hash.
  start AS (
    SELECT k.cleared, k.cleared_hash FROM corrections.audit_cleanups k, chain c WHERE k.user_id = for_user AND k.place <= c.length
    UNION ALL SELECT 0, ''
    ORDER BY 1 DESC LIMIT 1),
  links AS (SELECT k.*, row_number() OVER (PARTITION BY k.place ORDER BY k.audit_id) AS nth FROM corrections.audit_links(for_user) k),
  chained AS (
    SELECT k.*,
      lag(k.place) OVER chain_order AS before_place, lag(k.hash) OVER chain_order AS before_hash,
      max(k.audit_id) OVER (chain_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before_id
    FROM links k, start s, chain c WHERE k.place > s.cleared AND k.place <= c.length AND k.nth = 1
    WINDOW chain_order AS (ORDER BY k.place)),
  faults AS (
    SELECT 'CHANGED' AS fault, d.place, d.audit_id, d.entry_id FROM chained d, start s, chain c
    WHERE d.hash IS NULL OR d.audit_id < d.before_id OR (d.place = c.length AND encode(d.hash, 'hex') <> c.head)
      -- The link after a removed one has no hash to begin with, and only the removed one is named.
      OR d.hash <> sha256(CASE
        WHEN d.before_place = d.place - 1 THEN d.before_hash WHEN d.place = s.cleared + 1 THEN s.cleared_hash END || d.bytes)
    UNION ALL
    SELECT 'REMOVED', missing.place, NULL, NULL
    FROM start s, chain c, generate_series(s.cleared + 1, c.length) AS missing (place)
    WHERE NOT EXISTS (SELECT FROM chained d WHERE d.place = missing.place)
    UNION ALL
    SELECT 'INSERTED', k.place, k.audit_id, k.entry_id FROM links k, start s, chain c
    WHERE k.place IS NULL OR k.place <= s.cleared OR k.place > c.length OR k.nth > 1)
  SELECT f.fault, f.place, f.audit_id, f.entry_id FROM faults f
  ORDER BY f.place NULLS LAST, f.audit_id LIMIT faults_max;
END;

-- === Rights ===

-- Rows of a user, for that user alone.
DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY[
    'overrides', 'rules', 'transfer_matches', 'circumstances', 'answers', 'audit_log', 'audit_chains', 'audit_cleanups'
  ] LOOP
    EXECUTE format('ALTER TABLE corrections.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE corrections.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON corrections.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;

GRANT SELECT ON corrections.overrides, corrections.rules, corrections.transfer_matches, corrections.circumstances
  TO ctx_read, ctx_recalc;
GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.overrides, corrections.rules, corrections.transfer_matches,
  corrections.circumstances TO ctx_corrections;
-- Restored and new rules and matches get their place in the order before they are written.
GRANT USAGE ON SEQUENCE corrections.rules_ordinal_seq, corrections.transfer_matches_ordinal_seq TO ctx_corrections;
-- An expired response is replaced by a new one with the same key.
GRANT SELECT, INSERT, UPDATE ON corrections.answers TO ctx_corrections;
GRANT SELECT ON corrections.audit_log TO ctx_read;
-- The log and its chain are written through the functions alone.
GRANT SELECT ON corrections.audit_log, corrections.audit_chains, corrections.audit_cleanups TO ctx_corrections;

GRANT SELECT, DELETE ON corrections.answers TO ctx_definer;
GRANT SELECT, INSERT, DELETE ON corrections.audit_log, corrections.audit_cleanups TO ctx_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.audit_chains TO ctx_definer;

GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.append_audit(bigint, timestamptz, text, text, uuid, uuid, integer[], jsonb) OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_audit(integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_old(text, integer, interval) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA corrections FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.audit_bytes(corrections.audit_log), corrections.cleanup_bytes(corrections.audit_cleanups)
  TO ctx_corrections, ctx_definer;
GRANT EXECUTE ON FUNCTION corrections.append_audit(bigint, timestamptz, text, text, uuid, uuid, integer[], jsonb),
  corrections.clear_old(text, integer, interval), corrections.audit_links(bigint), corrections.audit_faults(bigint, integer)
  TO ctx_corrections;
