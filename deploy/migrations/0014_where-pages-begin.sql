-- Up Migration

-- Page marks of a year's events: the n-th element is the event after n × 1,000 newer ones (events of the same time in id order).
-- A late page starts there instead of counting all events before it. NULL if not known (any more): such a year is read without
-- marks.
ALTER TABLE figures.years
  ADD COLUMN page_times timestamptz[],
  ADD COLUMN page_ids uuid[],
  ADD CHECK (cardinality(page_times) = cardinality(page_ids));

-- No writer of events, of this release or the previous one, can leave wrong marks: any inserted, deleted or moved event clears
-- them, and the run's save recreates them.
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

-- An erasure deletes events with its own rights.
GRANT SELECT (user_id, year, page_times), UPDATE (page_times, page_ids) ON figures.years TO ctx_definer;
