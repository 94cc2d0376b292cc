-- Up Migration

CREATE SCHEMA corrections;
GRANT USAGE ON SCHEMA corrections TO ctx_read, ctx_corrections, ctx_recalc, ctx_definer;

-- The recalculation state of a user as three counters: requests made, requests that the current run has picked up, requests
-- completed. A request is written in the transaction of the change that needs it, so no confirmed change is left without a run.
CREATE TABLE corrections.recalc_state (
  user_id bigint PRIMARY KEY,
  requested bigint NOT NULL DEFAULT 0,
  absorbed bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  full_requested boolean NOT NULL DEFAULT false,
  -- The worker, its lease, and the fencing number that rejects a stale worker's save.
  lease_owner text,
  lease_until timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  parked_error text,
  parked_at timestamptz,
  last_completed_at timestamptz,
  -- A running import: the status is RUNNING from before its file is read (decisions.md, "Recalculation").
  import_id uuid,
  import_until timestamptz,
  status text NOT NULL GENERATED ALWAYS AS (
    CASE (requested - absorbed) + (absorbed > completed)::integer + (import_id IS NOT NULL)::integer
      WHEN 0 THEN 'IDLE' WHEN 1 THEN 'RUNNING' ELSE 'QUEUED'
    END
  ) STORED,
  CHECK (completed <= absorbed AND absorbed <= requested)
);
CREATE INDEX recalc_state_due ON corrections.recalc_state (lease_until)
  WHERE completed < requested AND parked_error IS NULL;
CREATE INDEX recalc_state_imports ON corrections.recalc_state (import_until) WHERE import_id IS NOT NULL;

-- Wake-ups to be published to NATS; ids only.
CREATE TABLE corrections.outbox (
  outbox_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE corrections.recalc_state ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.recalc_state FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.recalc_state USING (user_id = app.current_user_id());
ALTER TABLE corrections.outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.outbox USING (user_id = app.current_user_id());

GRANT SELECT ON corrections.recalc_state TO ctx_read;
GRANT SELECT, INSERT, UPDATE ON corrections.recalc_state TO ctx_corrections, ctx_recalc;
GRANT INSERT ON corrections.outbox TO ctx_corrections, ctx_recalc;
GRANT SELECT, INSERT, UPDATE ON corrections.recalc_state TO ctx_definer;
GRANT SELECT, UPDATE, DELETE, INSERT ON corrections.outbox TO ctx_definer;

-- Requests a run in the caller's transaction. Returns the contract's `recalc` value.
CREATE FUNCTION corrections.request_run(asking_user_id bigint, from_nothing boolean DEFAULT false) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  status_after text;
BEGIN
  INSERT INTO corrections.recalc_state AS s (user_id, requested, full_requested)
  VALUES (asking_user_id, 1, from_nothing)
  ON CONFLICT (user_id) DO UPDATE SET
    requested = s.requested + 1,
    full_requested = s.full_requested OR from_nothing,
    -- A new request retries a parked run.
    parked_error = NULL, parked_at = NULL, attempts = CASE WHEN s.parked_error IS NULL THEN s.attempts ELSE 0 END
  RETURNING s.status INTO status_after;
  INSERT INTO corrections.outbox (user_id) VALUES (asking_user_id);
  RETURN CASE status_after WHEN 'RUNNING' THEN 'SCHEDULED' ELSE 'QUEUED' END;
END
$$;

-- Claims a user for a run: picks up all requests so far and increments the fence. No row if there is nothing to do, the run is
-- parked, or another worker holds the lease.
CREATE FUNCTION corrections.claim_run(claimed_user_id bigint, worker text, lease interval)
  RETURNS TABLE (user_id bigint, fence bigint, from_nothing boolean, attempts integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.recalc_state s SET
    absorbed = s.requested, fence = s.fence + 1, lease_owner = worker, lease_until = clock_timestamp() + lease,
    attempts = s.attempts + 1
  WHERE s.user_id = claimed_user_id AND s.completed < s.requested AND s.parked_error IS NULL
    AND (s.lease_until IS NULL OR s.lease_until < clock_timestamp())
  RETURNING s.user_id, s.fence, s.full_requested, s.attempts;
END;

-- Users with a request that no worker handles: NATS lost the message, or the worker died.
CREATE FUNCTION corrections.due_users(users_max integer) RETURNS TABLE (user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT s.user_id FROM corrections.recalc_state s
  WHERE s.completed < s.requested AND s.parked_error IS NULL
    AND (s.lease_until IS NULL OR s.lease_until < clock_timestamp())
  ORDER BY s.lease_until NULLS FIRST LIMIT users_max;
END;

-- Imports whose process died: their lease expired, and the status must not stay RUNNING.
CREATE FUNCTION corrections.clear_dead_imports() RETURNS TABLE (user_id bigint, status text)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.recalc_state s SET import_id = NULL, import_until = NULL
  WHERE s.import_id IS NOT NULL AND s.import_until < clock_timestamp()
  RETURNING s.user_id, s.status;
END;

-- Parked runs are retried an hour later.
CREATE FUNCTION corrections.retry_parked(after interval) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.recalc_state s SET parked_error = NULL, parked_at = NULL, attempts = 0
  WHERE s.parked_at < clock_timestamp() - after
  RETURNING s.user_id;
END;

-- For the relay: takes the rows to be published and skips those locked by another relay. While NATS is down it only takes rows
-- older than a minute and drops them, because the scheduler sweep has started their runs.
CREATE FUNCTION corrections.take_outbox(rows_max integer, older_than interval) RETURNS TABLE (outbox_id bigint, user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  DELETE FROM corrections.outbox o
  WHERE o.outbox_id IN (
    SELECT q.outbox_id FROM corrections.outbox q WHERE q.created_at <= now() - older_than
    ORDER BY q.outbox_id LIMIT rows_max FOR UPDATE SKIP LOCKED)
  RETURNING o.outbox_id, o.user_id;
END;

-- New shared prices affect every user who holds one of the assets.
CREATE FUNCTION corrections.request_runs_for_assets(asset_keys text[]) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH concerned AS (SELECT DISTINCT e.user_id FROM facts.events e WHERE e.asset_key = ANY (asset_keys))
  SELECT c.user_id FROM concerned c, LATERAL corrections.request_run(c.user_id) AS outcome WHERE outcome IS NOT NULL;
END;
GRANT SELECT ON facts.events TO ctx_definer;

GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.claim_run(bigint, text, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.due_users(integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_dead_imports() OWNER TO ctx_definer;
ALTER FUNCTION corrections.retry_parked(interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.take_outbox(integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.request_runs_for_assets(text[]) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA corrections FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.request_run(bigint, boolean) TO ctx_corrections, ctx_recalc, ctx_definer;
GRANT EXECUTE ON FUNCTION corrections.take_outbox(integer, interval), corrections.request_runs_for_assets(text[]) TO ctx_corrections;
GRANT EXECUTE ON FUNCTION corrections.claim_run(bigint, text, interval), corrections.due_users(integer),
  corrections.clear_dead_imports(), corrections.retry_parked(interval) TO ctx_recalc;
