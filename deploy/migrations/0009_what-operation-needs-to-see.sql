-- Up Migration

-- Waiting time of recalculation requests. `waiting_since` is the first request that no run has picked up. `taken_since` is the
-- first request of the current run; it counts until the run completes, in case the run ends without a result.
ALTER TABLE corrections.recalc_state
  ADD COLUMN waiting_since timestamptz,
  ADD COLUMN taken_since timestamptz,
  -- Whether the last claim took over the run of a worker whose lease had expired.
  ADD COLUMN taken_over boolean NOT NULL DEFAULT false;
-- Parked runs are counted at each scrape and searched at each sweep.
CREATE INDEX recalc_state_parked ON corrections.recalc_state (parked_at) WHERE parked_at IS NOT NULL;

-- The trace of the change that requests a run, if it has one. Set per transaction, like the user.
ALTER TABLE corrections.outbox
  ADD COLUMN traceparent text DEFAULT nullif(current_setting('app.traceparent', true), '');

CREATE OR REPLACE FUNCTION corrections.request_run(asking_user_id bigint, from_nothing boolean DEFAULT false) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  status_after text;
BEGIN
  INSERT INTO corrections.recalc_state AS s (user_id, requested, full_requested, waiting_since)
  VALUES (asking_user_id, 1, from_nothing, clock_timestamp())
  ON CONFLICT (user_id) DO UPDATE SET
    requested = s.requested + 1,
    full_requested = s.full_requested OR from_nothing,
    waiting_since = coalesce(s.waiting_since, excluded.waiting_since),
    -- A new request retries a parked run.
    parked_error = NULL, parked_at = NULL, attempts = CASE WHEN s.parked_error IS NULL THEN s.attempts ELSE 0 END
  RETURNING s.status INTO status_after;
  INSERT INTO corrections.outbox (user_id) VALUES (asking_user_id);
  RETURN CASE status_after WHEN 'RUNNING' THEN 'SCHEDULED' ELSE 'QUEUED' END;
END
$$;

-- Same as before, and also returns whether the run was taken over from a worker whose lease expired.
DROP FUNCTION corrections.claim_run(bigint, text, interval);
CREATE FUNCTION corrections.claim_run(claimed_user_id bigint, worker text, lease interval)
  RETURNS TABLE (user_id bigint, fence bigint, from_nothing boolean, attempts integer, taken_over boolean)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.recalc_state s SET
    absorbed = s.requested, fence = s.fence + 1, lease_owner = worker, lease_until = clock_timestamp() + lease,
    attempts = s.attempts + 1,
    taken_over = s.lease_owner IS NOT NULL,
    taken_since = CASE WHEN s.absorbed > s.completed THEN least(s.taken_since, s.waiting_since) ELSE s.waiting_since END,
    waiting_since = NULL
  WHERE s.user_id = claimed_user_id AND s.completed < s.requested AND s.parked_error IS NULL
    AND (s.lease_until IS NULL OR s.lease_until < clock_timestamp())
  RETURNING s.user_id, s.fence, s.full_requested, s.attempts, s.taken_over;
END;

-- Same as before, with the trace of each request.
DROP FUNCTION corrections.take_outbox(integer, interval);
CREATE FUNCTION corrections.take_outbox(rows_max integer, older_than interval)
  RETURNS TABLE (outbox_id bigint, user_id bigint, traceparent text)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  DELETE FROM corrections.outbox o
  WHERE o.outbox_id IN (
    SELECT q.outbox_id FROM corrections.outbox q WHERE q.created_at <= now() - older_than
    ORDER BY q.outbox_id LIMIT rows_max FOR UPDATE SKIP LOCKED)
  RETURNING o.outbox_id, o.user_id, o.traceparent;
END;

-- The run queue in four numbers: waiting users, longest wait, users being recalculated, users with a parked run.
CREATE FUNCTION corrections.queue_figures()
  RETURNS TABLE (waiting integer, oldest_wait_seconds double precision, running integer, parked integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  WITH unserved AS (
    SELECT s.requested > s.absorbed AS has_new, s.absorbed > s.completed AS has_taken, s.taken_since, s.waiting_since,
      s.lease_owner IS NOT NULL AND s.lease_until > clock_timestamp() AS is_held
    FROM corrections.recalc_state s WHERE s.completed < s.requested AND s.parked_error IS NULL)
  SELECT
    count(*) FILTER (WHERE u.has_new OR NOT u.is_held)::integer,
    coalesce(extract(epoch FROM clock_timestamp() - min(
      CASE WHEN u.has_taken AND NOT u.is_held THEN least(u.taken_since, u.waiting_since) ELSE u.waiting_since END
    )), 0)::double precision,
    count(*) FILTER (WHERE u.has_taken AND u.is_held)::integer,
    (SELECT count(*) FROM corrections.recalc_state p WHERE p.parked_at IS NOT NULL)::integer
  FROM unserved u;
END;

-- The outbox in two numbers: rows, and age of the oldest.
CREATE FUNCTION corrections.outbox_figures() RETURNS TABLE (waiting integer, oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT count(*)::integer, coalesce(extract(epoch FROM clock_timestamp() - min(o.created_at)), 0)::double precision
  FROM corrections.outbox o;
END;

GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.claim_run(bigint, text, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.take_outbox(integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.queue_figures() OWNER TO ctx_definer;
ALTER FUNCTION corrections.outbox_figures() OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.claim_run(bigint, text, interval), corrections.take_outbox(integer, interval),
  corrections.queue_figures(), corrections.outbox_figures() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.claim_run(bigint, text, interval), corrections.queue_figures() TO ctx_recalc;
GRANT EXECUTE ON FUNCTION corrections.take_outbox(integer, interval), corrections.outbox_figures() TO ctx_corrections;
