/**
 * Attacks on the log of corrections and its chain, by the role of the corrections service and by the owner of the database. Each is
 * forbidden, named by `ctx audit --verify`, shown by a head that was noted elsewhere, or listed here as not noticed (ADR 43).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { stackSecrets } from '../../../deploy/stack/secrets.ts';
import { createUser, useStack } from '../kit.ts';

let owner: pg.Client;
let corrections: pg.Client;
let a: string;
let b: string;
let notedHead: string;

const TABLES = ['audit_log', 'audit_chains', 'audit_cleanups'];
/** The chain of user A: two rows that cleanup deleted in two passes, six rows, the two cleanups, one row. */
const EXPIRED = 2;
const CHAINED = 7;

const stack = useStack();

beforeAll(async () => {
  const { url } = stack.ready().postgres;
  owner = new pg.Client({ connectionString: url });
  const { roles } = stackSecrets(stack.dataDir);
  corrections = new pg.Client({
    connectionString: url.replace(/(?<!\/)\/\/[^@/]+@/, `//ctx_corrections:${roles.corrections}@`),
  });
  await Promise.all([owner.connect(), corrections.connect()]);
  a = (await createUser(stack)).userId;
  b = (await createUser(stack)).userId;
  for (const days of [4000, 3990, 5, 4, 3, 2, 1, 0.5]) await append(a, days);
  for (const days of [5, 4, 3]) await append(b, days);
  for (let pass = 0; pass < EXPIRED; pass += 1) expect(await clear(1, '3900 days')).toEqual([{ cleared: 1 }]);
  await append(a, 0.1);
  notedHead = (await verify()).head;
});
afterAll(async () => {
  await Promise.all([owner.end(), corrections.end()]);
});

/** What `ctx audit --verify` printed. */
interface Verification {
  head: string;
  cleared: number;
  comparedWith: { rowsSince: number } | null;
  error?: { code: string; differing?: { fault: string; place: number | null }[] };
}

const verify = async (user = a, ...args: string[]): Promise<Verification> =>
  (await stack.ctx(['audit', '--user', user, '--verify', ...args], true)) as unknown as Verification;
const faultsOf = ({ error }: Verification): string[] =>
  (error?.differing ?? []).map(({ fault, place }) => `${fault} ${String(place)}`);

/** Runs statements as the role of the service, in a transaction of a user. */
async function asCorrections(user: string, ...statements: string[]): Promise<object[]> {
  await corrections.query('BEGIN');
  try {
    await corrections.query(`SELECT set_config('app.user_id', $1, true)`, [user]);
    let rows: object[] = [];
    for (const statement of statements) ({ rows } = await corrections.query<object>(filled(statement)));
    await corrections.query('COMMIT');
    return rows;
  } catch (error) {
    await corrections.query('ROLLBACK');
    throw error;
  }
}

/** Puts the ids of the users A and B into a statement. */
const filled = (statement: string): string => statement.replaceAll('$A', a).replaceAll('$B', b);

const appended = (user: string, days: number, entryId: string = randomUUID()): string =>
  `SELECT corrections.append_audit(${user}, now() - interval '${String(days)} days', 'token', 'request', '${entryId}', NULL, '{2026}',
    '[{"action":"RULE_DELETED","target":"rule","before":{"label":"${String(days)}"},"after":null,"eventIds":[]}]')`;
const append = (user: string, days: number): Promise<object[]> => asCorrections(user, appended(user, days));
const clear = (rows: number, age: string): Promise<object[]> =>
  asCorrections(
    a,
    `SELECT corrections.clear_old('audit_log', ${String(rows)}, interval '${age}') AS cleared`,
  );

it('The chain of a user continues after cleanups, which it counts', async () => {
  expect(await verify()).toMatchObject({ chained: CHAINED, cleared: EXPIRED });
  const { rows } = await owner.query<{ place: string }>(
    `SELECT place FROM corrections.audit_cleanups WHERE user_id = $1 ORDER BY place`,
    [a],
  );
  expect(rows.map(({ place }) => Number(place))).toEqual([9, 10]);
});

describe('The role of the corrections service cannot', () => {
  const ROW = '(user_id, at, action, target, via, request_id)';
  it.each([
    ['change a row of the log', `UPDATE corrections.audit_log SET via = 'x' WHERE place = 4`],
    ['change the place of a row', `UPDATE corrections.audit_log SET place = 3 WHERE place = 4`],
    ['give a row to another user', `UPDATE corrections.audit_log SET user_id = $B WHERE place = 4`],
    ['delete the first row', `DELETE FROM corrections.audit_log WHERE place = 3`],
    ['delete a row in the middle', `DELETE FROM corrections.audit_log WHERE place = 5`],
    ['delete the last row', `DELETE FROM corrections.audit_log WHERE place = 11`],
    ['insert a row', `INSERT INTO corrections.audit_log ${ROW} VALUES ($A, now(), 'x', 'x', 'x', 'x')`],
    ['empty the log', `TRUNCATE corrections.audit_log`],
    ['set the head', `UPDATE corrections.audit_chains SET hash = ''`],
    ['set the length', `UPDATE corrections.audit_chains SET length = 5`],
    ['delete a chain', `DELETE FROM corrections.audit_chains`],
    ['begin a chain', `INSERT INTO corrections.audit_chains (user_id) VALUES ($A)`],
    ['raise what cleanup deleted', `UPDATE corrections.audit_cleanups SET cleared = 5`],
    ['delete a cleanup', `DELETE FROM corrections.audit_cleanups`],
    ['invent a cleanup', `INSERT INTO corrections.audit_cleanups SELECT * FROM corrections.audit_cleanups`],
    ['call the function of cleanup itself', `SELECT corrections.clear_audit(1, interval '9 years')`],
    ['take the rights of the functions', `SET LOCAL ROLE ctx_definer`],
  ])('%s: permission denied', async (_what, statement) => {
    await expect(asCorrections(a, statement)).rejects.toThrow('permission denied');
  });

  it('append to the log of a user who is not that of the transaction', async () => {
    await expect(asCorrections(a, appended(b, 0))).rejects.toThrow('not of the user of the entry');
  });

  it('append an entry a second time', async () => {
    const entryId = randomUUID();
    const twice = asCorrections(a, appended(a, 0, entryId), appended(a, 0, entryId));
    await expect(twice).rejects.toThrow('the log has this entry');
  });

  it.each(["interval '23 hours'", "interval '0'", 'NULL'])(
    'delete rows of the last day as cleanup with the age %s',
    async (age) => {
      const cleared = asCorrections(a, `SELECT corrections.clear_old('audit_log', 1000, ${age})`);
      await expect(cleared).rejects.toThrow('kept for at least a day');
    },
  );
});

/** Computes the chain of A again after its rows were changed, and its length. */
const COMPUTED_AGAIN = `DO $$
DECLARE
  link record;
  last_hash bytea := coalesce((SELECT cleared_hash FROM corrections.audit_cleanups WHERE user_id = $A ORDER BY place DESC LIMIT 1), '');
  last_place bigint;
BEGIN
  FOR link IN SELECT * FROM corrections.audit_links($A) k ORDER BY k.place LOOP
    last_hash := sha256(last_hash || link.bytes);
    last_place := link.place;
    UPDATE corrections.audit_log SET hash = last_hash WHERE audit_id = link.audit_id;
    UPDATE corrections.audit_cleanups SET hash = last_hash WHERE user_id = $A AND place = link.place;
  END LOOP;
  UPDATE corrections.audit_chains SET hash = last_hash, length = last_place WHERE user_id = $A;
END $$`;
const SET = (values: string, place: number): string =>
  `UPDATE corrections.audit_log SET ${values} WHERE user_id = $A AND place = ${String(place)}`;
const DELETE = (where: string): string =>
  `DELETE FROM corrections.audit_log WHERE user_id = $A AND place ${where}`;
const RAISED = `UPDATE corrections.audit_cleanups SET cleared = 5,
  cleared_hash = (SELECT hash FROM corrections.audit_log WHERE user_id = $A AND place = 5) WHERE user_id = $A AND place = 10`;

const of = (): string => `WHERE user_id IN (${a}, ${b})`;

describe('ctx audit --verify', () => {
  beforeEach(async () => {
    for (const table of TABLES)
      await owner.query(`CREATE TABLE saved_${table} AS SELECT * FROM corrections.${table} ${of()}`);
  });
  afterEach(async () => {
    for (const table of TABLES) {
      await owner.query(`DELETE FROM corrections.${table} ${of()}`);
      await owner.query(
        `INSERT INTO corrections.${table} OVERRIDING SYSTEM VALUE SELECT * FROM saved_${table}`,
      );
      await owner.query(`DROP TABLE saved_${table}`);
    }
    expect(await verify()).toMatchObject({ chained: CHAINED, head: notedHead });
  });
  const attack = async (...statements: string[]): Promise<void> => {
    for (const statement of statements) await owner.query(filled(statement));
  };

  it.each([
    ['a changed row', [SET(`via = 'x'`, 4)], ['CHANGED 4']],
    [
      'a changed row with its own hash computed again',
      [
        SET(`via = 'x'`, 4),
        `UPDATE corrections.audit_log l SET hash = sha256((SELECT p.hash FROM corrections.audit_log p WHERE p.user_id = $A AND p.place = 3)
          || corrections.audit_bytes(l)) WHERE user_id = $A AND place = 4`,
      ],
      ['CHANGED 5'],
    ],
    ['a deleted first row', [DELETE('= 3')], ['REMOVED 3']],
    ['a deleted row in the middle', [DELETE('= 5')], ['REMOVED 5']],
    ['a deleted last row', [DELETE('= 11')], ['REMOVED 11']],
    [
      'more rows that a cleanup is said to have deleted',
      [RAISED, SET(`via = 'x'`, 4)],
      ['INSERTED 3', 'INSERTED 4', 'INSERTED 5', 'CHANGED 10'],
    ],
    [
      'more rows that a cleanup is said to have deleted, and that are deleted',
      [RAISED, DELETE('<= 5')],
      ['CHANGED 10'],
    ],
    [
      'a cleanup that is not in the chain',
      [
        `INSERT INTO corrections.audit_cleanups SELECT user_id, 12, at, 5, cleared_hash, row_count, newest_at, hash
         FROM corrections.audit_cleanups WHERE user_id = $A AND place = 10`,
      ],
      ['INSERTED 12'],
    ],
    [
      'a changed time of the deleted rows',
      [`UPDATE corrections.audit_cleanups SET newest_at = 'epoch' WHERE user_id = $A AND place = 9`],
      ['CHANGED 9'],
    ],
    [
      'deleted cleanups',
      [`DELETE FROM corrections.audit_cleanups WHERE user_id = $A`],
      ['REMOVED 1', 'REMOVED 2', 'REMOVED 9', 'REMOVED 10'],
    ],
    [
      'a row that is there twice',
      [
        `INSERT INTO corrections.audit_log (user_id, at, action, target, via, request_id, before, entry_id, years, hash)
         SELECT user_id, at, action, target, via, request_id, before, entry_id, years, hash
         FROM corrections.audit_log WHERE user_id = $A AND place = 4`,
      ],
      ['INSERTED null'],
    ],
    [
      'rows in another order',
      [SET('place = 99', 4), SET('place = 4', 5), SET('place = 5', 99)],
      ['CHANGED 4', 'CHANGED 5'],
    ],
    ['a lowered length', [`UPDATE corrections.audit_chains SET length = 7 WHERE user_id = $A`], []],
    ['a deleted chain', [`DELETE FROM corrections.audit_chains WHERE user_id = $A`], []],
    [
      'another head',
      [`UPDATE corrections.audit_chains SET hash = sha256('') WHERE user_id = $A`],
      ['CHANGED 11'],
    ],
  ])('names %s', async (_what, statements, faults) => {
    await attack(...statements);
    const verified = await verify();
    expect(verified.error?.code).toBe('AUDIT_LOG_CHANGED');
    expect(faultsOf(verified)).toEqual(expect.arrayContaining(faults));
  });

  const COLUMNS: Readonly<Record<string, string>> = {
    audit_id: 'DEFAULT',
    user_id: '$B',
    at: `at + interval '1 us'`,
    action: `'RULE_CREATED'`,
    target: `'x'`,
    via: `'x'`,
    request_id: `'x'`,
    before: `'{"label":"x"}'`,
    after: `'{"label":"x"}'`,
    entry_id: 'gen_random_uuid()',
    undo_of: 'gen_random_uuid()',
    opens_entry: 'NOT opens_entry',
    years: `'{2025}'`,
    event_ids: 'ARRAY[gen_random_uuid()]',
    place: 'NULL',
    hash: `sha256('')`,
  };

  it('covers every column of the log', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'corrections' AND table_name = 'audit_log'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(COLUMNS).sort());
  });

  it.each(Object.entries(COLUMNS))('notices another value of the column %s', async (column, value) => {
    await attack(SET(`${column} = ${value}`, 5));
    expect((await verify()).error?.code).toBe('AUDIT_LOG_CHANGED');
  });

  it('names rows that two users have exchanged, in the logs of both', async () => {
    const give = (from: string, to: string, place: number, as: number): string =>
      `UPDATE corrections.audit_log SET user_id = ${to}, place = ${String(as)} WHERE user_id = ${from} AND place = ${String(place)}`;
    await attack(give('$A', '$B', 4, 99), give('$B', '$A', 2, 4), give('$B', '$B', 99, 2));
    expect(faultsOf(await verify())).toContain('CHANGED 4');
    expect(faultsOf(await verify(b))).toContain('CHANGED 2');
  });

  describe('with a head that was noted elsewhere', () => {
    const unknown = async (): Promise<void> => {
      expect(await verify()).not.toHaveProperty('error');
      expect((await verify(a, '--head', notedHead)).error?.code).toBe('AUDIT_HEAD_UNKNOWN');
    };

    it('says how many rows came after it', async () => {
      expect(await verify(a, '--head', notedHead)).toMatchObject({ comparedWith: { rowsSince: 0 } });
      await append(a, 0);
      await append(a, 0);
      expect(await verify(a, '--head', notedHead)).toMatchObject({
        comparedWith: { head: notedHead, rowsSince: 2 },
      });
    });

    it.each([
      ['was computed again after a row was changed', [SET(`via = 'x'`, 4), COMPUTED_AGAIN]],
      ['was computed again with more deleted as cleanup', [RAISED, DELETE('<= 5'), COMPUTED_AGAIN]],
      [
        'lost its last row',
        [
          DELETE('= 11'),
          `UPDATE corrections.audit_chains SET length = 10,
             hash = (SELECT hash FROM corrections.audit_cleanups WHERE user_id = $A AND place = 10) WHERE user_id = $A`,
        ],
      ],
      ['was emptied', TABLES.map((table) => `DELETE FROM corrections.${table} WHERE user_id = $A`)],
    ])('rejects a log that %s, which --verify alone accepts', async (_what, statements) => {
      await attack(...statements);
      await unknown();
    });

    it('rejects the head of another user, and says so if cleanup may have deleted its row', async () => {
      const { head } = await verify(b);
      expect((await verify(a, '--head', head)).error?.code).toBe('AUDIT_HEAD_UNKNOWN');
      const { rows } = await owner.query<{ head: string }>(
        `SELECT encode(cleared_hash, 'hex') AS head FROM corrections.audit_cleanups WHERE user_id = $1 ORDER BY place`,
        [a],
      );
      const [first, second] = rows;
      expect((await verify(a, '--head', first!.head)).error).toMatchObject({
        message: expect.stringContaining('or cleanup, which deleted rows until') as unknown,
      });
      expect(await verify(a, '--head', second!.head)).toMatchObject({ comparedWith: { rowsSince: CHAINED } });
    });

    it('accepts a log whose oldest rows were deleted as cleanup does it, and prints how many and until when', async () => {
      await clear(1000, '2 days');
      expect(await verify(a, '--head', notedHead)).toMatchObject({
        cleared: EXPIRED + 4,
        clearedUntil: expect.stringMatching(/^\d{4}-/) as unknown,
      });
    });
  });
});
