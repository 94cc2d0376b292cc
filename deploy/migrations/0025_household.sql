-- Up Migration

-- Further circumstances of a year: the net result of derivatives, which is negative for a loss, and the tax that banks withheld. The share
-- of the taxpayer in all accounts, percent, and a list of objects with `accountId` and `ownedSharePercent`, a text with every digit.
ALTER TABLE corrections.circumstances
  ADD COLUMN derivative_results numeric,
  ADD COLUMN tax_withheld numeric,
  ADD COLUMN owned_share_percent numeric,
  ADD COLUMN account_shares jsonb;
