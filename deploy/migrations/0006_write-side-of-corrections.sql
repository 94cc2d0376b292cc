-- Up Migration

-- The log of corrections: who changed what, with the values before and after. Written with the correction; no service changes or
-- deletes entries.
CREATE TABLE corrections.audit_log (
  audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL,
  target text NOT NULL,
  -- Name of the token, app or command.
  via text NOT NULL,
  request_id text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_log_newest_first ON corrections.audit_log (user_id, audit_id DESC);

-- The stored response of a correction, by the client's Idempotency-Key (`key:…`, 24 hours) or the gateway's call (`call:…`, an
-- hour). A repeated request gets the same response. `refused` names a rejection; otherwise `response` is the message.
CREATE TABLE corrections.answers (
  user_id bigint NOT NULL,
  key text NOT NULL,
  request_digest uuid NOT NULL,
  refused text,
  field_errors jsonb,
  response bytea,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key),
  CHECK ((refused IS NULL) = (response IS NOT NULL))
);
CREATE INDEX answers_by_age ON corrections.answers (expires_at);

DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY['audit_log', 'answers'] LOOP
    EXECUTE format('ALTER TABLE corrections.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE corrections.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON corrections.%I USING (user_id = app.current_user_id())', secured);
    EXECUTE format('GRANT SELECT, INSERT ON corrections.%I TO ctx_corrections', secured);
  END LOOP;
END
$$;
-- An expired response is replaced by a new one with the same key.
GRANT UPDATE ON corrections.answers TO ctx_corrections;

GRANT DELETE ON corrections.answers TO ctx_definer;
GRANT SELECT ON corrections.answers TO ctx_definer;
CREATE FUNCTION corrections.clear_old_answers() RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH cleared AS (DELETE FROM corrections.answers WHERE expires_at < clock_timestamp() RETURNING 1)
  SELECT count(*) FROM cleared;
END;
GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.clear_old_answers() OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.clear_old_answers() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.clear_old_answers() TO ctx_corrections;

-- The request that the rule's first run handles. Until that run completes, the number of events of the rule is not known.
ALTER TABLE corrections.rules ADD COLUMN first_run bigint NOT NULL DEFAULT 0;

-- An event is in at most one match.
DROP INDEX corrections.transfer_matches_by_out_leg, corrections.transfer_matches_by_in_leg;
CREATE UNIQUE INDEX transfer_matches_by_out_leg ON corrections.transfer_matches (user_id, out_event_id);
CREATE UNIQUE INDEX transfer_matches_by_in_leg ON corrections.transfer_matches (user_id, in_event_id);

-- Events that can be proposed as the other side of a transfer.
ALTER TABLE figures.events ADD COLUMN may_be_counterpart boolean NOT NULL DEFAULT false;
CREATE INDEX events_that_may_be_counterparts ON figures.events (user_id, type, occurred_at) WHERE may_be_counterpart;

-- The response for an identical rule has the number of its events, as in the list.
GRANT USAGE ON SCHEMA figures TO ctx_corrections;
GRANT SELECT (user_id, rule_id) ON figures.events TO ctx_corrections;
