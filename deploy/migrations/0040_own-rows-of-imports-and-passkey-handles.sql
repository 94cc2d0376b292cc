-- Up Migration

-- Rows of an import are written by INSERT … SELECT since this release, so that row security can hold for them as for all rows of a user.
-- Their policy is that of the facts. Before, only the rights of the corrections service and the rows' short life protected them.
ALTER TABLE facts.stage_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_account FORCE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_event FORCE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_price ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_price FORCE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_position ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_position FORCE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_note FORCE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_attachment ENABLE ROW LEVEL SECURITY;
ALTER TABLE facts.stage_attachment FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON facts.stage_account USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON facts.stage_event USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON facts.stage_price USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON facts.stage_position USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON facts.stage_note USING (user_id = app.current_user_id());
CREATE POLICY own_rows ON facts.stage_attachment USING (user_id = app.current_user_id());

-- Prices for all users are staged as rows of the user 0, whom nobody is. Like every user, it needs a row that these rows are joined to.
ALTER TABLE facts.owners NO FORCE ROW LEVEL SECURITY;
INSERT INTO facts.owners (user_id) VALUES (0);
ALTER TABLE facts.owners FORCE ROW LEVEL SECURITY;

-- WebAuthn's user handle: 32 random bytes, so that no authenticator and no other site learns or guesses who the user is. Null until the
-- user adds a passkey. Passkeys that exist keep the handle that they were created with; signing in does not use it.
ALTER TABLE identity.users ADD COLUMN passkey_handle bytea;
