/**
 * Finds the transactions of a file that look like those of another source of the same person: another account, or another format in the
 * same account, such as the ledgers of Kraken beside its trades, or the export of a tax program beside that of the exchange.
 */
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';

/** Where events come from: the files of one format in an account, or, without a format, what no file brought into it. */
export interface Source {
  readonly accountId: string;
  /** Id of a format; null for events that no file holds. */
  readonly format: string | null;
}

/** The transactions of a file that look like those of one other source. */
export interface Lookalikes extends Source {
  readonly transactions: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** How often a file and another source meet. A trade with its fees is one transaction. */
export interface Overlap {
  /** The transactions of the file that are not known, and those of them in the period that both have. */
  readonly fileTransactions: number;
  readonly filePeriod: number;
  /** Those that look like transactions of the other source. */
  readonly fileLookalikes: number;
  /** The same of the other source. */
  readonly otherPeriod: number;
  readonly otherLookalikes: number;
}

/**
 * One equal amount in one minute is a coincidence: two accounts with a savings plan of 50 USDC buy it at the same time. A file is named from two
 * on, or if nothing else is in it.
 */
const LOOKALIKES_MIN = 2;
/**
 * The share of the smaller side, in the period that both have. Two formats of one account lack only the fills that are spread over minutes; two
 * accounts have only some equal purchases. Half lies between them: a judgement, which no files of taxpayers have measured.
 */
const SHARE_MIN = 0.5;
/** From this number on the share does not count: so many equal amounts in equal minutes are no coincidence. */
const LOOKALIKES_SURE = 25;

/** Whether a file looks like another source. */
export function isAlike(overlap: Overlap): boolean {
  const { fileTransactions, filePeriod, fileLookalikes, otherPeriod, otherLookalikes } = overlap;
  if (fileLookalikes === 0) return false;
  if (fileLookalikes === fileTransactions || fileLookalikes >= LOOKALIKES_SURE) return true;
  // Ten fills of the one side can be one order of the other: the share counts on each side by itself.
  const share = Math.max(fileLookalikes / filePeriod, otherLookalikes / otherPeriod);
  return fileLookalikes >= LOOKALIKES_MIN && share >= SHARE_MIN;
}

/** The events of a file that are compared. */
export interface ComparedFile {
  readonly accountId: string;
  readonly format: string;
  /** SQL that selects them, with the columns of an event, and `is_new`: whether it counts. */
  readonly events: Sql;
  /** SQL condition on an event `e` of another source, whose format is `e.format` ('' for none): whether it is compared. */
  readonly isCompared: Sql;
}

/** Returns the sources that a file looks like, the most alike first. */
export async function findLookalikes(
  client: Client,
  userId: number,
  file: ComparedFile,
): Promise<Lookalikes[]> {
  const { rows } = await client.query<
    Overlap & Omit<Lookalikes, 'transactions' | 'format'> & { format: string }
  >(sql`WITH ${comparedEvents(userId, file)}, ${raw(SUMS)}, ${raw(TRANSACTIONS)} ${raw(OVERLAPS)}`);
  return rows.filter(isAlike).map(({ accountId, format, fileLookalikes, firstAt, lastAt }) => ({
    accountId,
    format: format === '' ? null : format,
    transactions: fileLookalikes,
    firstAt,
    lastAt,
  }));
}

/** What is compared of an event. The keys of one asset differ between sources; its symbol does not. */
const COMPARED = `e.event_id, e.reference_id, upper(e.asset_symbol) AS asset, date_trunc('minute', e.occurred_at) AS minute, e.amount,
  CASE WHEN e.type IN ('ACQUISITION', 'INCOME') THEN 'IN' WHEN e.type = 'DISPOSITION' THEN 'OUT' ELSE 'FEE' END AS direction`;

/**
 * The events of the file, and those of each other source in the period of the new ones. Money is left out: some sources do not have it. The period
 * is read by scalar subqueries, which run once: a join computed it again for each stored event, so that 100,000 rows took more than 7 minutes.
 */
function comparedEvents(userId: number, { accountId, format, events, isCompared }: ComparedFile): Sql {
  return sql`own AS MATERIALIZED (SELECT ${raw(COMPARED)}, bool_and(e.is_new) OVER (PARTITION BY e.reference_id) AS is_new
      FROM (${events}) e WHERE NOT e.asset_fiat),
    period AS (SELECT min(minute) - interval '1 minute' AS first, max(minute) + interval '2 minutes' AS last FROM own WHERE is_new),
    other AS MATERIALIZED (SELECT ${raw(COMPARED)}, e.account_id, e.format
      FROM (SELECT DISTINCT e.event_id, e.reference_id, e.asset_symbol, e.type, e.amount, e.occurred_at, e.account_id, coalesce(f.format, '') AS format
        FROM facts.events e
        LEFT JOIN facts.file_events h ON h.user_id = ${userId} AND h.event_id = e.event_id
        LEFT JOIN facts.files f ON f.user_id = ${userId} AND f.file_id = h.file_id
        WHERE e.user_id = ${userId} AND NOT e.asset_fiat
          AND e.occurred_at >= (SELECT first FROM period) AND e.occurred_at < (SELECT last FROM period)) e
      WHERE (e.account_id <> ${accountId} OR e.format <> ${format}) AND ${isCompared})`;
}

/** The amounts of each asset, direction and minute, with and without the fees of that minute. `keys` tell sources apart. */
function sumsOf(events: string, keys: string): string {
  return `SELECT ${keys} s.asset, s.minute, s.direction, s.amount,
      CASE s.direction WHEN 'IN' THEN s.amount - coalesce(s.fee, 0) ELSE s.amount + coalesce(s.fee, 0) END AS net
    FROM (SELECT ${keys} asset, minute, direction, sum(amount) AS amount,
        max(sum(amount) FILTER (WHERE direction = 'FEE')) OVER (PARTITION BY ${keys} asset, minute) AS fee
      FROM ${events} GROUP BY ${keys} asset, minute, direction) s
    WHERE s.direction <> 'FEE'`;
}

/** Equal within one unit of the eighth decimal, or a millionth, because programs round; never more than a hundredth apart. */
const isEqual = (a: string, b: string): string =>
  `abs(${a} - ${b}) <= least(greatest(0.00000001, ${a} * 0.000001), ${a} * 0.01)`;

/**
 * Which sums are equal, in the same minute or in the one beside it: an export may have the time of the order or of the fill. The minutes are
 * multiplied first, so that the join hashes them too; otherwise 100,000 events take half a minute.
 */
const SUMS = `own_sums AS MATERIALIZED (SELECT s.*, s.minute + shifts.minutes * interval '1 minute' AS near
    FROM (${sumsOf('own', '')}) s CROSS JOIN (VALUES (-1), (0), (1)) AS shifts (minutes)),
  other_sums AS MATERIALIZED (${sumsOf('other', 'account_id, format, ')}),
  met AS MATERIALIZED (SELECT t.account_id, t.format, o.asset, o.direction, o.minute, t.minute AS other_minute
    FROM own_sums o JOIN other_sums t ON t.asset = o.asset AND t.direction = o.direction AND t.minute = o.near
    WHERE ${isEqual('o.amount', 't.amount')} OR ${isEqual('o.net', 't.amount')} OR ${isEqual('o.amount', 't.net')})`;

/** The transactions of both sides, and those of which every leg is in an equal sum. An event that both sides hold is the same, not alike. */
const TRANSACTIONS = `own_legs AS (SELECT DISTINCT reference_id, asset, direction, minute FROM own WHERE direction <> 'FEE' AND is_new),
  own_transactions AS (SELECT reference_id, min(minute) AS minute, count(*) AS legs FROM own_legs GROUP BY reference_id),
  other_legs AS (SELECT DISTINCT account_id, format, reference_id, asset, direction, minute FROM other WHERE direction <> 'FEE'),
  other_transactions AS (SELECT account_id, format, reference_id, min(minute) AS minute, count(*) AS legs
    FROM other_legs GROUP BY account_id, format, reference_id),
  own_met AS (SELECT m.account_id, m.format, reference_id, min(t.minute) AS minute
    FROM own_legs JOIN (SELECT DISTINCT account_id, format, asset, direction, minute FROM met) m USING (asset, direction, minute)
    JOIN own_transactions t USING (reference_id)
    WHERE NOT EXISTS (SELECT FROM own o JOIN other x ON x.event_id = o.event_id
      WHERE o.reference_id = t.reference_id AND x.account_id = m.account_id AND x.format = m.format)
    GROUP BY m.account_id, m.format, reference_id HAVING count(*) = min(t.legs)),
  other_met AS (SELECT account_id, format, reference_id
    FROM other_legs l JOIN (SELECT DISTINCT account_id, format, asset, direction, other_minute AS minute FROM met) m
      USING (account_id, format, asset, direction, minute)
    JOIN other_transactions t USING (account_id, format, reference_id)
    GROUP BY account_id, format, reference_id HAVING count(*) = min(t.legs))`;

const OVERLAPS = `SELECT o.account_id AS "accountId", o.format, o.first AS "firstAt", o.last AS "lastAt", o.lookalikes AS "fileLookalikes",
    (SELECT count(*) FROM own_transactions) AS "fileTransactions",
    (SELECT count(*) FROM own_transactions w WHERE w.minute BETWEEN s.first - interval '1 minute' AND s.last + interval '1 minute') AS "filePeriod",
    s.transactions AS "otherPeriod",
    (SELECT count(*) FROM other_met m WHERE m.account_id = o.account_id AND m.format = o.format) AS "otherLookalikes"
  FROM (SELECT account_id, format, count(*) AS lookalikes, min(minute) AS first, max(minute) AS last FROM own_met GROUP BY account_id, format) o
  JOIN (SELECT account_id, format, count(*) AS transactions, min(minute) AS first, max(minute) AS last
    FROM other_transactions GROUP BY account_id, format) s ON s.account_id = o.account_id AND s.format = o.format
  ORDER BY o.lookalikes DESC, o.account_id, o.format`;
