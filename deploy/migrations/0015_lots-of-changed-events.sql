-- Up Migration

-- A change of values looks up the lots of an event and the lots derived from others: one index probe each, independent of the
-- number of lots. Building these indexes blocks writes to the figures, but not reads.
CREATE INDEX lots_by_event ON figures.lots (user_id, event_id);
CREATE INDEX lots_by_source ON figures.lots (user_id, from_lot_id) WHERE from_lot_id IS NOT NULL;
