-- Up Migration

-- The list of transactions by asset, by type within it, and the candidates of a transfer: each is a range of one index, in the
-- order of the list. Few symbols are displayed differently than stored, so their index is almost empty.
DROP INDEX figures.events_by_asset_key, figures.events_by_symbol, figures.events_by_shown_symbol,
  figures.events_that_may_be_counterparts;
CREATE INDEX events_by_asset_key
  ON figures.events (user_id, asset_key_folded, year, type, occurred_at DESC, event_id);
CREATE INDEX events_by_symbol
  ON figures.events (user_id, asset_symbol_folded, year, type, occurred_at DESC, event_id);
CREATE INDEX events_by_shown_symbol
  ON figures.events (user_id, asset_symbol_shown_folded, year, type, occurred_at DESC, event_id)
  WHERE asset_symbol_shown_folded <> asset_symbol_folded;

-- Counts the suggestions of the inbox without reading other rows.
CREATE INDEX issues_with_a_suggestion ON figures.issues (user_id) WHERE suggestion_type IS NOT NULL;
