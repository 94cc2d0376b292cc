-- Up Migration

-- The gains and incomes of months whose ranges a locked year shows since the user changed files; NULL where it shows those of the last run
-- (ADR 44). A month that was 0 takes its first other value, so that each month is shown once.
ALTER TABLE facts.years
  ADD COLUMN held_gains numeric[],
  ADD COLUMN held_income numeric[],
  ADD COLUMN held_since timestamptz,
  ADD CHECK ((held_gains IS NULL) = (held_since IS NULL) AND (held_income IS NULL) = (held_since IS NULL));

-- A trigger, so that pods of the previous release end the wait too.
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

CREATE FUNCTION facts.shown_once(shown numeric[], now numeric[]) RETURNS numeric[]
  LANGUAGE sql IMMUTABLE
RETURN ARRAY(SELECT CASE WHEN m.shown = 0 THEN m.now ELSE m.shown END
  FROM unnest(shown, now) WITH ORDINALITY AS m (shown, now, place) ORDER BY m.place);

-- Called by corrections before the user's files change.
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

-- Called by recalc when a run has saved its figures.
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

GRANT SELECT (monthly_gains, monthly_income) ON figures.years TO ctx_definer;
GRANT CREATE ON SCHEMA facts TO ctx_definer;
ALTER FUNCTION facts.hold_years(bigint, integer) OWNER TO ctx_definer;
ALTER FUNCTION facts.fill_held_years(bigint) OWNER TO ctx_definer;
REVOKE CREATE ON SCHEMA facts FROM ctx_definer;
REVOKE EXECUTE ON FUNCTION facts.hold_years(bigint, integer), facts.fill_held_years(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION facts.hold_years(bigint, integer) TO ctx_corrections;
GRANT EXECUTE ON FUNCTION facts.fill_held_years(bigint) TO ctx_recalc;
