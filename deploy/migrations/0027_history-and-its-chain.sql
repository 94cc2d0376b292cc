-- Up Migration

-- One correction is one entry of the history, whatever the number of its rows. An entry that undoes another names it.
ALTER TABLE corrections.audit_log
  ADD COLUMN entry_id uuid,
  ADD COLUMN undo_of uuid,
  -- Set on the first row of an entry, so that a page of entries reads one row each.
  ADD COLUMN opens_entry boolean NOT NULL DEFAULT true,
  -- Years of the corrected events before and after; empty for a rule, which concerns every year, and for rows of earlier releases.
  ADD COLUMN years integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN event_ids uuid[] NOT NULL DEFAULT '{}',
  -- Position in the user's chain, from 1, and the hash of the row and of the hash before it. Null for rows of earlier releases.
  ADD COLUMN place bigint,
  ADD COLUMN hash bytea;

-- All rows of a correction have the same time and request id. The owner of the table is under row security too.
ALTER TABLE corrections.audit_log NO FORCE ROW LEVEL SECURITY;
UPDATE corrections.audit_log l SET
  entry_id = md5('entry ' || l.user_id || ' ' || extract(epoch FROM l.at) || ' ' || l.request_id)::uuid,
  event_ids = CASE
    WHEN l.action IN ('OVERRIDE_SET', 'OVERRIDE_REMOVED') THEN ARRAY[l.target::uuid]
    WHEN l.action IN ('TRANSFER_MATCHED', 'TRANSFER_UNMATCHED') THEN ARRAY[
      (coalesce(l.after, l.before) ->> 'outTaxEventId')::uuid, (coalesce(l.after, l.before) ->> 'inTaxEventId')::uuid]
    ELSE '{}' END;
UPDATE corrections.audit_log l SET opens_entry = false
FROM (SELECT user_id, entry_id, min(audit_id) AS first_id FROM corrections.audit_log GROUP BY user_id, entry_id) f
WHERE l.user_id = f.user_id AND l.entry_id = f.entry_id AND l.audit_id > f.first_id;
ALTER TABLE corrections.audit_log FORCE ROW LEVEL SECURITY;

-- A pod of the previous release inserts rows without an entry; each of these rows is an entry.
ALTER TABLE corrections.audit_log ALTER COLUMN entry_id SET DEFAULT gen_random_uuid();
ALTER TABLE corrections.audit_log ALTER COLUMN entry_id SET NOT NULL;

CREATE INDEX audit_log_entries ON corrections.audit_log (user_id, audit_id DESC) WHERE opens_entry;
CREATE INDEX audit_log_by_entry ON corrections.audit_log (user_id, entry_id);
CREATE UNIQUE INDEX audit_log_chain ON corrections.audit_log (user_id, place) WHERE place IS NOT NULL;

-- The chain of each user: number of rows and the hash of the last one, and the last row that retention deleted.
CREATE TABLE corrections.audit_chains (
  user_id bigint PRIMARY KEY,
  -- Rows up to this audit_id are of earlier releases and not in the chain.
  starts_after bigint NOT NULL,
  length bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '',
  cleared bigint NOT NULL DEFAULT 0,
  cleared_hash bytea NOT NULL DEFAULT ''
);
ALTER TABLE corrections.audit_chains ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.audit_chains FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.audit_chains USING (user_id = app.current_user_id());
GRANT SELECT, INSERT, UPDATE ON corrections.audit_chains TO ctx_corrections;
GRANT SELECT, UPDATE, DELETE ON corrections.audit_chains TO ctx_definer;

-- The bytes of a row that its hash covers: every column except the generated id, which the order of the chain replaces.
CREATE FUNCTION corrections.audit_bytes(entry corrections.audit_log) RETURNS bytea
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
RETURN convert_to(jsonb_build_array(entry.user_id, entry.place, entry.entry_id, entry.undo_of, entry.opens_entry,
  to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.action, entry.target, entry.via,
  entry.request_id, entry.before, entry.after, entry.years, entry.event_ids)::text, 'UTF8');

-- Appends the rows of one entry to the log and to the user's chain. The caller holds the user lock.
CREATE FUNCTION corrections.append_audit(
    for_user bigint, at timestamptz, via text, request_id text, entry_id uuid, undo_of uuid, years integer[], changes jsonb)
  RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  chain corrections.audit_chains;
  change jsonb;
  entry corrections.audit_log;
BEGIN
  INSERT INTO corrections.audit_chains (user_id, starts_after)
  VALUES (for_user, coalesce((SELECT max(l.audit_id) FROM corrections.audit_log l WHERE l.user_id = for_user), 0))
  ON CONFLICT (user_id) DO NOTHING;
  SELECT * INTO STRICT chain FROM corrections.audit_chains c WHERE c.user_id = for_user;
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

-- Compares the log of a user with its chain. Returns a row for each fault, in the order of the chain:
-- CHANGED: the row or its hash is not what was written. REMOVED: the chain has this place, the log has no row for it.
-- INSERTED: the row is not in the chain.
CREATE FUNCTION corrections.audit_faults(for_user bigint, faults_max integer)
  RETURNS TABLE (fault text, place bigint, audit_id bigint, entry_id uuid)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH chain AS (SELECT * FROM corrections.audit_chains c WHERE c.user_id = for_user),
  chained AS (
    SELECT l.place, l.audit_id, l.entry_id, l.hash, l.before_id, l.before_place,
      sha256(coalesce(l.before_hash, CASE WHEN l.place = c.cleared + 1 THEN c.cleared_hash END)
        || corrections.audit_bytes(l.entry)) AS expected,
      c.length, c.hash AS last_hash
    FROM chain c, LATERAL (
      SELECT r.place, r.audit_id, r.entry_id, r.hash, r AS entry,
        lag(r.audit_id) OVER chain_order AS before_id, lag(r.place) OVER chain_order AS before_place,
        CASE WHEN lag(r.place) OVER chain_order = r.place - 1 THEN lag(r.hash) OVER chain_order END AS before_hash
      FROM corrections.audit_log r WHERE r.user_id = for_user AND r.place > c.cleared
      WINDOW chain_order AS (ORDER BY r.place)) l),
  faults AS (
    SELECT 'CHANGED' AS fault, d.place, d.audit_id, d.entry_id FROM chained d
    WHERE d.place <= d.length
      AND (d.hash IS NULL OR d.hash <> d.expected OR d.audit_id < d.before_id OR (d.place = d.length AND d.hash <> d.last_hash))
    UNION ALL
    SELECT 'REMOVED', missing.place, NULL, NULL
    FROM chain c, generate_series(c.cleared + 1, c.length) AS missing (place)
    WHERE NOT EXISTS (SELECT FROM corrections.audit_log r WHERE r.user_id = for_user AND r.place = missing.place)
    UNION ALL
    SELECT 'INSERTED', r.place, r.audit_id, r.entry_id FROM corrections.audit_log r LEFT JOIN chain c ON true
    WHERE r.user_id = for_user AND CASE
      WHEN r.place IS NULL THEN r.audit_id > c.starts_after ELSE r.place > coalesce(c.length, 0) END)
  SELECT f.fault, f.place, f.audit_id, f.entry_id FROM faults f
  ORDER BY f.place NULLS LAST, f.audit_id LIMIT faults_max;
END;

REVOKE EXECUTE ON FUNCTION corrections.audit_bytes(corrections.audit_log),
  corrections.append_audit(bigint, timestamptz, text, text, uuid, uuid, integer[], jsonb),
  corrections.audit_faults(bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.audit_bytes(corrections.audit_log),
  corrections.append_audit(bigint, timestamptz, text, text, uuid, uuid, integer[], jsonb),
  corrections.audit_faults(bigint, integer) TO ctx_corrections;

-- Retention deletes the oldest rows of the log first, and moves the start of each chain past them.
CREATE OR REPLACE FUNCTION corrections.clear_old(kind text, rows_max integer, older_than interval DEFAULT NULL) RETURNS integer
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
    WHEN 'audit_log' THEN
      WITH deleted AS (
        DELETE FROM corrections.audit_log d WHERE d.audit_id IN (
          SELECT l.audit_id FROM corrections.audit_log l WHERE l.at < now() - older_than ORDER BY l.audit_id LIMIT rows_max)
        RETURNING d.user_id, d.place, d.hash),
      newest AS (
        SELECT DISTINCT ON (n.user_id) n.user_id, n.place, n.hash FROM deleted n
        WHERE n.place IS NOT NULL ORDER BY n.user_id, n.place DESC),
      moved AS (
        UPDATE corrections.audit_chains c SET cleared = n.place, cleared_hash = n.hash FROM newest n
        WHERE c.user_id = n.user_id AND c.cleared < n.place)
      SELECT count(*) INTO cleared FROM deleted;
    ELSE RAISE EXCEPTION 'nothing of kind % is cleared here', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  RETURN cleared;
END
$$;

-- Erasing a user erases the chain too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'corrections.audit_log'$list$,
    $list$'corrections.audit_log', 'corrections.audit_chains'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name corrections.audit_log';
  END IF;
  EXECUTE after;
END
$$;
