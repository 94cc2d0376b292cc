-- Up Migration

-- The log of the operator's calls (ADR 68): which key called which rpc, for which user, with which outcome. It outlives an erased user as a
-- number that no other table has, without any personal data, so that the erasure itself can be shown.
CREATE TABLE corrections.operator_log (
  call_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  key_name text NOT NULL,
  key_id text NOT NULL,
  -- Roles of the key, joined by '+'.
  role text NOT NULL,
  -- Name of the command or program, as it signed the call.
  via text NOT NULL,
  rpc text NOT NULL,
  -- Null where the call concerns no user. Not `user_id`, because the rows are not a user's.
  concerned_user bigint,
  request_id text NOT NULL,
  -- Status of gRPC; null while the call is under way, and when its service ended first.
  outcome text
);
CREATE INDEX operator_log_by_time ON corrections.operator_log (at);
CREATE INDEX operator_log_by_user ON corrections.operator_log (concerned_user, call_id) WHERE concerned_user IS NOT NULL;
CREATE INDEX operator_log_by_key ON corrections.operator_log (key_name, call_id);
-- Nobody but these functions writes the log.
GRANT SELECT ON corrections.operator_log TO ctx_corrections;
GRANT SELECT, INSERT, UPDATE (outcome, concerned_user), DELETE ON corrections.operator_log TO ctx_definer;

-- Adds a call. Texts that the caller chose are cut, so that no row is large.
CREATE FUNCTION app.begin_operator_call(
  key_name text, key_id text, role text, via text, rpc text, concerned_user bigint, request_id text) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  INSERT INTO corrections.operator_log (key_name, key_id, role, via, rpc, concerned_user, request_id)
    VALUES ($1, $2, $3, left($4, 100), left($5, 100), nullif($6, 0), left($7, 100))
    RETURNING call_id;
END;

-- Sets the outcome of a call once, and its user where the call did not name one.
CREATE FUNCTION app.end_operator_call(ended_call_id bigint, ended_outcome text, ended_user bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.operator_log SET outcome = ended_outcome, concerned_user = coalesce(concerned_user, nullif(ended_user, 0))
    WHERE call_id = ended_call_id AND outcome IS NULL;
END;

-- Deletes expired calls in batches, never one of the last day. Returns the number of deleted rows.
CREATE FUNCTION app.clear_operator_log(rows_max integer, older_than interval) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  cleared integer;
BEGIN
  IF coalesce(older_than < interval '1 day', true) THEN
    RAISE EXCEPTION 'the log is kept for at least a day' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM corrections.operator_log WHERE call_id IN (
    SELECT l.call_id FROM corrections.operator_log l WHERE l.at < now() - older_than ORDER BY l.at LIMIT rows_max);
  GET DIAGNOSTICS cleared = ROW_COUNT;
  RETURN cleared;
END
$$;

GRANT CREATE ON SCHEMA app TO ctx_definer;
ALTER FUNCTION app.begin_operator_call(text, text, text, text, text, bigint, text) OWNER TO ctx_definer;
ALTER FUNCTION app.end_operator_call(bigint, text, bigint) OWNER TO ctx_definer;
ALTER FUNCTION app.clear_operator_log(integer, interval) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA app FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION app.begin_operator_call(text, text, text, text, text, bigint, text),
  app.end_operator_call(bigint, text, bigint), app.clear_operator_log(integer, interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.begin_operator_call(text, text, text, text, text, bigint, text), app.end_operator_call(bigint, text, bigint)
  TO ctx_gateway, ctx_corrections, ctx_recalc;
GRANT EXECUTE ON FUNCTION app.clear_operator_log(integer, interval) TO ctx_corrections;
