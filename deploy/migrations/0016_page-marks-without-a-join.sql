-- Up Migration

-- Updating many events took quadratic time: PL/pgSQL keeps the plan of the trigger's first call, usually for a single event, and
-- that plan joined old and new rows with nested loops (10,000 events: 222 s). EXCEPT sorts or hashes instead.
CREATE OR REPLACE FUNCTION figures.forget_pages() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE figures.years y SET page_times = NULL, page_ids = NULL
      FROM (SELECT DISTINCT m.user_id, m.year
            FROM (SELECT n.user_id, n.year, n.event_id, n.occurred_at FROM new_events n
                  EXCEPT
                  SELECT o.user_id, o.year, o.event_id, o.occurred_at FROM old_events o) m) moved
      WHERE y.user_id = moved.user_id AND y.year = moved.year AND y.page_times IS NOT NULL;
  ELSE
    UPDATE figures.years y SET page_times = NULL, page_ids = NULL
      FROM (SELECT DISTINCT e.user_id, e.year FROM changed_events e) changed
      WHERE y.user_id = changed.user_id AND y.year = changed.year AND y.page_times IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;
