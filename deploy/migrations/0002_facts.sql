-- Up Migration

CREATE SCHEMA facts;
GRANT USAGE ON SCHEMA facts TO ctx_read, ctx_corrections, ctx_recalc, ctx_definer;

-- `digest` is a hash of a row's imported fields. An import compares it to detect changes.
CREATE TABLE facts.accounts (
  user_id bigint NOT NULL,
  account_id uuid NOT NULL,
  ref text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('wallet', 'exchange', 'file')),
  datasource text NOT NULL,
  label text,
  address text,
  chain_id integer,
  provider text,
  connection_status text,
  last_sync_at timestamptz,
  -- When the last import of this account committed. Shown if the file has no `lastSyncAt`.
  imported_at timestamptz NOT NULL DEFAULT now(),
  last_sync_error text,
  original_filename text,
  source_platform text,
  registered_on date,
  country text,
  event_count bigint NOT NULL DEFAULT 0,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, account_id),
  UNIQUE (user_id, ref)
);

-- `event_id` is derived from the natural key (user, account ref, asset key, type, referenceId), so an event that returns after a
-- removal gets the same id. Numbers keep every digit: numeric without a scale.
CREATE TABLE facts.events (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  account_id uuid NOT NULL,
  reference_id text NOT NULL,
  type text NOT NULL,
  asset_key text NOT NULL,
  asset_symbol text NOT NULL,
  asset_name text,
  asset_chain text,
  asset_fiat boolean NOT NULL,
  amount numeric NOT NULL CHECK (amount > 0),
  occurred_at timestamptz NOT NULL,
  euro_value numeric CHECK (euro_value >= 0),
  treatment text NOT NULL,
  taxable boolean,
  price_source text,
  description text,
  protocol text,
  continuity_group_id uuid,
  counterparty_address text,
  chain_id integer,
  link text,
  flags text[] NOT NULL,
  spam boolean NOT NULL,
  needs_review boolean NOT NULL,
  is_loan boolean NOT NULL,
  is_repayment boolean NOT NULL,
  is_interest_expense boolean NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id),
  FOREIGN KEY (user_id, account_id) REFERENCES facts.accounts ON DELETE CASCADE
);
CREATE INDEX events_by_account ON facts.events (user_id, account_id);

CREATE TABLE facts.prices (
  user_id bigint NOT NULL,
  asset_key text NOT NULL,
  at timestamptz NOT NULL,
  eur numeric NOT NULL CHECK (eur >= 0),
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, asset_key, at)
);

-- Prices for all users: the only table of facts without a user.
CREATE TABLE facts.shared_prices (
  asset_key text NOT NULL,
  at timestamptz NOT NULL,
  eur numeric NOT NULL CHECK (eur >= 0),
  digest uuid NOT NULL,
  PRIMARY KEY (asset_key, at)
);

CREATE TABLE facts.positions (
  user_id bigint NOT NULL,
  position_id uuid NOT NULL,
  record jsonb NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, position_id)
);

CREATE TABLE facts.notes (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  note_id text NOT NULL,
  record jsonb NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id, note_id)
);

CREATE TABLE facts.attachments (
  user_id bigint NOT NULL,
  event_id uuid NOT NULL,
  attachment_id text NOT NULL,
  record jsonb NOT NULL,
  digest uuid NOT NULL,
  PRIMARY KEY (user_id, event_id, attachment_id)
);

-- Paid, submitted (frozen) and regime are properties of a user's year (decisions.md, "Years").
CREATE TABLE facts.years (
  user_id bigint NOT NULL,
  year integer NOT NULL CHECK (year BETWEEN 2009 AND 2100),
  paid boolean NOT NULL DEFAULT false,
  submitted_at timestamptz,
  regime text NOT NULL DEFAULT 'NORMAAL_BEHEER' CHECK (regime IN ('NORMAAL_BEHEER', 'SPECULATIEF')),
  PRIMARY KEY (user_id, year)
);

DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY['accounts', 'events', 'prices', 'positions', 'notes', 'attachments', 'years'] LOOP
    EXECUTE format('ALTER TABLE facts.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE facts.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON facts.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;

GRANT SELECT ON ALL TABLES IN SCHEMA facts TO ctx_read, ctx_recalc;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA facts TO ctx_corrections;

-- Imports and runs stage their rows in temporary tables.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO ctx_corrections, ctx_recalc', current_database());
END
$$;
