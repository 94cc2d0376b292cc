-- Up Migration

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
ALTER TABLE corrections.audit_cleanups ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.audit_cleanups FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.audit_cleanups USING (user_id = app.current_user_id());
GRANT SELECT ON corrections.audit_cleanups TO ctx_corrections;
GRANT SELECT, INSERT, DELETE ON corrections.audit_cleanups TO ctx_definer;

-- The bytes of a cleanup that its hash covers. Those of a row of the log begin with a number, so no cleanup has the bytes of a row.
CREATE FUNCTION corrections.cleanup_bytes(cleanup corrections.audit_cleanups) RETURNS bytea
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
RETURN convert_to(jsonb_build_array('CLEANUP', cleanup.user_id, cleanup.place,
  to_char(cleanup.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), cleanup.cleared, encode(cleanup.cleared_hash, 'hex'),
  cleanup.row_count, to_char(cleanup.newest_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8');

-- From now on each row of the log is in the chain. Rows from before the chain of a user (migration 27) enter it: such a chain is computed
-- again from its first row. A chain from which retention deleted rows gets the link that says so.
ALTER TABLE corrections.audit_log NO FORCE ROW LEVEL SECURITY;
ALTER TABLE corrections.audit_chains NO FORCE ROW LEVEL SECURITY;
ALTER TABLE corrections.audit_cleanups NO FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
  unchained bigint;
  entry corrections.audit_log;
  last_place bigint;
  last_hash bytea;
  chain corrections.audit_chains;
  cleanup corrections.audit_cleanups;
BEGIN
  FOR unchained IN
    SELECT DISTINCT l.user_id FROM corrections.audit_log l LEFT JOIN corrections.audit_chains c ON c.user_id = l.user_id
    WHERE l.place IS NULL AND l.audit_id <= coalesce(c.starts_after, l.audit_id)
  LOOP
    UPDATE corrections.audit_log l SET place = NULL WHERE l.user_id = unchained;
    last_place := 0;
    last_hash := '';
    FOR entry IN SELECT * FROM corrections.audit_log l WHERE l.user_id = unchained ORDER BY l.audit_id LOOP
      last_place := last_place + 1;
      entry.place := last_place;
      last_hash := sha256(last_hash || corrections.audit_bytes(entry));
      UPDATE corrections.audit_log l SET place = last_place, hash = last_hash WHERE l.audit_id = entry.audit_id;
    END LOOP;
    INSERT INTO corrections.audit_chains AS c (user_id, starts_after, length, hash) VALUES (unchained, 0, last_place, last_hash)
    ON CONFLICT (user_id) DO UPDATE SET length = last_place, hash = last_hash, cleared = 0;
  END LOOP;
  FOR chain IN SELECT * FROM corrections.audit_chains c WHERE c.cleared > 0 LOOP
    cleanup.user_id := chain.user_id;
    cleanup.place := chain.length + 1;
    cleanup.at := now();
    cleanup.cleared := chain.cleared;
    cleanup.cleared_hash := chain.cleared_hash;
    cleanup.row_count := chain.cleared;
    cleanup.newest_at := coalesce(
      (SELECT min(l.at) FROM corrections.audit_log l WHERE l.user_id = chain.user_id AND l.place > chain.cleared), now());
    cleanup.hash := sha256(chain.hash || corrections.cleanup_bytes(cleanup));
    INSERT INTO corrections.audit_cleanups SELECT cleanup.*;
    UPDATE corrections.audit_chains c SET length = cleanup.place, hash = cleanup.hash WHERE c.user_id = chain.user_id;
  END LOOP;
END
$$;
ALTER TABLE corrections.audit_log FORCE ROW LEVEL SECURITY;
ALTER TABLE corrections.audit_chains FORCE ROW LEVEL SECURITY;
ALTER TABLE corrections.audit_cleanups FORCE ROW LEVEL SECURITY;

-- Appends the rows of one entry to the log and to the user's chain, in a transaction of that user. The only way to write either.
CREATE OR REPLACE FUNCTION corrections.append_audit(
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

-- Deletes the expired first rows of each user's log, at most `rows_max` in all, and appends the cleanup to the chain. A row that is older than
-- one before it waits for that one. A user whose chain is being appended to is left for the next pass.
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
    WHEN 'audit_log' THEN cleared := corrections.clear_audit(rows_max, older_than);
    ELSE RAISE EXCEPTION 'nothing of kind % is cleared here', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  RETURN cleared;
END
$$;

-- The links of a user's chain: rows of the log and cleanups, each with the bytes that its hash covers. A row that somebody inserted may have
-- no place.
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
CREATE OR REPLACE FUNCTION corrections.audit_faults(for_user bigint, faults_max integer)
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

-- What a verification no longer trusts. Only the functions above read these columns.
ALTER TABLE corrections.audit_chains DROP COLUMN starts_after, DROP COLUMN cleared, DROP COLUMN cleared_hash;

GRANT INSERT ON corrections.audit_log, corrections.audit_chains TO ctx_definer;
REVOKE INSERT ON corrections.audit_log FROM ctx_corrections;
REVOKE INSERT, UPDATE ON corrections.audit_chains FROM ctx_corrections;
GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.append_audit(bigint, timestamptz, text, text, uuid, uuid, integer[], jsonb) OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_audit(integer, interval) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.cleanup_bytes(corrections.audit_cleanups), corrections.clear_audit(integer, interval),
  corrections.audit_links(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.audit_bytes(corrections.audit_log), corrections.cleanup_bytes(corrections.audit_cleanups) TO ctx_definer;
GRANT EXECUTE ON FUNCTION corrections.cleanup_bytes(corrections.audit_cleanups), corrections.audit_links(bigint) TO ctx_corrections;

-- Erasing a user erases the cleanups too, after the chain, which a cleanup of the log locks first. Changes only the list of tables.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'corrections.audit_log', 'corrections.audit_chains'$list$,
    $list$'corrections.audit_chains', 'corrections.audit_cleanups', 'corrections.audit_log'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name corrections.audit_chains';
  END IF;
  EXECUTE after;
END
$$;
