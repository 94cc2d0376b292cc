-- Up Migration

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

GRANT CREATE ON SCHEMA identity TO ctx_definer;
ALTER FUNCTION identity.count_failures(inet, integer[], integer[]) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.count_failures(inet, integer[], integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION identity.count_failures(inet, integer[], integer[]) TO ctx_gateway;
