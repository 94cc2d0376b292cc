/**
 * The rows of money of an import. Money of a transaction has its reference and follows it; other money of an export is known by what cannot change about it, as
 * transactions are (known-transactions.ts).
 */
import { ENTERED_FORMAT } from '@ctx/converters/entered';
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import { type KnownTransaction, MADE_HERE } from './known-transactions.ts';

/**
 * Returns SQL that selects the money that belongs to no event, by reference, with its second and what came and went. A fee may be a column of one
 * generation of an export alone.
 */
function moneyAlone(userId: number, money: Sql, events: Sql): Sql {
  const each = raw(`m.type || ' ' || m.currency || ' ' || trim_scale(m.amount)`);
  const order = raw('ORDER BY m.type, m.currency, m.amount');
  return sql`SELECT m.reference_id, bool_or(m.undone) AS undone, date_trunc('second', min(m.occurred_at)) AS second,
      coalesce(string_agg(${each}, ', ' ${order}) FILTER (WHERE m.purpose <> 'FEE'), 'FEE ' || string_agg(${each}, ', ' ${order})) AS content
    FROM (${money}) m
    WHERE NOT EXISTS (SELECT FROM ${events} e WHERE e.user_id = ${userId} AND e.account_id = m.account_id AND e.reference_id = m.reference_id)
    GROUP BY m.reference_id`;
}

/** Returns the staged money of an account that is stored under another reference. Requires that money of events has the references of its events. */
export async function knownMoney(
  client: Client,
  userId: number,
  account: string,
): Promise<KnownTransaction[]> {
  const ofAccount = sql`WHERE user_id = ${userId} AND account_id = ${account}`;
  const staged = moneyAlone(
    userId,
    sql`SELECT * FROM facts.stage_money ${ofAccount}`,
    raw('facts.stage_event'),
  );
  const stored = moneyAlone(
    userId,
    sql`SELECT *, false AS undone FROM facts.money ${ofAccount} AND occurred_at BETWEEN
      (SELECT min(occurred_at) - interval '1 second' FROM facts.stage_money ${ofAccount}) AND
      (SELECT max(occurred_at) + interval '1 second' FROM facts.stage_money ${ofAccount})`,
    raw('facts.events'),
  );
  const counted = sql`t.*, t.reference_id ~ ${MADE_HERE} AS is_made_here,
    row_number() OVER (PARTITION BY t.second, t.content ORDER BY t.undone, t.reference_id) AS count`;
  const { rows } = await client.query<KnownTransaction>(
    sql`WITH staged AS MATERIALIZED (${staged}), stored AS MATERIALIZED (${stored}),
      alike_staged AS (SELECT ${counted} FROM staged t WHERE NOT EXISTS (SELECT FROM stored o WHERE o.reference_id = t.reference_id)),
      alike_stored AS (SELECT ${counted} FROM stored t WHERE NOT EXISTS (SELECT FROM staged o WHERE o.reference_id = t.reference_id))
      SELECT s.reference_id AS staged, t.reference_id AS stored, 'CONTENT' AS by
      FROM alike_staged s JOIN alike_stored t USING (second, content, count) WHERE s.is_made_here OR t.is_made_here`,
  );
  return rows;
}

/** Lets staged money of these references, which is known by its content, keep what is stored. */
export async function keepStoredMoney(
  client: Client,
  userId: number,
  references: readonly string[],
): Promise<void> {
  await client.query(
    `UPDATE facts.stage_money s SET digest = m.digest FROM facts.money m
     WHERE s.user_id = $1 AND m.user_id = $1 AND m.money_id = s.money_id AND s.reference_id = ANY ($2)`,
    [userId, references],
  );
}

/**
 * Takes the money that did not take place in the end out of the staged rows, and removes what is stored of it, unless the file has it as done. Returns how
 * much was stored. Requires that known money has the references under which it is stored.
 */
async function takeUndoneMoney(client: Client, userId: number): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM facts.money m WHERE m.user_id = $1
       AND m.money_id IN (SELECT s.money_id FROM facts.stage_money s WHERE s.user_id = $1 AND s.undone)
       AND m.money_id NOT IN (SELECT s.money_id FROM facts.stage_money s WHERE s.user_id = $1 AND NOT s.undone)`,
    [userId],
  );
  await client.query('DELETE FROM facts.stage_money WHERE user_id = $1 AND undone', [userId]);
  return rowCount ?? 0;
}

/** The stored money that an import may remove. */
export interface LeavingMoney {
  /** The account that the file replaces; null for none. */
  readonly replaced: string | null;
  /** The events that the file takes back. */
  readonly undoneEvents: readonly string[];
  /** The id of the export, which may have been read in another way before; null for any other file. */
  readonly fileId: string | null;
}

/**
 * Removes stored money that the file does not hold: of the account that it replaces, but for what a person entered; of transactions that it takes back; and
 * what only this file held when it was read before. Takes what did not take place in the end out of the staged rows. Returns how much was removed. Call it
 * before events are removed.
 */
export async function removeMoney(
  client: Client,
  userId: number,
  { replaced, undoneEvents, fileId }: LeavingMoney,
): Promise<number> {
  let removed = await takeUndoneMoney(client, userId);
  if (replaced !== null)
    removed += await removeUnstaged(
      client,
      userId,
      sql`m.account_id = ${replaced} AND NOT EXISTS (SELECT FROM facts.file_money h
        JOIN facts.files f ON f.user_id = ${userId} AND f.file_id = h.file_id AND f.format = ${ENTERED_FORMAT}
        WHERE h.user_id = ${userId} AND h.money_id = m.money_id)`,
    );
  if (undoneEvents.length > 0)
    removed += await removeUnstaged(
      client,
      userId,
      sql`EXISTS (SELECT FROM facts.events e WHERE e.user_id = ${userId} AND e.event_id = ANY (${undoneEvents})
        AND e.account_id = m.account_id AND e.reference_id = m.reference_id)`,
    );
  if (fileId !== null) removed += await removeUnstaged(client, userId, onlyIn(userId, fileId));
  return removed;
}

async function removeUnstaged(client: Client, userId: number, condition: Sql): Promise<number> {
  const { rowCount } = await client.query(
    sql`DELETE FROM facts.money m WHERE m.user_id = ${userId} AND ${condition}
      AND NOT EXISTS (SELECT FROM facts.stage_money s WHERE s.user_id = ${userId} AND s.money_id = m.money_id)`,
  );
  return rowCount ?? 0;
}

/** SQL condition on money `m`: no file but this one holds it. */
function onlyIn(userId: number, fileId: string): Sql {
  return sql`m.money_id IN (SELECT h.money_id FROM facts.file_money h WHERE h.user_id = ${userId} AND h.file_id = ${fileId}
    AND NOT EXISTS (SELECT FROM facts.file_money o WHERE o.user_id = ${userId} AND o.money_id = h.money_id AND o.file_id <> h.file_id))`;
}

/** Notes which money a file holds. Requires that it is merged. */
export async function storeMoneyOfFile(client: Client, userId: number, fileId: string): Promise<void> {
  await client.query(
    sql`INSERT INTO facts.file_money (user_id, file_id, money_id)
      SELECT DISTINCT s.user_id, ${fileId}::uuid, s.money_id FROM facts.stage_money s WHERE s.user_id = ${userId} ON CONFLICT DO NOTHING`,
  );
}

/** Deletes the money that no other file holds. Returns how much. */
export async function deleteMoneyOfFile(client: Client, userId: number, fileId: string): Promise<number> {
  const { rowCount } = await client.query(
    sql`DELETE FROM facts.money m WHERE m.user_id = ${userId} AND ${onlyIn(userId, fileId)}`,
  );
  return rowCount ?? 0;
}
