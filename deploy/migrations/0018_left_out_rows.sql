-- Up Migration

-- The rows of a file that its conversion left out and that are to be checked: why, what the file calls them, how many, and the first lines. NULL
-- for a file of before this column.
ALTER TABLE facts.files ADD COLUMN left_out jsonb;

-- The inbox names the file where the rows are that explain what is missing.
GRANT SELECT (balances, left_out) ON facts.files TO ctx_read;
