-- Up Migration

-- How a change becomes new figures: the requests of each user, the wake-ups that announce them, and the shared prices that reach users.

-- === State and requests ===

-- The recalculation state of a user as three counters: requests made, requests that the current run has picked up, requests
-- completed. A request is written in the transaction of the change that needs it, so no confirmed change is left without a run. The
-- reference to the user keeps a request or run in progress from recreating rows of an erased user; user ids are never reused.
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
  -- Waiting time of recalculation requests. `waiting_since` is the first request that no run has picked up. `taken_since` is the
  -- first request of the current run; it counts until the run completes, in case the run ends without a result.
  waiting_since timestamptz,
  taken_since timestamptz,
  -- Whether the last claim took over the run of a worker whose lease had expired.
  taken_over boolean NOT NULL DEFAULT false,
  -- The self-check compares the stored figures with recomputed ones: its last completion, its last start, and the number of rows that
  -- differed. They do not affect the status.
  checked_at timestamptz,
  check_tried_at timestamptz,
  rows_differing bigint NOT NULL DEFAULT 0,
  -- Changes of paid and submitted years and of circumstances, which request no run.
  years_changed bigint NOT NULL DEFAULT 0,
  CONSTRAINT recalc_state_user_known FOREIGN KEY (user_id) REFERENCES identity.users,
  CHECK (completed <= absorbed AND absorbed <= requested)
);
CREATE INDEX recalc_state_due ON corrections.recalc_state (lease_until)
  WHERE completed < requested AND parked_error IS NULL;
CREATE INDEX recalc_state_imports ON corrections.recalc_state (import_until) WHERE import_id IS NOT NULL;
-- Parked runs are counted at each scrape and searched at each sweep.
CREATE INDEX recalc_state_parked ON corrections.recalc_state (parked_at) WHERE parked_at IS NOT NULL;
CREATE INDEX recalc_state_differing ON corrections.recalc_state (user_id) WHERE rows_differing > 0;
-- The next user of the self-check: its order, so that a night of many users does not read all users for each of them.
CREATE INDEX recalc_state_checked ON corrections.recalc_state (checked_at NULLS FIRST, user_id);

-- Events whose inputs changed since the last run. A run without any, or a requested full run, recomputes everything.
CREATE TABLE corrections.changed_events (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  event_id uuid NOT NULL
);
CREATE INDEX changed_events_by_user ON corrections.changed_events (user_id);

-- Wake-ups to be published to NATS; ids only.
CREATE TABLE corrections.outbox (
  outbox_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The trace of the change that requests a run, if it has one. Set per transaction, like the user.
  traceparent text DEFAULT nullif(current_setting('app.traceparent', true), '')
);

-- Requests a run in the caller's transaction. Returns the contract's `recalc` value.
CREATE FUNCTION corrections.request_run(asking_user_id bigint, from_nothing boolean DEFAULT false) RETURNS text
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

-- === The version of a user's data ===

-- The data that a user can read depends only on the user's rows, and every change of them updates recalc_state in the same
-- transaction: a recalculation request, a run's save, an import's lease. Changes of paid and submitted years and of circumstances
-- request no run, so they update it here.
CREATE FUNCTION corrections.note_changed_year() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- A user without this row has no figures.
  UPDATE corrections.recalc_state s SET years_changed = s.years_changed + 1
    WHERE s.user_id = coalesce(NEW.user_id, OLD.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER years_noted AFTER INSERT OR UPDATE OR DELETE ON facts.years
  FOR EACH ROW EXECUTE FUNCTION corrections.note_changed_year();
CREATE TRIGGER circumstances_noted AFTER INSERT OR UPDATE OR DELETE ON corrections.circumstances
  FOR EACH ROW EXECUTE FUNCTION corrections.note_changed_year();

-- The version of all data that a user can read, except for data that depends on the clock or on shared prices. It never repeats
-- after a change. NULL for a user without facts.
CREATE FUNCTION corrections.version_of(state corrections.recalc_state) RETURNS text
  LANGUAGE sql STABLE STRICT
RETURN concat_ws('.', state.requested, state.absorbed, state.completed, state.fence, state.years_changed,
  state.import_id, extract(epoch FROM state.last_completed_at));

-- === Runs ===

-- Claims a user for a run: picks up all requests so far and increments the fence. No row if there is nothing to do, the run is
-- parked, or another worker holds the lease. Also returns whether the run was taken over from a worker whose lease expired.
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

-- Users with a request that no worker handles: NATS lost the message, or the worker died.
CREATE FUNCTION corrections.due_users(users_max integer) RETURNS TABLE (user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT s.user_id FROM corrections.recalc_state s
  WHERE s.completed < s.requested AND s.parked_error IS NULL
    AND (s.lease_until IS NULL OR s.lease_until < clock_timestamp())
  ORDER BY s.lease_until NULLS FIRST LIMIT users_max;
END;

-- Parked runs are retried an hour later.
CREATE FUNCTION corrections.retry_parked(after interval) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.recalc_state s SET parked_error = NULL, parked_at = NULL, attempts = 0
  WHERE s.parked_at < clock_timestamp() - after
  RETURNING s.user_id;
END;

-- Imports whose process died: their lease expired, and the status must not stay RUNNING.
CREATE FUNCTION corrections.clear_dead_imports() RETURNS TABLE (user_id bigint, status text)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.recalc_state s SET import_id = NULL, import_until = NULL
  WHERE s.import_id IS NOT NULL AND s.import_until < clock_timestamp()
  RETURNING s.user_id, s.status;
END;

-- For the relay: takes the rows to be published and skips those locked by another relay, with the trace of each request. While NATS is
-- down it only takes rows older than a minute and drops them, because the scheduler sweep has started their runs.
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

-- Whether figures of another engine version exist. Each scheduler sweep calls it, so it reads two entries of versions_by_engine
-- and not all users, as corrections.request_outdated does.
CREATE FUNCTION corrections.has_other_versions(engine_version integer) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT coalesce(min(v.engine_version) <> has_other_versions.engine_version
    OR max(v.engine_version) <> has_other_versions.engine_version, false) FROM figures.versions v;
END;

-- Users with figures of another engine version: recomputed in the background, a few at a time.
CREATE FUNCTION corrections.request_outdated(engine_version integer, users_max integer) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH outdated AS (
    SELECT s.user_id FROM corrections.recalc_state s LEFT JOIN figures.versions v ON v.user_id = s.user_id
    WHERE s.completed = s.requested AND s.requested > 0 AND v.engine_version IS DISTINCT FROM request_outdated.engine_version
    ORDER BY s.user_id LIMIT users_max)
  SELECT o.user_id FROM outdated o, LATERAL corrections.request_run(o.user_id, true) AS outcome WHERE outcome IS NOT NULL;
END;

-- === Shared prices ===

-- New shared prices change the figures of those users alone who have an event that they value, or whose photo value they are. One
-- function finds them and another requests their runs, because the rows of both are on different servers of Citus.

-- Returns the events without a value of their own that happened while one of the prices is the last one known: from `since` until before
-- `until`. A user's own price of the same moment or later wins.
CREATE FUNCTION corrections.events_of_prices(asset_keys text[], since timestamptz[], until timestamptz[])
  RETURNS TABLE (user_id bigint, event_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT e.user_id, e.event_id
  FROM unnest(asset_keys, since, until) AS r (asset_key, since, until)
    JOIN facts.events e ON e.asset_key = r.asset_key AND e.occurred_at >= r.since AND e.occurred_at < r.until
  WHERE e.euro_value IS NULL
    AND NOT EXISTS (SELECT FROM corrections.overrides o WHERE o.user_id = e.user_id AND o.event_id = e.event_id
      AND (o.overridden_euro_value IS NOT NULL OR o.overridden_timestamp IS NOT NULL))
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = e.user_id AND p.asset_key = e.asset_key
      AND p.at >= r.since AND p.at <= e.occurred_at)
  UNION ALL
  SELECT e.user_id, e.event_id
  FROM unnest(asset_keys, since, until) AS r (asset_key, since, until)
    JOIN corrections.overrides o
      ON o.asset_key = r.asset_key AND o.overridden_timestamp >= r.since AND o.overridden_timestamp < r.until
    JOIN facts.events e ON e.user_id = o.user_id AND e.event_id = o.event_id
  WHERE e.euro_value IS NULL AND o.overridden_euro_value IS NULL
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = o.user_id AND p.asset_key = o.asset_key
      AND p.at >= r.since AND p.at <= o.overridden_timestamp);
END;

-- Returns the users with an event of an asset before the photo moment, or with a lot that a transfer brought into it. A user's own price of
-- the same moment or later wins. The caller sets a small work_mem, with which PostgreSQL looks each user's asset up by index in place of
-- reading all events of all users.
CREATE FUNCTION corrections.users_of_photo_prices(asset_keys text[], since timestamptz[], photo timestamptz)
  RETURNS TABLE (user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT u.user_id
  FROM unnest(asset_keys, since) AS r (asset_key, since) JOIN facts.owners u ON true
  WHERE (EXISTS (SELECT FROM facts.events e
        WHERE e.user_id = u.user_id AND e.asset_key = r.asset_key AND e.occurred_at < photo)
      OR EXISTS (SELECT FROM corrections.overrides o
        WHERE o.user_id = u.user_id AND o.asset_key = r.asset_key AND o.overridden_timestamp < photo)
      OR EXISTS (SELECT FROM figures.lots l
        WHERE l.user_id = u.user_id AND l.asset_key = r.asset_key AND l.acquired_at < photo)
      OR EXISTS (SELECT FROM figures.lots l WHERE l.user_id = u.user_id AND l.photo_asset_key = r.asset_key))
    AND NOT EXISTS (SELECT FROM facts.prices p WHERE p.user_id = u.user_id AND p.asset_key = r.asset_key
      AND p.at >= r.since AND p.at <= photo);
END;

-- Notes changed events of several users, as a correction notes those of its own. Waits for a user who is being erased, who then has none.
CREATE FUNCTION corrections.note_changed_events(user_ids bigint[], event_ids uuid[]) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH known AS (
    SELECT u.user_id FROM identity.users u WHERE u.user_id = ANY (user_ids) ORDER BY u.user_id FOR KEY SHARE)
  INSERT INTO corrections.changed_events (user_id, event_id)
  SELECT c.user_id, c.event_id FROM unnest(user_ids, event_ids) AS c (user_id, event_id) JOIN known k ON k.user_id = c.user_id;
END;

-- Requests runs of everything, or of the changed events that are noted. Waits for a user who is being erased, who then has no run.
CREATE FUNCTION corrections.request_runs(user_ids bigint[], from_nothing boolean) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH known AS (
    SELECT u.user_id FROM identity.users u WHERE u.user_id = ANY (user_ids) ORDER BY u.user_id FOR KEY SHARE)
  SELECT k.user_id FROM known k, LATERAL corrections.request_run(k.user_id, from_nothing) AS outcome WHERE outcome IS NOT NULL;
END;

-- === Rights ===

-- Rows of a user, for that user alone.
DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY['recalc_state', 'changed_events', 'outbox'] LOOP
    EXECUTE format('ALTER TABLE corrections.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE corrections.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON corrections.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;

GRANT SELECT ON corrections.recalc_state TO ctx_read;
GRANT SELECT, INSERT, UPDATE ON corrections.recalc_state TO ctx_corrections, ctx_recalc, ctx_definer;
GRANT INSERT ON corrections.outbox TO ctx_corrections, ctx_recalc;
GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.outbox TO ctx_definer;
GRANT INSERT ON corrections.changed_events TO ctx_corrections;
GRANT SELECT, DELETE ON corrections.changed_events TO ctx_recalc;
-- Rights of the functions for shared prices.
GRANT SELECT ON facts.events, facts.prices TO ctx_definer;
GRANT SELECT (user_id, event_id, asset_key, overridden_euro_value, overridden_timestamp) ON corrections.overrides TO ctx_definer;
GRANT SELECT (user_id, asset_key, acquired_at, photo_asset_key) ON figures.lots TO ctx_definer;
GRANT INSERT (user_id, event_id) ON corrections.changed_events TO ctx_definer;

GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.note_changed_year() OWNER TO ctx_definer;
ALTER FUNCTION corrections.claim_run(bigint, text, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.due_users(integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.retry_parked(interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_dead_imports() OWNER TO ctx_definer;
ALTER FUNCTION corrections.take_outbox(integer, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.has_other_versions(integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.request_outdated(integer, integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.events_of_prices(text[], timestamptz[], timestamptz[]) OWNER TO ctx_definer;
ALTER FUNCTION corrections.users_of_photo_prices(text[], timestamptz[], timestamptz) OWNER TO ctx_definer;
ALTER FUNCTION corrections.note_changed_events(bigint[], uuid[]) OWNER TO ctx_definer;
ALTER FUNCTION corrections.request_runs(bigint[], boolean) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.request_run(bigint, boolean), corrections.note_changed_year(),
  corrections.claim_run(bigint, text, interval), corrections.due_users(integer), corrections.retry_parked(interval),
  corrections.clear_dead_imports(), corrections.take_outbox(integer, interval), corrections.has_other_versions(integer),
  corrections.request_outdated(integer, integer), corrections.events_of_prices(text[], timestamptz[], timestamptz[]),
  corrections.users_of_photo_prices(text[], timestamptz[], timestamptz), corrections.note_changed_events(bigint[], uuid[]),
  corrections.request_runs(bigint[], boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.request_run(bigint, boolean) TO ctx_corrections, ctx_recalc, ctx_definer;
GRANT EXECUTE ON FUNCTION corrections.take_outbox(integer, interval),
  corrections.events_of_prices(text[], timestamptz[], timestamptz[]),
  corrections.users_of_photo_prices(text[], timestamptz[], timestamptz), corrections.note_changed_events(bigint[], uuid[]),
  corrections.request_runs(bigint[], boolean) TO ctx_corrections;
GRANT EXECUTE ON FUNCTION corrections.claim_run(bigint, text, interval), corrections.due_users(integer),
  corrections.retry_parked(interval), corrections.clear_dead_imports(), corrections.has_other_versions(integer),
  corrections.request_outdated(integer, integer) TO ctx_recalc;
