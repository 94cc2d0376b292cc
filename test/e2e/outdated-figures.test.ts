/** The scheduler sweep recomputes outdated figures, and neither it nor the self-check reads all users to find none. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useTables } from './person/tables.ts';
import { untilIdle } from './runs.ts';
import { startSecondRecalc } from './second-recalc.ts';
import { useStack, useUser } from './kit.ts';
import { event, waitFor } from './stack.ts';

const SETTINGS = { SWEEP_INTERVAL_MS: '100', SELF_CHECK_USERS: '0' };
const OTHERS = 3000;
const FACTS = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
  event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
];

let version: number;

const stack = useStack({ own: true, settings: SETTINGS });
const tables = useTables(stack);
const user = useUser(stack, { facts: FACTS });

beforeAll(async () => {
  await untilIdle(stack, user);
  version = (await versionOfFigures())!;
});

async function versionOfFigures(): Promise<number | undefined> {
  const text = 'SELECT engine_version FROM figures.versions WHERE user_id = $1';
  return (await tables.query<{ engine_version: number }>(text, [user.userId]))[0]?.engine_version;
}

const untilCurrent = (): Promise<void> => waitFor(async () => (await versionOfFigures()) === version);

/** Returns how often the services have called a function. */
async function callsOf(name: string): Promise<number> {
  const text = 'SELECT calls::integer FROM pg_stat_user_functions WHERE funcname = $1';
  return (await tables.query<{ calls: number }>(text, [name]))[0]?.calls ?? 0;
}

describe('The scheduler sweep', () => {
  it('does not search all users again after a search that found no outdated figures', async () => {
    // Also counts the calls of connections that are open already.
    await tables.query("ALTER SYSTEM SET track_functions = 'all'");
    await tables.query('SELECT pg_reload_conf()');
    await waitFor(async () => (await callsOf('has_other_versions')) > 5);
    expect(await callsOf('request_outdated')).toBe(0);
  });

  it('of a process that starts recomputes the figures of users who have none', async () => {
    await tables.query('DELETE FROM figures.versions');
    const second = await startSecondRecalc(stack, SETTINGS);
    try {
      await untilCurrent();
    } finally {
      await second.stop();
    }
  });

  it('recomputes figures of another engine version', async () => {
    await tables.query('UPDATE figures.versions SET engine_version = engine_version - 1');
    await untilCurrent();
    await tables.query('UPDATE figures.versions SET engine_version = engine_version + 1');
    await untilCurrent();
  });
});

describe('Beside thousands of users', () => {
  beforeAll(async () => {
    await untilIdle(stack, user);
    // Users with current figures. Their facts do not matter here.
    await tables.query("SET session_replication_role = 'replica'");
    await tables.query(
      `INSERT INTO corrections.recalc_state (user_id, requested, absorbed, completed, checked_at)
        SELECT 1000000 + n, 1, 1, 1, now() FROM generate_series(1, $1) AS n`,
      [OTHERS],
    );
    await tables.query(
      `INSERT INTO figures.versions SELECT (jsonb_populate_record(v, jsonb_build_object('user_id', 1000000 + n))).*
        FROM figures.versions v, generate_series(1, $1) AS n WHERE v.user_id = $2`,
      [OTHERS, user.userId],
    );
    await tables.query('ANALYZE corrections.recalc_state, figures.versions');
  });

  it.each([
    ['the search for other versions', 'has_other_versions($1)'],
    ['the choice of the next user to check', "next_to_check(now() + interval '1 hour', $1)"],
  ])('%s reads a few pages of an index', async (_, call) => {
    const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM corrections.${call.replace('$1', String(version))}`;
    interface ExplainedPlan extends Record<string, unknown> {
      readonly 'QUERY PLAN': readonly { readonly Plan: Record<`Shared ${'Hit' | 'Read'} Blocks`, number> }[];
    }
    // The first call of a session also reads the catalogue.
    await tables.query(text);
    const [row] = await tables.query<ExplainedPlan>(text);
    const plan = row!['QUERY PLAN'][0]!.Plan;
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(PAGES_MAX);
  });
});

/** The statements read about 30; reading all users would take several hundred. */
const PAGES_MAX = 100;
