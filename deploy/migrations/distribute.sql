-- Distributes a database over the workers of Citus: `node deploy/stack/migrate.ts --distribute` runs it after the migrations, on an empty
-- database or an existing one. Safe to repeat. docs/scaling.md says when to use it and what it needs.

-- What grows with the events of a user is on the worker that has the user's shards. The rest stays on this server, the coordinator: some
-- twenty rows a user, for admission, sign-in, runs and their leases, whose statements concern several users (ADR 40).
DO $$
DECLARE
  distributed text[] := ARRAY[
    'facts.owners', 'facts.accounts', 'facts.events', 'facts.money', 'facts.prices', 'facts.positions', 'facts.notes', 'facts.attachments',
    'facts.files', 'facts.file_events', 'facts.file_money', 'facts.possible_duplicates', 'facts.stage_account', 'facts.stage_event',
    'facts.stage_money', 'facts.stage_price', 'facts.stage_position', 'facts.stage_note', 'facts.stage_attachment',
    'corrections.overrides', 'corrections.rules', 'corrections.transfer_matches', 'corrections.prices',
    'figures.events', 'figures.lots', 'figures.slices', 'figures.debts', 'figures.loan_payments', 'figures.transfer_marks',
    'figures.holdings', 'figures.pools', 'figures.issues', 'figures.frozen_years', 'figures.closing_states',
    'figures.frozen_lots', 'figures.frozen_events', 'figures.frozen_inputs', 'figures.page_marks'];
  each text;
BEGIN
  CREATE EXTENSION IF NOT EXISTS citus;
  IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'facts.shared_prices'::regclass) THEN
    PERFORM create_reference_table('facts.shared_prices');
  END IF;
  FOREACH each IN ARRAY distributed LOOP
    IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = each::regclass) THEN
      PERFORM create_distributed_table(each, 'user_id',
        colocate_with => CASE each WHEN 'facts.owners' THEN 'none' ELSE 'facts.owners' END);
    END IF;
  END LOOP;
END
$$;

-- Row security on the workers needs the user of the transaction.
ALTER ROLE ctx_gateway SET citus.propagate_set_commands = 'local';
ALTER ROLE ctx_read SET citus.propagate_set_commands = 'local';
ALTER ROLE ctx_corrections SET citus.propagate_set_commands = 'local';
ALTER ROLE ctx_recalc SET citus.propagate_set_commands = 'local';
-- The coordinator connects to workers as the owner of a function. Nobody else may: no password is set, and the workers accept this role
-- from the coordinator alone.
ALTER ROLE ctx_definer LOGIN;
