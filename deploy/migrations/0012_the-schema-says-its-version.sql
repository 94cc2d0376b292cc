-- Up Migration

-- A service is ready once the migrations of its release have run, so it may read which ones have.
GRANT USAGE ON SCHEMA migrations TO ctx_gateway, ctx_read, ctx_corrections, ctx_recalc;
GRANT SELECT (name) ON migrations.migrations TO ctx_gateway, ctx_read, ctx_corrections, ctx_recalc;
