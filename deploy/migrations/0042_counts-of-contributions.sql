-- Up Migration

-- How many events are in each list of contributions of a year, and its fees, so that no page counts the events of its year: a page of a year
-- with 100,000 events took 20 times as long as one of a small year. NULL in a year that was submitted before, whose row never changes.
ALTER TABLE figures.years
  ADD COLUMN gain_count integer,
  ADD COLUMN income_count integer,
  ADD COLUMN fee_count integer,
  ADD COLUMN fees numeric;
