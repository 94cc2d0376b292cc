-- Up Migration

-- Which users an operator looks after: those whose run is parked, whose figures differ, or whose facts have not been imported for some time.

-- The same function with its body as text. PostgreSQL 15.20 adds no column with a default to a table while the stored expression of a function
-- names columns of its row: "cannot alter table because function uses its row type".
CREATE OR REPLACE FUNCTION corrections.version_of(state corrections.recalc_state) RETURNS text
  LANGUAGE sql STABLE STRICT
AS $$
  SELECT concat_ws('.', state.requested, state.absorbed, state.completed, state.fence, state.years_changed,
    state.import_id, extract(epoch FROM state.last_completed_at))
$$;

-- When an import of the user last ended well, also one that changed nothing; -infinity without one since this migration.
ALTER TABLE corrections.recalc_state ADD COLUMN imported_at timestamptz NOT NULL DEFAULT '-infinity';
CREATE INDEX recalc_state_imported ON corrections.recalc_state (imported_at);

-- The users with a parked run, the longest parked first.
CREATE FUNCTION corrections.parked_users(rows_max integer)
  RETURNS TABLE (user_id bigint, since timestamptz, error text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT s.user_id, s.parked_at, s.parked_error FROM corrections.recalc_state s
  WHERE s.parked_at IS NOT NULL ORDER BY s.parked_at LIMIT rows_max;
END;

-- The users whose figures differed in their last check, with its time and the number of rows.
CREATE FUNCTION corrections.differing_users(rows_max integer)
  RETURNS TABLE (user_id bigint, since timestamptz, row_count bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT s.user_id, s.checked_at, s.rows_differing FROM corrections.recalc_state s
  WHERE s.rows_differing > 0 ORDER BY s.user_id LIMIT rows_max;
END;

-- The users without an import for some time, with the time of the last one: first those without any, who are at least that old.
CREATE FUNCTION corrections.stale_users(older_than interval, rows_max integer)
  RETURNS TABLE (user_id bigint, since timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  (SELECT u.user_id, NULL::timestamptz FROM identity.users u
    WHERE u.created_at < clock_timestamp() - older_than
      AND NOT EXISTS (SELECT FROM corrections.recalc_state n WHERE n.user_id = u.user_id)
    ORDER BY u.user_id LIMIT rows_max)
  UNION ALL
  (SELECT s.user_id, nullif(s.imported_at, '-infinity') FROM corrections.recalc_state s
    WHERE s.imported_at < clock_timestamp() - older_than ORDER BY s.imported_at LIMIT rows_max)
  LIMIT rows_max;
END;

GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.parked_users(integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.differing_users(integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.stale_users(interval, integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.parked_users(integer), corrections.differing_users(integer),
  corrections.stale_users(interval, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.parked_users(integer), corrections.differing_users(integer),
  corrections.stale_users(interval, integer) TO ctx_recalc;
