/** Staging: copies the rows of a file into temporary tables of the import's transaction, then merges them into the facts. */
import { copyRows, type CopyValue, digestOf } from '@ctx/platform/copy';
import type { Client } from '@ctx/platform/postgres';
import { rowOf, type StoredKind, STORED_KINDS } from './kinds.ts';
import type { LineError } from './parse-line.ts';
import { type ImportRecord, RECORD_KINDS, type RecordKind } from './records.ts';

/** With 5,000 rows per COPY, an import of a million events takes less than 100 MB of memory. */
const BATCH_ROWS = 5000;

/** Errors named at most, whatever their kind (import-format.md, "The file: JSON Lines"). */
export const ERRORS_MAX = 50;

/** Numbers of records by change. */
export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** The staged rows of one import, in the client's transaction. */
export class Staging {
  readonly #client: Client;
  readonly #userId: number;
  readonly #batches = new Map<RecordKind, CopyValue[][]>();

  constructor(client: Client, userId: number) {
    this.#client = client;
    this.#userId = userId;
  }

  /** Creates the temporary tables. */
  async open(): Promise<void> {
    for (const kind of RECORD_KINDS) {
      const { table, columns } = STORED_KINDS[kind];
      await this.#client.query(
        `CREATE TEMP TABLE stage_${kind} ON COMMIT DROP AS
         SELECT 0::bigint AS line, ${columns.join(', ')}, digest FROM ${table} WITH NO DATA`,
      );
    }
  }

  /** Stages the record of line `line`. */
  async add(record: ImportRecord, line: number): Promise<void> {
    const row = rowOf(record, this.#userId);
    const batch = this.#batches.get(record.kind) ?? [];
    this.#batches.set(record.kind, batch);
    batch.push([line, ...row, digestOf(row)]);
    if (batch.length >= BATCH_ROWS) await this.#flush(record.kind, batch);
  }

  /** Copies the remaining rows. */
  async flush(): Promise<void> {
    for (const [kind, batch] of this.#batches) await this.#flush(kind, batch);
    // Without statistics, the merge would be planned for empty tables.
    for (const kind of this.#batches.keys()) await this.#client.query(`ANALYZE stage_${kind}`);
  }

  async #flush(kind: RecordKind, batch: CopyValue[][]): Promise<void> {
    await copyRows(this.#client, `stage_${kind}`, batch);
    batch.length = 0;
  }

  /** Returns errors between lines: different lines with the same key, and unknown accounts and events. */
  async contradictions(): Promise<LineError[]> {
    const errors: LineError[] = [];
    for (const kind of RECORD_KINDS) {
      const { key } = STORED_KINDS[kind];
      const { rows } = await this.#client.query<{ line: number; first: number }>(
        `SELECT max(line) AS line, min(line) AS first FROM stage_${kind}
         GROUP BY ${key.join(', ')} HAVING min(digest::text) <> max(digest::text) ORDER BY 1 LIMIT ${String(ERRORS_MAX)}`,
      );
      for (const { line, first } of rows)
        errors.push({
          line,
          field: '',
          reason: `differs from line ${String(first)}, which has the same key`,
        });
    }
    errors.push(...(await this.#unknown('event', 'account_id', 'account', 'account', 'facts.accounts')));
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
      `SELECT min(line) AS line FROM stage_${kind} s
       WHERE NOT EXISTS (SELECT FROM stage_${owner} o WHERE o.${column} = s.${column})
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
      `SELECT DISTINCT s.event_id FROM stage_event s
       LEFT JOIN facts.events e ON e.user_id = $1 AND e.event_id = s.event_id
       WHERE e.event_id IS NULL OR e.digest <> s.digest
       UNION ALL
       SELECT e.event_id FROM facts.events e WHERE e.user_id = $1 AND e.account_id = $3
         AND NOT EXISTS (SELECT FROM stage_event s WHERE s.event_id = e.event_id)
       LIMIT $2`,
      [this.#userId, countMax, replaced],
    );
    return rows.map((row) => row.event_id);
  }

  /** Inserts new rows, updates changed rows and leaves the others. */
  async merge(kind: RecordKind): Promise<Counts> {
    return merge(this.#client, kind, STORED_KINDS[kind], this.#userId);
  }

  /** Merges prices into those of all users. */
  async mergeSharedPrices(): Promise<Counts> {
    return merge(this.#client, 'price', STORED_KINDS.sharedPrice, null);
  }
}

async function merge(
  client: Client,
  kind: RecordKind,
  stored: StoredKind,
  userId: number | null,
): Promise<Counts> {
  const { table, key, columns } = stored;
  const all = [...columns, 'digest'];
  const assigned = all
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const owner = userId === null ? '' : 'user_id, ';
  const { rows } = await client.query<{ added: number; changed: number; staged: number }>(
    `WITH staged AS (SELECT DISTINCT ON (${key.join(', ')}) * FROM stage_${kind}),
     merged AS (
       INSERT INTO ${table} AS t (${owner}${all.join(', ')})
       SELECT ${userId === null ? '' : `${String(userId)}, `}${all.join(', ')} FROM staged
       ON CONFLICT (${owner}${key.join(', ')}) DO UPDATE SET ${assigned.join(', ')}
       WHERE t.digest <> excluded.digest
       RETURNING xmax = 0 AS added
     )
     SELECT (SELECT count(*) FROM staged) AS staged, count(*) FILTER (WHERE added) AS added,
       count(*) FILTER (WHERE NOT added) AS changed
     FROM merged`,
  );
  const { staged, added, changed } = rows[0] ?? { staged: 0, added: 0, changed: 0 };
  return { added, changed, unchanged: staged - added - changed, removed: 0 };
}
