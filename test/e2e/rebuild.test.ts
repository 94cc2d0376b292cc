/** Figures are derived data: the operator's command rebuilds damaged ones from facts and corrections. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newPerson, type Person } from './isolation/people.ts';
import { useTables } from './person/tables.ts';
import { readOut, withoutMoments } from './read-out.ts';
import { shownRun, tellGateways } from './runs.ts';
import { createUser, useStack } from './kit.ts';
import { event, importLines, newToken, WORKED_EXAMPLE_1 } from './stack.ts';

let person: Person;

const stack = useStack({ own: true });
const tables = useTables(stack);

beforeAll(async () => {
  person = await newPerson(stack, 'A');
});

/** Reads everything that the person can read. Uses a new token each time, because of the rate limit. */
async function answers(): Promise<string> {
  const token = await newToken(stack, person.userId);
  const texts = [...(await readOut(stack, token, person.readable))];
  return withoutMoments(texts.map(([path, { text }]) => `${path} ${text}`).join('\n'));
}

/** The rows of figures, without the columns that record when and how often they were computed. */
async function figures(userId: string): Promise<Record<string, string[]>> {
  const names = TABLES.map((name) => `figures.${name}`);
  return Object.fromEntries(
    Object.entries(await tables.rowsOf(userId)).filter(([name]) => names.includes(name)),
  );
}

const TABLES = [
  'debts',
  'events',
  'holdings',
  'issues',
  'loan_payments',
  'lots',
  'pools',
  'slices',
  'transfer_marks',
  'years',
];
/** Columns that the test fills with wrong numbers. Other tables are damaged by missing and additional rows. */
const NUMBERS: readonly (readonly [table: string, column: string])[] = [
  ['debts', 'sale_proceeds'],
  ['events', 'amount'],
  ['events', 'total_gain'],
  ['holdings', 'cost_basis'],
  ['loan_payments', 'interest'],
  ['lots', 'remaining_cost_basis'],
  ['slices', 'gain'],
  ['years', 'capital_gains'],
];

describe('ctx recalc --full', () => {
  it('changes no byte of any response and no row when the figures are correct', async () => {
    const [before, rows] = [await answers(), await figures(person.userId)];
    await stack.ctx(['recalc', '--user', person.userId, '--full', '--wait']);
    expect((await answers()) === before).toBe(true);
    expect(await figures(person.userId)).toEqual(rows);
    expect(Object.keys(rows)).toEqual(TABLES.map((name) => `figures.${name}`));
  });

  it('repairs wrong values, missing rows and additional rows, although their stored digests are unchanged', async () => {
    const [before, rows] = [await answers(), await figures(person.userId)];
    const { run } = await shownRun(stack, person.userId);
    for (const [table, column] of NUMBERS)
      await tables.query(
        `UPDATE figures.${table} SET ${column} = coalesce(${column}, 0) + 41 WHERE user_id = $1`,
        [person.userId],
      );
    await tables.query(
      `UPDATE figures.events SET description = 'damaged', type = 'INCOME' WHERE user_id = $1`,
      [person.userId],
    );
    await tables.query(`UPDATE figures.pools SET pool_group = 'damaged' WHERE user_id = $1`, [person.userId]);
    await tables.query(
      `DELETE FROM figures.issues WHERE ctid IN (SELECT min(ctid) FROM figures.issues WHERE user_id = $1)`,
      [person.userId],
    );
    await tables.query(
      `INSERT INTO figures.holdings SELECT user_id, 'NOBODYS', asset_symbol, asset_name, asset_chain, protocol, amount,
         cost_basis, lot_count, oldest_lot_at, newest_lot_at, digest FROM figures.holdings WHERE user_id = $1 LIMIT 1`,
      [person.userId],
    );
    await tellGateways(tables);
    expect((await answers()) === before).toBe(false);
    await stack.ctx(['recalc', '--user', person.userId, '--full', '--wait']);
    expect((await answers()) === before).toBe(true);
    expect(await figures(person.userId)).toEqual(rows);
    const { run: after } = await shownRun(stack, person.userId);
    expect(after).toMatchObject({
      inputFingerprint: run?.inputFingerprint,
      outputFingerprint: run?.outputFingerprint,
    });
  });

  it('does not change submitted years', async () => {
    const { userId } = await createUser(stack, { years: [2025, 2026] });
    const before2026 = event('OLD', 'ACQUISITION', '3', '2025-05-05T10:00:00Z', '300');
    await importLines(stack, userId, [...WORKED_EXAMPLE_1, before2026]);
    await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2025']);
    const gains = (): Promise<{ year: number; gains: string }[]> =>
      tables.query(
        'SELECT year, capital_gains::text AS gains FROM figures.years WHERE user_id = $1 ORDER BY year',
        [userId],
      );
    const [, open] = await gains();
    await tables.query('UPDATE figures.years SET capital_gains = 41 WHERE user_id = $1', [userId]);
    await stack.ctx(['recalc', '--user', userId, '--full', '--wait']);
    expect(await gains()).toEqual([{ year: 2025, gains: '41' }, open]);
  });

  it('repairs damaged figures of all users with --all', async () => {
    const before = await answers();
    await tables.query('UPDATE figures.years SET capital_gains = capital_gains + 41');
    await tellGateways(tables);
    expect((await answers()) === before).toBe(false);
    const [count] = await tables.query<{ users: number }>(
      'SELECT count(*)::integer AS users FROM identity.users',
    );
    expect(await stack.ctx(['recalc', '--all', '--full', '--wait'])).toEqual(count);
    expect((await answers()) === before).toBe(true);
  });
});
