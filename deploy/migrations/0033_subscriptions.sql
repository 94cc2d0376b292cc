-- Up Migration

-- MCP clients subscribe to events (docs/events.md, "MCP Events"; ADR 75). A subscription is a webhook that its client adds and prolongs, and
-- that ends with the token or the app connection that added it. A client that polls has a row with the address `poll:`, to which nothing is sent.

ALTER TABLE corrections.webhooks
  -- What the receiver of a subscription knows it by. NULL for other rows.
  ADD COLUMN subscription_id text,
  -- The token or the app connection of a subscription or of polls. NULL for the webhooks of users and of the operator.
  ADD COLUMN credential_id uuid,
  -- The row gets no events from then on. NULL: never.
  ADD COLUMN expires_at timestamptz;
CREATE INDEX webhooks_by_credential ON corrections.webhooks (credential_id) WHERE credential_id IS NOT NULL;
CREATE INDEX webhooks_by_expiry ON corrections.webhooks (expires_at) WHERE expires_at IS NOT NULL;

-- Notes an event of a user for each webhook that asked for it, in the caller's transaction. Locks the keys of the webhooks: one that is removed
-- meanwhile is left out, in place of an error at the end of the statement. Events for polls are `dead` until infinity: no process looks for
-- them, and no cleanup ends them.
CREATE OR REPLACE FUNCTION corrections.note_event(about_user_id bigint, noted_type text, details jsonb) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH event AS MATERIALIZED (SELECT gen_random_uuid() AS event_id, clock_timestamp() AS now)
  INSERT INTO corrections.deliveries (webhook_id, user_id, event_id, event_type, happened_at, data, due_at, dead_at)
  SELECT w.webhook_id, about_user_id, e.event_id, noted_type, e.now, jsonb_build_object('userId', about_user_id) || details, e.now,
    CASE WHEN w.address = 'poll:' THEN 'infinity'::timestamptz END
  FROM event e, corrections.webhooks w
  WHERE (w.user_id IS NULL OR w.user_id = about_user_id) AND (w.types IS NULL OR noted_type = ANY (w.types))
    AND (w.expires_at IS NULL OR w.expires_at > e.now)
  FOR KEY SHARE OF w;
END;

-- Whether a webhook asks for events of a user of one of these types, for a caller that must do work to find out what happened.
CREATE OR REPLACE FUNCTION corrections.is_heard(about_user_id bigint, heard_types text[]) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT EXISTS (SELECT FROM corrections.webhooks w
    WHERE (w.user_id IS NULL OR w.user_id = about_user_id) AND (w.types IS NULL OR w.types && heard_types)
      AND (w.expires_at IS NULL OR w.expires_at > clock_timestamp()));
END;

-- Gives a process the lease of webhooks with a delivery that is due, those of the operator or those of users. A delivery waits for the
-- earlier ones of its user. The recursive query finds the webhooks that have deliveries without reading all webhooks.
CREATE FUNCTION corrections.take_receivers(
  worker text, lease interval, webhooks_max integer, of_operator boolean, with_subscriptions boolean
) RETURNS TABLE (webhook_id uuid, user_id bigint, address text, secret bytea, former_secret bytea, subscription_id text)
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
      AND (with_subscriptions OR c.credential_id IS NULL) AND (c.expires_at IS NULL OR c.expires_at > clock_timestamp())
      AND EXISTS (SELECT FROM corrections.deliveries d
        WHERE d.webhook_id = c.webhook_id AND d.dead_at IS NULL AND d.due_at <= clock_timestamp()
          AND NOT EXISTS (SELECT FROM corrections.deliveries p WHERE p.webhook_id = d.webhook_id AND p.user_id = d.user_id
            AND p.delivery_id < d.delivery_id AND p.dead_at IS NULL))
    ORDER BY c.lease_until LIMIT webhooks_max FOR NO KEY UPDATE OF c SKIP LOCKED
  )
  UPDATE corrections.webhooks w SET lease_owner = worker, lease_until = clock_timestamp() + lease
  FROM due WHERE w.webhook_id = due.webhook_id
  RETURNING w.webhook_id, w.user_id, w.address, w.secret,
    CASE WHEN w.former_until > clock_timestamp() THEN w.former_secret END, w.subscription_id;
END;

-- For processes of the version before, which know no subscriptions and would send them another body.
CREATE OR REPLACE FUNCTION corrections.take_webhooks(worker text, lease interval, webhooks_max integer, of_operator boolean)
  RETURNS TABLE (webhook_id uuid, user_id bigint, address text, secret bytea, former_secret bytea)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT r.webhook_id, r.user_id, r.address, r.secret, r.former_secret
  FROM corrections.take_receivers(worker, lease, webhooks_max, of_operator, false) r;
END;

-- When a token or an app connection of a user ends: infinity for a token without an end, NULL for one that has ended. It cannot be revoked
-- until the caller's transaction ends, so that the revocation finds what the transaction adds.
CREATE FUNCTION corrections.credential_end(owner_id bigint, asked_credential_id uuid) RETURNS timestamptz
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH token AS (
    SELECT coalesce(t.expires_at, 'infinity') AS ends_at FROM identity.tokens t
    WHERE t.token_id = asked_credential_id AND t.user_id = owner_id AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > clock_timestamp())
    FOR SHARE
  ), connection AS (
    SELECT c.expires_at AS ends_at FROM identity.connections c
    WHERE c.connection_id = asked_credential_id AND c.user_id = owner_id AND c.revoked_at IS NULL AND c.expires_at > clock_timestamp()
    FOR SHARE
  )
  SELECT k.ends_at FROM token k UNION ALL SELECT n.ends_at FROM connection n;
END;

-- Ends what a token or an app connection subscribed to, with its end.
CREATE FUNCTION identity.end_subscriptions() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF TG_TABLE_NAME = 'tokens' THEN
    DELETE FROM corrections.webhooks w WHERE w.credential_id = NEW.token_id;
  ELSE
    DELETE FROM corrections.webhooks w WHERE w.credential_id = NEW.connection_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER token_revoked AFTER UPDATE OF revoked_at ON identity.tokens
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION identity.end_subscriptions();
CREATE TRIGGER connection_revoked AFTER UPDATE OF revoked_at ON identity.connections
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION identity.end_subscriptions();

-- Deletes what a subscription or a poll of the user will not get: dead events, and those before a time (NULL: none). The others are due at
-- once. Returns how many were deleted.
CREATE FUNCTION corrections.skip_deliveries(skipped_webhook_id uuid, owner_id bigint, not_before timestamptz) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE corrections.deliveries d SET due_at = clock_timestamp()
  WHERE d.webhook_id = skipped_webhook_id AND d.user_id = owner_id AND d.dead_at IS NULL;
  WITH skipped AS (
    DELETE FROM corrections.deliveries d
    WHERE d.webhook_id = skipped_webhook_id AND d.user_id = owner_id
      AND (d.dead_at < 'infinity' OR d.happened_at < not_before)
    RETURNING 1)
  SELECT count(*)::integer FROM skipped;
END;

-- Returns the events that a poll gets. `attempts` of such an event is the number of the last response that had it, 0 without one. The client
-- has received the responses up to `received`, so their events are deleted. The number of this response is higher than all others: an event
-- is deleted only by a client that has seen a response with it.
CREATE FUNCTION corrections.poll_deliveries(polled_webhook_id uuid, owner_id bigint, received integer, rows_max integer)
  RETURNS TABLE (delivery_id bigint, event_id uuid, happened_at timestamptz, data text, response integer)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  DELETE FROM corrections.deliveries d
  WHERE d.webhook_id = polled_webhook_id AND d.user_id = owner_id AND d.dead_at = 'infinity' AND d.attempts BETWEEN 1 AND received;
  WITH served AS (
    SELECT d.delivery_id FROM corrections.deliveries d
    WHERE d.webhook_id = polled_webhook_id AND d.user_id = owner_id AND d.dead_at = 'infinity'
    ORDER BY d.delivery_id LIMIT rows_max
  ), latest AS (
    SELECT greatest(received, max(d.attempts)) AS response FROM corrections.deliveries d
    WHERE d.webhook_id = polled_webhook_id AND d.user_id = owner_id AND d.dead_at = 'infinity'
  )
  UPDATE corrections.deliveries d SET attempts = l.response + 1
  FROM served s, latest l WHERE d.delivery_id = s.delivery_id
  RETURNING d.delivery_id, d.event_id, d.happened_at, d.data::text, d.attempts;
END;

-- Deletes subscriptions and polls that have expired, with their events. Returns how many.
CREATE FUNCTION corrections.clear_subscriptions(rows_max integer) RETURNS integer
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH gone AS (
    DELETE FROM corrections.webhooks WHERE webhook_id IN (
      SELECT w.webhook_id FROM corrections.webhooks w WHERE w.expires_at < clock_timestamp()
      ORDER BY w.expires_at LIMIT rows_max FOR UPDATE SKIP LOCKED)
    RETURNING 1)
  SELECT count(*)::integer FROM gone;
END;

GRANT CREATE ON SCHEMA corrections, identity TO ctx_definer;
ALTER FUNCTION corrections.take_receivers(text, interval, integer, boolean, boolean) OWNER TO ctx_definer;
ALTER FUNCTION corrections.credential_end(bigint, uuid) OWNER TO ctx_definer;
ALTER FUNCTION identity.end_subscriptions() OWNER TO ctx_definer;
ALTER FUNCTION corrections.skip_deliveries(uuid, bigint, timestamptz) OWNER TO ctx_definer;
ALTER FUNCTION corrections.poll_deliveries(uuid, bigint, integer, integer) OWNER TO ctx_definer;
ALTER FUNCTION corrections.clear_subscriptions(integer) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections, identity FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.take_receivers(text, interval, integer, boolean, boolean),
  corrections.credential_end(bigint, uuid),
  identity.end_subscriptions(),
  corrections.skip_deliveries(uuid, bigint, timestamptz),
  corrections.poll_deliveries(uuid, bigint, integer, integer),
  corrections.clear_subscriptions(integer)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.take_receivers(text, interval, integer, boolean, boolean),
  corrections.credential_end(bigint, uuid),
  corrections.skip_deliveries(uuid, bigint, timestamptz),
  corrections.poll_deliveries(uuid, bigint, integer, integer),
  corrections.clear_subscriptions(integer)
  TO ctx_corrections;
