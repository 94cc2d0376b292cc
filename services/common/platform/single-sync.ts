/**
 * Several statements in one exchange with PostgreSQL: they are sent in one write, and PostgreSQL answers with one packet, because
 * one Sync message follows the last statement. pg sends a Sync after each statement, so that a user's read (BEGIN, the user, the
 * queries, COMMIT) takes three or more packets. A read takes 11 % less time this way. This uses internals of pg: see
 * docs/adr/0026-postgresql-through-pg-and-its-internals.md.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';

/**
 * Sends statements as one; resolves with the rows of each, in order. Rejects with the error of the first statement that failed; the
 * statements after it did not run. A transaction that one of them began is then still open, so the caller must close the connection.
 * `name` names them all in traces and must not be the name of a statement.
 */
export function queryAsOne(
  client: pg.ClientBase,
  statements: readonly Statement[],
  name?: string,
): Promise<pg.QueryResultRow[][]> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null | undefined, rows: pg.QueryResultRow[][]): void => {
      if (error === null || error === undefined) resolve(rows);
      else reject(error);
    };
    void client.query(new StatementsAsOne(statements, name) as unknown as pg.QueryConfig, settle as never);
  });
}

/** A statement that can be sent with others. */
export type Statement = Pick<pg.QueryConfig, 'name' | 'text' | 'values'>;

/** The unpublished part of pg's Query that is used here. The version of pg is exact, and test/e2e/single-sync.test.ts uses all of it. */
interface PgQuery {
  name?: string | undefined;
  queryMode?: 'extended';
  readonly _result: { _types: unknown; readonly rows: pg.QueryResultRow[] };
  readonly callback?: (error: Error | null, result?: unknown) => void;
  submit(connection: PgConnection): Error | null;
  handleRowDescription(columns: Columns): void;
  handleDataRow(row: unknown): void;
  handleReadyForQuery(connection: PgConnection): void;
}

/** The unpublished part of pg's Connection that is used here. */
interface PgConnection {
  readonly stream: Duplex;
  describe(portal: unknown): void;
  sync(): void;
}

interface Columns {
  readonly fields: readonly unknown[];
}

const Query = pg.Query as unknown as new (
  text: string,
  values?: readonly unknown[],
  callback?: (error: Error | null) => void,
) => PgQuery;

const NO_COLUMNS: Columns = { fields: [] };

/**
 * The columns of each connection's named statements. They are requested once, because PostgreSQL rejects a prepared statement whose
 * columns have changed.
 */
const columnsOf = new WeakMap<PgConnection, Map<string, Columns>>();

/** A query for pg's queue that consists of several statements. It passes each message to the statement that it belongs to. */
class StatementsAsOne extends Query {
  readonly #statements: readonly PgQuery[];
  #columns = new Map<string, Columns>();
  /** Index of the statement whose messages arrive. */
  #current = 0;
  #failure: Error | null = null;

  constructor(statements: readonly Statement[], name: string | undefined) {
    super('');
    this.name = name;
    const fail = (error: Error | null): void => {
      this.#failure ??= error;
    };
    // Separate arguments, because pg copies a config object property by property.
    this.#statements = statements.map((statement) => {
      const query = new Query(statement.text, statement.values, fail);
      query.name = statement.name;
      query.queryMode = 'extended';
      return query;
    });
  }

  override submit(connection: PgConnection): Error | null {
    this.#columns = columnsOf.get(connection) ?? new Map<string, Columns>();
    columnsOf.set(connection, this.#columns);
    const { stream } = connection;
    stream.cork();
    try {
      return this.#statements.reduce<Error | null>(
        (error, statement) => error ?? this.#send(statement, connection),
        null,
      );
    } finally {
      connection.sync();
      stream.uncork();
    }
  }

  override handleRowDescription(columns: Columns): void {
    this.#rememberColumns(columns);
    this.#statements[this.#current]?.handleRowDescription(columns);
  }

  override handleDataRow(row: unknown): void {
    this.#statements[this.#current]?.handleDataRow(row);
  }

  handleCommandComplete(): void {
    this.#rememberColumns(NO_COLUMNS);
    this.#current += 1;
  }

  override handleReadyForQuery(connection: PgConnection): void {
    // A statement whose rows could not be parsed calls `fail` here.
    for (const statement of this.#statements) statement.handleReadyForQuery(connection);
    if (this.#failure === null)
      this.callback?.(
        null,
        this.#statements.map(({ _result }) => _result.rows),
      );
    else this.callback?.(this.#failure);
  }

  /** Sends one statement, without its Sync and, if its columns are known, without the request for them. */
  #send(statement: PgQuery, connection: PgConnection): Error | null {
    const columns = this.#columns.get(statement.name ?? '');
    statement._result._types = this._result._types;
    if (columns !== undefined) statement.handleRowDescription(columns);
    const withoutSync = Object.create(connection, {
      sync: { value: doNothing },
      ...(columns !== undefined && { describe: { value: doNothing } }),
    }) as PgConnection;
    return statement.submit(withoutSync);
  }

  #rememberColumns(columns: Columns): void {
    const name = this.#statements[this.#current]?.name;
    if (name !== undefined && !this.#columns.has(name)) this.#columns.set(name, columns);
  }
}

function doNothing(): void {
  return undefined;
}
