-- Up Migration

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

ALTER TABLE figures.transfer_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE figures.transfer_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON figures.transfer_marks USING (user_id = app.current_user_id());
GRANT SELECT, INSERT, UPDATE, DELETE ON figures.transfer_marks TO ctx_recalc;
GRANT SELECT (user_id), DELETE ON figures.transfer_marks TO ctx_definer;

-- Erasing a user erases these rows too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'figures.loan_payments'$list$,
    $list$'figures.loan_payments', 'figures.transfer_marks'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name figures.loan_payments';
  END IF;
  EXECUTE after;
END
$$;
