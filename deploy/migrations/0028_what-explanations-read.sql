-- Up Migration

-- The explanation of an event names the token or app that set a field, and when.
GRANT SELECT ON corrections.audit_log TO ctx_read;
CREATE INDEX audit_log_by_target ON corrections.audit_log (user_id, target, audit_id DESC);
