/** Migrations are additive: the previous version keeps working with the next schema (docs/adr/0016). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, migrationNames } from '../../deploy/stack/migrate.ts';
import { type BarePostgres, startBarePostgres } from '../e2e/bare-postgres.ts';
import { waitFor } from '../e2e/stack.ts';
import { breaksOf, readCatalogue } from './catalogue.ts';
import { HERE } from './fleet.ts';
import { Versions } from './versions.ts';

/** The newest migration of the first release. Until that release, a migration that removes something moves this on. */
const FIRST_RELEASE = '0014_where-pages-begin';
/** Changes of later migrations that are accepted although they do not only add, each with the reason why they break no version. */
const CONTRACTED: Readonly<Record<string, readonly string[]>> = {
  // Rows of every version expire within an hour, except those that the end of a client assertion prolonged, for example to 2100.
  '0018_oauth-rows-of-strangers': [
    `constraint oauth_rows_lifetime of identity.oauth_rows is new: CHECK (((model = 'RefreshToken'::text) OR (expires_at <= (created_at + '02:00:00'::interval)))) NOT VALID`,
  ],
  // The constraint only rejected actions that the previous version never writes.
  '0019_one-login-of-each-provider': ['constraint access_log_action_check of identity.access_log is gone'],
  '0027_history-and-its-chain': [
    // Rows of the previous version have no place, and are not in the index.
    'unique index corrections.audit_log_chain is new: CREATE UNIQUE INDEX audit_log_chain ON corrections.audit_log USING btree (user_id, place) WHERE (place IS NOT NULL)',
  ],
  '0030_first-characters-of-tokens': [
    // Tokens of the previous version have no prefix, and NULL satisfies the constraint.
    `constraint tokens_prefix_check of identity.tokens is new: CHECK ((prefix ~ '^ctx_[0-9A-Za-z]{4}$'::text))`,
  ],
  '0034_rows-beside-their-user': [
    // Gives the users of the previous version their row too, with the rights of the trigger's owner.
    'trigger owner_added of identity.users is new: CREATE TRIGGER owner_added AFTER INSERT ON identity.users FOR EACH ROW EXECUTE FUNCTION facts.add_owner()',
  ],
  // The previous version writes the log and its chains only through functions, which now have the rights of their owner, and reads of the
  // chains only the columns that stay.
  '0039_chain-covers-what-it-trusts': [
    'column corrections.audit_chains.starts_after is gone',
    'column corrections.audit_chains.cleared is gone',
    'column corrections.audit_chains.cleared_hash is gone',
    'default corrections.audit_chains.cleared is gone',
    'default corrections.audit_chains.cleared_hash is gone',
    'function corrections.append_audit(bigint,timestamp with time zone,text,text,uuid,uuid,integer[],jsonb) was void f, is void t',
    'right INSERT on corrections.audit_chains of ctx_corrections is gone',
    'right UPDATE on corrections.audit_chains of ctx_corrections is gone',
    'right INSERT on corrections.audit_log of ctx_corrections is gone',
    'right EXECUTE on corrections.append_audit(bigint,timestamp with time zone,text,text,uuid,uuid,integer[],jsonb) of ctx_owner is gone',
  ],
  // Both concern columns that the previous version never writes: it leaves them null, and its payment of a year ends a wait too.
  '0041_ranges-of-locked-years-that-wait': [
    'constraint years_check of facts.years is new: CHECK ((((held_gains IS NULL) = (held_since IS NULL)) AND ((held_income IS NULL) = (held_since IS NULL))))',
    'trigger wait_ends_when_paid of facts.years is new: CREATE TRIGGER wait_ends_when_paid BEFORE UPDATE ON facts.years FOR EACH ROW WHEN ((new.paid IS DISTINCT FROM old.paid)) EXECUTE FUNCTION facts.end_wait()',
  ],
  // The tables are of 0034, so no released version writes them.
  '0040_own-rows-of-imports-and-passkey-handles': [
    'account',
    'event',
    'price',
    'position',
    'note',
    'attachment',
  ].map((kind) => `table facts.stage_${kind} was rff, is rtt`),
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
