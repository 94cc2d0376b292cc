-- Up Migration

-- Where pages of a year's events begin: the n-th element is the event after n × 1,000 newer ones (events of the same time in id order). A
-- year without a row is read from its start. Beside the events and not in figures.years, because Citus has the two on different servers.
-- The next run of each user adds its rows. The columns of figures.years stay for pods of the previous release.
CREATE TABLE figures.page_marks (
  user_id bigint NOT NULL,
  year integer NOT NULL,
  times timestamptz[] NOT NULL,
  ids uuid[] NOT NULL,
  PRIMARY KEY (user_id, year),
  CHECK (cardinality(times) = cardinality(ids))
);
ALTER TABLE figures.page_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE figures.page_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON figures.page_marks USING (user_id = app.current_user_id());
GRANT SELECT ON figures.page_marks TO ctx_read;
GRANT SELECT, INSERT, DELETE ON figures.page_marks TO ctx_recalc;
-- An erasure deletes events with its own rights.
GRANT SELECT (user_id, year), DELETE ON figures.page_marks TO ctx_definer;

-- No writer of events, of this release or the previous one, can leave wrong marks, neither here nor in figures.years.
CREATE OR REPLACE FUNCTION figures.forget_pages() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  owners bigint[];
  years integer[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- EXCEPT, because a join would take quadratic time (migration 16).
    SELECT array_agg(m.user_id), array_agg(m.year) INTO owners, years
      FROM (SELECT DISTINCT n.user_id, n.year
            FROM (SELECT n.user_id, n.year, n.event_id, n.occurred_at FROM new_events n
                  EXCEPT
                  SELECT o.user_id, o.year, o.event_id, o.occurred_at FROM old_events o) n) m;
  ELSE
    SELECT array_agg(c.user_id), array_agg(c.year) INTO owners, years
      FROM (SELECT DISTINCT e.user_id, e.year FROM changed_events e) c;
  END IF;
  DELETE FROM figures.page_marks p USING unnest(owners, years) AS moved (user_id, year)
    WHERE p.user_id = moved.user_id AND p.year = moved.year;
  UPDATE figures.years y SET page_times = NULL, page_ids = NULL FROM unnest(owners, years) AS moved (user_id, year)
    WHERE y.user_id = moved.user_id AND y.year = moved.year AND y.page_times IS NOT NULL;
  RETURN NULL;
END
$$;

-- Erasing a user erases these rows too. Changes only the list of tables in the function.
DO $$
DECLARE
  before text := pg_get_functiondef('app.erase_user(bigint, text)'::regprocedure);
  after text := replace(before, $list$'figures.frozen_years'$list$, $list$'figures.frozen_years', 'figures.page_marks'$list$);
BEGIN
  IF after = before THEN
    RAISE EXCEPTION 'app.erase_user does not name figures.frozen_years';
  END IF;
  EXECUTE after;
END
$$;
