-- Up Migration

-- What the balances of a file prove to be missing, as its conversion found it: the times of its balances, the rows between which one changed
-- without a row that says so, and the balances that were there before its first row. NULL for a file that states no balances, and for one of
-- before this column.
ALTER TABLE facts.files ADD COLUMN balances jsonb;
