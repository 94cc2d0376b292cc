-- Up Migration

-- A change of values asks for the lots that an event brought and for those that came out of others: one probe each, however
-- many lots the user has. Writes to the figures wait while these are built; reads go on.
CREATE INDEX lots_by_event ON figures.lots (user_id, event_id);
CREATE INDEX lots_by_source ON figures.lots (user_id, from_lot_id) WHERE from_lot_id IS NOT NULL;
