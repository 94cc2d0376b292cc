-- Up Migration

ALTER TABLE identity.oauth_rows
  -- Of a spent refresh token: SHA-256 of the one token that replaces it, as the replica that spent it first derived it.
  ADD COLUMN successor_hash bytea,
  -- Of a grant: refreshes in the hour that began at `refreshes_since`.
  ADD COLUMN refreshes integer,
  ADD COLUMN refreshes_since timestamptz;

-- A spent refresh token expires seven days after its use. Those of earlier releases stayed as long as their connection.
UPDATE identity.oauth_rows SET expires_at = consumed_at + interval '7 days'
  WHERE model = 'RefreshToken' AND consumed_at IS NOT NULL;
