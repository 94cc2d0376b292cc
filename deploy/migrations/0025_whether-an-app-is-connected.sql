-- Up Migration

-- Whether any user has connected this app.
CREATE FUNCTION identity.is_client_connected(asked_client_id text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT EXISTS (SELECT FROM identity.connections c
    WHERE c.client_id = asked_client_id AND c.revoked_at IS NULL AND c.expires_at > now());
END;

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.is_client_connected(text) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.is_client_connected(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.is_client_connected(text) TO ctx_gateway;
