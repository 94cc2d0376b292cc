/** The paid years of a user, kept with the facts (decisions.md, "Years"). */
import type { Client } from '@ctx/common/platform/postgres';

/** Marks years as paid or not; answers all paid years, oldest first. */
export async function setPaidYears(
  client: Client,
  userId: number,
  added: readonly number[],
  removed: readonly number[],
): Promise<number[]> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [userId]);
  await client.query(
    `INSERT INTO facts.years (user_id, year, paid)
     SELECT $1, year, paid FROM (SELECT unnest($2::integer[]), true UNION SELECT unnest($3::integer[]), false) AS asked (year, paid)
     ON CONFLICT (user_id, year) DO UPDATE SET paid = excluded.paid`,
    [userId, added, removed],
  );
  return paidYears(client, userId);
}

/** All paid years of a user, oldest first. */
export async function paidYears(client: Client, userId: number): Promise<number[]> {
  const { rows } = await client.query<{ year: number }>(
    'SELECT year FROM facts.years WHERE user_id = $1 AND paid ORDER BY year',
    [userId],
  );
  return rows.map((row) => row.year);
}
