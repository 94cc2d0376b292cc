-- Up Migration

-- Prices that the taxpayer enters: of one unit of an asset, for an instant or a Brussels day. While a price is valid, it wins over imported ones.
CREATE TABLE corrections.prices (
  user_id bigint NOT NULL,
  -- Derived from user, asset and moment, so that a price that is entered again replaces the one before.
  price_id uuid NOT NULL,
  asset_key text NOT NULL,
  at timestamptz,
  day date,
  -- The price is valid from here until before there.
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  eur numeric NOT NULL CHECK (eur >= 0),
  -- Where the price comes from, in the user's words.
  source text NOT NULL,
  notes text,
  updated_at timestamptz NOT NULL,
  -- Name of the token, app or command.
  updated_via text NOT NULL,
  PRIMARY KEY (user_id, price_id),
  CHECK ((at IS NULL) <> (day IS NULL)),
  CHECK (valid_from < valid_until)
);
-- A run reads the prices of an asset at a moment, and the list shows them by asset, newest first.
CREATE INDEX prices_by_asset ON corrections.prices (user_id, asset_key, valid_from DESC, price_id);

ALTER TABLE corrections.prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.prices FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.prices USING (user_id = app.current_user_id());

GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.prices TO ctx_corrections;
GRANT SELECT ON corrections.prices TO ctx_read, ctx_recalc;
GRANT SELECT (user_id), DELETE ON corrections.prices TO ctx_definer;

-- Whose price valued an event of a submitted year: ENTERED, IMPORTED, or DERIVED from the currency of a stablecoin. NULL for years that an
-- earlier release kept.
ALTER TABLE figures.frozen_events ADD COLUMN price_origin text;

-- As the function with four arguments, which earlier releases call, with the prices that the user entered and those of the currencies of
-- `coins`: their places in `currencies` are the same.
CREATE FUNCTION figures.report_inputs(
    for_user bigint, of_year integer, photo_us bigint, age_us_max bigint, coins text[], currencies text[]) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  photo timestamptz := 'epoch'::timestamptz + photo_us * interval '1 microsecond';
  run jsonb;
  years jsonb;
  sources jsonb;
  prices jsonb;
BEGIN
  SELECT jsonb_build_object('engineVersion', v.engine_version, 'fingerprint', y.digest) INTO run
    FROM figures.versions v JOIN figures.years y ON y.user_id = for_user AND y.year = of_year WHERE v.user_id = for_user;
  SELECT jsonb_agg(jsonb_build_object('year', y.year, 'regime', y.regime, 'capital_gains', y.capital_gains::text,
      'monthly_gains', to_jsonb(y.monthly_gains::text[])) ORDER BY y.year) INTO years
    FROM figures.years y WHERE y.user_id = for_user AND y.year < of_year;
  SELECT jsonb_agg(jsonb_build_object('account_id', a.account_id, 'kind', a.kind, 'datasource', a.datasource,
      'label', a.label, 'source_platform', a.source_platform, 'country', a.country, 'registered_on', a.registered_on)
      ORDER BY a.ref COLLATE "C") INTO sources
    FROM facts.accounts a WHERE a.user_id = for_user;
  SELECT jsonb_object_agg(k.asset_key, jsonb_strip_nulls(
      jsonb_build_object('eur', p.eur::text, 'at', p.at, 'own', p.is_own, 'origin', p.origin))) INTO prices
    FROM (SELECT DISTINCT l.asset_key FROM figures.lots l WHERE l.user_id = for_user AND l.arrived_at < photo) k,
      LATERAL (SELECT c.eur, c.at, c.is_own,
          CASE WHEN a.place = 1 THEN 'DERIVED' WHEN c.is_entered THEN 'ENTERED' END AS origin
        FROM (SELECT k.asset_key AS asset_key, 0 AS place
          UNION ALL SELECT s.currency, 1 FROM unnest(coins, currencies) AS s (coin, currency) WHERE s.coin = k.asset_key) a,
        LATERAL (
          (SELECT e.eur, e.valid_from AS at, true AS is_own, true AS is_entered FROM corrections.prices e
           WHERE e.user_id = for_user AND e.asset_key = a.asset_key
             AND CASE WHEN e.day IS NULL THEN e.valid_from <= photo AND e.valid_until > photo ELSE e.valid_until = photo END
           ORDER BY e.day IS NULL DESC, e.valid_from DESC LIMIT 1)
          UNION ALL
          (SELECT o.eur, o.at, true, false FROM facts.prices o
           WHERE o.user_id = for_user AND o.asset_key = a.asset_key AND o.at <= photo ORDER BY o.at DESC LIMIT 1)
          UNION ALL
          (SELECT s.eur, s.at, false, false FROM facts.shared_prices s
           WHERE s.asset_key = a.asset_key AND s.at <= photo ORDER BY s.at DESC LIMIT 1)
          UNION ALL
          SELECT 1, photo, false, false WHERE a.place = 1 AND a.asset_key = 'EUR') c
        WHERE c.at >= photo - age_us_max * interval '1 microsecond'
        ORDER BY a.place, c.is_entered DESC, c.at DESC, c.is_own DESC LIMIT 1) p;
  RETURN jsonb_build_object('run', run, 'years', coalesce(years, '[]'), 'sources', coalesce(sources, '[]'),
    'photoPrices', coalesce(prices, '{}'));
END
$$;

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
    'corrections.recalc_state', 'corrections.outbox', 'corrections.changed_events', 'corrections.answers',
    'corrections.overrides', 'corrections.rules', 'corrections.transfer_matches', 'corrections.circumstances',
    'corrections.prices', 'corrections.audit_chains', 'corrections.audit_cleanups', 'corrections.audit_log',
    'figures.closing_states', 'figures.frozen_lots', 'figures.frozen_events', 'figures.frozen_years', 'figures.page_marks',
    'figures.events', 'figures.lots', 'figures.slices', 'figures.debts', 'figures.loan_payments', 'figures.transfer_marks',
    'figures.years', 'figures.holdings', 'figures.pools', 'figures.issues', 'figures.versions',
    'facts.possible_duplicates', 'facts.file_events', 'facts.files', 'facts.notes', 'facts.attachments', 'facts.events', 'facts.accounts',
    'facts.prices', 'facts.positions', 'facts.owners', 'facts.years',
    'identity.passkey_steps', 'identity.recovery_codes', 'identity.passkeys', 'identity.sessions', 'identity.tokens',
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
