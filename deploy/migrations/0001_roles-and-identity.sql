-- Up Migration

-- One role per service with exactly the rights it needs. `ctx_definer` owns the few functions that must see more than one user;
-- it cannot log in (architecture.md, "Who owns what"). The operator sets the passwords; migrations contain none.
DO $$
DECLARE
  service_role text;
BEGIN
  FOREACH service_role IN ARRAY ARRAY['ctx_gateway', 'ctx_read', 'ctx_corrections', 'ctx_recalc'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service_role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', service_role);
    END IF;
  END LOOP;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ctx_definer') THEN
    CREATE ROLE ctx_definer NOLOGIN NOSUPERUSER BYPASSRLS;
  END IF;
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;

CREATE SCHEMA identity;
GRANT USAGE ON SCHEMA identity TO ctx_gateway, ctx_definer;

-- The user whose rows a transaction may access. Null outside such a transaction, so that queries without it return nothing.
CREATE SCHEMA app;
GRANT USAGE ON SCHEMA app TO ctx_gateway, ctx_read, ctx_corrections, ctx_recalc, ctx_definer;
CREATE FUNCTION app.current_user_id() RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.user_id', true), '')::bigint;

CREATE TABLE identity.users (
  user_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_folded text GENERATED ALWAYS AS (lower(email)) STORED UNIQUE,
  plan text NOT NULL CHECK (plan IN ('pro', 'free')),
  betas text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
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
  last_used_at timestamptz
);
CREATE INDEX tokens_by_user ON identity.tokens (user_id, created_at);

-- A minute starts with its first request and lasts 60 seconds by this database's clock (decisions.md, Requests 7). UNLOGGED: a
-- crash may lose the counts, and no request waits for the disk.
CREATE UNLOGGED TABLE identity.request_counts (
  token_id uuid PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  requests integer NOT NULL
);
CREATE INDEX request_counts_by_age ON identity.request_counts (window_started_at);

CREATE UNLOGGED TABLE identity.failure_counts (
  address inet PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  failures integer NOT NULL
);
CREATE INDEX failure_counts_by_age ON identity.failure_counts (window_started_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA identity TO ctx_gateway;
GRANT SELECT ON identity.users TO ctx_definer;
GRANT SELECT, UPDATE ON identity.tokens TO ctx_definer;
GRANT SELECT, INSERT, UPDATE ON identity.request_counts, identity.failure_counts TO ctx_definer;

ALTER TABLE identity.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.users FORCE ROW LEVEL SECURITY;
ALTER TABLE identity.tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.users USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON identity.tokens USING (user_id = app.current_user_id());
-- A new user first takes its id, then inserts its row as that user.
GRANT USAGE ON SEQUENCE identity.users_user_id_seq TO ctx_gateway;

CREATE FUNCTION identity.count_failure(
  client_address inet, failures_max integer,
  OUT failures integer, OUT retry_after_seconds integer
)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  -- An IPv6 client has its own /64 of addresses.
  INSERT INTO identity.failure_counts AS f
  VALUES (CASE family(client_address) WHEN 6 THEN set_masklen(client_address, 64)::cidr::inet ELSE client_address END, now(), 1)
  ON CONFLICT (address) DO UPDATE SET
    window_started_at = CASE WHEN f.window_started_at <= now() - interval '60 s' THEN now() ELSE f.window_started_at END,
    failures = CASE WHEN f.window_started_at <= now() - interval '60 s' THEN 1 ELSE least(f.failures + 1, failures_max + 1) END
  RETURNING f.failures, greatest(1, ceil(extract(epoch FROM f.window_started_at + interval '60 s' - now())))::integer;
END;

-- Admits a request in one statement: the token, its user's plan and betas, its scopes, and its position in the minute. No row for
-- an unknown, revoked or expired token. Rejected requests do not extend the minute.
CREATE FUNCTION identity.admit(token_hash bytea, requests_max integer)
  RETURNS TABLE (
    user_id bigint, token_id uuid, token_name text, scopes text[], email text, plan text, betas text[],
    requests integer, reset_seconds integer
  )
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
AS $$
#variable_conflict use_column
BEGIN
  SELECT u.user_id, t.token_id, t.name, t.scopes, u.email, u.plan, u.betas
    INTO user_id, token_id, token_name, scopes, email, plan, betas
    FROM identity.tokens t JOIN identity.users u ON u.user_id = t.user_id
    WHERE t.secret_hash = token_hash AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now());
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO identity.request_counts AS c VALUES (admit.token_id, now(), 1)
  ON CONFLICT (token_id) DO UPDATE SET
    window_started_at = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN now() ELSE c.window_started_at END,
    requests = CASE WHEN c.window_started_at <= now() - interval '60 s' THEN 1 ELSE least(c.requests + 1, requests_max + 1) END
  RETURNING c.requests, greatest(1, ceil(extract(epoch FROM c.window_started_at + interval '60 s' - now())))::integer
    INTO requests, reset_seconds;
  -- At most once a minute: with the first request of a window.
  IF requests = 1 THEN
    UPDATE identity.tokens t SET last_used_at = now() WHERE t.token_id = admit.token_id;
  END IF;
  RETURN NEXT;
END
$$;

CREATE FUNCTION identity.list_users(after_user_id bigint, page_size integer) RETURNS SETOF identity.users
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT * FROM identity.users WHERE user_id > after_user_id ORDER BY user_id LIMIT page_size;
END;

-- Revokes a token by its id alone, so that the operator need not know the user.
CREATE FUNCTION identity.revoke_token(revoked_token_id uuid) RETURNS SETOF identity.tokens
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE identity.tokens SET revoked_at = coalesce(revoked_at, now()) WHERE token_id = revoked_token_id RETURNING *;
END;

-- Counts of past minutes are not used any more.
CREATE FUNCTION identity.clear_old_counts() RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH requests AS (DELETE FROM identity.request_counts WHERE window_started_at < now() - interval '5 min' RETURNING 1),
       failures AS (DELETE FROM identity.failure_counts WHERE window_started_at < now() - interval '5 min' RETURNING 1)
  SELECT ((SELECT count(*) FROM requests) + (SELECT count(*) FROM failures))::integer;
END;
GRANT DELETE ON identity.request_counts, identity.failure_counts TO ctx_definer;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.count_failure(inet, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.admit(bytea, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.list_users(bigint, integer) OWNER TO ctx_definer;
ALTER FUNCTION identity.revoke_token(uuid) OWNER TO ctx_definer;
ALTER FUNCTION identity.clear_old_counts() OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA identity FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA identity TO ctx_gateway;
