/** Settings of a user's tax years: paid, submitted, regime (decisions.md, "Years"). */
import { type Client, lockUser } from '@ctx/platform/postgres';

/** The markers and the regime of one year. */
export interface YearState {
  year: number;
  locked: boolean;
  frozen: boolean;
  regime: string;
}

/** Marks years as paid or not paid. Returns all paid years, oldest first. */
export async function setPaidYears(
  client: Client,
  userId: number,
  added: readonly number[],
  removed: readonly number[],
): Promise<number[]> {
  await lockUser(client, userId);
  await client.query(
    `INSERT INTO facts.years (user_id, year, paid)
     SELECT $1, year, paid FROM (SELECT unnest($2::integer[]), true UNION SELECT unnest($3::integer[]), false) AS given (year, paid)
     ON CONFLICT (user_id, year) DO UPDATE SET paid = excluded.paid`,
    [userId, added, removed],
  );
  return paidYears(client, userId);
}

/** Reads all paid years of a user, oldest first. */
export async function paidYears(client: Client, userId: number): Promise<number[]> {
  const { rows } = await client.query<{ year: number }>(
    'SELECT year FROM facts.years WHERE user_id = $1 AND paid ORDER BY year',
    [userId],
  );
  return rows.map((row) => row.year);
}

/** Reads the markers and the regime of one year. Default: not paid, not submitted, NORMAAL_BEHEER. */
export async function readYear(client: Client, userId: number, year: number): Promise<YearState> {
  const { rows } = await client.query<YearState>(
    `SELECT year, NOT paid AS locked, submitted_at IS NOT NULL AS frozen, regime
     FROM facts.years WHERE user_id = $1 AND year = $2`,
    [userId, year],
  );
  return rows[0] ?? { year, locked: true, frozen: false, regime: 'NORMAAL_BEHEER' };
}
