-- Up Migration

-- Corrections by users. The event's id is derived from its natural key, so an override survives a re-import.
CREATE TABLE corrections.overrides (
  user_id bigint NOT NULL,
  override_id uuid NOT NULL,
  event_id uuid NOT NULL,
  account_id uuid NOT NULL,
  asset_key text NOT NULL,
  original_type text NOT NULL,
  reference_id text NOT NULL,
  overridden_type text,
  overridden_treatment text,
  overridden_taxable boolean,
  overridden_euro_value numeric CHECK (overridden_euro_value >= 0),
  overridden_amount numeric CHECK (overridden_amount > 0),
  overridden_timestamp timestamptz,
  overridden_description text,
  overridden_flags text[],
  origin_acquired_at timestamptz,
  notes text,
  orphaned_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, override_id),
  UNIQUE (user_id, event_id)
);

-- `ordinal` is the order of creation. The first rule that matches an event applies.
CREATE TABLE corrections.rules (
  user_id bigint NOT NULL,
  rule_id uuid NOT NULL,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  action text NOT NULL,
  label text NOT NULL,
  match_type text NOT NULL,
  direction text NOT NULL,
  counterparty_address text,
  chain_id integer,
  match_value text,
  threshold_eur numeric,
  notes text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_via text NOT NULL,
  PRIMARY KEY (user_id, rule_id)
);

CREATE TABLE corrections.transfer_matches (
  user_id bigint NOT NULL,
  match_id uuid NOT NULL,
  ordinal bigint GENERATED ALWAYS AS IDENTITY,
  out_event_id uuid NOT NULL,
  in_event_id uuid NOT NULL,
  transfer_kind text NOT NULL,
  notes text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_via text NOT NULL,
  PRIMARY KEY (user_id, match_id)
);
CREATE INDEX transfer_matches_by_out_leg ON corrections.transfer_matches (user_id, out_event_id);
CREATE INDEX transfer_matches_by_in_leg ON corrections.transfer_matches (user_id, in_event_id);

-- Events whose inputs changed since the last run. A run without any, or a requested full run, recomputes everything.
CREATE TABLE corrections.changed_events (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL,
  event_id uuid NOT NULL
);
CREATE INDEX changed_events_by_user ON corrections.changed_events (user_id);
ALTER TABLE corrections.changed_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.changed_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.changed_events USING (user_id = app.current_user_id());
GRANT INSERT ON corrections.changed_events TO ctx_corrections;
GRANT SELECT, DELETE ON corrections.changed_events TO ctx_recalc;

-- Indexes for a run to find the events of a pool, and the other legs of a swap or a transfer.
CREATE INDEX events_by_asset ON facts.events (user_id, asset_key);
CREATE INDEX events_by_group ON facts.events (user_id, continuity_group_id) WHERE continuity_group_id IS NOT NULL;

DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY['overrides', 'rules', 'transfer_matches'] LOOP
    EXECUTE format('ALTER TABLE corrections.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE corrections.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON corrections.%I USING (user_id = app.current_user_id())', secured);
    EXECUTE format('GRANT SELECT ON corrections.%I TO ctx_read, ctx_recalc', secured);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.%I TO ctx_corrections', secured);
  END LOOP;
END
$$;

-- Figures are derived: this migration drops them, and the runs requested below recompute them.
DROP TABLE figures.events, figures.lots, figures.slices, figures.years, figures.versions;

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

-- `digest` is a hash of a row: a run writes only rows that differ. Holds the effective events of the last run, which the list of
-- transactions shows. A frozen year keeps its rows, so an event that later facts moved to another year is there once for each.
-- Folded columns, because an index on lower(…) is not usable under row security (lower is not leakproof).
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
  PRIMARY KEY (user_id, event_id, year)
);
CREATE INDEX events_newest_first ON figures.events (user_id, year, occurred_at DESC, event_id);
CREATE INDEX events_by_type ON figures.events (user_id, year, type, occurred_at DESC, event_id);
CREATE INDEX events_by_asset_key ON figures.events (user_id, asset_key_folded, year, occurred_at DESC, event_id);
CREATE INDEX events_by_symbol ON figures.events (user_id, asset_symbol_folded, year);
CREATE INDEX events_by_shown_symbol ON figures.events (user_id, asset_symbol_shown_folded, year);
CREATE INDEX events_by_rule ON figures.events (user_id, rule_id) WHERE rule_id IS NOT NULL;

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

-- EUR with every digit. Displayed values are rounded once, when they are read.
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
  PRIMARY KEY (user_id, year)
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

-- Groups of connected pools: a change in one group does not affect the others.
CREATE TABLE figures.pools (
  user_id bigint NOT NULL,
  asset_key text NOT NULL,
  pool_group text NOT NULL,
  symbol_families text[] NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, asset_key)
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

-- Submitted years: the inputs they were computed from, and the state they pass to the next year, by asset ('' for the part
-- without an asset).
CREATE TABLE figures.frozen_years (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  input_fingerprint text NOT NULL,
  PRIMARY KEY (user_id, year)
);
CREATE TABLE figures.closing_states (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  asset_key text NOT NULL,
  state jsonb NOT NULL,
  PRIMARY KEY (user_id, year, asset_key),
  FOREIGN KEY (user_id, year) REFERENCES figures.frozen_years ON DELETE CASCADE
);

DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY[
    'versions', 'events', 'lots', 'slices', 'debts', 'loan_payments', 'years', 'issues', 'holdings', 'pools', 'frozen_years',
    'closing_states'
  ] LOOP
    EXECUTE format('ALTER TABLE figures.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE figures.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON figures.%I USING (user_id = app.current_user_id())', secured);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON figures.%I TO ctx_recalc', secured);
    IF secured NOT IN ('pools', 'frozen_years', 'closing_states') THEN
      EXECUTE format('GRANT SELECT ON figures.%I TO ctx_read', secured);
    END IF;
  END LOOP;
END
$$;
GRANT SELECT ON figures.versions TO ctx_gateway, ctx_definer;

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

-- New shared prices affect every user who holds one of the assets; all figures of such a user may depend on them.
CREATE OR REPLACE FUNCTION corrections.request_runs_for_assets(asset_keys text[]) RETURNS TABLE (user_id bigint)
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH concerned AS (SELECT DISTINCT e.user_id FROM facts.events e WHERE e.asset_key = ANY (asset_keys))
  SELECT c.user_id FROM concerned c, LATERAL corrections.request_run(c.user_id, true) AS outcome WHERE outcome IS NOT NULL;
END;

-- Marks a year as submitted, or reopens it. Only recalc may call these, in the transaction that saves the closing state.
CREATE FUNCTION facts.mark_submitted(submitting_user_id bigint, submitted_year integer, is_submitted boolean) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  INSERT INTO facts.years AS y (user_id, year, submitted_at)
  SELECT submitting_user_id, submitted_year, CASE WHEN is_submitted THEN clock_timestamp() END
  WHERE submitting_user_id = app.current_user_id()
  ON CONFLICT (user_id, year) DO UPDATE SET submitted_at = excluded.submitted_at;
END;
GRANT SELECT, INSERT, UPDATE ON facts.years TO ctx_definer;

GRANT CREATE ON SCHEMA corrections, facts TO ctx_definer;
ALTER FUNCTION corrections.request_outdated(integer, integer) OWNER TO ctx_definer;
ALTER FUNCTION facts.mark_submitted(bigint, integer, boolean) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA corrections, facts FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION corrections.request_outdated(integer, integer), facts.mark_submitted(bigint, integer, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION corrections.request_outdated(integer, integer), facts.mark_submitted(bigint, integer, boolean)
  TO ctx_recalc;
