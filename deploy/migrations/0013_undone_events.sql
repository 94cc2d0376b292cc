-- Up Migration

-- Whether a staged event did not take place in the end, so that what is stored of it leaves. Such an event is never stored.
ALTER TABLE facts.stage_event ADD COLUMN undone boolean NOT NULL DEFAULT false;
