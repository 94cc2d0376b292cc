-- Up Migration

-- Less to write for events and slices (docs/performance.md).

-- A symbol that is also the key is found by the key: with exchanges that is nearly every event.
CREATE INDEX events_by_other_symbol
  ON figures.events (user_id, asset_symbol_folded, year, type, occurred_at DESC, event_id)
  WHERE asset_symbol_folded <> asset_key_folded;
DROP INDEX figures.events_by_symbol;

-- Most changes are of cells that no index has. With room on its page, a new version of a row needs no new entries in the indexes (HOT).
ALTER TABLE figures.events SET (fillfactor = 90);
ALTER TABLE figures.slices SET (fillfactor = 90);
