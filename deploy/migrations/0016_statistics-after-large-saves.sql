-- Up Migration

-- PostgreSQL plans by what it counted last. Right after a large import and its run it takes the user for one without rows, and
-- reads all of them where one is asked for, until autovacuum has counted: a minute where few users are there. A run that wrote
-- much has it counted at once, by the one column that tells. Before PostgreSQL 17 the right to do so cannot be given, and
-- autovacuum counts alone.
DO $$
BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    GRANT MAINTAIN ON facts.accounts, facts.events, figures.events, figures.lots, figures.slices, figures.issues
      TO ctx_definer;
  END IF;
END
$$;

CREATE FUNCTION figures.refresh_statistics() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    ANALYZE facts.accounts (user_id), facts.events (user_id), figures.events (user_id), figures.lots (user_id),
      figures.slices (user_id), figures.issues (user_id);
  END IF;
END
$$;
ALTER FUNCTION figures.refresh_statistics() OWNER TO ctx_definer;
REVOKE ALL ON FUNCTION figures.refresh_statistics() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION figures.refresh_statistics() TO ctx_recalc;
