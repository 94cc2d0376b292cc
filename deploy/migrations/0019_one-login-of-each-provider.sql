-- Up Migration

-- The actions of the access log are listed in services/gateway/src/identity/access-log.ts. The second list that this constraint was
-- would have to be replaced with each new action, while services of two versions write.
ALTER TABLE identity.access_log DROP CONSTRAINT IF EXISTS access_log_action_check;

-- The user whom the provider's issuer and subject name (OpenID Connect Core §5.7); no row for a stranger. KNOWN: linked before.
-- LINKED: just now, by a verified e-mail whose user had no login of this issuer. OTHER_LOGIN: the user of the verified e-mail signs
-- in there as somebody else, and nothing is linked.
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
    -- Two subjects that come at once: the second sees what the first has linked.
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

-- For the version of before, which knows no third answer: another subject is a stranger.
CREATE OR REPLACE FUNCTION identity.find_external_sign_in(given_issuer text, given_subject text, verified_email text)
  RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
  SELECT f.user_id FROM identity.find_external_login(given_issuer, given_subject, verified_email) f
    WHERE f.outcome <> 'OTHER_LOGIN';
$$;

-- Takes a user's external logins away: all, or the one of a subject. Answers those that are gone.
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
