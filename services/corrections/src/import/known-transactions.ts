/**
 * Finds the transactions of an export that are stored already under another reference (ADR 48), so that a newer generation of the export adds
 * nothing: by a reference that an earlier version gave them, or by what cannot change about them.
 */
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';

/** A staged transaction that is stored. */
export interface KnownTransaction {
  readonly staged: string;
  /** The reference under which it is stored. */
  readonly stored: string;
  /** FORMER: read again from the same rows. CONTENT: another export of the same account holds it. */
  readonly by: 'FORMER' | 'CONTENT';
}

/** Ids that the product makes (RFC 9562, version 8); no platform gives such ids. */
export const MADE_HERE = '^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

/**
 * Returns SQL that selects each transaction of the events in `events` with what cannot change about it: its second, and the assets and amounts
 * that came and went. Fees may be columns of one generation of an export alone.
 */
function transactions(events: Sql): Sql {
  const isCost = `bool_and(e.type IN ('FEE', 'EXPENSE'))`;
  return sql`SELECT e.reference_id, min(e.former_references) AS former, bool_or(e.undone) AS undone,
      date_trunc('second', min(e.occurred_at)) AS second,
      CASE WHEN ${raw(isCost)} THEN string_agg('- ' || e.asset_key || ' ' || trim_scale(e.amount), ', ' ORDER BY e.asset_key, e.amount)
      ELSE string_agg(CASE WHEN e.type IN ('ACQUISITION', 'INCOME') THEN '+ ' ELSE '- ' END || e.asset_key || ' ' || trim_scale(e.amount), ', '
        ORDER BY e.type = 'DISPOSITION', e.asset_key, e.amount) FILTER (WHERE e.type NOT IN ('FEE', 'EXPENSE') AND NOT e.asset_fiat)
      END AS content
    FROM ${events} GROUP BY e.reference_id`;
}

/** Returns the staged transactions of an account that are stored under another reference. */
export async function knownTransactions(
  client: Client,
  userId: number,
  account: string,
): Promise<KnownTransaction[]> {
  const ofAccount = sql`WHERE user_id = ${userId} AND account_id = ${account}`;
  const staged = transactions(sql`(SELECT * FROM facts.stage_event ${ofAccount}) e`);
  const stored = transactions(
    sql`(SELECT *, NULL::text[] AS former_references, false AS undone FROM facts.events ${ofAccount} AND occurred_at BETWEEN
      (SELECT min(occurred_at) - interval '1 second' FROM facts.stage_event ${ofAccount}) AND
      (SELECT max(occurred_at) + interval '1 second' FROM facts.stage_event ${ofAccount})) e`,
  );
  const { rows } = await client.query<KnownTransaction>(
    sql`WITH staged AS MATERIALIZED (${staged}), stored AS MATERIALIZED (${stored}),
      other_staged AS (SELECT s.* FROM staged s WHERE NOT EXISTS (SELECT FROM stored t WHERE t.reference_id = s.reference_id)),
      other_stored AS (SELECT t.* FROM stored t WHERE NOT EXISTS (SELECT FROM staged s WHERE s.reference_id = t.reference_id)),
      by_former AS (SELECT DISTINCT ON (t.reference_id) s.reference_id AS staged, t.reference_id AS stored
        FROM (SELECT reference_id, unnest(former) AS former FROM other_staged) s
        JOIN other_stored t ON t.reference_id = s.former ORDER BY t.reference_id, s.reference_id),
      alike_staged AS (SELECT s.*, s.reference_id ~ ${MADE_HERE} AS is_made_here, row_number() OVER (PARTITION BY s.second, s.content ORDER BY s.undone, s.reference_id) AS count
        FROM other_staged s WHERE NOT EXISTS (SELECT FROM by_former f WHERE f.staged = s.reference_id)),
      alike_stored AS (SELECT t.*, t.reference_id ~ ${MADE_HERE} AS is_made_here, row_number() OVER (PARTITION BY t.second, t.content ORDER BY t.reference_id) AS count
        FROM other_stored t WHERE NOT EXISTS (SELECT FROM by_former f WHERE f.stored = t.reference_id))
      SELECT staged, stored, 'FORMER' AS by FROM by_former
      UNION ALL
      SELECT s.reference_id, t.reference_id, 'CONTENT' FROM alike_staged s JOIN alike_stored t USING (second, content, count)
      WHERE s.is_made_here OR t.is_made_here`,
  );
  return rows;
}

/** The staged transactions of an account that are stored under a reference that they name as a former one. */
export interface FormerTransactions {
  readonly accountRef: string;
  readonly known: readonly Pick<KnownTransaction, 'staged' | 'stored'>[];
}

/**
 * Returns the staged transactions of all accounts that are stored under a former reference, and neither they nor it is in both places. Each reference is
 * taken once: the first former one of a transaction counts.
 */
export async function formerTransactions(client: Client, userId: number): Promise<FormerTransactions[]> {
  const { rows } = await client.query<{ accountRef: string; staged: string; stored: string }>(
    `SELECT DISTINCT coalesce(n.ref, a.ref) AS "accountRef", s.reference_id AS staged, f.former AS stored, f.place
     FROM (SELECT * FROM facts.stage_event WHERE user_id = $1 AND former_references IS NOT NULL) s
     CROSS JOIN unnest(s.former_references) WITH ORDINALITY AS f (former, place)
     JOIN facts.events t ON t.user_id = $1 AND t.account_id = s.account_id AND t.reference_id = f.former
     LEFT JOIN facts.stage_account n ON n.user_id = $1 AND n.account_id = s.account_id
     LEFT JOIN facts.accounts a ON a.user_id = $1 AND a.account_id = s.account_id
     WHERE NOT EXISTS (SELECT FROM facts.events o WHERE o.user_id = $1 AND o.account_id = s.account_id AND o.reference_id = s.reference_id)
       AND NOT EXISTS (SELECT FROM facts.stage_event o WHERE o.user_id = $1 AND o.account_id = s.account_id AND o.reference_id = f.former)
     ORDER BY f.place, s.reference_id, f.former`,
    [userId],
  );
  return [...Map.groupBy(rows, ({ accountRef }) => accountRef)].map(([accountRef, found]) => {
    const [staged, stored] = [new Set<string>(), new Set<string>()];
    const known = found.filter((each) => {
      if (staged.has(each.staged) || stored.has(each.stored)) return false;
      staged.add(each.staged);
      stored.add(each.stored);
      return true;
    });
    return { accountRef, known };
  });
}

/** Lets staged events of these references, which are known by their content, keep what is stored, but for a value that is stored for none. */
export async function keepStored(
  client: Client,
  userId: number,
  references: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE facts.stage_event s SET digest = e.digest FROM facts.events e
     WHERE s.user_id = $1 AND e.user_id = $1 AND e.event_id = s.event_id AND s.reference_id = ANY ($2)
       AND (e.euro_value IS NOT NULL OR s.euro_value IS NULL)`,
    [userId, references],
  );
}

/**
 * Returns SQL that selects the ids and times of stored events that a file reads in another way now: events of transactions of the file that are
 * the same movement under another type, and events that only this file held, when it is read again.
 */
export function eventsReadOtherwise(userId: number, account: string, fileId: string): Sql {
  const isStaged = sql`EXISTS (SELECT FROM facts.stage_event t WHERE t.user_id = ${userId} AND t.event_id = e.event_id)`;
  const isIn = (event: string): Sql => raw(`${event}.type IN ('ACQUISITION', 'INCOME')`);
  // Each half is a join: a condition with OR would search the staged events once for each stored one.
  return sql`SELECT e.event_id, e.occurred_at FROM facts.stage_event s
    JOIN facts.events e ON e.user_id = ${userId} AND e.account_id = s.account_id AND e.reference_id = s.reference_id
      AND e.asset_key = s.asset_key AND e.amount = s.amount AND e.type <> s.type AND (${isIn('e')}) = (${isIn('s')})
    WHERE s.user_id = ${userId} AND s.account_id = ${account} AND NOT ${isStaged}
      AND s.type NOT IN ('FEE', 'EXPENSE') AND e.type NOT IN ('FEE', 'EXPENSE')
    UNION
    SELECT e.event_id, e.occurred_at FROM facts.file_events h
    JOIN facts.events e ON e.user_id = ${userId} AND e.event_id = h.event_id
    WHERE h.user_id = ${userId} AND h.file_id = ${fileId} AND NOT ${isStaged}
      AND NOT EXISTS (SELECT FROM facts.file_events o WHERE o.user_id = ${userId} AND o.event_id = e.event_id AND o.file_id <> h.file_id)`;
}
