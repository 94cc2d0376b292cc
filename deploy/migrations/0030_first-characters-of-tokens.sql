-- Up Migration

-- The first characters of a token, by which its owner recognises it in the list: 'ctx_' and 4 of its 32 random characters. The
-- other 28 have 166 bits. Null for tokens of older gateways.
ALTER TABLE identity.tokens ADD COLUMN prefix text CHECK (prefix ~ '^ctx_[0-9A-Za-z]{4}$');

-- The same as before, with the new column: the body of a function keeps the columns of the day on which it was created.
CREATE OR REPLACE FUNCTION identity.revoke_token(revoked_token_id uuid) RETURNS SETOF identity.tokens
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  UPDATE identity.tokens SET revoked_at = coalesce(revoked_at, now()) WHERE token_id = revoked_token_id RETURNING *;
END;
