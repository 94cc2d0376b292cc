-- Settings that the services send when they connect, and that PgBouncer in transaction mode does not pass on to PostgreSQL
-- (docs/operations/databases.md, "PgBouncer"). Run it as a superuser or as the owner of the roles, and again after you create another login
-- for a service. A direct connection keeps the settings that the service sends.
DO $$
DECLARE
  login text;
BEGIN
  FOR login IN SELECT rolname FROM pg_roles
    WHERE rolcanlogin AND rolname ~ '^ctx_(gateway|read|corrections|recalc)(_|$)'
  LOOP
    EXECUTE format('ALTER ROLE %I SET TimeZone = ''UTC''', login);
    EXECUTE format('ALTER ROLE %I SET DateStyle = ''ISO''', login);
    EXECUTE format('ALTER ROLE %I SET statement_timeout = 5000', login);
    EXECUTE format('ALTER ROLE %I SET lock_timeout = 2000', login);
    EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = 10000', login);
    -- Logins for poolers without `connect_query`: imports and recalculations, whose statements may take 10 minutes …
    IF login ~ '_long$' THEN
      EXECUTE format('ALTER ROLE %I SET statement_timeout = 600000', login);
      EXECUTE format('ALTER ROLE %I SET lock_timeout = 60000', login);
      EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = 600000', login);
    END IF;
    -- … and counts of requests, which may be lost in a crash.
    IF login ~ '_counts$' THEN
      EXECUTE format('ALTER ROLE %I SET synchronous_commit = off', login);
    END IF;
  END LOOP;
END
$$;
