/**
 * Staging: writes the received rows of a file to unlogged tables, merges them into the facts and deletes them, all in the import's transaction,
 * so that no other transaction ever sees them. The tables have shards as those of the facts, which temporary tables cannot have (ADR 40).
 */
import { RECORD_KINDS, type RecordKind } from '@ctx/converters/records';
import type { Client } from '@ctx/platform/postgres';
import { sql, type Sql } from '@ctx/platform/sql';
import { accountId, type StoredKind, STORED_KINDS } from './kinds.ts';
import { formerTransactions, keepStored, knownTransactions } from './known-transactions.ts';
import { keepStoredMoney, knownMoney } from './money.ts';
import { allowNestedLoops, avoidNestedLoops } from './nested-loops.ts';
import { ERRORS_MAX, type LineError, RejectedImport } from './rejected-import.ts';
import { IS_NOT_ENTERED } from './removals.ts';
import { type Rename, renameStaged, renameStagedMoney } from './rename-staged.ts';
import type { Spool } from './spool.ts';
import { stageOf, writeRows } from './stage-rows.ts';

/** Numbers of records by change. */
export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** Numbers of transactions of an export: not stored yet, stored as they are, and stored with other values. */
export interface TransactionCounts {
  readonly added: number;
  readonly known: number;
  readonly changed: number;
}

const NO_TRANSACTIONS: TransactionCounts = { added: 0, known: 0, changed: 0 };

/** The staged rows of one import, in the client's transaction. */
export class Staging {
  readonly #client: Client;
  readonly #userId: number;
  readonly #spool: Spool;

  private constructor(client: Client, userId: number, spool: Spool) {
    this.#client = client;
    this.#userId = userId;
    this.#spool = spool;
  }

  /** Stages the rows of a received file. Throws RejectedImport if they contradict each other or what is stored. */
  static async of(client: Client, userId: number, spool: Spool): Promise<Staging> {
    for (const kind of spool.kinds)
      for await (const rows of spool.read(kind)) await writeRows(client, userId, kind, rows);
    await avoidNestedLoops(client);
    const staging = new Staging(client, userId, spool);
    const contradictions = await staging.#contradictions();
    if (contradictions.length > 0) throw new RejectedImport(contradictions);
    return staging;
  }

  /** Gives the events and the money of an export the references under which their transactions are stored already. */
  async meetKnown(accountRef: string): Promise<void> {
    const userId = this.#userId;
    const known = await knownTransactions(this.#client, userId, accountId(userId, accountRef));
    await this.#rename(accountRef, known);
    const alike = known.filter(({ by }) => by === 'CONTENT').map(({ stored }) => stored);
    if (alike.length > 0) await keepStored(this.#client, userId, alike);
    const money = await knownMoney(this.#client, userId, accountId(userId, accountRef));
    await renameStagedMoney(this.#client, this.#spool, { userId, accountRef }, money);
    const alikeMoney = [...alike, ...money.map(({ stored }) => stored)];
    if (alikeMoney.length > 0) await keepStoredMoney(this.#client, userId, alikeMoney);
  }

  /** Gives events of any account the former references that they name and under which they are stored. */
  async meetFormer(): Promise<void> {
    for (const { accountRef, known } of await formerTransactions(this.#client, this.#userId))
      await this.#rename(accountRef, known);
  }

  async #rename(accountRef: string, known: readonly Rename[]): Promise<void> {
    await renameStaged(this.#client, this.#spool, { userId: this.#userId, accountRef }, known);
  }

  /**
   * Counts the staged transactions of an account, and, apart from the others, those of which the files `merged` hold events. Call it before the
   * events are merged.
   */
  async countTransactions(
    account: string,
    merged: readonly string[],
  ): Promise<TransactionCounts & { readonly same: Readonly<Record<string, number>> }> {
    const { rows } = await this.#client.query<TransactionCounts & { file: string | null; all: number }>(
      `SELECT file, count(*) AS all, count(*) FILTER (WHERE stored = 0) AS added,
         count(*) FILTER (WHERE stored > 0 AND changes = 0) AS known, count(*) FILTER (WHERE stored > 0 AND changes > 0) AS changed
       FROM (SELECT s.reference_id, min(h.file_id::text) AS file, count(e.event_id) AS stored,
           count(*) FILTER (WHERE e.digest IS DISTINCT FROM s.digest) AS changes
         FROM facts.stage_event s LEFT JOIN facts.events e ON e.user_id = $1 AND e.event_id = s.event_id
         LEFT JOIN facts.file_events h ON h.user_id = $1 AND h.event_id = s.event_id AND h.file_id = ANY ($3)
         WHERE s.user_id = $1 AND s.account_id = $2 GROUP BY s.reference_id) transactions
       GROUP BY file`,
      [this.#userId, account, merged],
    );
    const { added, known, changed } = rows.find(({ file }) => file === null) ?? NO_TRANSACTIONS;
    const ofFiles = rows.flatMap(({ file, all }) => (file === null ? [] : [[file, all] as const]));
    return { added, known, changed, same: Object.fromEntries(ofFiles) };
  }

  /** Deletes the staged rows. */
  async close(): Promise<void> {
    for (const kind of this.#spool.kinds)
      await this.#client.query(`DELETE FROM ${stageOf(kind)} WHERE user_id = $1`, [this.#userId]);
    await allowNestedLoops(this.#client);
  }

  /** Returns errors between lines: different lines with the same key, and unknown accounts and events. */
  async #contradictions(): Promise<LineError[]> {
    const errors: LineError[] = [];
    for (const kind of RECORD_KINDS) {
      const { key } = STORED_KINDS[kind];
      const { rows } = await this.#client.query<{ line: number; first: number }>(
        `SELECT max(line) AS line, min(line) AS first FROM ${stageOf(kind)} WHERE user_id = $1
         GROUP BY ${key.join(', ')} HAVING min(digest::text) <> max(digest::text) ORDER BY 1 LIMIT ${String(ERRORS_MAX)}`,
        [this.#userId],
      );
      for (const { line, first } of rows)
        errors.push({
          line,
          field: '',
          reason: `differs from line ${String(first)}, which has the same key`,
        });
    }
    for (const kind of ['event', 'money'] as const)
      errors.push(...(await this.#unknown(kind, 'account_id', 'account', 'account', 'facts.accounts')));
    errors.push(...(await this.#unknown('note', 'event_id', 'event', 'referenceId', 'facts.events')));
    errors.push(...(await this.#unknown('attachment', 'event_id', 'event', 'referenceId', 'facts.events')));
    return errors.sort((a, b) => a.line - b.line).slice(0, ERRORS_MAX);
  }

  async #unknown(
    kind: RecordKind,
    column: string,
    owner: RecordKind,
    field: string,
    table: string,
  ): Promise<LineError[]> {
    const { rows } = await this.#client.query<{ line: number }>(
      `SELECT min(line) AS line FROM ${stageOf(kind)} s
       WHERE s.user_id = $1 AND NOT EXISTS (SELECT FROM ${stageOf(owner)} o WHERE o.user_id = $1 AND o.${column} = s.${column})
         AND NOT EXISTS (SELECT FROM ${table} t WHERE t.user_id = $1 AND t.${column} = s.${column})
       GROUP BY s.${column} ORDER BY 1 LIMIT ${String(ERRORS_MAX)}`,
      [this.#userId],
    );
    return rows.map(({ line }) => ({
      line,
      field,
      reason: `does not name an ${owner} in this file or an earlier one`,
    }));
  }

  /**
   * Returns the ids of the events that the file adds or changes, and of the events of the account `replaced` that it no longer
   * contains; at most `countMax`. Call it before the events are merged.
   */
  async changedEvents(replaced: string | null, countMax: number): Promise<string[]> {
    const { rows } = await this.#client.query<{ event_id: string }>(
      `SELECT DISTINCT s.event_id FROM facts.stage_event s
       LEFT JOIN facts.events e ON e.user_id = $1 AND e.event_id = s.event_id
       WHERE s.user_id = $1 AND (e.event_id IS NULL OR e.digest <> s.digest)
       UNION ALL
       SELECT e.event_id FROM facts.events e WHERE e.user_id = $1 AND e.account_id = $3
         AND NOT EXISTS (SELECT FROM facts.stage_event s WHERE s.user_id = $1 AND s.event_id = e.event_id)
         AND ${IS_NOT_ENTERED}
       LIMIT $2`,
      [this.#userId, countMax, replaced],
    );
    return rows.map((row) => row.event_id);
  }

  /** Returns SQL that selects the ids and times, before and after the merge, of the events that are new or change. */
  changedTimes(): Sql {
    return sql`SELECT s.event_id, least(s.occurred_at, e.occurred_at) AS occurred_at FROM facts.stage_event s
      LEFT JOIN facts.events e ON e.user_id = ${this.#userId} AND e.event_id = s.event_id
      WHERE s.user_id = ${this.#userId} AND (e.event_id IS NULL OR e.digest <> s.digest)`;
  }

  /** Inserts new rows, updates changed rows and leaves the others. */
  async merge(kind: RecordKind): Promise<Counts> {
    return merge(this.#client, kind, STORED_KINDS[kind], this.#userId);
  }

  /**
   * Merges prices into those of all users. Afterwards only prices that the file added or changed are staged, so that the users whom they
   * reach can be found.
   *
   * @param isStoredKept whether a price is left out where another one of the asset, which the file does not have, is less than a day away: it
   *   would value what that one values. It counts as unchanged.
   */
  async mergeSharedPrices(isStoredKept: boolean): Promise<Counts> {
    // The prices must not change between the statements.
    await this.#client.query("SELECT pg_advisory_xact_lock(hashtextextended('shared prices', 0))");
    const kept = isStoredKept ? await this.#leaveOutNearStored() : 0;
    const { rows } = await this.#client.query<{ unchanged: number }>(
      `WITH known AS (DELETE FROM facts.stage_price s USING facts.shared_prices t
         WHERE s.user_id = $1 AND t.asset_key = s.asset_key AND t.at = s.at AND t.digest = s.digest
         RETURNING s.asset_key, s.at)
       SELECT count(DISTINCT (asset_key, at)) AS unchanged FROM known`,
      [this.#userId],
    );
    const merged = await merge(this.#client, 'price', STORED_KINDS.sharedPrice, this.#userId);
    return { ...merged, unchanged: (rows[0]?.unchanged ?? 0) + kept };
  }

  /** Deletes the staged prices that are near a stored price of the same asset that is not staged. Returns how many. */
  async #leaveOutNearStored(): Promise<number> {
    // Joined by the day, and the days around it, because a join of ranges would compare each price with all others of its asset.
    const { rowCount } = await this.#client.query(
      `DELETE FROM facts.stage_price s
       USING (SELECT t.asset_key, t.at FROM facts.shared_prices t
           WHERE t.asset_key IN (SELECT o.asset_key FROM facts.stage_price o WHERE o.user_id = $1)
             AND NOT EXISTS (SELECT FROM facts.stage_price o WHERE o.user_id = $1 AND o.asset_key = t.asset_key AND o.at = t.at
               AND o.digest = t.digest)) near, generate_series(-1, 1) AS d (days)
       WHERE s.user_id = $1 AND s.asset_key = near.asset_key
         AND (s.at AT TIME ZONE 'UTC')::date = (near.at AT TIME ZONE 'UTC')::date + d.days
         AND s.at - near.at < interval '1 day' AND near.at - s.at < interval '1 day'`,
      [this.#userId],
    );
    return rowCount ?? 0;
  }
}

/** The tables whose rows belong to no user. */
const SHARED = [STORED_KINDS.sharedPrice.table];

/** Requires a lock that keeps other writers of the same rows out: one statement counts and another writes. */
async function merge(
  client: Client,
  kind: RecordKind,
  { table, key, columns }: StoredKind,
  userId: number,
): Promise<Counts> {
  const all = [...columns, 'digest'];
  const assigned = all
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const owned = SHARED.includes(table) ? [] : ['user_id'];
  // The user as a constant on each table shows Citus that one server has all rows.
  const isSame = [
    ...owned.map(() => 't.user_id = $1'),
    ...key.map((column) => `t.${column} = s.${column}`),
  ].join(' AND ');
  const staged = `(SELECT DISTINCT ON (${key.join(', ')}) * FROM ${stageOf(kind)} WHERE user_id = $1) s`;
  const { rows } = await client.query<{ added: number; changed: number; staged: number }>(
    `SELECT count(*) AS staged, count(*) FILTER (WHERE t.digest IS NULL) AS added,
       count(*) FILTER (WHERE t.digest <> s.digest) AS changed
     FROM ${staged} LEFT JOIN ${table} t ON ${isSame}`,
    [userId],
  );
  const { added, changed, ...counted } = rows[0] ?? { staged: 0, added: 0, changed: 0 };
  // Without known rows no conflict is looked for, which takes a seventh of the time of 100,000 new rows.
  const replacing =
    added === counted.staged
      ? ''
      : `ON CONFLICT (${[...owned, ...key].join(', ')}) DO UPDATE SET ${assigned.join(', ')}
         WHERE t.digest <> excluded.digest`;
  if (added + changed > 0)
    await client.query(
      `INSERT INTO ${table} AS t (${[...owned, ...all].join(', ')})
       SELECT ${[...owned, ...all].map((column) => `s.${column}`).join(', ')} FROM ${staged} ${replacing}`,
      [userId],
    );
  return { added, changed, unchanged: counted.staged - added - changed, removed: 0 };
}
