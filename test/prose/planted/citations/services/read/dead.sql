-- A migration cites too: engine.md §3.
SELECT 1;
