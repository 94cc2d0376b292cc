-- Up Migration

CREATE SCHEMA figures;
GRANT USAGE ON SCHEMA figures TO ctx_read, ctx_recalc, ctx_gateway, ctx_definer;

-- One row per user: the run that the figures come from.
CREATE TABLE figures.versions (
  user_id bigint PRIMARY KEY,
  version bigint NOT NULL,
  engine_version integer NOT NULL,
  events bigint NOT NULL,
  duration_ms bigint NOT NULL,
  input_fingerprint text NOT NULL,
  output_fingerprint text NOT NULL,
  completed_at timestamptz NOT NULL
);

-- `digest` is a hash of a row: a run writes only rows that differ. Holds the effective events of the last run, which the list of
-- transactions shows. Folded columns, because an index on lower(…) is not usable under row security (lower is not leakproof).
CREATE TABLE figures.events (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  account_id uuid NOT NULL,
  year integer NOT NULL,
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
  flags text[] NOT NULL,
  needs_review boolean NOT NULL,
  spam boolean NOT NULL,
  total_gain numeric,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id)
);
CREATE INDEX events_newest_first ON figures.events (user_id, year, occurred_at DESC, event_id);
CREATE INDEX events_by_type ON figures.events (user_id, year, type, occurred_at DESC, event_id);
CREATE INDEX events_by_asset_key ON figures.events (user_id, asset_key_folded, year, occurred_at DESC, event_id);
CREATE INDEX events_by_symbol ON figures.events (user_id, asset_symbol_folded, year);
CREATE INDEX events_by_shown_symbol ON figures.events (user_id, asset_symbol_shown_folded, year);

CREATE TABLE figures.lots (
  user_id bigint NOT NULL,
  lot_id uuid NOT NULL,
  event_id uuid NOT NULL,
  asset_key text NOT NULL,
  acquired_at timestamptz NOT NULL,
  acquired_amount numeric NOT NULL,
  remaining_amount numeric NOT NULL CHECK (remaining_amount >= 0),
  cost_basis numeric NOT NULL,
  remaining_cost_basis numeric NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, lot_id)
);

CREATE TABLE figures.slices (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  ordinal integer NOT NULL,
  lot_id uuid NOT NULL,
  lot_event_id uuid NOT NULL,
  amount numeric NOT NULL,
  proceeds numeric,
  cost_basis numeric NOT NULL,
  gain numeric NOT NULL,
  holding_period_days integer NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id, ordinal)
);

CREATE TABLE figures.years (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  regime text NOT NULL,
  -- The rates of the law, so that the bounds of a tax are the rate applied to the bounds of its base.
  capital_gains_rate_percent numeric NOT NULL,
  income_rate_percent numeric NOT NULL,
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

DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY['versions', 'events', 'lots', 'slices', 'years'] LOOP
    EXECUTE format('ALTER TABLE figures.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE figures.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON figures.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;

GRANT SELECT ON ALL TABLES IN SCHEMA figures TO ctx_read;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA figures TO ctx_recalc;
GRANT SELECT ON figures.versions TO ctx_gateway;
