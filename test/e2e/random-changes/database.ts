/** A database of its own in which random histories are stored, changed and recalculated, without the services around them. */
import { expect } from '@jest/globals';
import { createPool, type Pool } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import pg from 'pg';
import type { EngineInputs } from '../../../services/recalc/src/engine/types.ts';
import { runUser } from '../../../services/recalc/src/runs/run.ts';
import { columnList, isFrozenRow } from '../../../services/recalc/src/tables/table.ts';
import { TABLES } from '../../../services/recalc/src/tables/tables.ts';
import { type BarePostgres, closePool, startBarePostgres, testedDatabase } from '../bare-postgres.ts';
import { YEAR } from './histories.ts';
import { rowsOf } from './rows.ts';

/** How a run was computed: the fields of its log line. */
export interface EndedRun {
  readonly kind: string;
  readonly since?: string;
  readonly rowsChanged: number;
}

/** What the figures say of each year, and which issues are open. */
export interface ShownFigures {
  readonly years: Map<number, string>;
  readonly issues: Set<string>;
}

/** What later years may change in a lot that a submitted year left to them. */
const LEFT_OF_LOT = [
  'held_since',
  'remaining',
  'remaining_cost_basis',
  'waiting',
  'waiting_cost_basis',
  'is_held',
];

/** The database, with a connection of its owner and a pool as recalc has it. */
export class Database {
  readonly pool: Pool;
  readonly owner: pg.Client;
  readonly #postgres: BarePostgres;

  private constructor(postgres: BarePostgres, owner: pg.Client) {
    this.#postgres = postgres;
    this.owner = owner;
    this.pool = createPool({
      url: postgres.url,
      connectionsMax: 3,
      statementTimeoutMs: 600_000,
      // Reads of twelve months wait for three connections, however busy the machine is.
      connectMsMax: 600_000,
      pipeline: false,
      onError: (error) => {
        throw error;
      },
    });
  }

  static async start(): Promise<Database> {
    const database = await testedDatabase();
    const postgres = await startBarePostgres(database);
    await database.migrate(postgres.url);
    const owner = new pg.Client({ connectionString: postgres.url });
    await owner.connect();
    return new Database(postgres, owner);
  }

  async remove(): Promise<void> {
    await closePool(this.pool);
    await this.owner.end();
    await this.#postgres.remove();
  }

  /** Runs a user until nothing is left to do. Returns how each run was computed. */
  async run(userId: number): Promise<EndedRun[]> {
    const ended: EndedRun[] = [];
    const failures: unknown[] = [];
    const log = {
      info: (fields: EndedRun) => ended.push(fields),
      warn: (fields: unknown) => failures.push(fields),
      error: (fields: unknown) => failures.push(fields),
    };
    await runUser(
      {
        pool: this.pool,
        log: log as never,
        worker: 'test',
        leaseMs: 60_000,
        onStatus: () => undefined,
        onEnded: () => undefined,
        largeRuns: null,
      },
      userId,
    );
    expect(failures).toEqual([]);
    return ended;
  }

  /** Creates a user without facts. */
  async newUser(): Promise<number> {
    const { rows } = await this.owner.query<{ user_id: string }>(
      "INSERT INTO identity.users (email, plan) VALUES (gen_random_uuid() || '@example.org', 'pro') RETURNING user_id",
    );
    return Number(rows[0]!.user_id);
  }

  /** Stores inputs in place of the user's facts and corrections. */
  async store(userId: number, inputs: EngineInputs): Promise<void> {
    await this.owner.query('BEGIN');
    await this.owner.query('DELETE FROM facts.events WHERE user_id = $1', [userId]);
    for (const [table, rows] of Object.entries(rowsOf(inputs))) {
      await this.owner.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
      const columns = Object.keys(rows[0] ?? {}).join(', ');
      if (columns === '') continue;
      await this.owner.query(
        `INSERT INTO ${table} (user_id, ${columns}) OVERRIDING SYSTEM VALUE
          SELECT $1, ${columns} FROM jsonb_populate_recordset(NULL::${table}, $2)`,
        [userId, JSON.stringify(rows)],
      );
    }
    await this.owner.query('COMMIT');
  }

  /** Requests a run after changes of these events; of everything where there are none. */
  async request(userId: number, changed: Iterable<string>): Promise<void> {
    const ids = [...changed];
    await this.owner.query(
      'INSERT INTO corrections.changed_events (user_id, event_id) SELECT $1, unnest($2::uuid[])',
      [userId, ids],
    );
    await this.owner.query('SELECT corrections.request_run($1, $2)', [userId, ids.length === 0]);
  }

  /** Returns what the figures say of each year and which issues are open. */
  async shownFigures(userId: number): Promise<ShownFigures> {
    const years = await this.owner.query<{ year: number; text: string }>(
      `SELECT year, concat_ws(' ', monthly_gains, monthly_income, transaction_count, needs_review_count, total_tax) AS text
       FROM figures.years WHERE user_id = $1`,
      [userId],
    );
    const issues = await this.owner.query<{ issue_id: string }>(
      'SELECT issue_id FROM figures.issues WHERE user_id = $1',
      [userId],
    );
    return {
      years: new Map(years.rows.map(({ year, text }) => [year, text])),
      issues: new Set(issues.rows.map(({ issue_id }) => issue_id)),
    };
  }

  /** Returns the rows of the submitted year as text, by table. */
  async submittedRows(userId: number): Promise<Map<string, readonly string[]>> {
    const rows = new Map<string, readonly string[]>();
    for (const table of TABLES) {
      const columns = table.columns.filter((column) => !LEFT_OF_LOT.includes(column));
      const found = await this.owner.query<{ row: string }>(
        sql`SELECT (t.*)::text AS row FROM (SELECT ${columnList(columns, 't')} FROM figures.${raw(table.name)} t
          WHERE t.user_id = ${userId} AND ${isFrozenRow(table, [YEAR])}) t`,
      );
      rows.set(table.name, found.rows.map(({ row }) => row).toSorted());
    }
    return rows;
  }

  /** Pays for every year, so that no figure is a range. */
  async payAllYears(userId: number): Promise<void> {
    await this.owner.query(
      `INSERT INTO facts.years (user_id, year, paid) SELECT user_id, year, true FROM figures.years WHERE user_id = $1
       ON CONFLICT (user_id, year) DO UPDATE SET paid = true`,
      [userId],
    );
  }
}
