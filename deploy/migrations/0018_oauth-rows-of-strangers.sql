-- Up Migration

-- The network that created a row before sign-in: the /24 of an IPv4 address or the /48 of an IPv6 address. Null for rows of
-- signed-in users and rows of older gateways.
ALTER TABLE identity.oauth_rows ADD COLUMN network cidr;

-- Older gateways let an app choose how long its used client assertions are kept, for example until 2100, and nothing deleted
-- those rows. These are the maximum lifetimes of the models, plus a minute for clock differences.
DELETE FROM identity.oauth_rows WHERE expires_at > now() + CASE model
  WHEN 'ReplayDetection' THEN interval '6 min'
  WHEN 'AuthorizationCode' THEN interval '2 min'
  WHEN 'Interaction' THEN interval '31 min'
  ELSE interval '61 min'
END;
-- Applies to every gateway, also to an older one during a rollout. Refresh tokens expire after their use, not after a fixed
-- lifetime. NOT VALID: rows that expire soon may still violate it.
ALTER TABLE identity.oauth_rows ADD CONSTRAINT oauth_rows_lifetime
  CHECK (model = 'RefreshToken' OR expires_at <= created_at + interval '2 hours') NOT VALID;

-- Used client assertions are counted per client.
CREATE INDEX oauth_assertions_by_client ON identity.oauth_rows ((payload ->> 'iss')) WHERE model = 'ReplayDetection';

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

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.evict_oauth_rows(text, integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.evict_oauth_rows(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.evict_oauth_rows(text, integer) TO ctx_gateway;
