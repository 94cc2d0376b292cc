/**
 * `npm run bench:writes`: what PostgreSQL itself takes for the rows that a run writes, beside the run. The rows of a first run and those of
 * changes of random events are copied out of the database and written again by COPY in one transaction: into tables without an index, with
 * their primary keys alone, and with all indexes of today. Each round does all of them by turns. Ratios count; times depend on the machine.
 */
import { join } from 'node:path';
import pg from 'pg';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { randomNumbers } from './history.ts';
import { lineOf, median, type Subject, subjectOf, timeOf } from './subject.ts';

const optionOf = (name: string, otherwise: number): number => {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? otherwise : Number(process.argv[index + 1]);
};
const EVENTS = optionOf('events', 100_000);
const ROUNDS = optionOf('rounds', 5);
const CHANGES = optionOf('changes', 15);

/** The indexes that a copy of a table has. */
const VARIANTS = ['no index', 'primary keys', 'all indexes'] as const;
type Variant = (typeof VARIANTS)[number];

const schemaOf = (variant: Variant): string => `bench_${variant.replace(' ', '_')}`;

/** A table of figures, with the columns of its key and, for each of its indexes, the condition that a row has an entry in it. */
interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly conditions: readonly string[];
}

/** A file with rows of a table, as COPY writes them. */
interface RowsFile {
  readonly table: Table;
  readonly path: string;
  readonly rows: number;
  /** How many entries these rows have in all indexes. */
  readonly entries: number;
}

interface Cost {
  readonly ms: number;
  readonly walBytes: number;
}

class Database {
  readonly #client: pg.Client;
  readonly #folder: string;

  private constructor(client: pg.Client, folder: string) {
    this.#client = client;
    this.#folder = folder;
  }

  static async open(stack: TestStack): Promise<Database> {
    const client = new pg.Client({ connectionString: stack.ready().postgres.url });
    await client.connect();
    // The server may run as another user of the system, which can write into its own folder.
    const { rows } = await client.query<{ folder: string }>(
      "SELECT current_setting('data_directory') AS folder",
    );
    return new Database(client, String(rows[0]?.folder));
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  /** The tables of figures in which a user has rows. */
  async tablesOf(userId: number): Promise<Table[]> {
    const tables = await this.query<{ name: string; key: string[]; conditions: string[] }>(`
      SELECT c.relname AS name, array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum)) AS key,
        (SELECT array_agg(coalesce(pg_get_expr(x.indpred, x.indrelid), 'true')) FROM pg_index x WHERE x.indrelid = c.oid) AS conditions
      FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary JOIN pg_attribute a
        ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE c.relnamespace = 'figures'::regnamespace AND c.relkind = 'r'
        AND EXISTS (SELECT FROM pg_attribute u WHERE u.attrelid = c.oid AND u.attname = 'user_id')
      GROUP BY c.oid, c.relname ORDER BY c.relname`);
    const used: Table[] = [];
    for (const table of tables) {
      const [row] = await this.query(`SELECT FROM figures.${table.name} WHERE user_id = $1 LIMIT 1`, [
        userId,
      ]);
      if (row !== undefined) used.push(table);
    }
    return used;
  }

  /** Makes a copy of each table, without rows, with the indexes of the variant. */
  async makeCopies(variant: Variant, tables: readonly Table[]): Promise<void> {
    const schema = schemaOf(variant);
    await this.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`);
    for (const { name, key } of tables) {
      const like = variant === 'all indexes' ? 'INCLUDING INDEXES' : '';
      await this.query(`CREATE TABLE ${schema}.${name} (LIKE figures.${name} ${like})`);
      if (variant === 'primary keys')
        await this.query(`ALTER TABLE ${schema}.${name} ADD PRIMARY KEY (${key.join(', ')})`);
    }
  }

  /** Writes rows of a user into files: all of them, or those that were written after a transaction. */
  async copyOut(userId: number, tables: readonly Table[], afterXid: string | null): Promise<RowsFile[]> {
    const files: RowsFile[] = [];
    for (const table of tables) {
      const path = join(this.#folder, `${table.name}.${afterXid ?? 'all'}.copy`);
      const since = afterXid === null ? '' : `AND xmin::text::bigint > ${afterXid}`;
      const source = `FROM figures.${table.name} WHERE user_id = ${String(userId)} ${since}`;
      const { rowCount } = await this.#client.query(`COPY (SELECT * ${source}) TO '${path}' (FORMAT binary)`);
      const counts = table.conditions.map((condition) => `count(*) FILTER (WHERE ${condition})`);
      const [row] = await this.query<{ entries: string }>(
        `SELECT ${counts.join(' + ')} AS entries ${source}`,
      );
      if (rowCount !== null && rowCount > 0)
        files.push({ table, path, rows: rowCount, entries: Number(row?.entries) });
    }
    return files;
  }

  /** Writes the rows of files in one transaction. */
  async copyIn(variant: Variant, files: readonly RowsFile[]): Promise<Cost> {
    await this.query('CHECKPOINT');
    const before = await this.walPosition();
    const startedAt = performance.now();
    await this.query('BEGIN');
    for (const { table, path } of files)
      await this.query(`COPY ${schemaOf(variant)}.${table.name} FROM '${path}' (FORMAT binary)`);
    await this.query('COMMIT');
    const ms = performance.now() - startedAt;
    return { ms, walBytes: (await this.walPosition()) - before };
  }

  /** Removes the rows of files from the copies, so that they can be written again among all others. */
  async remove(variant: Variant, files: readonly RowsFile[]): Promise<void> {
    for (const { table, path } of files) {
      await this.query(`CREATE TEMPORARY TABLE given (LIKE figures.${table.name})`);
      await this.query(`COPY given FROM '${path}' (FORMAT binary)`);
      const isSame = table.key.map((column) => `t.${column} = g.${column}`).join(' AND ');
      await this.query(`DELETE FROM ${schemaOf(variant)}.${table.name} t USING given g WHERE ${isSame}`);
      await this.query('DROP TABLE given');
    }
  }

  async walPosition(): Promise<number> {
    const [row] = await this.query<{ bytes: string }>("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes");
    return Number(row?.bytes);
  }

  /** The newest transaction of the database. */
  async newestXid(): Promise<string> {
    const [row] = await this.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
    return String(row?.xid);
  }
}

const indexEntriesOf = (variant: Variant, files: readonly RowsFile[]): number =>
  files.reduce(
    (sum, { rows, entries }) =>
      sum + { 'no index': 0, 'primary keys': rows, 'all indexes': entries }[variant],
    0,
  );

/** One line of the printed table: the medians of the rounds, and how much longer the run took. */
function lineOfVariant(
  variant: Variant,
  files: readonly RowsFile[],
  costs: readonly Cost[],
  runMs: number,
): object {
  const ms = median(costs.map((cost) => cost.ms));
  return {
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    'index entries': indexEntriesOf(variant, files),
    'WAL, MB': rounded(median(costs.map(({ walBytes }) => walBytes)) / 1e6),
    ms: rounded(ms),
    'run / this': rounded(runMs / ms),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Measures the rows of a first run, into empty tables. */
async function measureFirstRun(database: Database, subject: Subject, runMs: number): Promise<void> {
  const tables = await database.tablesOf(subject.userId);
  const files = await database.copyOut(subject.userId, tables, null);
  const costs = new Map(VARIANTS.map((variant): [Variant, Cost[]] => [variant, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const variant of VARIANTS) {
      await database.makeCopies(variant, tables);
      costs.get(variant)?.push(await database.copyIn(variant, files));
    }
  console.log(
    `\nThe rows of a first run of ${String(EVENTS)} events, which took ${String(Math.round(runMs))} ms after its import:`,
  );
  print(costs, (variant, ofVariant) => lineOfVariant(variant, files, ofVariant, runMs));
}

/** Measures the rows of changes of random events, each among all other rows. The copies have the rows of the first run. */
async function measureChanges(database: Database, subject: Subject): Promise<void> {
  const random = randomNumbers(7);
  const tables = await database.tablesOf(subject.userId);
  const costs = new Map(VARIANTS.map((variant): [Variant, Cost[]] => [variant, []]));
  const times: number[] = [];
  const written: RowsFile[][] = [];
  for (let index = 0; index < CHANGES; index += 1) {
    const event = subject.events[Math.floor(random() * subject.events.length)];
    if (event === undefined) continue;
    const xid = await database.newestXid();
    times.push(await timeOf(subject, lineOf({ ...event, amount: `${event.amount}1` })));
    const files = await database.copyOut(subject.userId, tables, xid);
    written.push(files);
    for (const variant of VARIANTS) {
      if (variant !== 'no index') await database.remove(variant, files);
      costs.get(variant)?.push(await database.copyIn(variant, files));
    }
  }
  const middle = written.toSorted((a, b) => countOf(a) - countOf(b))[Math.floor(written.length / 2)] ?? [];
  const runMs = median(times);
  console.log(
    `\nThe rows of a change of a random event's amount (medians of ${String(CHANGES)}), ${String(Math.round(runMs))} ms until IDLE:`,
  );
  print(costs, (variant, ofVariant) => lineOfVariant(variant, middle, ofVariant, runMs));
}

const countOf = (files: readonly RowsFile[]): number => files.reduce((sum, { rows }) => sum + rows, 0);

function print(
  costs: ReadonlyMap<Variant, readonly Cost[]>,
  lineOfCosts: (variant: Variant, costs: readonly Cost[]) => object,
): void {
  console.table(
    Object.fromEntries([...costs].map(([variant, each]) => [variant, lineOfCosts(variant, each)])),
  );
}

const stack = await startTestStack();
const database = await Database.open(stack);
try {
  const { importMs, runMs, ...subject } = await subjectOf(stack, EVENTS);
  console.log(
    `${String(EVENTS)} events: import ${String(Math.round(importMs))} ms, first run ${String(Math.round(runMs))} ms after it`,
  );
  await measureFirstRun(database, subject, runMs);
  await measureChanges(database, subject);
  subject.connection.close();
} finally {
  await database.end();
  await stack.remove();
}
