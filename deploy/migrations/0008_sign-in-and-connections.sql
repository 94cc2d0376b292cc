-- Up Migration

-- Users sign in to the settings and the consent page; apps act for them through OAuth (decisions.md, "OAuth and settings").
-- Random secrets are stored as SHA-256, passwords as argon2id, so a reader of this schema cannot use them.

-- An argon2id PHC string; null for users who sign in at the platform's OpenID provider or never.
ALTER TABLE identity.users ADD COLUMN password_hash text CHECK (password_hash LIKE '$argon2id$%');

-- Same as before, but without the new password column: the previous version returned whole rows.
DROP FUNCTION identity.list_users(bigint, integer);
CREATE FUNCTION identity.list_users(after_user_id bigint, page_size integer)
  RETURNS TABLE (user_id bigint, email text, plan text, betas text[], created_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT u.user_id, u.email, u.plan, u.betas, u.created_at FROM identity.users u
    WHERE u.user_id > after_user_id ORDER BY u.user_id LIMIT page_size;
END;

-- Logins at the platform's OpenID provider.
CREATE TABLE identity.external_logins (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX external_logins_by_user ON identity.external_logins (user_id);

CREATE TABLE identity.sessions (
  -- SHA-256 of the cookie value.
  secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- Absolute end of the session, regardless of activity.
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON identity.sessions (user_id);
CREATE INDEX sessions_by_expiry ON identity.sessions (expires_at);

-- Failed sign-ins of an account or an address. The key is the SHA-256 of what it counts.
CREATE UNLOGGED TABLE identity.sign_in_failures (
  key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
  window_started_at timestamptz NOT NULL,
  failures integer NOT NULL
);
CREATE INDEX sign_in_failures_by_age ON identity.sign_in_failures (window_started_at);

-- An app that acts for a user until it is revoked or unused for 90 days: a grant, its name and its scopes.
CREATE TABLE identity.connections (
  connection_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  grant_hash bytea NOT NULL UNIQUE CHECK (octet_length(grant_hash) = 32),
  client_id text NOT NULL,
  app_name text NOT NULL CHECK (char_length(app_name) BETWEEN 1 AND 100),
  scopes text[] NOT NULL CHECK (scopes IN ('{read}', '{read,write}')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX connections_by_user ON identity.connections (user_id, created_at);
CREATE INDEX connections_by_client ON identity.connections (client_id);

-- Data of the OAuth server: clients, codes, tokens, grants, interactions. Rows are found by the hash of an id that only the
-- holder knows, because they have no user before sign-in.
CREATE TABLE identity.oauth_rows (
  model text NOT NULL,
  id_hash bytea NOT NULL CHECK (octet_length(id_hash) = 32),
  payload jsonb NOT NULL,
  -- Rows issued under a connection are deleted with it.
  grant_hash bytea REFERENCES identity.connections (grant_hash) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null for clients, and for rows that live as long as their connection.
  expires_at timestamptz,
  consumed_at timestamptz,
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX oauth_rows_by_grant ON identity.oauth_rows (grant_hash);
CREATE INDEX oauth_rows_by_expiry ON identity.oauth_rows (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX oauth_clients_by_age ON identity.oauth_rows (created_at) WHERE model = 'Client';

-- Log of sign-ins, created and revoked tokens, connected and revoked apps.
CREATE TABLE identity.access_log (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL CHECK (action IN (
    'SIGNED_IN', 'SIGNED_OUT', 'SIGNED_OUT_EVERYWHERE', 'PASSWORD_CHANGED',
    'TOKEN_CREATED', 'TOKEN_REVOKED', 'APP_CONNECTED', 'APP_REVOKED'
  )),
  -- Name of the token or the app.
  target text,
  -- Origin of the action: settings, or the operator's command line.
  via text NOT NULL
);
CREATE INDEX access_log_by_user ON identity.access_log (user_id, entry_id DESC);

-- The functions below do for the gateway what its role has no right to do.
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.oauth_rows TO ctx_gateway;
GRANT SELECT, INSERT, DELETE ON identity.sessions TO ctx_gateway;
GRANT SELECT, INSERT ON identity.connections, identity.access_log TO ctx_gateway;
GRANT SELECT, UPDATE ON identity.connections TO ctx_definer;
GRANT SELECT, DELETE ON identity.oauth_rows TO ctx_definer;
GRANT SELECT, INSERT, UPDATE ON identity.external_logins TO ctx_definer;
GRANT SELECT, UPDATE, DELETE ON identity.sessions TO ctx_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.sign_in_failures TO ctx_definer;
GRANT INSERT ON identity.access_log TO ctx_definer;

ALTER TABLE identity.external_logins ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.external_logins FORCE ROW LEVEL SECURITY;
ALTER TABLE identity.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.sessions FORCE ROW LEVEL SECURITY;
ALTER TABLE identity.connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.connections FORCE ROW LEVEL SECURITY;
ALTER TABLE identity.access_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.access_log FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.external_logins USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON identity.sessions USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON identity.connections USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON identity.access_log USING (user_id = app.current_user_id());

-- Finds a user by e-mail address for sign-in. Returns the password hash, which the gateway compares.
CREATE FUNCTION identity.find_sign_in(given_email text)
  RETURNS TABLE (user_id bigint, password_hash text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT u.user_id, u.password_hash FROM identity.users u WHERE u.email_folded = lower(given_email);
END;

-- Finds a user for sign-in at the platform's provider: by subject, otherwise by verified e-mail address, which is then linked to
-- the subject. No row for an unknown person.
CREATE FUNCTION identity.find_external_sign_in(given_issuer text, given_subject text, verified_email text)
  RETURNS TABLE (user_id bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
#variable_conflict use_column
BEGIN
  SELECT l.user_id INTO user_id FROM identity.external_logins l
    WHERE l.issuer = given_issuer AND l.subject = given_subject;
  IF user_id IS NULL AND verified_email IS NOT NULL THEN
    INSERT INTO identity.external_logins (issuer, subject, user_id)
      SELECT given_issuer, given_subject, u.user_id FROM identity.users u WHERE u.email_folded = lower(verified_email)
      ON CONFLICT (issuer, subject) DO UPDATE SET issuer = excluded.issuer
      RETURNING external_logins.user_id INTO user_id;
  END IF;
  IF user_id IS NOT NULL THEN
    RETURN NEXT;
  END IF;
END
$$;

-- Returns the user of a session cookie. No row for an unknown, expired or idle session. Updates the last use at most once a
-- minute.
CREATE FUNCTION identity.find_session(session_hash bytea, idle_max interval)
  RETURNS TABLE (user_id bigint, email text, plan text, betas text[], has_password boolean, signed_in_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
#variable_conflict use_column
DECLARE
  seen_at timestamptz;
BEGIN
  SELECT u.user_id, u.email, u.plan, u.betas, u.password_hash IS NOT NULL, s.created_at, s.last_seen_at
    INTO user_id, email, plan, betas, has_password, signed_in_at, seen_at
    FROM identity.sessions s JOIN identity.users u ON u.user_id = s.user_id
    WHERE s.secret_hash = session_hash AND s.expires_at > now() AND s.last_seen_at > now() - idle_max;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF seen_at < now() - interval '60 s' THEN
    UPDATE identity.sessions s SET last_seen_at = now() WHERE s.secret_hash = session_hash;
  END IF;
  RETURN NEXT;
END
$$;

-- Counts a failed sign-in under a key, or (-1) takes back one that succeeded. Returns the count and the end of the current
-- window. An attempt counts before its password is checked, so that parallel attempts cannot exceed the limit.
CREATE FUNCTION identity.count_sign_in_failure(counted bytea, change integer, window_length interval)
  RETURNS TABLE (failures integer, retry_after_seconds integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  INSERT INTO identity.sign_in_failures AS f VALUES (counted, now(), greatest(change, 0))
  ON CONFLICT (key_hash) DO UPDATE SET
    window_started_at = CASE WHEN f.window_started_at <= now() - window_length THEN now() ELSE f.window_started_at END,
    failures = greatest(0, change + CASE WHEN f.window_started_at <= now() - window_length THEN 0 ELSE f.failures END)
  RETURNING f.failures, greatest(1, ceil(extract(epoch FROM f.window_started_at + window_length - now())))::integer;
END;

-- How long a connection may be unused (service.md, "Limits").
CREATE FUNCTION identity.connection_idle_max() RETURNS interval
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN interval '90 days';

-- Restarts the idle period of a connection on each use. False for a revoked or expired connection.
CREATE FUNCTION identity.use_connection(used_grant_hash bytea) RETURNS boolean
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH used AS (
    UPDATE identity.connections SET last_used_at = now(), expires_at = now() + identity.connection_idle_max()
      WHERE grant_hash = used_grant_hash AND revoked_at IS NULL AND expires_at > now() RETURNING 1
  )
  SELECT EXISTS (SELECT FROM used);
END;

-- Returns the state of a connection: null when it does not exist, is revoked or has expired.
CREATE FUNCTION identity.connection_expiry(asked_grant_hash bytea) RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT c.expires_at FROM identity.connections c
    WHERE c.grant_hash = asked_grant_hash AND c.revoked_at IS NULL AND c.expires_at > now();
END;

-- Ends a connection by its grant, at once and on every replica, and deletes what was issued under it.
CREATE FUNCTION identity.revoke_grant(revoked_grant_hash bytea, revoked_via text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH revoked AS (
    UPDATE identity.connections SET revoked_at = now()
      WHERE grant_hash = revoked_grant_hash AND revoked_at IS NULL RETURNING user_id, app_name
  )
  INSERT INTO identity.access_log (user_id, action, target, via)
    SELECT user_id, 'APP_REVOKED', app_name, revoked_via FROM revoked;
  DELETE FROM identity.oauth_rows WHERE grant_hash = revoked_grant_hash;
END;

-- Revokes a connection by its id alone, so that the operator need not know the user.
CREATE FUNCTION identity.find_connection(asked_connection_id uuid) RETURNS SETOF identity.connections
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT * FROM identity.connections WHERE connection_id = asked_connection_id;
END;

-- Same as before, and also for the access tokens of apps, whose rate limit and name are those of their connection.
CREATE OR REPLACE FUNCTION identity.admit(token_hash bytea, requests_max integer)
  RETURNS TABLE (
    user_id bigint, token_id uuid, token_name text, scopes text[], email text, plan text, betas text[],
    requests integer, reset_seconds integer
  )
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
#variable_conflict use_column
DECLARE
  is_app boolean := false;
BEGIN
  SELECT u.user_id, t.token_id, t.name, t.scopes, u.email, u.plan, u.betas
    INTO user_id, token_id, token_name, scopes, email, plan, betas
    FROM identity.tokens t JOIN identity.users u ON u.user_id = t.user_id
    WHERE t.secret_hash = token_hash AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now());
  IF NOT FOUND THEN
    is_app := true;
    -- A refresh may have requested fewer scopes than granted.
    SELECT u.user_id, c.connection_id, c.app_name,
           CASE WHEN 'write' = ANY (string_to_array(r.payload ->> 'scope', ' ')) THEN c.scopes ELSE '{read}' END,
           u.email, u.plan, u.betas
      INTO user_id, token_id, token_name, scopes, email, plan, betas
      FROM identity.oauth_rows r
      JOIN identity.connections c ON c.grant_hash = r.grant_hash
      JOIN identity.users u ON u.user_id = c.user_id
      WHERE r.model = 'AccessToken' AND r.id_hash = token_hash AND r.expires_at > now()
        AND c.revoked_at IS NULL AND c.expires_at > now();
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  INSERT INTO identity.request_counts AS c VALUES (admit.token_id, now(), 1)
  ON CONFLICT (token_id) DO UPDATE SET
    window_started_at = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN now() ELSE c.window_started_at END,
    requests = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN 1 ELSE least(c.requests + 1, requests_max + 1) END
  RETURNING c.requests, greatest(1, ceil(extract(epoch FROM c.window_started_at + interval '60 s' - now())))::integer
    INTO requests, reset_seconds;
  -- At most once a minute: with the first request of a window.
  IF requests = 1 AND is_app THEN
    UPDATE identity.connections c SET last_used_at = now(), expires_at = now() + identity.connection_idle_max()
      WHERE c.connection_id = admit.token_id;
  ELSIF requests = 1 THEN
    UPDATE identity.tokens t SET last_used_at = now() WHERE t.token_id = admit.token_id;
  END IF;
  RETURN NEXT;
END
$$;

-- Limits what anybody can create without signing in (clients without a connection, and interactions) to the newest rows.
-- Rejecting new rows instead would let one attacker lock everybody out.
CREATE FUNCTION identity.keep_newest_oauth_rows(kept_model text, kept_max integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH beyond AS (
    SELECT r.id_hash FROM identity.oauth_rows r
      WHERE r.model = kept_model
        AND NOT EXISTS (SELECT FROM identity.connections c WHERE c.client_id = r.payload ->> 'client_id')
      ORDER BY r.created_at DESC OFFSET kept_max
  ), gone AS (
    DELETE FROM identity.oauth_rows r USING beyond b WHERE r.model = kept_model AND r.id_hash = b.id_hash RETURNING 1
  )
  SELECT count(*)::integer FROM gone;
END;

-- Deletes expired rows: sessions, codes, tokens, interactions, failure windows, connections that ended long ago, and clients
-- without a connection for a week, or for 90 days after one. Returns the number of deleted rows.
CREATE FUNCTION identity.clear_old_sign_ins() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  cleared integer := 0;
  more integer;
BEGIN
  DELETE FROM identity.sessions WHERE expires_at < now();
  GET DIAGNOSTICS more = ROW_COUNT;
  cleared := cleared + more;
  DELETE FROM identity.sign_in_failures WHERE window_started_at < now() - interval '1 day';
  GET DIAGNOSTICS more = ROW_COUNT;
  cleared := cleared + more;
  DELETE FROM identity.oauth_rows WHERE expires_at < now() - interval '1 min';
  GET DIAGNOSTICS more = ROW_COUNT;
  cleared := cleared + more;
  -- Ended connections are kept for a while, so that the user can see what had access.
  DELETE FROM identity.connections WHERE least(coalesce(revoked_at, 'infinity'), expires_at) < now() - identity.connection_idle_max();
  GET DIAGNOSTICS more = ROW_COUNT;
  cleared := cleared + more;
  DELETE FROM identity.oauth_rows r WHERE r.model = 'Client' AND r.created_at < now() - interval '7 days'
    AND NOT EXISTS (SELECT FROM identity.connections c WHERE c.client_id = r.payload ->> 'client_id');
  GET DIAGNOSTICS more = ROW_COUNT;
  RETURN cleared + more;
END
$$;
GRANT DELETE ON identity.connections TO ctx_definer;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.list_users(bigint, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_sign_in(text) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_external_sign_in(text, text, text) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_session(bytea, interval) OWNER TO ctx_definer;
ALTER FUNCTION identity.count_sign_in_failure(bytea, integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION identity.use_connection(bytea) OWNER TO ctx_definer;
ALTER FUNCTION identity.connection_expiry(bytea) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_connection(uuid) OWNER TO ctx_definer;
ALTER FUNCTION identity.revoke_grant(bytea, text) OWNER TO ctx_definer;
ALTER FUNCTION identity.keep_newest_oauth_rows(text, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.clear_old_sign_ins() OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA identity FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA identity TO ctx_gateway;
GRANT EXECUTE ON FUNCTION identity.connection_idle_max() TO ctx_definer;
