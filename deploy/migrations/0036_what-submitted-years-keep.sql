-- Up Migration

-- What a submitted year keeps of the sums over years: what it opened with and passes on, its exemption and its estimate. Null until the
-- next run of a user whose year an earlier release submitted, which stores today's values. A run computes with these sums and the read
-- service shows them, so that no later change of an open year reaches a submitted one or what comes after it.
ALTER TABLE figures.frozen_years ADD COLUMN kept_sums jsonb;

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
  -- Units, and their historic cost, at the end of the year and at the photo moment.
  held numeric NOT NULL CHECK (held >= 0),
  held_cost numeric NOT NULL,
  photo_held numeric NOT NULL CHECK (photo_held >= 0),
  photo_cost numeric NOT NULL,
  PRIMARY KEY (user_id, year, lot_id),
  FOREIGN KEY (user_id, year) REFERENCES figures.frozen_years ON DELETE CASCADE
);
CREATE INDEX frozen_lots_by_asset ON figures.frozen_lots (user_id, year, asset_key, acquired_at, lot_id);
ALTER TABLE figures.frozen_lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE figures.frozen_lots FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON figures.frozen_lots USING (user_id = app.current_user_id());
GRANT SELECT ON figures.frozen_lots TO ctx_read;
GRANT SELECT, INSERT ON figures.frozen_lots TO ctx_recalc;
GRANT SELECT (user_id), DELETE ON figures.frozen_lots TO ctx_definer;

-- Erasing a user erases these rows too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'figures.closing_states'$list$, $list$'figures.closing_states', 'figures.frozen_lots'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name figures.closing_states';
  END IF;
  EXECUTE after;
END
$$;
