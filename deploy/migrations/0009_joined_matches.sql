-- Up Migration

-- A match may have several departures or several arrivals: one row for each pair, and every row but the first names the first one.
ALTER TABLE corrections.transfer_matches ADD COLUMN joined_match_id uuid;

-- So an event may be in several rows. The decision on a match, which the user lock serialises, accepts an event twice only where a request
-- joins its match.
DROP INDEX corrections.transfer_matches_by_out_leg;
DROP INDEX corrections.transfer_matches_by_in_leg;
CREATE INDEX transfer_matches_of_departure ON corrections.transfer_matches (user_id, out_event_id);
CREATE INDEX transfer_matches_of_arrival ON corrections.transfer_matches (user_id, in_event_id);
CREATE INDEX transfer_matches_joined ON corrections.transfer_matches (user_id, joined_match_id) WHERE joined_match_id IS NOT NULL;
