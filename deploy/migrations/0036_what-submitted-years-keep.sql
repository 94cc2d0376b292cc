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

-- What explains an event of a submitted year beside its figures: its data source, its fact, the rule, match and price behind its values, the
-- other events of its group, and the protocols of the loans that it closed, by the loan's event.
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

DO $$
DECLARE
  secured text;
BEGIN
  FOREACH secured IN ARRAY ARRAY['frozen_lots', 'frozen_events'] LOOP
    EXECUTE format('ALTER TABLE figures.%I ENABLE ROW LEVEL SECURITY', secured);
    EXECUTE format('ALTER TABLE figures.%I FORCE ROW LEVEL SECURITY', secured);
    EXECUTE format('CREATE POLICY own_rows ON figures.%I USING (user_id = app.current_user_id())', secured);
    EXECUTE format('GRANT SELECT ON figures.%I TO ctx_read', secured);
    EXECUTE format('GRANT SELECT, INSERT ON figures.%I TO ctx_recalc', secured);
    EXECUTE format('GRANT SELECT (user_id), DELETE ON figures.%I TO ctx_definer', secured);
  END LOOP;
END
$$;

-- Erasing a user erases these rows too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'figures.closing_states'$list$, $list$'figures.closing_states', 'figures.frozen_lots', 'figures.frozen_events'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name figures.closing_states';
  END IF;
  EXECUTE after;
END
$$;
