-- Up Migration

-- Who may use the service: users, their passwords and passkeys, sessions, tokens and connected apps, with the limits on each
-- (decisions.md, "OAuth and settings"). Random secrets are stored as SHA-256 and passwords as argon2id, so a reader of this schema
-- cannot use them.

-- === Users and tokens ===

CREATE TABLE identity.users (
  user_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_folded text GENERATED ALWAYS AS (lower(email)) STORED UNIQUE,
  plan text NOT NULL CHECK (plan IN ('pro', 'free')),
  betas text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An argon2id PHC string; null for users who sign in at the platform's OpenID provider or never.
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  -- Attempts with a wrong password since the last correct one (NIST SP 800-63B-4 §3.2.2). Unlike identity.sign_in_failures, it is not
  -- limited to windows of seconds and minutes.
  password_failures integer NOT NULL DEFAULT 0,
  -- WebAuthn's user handle: 32 random bytes, so that no authenticator and no other site learns or guesses who the user is. Null until
  -- the user adds a passkey. A passkey keeps the handle that it was created with; signing in does not use it.
  passkey_handle bytea
);

CREATE TABLE identity.tokens (
  token_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  -- SHA-256 of the whole token. The secret has 190 bits, so it needs no salt and no slow hash.
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  scopes text[] NOT NULL CHECK (scopes IN ('{read}', '{read,write}')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The first characters of a token, by which its owner recognises it in the list: 'ctx_' and 4 of its 32 random characters. The
  -- other 28 have 166 bits.
  prefix text NOT NULL CHECK (prefix ~ '^ctx_[0-9A-Za-z]{4}$')
);
CREATE INDEX tokens_by_user ON identity.tokens (user_id, created_at);

CREATE FUNCTION identity.list_users(after_user_id bigint, page_size integer)
  RETURNS TABLE (user_id bigint, email text, plan text, betas text[], created_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT u.user_id, u.email, u.plan, u.betas, u.created_at FROM identity.users u
    WHERE u.user_id > after_user_id ORDER BY u.user_id LIMIT page_size;
END;

-- Revokes a token by its id alone, so that the operator need not know the user.
CREATE FUNCTION identity.revoke_token(revoked_token_id uuid) RETURNS SETOF identity.tokens
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE identity.tokens SET revoked_at = coalesce(revoked_at, now()) WHERE token_id = revoked_token_id RETURNING *;
END;

-- === Sign-in ===

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

-- Failed sign-ins of an account or an address. The key is the SHA-256 of what it counts. UNLOGGED: a crash may lose the counts, and no
-- request waits for the disk.
CREATE UNLOGGED TABLE identity.sign_in_failures (
  key_hash bytea PRIMARY KEY CHECK (octet_length(key_hash) = 32),
  window_started_at timestamptz NOT NULL,
  failures integer NOT NULL
);
CREATE INDEX sign_in_failures_by_age ON identity.sign_in_failures (window_started_at);

-- Finds a user by e-mail address for sign-in. Returns the password hash, which the gateway compares.
CREATE FUNCTION identity.find_sign_in(given_email text)
  RETURNS TABLE (user_id bigint, password_hash text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT u.user_id, u.password_hash FROM identity.users u WHERE u.email_folded = lower(given_email);
END;

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

-- Removes external logins of a user: all, or the login of one subject. Returns the removed logins.
CREATE FUNCTION identity.unlink_external_logins(unlinked_user_id bigint, unlinked_subject text)
  RETURNS SETOF identity.external_logins
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  DELETE FROM identity.external_logins l
    WHERE l.user_id = unlinked_user_id AND (unlinked_subject IS NULL OR l.subject = unlinked_subject) RETURNING l.*;
END;

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

-- === Passkeys ===

-- Second factors of users who sign in with a password: passkeys (WebAuthn Level 3), and recovery codes for lost passkeys.
CREATE TABLE identity.passkeys (
  passkey_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  -- COSE key; not a secret.
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  -- Transports of the passkey: usb, nfc, internal, …
  transports text[] NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON identity.passkeys (user_id, created_at);

CREATE TABLE identity.recovery_codes (
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  -- SHA-256 of 120 random bits. A used code is deleted.
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, code_hash)
);

-- Steps that wait for a passkey: a sign-in with a correct password, or the registration of a passkey.
CREATE TABLE identity.passkey_steps (
  -- SHA-256 of the browser's secret.
  secret_hash bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('SIGN_IN', 'ADD')),
  -- The challenge that the passkey must sign; null once it was answered.
  challenge text,
  -- Name of the passkey that is being registered.
  name text,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_steps_by_user ON identity.passkey_steps (user_id);
CREATE INDEX passkey_steps_by_expiry ON identity.passkey_steps (expires_at);

-- Finds the sign-in that waits for a passkey by the browser's secret, which is all that is known at that point.
CREATE FUNCTION identity.find_waiting_sign_in(step_hash bytea) RETURNS TABLE (user_id bigint, email text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT u.user_id, u.email FROM identity.passkey_steps s JOIN identity.users u ON u.user_id = s.user_id
    WHERE s.secret_hash = step_hash AND s.kind = 'SIGN_IN' AND s.expires_at > now();
END;

-- === Connected apps (OAuth) ===

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
  -- The network that created a row before sign-in: the /24 of an IPv4 address or the /48 of an IPv6 address. Null for rows of signed-in
  -- users.
  network cidr,
  -- For a used refresh token: SHA-256 of the one token that replaces it, as first derived.
  successor_hash bytea,
  -- For a grant: refreshes in the hour that started at `refreshes_since`.
  refreshes integer,
  refreshes_since timestamptz,
  -- An app cannot choose how long its rows are kept. Refresh tokens expire after their use, not after a fixed lifetime.
  CONSTRAINT oauth_rows_lifetime CHECK (model = 'RefreshToken' OR expires_at <= created_at + interval '2 hours'),
  PRIMARY KEY (model, id_hash)
);
CREATE INDEX oauth_rows_by_grant ON identity.oauth_rows (grant_hash);
CREATE INDEX oauth_rows_by_expiry ON identity.oauth_rows (expires_at) WHERE expires_at IS NOT NULL;
-- A connection keeps its newest access token as long as it lives, so that an expired one is known to belong to it. The connection's end
-- deletes it, and the gateway deletes older ones when it issues the next.
CREATE INDEX oauth_rows_to_clear ON identity.oauth_rows (expires_at)
  WHERE expires_at IS NOT NULL AND (model <> 'AccessToken' OR grant_hash IS NULL);
CREATE INDEX oauth_clients_by_age ON identity.oauth_rows (created_at) WHERE model = 'Client';
-- Used client assertions are counted per client.
CREATE INDEX oauth_assertions_by_client ON identity.oauth_rows ((payload ->> 'iss')) WHERE model = 'ReplayDetection';

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

-- Returns when a connection expires: null when it does not exist, is revoked or has expired.
CREATE FUNCTION identity.connection_expiry(asked_grant_hash bytea) RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT c.expires_at FROM identity.connections c
    WHERE c.grant_hash = asked_grant_hash AND c.revoked_at IS NULL AND c.expires_at > now();
END;

-- Returns whether any user has connected this app.
CREATE FUNCTION identity.is_client_connected(asked_client_id text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT EXISTS (SELECT FROM identity.connections c
    WHERE c.client_id = asked_client_id AND c.revoked_at IS NULL AND c.expires_at > now());
END;

-- Finds a connection by its id alone, so that the operator who revokes it need not know the user.
CREATE FUNCTION identity.find_connection(asked_connection_id uuid) RETURNS SETOF identity.connections
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT * FROM identity.connections WHERE connection_id = asked_connection_id;
END;

-- Deletes the rows above `rows_max` of a model that anybody can fill without signing in. Every network keeps its newest rows, and
-- the networks with the most rows lose theirs first, so that one network cannot push out the others. Apps in use do not count.
-- Returns the number of deleted rows.
CREATE FUNCTION identity.evict_oauth_rows(full_model text, rows_max integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH ranked AS (
    SELECT r.id_hash, r.created_at, row_number() OVER (PARTITION BY r.network ORDER BY r.created_at DESC) AS place
      FROM identity.oauth_rows r
      WHERE r.model = full_model
        AND NOT EXISTS (SELECT FROM identity.connections c WHERE c.client_id = r.payload ->> 'client_id')
  ), beyond AS (
    SELECT id_hash FROM ranked ORDER BY place, created_at DESC OFFSET rows_max
  ), gone AS (
    DELETE FROM identity.oauth_rows r USING beyond b WHERE r.model = full_model AND r.id_hash = b.id_hash RETURNING 1
  )
  SELECT count(*)::integer FROM gone;
END;

-- === The log of access ===

-- Log of sign-ins, created and revoked tokens, connected and revoked apps. The service lists the actions, not a constraint: a new
-- action would have to replace it while services of two versions write.
CREATE TABLE identity.access_log (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  -- Name of the token or the app.
  target text,
  -- Origin of the action: settings, or the operator's command line.
  via text NOT NULL,
  -- Where a sign-in, a new token or a connected app came from: the browser family, and the truncated network.
  browser text,
  network text,
  -- Repeated failed sign-ins are one row with their number and the time of the last one.
  times integer NOT NULL DEFAULT 1,
  last_at timestamptz
);
CREATE INDEX access_log_by_user ON identity.access_log (user_id, entry_id DESC);
CREATE INDEX access_log_of_failures ON identity.access_log (user_id, at) WHERE action = 'SIGN_IN_FAILED';
-- The log grows in time order, so a small BRIN index finds old rows.
CREATE INDEX access_log_by_age ON identity.access_log USING brin (at);

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

-- === Admission: who makes a request, and how many a minute ===

-- A minute starts with its first request and lasts 60 seconds by this database's clock (decisions.md, Requests 7). UNLOGGED: a
-- crash may lose the counts, and no request waits for the disk.
CREATE UNLOGGED TABLE identity.request_counts (
  token_id uuid PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  requests integer NOT NULL
);
CREATE INDEX request_counts_by_age ON identity.request_counts (window_started_at);

-- Failed authentications of a network.
CREATE UNLOGGED TABLE identity.failure_counts (
  address inet PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  failures integer NOT NULL
);
CREATE INDEX failure_counts_by_age ON identity.failure_counts (window_started_at);

-- Admits many requests at once: a busy replica sends those that arrived together. Returns for each valid token its user with plan and
-- betas, its scopes, its position in the minute, and the version of the user's readable data, so that a cached response can be reused.
-- `place` is the position of the token in the list; unknown, revoked and expired tokens are left out. The rate limit and the name of an
-- app's access token are those of its connection. Rejected requests do not extend the minute.
CREATE FUNCTION identity.admit_all(token_hashes bytea[], requests_max integer)
  RETURNS TABLE (
    place bigint, user_id bigint, token_id uuid, token_name text, scopes text[], email text, plan text, betas text[],
    requests integer, reset_seconds integer, version text
  )
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  -- Reads a few rows by key, independent of the planner's estimate for the list. With a fresh plan that joined whole tables, one
  -- token took 2 ms instead of 0.4 ms.
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH asked AS (
    SELECT a.hash, a.place FROM unnest(token_hashes) WITH ORDINALITY AS a (hash, place)
  ), admitted AS MATERIALIZED (
    SELECT a.place, t.user_id, t.token_id, t.name AS token_name, t.scopes, false AS is_app
      FROM asked a JOIN identity.tokens t ON t.secret_hash = a.hash
      WHERE t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
    UNION ALL
    -- A refresh may have requested fewer scopes than granted.
    SELECT a.place, c.user_id, c.connection_id, c.app_name,
        CASE WHEN 'write' = ANY (string_to_array(r.payload ->> 'scope', ' ')) THEN c.scopes ELSE '{read}' END, true
      FROM asked a
      JOIN identity.oauth_rows r ON r.model = 'AccessToken' AND r.id_hash = a.hash AND r.expires_at > now()
      JOIN identity.connections c ON c.grant_hash = r.grant_hash AND c.revoked_at IS NULL AND c.expires_at > now()
  ), counted AS (
    -- In the order of their ids, so that two replicas that admit the same tokens cannot deadlock.
    INSERT INTO identity.request_counts AS c
      SELECT a.token_id, now(), count(*) FROM admitted a GROUP BY a.token_id ORDER BY a.token_id
    ON CONFLICT (token_id) DO UPDATE SET
      window_started_at = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN now() ELSE c.window_started_at END,
      requests = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN excluded.requests
                      ELSE least(c.requests, requests_max) + excluded.requests END
    RETURNING c.token_id, c.requests,
      greatest(1, ceil(extract(epoch FROM c.window_started_at + interval '60 s' - now())))::integer AS reset_seconds
  ), numbered AS (
    SELECT a.*, c.reset_seconds,
        c.requests - count(*) OVER of_token + row_number() OVER (of_token ORDER BY a.place) AS number
      FROM admitted a JOIN counted c ON c.token_id = a.token_id
      WINDOW of_token AS (PARTITION BY a.token_id)
  ),
  -- At most once a minute: with the first request of a window.
  tokens_used AS (
    UPDATE identity.tokens t SET last_used_at = now()
      FROM numbered n WHERE n.number = 1 AND NOT n.is_app AND t.token_id = n.token_id
  ), connections_used AS (
    UPDATE identity.connections c SET last_used_at = now(), expires_at = now() + identity.connection_idle_max()
      FROM numbered n WHERE n.number = 1 AND n.is_app AND c.connection_id = n.token_id
  )
  SELECT n.place, n.user_id, n.token_id, n.token_name, n.scopes, u.email, u.plan, u.betas,
      least(n.number, requests_max + 1)::integer, n.reset_seconds, corrections.version_of(s)
    FROM numbered n
    JOIN identity.users u ON u.user_id = n.user_id
    LEFT JOIN corrections.recalc_state s ON s.user_id = n.user_id;
END
$$;

-- Counts a request of a token or connection as several: `more` in addition to the one that admission counted. Returns the count of the
-- minute, which exceeds `requests_max` if the budget does not suffice, and the seconds until the minute ends.
CREATE FUNCTION identity.charge_request(charged_token_id uuid, more integer, requests_max integer)
  RETURNS TABLE (requests integer, reset_seconds integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
  INSERT INTO identity.request_counts AS c VALUES (charged_token_id, now(), more)
  ON CONFLICT (token_id) DO UPDATE SET
    window_started_at = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN now() ELSE c.window_started_at END,
    requests = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN excluded.requests
                    ELSE least(c.requests, requests_max) + excluded.requests END
  RETURNING least(c.requests, requests_max + 1),
    greatest(1, ceil(extract(epoch FROM c.window_started_at + interval '60 s' - now())))::integer;
$$;

-- Returns the places in the list of those access tokens that have expired and belong to a connection that is still live: their app
-- refreshes them, so they are no failed authentication.
CREATE FUNCTION identity.expired_app_tokens(token_hashes bytea[]) RETURNS SETOF bigint
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
AS $$
  SELECT a.place FROM unnest(token_hashes) WITH ORDINALITY AS a (hash, place)
    JOIN identity.oauth_rows r ON r.model = 'AccessToken' AND r.id_hash = a.hash AND r.expires_at <= now()
    JOIN identity.connections c ON c.grant_hash = r.grant_hash AND c.revoked_at IS NULL AND c.expires_at > now();
$$;

-- Counts a failed authentication for each network of an address, given as prefix lengths. Returns each count in the given order,
-- and the end of its minute. The widest network comes first and the order is fixed, so that two calls cannot deadlock.
CREATE FUNCTION identity.count_failures(client_address inet, network_bits integer[], failures_max integer[])
  RETURNS TABLE (failures integer, retry_after_seconds integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 2
AS $$
#variable_conflict use_column
BEGIN
  FOR position IN 1 .. cardinality(network_bits) LOOP
    INSERT INTO identity.failure_counts AS f
    VALUES (set_masklen(client_address::cidr, network_bits[position])::inet, now(), 1)
    ON CONFLICT (address) DO UPDATE SET
      window_started_at = CASE WHEN f.window_started_at <= now() - interval '60 s' THEN now() ELSE f.window_started_at END,
      failures = CASE WHEN f.window_started_at <= now() - interval '60 s' THEN 1
        ELSE least(f.failures + 1, failures_max[position] + 1) END
    RETURNING f.failures, greatest(1, ceil(extract(epoch FROM f.window_started_at + interval '60 s' - now())))::integer
      INTO failures, retry_after_seconds;
    RETURN NEXT;
  END LOOP;
END
$$;

-- === Cleanup ===

-- Deletes expired rows of one kind in batches, so that no statement locks many rows, for a backlog of any size. Returns the number of
-- deleted rows; fewer than `rows_max` when none are left. Conditions are checked twice, so that a row that was renewed in between is
-- kept.
CREATE FUNCTION identity.clear_old(kind text, rows_max integer, older_than interval DEFAULT NULL) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  cleared integer;
BEGIN
  CASE kind
    -- Counts of past minutes are not used any more.
    WHEN 'request_counts' THEN
      DELETE FROM identity.request_counts WHERE window_started_at < now() - interval '5 min' AND token_id IN (
        SELECT c.token_id FROM identity.request_counts c WHERE c.window_started_at < now() - interval '5 min'
        ORDER BY c.window_started_at LIMIT rows_max);
    WHEN 'failure_counts' THEN
      DELETE FROM identity.failure_counts WHERE window_started_at < now() - interval '5 min' AND address IN (
        SELECT c.address FROM identity.failure_counts c WHERE c.window_started_at < now() - interval '5 min'
        ORDER BY c.window_started_at LIMIT rows_max);
    WHEN 'sign_in_failures' THEN
      DELETE FROM identity.sign_in_failures WHERE window_started_at < now() - interval '1 day' AND key_hash IN (
        SELECT f.key_hash FROM identity.sign_in_failures f WHERE f.window_started_at < now() - interval '1 day'
        ORDER BY f.window_started_at LIMIT rows_max);
    WHEN 'sessions' THEN
      DELETE FROM identity.sessions WHERE expires_at < now() AND secret_hash IN (
        SELECT s.secret_hash FROM identity.sessions s WHERE s.expires_at < now() ORDER BY s.expires_at LIMIT rows_max);
    -- Codes, tokens, interactions. An access token is kept with its connection (oauth_rows_to_clear).
    WHEN 'oauth_rows' THEN
      DELETE FROM identity.oauth_rows WHERE expires_at < now() - interval '1 min' AND (model, id_hash) IN (
        (SELECT r.model, r.id_hash FROM identity.oauth_rows r
          WHERE r.expires_at < now() - interval '1 min' AND (r.model <> 'AccessToken' OR r.grant_hash IS NULL)
          ORDER BY r.expires_at LIMIT rows_max)
        UNION ALL
        (SELECT r.model, r.id_hash FROM identity.oauth_rows r WHERE r.expires_at < now() - identity.connection_idle_max()
          ORDER BY r.expires_at LIMIT rows_max)
        LIMIT rows_max);
    -- Ended connections are kept for a while, so that the user can see what had access.
    WHEN 'connections' THEN
      DELETE FROM identity.connections
      WHERE least(coalesce(revoked_at, 'infinity'), expires_at) < now() - identity.connection_idle_max() AND connection_id IN (
        SELECT c.connection_id FROM identity.connections c
        WHERE least(coalesce(c.revoked_at, 'infinity'), c.expires_at) < now() - identity.connection_idle_max() LIMIT rows_max);
    -- Clients that were not connected within a week, or that have no connection any more.
    WHEN 'clients' THEN
      DELETE FROM identity.oauth_rows r WHERE r.model = 'Client'
        AND NOT EXISTS (SELECT FROM identity.connections c WHERE c.client_id = r.payload ->> 'client_id')
        AND r.id_hash IN (
          SELECT o.id_hash FROM identity.oauth_rows o WHERE o.model = 'Client' AND o.created_at < now() - interval '7 days'
            AND NOT EXISTS (SELECT FROM identity.connections c WHERE c.client_id = o.payload ->> 'client_id')
          ORDER BY o.created_at LIMIT rows_max);
    WHEN 'access_log' THEN
      DELETE FROM identity.access_log WHERE entry_id IN (
        SELECT l.entry_id FROM identity.access_log l WHERE l.at < now() - older_than LIMIT rows_max);
    ELSE RAISE EXCEPTION 'nothing of kind % is cleared here', kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  GET DIAGNOSTICS cleared = ROW_COUNT;
  RETURN cleared;
END
$$;

CREATE FUNCTION identity.clear_passkey_steps(rows_max integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM identity.passkey_steps WHERE expires_at < now() AND secret_hash IN (
      SELECT s.secret_hash FROM identity.passkey_steps s WHERE s.expires_at < now() ORDER BY s.expires_at LIMIT rows_max)
    RETURNING 1
  )
  SELECT count(*)::integer FROM gone;
END;

-- === Rights ===

-- Rows of a user, for that user alone. The other tables have no user before sign-in: request and failure counts, OAuth rows.
DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY[
    'users', 'tokens', 'external_logins', 'sessions', 'connections', 'access_log', 'passkeys', 'recovery_codes', 'passkey_steps'
  ] LOOP
    EXECUTE format('ALTER TABLE identity.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE identity.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON identity.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON identity.users, identity.tokens, identity.request_counts, identity.failure_counts,
  identity.oauth_rows, identity.passkeys, identity.passkey_steps TO ctx_gateway;
GRANT SELECT, INSERT, DELETE ON identity.sessions, identity.recovery_codes TO ctx_gateway;
GRANT SELECT, INSERT ON identity.connections, identity.access_log TO ctx_gateway;
-- The gateway exports the user's sign-in data.
GRANT SELECT ON identity.external_logins TO ctx_gateway;
-- A new user first takes its id, then inserts its row as that user.
GRANT USAGE ON SEQUENCE identity.users_user_id_seq TO ctx_gateway;

-- The functions do for the gateway what its role has no right to do, with these rights.
GRANT SELECT ON identity.users TO ctx_definer;
GRANT UPDATE (password_failures) ON identity.users TO ctx_definer;
GRANT SELECT, UPDATE ON identity.tokens TO ctx_definer;
GRANT SELECT, INSERT, UPDATE ON identity.external_logins TO ctx_definer;
GRANT SELECT, UPDATE, DELETE ON identity.sessions, identity.connections TO ctx_definer;
GRANT SELECT, DELETE ON identity.oauth_rows, identity.passkey_steps TO ctx_definer;
GRANT SELECT, INSERT, UPDATE ON identity.access_log TO ctx_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.request_counts, identity.failure_counts, identity.sign_in_failures TO ctx_definer;

-- All of them belong to ctx_definer, except the one that reads no table.
GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.list_users(bigint, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.revoke_token(uuid) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_sign_in(text) OWNER TO ctx_definer;
ALTER FUNCTION identity.attempt_password(text, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.count_sign_in_failure(bytea, integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_external_login(text, text, text) OWNER TO ctx_definer;
ALTER FUNCTION identity.unlink_external_logins(bigint, text) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_session(bytea, interval) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_waiting_sign_in(bytea) OWNER TO ctx_definer;
ALTER FUNCTION identity.use_connection(bytea) OWNER TO ctx_definer;
ALTER FUNCTION identity.connection_expiry(bytea) OWNER TO ctx_definer;
ALTER FUNCTION identity.is_client_connected(text) OWNER TO ctx_definer;
ALTER FUNCTION identity.find_connection(uuid) OWNER TO ctx_definer;
ALTER FUNCTION identity.evict_oauth_rows(text, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.log_failed_sign_in(text, text, text, text, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.revoke_grant(bytea, text) OWNER TO ctx_definer;
ALTER FUNCTION identity.admit_all(bytea[], integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.charge_request(uuid, integer, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.expired_app_tokens(bytea[]) OWNER TO ctx_definer;
ALTER FUNCTION identity.count_failures(inet, integer[], integer[]) OWNER TO ctx_definer;
ALTER FUNCTION identity.clear_old(text, integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION identity.clear_passkey_steps(integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA identity FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA identity TO ctx_gateway;
GRANT EXECUTE ON FUNCTION identity.connection_idle_max() TO ctx_definer;
