-- Up Migration

-- Whether figures of another engine version exist. Each scheduler sweep calls it, so it reads two entries of versions_by_engine
-- and not all users, as corrections.request_outdated does.
CREATE FUNCTION corrections.has_other_versions(engine_version integer) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT coalesce(min(v.engine_version) <> has_other_versions.engine_version
    OR max(v.engine_version) <> has_other_versions.engine_version, false) FROM figures.versions v;
END;

GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.has_other_versions(integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.has_other_versions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.has_other_versions(integer) TO ctx_recalc;

-- The next user of the self-check: its order, so that a night of many users does not read all users for each of them.
CREATE INDEX recalc_state_checked ON corrections.recalc_state (checked_at NULLS FIRST, user_id);
