-- Up Migration

-- One row for each user, beside the user's facts and figures. On Citus it is on the server that has them. INSERT … SELECT of given rows
-- joins it, so that the rows are written there: without a row of that server, Citus would copy them to it, which row security forbids.
CREATE TABLE facts.owners (
  user_id bigint PRIMARY KEY
);
ALTER TABLE facts.owners ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.owners FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON facts.owners USING (user_id = app.current_user_id());
CREATE POLICY new_users ON facts.owners FOR INSERT TO ctx_definer WITH CHECK (true);
GRANT SELECT ON facts.owners TO ctx_corrections, ctx_recalc;
GRANT SELECT, INSERT, DELETE ON facts.owners TO ctx_definer;

CREATE FUNCTION facts.add_owner() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO facts.owners (user_id) VALUES (NEW.user_id);
  RETURN NULL;
END
$$;
GRANT CREATE ON SCHEMA facts TO ctx_definer;
ALTER FUNCTION facts.add_owner() OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA facts FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION facts.add_owner() FROM PUBLIC;
CREATE TRIGGER owner_added AFTER INSERT ON identity.users FOR EACH ROW EXECUTE FUNCTION facts.add_owner();
ALTER TABLE facts.owners NO FORCE ROW LEVEL SECURITY;
INSERT INTO facts.owners (user_id) SELECT user_id FROM identity.users;
ALTER TABLE facts.owners FORCE ROW LEVEL SECURITY;

-- Rows of an import, in the order of the file, until they are merged: written, read and deleted in one transaction, so that nobody else
-- sees them. Unlogged, because a crash ends the import. No row security, which COPY rejects: only the corrections service has rights.
-- A migration that adds a column to a table of facts adds it here too.
CREATE UNLOGGED TABLE facts.stage_account AS
  SELECT 0::bigint AS user_id, 0::bigint AS line, account_id, ref, kind, datasource, label, address, chain_id,
    provider, connection_status, last_sync_at, last_sync_error, original_filename, source_platform, registered_on,
    country, digest
  FROM facts.accounts WITH NO DATA;
CREATE UNLOGGED TABLE facts.stage_event AS
  SELECT 0::bigint AS user_id, 0::bigint AS line, event_id, account_id, reference_id, type, asset_key, asset_symbol,
    asset_name, asset_chain, asset_fiat, amount, occurred_at, euro_value, treatment, taxable, price_source,
    description, protocol, continuity_group_id, counterparty_address, chain_id, link, flags, spam, needs_review,
    is_loan, is_repayment, is_interest_expense, digest
  FROM facts.events WITH NO DATA;
CREATE UNLOGGED TABLE facts.stage_price AS
  SELECT 0::bigint AS user_id, 0::bigint AS line, asset_key, at, eur, digest
  FROM facts.prices WITH NO DATA;
CREATE UNLOGGED TABLE facts.stage_position AS
  SELECT 0::bigint AS user_id, 0::bigint AS line, position_id, record, digest
  FROM facts.positions WITH NO DATA;
CREATE UNLOGGED TABLE facts.stage_note AS
  SELECT 0::bigint AS user_id, 0::bigint AS line, event_id, note_id, record, digest
  FROM facts.notes WITH NO DATA;
CREATE UNLOGGED TABLE facts.stage_attachment AS
  SELECT 0::bigint AS user_id, 0::bigint AS line, event_id, attachment_id, record, digest
  FROM facts.attachments WITH NO DATA;
GRANT SELECT, INSERT, DELETE ON facts.stage_account, facts.stage_event, facts.stage_price, facts.stage_position, facts.stage_note,
  facts.stage_attachment TO ctx_corrections;

-- Restored and new rules and matches get their place in the order before they are written.
GRANT USAGE ON SEQUENCE corrections.rules_ordinal_seq, corrections.transfer_matches_ordinal_seq TO ctx_corrections;

-- Erasing a user erases the row too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'facts.positions'$list$, $list$'facts.positions', 'facts.owners'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name facts.positions';
  END IF;
  EXECUTE after;
END
$$;

-- New shared prices affect every user who holds one of the assets. One function finds them and another requests their runs, because the rows
-- of both are on different servers of Citus. The function that did both stays for pods of the previous release.
CREATE FUNCTION corrections.users_of_assets(asset_keys text[]) RETURNS TABLE (user_id bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT DISTINCT e.user_id FROM facts.events e WHERE e.asset_key = ANY (asset_keys);
END;

-- Waits for a user who is being erased, who then has no run.
CREATE FUNCTION corrections.request_runs(user_ids bigint[]) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH known AS (
    SELECT u.user_id FROM identity.users u WHERE u.user_id = ANY (user_ids) ORDER BY u.user_id FOR KEY SHARE)
  SELECT k.user_id FROM known k, LATERAL corrections.request_run(k.user_id, true) AS outcome WHERE outcome IS NOT NULL;
END;
GRANT CREATE ON SCHEMA corrections TO ctx_definer;
ALTER FUNCTION corrections.users_of_assets(text[]) OWNER TO ctx_definer;
ALTER FUNCTION corrections.request_runs(bigint[]) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.users_of_assets(text[]), corrections.request_runs(bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.users_of_assets(text[]), corrections.request_runs(bigint[]) TO ctx_corrections;

-- The same as before, with a statement for each part: Citus cannot read the coordinator's and a worker's rows in one.
CREATE OR REPLACE FUNCTION figures.report_inputs(for_user bigint, of_year integer, photo_us bigint, age_us_max bigint) RETURNS jsonb
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
  SELECT jsonb_object_agg(k.asset_key, jsonb_build_object('eur', p.eur::text, 'at', p.at, 'own', p.is_own)) INTO prices
    FROM (SELECT DISTINCT l.asset_key FROM figures.lots l WHERE l.user_id = for_user AND l.arrived_at < photo) k,
      LATERAL (SELECT c.eur, c.at, c.is_own FROM (
          (SELECT o.at, o.eur, true AS is_own FROM facts.prices o
           WHERE o.user_id = for_user AND o.asset_key = k.asset_key AND o.at <= photo ORDER BY o.at DESC LIMIT 1)
          UNION ALL
          (SELECT s.at, s.eur, false FROM facts.shared_prices s
           WHERE s.asset_key = k.asset_key AND s.at <= photo ORDER BY s.at DESC LIMIT 1)) c
        WHERE c.at >= photo - age_us_max * interval '1 microsecond'
        ORDER BY c.at DESC, c.is_own DESC LIMIT 1) p;
  RETURN jsonb_build_object('run', run, 'years', coalesce(years, '[]'), 'sources', coalesce(sources, '[]'),
    'photoPrices', coalesce(prices, '{}'));
END
$$;
