-- Up Migration

-- Events for platforms and users (docs/events.md): each is written in the transaction of the change that it tells of, once for each webhook
-- that asked for it, so that nothing is written where nobody listens (ADR 70).

-- Who gets events, and where. A webhook without a user is the operator's and gets the events of all users.
CREATE TABLE corrections.webhooks (
  webhook_id uuid PRIMARY KEY,
  user_id bigint REFERENCES identity.users,
  -- An https address, or `nats:`.
  address text NOT NULL CHECK (length(address) <= 2000),
  -- NULL: events of all types, also those of later releases.
  types text[],
  -- Keys that sign, encrypted (ADR 71). The former one signs too until its end. NULL for NATS.
  secret bytea,
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Name of the token, app or command.
  created_via text NOT NULL,
  -- One process at a time delivers to a webhook, which keeps the order. A webhook that fails rests until its lease ends.
  lease_owner text,
  lease_until timestamptz NOT NULL DEFAULT '-infinity',
  failing_since timestamptz,
  last_error text
);
CREATE INDEX webhooks_by_user ON corrections.webhooks (user_id);

-- The outbox: events that a webhook has yet to get, or did not get in days of attempts (`dead_at`). Delivered ones are deleted.
CREATE TABLE corrections.deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES corrections.webhooks ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES identity.users,
  -- The same for all webhooks, and in each attempt.
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  happened_at timestamptz NOT NULL,
  data jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  last_error text,
  dead_at timestamptz
);
CREATE INDEX deliveries_in_order ON corrections.deliveries (webhook_id, user_id, delivery_id) WHERE dead_at IS NULL;
CREATE INDEX deliveries_due ON corrections.deliveries (webhook_id, due_at) WHERE dead_at IS NULL;
CREATE INDEX deliveries_by_age ON corrections.deliveries (webhook_id, happened_at) WHERE dead_at IS NULL;
CREATE INDEX deliveries_dead ON corrections.deliveries (webhook_id, delivery_id) WHERE dead_at IS NOT NULL;
CREATE INDEX deliveries_long_dead ON corrections.deliveries (dead_at) WHERE dead_at IS NOT NULL;
CREATE INDEX deliveries_by_user ON corrections.deliveries (user_id);

ALTER TABLE corrections.webhooks ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.webhooks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.webhooks USING (user_id = app.current_user_id());
-- A transaction of no user sees the webhooks of no user.
CREATE POLICY operator_rows ON corrections.webhooks USING (user_id IS NULL AND app.current_user_id() IS NULL);
ALTER TABLE corrections.deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.deliveries USING (user_id = app.current_user_id());

-- Notes an event of a user for each webhook that asked for it, in the caller's transaction.
CREATE FUNCTION corrections.note_event(about_user_id bigint, noted_type text, details jsonb) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH event AS MATERIALIZED (SELECT gen_random_uuid() AS event_id, clock_timestamp() AS now)
  INSERT INTO corrections.deliveries (webhook_id, user_id, event_id, event_type, happened_at, data, due_at)
  SELECT w.webhook_id, about_user_id, e.event_id, noted_type, e.now, jsonb_build_object('userId', about_user_id) || details, e.now
  FROM event e, corrections.webhooks w
  WHERE (w.user_id IS NULL OR w.user_id = about_user_id) AND (w.types IS NULL OR noted_type = ANY (w.types));
END;

-- Whether a webhook asks for events of a user of one of these types, for a caller that must do work to find out what happened.
CREATE FUNCTION corrections.is_heard(about_user_id bigint, heard_types text[]) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT EXISTS (SELECT FROM corrections.webhooks w
    WHERE (w.user_id IS NULL OR w.user_id = about_user_id) AND (w.types IS NULL OR w.types && heard_types));
END;

-- Account events come from the access log. Files and submitted years have events of their own.
CREATE FUNCTION identity.note_access() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM corrections.note_event(NEW.user_id, 'account.' || lower(NEW.action), jsonb_build_object('via', NEW.via));
  RETURN NULL;
END
$$;
CREATE TRIGGER access_noted AFTER INSERT OR UPDATE OF times ON identity.access_log
  FOR EACH ROW WHEN (NEW.action NOT IN ('FILE_ADDED', 'FILE_REMOVED', 'YEAR_SUBMITTED'))
  EXECUTE FUNCTION identity.note_access();

-- Gives a process the lease of webhooks with a delivery that is due, those of the operator or those of users. A delivery waits for the
-- earlier ones of its user. The recursive query finds the webhooks that have deliveries without reading all webhooks.
CREATE FUNCTION corrections.take_webhooks(worker text, lease interval, webhooks_max integer, of_operator boolean)
  RETURNS TABLE (webhook_id uuid, user_id bigint, address text, secret bytea, former_secret bytea)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH RECURSIVE waiting AS (
    (SELECT d.webhook_id FROM corrections.deliveries d WHERE d.dead_at IS NULL ORDER BY d.webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM corrections.deliveries d WHERE d.dead_at IS NULL AND d.webhook_id > n.webhook_id
      ORDER BY d.webhook_id LIMIT 1)
    FROM waiting n WHERE n.webhook_id IS NOT NULL
  ), due AS (
    -- NO KEY: a transaction that notes an event keeps the key of the webhook, and must not wait or be waited for.
    SELECT c.webhook_id FROM corrections.webhooks c
    WHERE c.webhook_id IN (SELECT n.webhook_id FROM waiting n) AND (c.user_id IS NULL) = of_operator
      AND c.lease_until < clock_timestamp()
      AND EXISTS (SELECT FROM corrections.deliveries d
        WHERE d.webhook_id = c.webhook_id AND d.dead_at IS NULL AND d.due_at <= clock_timestamp()
          AND NOT EXISTS (SELECT FROM corrections.deliveries p WHERE p.webhook_id = d.webhook_id AND p.user_id = d.user_id
            AND p.delivery_id < d.delivery_id AND p.dead_at IS NULL))
    ORDER BY c.lease_until LIMIT webhooks_max FOR NO KEY UPDATE OF c SKIP LOCKED
  )
  UPDATE corrections.webhooks w SET lease_owner = worker, lease_until = clock_timestamp() + lease
  FROM due WHERE w.webhook_id = due.webhook_id
  RETURNING w.webhook_id, w.user_id, w.address, w.secret,
    CASE WHEN w.former_until > clock_timestamp() THEN w.former_secret END;
END;

-- The deliveries of a webhook that are due: of each user the first alone.
CREATE FUNCTION corrections.due_deliveries(due_webhook_id uuid, rows_max integer) RETURNS TABLE (delivery_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT d.delivery_id FROM corrections.deliveries d
  WHERE d.webhook_id = due_webhook_id AND d.dead_at IS NULL AND d.due_at <= clock_timestamp()
    AND NOT EXISTS (SELECT FROM corrections.deliveries p WHERE p.webhook_id = d.webhook_id AND p.user_id = d.user_id
      AND p.delivery_id < d.delivery_id AND p.dead_at IS NULL)
  ORDER BY d.due_at LIMIT rows_max;
END;

-- Begins an attempt and prolongs the lease. No row if the event is gone, with its user or webhook, or another process has the lease.
CREATE FUNCTION corrections.begin_delivery(begun_delivery_id bigint, worker text, lease interval)
  RETURNS TABLE (event_id uuid, event_type text, happened_at timestamptz, data text, attempts integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH held AS (
    UPDATE corrections.webhooks w SET lease_until = clock_timestamp() + lease
    FROM corrections.deliveries d
    WHERE d.delivery_id = begun_delivery_id AND d.dead_at IS NULL AND w.webhook_id = d.webhook_id AND w.lease_owner = worker
    RETURNING d.delivery_id)
  UPDATE corrections.deliveries d SET attempts = d.attempts + 1 FROM held h WHERE d.delivery_id = h.delivery_id
  RETURNING d.event_id, d.event_type, d.happened_at, d.data::text, d.attempts;
END;

-- Records a failed attempt: again after `retry_after`, or NULL: dead. The user's later events wait as long.
CREATE FUNCTION corrections.fail_delivery(failed_delivery_id bigint, error text, retry_after interval) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.deliveries d SET last_error = error, dead_at = CASE WHEN retry_after IS NULL THEN clock_timestamp() END
  WHERE d.delivery_id = failed_delivery_id;
  UPDATE corrections.deliveries l SET due_at = clock_timestamp() + retry_after
  FROM corrections.deliveries d
  WHERE d.delivery_id = failed_delivery_id AND l.webhook_id = d.webhook_id AND l.user_id = d.user_id
    AND l.delivery_id >= d.delivery_id AND l.dead_at IS NULL AND retry_after IS NOT NULL;
END;

CREATE FUNCTION corrections.end_delivery(ended_delivery_id bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  DELETE FROM corrections.deliveries d WHERE d.delivery_id = ended_delivery_id;
END;

-- Gives the lease of a webhook back. `error` is NULL after a delivery; a webhook that fails rests.
CREATE FUNCTION corrections.release_webhook(released_id uuid, worker text, error text, rest interval) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.webhooks w SET lease_owner = NULL, lease_until = clock_timestamp() + rest, last_error = error,
    failing_since = CASE WHEN error IS NOT NULL THEN coalesce(w.failing_since, clock_timestamp()) END
  WHERE w.webhook_id = released_id AND w.lease_owner = worker;
END;

-- The dead deliveries of a webhook of the user, or of the operator (NULL), oldest first.
CREATE FUNCTION corrections.dead_deliveries(dead_webhook_id uuid, owner_id bigint, rows_max integer)
  RETURNS TABLE (event_id uuid, event_type text, user_id bigint, happened_at timestamptz, dead_at timestamptz, attempts integer, last_error text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT d.event_id, d.event_type, d.user_id, d.happened_at, d.dead_at, d.attempts, d.last_error
  FROM corrections.deliveries d JOIN corrections.webhooks w ON w.webhook_id = d.webhook_id
  WHERE d.webhook_id = dead_webhook_id AND d.dead_at IS NOT NULL AND w.user_id IS NOT DISTINCT FROM owner_id
  ORDER BY d.delivery_id LIMIT rows_max;
END;

-- Sends dead deliveries of a webhook again: one event, or (NULL) all. Returns how many.
CREATE FUNCTION corrections.replay_deliveries(replayed_webhook_id uuid, owner_id bigint, replayed_event_id uuid) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH replayed AS (
    UPDATE corrections.deliveries d SET dead_at = NULL, attempts = 0, last_error = NULL, due_at = clock_timestamp()
    FROM corrections.webhooks w
    WHERE d.webhook_id = replayed_webhook_id AND d.dead_at IS NOT NULL AND w.webhook_id = d.webhook_id
      AND w.user_id IS NOT DISTINCT FROM owner_id AND (replayed_event_id IS NULL OR d.event_id = replayed_event_id)
    RETURNING 1)
  SELECT count(*)::integer FROM replayed;
END;

-- Age in seconds of the oldest event that a webhook of the operator has yet to get; 0 without one. A webhook of a user that does not answer
-- is no alarm for the operator.
CREATE FUNCTION corrections.delivery_figures() RETURNS TABLE (oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp ROWS 1
BEGIN ATOMIC
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - o.happened_at)), 0)::double precision
  FROM corrections.webhooks w, LATERAL (
    SELECT d.happened_at FROM corrections.deliveries d WHERE d.webhook_id = w.webhook_id AND d.dead_at IS NULL
    ORDER BY d.happened_at LIMIT 1) o
  WHERE w.user_id IS NULL;
END;

-- Deletes deliveries that have been dead for longer than `older_than`. Returns how many.
CREATE FUNCTION corrections.clear_deliveries(rows_max integer, older_than interval) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM corrections.deliveries WHERE delivery_id IN (
      SELECT d.delivery_id FROM corrections.deliveries d WHERE d.dead_at < clock_timestamp() - older_than
      ORDER BY d.dead_at LIMIT rows_max)
    RETURNING 1)
  SELECT count(*)::integer FROM gone;
END;

GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.webhooks TO ctx_corrections;
-- For the export of a user.
GRANT SELECT ON corrections.deliveries TO ctx_corrections;
GRANT SELECT, UPDATE, DELETE ON corrections.webhooks TO ctx_definer;
GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.deliveries TO ctx_definer;
GRANT CREATE ON SCHEMA corrections, identity TO ctx_definer;
ALTER FUNCTION identity.note_access() OWNER TO ctx_definer;
ALTER FUNCTION corrections.note_event(bigint, text, jsonb) OWNER TO ctx_definer;
ALTER FUNCTION corrections.is_heard(bigint, text[]) OWNER TO ctx_definer;
ALTER FUNCTION corrections.take_webhooks(text, interval, integer, boolean) OWNER TO ctx_definer;
ALTER FUNCTION corrections.due_deliveries(uuid, integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.begin_delivery(bigint, text, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.fail_delivery(bigint, text, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.end_delivery(bigint) OWNER TO ctx_definer;
ALTER FUNCTION corrections.release_webhook(uuid, text, text, interval) OWNER TO ctx_definer;
ALTER FUNCTION corrections.dead_deliveries(uuid, bigint, integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.replay_deliveries(uuid, bigint, uuid) OWNER TO ctx_definer;
ALTER FUNCTION corrections.delivery_figures() OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_deliveries(integer, interval) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections, identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION identity.note_access(),
  corrections.note_event(bigint, text, jsonb),
  corrections.is_heard(bigint, text[]),
  corrections.take_webhooks(text, interval, integer, boolean),
  corrections.due_deliveries(uuid, integer),
  corrections.begin_delivery(bigint, text, interval),
  corrections.fail_delivery(bigint, text, interval),
  corrections.end_delivery(bigint),
  corrections.release_webhook(uuid, text, text, interval),
  corrections.dead_deliveries(uuid, bigint, integer),
  corrections.replay_deliveries(uuid, bigint, uuid),
  corrections.delivery_figures(),
  corrections.clear_deliveries(integer, interval)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.note_event(bigint, text, jsonb) TO ctx_corrections, ctx_recalc;
GRANT EXECUTE ON FUNCTION corrections.is_heard(bigint, text[]) TO ctx_recalc;
GRANT EXECUTE ON FUNCTION
  corrections.take_webhooks(text, interval, integer, boolean),
  corrections.due_deliveries(uuid, integer),
  corrections.begin_delivery(bigint, text, interval),
  corrections.fail_delivery(bigint, text, interval),
  corrections.end_delivery(bigint),
  corrections.release_webhook(uuid, text, text, interval),
  corrections.dead_deliveries(uuid, bigint, integer),
  corrections.replay_deliveries(uuid, bigint, uuid),
  corrections.delivery_figures(),
  corrections.clear_deliveries(integer, interval)
  TO ctx_corrections;

-- Erases all data of a user in the caller's transaction, which must be a transaction of that user. Returns the number of deleted
-- rows per table; no rows for an unknown user. A migration that adds a table with a user adds it to the list.
CREATE OR REPLACE FUNCTION app.erase_user(erased_user_id bigint, erased_via text)
  RETURNS TABLE (table_name text, row_count bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  known_as text;
  own_table text;
  total bigint := 0;
BEGIN
  IF erased_user_id IS DISTINCT FROM app.current_user_id() THEN
    RAISE EXCEPTION 'the transaction is not of the user to erase' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Waits for imports, corrections, freezing, and a run that saves figures, which holds row locks until its end. A run that saves
  -- later finds no state and discards its figures. Any other writer waits for the lock on the user's row and then fails.
  PERFORM pg_advisory_xact_lock(erased_user_id);
  PERFORM pg_advisory_xact_lock(hashtextextended('figures of ' || erased_user_id, 0));
  SELECT u.email_folded INTO known_as FROM identity.users u WHERE u.user_id = erased_user_id FOR UPDATE;

  -- First the rows that are found through the rows below. An app without other users was registered for this user.
  DELETE FROM identity.request_counts c WHERE c.token_id IN (
    SELECT t.token_id FROM identity.tokens t WHERE t.user_id = erased_user_id
    UNION SELECT n.connection_id FROM identity.connections n WHERE n.user_id = erased_user_id);
  GET DIAGNOSTICS row_count = ROW_COUNT;
  table_name := 'identity.request_counts';
  IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;
  DELETE FROM identity.oauth_rows r WHERE
    r.grant_hash IN (SELECT n.grant_hash FROM identity.connections n WHERE n.user_id = erased_user_id)
    OR erased_user_id::text IN (
      r.payload ->> 'accountId', r.payload #>> '{session,accountId}', r.payload #>> '{result,login,accountId}')
    OR (r.model = 'Client'
      AND EXISTS (SELECT FROM identity.connections n
        WHERE n.client_id = r.payload ->> 'client_id' AND n.user_id = erased_user_id)
      AND NOT EXISTS (SELECT FROM identity.connections n
        WHERE n.client_id = r.payload ->> 'client_id' AND n.user_id <> erased_user_id));
  GET DIAGNOSTICS row_count = ROW_COUNT;
  table_name := 'identity.oauth_rows';
  IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;
  DELETE FROM identity.sign_in_failures f WHERE f.key_hash = sha256(convert_to('account:' || known_as, 'UTF8'));
  GET DIAGNOSTICS row_count = ROW_COUNT;
  table_name := 'identity.sign_in_failures';
  IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;

  -- The chain before the log, as a cleanup of the log locks them. The user row is deleted last.
  FOREACH own_table IN ARRAY ARRAY[
    'corrections.deliveries', 'corrections.webhooks',
    'corrections.recalc_state', 'corrections.outbox', 'corrections.changed_events', 'corrections.answers',
    'corrections.overrides', 'corrections.rules', 'corrections.transfer_matches', 'corrections.circumstances',
    'corrections.prices', 'corrections.balances', 'corrections.stated_totals', 'corrections.regimes', 'corrections.audit_chains',
    'corrections.audit_cleanups', 'corrections.audit_log',
    'figures.closing_states', 'figures.frozen_lots', 'figures.frozen_events', 'figures.frozen_inputs', 'figures.frozen_years',
    'figures.page_marks',
    'figures.events', 'figures.lots', 'figures.slices', 'figures.debts', 'figures.loan_payments', 'figures.transfer_marks',
    'figures.years', 'figures.holdings', 'figures.pools', 'figures.issues', 'figures.versions',
    'facts.possible_duplicates', 'facts.file_events', 'facts.file_money', 'facts.files', 'facts.notes', 'facts.attachments',
    'facts.events', 'facts.money', 'facts.accounts',
    'facts.prices', 'facts.positions', 'facts.owners', 'facts.years',
    'identity.uploads', 'identity.invitations', 'identity.passkey_steps', 'identity.recovery_codes', 'identity.passkeys', 'identity.sessions',
    'identity.tokens',
    'identity.connections', 'identity.external_logins', 'identity.access_log', 'identity.users'
  ] LOOP
    EXECUTE format('DELETE FROM %s WHERE user_id = $1', own_table) USING erased_user_id;
    GET DIAGNOSTICS row_count = ROW_COUNT;
    table_name := own_table;
    IF row_count > 0 THEN total := total + row_count; RETURN NEXT; END IF;
  END LOOP;
  IF total > 0 THEN
    INSERT INTO corrections.erasures (via, row_count) VALUES (erased_via, total);
  END IF;
END
$$;
