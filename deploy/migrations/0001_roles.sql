-- Up Migration

-- The roles of the services, the schemas, and the rule behind row security: a transaction sees the rows of one user.

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

-- Imports and runs stage rows in temporary tables. No other role needs one.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO ctx_corrections, ctx_recalc', current_database());
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- Users, their tokens, sessions and connected apps: written by the gateway.
CREATE SCHEMA identity;
GRANT USAGE ON SCHEMA identity TO ctx_gateway, ctx_definer;

-- Imported facts: accounts, events, prices. Written by corrections.
CREATE SCHEMA facts;
GRANT USAGE ON SCHEMA facts TO ctx_read, ctx_corrections, ctx_recalc, ctx_definer;

-- Users' corrections and their log, and the state of recalculations. Written by corrections and recalc.
CREATE SCHEMA corrections;
GRANT USAGE ON SCHEMA corrections TO ctx_read, ctx_corrections, ctx_recalc, ctx_definer;

-- Figures that recalc computes from facts and corrections.
CREATE SCHEMA figures;
GRANT USAGE ON SCHEMA figures TO ctx_gateway, ctx_read, ctx_corrections, ctx_recalc, ctx_definer;

-- Functions that concern all schemas: the user of a transaction, and the erasure of a user.
CREATE SCHEMA app;
GRANT USAGE ON SCHEMA app TO ctx_gateway, ctx_read, ctx_corrections, ctx_recalc, ctx_definer;

-- The user whose rows a transaction may access. Null outside such a transaction, so that queries without it return nothing.
CREATE FUNCTION app.current_user_id() RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.user_id', true), '')::bigint;

-- A service is ready once the migrations of its release have run, so it may read which ones have (ADR 16). The migration program
-- creates this schema.
GRANT USAGE ON SCHEMA migrations TO ctx_gateway, ctx_read, ctx_corrections, ctx_recalc;
GRANT SELECT (name) ON migrations.migrations TO ctx_gateway, ctx_read, ctx_corrections, ctx_recalc;
