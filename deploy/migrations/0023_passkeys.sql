-- Up Migration

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

ALTER TABLE identity.passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.passkeys FORCE ROW LEVEL SECURITY;
ALTER TABLE identity.recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.recovery_codes FORCE ROW LEVEL SECURITY;
ALTER TABLE identity.passkey_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE identity.passkey_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON identity.passkeys USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON identity.recovery_codes USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON identity.passkey_steps USING (user_id = app.current_user_id());
GRANT SELECT, INSERT, UPDATE, DELETE ON identity.passkeys, identity.passkey_steps TO ctx_gateway;
GRANT SELECT, INSERT, DELETE ON identity.recovery_codes TO ctx_gateway;

-- Finds the sign-in that waits for a passkey by the browser's secret, which is all that is known at that point.
CREATE FUNCTION identity.find_waiting_sign_in(step_hash bytea) RETURNS TABLE (user_id bigint, email text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT u.user_id, u.email FROM identity.passkey_steps s JOIN identity.users u ON u.user_id = s.user_id
    WHERE s.secret_hash = step_hash AND s.kind = 'SIGN_IN' AND s.expires_at > now();
END;

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

-- Erasing a user erases these rows too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'identity.sessions'$list$,
    $list$'identity.passkey_steps', 'identity.recovery_codes', 'identity.passkeys', 'identity.sessions'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name identity.sessions';
  END IF;
  EXECUTE after;
END
$$;

GRANT SELECT, DELETE ON identity.passkey_steps TO ctx_definer;
GRANT SELECT (user_id), DELETE ON identity.passkeys, identity.recovery_codes TO ctx_definer;
GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.find_waiting_sign_in(bytea) OWNER TO ctx_definer;
ALTER FUNCTION identity.clear_passkey_steps(integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.find_waiting_sign_in(bytea), identity.clear_passkey_steps(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_waiting_sign_in(bytea), identity.clear_passkey_steps(integer) TO ctx_gateway;
