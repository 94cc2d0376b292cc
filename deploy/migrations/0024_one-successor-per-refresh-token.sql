-- Up Migration

ALTER TABLE identity.oauth_rows
  -- For a used refresh token: SHA-256 of the one token that replaces it, as first derived.
  ADD COLUMN successor_hash bytea,
  -- For a grant: refreshes in the hour that started at `refreshes_since`.
  ADD COLUMN refreshes integer,
  ADD COLUMN refreshes_since timestamptz;

-- A used refresh token expires seven days after its use. Those of earlier releases lived as long as their connection.
UPDATE identity.oauth_rows SET expires_at = consumed_at + interval '7 days'
  WHERE model = 'RefreshToken' AND consumed_at IS NOT NULL;
