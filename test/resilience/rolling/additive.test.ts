/** Migrations are additive: the previous version keeps working with the next schema (docs/adr/0016). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, migrationNames } from '../../../deploy/stack/migrate.ts';
import { UNRELEASED_ADVICE, UNRELEASED_MIGRATION } from '@ctx/platform/unreleased-schema';
import { type BarePostgres, startBarePostgres } from '../../e2e/bare-postgres.ts';
import { waitFor } from '../../e2e/stack.ts';
import { breaksOf, readCatalogue } from './catalogue.ts';
import { HERE } from './fleet.ts';
import { Versions } from './versions.ts';

/** The newest migration of 1.0.0, the first release. Its migrations never change; migrations of later releases only add. */
const FIRST_RELEASE = '0007_operations';
/**
 * Changes of later migrations that are accepted although they do not only add: the sentences of `breaksOf` by the name of the migration,
 * each with the reason why it breaks no version in a comment.
 */
const CONTRACTED: Readonly<Record<string, readonly string[]>> = {
  // They allowed an event in one match only. The decision on a match keeps this rule under the user lock, in both versions; without the
  // indexes, a row of the new version that shares an event can be stored, of which the version before counts only the oldest.
  '0009_joined_matches': [
    'unique index corrections.transfer_matches_by_in_leg is gone',
    'unique index corrections.transfer_matches_by_out_leg is gone',
  ],
  // Of a new column, which the version before leaves NULL.
  '0030_external_ids': [
    'constraint users_external_id_key of identity.users is new: UNIQUE (external_id)',
    "constraint users_external_id_check of identity.users is new: CHECK ((external_id ~ '^[!-~]{1,200}$'::text))",
  ],
  // It demands nothing of a row: it only adds an event for each webhook that asked for it, also for what the version before logs.
  '0031_events': [
    "trigger access_noted of identity.access_log is new: CREATE TRIGGER access_noted AFTER INSERT OR UPDATE OF times ON identity.access_log FOR EACH ROW WHEN ((new.action <> ALL (ARRAY['FILE_ADDED'::text, 'FILE_REMOVED'::text, 'YEAR_SUBMITTED'::text]))) EXECUTE FUNCTION identity.note_access()",
  ],
  // They demand nothing of a row: they delete what the version before does not know.
  '0033_subscriptions': [
    'trigger token_revoked of identity.tokens is new: CREATE TRIGGER token_revoked AFTER UPDATE OF revoked_at ON identity.tokens FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION identity.end_subscriptions()',
    'trigger connection_revoked of identity.connections is new: CREATE TRIGGER connection_revoked AFTER UPDATE OF revoked_at ON identity.connections FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION identity.end_subscriptions()',
  ],
};

const versions = new Versions();
let postgres: BarePostgres;
let owner: pg.Client;

beforeAll(async () => {
  postgres = await startBarePostgres();
  owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await postgres.remove();
  versions.remove();
});

/** Tables to which PostgreSQL 15.20 adds no column with a default, because the stored expression of a function names columns of their rows. */
async function tablesBoundByFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(`
    SELECT DISTINCT c.oid::regclass::text AS "table"
    FROM pg_proc p CROSS JOIN unnest(p.proargtypes) argument JOIN pg_class c ON c.reltype = argument
    WHERE p.prosqlbody IS NOT NULL AND c.relkind IN ('r', 'p')`);
  return rows.map(({ table }) => table);
}

function tablesWithNewDefaults(migration: string): string[] {
  const text = readFileSync(join(HERE.migrations, `${migration}.sql`), 'utf8');
  return [...text.matchAll(/ALTER TABLE ([\w.]+)\s([^;]*);/g)].flatMap(([, table = '', changes = '']) =>
    /\bADD COLUMN\b[^,]*\bDEFAULT\b/.test(changes) ? [table] : [],
  );
}

// In this order: each test starts with the schema that the previous one left.
describe('Migrations', () => {
  it('since the first release remove nothing and require nothing new of writers', async () => {
    const names = migrationNames();
    const later = names.filter((name) => name > FIRST_RELEASE);
    expect(names).toContain(FIRST_RELEASE);
    for (let left = later.length; left >= 0; left -= 1) {
      const before = await readCatalogue(owner);
      const [name = ''] = (
        await migrate(postgres.url, left === 0 ? HERE.migrations : versions.before(left).migrations)
      ).slice(-1);
      if (left === later.length) continue;
      const breaks = breaksOf(before, await readCatalogue(owner));
      expect({ name, breaks }).toEqual({ name, breaks: CONTRACTED[name] ?? [] });
      const bound = await tablesBoundByFunctions(owner);
      const rejected = tablesWithNewDefaults(name).filter((table) => bound.includes(table));
      expect({ name, rejected }).toEqual({ name, rejected: [] });
    }
  });

  it('that the rolling tests use as the next version only add', async () => {
    const before = await readCatalogue(owner);
    expect(await migrate(postgres.url, versions.next().migrations)).toHaveLength(1);
    const after = await readCatalogue(owner);
    expect(after.size).toBeGreaterThan(before.size);
    expect(breaksOf(before, after)).toEqual([]);
  });
});

describe('The comparison notices', () => {
  it.each([
    ['a table that is gone', 'DROP TABLE corrections.erasures CASCADE', 'table corrections.erasures is gone'],
    [
      'a column of another name',
      'ALTER TABLE corrections.rules RENAME COLUMN label TO name',
      'column corrections.rules.label is gone',
    ],
    [
      'a column of another type',
      'ALTER TABLE corrections.erasures ALTER row_count TYPE numeric',
      'column corrections.erasures.row_count was bigint, is numeric',
    ],
    [
      'a new column that must be given',
      'ALTER TABLE corrections.erasures ADD COLUMN who text NOT NULL',
      'not null corrections.erasures.who is new: without a default',
    ],
    [
      'an old column that must be given',
      'ALTER TABLE corrections.overrides ALTER notes SET NOT NULL',
      'not null corrections.overrides.notes is new: without a default',
    ],
    [
      'a default that is gone',
      'ALTER TABLE corrections.erasures ALTER at DROP DEFAULT',
      'default corrections.erasures.at is gone',
    ],
    [
      'a condition on rows',
      'ALTER TABLE corrections.erasures ADD CONSTRAINT few CHECK (row_count < 10) NOT VALID',
      'constraint few of corrections.erasures is new: CHECK ((row_count < 10)) NOT VALID',
    ],
    [
      'rows that must differ',
      'CREATE UNIQUE INDEX erasures_at ON corrections.erasures (at)',
      'unique index corrections.erasures_at is new: CREATE UNIQUE INDEX erasures_at ON corrections.erasures USING btree (at)',
    ],
    [
      'a function that is gone',
      'DROP FUNCTION corrections.outbox_figures()',
      'function corrections.outbox_figures() is gone',
    ],
    [
      'a right that is taken',
      'REVOKE SELECT ON corrections.rules FROM ctx_read',
      'right SELECT on corrections.rules of ctx_read is gone',
    ],
    [
      'a policy that is gone',
      'DROP POLICY own_rows ON identity.users',
      'policy own_rows of identity.users is gone',
    ],
  ])('%s', async (_what, statement, sentence) => {
    await owner.query('BEGIN');
    try {
      const before = await readCatalogue(owner);
      await owner.query(statement);
      expect(breaksOf(before, await readCatalogue(owner))).toContain(sentence);
    } finally {
      await owner.query('ROLLBACK');
    }
  });

  it.each([
    ['a column that may be left out', 'ALTER TABLE corrections.erasures ADD COLUMN who text'],
    ['a column with a default', 'ALTER TABLE corrections.erasures ADD COLUMN who text NOT NULL DEFAULT 1'],
    ['a table with conditions of its own', 'CREATE TABLE facts.more (id int PRIMARY KEY CHECK (id > 0))'],
    ['an index', 'CREATE INDEX erasures_at ON corrections.erasures (at)'],
    ['a column that may be empty from now on', 'ALTER TABLE corrections.erasures ALTER via DROP NOT NULL'],
    [
      'a function of the same name and other arguments',
      'CREATE FUNCTION app.current_user_id(int) RETURNS int RETURN 1',
    ],
  ])('and lets pass %s', async (_what, statement) => {
    await owner.query('BEGIN');
    try {
      const before = await readCatalogue(owner);
      await owner.query(statement);
      expect(breaksOf(before, await readCatalogue(owner))).toEqual([]);
    } finally {
      await owner.query('ROLLBACK');
    }
  });
});

describe('A database of a version before 1.0.0', () => {
  it('is not migrated, with a sentence that says what to do', async () => {
    const unreleased = await startBarePostgres();
    try {
      // Leaves the database as the first migration of such a version did.
      const client = new pg.Client({ connectionString: unreleased.url });
      await client.connect();
      await client.query('CREATE SCHEMA migrations');
      await client.query('CREATE TABLE migrations.migrations (name text)');
      await client.query('INSERT INTO migrations.migrations VALUES ($1)', [UNRELEASED_MIGRATION]);
      await expect(migrate(unreleased.url)).rejects.toThrow(UNRELEASED_ADVICE);
      const { rows } = await client.query('SELECT name FROM migrations.migrations');
      expect(rows).toEqual([{ name: UNRELEASED_MIGRATION }]);
      await client.end();
    } finally {
      await unreleased.remove();
    }
  });
});

describe('A migration', () => {
  it('that waits for the locks of a transaction lets other transactions pass, and runs when it can', async () => {
    const folder = versions.next().migrations;
    writeFileSync(
      join(folder, '9001_in-the-way.sql'),
      '-- Up Migration\nALTER TABLE corrections.erasures ADD COLUMN more text;\n',
    );
    const holder = new pg.Client({ connectionString: postgres.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM corrections.erasures');
    const migrated = migrate(postgres.url, folder);
    const isWaiting = async (): Promise<boolean> =>
      (
        await owner.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid <> pg_backend_pid() AND query LIKE '%ADD COLUMN more%'",
        )
      ).rowCount === 1;
    await waitFor(isWaiting);
    // Queues after the migration, which waits for the holder; it would wait as long if the migration kept its place in the queue.
    await owner.query('INSERT INTO corrections.erasures (via, row_count) VALUES ($1, 0)', ['test']);
    await holder.query('COMMIT');
    await holder.end();
    expect(await migrated).toEqual(['9001_in-the-way']);
  });
});
