-- Up Migration

-- When the first and the last event of a file are. Null for a file that was added before this migration, until it is added again.
ALTER TABLE facts.files ADD COLUMN first_at timestamptz, ADD COLUMN last_at timestamptz;
