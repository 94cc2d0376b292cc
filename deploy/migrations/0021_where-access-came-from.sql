-- Up Migration

-- Where a sign-in, a new token or a connected app came from: the browser family, and the truncated network. Repeated failed
-- sign-ins are one row with their number and the time of the last one.
ALTER TABLE identity.access_log
  ADD COLUMN browser text,
  ADD COLUMN network text,
  ADD COLUMN times integer NOT NULL DEFAULT 1,
  ADD COLUMN last_at timestamptz;
CREATE INDEX access_log_of_failures ON identity.access_log (user_id, at) WHERE action = 'SIGN_IN_FAILED';
GRANT UPDATE ON identity.access_log TO ctx_definer;

-- Logs a failed sign-in for the user of an e-mail address and returns the user; null if there is none. A repeat from the same
-- browser and network within a day increments its row. Above `rows_max` rows a day, all others increment the last row, which then
-- has no origin, so that a stranger cannot fill the log of a user.
CREATE FUNCTION identity.log_failed_sign_in(
  given_email text, given_via text, given_browser text, given_network text, rows_max integer
) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  known_user_id bigint;
  repeated_id bigint;
  is_same boolean;
BEGIN
  SELECT u.user_id INTO known_user_id FROM identity.users u WHERE u.email_folded = lower(given_email);
  IF known_user_id IS NULL THEN
    RETURN NULL;
  END IF;
  -- One call at a time, so that the rows can be counted.
  PERFORM pg_advisory_xact_lock(hashtextextended('failed sign-ins of ' || known_user_id, 0));
  SELECT r.entry_id, r.same INTO repeated_id, is_same FROM (
      SELECT l.entry_id, count(*) OVER () AS found,
        (l.via, l.browser, l.network) IS NOT DISTINCT FROM (given_via, given_browser, given_network) AS same
      FROM identity.access_log l
      WHERE l.user_id = known_user_id AND l.action = 'SIGN_IN_FAILED' AND l.at > now() - interval '1 day'
    ) r WHERE r.same OR r.found >= rows_max ORDER BY r.same DESC, r.entry_id DESC LIMIT 1;
  IF repeated_id IS NULL THEN
    INSERT INTO identity.access_log (user_id, action, via, browser, network)
      VALUES (known_user_id, 'SIGN_IN_FAILED', given_via, given_browser, given_network);
  ELSE
    UPDATE identity.access_log l SET times = l.times + 1, last_at = now(),
      browser = CASE WHEN is_same THEN l.browser END, network = CASE WHEN is_same THEN l.network END
      WHERE l.entry_id = repeated_id;
  END IF;
  RETURN known_user_id;
END
$$;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.log_failed_sign_in(text, text, text, text, integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.log_failed_sign_in(text, text, text, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.log_failed_sign_in(text, text, text, text, integer) TO ctx_gateway;
