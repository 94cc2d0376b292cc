-- Up Migration

-- Imported facts, unchanged: accounts, events, prices, positions, notes. `digest` is a hash of a row's imported
-- fields; an import compares it to detect changes.

-- === Accounts and events ===

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
-- Indexes for a run to find the events of a pool, and the other legs of a swap or a transfer.
CREATE INDEX events_by_asset ON facts.events (user_id, asset_key);
CREATE INDEX events_by_group ON facts.events (user_id, continuity_group_id) WHERE continuity_group_id IS NOT NULL;
-- Events that a price may value, of all users. Most events have a value of their own and are not in it.
CREATE INDEX events_without_value ON facts.events (asset_key, occurred_at) WHERE euro_value IS NULL;

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

-- === Files ===

-- Exports of exchanges, wallets and tax programs that were imported, so that a person can remove one of them. `file_id` is derived
-- from the user, the account and the hash of the file, so importing a file again is the same row.
CREATE TABLE facts.files (
  user_id bigint NOT NULL,
  file_id uuid NOT NULL,
  account_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  platform text NOT NULL,
  format text NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  row_count integer NOT NULL,
  event_count integer NOT NULL,
  -- What the latest import of the file did.
  added integer NOT NULL,
  changed integer NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now(),
  -- Name of the page or command.
  via text NOT NULL,
  PRIMARY KEY (user_id, file_id),
  FOREIGN KEY (user_id, account_id) REFERENCES facts.accounts ON DELETE CASCADE
);
CREATE INDEX files_newest_first ON facts.files (user_id, imported_at DESC, file_id);
CREATE INDEX files_by_account ON facts.files (user_id, account_id);

-- Which events each file holds. An event that several files hold leaves with the last of them.
CREATE TABLE facts.file_events (
  user_id bigint NOT NULL,
  file_id uuid NOT NULL,
  event_id uuid NOT NULL,
  PRIMARY KEY (user_id, file_id, event_id),
  FOREIGN KEY (user_id, file_id) REFERENCES facts.files ON DELETE CASCADE,
  FOREIGN KEY (user_id, event_id) REFERENCES facts.events ON DELETE CASCADE
);
CREATE INDEX file_events_by_event ON facts.file_events (user_id, event_id);

-- === Prices and positions ===

-- Prices of one user.
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

-- === Years ===

-- Paid, submitted (frozen) and regime are properties of a user's year (decisions.md, "Years").
CREATE TABLE facts.years (
  user_id bigint NOT NULL,
  year integer NOT NULL CHECK (year BETWEEN 2009 AND 2100),
  paid boolean NOT NULL DEFAULT false,
  submitted_at timestamptz,
  regime text NOT NULL DEFAULT 'NORMAAL_BEHEER' CHECK (regime IN ('NORMAAL_BEHEER', 'SPECULATIEF')),
  -- The gains and incomes of months whose ranges a locked year shows since the user changed files; NULL where it shows those of the last
  -- run (ADR 44). A month that was 0 takes its first other value, so that each month is shown once.
  held_gains numeric[],
  held_income numeric[],
  held_since timestamptz,
  CONSTRAINT years_user_known FOREIGN KEY (user_id) REFERENCES identity.users,
  CHECK ((held_gains IS NULL) = (held_since IS NULL) AND (held_income IS NULL) = (held_since IS NULL)),
  PRIMARY KEY (user_id, year)
);

-- Ends the wait of a locked year. A trigger, so that every writer of a payment ends it.
CREATE FUNCTION facts.end_wait() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.held_gains := NULL;
  NEW.held_income := NULL;
  NEW.held_since := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER wait_ends_when_paid BEFORE UPDATE ON facts.years
  FOR EACH ROW WHEN (NEW.paid IS DISTINCT FROM OLD.paid) EXECUTE FUNCTION facts.end_wait();

-- Marks a year as submitted, or reopens it. Only recalc may call this, in the transaction that saves the closing state.
CREATE FUNCTION facts.mark_submitted(submitting_user_id bigint, submitted_year integer, is_submitted boolean) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  INSERT INTO facts.years AS y (user_id, year, submitted_at)
  SELECT submitting_user_id, submitted_year, CASE WHEN is_submitted THEN clock_timestamp() END
  WHERE submitting_user_id = app.current_user_id()
  ON CONFLICT (user_id, year) DO UPDATE SET submitted_at = excluded.submitted_at;
END;

-- === Owners ===

-- One row for each user, beside the user's facts and figures. On Citus it is on the server that has them. INSERT … SELECT of given rows
-- joins it, so that the rows are written there: without a row of that server, Citus would copy them to it, which row security forbids.
CREATE TABLE facts.owners (
  user_id bigint PRIMARY KEY
);
-- Prices for all users are staged as rows of the user 0, whom nobody is.
INSERT INTO facts.owners (user_id) VALUES (0);

CREATE FUNCTION facts.add_owner() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO facts.owners (user_id) VALUES (NEW.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER owner_added AFTER INSERT ON identity.users FOR EACH ROW EXECUTE FUNCTION facts.add_owner();

-- === Rows of an import ===

-- Rows of an import, in the order of the file, until they are merged: written, read and deleted in one transaction, so that nobody else
-- sees them. Unlogged, because a crash ends the import. A migration that adds a column to a table of facts adds it here too.
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

-- === Rights ===

-- Rows of a user, for that user alone.
DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY[
    'accounts', 'events', 'notes', 'attachments', 'files', 'file_events', 'prices', 'positions', 'years', 'owners',
    'stage_account', 'stage_event', 'stage_price', 'stage_position', 'stage_note', 'stage_attachment'
  ] LOOP
    EXECUTE format('ALTER TABLE facts.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE facts.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON facts.%I USING (user_id = app.current_user_id())', secured);
  END LOOP;
END
$$;
-- The row of a new user is inserted before any transaction is that user's.
CREATE POLICY new_users ON facts.owners FOR INSERT TO ctx_definer WITH CHECK (true);

GRANT SELECT ON facts.accounts, facts.events, facts.notes, facts.attachments, facts.prices, facts.shared_prices, facts.positions,
  facts.years TO ctx_read, ctx_recalc;
GRANT SELECT, INSERT, UPDATE, DELETE ON facts.accounts, facts.events, facts.notes, facts.attachments, facts.files, facts.prices,
  facts.shared_prices, facts.positions, facts.years TO ctx_corrections;
GRANT SELECT, INSERT, DELETE ON facts.file_events, facts.stage_account, facts.stage_event, facts.stage_price, facts.stage_position,
  facts.stage_note, facts.stage_attachment TO ctx_corrections;
GRANT SELECT ON facts.owners TO ctx_corrections, ctx_recalc;
GRANT SELECT, INSERT, UPDATE ON facts.years TO ctx_definer;
GRANT SELECT, INSERT ON facts.owners TO ctx_definer;

GRANT CREATE ON SCHEMA facts TO ctx_definer;
ALTER FUNCTION facts.mark_submitted(bigint, integer, boolean) OWNER TO ctx_definer;
ALTER FUNCTION facts.add_owner() OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA facts FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION facts.mark_submitted(bigint, integer, boolean), facts.add_owner() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION facts.mark_submitted(bigint, integer, boolean) TO ctx_recalc;
