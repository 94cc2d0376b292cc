-- Up Migration

-- Further circumstances of a year: the net result of derivatives, which is negative for a loss, and the tax that banks withheld.
ALTER TABLE corrections.circumstances
  ADD COLUMN derivative_results numeric,
  ADD COLUMN tax_withheld numeric;
