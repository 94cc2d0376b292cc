import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, setRolePasswords } from '../../deploy/stack/migrate.ts';
import { SERVICES, type ServiceName } from '../../deploy/stack/secrets.ts';
import { type BarePostgres, startBarePostgres } from '../e2e/bare-postgres.ts';

let server: BarePostgres;
let owner: pg.Client;

const PASSWORDS = { gateway: 'g', read: 'r', corrections: 'c', recalc: 'e' };

beforeAll(async () => {
  server = await startBarePostgres();
  await migrate(server.url);
  await setRolePasswords(server.url, PASSWORDS);
  owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query(`
    INSERT INTO facts.accounts (user_id, account_id, ref, kind, datasource, digest)
    SELECT n, gen_random_uuid(), 'ref', 'file', 'CSV', gen_random_uuid() FROM generate_series(1, 2) n`);
  await owner.query(
    `INSERT INTO identity.users (email, plan) VALUES ('a@example.org', 'pro'), ('b@example.org', 'pro')`,
  );
});
afterAll(async () => {
  await owner.end();
  await server.remove();
});

async function asService<Result>(
  service: ServiceName,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const url = server.url.replace(/\/\/[^/@]+@/, `//ctx_${service}:${PASSWORDS[service]}@`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** S(elect), I(nsert), U(pdate), D(elete) of each role on each table. */
const RIGHTS: Record<string, Partial<Record<ServiceName, string>>> = {
  // Written by functions only, which append an entry or delete expired ones, and keep the chain of hashes.
  'corrections.audit_log': { read: 'S', corrections: 'S', recalc: 'S' },
  'corrections.audit_chains': { corrections: 'S' },
  'corrections.audit_cleanups': { read: 'S', corrections: 'S', recalc: 'S' },
  'corrections.answers': { corrections: 'SIU' },
  // Records that a user was erased; written by the function that erases.
  'corrections.erasures': {},
  // Written by functions only, which add a call, set its outcome once, and delete expired ones.
  'corrections.operator_log': { corrections: 'S' },
  'corrections.outbox': { corrections: 'I', recalc: 'I' },
  // The state of the self-check, one row.
  'corrections.self_check': { recalc: 'SU' },
  'corrections.recalc_state': { read: 'S', corrections: 'SIU', recalc: 'SIU' },
  'facts.accounts': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  'facts.attachments': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  'facts.events': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  // Read only by the service that removes them.
  'facts.file_events': { corrections: 'SID', read: 'S' },
  'facts.file_money': { corrections: 'SID' },
  'facts.files': { corrections: 'SIUD' },
  'facts.money': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  'facts.notes': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  // The row with which each statement of a user's rows begins (ADR 40).
  'facts.owners': { corrections: 'S', recalc: 'S' },
  'facts.possible_duplicates': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  'facts.positions': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  'facts.prices': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  'facts.shared_prices': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  // Rows of an import, within its transaction.
  'facts.stage_account': { corrections: 'SID' },
  'facts.stage_attachment': { corrections: 'SID' },
  // UPDATE lets staged events and money that are known keep the digests of the stored ones.
  'facts.stage_event': { corrections: 'SIUD' },
  'facts.stage_money': { corrections: 'SIUD' },
  'facts.stage_note': { corrections: 'SID' },
  'facts.stage_position': { corrections: 'SID' },
  'facts.stage_price': { corrections: 'SID' },
  'facts.years': { read: 'S', corrections: 'SIUD', recalc: 'S' },
  'corrections.changed_events': { corrections: 'I', recalc: 'SD' },
  'corrections.balances': { corrections: 'SIUD', read: 'S' },
  'corrections.stated_totals': { corrections: 'SIUD', read: 'S' },
  // Written by functions only, because the statements concern several users.
  'corrections.deliveries': { corrections: 'S' },
  'corrections.webhooks': { corrections: 'SIUD' },
  'corrections.circumstances': { corrections: 'SIUD', read: 'S', recalc: 'S' },
  'corrections.regimes': { corrections: 'SIUD', read: 'S' },
  'corrections.overrides': { corrections: 'SIUD', read: 'S', recalc: 'S' },
  'corrections.prices': { corrections: 'SIUD', read: 'S', recalc: 'S' },
  'corrections.rules': { corrections: 'SIUD', read: 'S', recalc: 'S' },
  'corrections.transfer_matches': { corrections: 'SIUD', read: 'S', recalc: 'S' },
  'figures.closing_states': { read: 'S', recalc: 'SIUD' },
  'figures.debts': { read: 'S', recalc: 'SIUD' },
  'figures.frozen_events': { read: 'S', recalc: 'SI' },
  'figures.frozen_inputs': { read: 'S', recalc: 'SI' },
  'figures.frozen_lots': { read: 'S', recalc: 'SI' },
  'figures.frozen_years': { read: 'S', recalc: 'SIUD' },
  'figures.holdings': { read: 'S', recalc: 'SIUD' },
  'figures.issues': { read: 'S', recalc: 'SIUD' },
  'figures.loan_payments': { read: 'S', recalc: 'SIUD' },
  'figures.transfer_marks': { recalc: 'SIUD' },
  'figures.events': { read: 'S', recalc: 'SIUD' },
  'figures.lots': { read: 'S', recalc: 'SIUD' },
  'figures.page_marks': { read: 'S', recalc: 'SID' },
  'figures.pools': { recalc: 'SIUD' },
  'figures.slices': { read: 'S', recalc: 'SIUD' },
  'figures.versions': { gateway: 'S', read: 'S', recalc: 'SIUD' },
  'figures.years': { read: 'S', recalc: 'SIUD' },
  // Append-only, like the log of corrections.
  'identity.access_log': { gateway: 'SI' },
  'identity.connections': { gateway: 'SI' },
  'identity.external_logins': { gateway: 'S' },
  'identity.failure_counts': { gateway: 'SIUD' },
  'identity.invitations': { gateway: 'SIUD' },
  'identity.oauth_rows': { gateway: 'SIUD' },
  'identity.passkey_steps': { gateway: 'SIUD' },
  'identity.passkeys': { gateway: 'SIUD' },
  'identity.recovery_codes': { gateway: 'SID' },
  'identity.request_counts': { gateway: 'SIUD' },
  'identity.sessions': { gateway: 'SID' },
  'identity.sign_in_failures': {},
  'identity.tokens': { gateway: 'SIUD' },
  // Updates only what an arriving file sets.
  'identity.uploads': { gateway: 'SID' },
  'identity.users': { gateway: 'SIUD' },
};

/** Tables that belong to no single user. */
const WITHOUT_A_USER = [
  'corrections.erasures',
  // Whom a call concerned is a number that outlives the user.
  'corrections.operator_log',
  'corrections.self_check',
  'facts.shared_prices',
  'identity.failure_counts',
  // Found by the hash of a secret that only its holder knows.
  'identity.oauth_rows',
  'identity.request_counts',
  'identity.sign_in_failures',
];

describe('The PostgreSQL role of each service', () => {
  it('can read, write and delete where it must, and nowhere else', async () => {
    const { rows } = await owner.query<{ name: string; service: ServiceName; rights: string }>(`
      SELECT t.schemaname || '.' || t.tablename AS name, r.service,
        concat(
          CASE WHEN has_table_privilege('ctx_' || r.service, t.full_name, 'SELECT') THEN 'S' END,
          CASE WHEN has_table_privilege('ctx_' || r.service, t.full_name, 'INSERT') THEN 'I' END,
          CASE WHEN has_table_privilege('ctx_' || r.service, t.full_name, 'UPDATE') THEN 'U' END,
          CASE WHEN has_table_privilege('ctx_' || r.service, t.full_name, 'DELETE') THEN 'D' END) AS rights
      FROM (SELECT schemaname, tablename, format('%I.%I', schemaname, tablename) AS full_name FROM pg_tables
            WHERE schemaname IN ('identity', 'facts', 'corrections', 'figures')) t,
        unnest(ARRAY['gateway', 'read', 'corrections', 'recalc']) AS r (service)`);
    const found: typeof RIGHTS = {};
    for (const { name, service, rights } of rows) {
      const table = (found[name] ??= {});
      if (rights !== '') table[service] = rights;
    }
    expect(found).toEqual(RIGHTS);
  });

  it('is no superuser, cannot create roles or databases, and does not bypass row security', async () => {
    const { rows } = await owner.query(
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'ctx!_%' ESCAPE '!' AND rolname NOT IN ('ctx_owner', 'ctx_definer')
         AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb)`,
    );
    expect(rows).toEqual([]);
  });

  it('is subject to forced row security on every table with a user', async () => {
    const { rows } = await owner.query<{ name: string; secured: boolean }>(`
      SELECT n.nspname || '.' || c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS secured
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('identity', 'facts', 'corrections', 'figures')`);
    const unsecured = rows.filter(({ secured }) => !secured).map(({ name }) => name);
    expect(unsecured.sort()).toEqual(WITHOUT_A_USER);
  });

  it('sees more than one user only through functions with a fixed search_path, owned by a role that cannot log in', async () => {
    const { rows } = await owner.query<{
      name: string;
      owner: string;
      login: boolean;
      path: string[] | null;
      isPublic: boolean;
    }>(`
      SELECT n.nspname || '.' || p.proname AS name, r.rolname AS owner, r.rolcanlogin AS login,
        -- Beside it a function may set what the planner does, which opens nothing.
        (SELECT array_agg(c) FROM unnest(p.proconfig) c WHERE c !~ '^(enable_[a-z]+|plan_cache_mode)=') AS path,
        has_function_privilege('public', p.oid, 'EXECUTE') AS "isPublic"
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_roles r ON r.oid = p.proowner
      WHERE p.prosecdef AND n.nspname NOT LIKE 'pg!_%' ESCAPE '!'`);
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows)
      expect(row).toMatchObject({
        owner: 'ctx_definer',
        login: false,
        path: ['search_path=pg_catalog, pg_temp'],
        isPublic: false,
      });
  });
});

describe('The function that erases a user', () => {
  it('can be called only by corrections, and can delete from every table with a user', async () => {
    const { rows: callers } = await owner.query(`
      SELECT r.rolname FROM pg_roles r WHERE r.rolname LIKE 'ctx!_%' ESCAPE '!' AND r.rolname NOT IN ('ctx_owner', 'ctx_definer')
        AND has_function_privilege(r.oid, 'app.erase_user(bigint, text)', 'EXECUTE')`);
    expect(callers).toEqual([{ rolname: 'ctx_corrections' }]);
    const { rows: deletable } = await owner.query<{ name: string }>(`
      SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('identity', 'facts', 'corrections', 'figures')
        AND has_table_privilege('ctx_definer', c.oid, 'DELETE')`);
    const names = deletable.map(({ name }) => name);
    // Rows of an import exist only within its transaction, so that an erasure never finds any.
    const withUser = Object.keys(RIGHTS).filter(
      (name) => !WITHOUT_A_USER.includes(name) && !name.startsWith('facts.stage_'),
    );
    expect(withUser.filter((name) => !names.includes(name))).toEqual([]);
    expect(names).not.toContain('facts.shared_prices');
    expect(names).not.toContain('corrections.erasures');
  });

  it('rejects a user who is not that of the transaction', async () => {
    const erase = asService('corrections', async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT set_config('app.user_id', '2', true)`);
      await client.query(`SELECT * FROM app.erase_user(1, 'test')`);
    });
    await expect(erase).rejects.toThrow('not of the user to erase');
    const call = asService('gateway', (client) => client.query(`SELECT * FROM app.erase_user(1, 'test')`));
    await expect(call).rejects.toThrow('permission denied');
  });
});

describe('Row security', () => {
  it.each(['read', 'corrections', 'recalc'] as const)(
    'returns nothing to a query of %s without a user',
    async (service) => {
      const { rows } = await asService(service, (client) => client.query('SELECT * FROM facts.accounts'));
      expect(rows).toEqual([]);
    },
  );

  it('returns no user to a query of the gateway without a user', async () => {
    const { rows } = await asService('gateway', (client) => client.query('SELECT * FROM identity.users'));
    expect(rows).toEqual([]);
  });

  it.each(SERVICES.filter((service) => service !== 'gateway'))(
    'returns only the rows of the user to a query of %s as that user',
    async (service) => {
      const rows = await asService(service, async (client) => {
        await client.query('BEGIN');
        await client.query(`SELECT set_config('app.user_id', '2', true)`);
        const result = await client.query<{ user_id: string }>('SELECT user_id FROM facts.accounts');
        await client.query('COMMIT');
        return [
          ...result.rows,
          ...(await client.query<{ user_id: string }>('SELECT user_id FROM facts.accounts')).rows,
        ];
      });
      expect(rows).toEqual([{ user_id: '2' }]);
    },
  );

  it('holds on every table with a user_id, also an unlogged one', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id'
      WHERE c.relkind IN ('r', 'p') AND NOT a.attisdropped AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`);
    expect(rows).toEqual([]);
  });

  it('hides the rows of an import from another user, and lets nobody write them for one', async () => {
    const write = (userId: number, as: number): string =>
      `SET LOCAL app.user_id = '${String(as)}';
       INSERT INTO facts.stage_price (user_id, line, asset_key, at, eur) VALUES (${String(userId)}, 1, 'bitcoin', now(), 1)`;
    await asService('corrections', async (client) => {
      await client.query('BEGIN');
      await client.query(write(1, 1));
      await client.query(`SET LOCAL app.user_id = '2'`);
      const { rows } = await client.query('SELECT * FROM facts.stage_price');
      expect(rows).toEqual([]);
      await expect(client.query(write(1, 2))).rejects.toThrow('row-level security');
    });
  });

  it('rejects writing a row of another user', async () => {
    const write = asService('corrections', async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT set_config('app.user_id', '2', true)`);
      await client.query(
        `INSERT INTO facts.accounts (user_id, account_id, ref, kind, datasource, digest)
         VALUES (1, gen_random_uuid(), 'x', 'file', 'CSV', gen_random_uuid())`,
      );
    });
    await expect(write).rejects.toThrow('row-level security');
  });
});
