-- Up Migration

-- What only the taxpayer knows of a year, for an estimate of the tax. Beside the figures: no run reads it.
CREATE TABLE corrections.circumstances (
  user_id bigint NOT NULL REFERENCES identity.users,
  year integer NOT NULL CHECK (year BETWEEN 2009 AND 2100),
  circumstances_id uuid NOT NULL,
  exemption_used_elsewhere numeric CHECK (exemption_used_elsewhere >= 0),
  other_gains numeric,
  municipal_surcharge_percent numeric CHECK (municipal_surcharge_percent >= 0),
  speculative_loss_year_minus1 numeric CHECK (speculative_loss_year_minus1 >= 0),
  speculative_loss_year_minus2 numeric CHECK (speculative_loss_year_minus2 >= 0),
  speculative_loss_year_minus3 numeric CHECK (speculative_loss_year_minus3 >= 0),
  speculative_loss_year_minus4 numeric CHECK (speculative_loss_year_minus4 >= 0),
  speculative_loss_year_minus5 numeric CHECK (speculative_loss_year_minus5 >= 0),
  updated_at timestamptz NOT NULL,
  -- Name of the token, app or command.
  updated_via text NOT NULL,
  PRIMARY KEY (user_id, year)
);
ALTER TABLE corrections.circumstances ENABLE ROW LEVEL SECURITY;
ALTER TABLE corrections.circumstances FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON corrections.circumstances USING (user_id = app.current_user_id());
GRANT SELECT ON corrections.circumstances TO ctx_read, ctx_recalc;
GRANT SELECT, INSERT, UPDATE, DELETE ON corrections.circumstances TO ctx_corrections;
GRANT SELECT (user_id), DELETE ON corrections.circumstances TO ctx_definer;

-- Circumstances request no run, so a change is counted in the version of the user's data, as one of a year's markers is.
CREATE TRIGGER circumstances_noted AFTER INSERT OR UPDATE OR DELETE ON corrections.circumstances
  FOR EACH ROW EXECUTE FUNCTION corrections.note_changed_year();

-- Erasing a user erases the circumstances too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'corrections.transfer_matches'$list$,
    $list$'corrections.transfer_matches', 'corrections.circumstances'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name corrections.transfer_matches';
  END IF;
  EXECUTE after;
END
$$;
