-- Up Migration

-- Figures that recalc computes from facts and corrections. `digest` is a hash of a row: a run writes only rows that differ. Values in EUR have
-- every digit; displayed values are rounded once, when they are read.

-- === The run and its events ===

-- One row per user: the run that the figures come from.
CREATE TABLE figures.versions (
  user_id bigint PRIMARY KEY,
  version bigint NOT NULL,
  engine_version integer NOT NULL,
  events bigint NOT NULL,
  wallet_count integer NOT NULL,
  duration_ms bigint NOT NULL,
  input_fingerprint text NOT NULL,
  output_fingerprint text NOT NULL,
  -- Sums of the digests of inputs and rows, which an incremental run updates by its changes.
  input_sums jsonb NOT NULL,
  output_sums jsonb NOT NULL,
  completed_at timestamptz NOT NULL
);
CREATE INDEX versions_by_engine ON figures.versions (engine_version);

-- The effective events of the last run, which the list of transactions shows. A frozen year keeps its rows, so an event that later facts
-- moved to another year is there once for each. Folded columns, because an index on lower(…) is not usable under row security (lower is
-- not leakproof).
CREATE TABLE figures.events (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  year integer NOT NULL,
  account_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  type text NOT NULL,
  treatment text NOT NULL,
  taxable boolean NOT NULL,
  amount numeric NOT NULL,
  asset_key text NOT NULL,
  asset_key_folded text NOT NULL,
  asset_symbol text NOT NULL,
  asset_symbol_folded text NOT NULL,
  asset_symbol_shown_folded text NOT NULL,
  euro_value numeric,
  price_source text NOT NULL,
  description text,
  description_by_user boolean NOT NULL,
  protocol text,
  reference_id text NOT NULL,
  continuity_group_id uuid,
  override_id uuid,
  rule_id uuid,
  match_id uuid,
  flags text[] NOT NULL,
  spam boolean NOT NULL,
  -- The proceeds or basis that count: the EUR value, or the share of a swap's.
  counted_value numeric,
  acts_on_pools boolean NOT NULL,
  -- Tell a later run whether a change of the event's inputs affects the pools or only EUR values.
  input_digest uuid NOT NULL,
  flow_key uuid NOT NULL,
  value_key uuid NOT NULL,
  -- Digest of all columns above. The row's digest covers this column and those below.
  facts_digest uuid NOT NULL,
  total_gain numeric,
  income numeric NOT NULL,
  needs_review boolean NOT NULL,
  -- Bits: isShort, hasSurplus, isUnmatched.
  pool_marks text[] NOT NULL,
  digest uuid NOT NULL,
  -- Whether the event can be proposed as the other side of a transfer.
  may_be_counterpart boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, event_id, year)
);
-- The list of transactions, by type, by asset, and by type within an asset: each is a range of one index, in the order of the list. Few
-- symbols are displayed differently than stored, so their index is almost empty.
CREATE INDEX events_newest_first ON figures.events (user_id, year, occurred_at DESC, event_id);
CREATE INDEX events_by_type ON figures.events (user_id, year, type, occurred_at DESC, event_id);
CREATE INDEX events_by_asset_key
  ON figures.events (user_id, asset_key_folded, year, type, occurred_at DESC, event_id);
CREATE INDEX events_by_symbol
  ON figures.events (user_id, asset_symbol_folded, year, type, occurred_at DESC, event_id);
CREATE INDEX events_by_shown_symbol
  ON figures.events (user_id, asset_symbol_shown_folded, year, type, occurred_at DESC, event_id)
  WHERE asset_symbol_shown_folded <> asset_symbol_folded;
CREATE INDEX events_by_rule ON figures.events (user_id, rule_id) WHERE rule_id IS NOT NULL;

-- Where pages of a year's events begin: the n-th element is the event after n × 1,000 newer ones (events of the same time in id order). A
-- late page starts there instead of counting all events before it; a year without a row is read from its start. The run that adds, moves or
-- removes events deletes the row and makes it again. Beside the events and not in figures.years, because Citus has the two on different
-- servers.
CREATE TABLE figures.page_marks (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  times timestamptz[] NOT NULL,
  ids uuid[] NOT NULL,
  PRIMARY KEY (user_id, year),
  CHECK (cardinality(times) = cardinality(ids))
);

-- === Lots and pools ===

-- The lots that each acquisition and each transfer added to a pool. `from_lot_id` leads back through transfers between assets,
-- `origin_event_id` to the acquisition.
CREATE TABLE figures.lots (
  user_id bigint NOT NULL,
  lot_id uuid NOT NULL,
  asset_key text NOT NULL,
  event_id uuid NOT NULL,
  origin_event_id uuid NOT NULL,
  from_lot_id uuid,
  acquired_at timestamptz NOT NULL,
  held_since timestamptz NOT NULL,
  arrived_at timestamptz NOT NULL,
  amount numeric NOT NULL,
  cost_basis numeric NOT NULL,
  photo_asset_key text,
  photo_amount numeric,
  origin_kind text,
  origin_in_event_id uuid,
  origin_out_event_id uuid,
  origin_received_at timestamptz,
  remaining numeric NOT NULL CHECK (remaining >= 0),
  remaining_cost_basis numeric NOT NULL,
  -- Lots of an unmatched outgoing transfer, which are still owned.
  waiting numeric NOT NULL CHECK (waiting >= 0),
  waiting_cost_basis numeric NOT NULL,
  is_held boolean NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, lot_id)
);
CREATE INDEX lots_held ON figures.lots (user_id, asset_key, acquired_at, lot_id) WHERE is_held;
-- The report of a year lists the stock at its end, so it reads all lots by asset, not only those that are held now.
CREATE INDEX lots_by_asset ON figures.lots (user_id, asset_key, acquired_at, lot_id);
-- A change of values looks up the lots of an event and the lots derived from others: one index probe each, independent of the
-- number of lots.
CREATE INDEX lots_by_event ON figures.lots (user_id, event_id);
CREATE INDEX lots_by_source ON figures.lots (user_id, from_lot_id) WHERE from_lot_id IS NOT NULL;
-- Lots that had another asset at the photo moment.
CREATE INDEX lots_by_photo_asset ON figures.lots (user_id, photo_asset_key) WHERE photo_asset_key IS NOT NULL;

-- The part of a lot that an event took: CONSUMED, MOVED to another lot, or WAITING.
CREATE TABLE figures.slices (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  year integer NOT NULL,
  ordinal integer NOT NULL,
  kind text NOT NULL,
  lot_id uuid NOT NULL,
  lot_event_id uuid NOT NULL,
  lot_acquired_at timestamptz NOT NULL,
  amount numeric NOT NULL,
  proceeds numeric,
  -- Units taken from the lot before; null if the lot had already left its pool.
  gone_before numeric,
  is_gain boolean NOT NULL,
  historic_cost numeric NOT NULL,
  cost_basis numeric NOT NULL,
  gain numeric NOT NULL,
  holding_period_days integer NOT NULL,
  origin_kind text,
  origin_in_event_id uuid,
  origin_out_event_id uuid,
  origin_received_at timestamptz,
  photo_missing text,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id, year, ordinal)
);
CREATE INDEX slices_by_lot ON figures.slices (user_id, lot_id);

-- The unit of a lot at which each transfer within one asset ended: units up to it came by the transfer. A run that starts at a later
-- moment reads from here which transfers still cover units, instead of computing the years before again.
CREATE TABLE figures.transfer_marks (
  user_id bigint NOT NULL,
  -- The out leg.
  event_id uuid NOT NULL,
  year integer NOT NULL,
  asset_key text NOT NULL,
  lot_id uuid NOT NULL,
  -- Counted from the lot's first unit.
  until numeric NOT NULL,
  -- Start of the holding period that an override of the in leg sets.
  held_since timestamptz,
  origin_kind text NOT NULL,
  origin_in_event_id uuid NOT NULL,
  origin_out_event_id uuid NOT NULL,
  origin_received_at timestamptz NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id, year)
);
CREATE INDEX transfer_marks_by_asset ON figures.transfer_marks (user_id, asset_key);

-- Groups of connected pools: a change in one group does not affect the others.
CREATE TABLE figures.pools (
  user_id bigint NOT NULL,
  asset_key text NOT NULL,
  pool_group text NOT NULL,
  symbol_families text[] NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, asset_key)
);

-- Holdings of each asset, in pools and in transit.
CREATE TABLE figures.holdings (
  user_id bigint NOT NULL,
  asset_key text NOT NULL,
  asset_symbol text NOT NULL,
  asset_name text,
  asset_chain text,
  protocol text,
  amount numeric NOT NULL,
  cost_basis numeric NOT NULL,
  lot_count integer NOT NULL,
  oldest_lot_at timestamptz NOT NULL,
  newest_lot_at timestamptz NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, asset_key)
);

-- === Loans ===

CREATE TABLE figures.debts (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  asset_key text NOT NULL,
  borrowed_at timestamptz NOT NULL,
  amount numeric NOT NULL,
  original_cost_basis numeric NOT NULL,
  remaining numeric NOT NULL CHECK (remaining >= 0),
  sale_proceeds numeric NOT NULL,
  sold_at timestamptz,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id)
);

CREATE TABLE figures.loan_payments (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  year integer NOT NULL,
  ordinal integer NOT NULL,
  loan_event_id uuid NOT NULL,
  principal numeric NOT NULL,
  interest numeric NOT NULL,
  closes boolean NOT NULL,
  borrowed_at timestamptz NOT NULL,
  original_principal numeric NOT NULL,
  original_cost_basis numeric NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id, year, ordinal)
);

-- === Years and issues ===

CREATE TABLE figures.years (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  regime text NOT NULL,
  capital_gains numeric NOT NULL,
  capital_gains_tax numeric NOT NULL,
  income numeric NOT NULL,
  income_tax numeric NOT NULL,
  total_tax numeric NOT NULL,
  monthly_gains numeric[] NOT NULL CHECK (cardinality(monthly_gains) = 12),
  monthly_income numeric[] NOT NULL CHECK (cardinality(monthly_income) = 12),
  transaction_count bigint NOT NULL,
  wallet_count integer NOT NULL,
  needs_review_count integer NOT NULL,
  digest uuid NOT NULL,
  -- How many events are in each list of contributions of a year, and its fees, so that no page counts the events of its year: a page of a
  -- year with 100,000 events took 20 times as long as one of a small year.
  gain_count integer NOT NULL,
  income_count integer NOT NULL,
  fee_count integer NOT NULL,
  fees numeric NOT NULL,
  PRIMARY KEY (user_id, year)
);

CREATE TABLE figures.issues (
  user_id bigint NOT NULL,
  issue_id uuid NOT NULL,
  issue_type text NOT NULL,
  queue text NOT NULL,
  -- 0 HIGH, 1 MEDIUM, 2 LOW.
  severity smallint NOT NULL,
  year integer,
  occurred_at timestamptz,
  event_id uuid,
  override_id uuid,
  asset_key text,
  suggestion_type text,
  counterpart_event_id uuid,
  transfer_kind text,
  -- Assets of the pools that the suggestion would affect.
  suggestion_assets text[],
  -- By year: change of net gain and income if the suggestion is accepted; null if not computed.
  suggestion_changes jsonb,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, issue_id)
);
CREATE INDEX issues_worst_first ON figures.issues (user_id, severity, occurred_at DESC NULLS LAST, issue_id);
CREATE INDEX issues_by_year ON figures.issues (user_id, year, issue_type);
-- Counts the suggestions of the inbox without reading other rows.
CREATE INDEX issues_with_a_suggestion ON figures.issues (user_id) WHERE suggestion_type IS NOT NULL;

-- === Submitted years ===

-- Submitted years, and the values that each keeps, so that no later change of an open year reaches it or what comes after it (ADR 41).
CREATE TABLE figures.frozen_years (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  -- Fingerprint of the inputs that the year was computed from.
  input_fingerprint text NOT NULL,
  -- The other values that the report of the year shows beside its rows (figures.report_inputs).
  report_inputs jsonb,
  -- Sums over years: what the year opened with and passes on, its exemption and its estimate.
  kept_sums jsonb,
  PRIMARY KEY (user_id, year)
);

-- The state that the year passes to the next one, by asset ('' for the part without an asset).
CREATE TABLE figures.closing_states (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  asset_key text NOT NULL,
  state jsonb NOT NULL,
  PRIMARY KEY (user_id, year, asset_key),
  FOREIGN KEY (user_id, year) REFERENCES figures.frozen_years ON DELETE CASCADE
);

-- The lots that a submitted year and later ones show, as they were when it was submitted: those that were held at its end or at the photo
-- moment, those of its slices, and the lots that these came from. figures.lots has the lots of open years as later facts have them.
CREATE TABLE figures.frozen_lots (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  lot_id uuid NOT NULL,
  asset_key text NOT NULL,
  event_id uuid NOT NULL,
  origin_event_id uuid NOT NULL,
  from_lot_id uuid,
  acquired_at timestamptz NOT NULL,
  arrived_at timestamptz NOT NULL,
  amount numeric NOT NULL,
  cost_basis numeric NOT NULL,
  photo_asset_key text,
  photo_amount numeric,
  origin_kind text,
  origin_out_event_id uuid,
  -- What was given for the lot, where an acquisition brought it.
  given uuid[] NOT NULL,
  -- Units, and their historic cost, at the end of the year and at the photo moment.
  held numeric NOT NULL CHECK (held >= 0),
  held_cost numeric NOT NULL,
  photo_held numeric NOT NULL CHECK (photo_held >= 0),
  photo_cost numeric NOT NULL,
  PRIMARY KEY (user_id, year, lot_id),
  FOREIGN KEY (user_id, year) REFERENCES figures.frozen_years ON DELETE CASCADE
);
CREATE INDEX frozen_lots_by_asset ON figures.frozen_lots (user_id, year, asset_key, acquired_at, lot_id);

-- The explanation of an event of a submitted year beside its figures: its data source, its fact, the rule, match and price behind its values,
-- the other events of its group, and the protocols of the loans that it closed, by the loan's event.
CREATE TABLE figures.frozen_events (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  event_id uuid NOT NULL,
  account_label text,
  account_datasource text,
  original_filename text,
  effect_fact jsonb,
  rule_action text,
  rule_created_at timestamptz,
  rule_created_via text,
  match_created_at timestamptz,
  match_created_via text,
  price_eur numeric,
  price_at timestamptz,
  group_ids uuid[] NOT NULL,
  group_members bigint NOT NULL,
  protocols jsonb,
  PRIMARY KEY (user_id, year, event_id),
  FOREIGN KEY (user_id, year) REFERENCES figures.frozen_years ON DELETE CASCADE
);

-- Returns what the report of a year shows beside the rows of that year: earlier years, data sources, prices at the photo moment, and the run that
-- the figures come from. The fingerprint is that of the year's own figures: one of all inputs would tell whether a locked year has
-- changed. Decimals are text, so that no digit is lost. `photo_us` is the photo moment in microseconds, and `age_us_max` the maximum age
-- of a price at that moment. A statement for each part: Citus cannot read the coordinator's and a worker's rows in one.
CREATE FUNCTION figures.report_inputs(for_user bigint, of_year integer, photo_us bigint, age_us_max bigint) RETURNS jsonb
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

-- === Years that wait (ADR 44) ===

-- Returns the values that a waiting year shows: a month that was 0 takes its value of now.
CREATE FUNCTION facts.shown_once(shown numeric[], now numeric[]) RETURNS numeric[]
  LANGUAGE sql IMMUTABLE
RETURN ARRAY(SELECT CASE WHEN m.shown = 0 THEN m.now ELSE m.shown END
  FROM unnest(shown, now) WITH ORDINALITY AS m (shown, now, place) ORDER BY m.place);

-- Keeps the ranges that locked years show. Called by corrections before the user's files change.
CREATE FUNCTION facts.hold_years(holder bigint, first_year integer) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  INSERT INTO facts.years AS y (user_id, year, held_gains, held_income, held_since)
  SELECT f.user_id, f.year, f.monthly_gains, f.monthly_income, clock_timestamp() FROM figures.years f
  WHERE f.user_id = holder AND f.user_id = app.current_user_id() AND f.year >= first_year
  ON CONFLICT (user_id, year) DO UPDATE
    SET held_gains = excluded.held_gains, held_income = excluded.held_income, held_since = excluded.held_since
    WHERE NOT y.paid AND y.held_since IS NULL;
END;

-- Gives months that were 0 their first other value. Called by recalc when a run has saved its figures.
CREATE FUNCTION facts.fill_held_years(holder bigint) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE facts.years y
  SET held_gains = facts.shown_once(y.held_gains, f.monthly_gains),
    held_income = facts.shown_once(y.held_income, f.monthly_income)
  FROM figures.years f
  WHERE y.user_id = holder AND y.user_id = app.current_user_id() AND y.held_since IS NOT NULL
    AND f.user_id = holder AND f.year = y.year
    AND (facts.shown_once(y.held_gains, f.monthly_gains) <> y.held_gains
      OR facts.shown_once(y.held_income, f.monthly_income) <> y.held_income);
END;

-- === Rights ===

-- Rows of a user, for that user alone.
DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY[
    'versions', 'events', 'page_marks', 'lots', 'slices', 'transfer_marks', 'pools', 'holdings', 'debts', 'loan_payments', 'years',
    'issues', 'frozen_years', 'closing_states', 'frozen_lots', 'frozen_events'
  ] LOOP
    EXECUTE format('ALTER TABLE figures.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE figures.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON figures.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON figures.versions, figures.events, figures.lots, figures.slices, figures.transfer_marks,
  figures.pools, figures.holdings, figures.debts, figures.loan_payments, figures.years, figures.issues, figures.frozen_years,
  figures.closing_states TO ctx_recalc;
GRANT SELECT, INSERT, DELETE ON figures.page_marks TO ctx_recalc;
-- Rows that a year keeps never change: reopening the year deletes it with figures.frozen_years.
GRANT SELECT, INSERT ON figures.frozen_lots, figures.frozen_events TO ctx_recalc;
-- Everything except the state of runs: transfer marks, pools, closing states.
GRANT SELECT ON figures.versions, figures.events, figures.page_marks, figures.lots, figures.slices, figures.holdings, figures.debts,
  figures.loan_payments, figures.years, figures.issues, figures.frozen_years, figures.frozen_lots, figures.frozen_events TO ctx_read;
GRANT SELECT ON figures.versions TO ctx_gateway, ctx_definer;
-- The response for an identical rule has the number of its events, as in the list.
GRANT SELECT (user_id, rule_id) ON figures.events TO ctx_corrections;
GRANT SELECT (user_id, year, monthly_gains, monthly_income) ON figures.years TO ctx_definer;

GRANT CREATE ON SCHEMA facts TO ctx_definer;
ALTER FUNCTION facts.hold_years(bigint, integer) OWNER TO ctx_definer;
ALTER FUNCTION facts.fill_held_years(bigint) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA facts FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION facts.hold_years(bigint, integer), facts.fill_held_years(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION facts.hold_years(bigint, integer) TO ctx_corrections;
GRANT EXECUTE ON FUNCTION facts.fill_held_years(bigint) TO ctx_recalc;
