-- Up Migration

-- References that earlier imports may have given a staged event, by which it is found again. They are not stored with the event.
ALTER TABLE facts.stage_event ADD COLUMN former_references text[];

-- An import lets staged events that are known keep what is stored.
GRANT UPDATE ON facts.stage_event TO ctx_corrections;
