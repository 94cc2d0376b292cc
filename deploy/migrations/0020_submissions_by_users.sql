-- Up Migration

-- Writes to the access log that a user submitted a year, in the transaction that submits it (ADR 57). The recalc service has no other right to that log.
CREATE FUNCTION app.log_submission(submitting_user_id bigint, submitted_year integer, from_browser text, from_network text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  INSERT INTO identity.access_log (user_id, action, target, via, browser, network)
  SELECT submitting_user_id, 'YEAR_SUBMITTED', submitted_year::text, 'settings', from_browser, from_network
  WHERE submitting_user_id = app.current_user_id();
END;

GRANT CREATE ON SCHEMA app TO ctx_definer;
ALTER FUNCTION app.log_submission(bigint, integer, text, text) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA app FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION app.log_submission(bigint, integer, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.log_submission(bigint, integer, text, text) TO ctx_recalc;
