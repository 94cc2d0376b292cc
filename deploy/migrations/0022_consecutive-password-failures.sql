-- Up Migration

-- Attempts with a wrong password since the last correct one (NIST SP 800-63B-4 §3.2.2). Unlike identity.sign_in_failures, it is
-- not limited to windows of seconds and minutes.
ALTER TABLE identity.users ADD COLUMN password_failures integer NOT NULL DEFAULT 0;
GRANT UPDATE (password_failures) ON identity.users TO ctx_definer;

-- Like find_sign_in, but counts the attempt as failed before its password is checked, so that parallel attempts cannot exceed the
-- limit. Logs the first attempt above the limit for the user.
CREATE FUNCTION identity.attempt_password(given_email text, failures_max integer)
  RETURNS TABLE (user_id bigint, password_hash text, failures integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
#variable_conflict use_column
BEGIN
  -- The response time must not reveal an existing account by a wait for the disk.
  PERFORM set_config('synchronous_commit', 'off', true);
  UPDATE identity.users u SET password_failures = u.password_failures + 1 WHERE u.email_folded = lower(given_email)
    RETURNING u.user_id, u.password_hash, u.password_failures INTO user_id, password_hash, failures;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF failures = failures_max + 1 AND password_hash IS NOT NULL THEN
    INSERT INTO identity.access_log (user_id, action, via) VALUES (attempt_password.user_id, 'PASSWORD_CLOSED', 'password');
  END IF;
  RETURN NEXT;
END
$$;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.attempt_password(text, integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.attempt_password(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.attempt_password(text, integer) TO ctx_gateway;
