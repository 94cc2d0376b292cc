-- Up Migration

-- The id that the operator's own system has for a user (ADR 69), with which a user can be created again without creating two.
ALTER TABLE identity.users ADD COLUMN external_id text UNIQUE CHECK (external_id ~ '^[!-~]{1,200}$');

-- Finds the users with an e-mail address or an external id, which may be two.
CREATE FUNCTION identity.find_users(given_email text, given_external_id text)
  RETURNS TABLE (user_id bigint, has_external_id boolean)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 2
BEGIN ATOMIC
  SELECT u.user_id, u.external_id IS NOT DISTINCT FROM given_external_id AND given_external_id IS NOT NULL FROM identity.users u
    WHERE u.email_folded = lower(given_email) OR u.external_id = given_external_id;
END;

-- As list_users, which the release before calls, with the external id.
CREATE FUNCTION identity.users_after(after_user_id bigint, page_size integer)
  RETURNS TABLE (user_id bigint, email text, external_id text, plan text, betas text[], created_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT u.user_id, u.email, u.external_id, u.plan, u.betas, u.created_at FROM identity.users u
    WHERE u.user_id > after_user_id ORDER BY u.user_id LIMIT page_size;
END;

-- Adds paid years to the user of the transaction, so that a user and the years are created together. Waits for the user's other changes
-- only where a year is missing.
CREATE FUNCTION app.add_paid_years(added integer[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  own_user_id bigint := app.current_user_id();
BEGIN
  IF added <@ ARRAY(SELECT y.year FROM facts.years y WHERE y.user_id = own_user_id AND y.paid) THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(own_user_id);
  INSERT INTO facts.years (user_id, year, paid) SELECT own_user_id, each, true FROM unnest(added) AS given (each)
    ON CONFLICT (user_id, year) DO UPDATE SET paid = true;
END
$$;

GRANT CREATE ON SCHEMA identity, app TO ctx_definer;
ALTER FUNCTION identity.find_users(text, text) OWNER TO ctx_definer;
ALTER FUNCTION identity.users_after(bigint, integer) OWNER TO ctx_definer;
ALTER FUNCTION app.add_paid_years(integer[]) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity, app FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.find_users(text, text), identity.users_after(bigint, integer), app.add_paid_years(integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.find_users(text, text), identity.users_after(bigint, integer), app.add_paid_years(integer[]) TO ctx_gateway;
