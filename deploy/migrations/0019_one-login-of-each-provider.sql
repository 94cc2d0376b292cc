-- Up Migration

-- services/gateway/src/identity/access-log.ts lists the actions of the access log. This constraint was a second list, which every
-- new action would have to replace while services of two versions write.
ALTER TABLE identity.access_log DROP CONSTRAINT IF EXISTS access_log_action_check;

-- Finds the user of the provider's issuer and subject (OpenID Connect Core §5.7). No row for an unknown person. KNOWN: linked
-- before. LINKED: linked now, by a verified e-mail address whose user had no login of this issuer. OTHER_LOGIN: the user of the
-- verified e-mail address has another login there, and nothing is linked.
CREATE FUNCTION identity.find_external_login(given_issuer text, given_subject text, verified_email text)
  RETURNS TABLE (user_id bigint, outcome text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
#variable_conflict use_column
BEGIN
  outcome := 'KNOWN';
  SELECT l.user_id INTO user_id FROM identity.external_logins l
    WHERE l.issuer = given_issuer AND l.subject = given_subject;
  IF user_id IS NULL AND verified_email IS NOT NULL THEN
    SELECT u.user_id INTO user_id FROM identity.users u WHERE u.email_folded = lower(verified_email);
    -- If two subjects arrive at once, the second one sees the link of the first.
    PERFORM pg_advisory_xact_lock(hashtextextended('login of ' || user_id, 0));
    IF NOT EXISTS (SELECT FROM identity.external_logins l WHERE l.issuer = given_issuer AND l.user_id = find_external_login.user_id) THEN
      outcome := 'LINKED';
      INSERT INTO identity.external_logins (issuer, subject, user_id)
        SELECT given_issuer, given_subject, find_external_login.user_id WHERE find_external_login.user_id IS NOT NULL;
    ELSIF NOT EXISTS (SELECT FROM identity.external_logins l WHERE l.issuer = given_issuer AND l.subject = given_subject) THEN
      outcome := 'OTHER_LOGIN';
    END IF;
  END IF;
  IF user_id IS NOT NULL THEN
    RETURN NEXT;
  END IF;
END
$$;

-- For the previous version, which has no third result: another subject is unknown.
CREATE OR REPLACE FUNCTION identity.find_external_sign_in(given_issuer text, given_subject text, verified_email text)
  RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
  SELECT f.user_id FROM identity.find_external_login(given_issuer, given_subject, verified_email) f
    WHERE f.outcome <> 'OTHER_LOGIN';
$$;

-- Removes external logins of a user: all, or the login of one subject. Returns the removed logins.
CREATE FUNCTION identity.unlink_external_logins(unlinked_user_id bigint, unlinked_subject text)
  RETURNS SETOF identity.external_logins
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  DELETE FROM identity.external_logins l
    WHERE l.user_id = unlinked_user_id AND (unlinked_subject IS NULL OR l.subject = unlinked_subject) RETURNING l.*;
END;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.find_external_login(text, text, text) OWNER TO ctx_definer;
ALTER FUNCTION identity.unlink_external_logins(bigint, text) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.find_external_login(text, text, text), identity.unlink_external_logins(bigint, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_external_login(text, text, text), identity.unlink_external_logins(bigint, text) TO ctx_gateway;
