-- Up Migration

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

ALTER TABLE facts.files ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.files FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON facts.files USING (user_id = app.current_user_id());
ALTER TABLE facts.file_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.file_events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON facts.file_events USING (user_id = app.current_user_id());

GRANT SELECT, INSERT, UPDATE, DELETE ON facts.files TO ctx_corrections;
GRANT SELECT, INSERT, DELETE ON facts.file_events TO ctx_corrections;
GRANT SELECT (user_id), DELETE ON facts.files, facts.file_events TO ctx_definer;

-- Erasing a user erases the files too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'facts.notes'$list$, $list$'facts.file_events', 'facts.files', 'facts.notes'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name facts.notes';
  END IF;
  EXECUTE after;
END
$$;
