-- Up Migration

-- Where pages of a year's events begin: the n-th element is of the event that n × 1,000 newer ones stand before (those of the
-- same time in the order of their ids). A page far back starts there instead of counting all before it. NULL where that is
-- not known, or no longer: such a year is read as before.
ALTER TABLE figures.years
  ADD COLUMN page_times timestamptz[],
  ADD COLUMN page_ids uuid[],
  ADD CHECK (cardinality(page_times) = cardinality(page_ids));

-- Whoever writes events, of this release or the one before, cannot leave these wrong: they are forgotten with the first event
-- that comes, goes or moves, and the run's save makes them again.
CREATE FUNCTION figures.forget_pages() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE figures.years y SET page_times = NULL, page_ids = NULL
      FROM (SELECT DISTINCT o.user_id, o.year FROM old_events o
            JOIN new_events n ON n.user_id = o.user_id AND n.event_id = o.event_id AND n.year = o.year
            WHERE n.occurred_at <> o.occurred_at) moved
      WHERE y.user_id = moved.user_id AND y.year = moved.year AND y.page_times IS NOT NULL;
  ELSE
    UPDATE figures.years y SET page_times = NULL, page_ids = NULL
      FROM (SELECT DISTINCT e.user_id, e.year FROM changed_events e) changed
      WHERE y.user_id = changed.user_id AND y.year = changed.year AND y.page_times IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER pages_forgotten_when_inserted AFTER INSERT ON figures.events
  REFERENCING NEW TABLE AS changed_events FOR EACH STATEMENT EXECUTE FUNCTION figures.forget_pages();
CREATE TRIGGER pages_forgotten_when_deleted AFTER DELETE ON figures.events
  REFERENCING OLD TABLE AS changed_events FOR EACH STATEMENT EXECUTE FUNCTION figures.forget_pages();
CREATE TRIGGER pages_forgotten_when_updated AFTER UPDATE ON figures.events
  REFERENCING OLD TABLE AS old_events NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION figures.forget_pages();

-- An erasure removes events by its own rights.
GRANT SELECT (user_id, year, page_times), UPDATE (page_times, page_ids) ON figures.years TO ctx_definer;
