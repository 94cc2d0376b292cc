-- Up Migration

-- The age of the queue reveals that recalc is down, but recalc cannot report it then. So corrections measures it too.
GRANT EXECUTE ON FUNCTION corrections.queue_figures() TO ctx_corrections;
