/** The self-check compares stored figures with figures computed from facts and corrections. It logs no user data and writes no figures. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { rejectionBody } from '../../deploy/ctx/output.ts';
import { checkFigures } from '../../deploy/ctx/recalc-check.ts';
import { send } from './corrections/surfaces.ts';
import { newPerson, type Person } from './isolation/people.ts';
import { scrape, sumOf } from './observing/scrape.ts';
import { Tables, useTables } from './person/tables.ts';
import { shownRun, untilIdle } from './runs.ts';
import { startSecondRecalc } from './second-recalc.ts';
import { createUser, useStack } from './kit.ts';
import { connected, event, importLines, waitFor } from './stack.ts';

let people: readonly [Person, Person];

const stack = useStack({ own: true, settings: { SWEEP_INTERVAL_MS: '200' } });
const tables = useTables(stack);

beforeAll(async () => {
  people = [await newPerson(stack, 'A'), await newPerson(stack, 'B')];
});

interface RoundRow extends Record<string, unknown> {
  readonly is_open: boolean;
  readonly checked: number;
  readonly started_at: string;
}
const round = async (): Promise<RoundRow> =>
  (await tables.query<RoundRow>('SELECT is_open, checked, started_at::text FROM corrections.self_check'))[0]!;

/** Makes a round due as if a day had passed, waits until it ends, and returns how many users it checked. */
async function night(): Promise<number> {
  await tables.query(`UPDATE corrections.self_check SET started_at = now() - interval '2 days'`);
  await waitFor(async () => {
    const { is_open, started_at } = await round();
    return !is_open && Date.now() - Date.parse(started_at) < 86_400_000;
  });
  return (await round()).checked;
}

const metric = async (name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> =>
  sumOf(await scrape(stack, 'recalc'), `ctx_self_check_${name}`, labels);
const logged = (): Record<string, unknown>[] =>
  readFileSync(stack.logFile('recalc'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"self-check'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Everything that the database stores about a user, except for the time of the last check. */
async function kept(userId: string): Promise<Record<string, string[]>> {
  const rows = await tables.rowsOf(userId);
  const [state] = await tables.query<{ state: string }>(
    `SELECT (to_jsonb(s) - 'checked_at' - 'check_tried_at' - 'rows_differing')::text AS state
     FROM corrections.recalc_state s WHERE user_id = $1`,
    [userId],
  );
  return { ...rows, 'corrections.recalc_state': [state!.state] };
}

/** Returns the output of `ctx recalc --user … --check`. */
const check = async (userId: string): Promise<object> =>
  connected(stack, (connection) => checkFigures(connection, Number(userId))).catch(rejectionBody);

/** Changes stored rows and returns how to restore them: in one transaction, because the sweep would recompute a user without rows. */
async function tamper(table: string, assignment: string, userId: string): Promise<() => Promise<void>> {
  await tables.query(
    `CREATE TEMP TABLE kept_rows AS SELECT * FROM figures.${table} WHERE user_id = ${userId}`,
  );
  await tables.query(`UPDATE figures.${table} SET ${assignment} WHERE user_id = $1`, [userId]);
  return async () => {
    await tables.query('BEGIN');
    await tables.query(`DELETE FROM figures.${table} WHERE user_id = $1`, [userId]);
    await tables.query(`INSERT INTO figures.${table} SELECT * FROM kept_rows`);
    await tables.query('DROP TABLE kept_rows');
    await tables.query('COMMIT');
  };
}

describe('The nightly self-check', () => {
  it('finds every user equal after corrections of every kind, and writes nothing', async () => {
    const [{ userId }, other] = people;
    const before = [await kept(userId), await kept(other.userId)];
    const equal = await metric('users_total', { outcome: 'equal' });
    expect(await night()).toBe(2);
    expect((await metric('users_total', { outcome: 'equal' })) - equal).toBe(2);
    expect(await metric('users_total', { outcome: 'differs' })).toBe(0);
    expect([await kept(userId), await kept(other.userId)]).toEqual(before);
    expect(await metric('duration_seconds_count')).toBeGreaterThanOrEqual(2);
    await waitFor(async () => Date.now() / 1000 - (await metric('last_completed_timestamp_seconds')) < 120);
  });

  it('finds figures that were changed directly in the database, reports them in the log and a metric, and writes nothing', async () => {
    const [{ userId }] = people;
    const restore = await tamper('holdings', 'cost_basis = cost_basis + 41', userId);
    const holdings = await tables.query<{ asset_key: string; cost_basis: string }>(
      'SELECT asset_key, cost_basis FROM figures.holdings WHERE user_id = $1',
      [userId],
    );
    const before = await kept(userId);
    await night();
    expect(await kept(userId)).toEqual(before);
    expect(await metric('users_total', { outcome: 'differs' })).toBe(1);
    await waitFor(async () => (await metric('differing_users')) === 1);
    const [line] = logged().filter(({ msg }) => String(msg).includes('stored figures differ'));
    expect(line).toMatchObject({
      userId: Number(userId),
      tables: [
        { table: 'holdings', missing: 0, different: holdings.length, extra: 0, columns: ['cost_basis'] },
      ],
    });
    const [{ keys }] = line!['tables'] as [{ keys: string[] }];
    expect(holdings.map(({ asset_key }) => asset_key)).toEqual(expect.arrayContaining(keys));
    for (const { cost_basis } of holdings) expect(JSON.stringify(line)).not.toContain(cost_basis);
    await restore();
    await night();
    await waitFor(async () => (await metric('differing_users')) === 0);
  });

  it('checks each user once when there are two replicas', async () => {
    const second = await startSecondRecalc(stack, { SWEEP_INTERVAL_MS: '200' });
    const checkedOf = async (): Promise<number> =>
      (await metric('users_total')) + sumOf(await second.scrape(), 'ctx_self_check_users_total');
    const before = await checkedOf();
    for (const nights of [1, 2, 3]) {
      expect(await night()).toBe(2);
      expect((await checkedOf()) - before).toBe(2 * nights);
    }
    await second.stop();
  });
});

const FACTS = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
  event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
];

describe('ctx recalc --check', () => {
  it('exits with 1 when figures differ, and with 0 when they are equal', async () => {
    const [{ userId }] = people;
    const exitCode = async (): Promise<unknown> =>
      (await once(stack.startCtx(['recalc', '--user', userId, '--check']), 'exit'))[0];
    const restore = await tamper('years', 'income = income + 1', userId);
    expect(await exitCode()).toBe(1);
    await restore();
    expect(await exitCode()).toBe(0);
  });

  it.each([
    ['a value', 'years', 'capital_gains = capital_gains + 1', 'different'],
    ['a key', 'lots', 'lot_id = gen_random_uuid()', 'missing'],
    ['a list', 'events', `flags = flags || ARRAY['x']`, 'different'],
    ['a text', 'slices', `kind = 'X'`, 'different'],
    ['a digest', 'debts', 'digest = gen_random_uuid()', 'different'],
    ['a group', 'pools', `pool_group = 'X'`, 'different'],
    ['a date', 'loan_payments', `borrowed_at = borrowed_at + interval '1 us'`, 'different'],
    ['a count', 'versions', 'events = events + 1', 'different'],
    ['a fingerprint', 'versions', `output_fingerprint = repeat('0', 64)`, 'different'],
    ['a severity', 'issues', `severity = 2 - severity`, 'different'],
  ])('reports the difference: %s in %s', async (_what, table, assignment, way) => {
    const [{ userId }] = people;
    const restore = await tamper(table, assignment, userId);
    const { error } = (await check(userId)) as { error: { code: string; differing: object[] } };
    expect(error).toMatchObject({
      code: 'FIGURES_DIFFER',
      differing: [{ userId: Number(userId), tables: [{ table }] }],
    });
    const [{ tables: found }] = error.differing as [{ tables: Record<string, number>[] }];
    expect(found[0]?.[way]).toBeGreaterThan(0);
    await restore();
  });

  it('finds only the user whose rows were changed, and both users equal after a restore', async () => {
    const [{ userId }, other] = people;
    const restore = await tamper('years', 'income = income + 1', userId);
    expect(await check(other.userId)).toEqual({ users: 1, equal: 1 });
    await restore();
    expect(await stack.ctx(['recalc', '--all', '--check'])).toEqual({ users: 2, equal: 2 });
  });

  it('finds missing and additional rows', async () => {
    const [{ userId }] = people;
    await tables.query(
      `DELETE FROM figures.events WHERE ctid IN (SELECT min(ctid) FROM figures.events WHERE user_id = $1)`,
      [userId],
    );
    await tables.query(
      `INSERT INTO figures.issues SELECT user_id, gen_random_uuid(), issue_type, queue, severity, year, occurred_at, event_id,
         override_id, asset_key, suggestion_type, counterpart_event_id, transfer_kind, suggestion_assets, suggestion_changes,
         digest FROM figures.issues WHERE user_id = $1 LIMIT 1`,
      [userId],
    );
    const { error } = (await check(userId)) as { error: { differing: { tables: object[] }[] } };
    expect(error.differing[0]?.tables).toMatchObject([
      { table: 'issues', missing: 0, different: 0, extra: 1 },
      { table: 'events', missing: 1, different: 0, extra: 0 },
    ]);
    await stack.ctx(['recalc', '--user', userId, '--full', '--wait']);
    expect(await check(userId)).toEqual({ users: 1, equal: 1 });
  });

  it('ignores submitted years, and finds the others equal, before and after the next run', async () => {
    const { userId } = await createUser(stack, { years: [2025, 2026] });
    const sold = [
      event('OLD', 'ACQUISITION', '3', '2025-05-05T10:00:00Z', '300'),
      event('SOLD', 'DISPOSITION', '1', '2025-06-05T10:00:00Z', '200'),
      event('LATER', 'DISPOSITION', '1', '2026-06-05T10:00:00Z', '400'),
    ];
    await importLines(stack, userId, [...FACTS, ...sold]);
    await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2025']);
    expect(await check(userId)).toEqual({ users: 1, equal: 1 });
    await importLines(stack, userId, [event('MORE', 'ACQUISITION', '3', '2026-07-05T10:00:00Z', '300')]);
    expect(await check(userId)).toEqual({ users: 1, equal: 1 });
    await tables.query('UPDATE figures.years SET capital_gains = 41 WHERE user_id = $1 AND year = 2025', [
      userId,
    ]);
    expect(await check(userId)).toEqual({ users: 1, equal: 1 });
  });
});

describe('A user whose figures are being changed', () => {
  it('is never reported as different while corrections and runs happen', async () => {
    const [person] = people;
    const taxEventId = person.eventIds.get('SELL');
    const codes = new Set<string>();
    const look = async (): Promise<void> => {
      const answer = (await check(person.userId)) as { error?: { code: string } };
      codes.add(answer.error?.code ?? 'EQUAL');
    };
    for (let value = 1; value <= 10; value += 1) {
      const looking = look();
      for (const overriddenEuroValue of [value, value + 100])
        await send(stack, person, 'POST', '/api/v1/overrides', { taxEventId, overriddenEuroValue });
      await looking;
    }
    expect([...codes]).not.toContain('FIGURES_DIFFER');
    await untilIdle(stack, person);
    expect(await check(person.userId)).toEqual({ users: 1, equal: 1 });
  });

  it('is not checked while a run is due, and the check does not delay the run', async () => {
    const [{ userId }] = people;
    await tables.query('BEGIN');
    await tables.query('SELECT corrections.request_run($1)', [userId]);
    await tables.query(
      `UPDATE corrections.recalc_state SET parked_error = 'held', parked_at = now() WHERE user_id = $1`,
      [userId],
    );
    await tables.query('COMMIT');
    const answer = await check(userId);
    expect(answer).toMatchObject({ error: { code: 'NOT_CHECKED' } });
    expect(await shownRun(stack, userId)).toMatchObject({ status: 'RUNNING' });
    await tables.query(
      `UPDATE corrections.recalc_state SET parked_error = NULL, parked_at = NULL WHERE user_id = $1`,
      [userId],
    );
    await untilIdle(stack, { userId });
  });
});

describe('A recalc service that stops', () => {
  it('leaves its round to another replica, which checks the remaining users', async () => {
    await tables.query(
      `UPDATE corrections.self_check SET started_at = now(), is_open = true, checked = 1, lease_owner = 'gone',
         lease_until = now() - interval '1 s'`,
    );
    await tables.query(
      "UPDATE corrections.recalc_state SET check_tried_at = now() + interval '1 s' WHERE user_id = $1",
      [people[0].userId],
    );
    const { started_at } = await round();
    await waitFor(async () => !(await round()).is_open);
    const [row] = await tables.query<{ users: string }>(
      'SELECT count(*)::text AS users FROM corrections.recalc_state WHERE checked_at >= $1',
      [started_at],
    );
    const [all] = await tables.query<{ users: string }>(
      'SELECT count(*)::text AS users FROM figures.versions WHERE user_id <> $1',
      [people[0].userId],
    );
    expect(row).toEqual(all);
  });
});

describe('A self-check of a few users a night', () => {
  const ids: string[] = [];
  const few = useStack({
    own: true,
    settings: {
      SWEEP_INTERVAL_MS: '200',
      SELF_CHECK_USERS: '1',
      LARGE_RUN_EVENTS: '0',
    },
  });
  const theirs = useTables(few);

  beforeAll(async () => {
    while (ids.length < 3) ids.push((await createUser(few, { facts: FACTS })).userId);
  });

  const isDue = (): Promise<unknown> =>
    theirs.query(`UPDATE corrections.self_check SET started_at = now() - interval '2 days'`);
  /** Returns the users that the last round checked, once it has ended. */
  const checkedLast = async (): Promise<string[]> =>
    (
      await theirs.query<{ user_id: string }>(
        `SELECT s.user_id::text FROM corrections.recalc_state s, corrections.self_check c
         WHERE NOT c.is_open AND c.started_at > now() - interval '1 day' AND s.checked_at > c.started_at`,
      )
    ).map(({ user_id }) => user_id);
  /** Blocks checks in the middle of their work and runs at their end, until `work` is done. */
  const whileChecksWait = async (work: () => Promise<void>): Promise<void> => {
    const holder = await Tables.open(few);
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE figures.debts IN ACCESS EXCLUSIVE MODE');
    try {
      await work();
    } finally {
      await holder.close();
    }
  };
  const areWaiting = async (): Promise<boolean> =>
    (await theirs.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'figures.debts'::regclass`))
      .length > 0;

  it('checks the users whose last check is the oldest', async () => {
    const turns: string[][] = [];
    for (let nights = 0; nights < 2 * ids.length; nights += 1) {
      await isDue();
      await waitFor(async () => (await checkedLast()).length > 0);
      turns.push(await checkedLast());
    }
    expect(turns.slice(0, 3).flat().toSorted()).toEqual(ids.toSorted());
    expect(turns.slice(3)).toEqual(turns.slice(0, 3));
  });

  it('gives way to a large run, which does not count as a failed check', async () => {
    const [checked = '', other = ''] = ids;
    await whileChecksWait(async () => {
      const answer = connected(few, (connection) =>
        connection.call(connection.recalc.checkFigures.bind(connection.recalc), {}, Number(checked)),
      );
      await waitFor(areWaiting);
      await connected(few, (connection) =>
        connection.call(
          connection.recalc.requestFullRun.bind(connection.recalc),
          { rewrite: false },
          Number(other),
        ),
      );
      expect(await answer).toMatchObject({ outcome: 'SKIPPED', reason: 'a large run came first' });
      expect((await shownRun(few, other)).status).toBe('RUNNING');
    });
    await untilIdle(few, { userId: other });
    expect(sumOf(await scrape(few, 'recalc'), 'ctx_self_check_users_total', { outcome: 'failed' })).toBe(0);
  });

  it('does not delay the stop of a service, and continues after its restart', async () => {
    const { pid } = few.ready().services.recalc;
    await whileChecksWait(async () => {
      await isDue();
      await waitFor(areWaiting);
      process.kill(pid, 'SIGTERM');
      await waitFor(() => few.ready().services.recalc.pid !== pid);
    });
    expect(readFileSync(few.logFile('recalc'), 'utf8')).not.toContain('shutdown timed out');
    await waitFor(async () => (await checkedLast()).length > 0);
  });
});
