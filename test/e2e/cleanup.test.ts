/** Expired rows are deleted by the service that owns them, counted, and never too early (docs/operations/data.md, "Data retention and cleanup"). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { scrape, scrapeAll, sumOf } from './observing/scrape.ts';
import { useTables } from './person/tables.ts';
import { untilIdle } from './runs.ts';
import { useStack, useUser } from './kit.ts';
import { importLines, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const AUDIT_DAYS = 30;
/** Enough rows for more than two batches. */
const OLD_ROWS = 2100;
const YOUNG_ROWS = 3;

const stack = useStack({
  own: true,
  settings: { SWEEP_INTERVAL_MS: '200', AUDIT_DAYS: String(AUDIT_DAYS) },
});
const tables = useTables(stack);
const user = useUser(stack, { scope: 'write' });
beforeAll(async () => {
  // The first two last: their young rows are old a minute later.
  for (const { insert, old, young } of Object.values(KINDS).toReversed()) {
    // In the order in which time makes them: a row of the log of corrections is deleted after those before it.
    await tables.query(insert, [OLD_ROWS, old, 'old', user.userId]);
    await tables.query(insert, [YOUNG_ROWS, young, 'young', user.userId]);
  }
  await cleanUp('gateway', 'corrections');
});

interface Kind {
  readonly owner: 'gateway' | 'corrections';
  /** Inserts $1 rows of the age $2 with the mark $3, for the user $4. */
  readonly insert: string;
  /** Selects the marks of the rows that still exist. */
  readonly marks: string;
  readonly old: string;
  readonly young: string;
}

const ROWS = 'FROM generate_series(1, $1::integer) n';
const HASH = `sha256(convert_to($3 || ' ' || n, 'UTF8'))`;
/** Uses every parameter, because PostgreSQL rejects parameters that a statement does not use. */
const GIVEN = '$4::bigint IS NOT NULL AND $3::text IS NOT NULL AND $2::interval IS NOT NULL';

const KINDS: Readonly<Record<string, Kind>> = {
  request_counts: {
    owner: 'gateway',
    insert: `INSERT INTO identity.request_counts
      SELECT gen_random_uuid(), now() - $2::interval, CASE $3 WHEN 'old' THEN -1 ELSE -2 END ${ROWS} WHERE ${GIVEN}`,
    marks: `SELECT CASE requests WHEN -1 THEN 'old' ELSE 'young' END AS mark FROM identity.request_counts WHERE requests < 0`,
    old: '5 min 10 s',
    young: '4 min',
  },
  failure_counts: {
    owner: 'gateway',
    insert: `INSERT INTO identity.failure_counts
      SELECT CASE $3 WHEN 'old' THEN '10.1.0.0'::inet ELSE '10.2.0.0' END + n, now() - $2::interval, 1 ${ROWS} WHERE ${GIVEN}`,
    marks: `SELECT CASE WHEN address << '10.1.0.0/16' THEN 'old' ELSE 'young' END AS mark FROM identity.failure_counts
      WHERE address << '10.0.0.0/8'`,
    old: '5 min 10 s',
    young: '4 min',
  },
  sign_in_failures: {
    owner: 'gateway',
    insert: `INSERT INTO identity.sign_in_failures
      SELECT ${HASH}, now() - $2::interval, CASE $3 WHEN 'old' THEN -1 ELSE -2 END ${ROWS} WHERE ${GIVEN}`,
    marks: `SELECT CASE failures WHEN -1 THEN 'old' ELSE 'young' END AS mark FROM identity.sign_in_failures WHERE failures < 0`,
    old: '1 day 10 s',
    young: '23 hours',
  },
  sessions: {
    owner: 'gateway',
    insert: `INSERT INTO identity.sessions (secret_hash, user_id, created_at, expires_at)
      SELECT ${HASH}, $4::bigint, CASE $3 WHEN 'old' THEN 'epoch'::timestamptz ELSE now() END, now() - $2::interval ${ROWS}`,
    marks: `SELECT CASE created_at WHEN 'epoch' THEN 'old' ELSE 'young' END AS mark FROM identity.sessions`,
    old: '1 s',
    young: '-1 hour',
  },
  passkey_steps: {
    owner: 'gateway',
    insert: `INSERT INTO identity.passkey_steps (secret_hash, user_id, kind, name, expires_at)
      SELECT ${HASH}, $4::bigint, 'ADD', $3, now() - $2::interval ${ROWS}`,
    marks: `SELECT name AS mark FROM identity.passkey_steps`,
    old: '1 s',
    young: '-1 hour',
  },
  uploads: {
    owner: 'gateway',
    insert: `INSERT INTO identity.uploads (user_id, token_id, secret_hash, name, content, received_at, expires_at)
      SELECT $4::bigint, gen_random_uuid(), ${HASH}, $3, 'x', now(), now() - $2::interval ${ROWS}`,
    marks: `SELECT name AS mark FROM identity.uploads`,
    old: '1 s',
    young: '-1 hour',
  },
  oauth_rows: {
    owner: 'gateway',
    insert: `INSERT INTO identity.oauth_rows (model, id_hash, payload, expires_at)
      SELECT 'AccessToken', ${HASH}, jsonb_build_object('mark', $3), now() - $2::interval ${ROWS} WHERE ${GIVEN}`,
    marks: `SELECT payload ->> 'mark' AS mark FROM identity.oauth_rows WHERE model = 'AccessToken'`,
    old: '1 min 10 s',
    young: '-1 hour',
  },
  connections: {
    owner: 'gateway',
    insert: `INSERT INTO identity.connections (user_id, grant_hash, client_id, app_name, scopes, expires_at, revoked_at)
      SELECT $4::bigint, ${HASH}, 'none', $3, '{read}', now() + interval '1 day', now() - $2::interval ${ROWS}`,
    marks: `SELECT app_name AS mark FROM identity.connections WHERE client_id = 'none'`,
    old: '90 days 10 s',
    young: '89 days',
  },
  clients: {
    owner: 'gateway',
    insert: `INSERT INTO identity.oauth_rows (model, id_hash, payload, created_at)
      SELECT 'Client', ${HASH}, jsonb_build_object('mark', $3, 'client_id', $3 || n), now() - $2::interval ${ROWS} WHERE ${GIVEN}`,
    marks: `SELECT payload ->> 'mark' AS mark FROM identity.oauth_rows WHERE model = 'Client' AND payload ? 'mark'`,
    old: '7 days 10 s',
    young: '6 days',
  },
  access_log: {
    owner: 'gateway',
    insert: `INSERT INTO identity.access_log (user_id, at, action, via)
      SELECT $4::bigint, now() - $2::interval, 'SIGNED_IN', $3 ${ROWS}`,
    marks: `SELECT via AS mark FROM identity.access_log WHERE action = 'SIGNED_IN'`,
    old: `${String(AUDIT_DAYS)} days 10 s`,
    young: `${String(AUDIT_DAYS - 1)} days`,
  },
  audit_log: {
    owner: 'corrections',
    insert: `SELECT corrections.append_audit($4::bigint, now() - $2::interval, $3, 'test', gen_random_uuid(), NULL, '{}', rows)
      FROM set_config('app.user_id', $4::text, true),
        (SELECT jsonb_agg(jsonb_build_object('action', 'TEST', 'target', 'test', 'eventIds', '[]'::jsonb)) ${ROWS}) r (rows)`,
    marks: `SELECT via AS mark FROM corrections.audit_log WHERE action = 'TEST'`,
    old: `${String(AUDIT_DAYS)} days 10 s`,
    young: `${String(AUDIT_DAYS - 1)} days`,
  },
  operator_log: {
    owner: 'corrections',
    insert: `INSERT INTO corrections.operator_log (at, key_name, key_id, role, via, rpc, request_id)
      SELECT now() - $2::interval, $3, 'test', 'all', 'test', 'test', 'test' ${ROWS} WHERE ${GIVEN}`,
    marks: `SELECT key_name AS mark FROM corrections.operator_log WHERE rpc = 'test'`,
    old: '400 days 10 s',
    young: '399 days',
  },
  idempotent_responses: {
    owner: 'corrections',
    insert: `INSERT INTO corrections.answers (user_id, key, request_digest, refused, expires_at)
      SELECT $4::bigint, $3 || ' ' || n, gen_random_uuid(), 'NOT_FOUND', now() - $2::interval ${ROWS}`,
    marks: `SELECT split_part(key, ' ', 1) AS mark FROM corrections.answers WHERE key ~ '^(old|young) '`,
    old: '1 s',
    young: '-1 hour',
  },
};

/** Restarts services, which clean up when they start and then every minute. */
async function cleanUp(...services: readonly Kind['owner'][]): Promise<void> {
  const pidOf = (service: Kind['owner']): number => stack.ready().services[service].pid;
  const before = services.map((service) => ({ service, pid: pidOf(service) }));
  for (const { pid } of before) process.kill(pid, 'SIGTERM');
  await waitFor(() => before.every(({ service, pid }) => pidOf(service) !== pid));
}

const cleared = async (service: 'gateway' | 'corrections' | 'recalc', kind: string): Promise<number> =>
  sumOf(await scrape(stack, service), 'ctx_cleanup_deleted_rows_total', { kind });

const marksOf = async ({ marks }: Kind): Promise<string[]> =>
  (await tables.query<{ mark: string }>(marks)).map(({ mark }) => mark);

describe('Expired rows', () => {
  it.each(Object.entries(KINDS))(
    'of %s are all deleted and counted; younger rows stay',
    async (kind, described) => {
      const { owner } = described;
      await waitFor(async () => (await cleared(owner, kind)) >= OLD_ROWS);
      expect(await cleared(owner, kind)).toBe(OLD_ROWS);
      expect(await marksOf(described)).toEqual(Array<string>(YOUNG_ROWS).fill('young'));
    },
  );

  it('of a connection are deleted with everything issued under it; a connected app stays, however old it is', async () => {
    await tables.query(
      `INSERT INTO identity.connections (user_id, grant_hash, client_id, app_name, scopes, expires_at)
       SELECT $1, sha256(convert_to(c, 'UTF8')), c, c, '{read}', at
       FROM (VALUES ('gone', now() - interval '91 days'), ('alive', now() + interval '1 day')) v (c, at)`,
      [user.userId],
    );
    await tables.query(
      `INSERT INTO identity.oauth_rows (model, id_hash, payload, grant_hash, created_at)
       SELECT m, sha256(convert_to(m || c, 'UTF8')), jsonb_build_object('client_id', c),
         CASE m WHEN 'Grant' THEN sha256(convert_to(c, 'UTF8')) END, now() - interval '300 days'
       FROM unnest(ARRAY['Client', 'Grant']) m, unnest(ARRAY['gone', 'alive']) c
       WHERE EXISTS (SELECT FROM identity.connections WHERE client_id = c)`,
    );
    const left = async (): Promise<string[]> =>
      (
        await tables.query<{ row: string }>(
          `SELECT model || ' ' || (payload ->> 'client_id') AS row FROM identity.oauth_rows
           WHERE payload ->> 'client_id' IN ('gone', 'alive') ORDER BY 1`,
        )
      ).map(({ row }) => row);
    await cleanUp('gateway');
    await waitFor(async () => (await left()).length <= 2);
    expect(await left()).toEqual(['Client alive', 'Grant alive']);
  });
});

describe('Runs', () => {
  it('delete their requests, their notes about changed events, and the figures that they replace', async () => {
    await importLines(stack, user.userId, WORKED_EXAMPLE_1);
    const list = await ok(user.api.GET('/api/v1/transactions', { params: { query: { year: 2026 } } }));
    const before = await scrape(stack, 'recalc');
    const outboxBefore = await cleared('corrections', 'outbox');
    for (const overriddenEuroValue of [1, 2, 3]) {
      const body = { taxEventId: list.transactions[0]!.id, overriddenEuroValue };
      await ok(user.api.POST('/api/v1/overrides', { body }));
      await untilIdle(stack, user);
    }
    await waitFor(async () => (await cleared('corrections', 'outbox')) - outboxBefore === 3);
    const after = await scrape(stack, 'recalc');
    const more = (name: string, labels: Record<string, string> = {}): number =>
      sumOf(after, name, labels) - sumOf(before, name, labels);
    expect(more('ctx_cleanup_deleted_rows_total', { kind: 'changed_events' })).toBe(3);
    expect(more('ctx_run_rows_total')).toBeGreaterThan(3);
    for (const table of ['corrections.outbox', 'corrections.changed_events'])
      expect(await tables.query(`SELECT FROM ${table}`)).toEqual([]);
    const [versions] = await tables.query(
      'SELECT max(n)::integer AS rows FROM (SELECT count(*) n FROM figures.years GROUP BY user_id, year) g',
    );
    expect(versions).toEqual({ rows: 1 });
  });

  it('do not wait for an import whose process died: the sweep removes its lock', async () => {
    const swept = async (): Promise<number> =>
      sumOf(await scrape(stack, 'recalc'), 'ctx_scheduler_sweep_users_total', { reason: 'abandoned_import' });
    const before = await swept();
    await tables.query(
      `UPDATE corrections.recalc_state SET import_id = gen_random_uuid(), import_until = now() - interval '1 s' WHERE user_id = $1`,
      [user.userId],
    );
    await waitFor(async () => (await swept()) - before === 1);
    await untilIdle(stack, user);
  });
});

describe('docs/operations/data.md', () => {
  it('lists exactly the kinds of rows that the services delete', async () => {
    const text = readFileSync(
      fileURLToPath(new URL('../../docs/operations/data.md', import.meta.url)),
      'utf8',
    );
    const section = text.slice(text.indexOf('## Data retention and cleanup'), text.indexOf('## The nightly'));
    const named = [...section.matchAll(/\| `([a-z_]+)` +\|$/gm)].map(([, kind = '']) => kind);
    const { samples } = await scrapeAll(stack);
    const kinds = samples.flatMap(({ name, labels }) =>
      name === 'ctx_cleanup_deleted_rows_total' ? [labels['kind'] ?? ''] : [],
    );
    const counted = named.filter((name) => !name.startsWith('ctx_'));
    // The gateway evicts OAuth rows only above the ceiling of unused apps and open requests.
    expect(new Set([...kinds, 'oauth_rows_evicted'])).toEqual(new Set(counted));
  });
});
