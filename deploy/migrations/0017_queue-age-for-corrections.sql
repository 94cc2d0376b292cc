-- Up Migration

-- The age of the queue is what tells that recalc is down, and recalc itself does not tell it then: corrections measures it too.
GRANT EXECUTE ON FUNCTION corrections.queue_figures() TO ctx_corrections;
