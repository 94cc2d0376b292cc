-- Up Migration

-- The summaries of years count the sales whose gain is measured without a photo price. Few slices are, so the index is almost empty.
CREATE INDEX slices_without_photo_price ON figures.slices (user_id, photo_missing, year) WHERE photo_missing IS NOT NULL;
