/**
 * Statements that PostgreSQL answers as one: sent in one write, with one Sync behind the last, where pg puts one behind each. A
 * read of a user (BEGIN, the user, the queries, COMMIT) comes back as one packet instead of three or more.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';

/**
 * Sends statements as one; the rows of each, in their order. Rejects with the failure of the first that failed, those behind it
 * did not run: a transaction that was begun among them is still open, so that the connection is to be closed. `name` stands for
 * all of them in traces, and is not the name of one statement.
 */
export function queryAsOne(
  client: pg.ClientBase,
  statements: readonly Statement[],
  name?: string,
): Promise<pg.QueryResultRow[][]> {
  return new Promise((resolve, reject) => {
    const answered = (error: Error | null | undefined, rows: pg.QueryResultRow[][]): void => {
      if (error === null || error === undefined) resolve(rows);
      else reject(error);
    };
    void client.query(new StatementsAsOne(statements, name) as unknown as pg.QueryConfig, answered as never);
  });
}

/** All that a statement sent with others can be. */
export type Statement = Pick<pg.QueryConfig, 'name' | 'text' | 'values'>;

/** What a query of pg is beyond its published type; pg is pinned, and test/e2e/one-answer.test.ts uses all of it. */
interface PgQuery {
  name?: string | undefined;
  queryMode?: 'extended';
  readonly _result: { _types: unknown; readonly rows: pg.QueryResultRow[] };
  readonly callback?: (error: Error | null, answer?: unknown) => void;
  submit(connection: PgConnection): Error | null;
  handleRowDescription(columns: Columns): void;
  handleDataRow(row: unknown): void;
  handleReadyForQuery(connection: PgConnection): void;
}

/** What pg's connections are beyond their published type. */
export interface PgConnection {
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

/** Columns of the named statements of each connection: asked for once, as PostgreSQL executes none whose columns have changed. */
const columnsOf = new WeakMap<PgConnection, Map<string, Columns>>();

/** A query for pg's queue, made of several: what comes back is passed on to the one whose turn it is. */
class StatementsAsOne extends Query {
  readonly #statements: readonly PgQuery[];
  #columns = new Map<string, Columns>();
  #turn = 0;
  #failure: Error | null = null;

  constructor(statements: readonly Statement[], name: string | undefined) {
    super('');
    this.name = name;
    const fail = (error: Error | null): void => {
      this.#failure ??= error;
    };
    // Not given as a config, of which pg makes a copy property by property.
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
        (rejection, statement) => rejection ?? this.#send(statement, connection),
        null,
      );
    } finally {
      connection.sync();
      stream.uncork();
    }
  }

  override handleRowDescription(columns: Columns): void {
    this.#learn(columns);
    this.#statements[this.#turn]?.handleRowDescription(columns);
  }

  override handleDataRow(row: unknown): void {
    this.#statements[this.#turn]?.handleDataRow(row);
  }

  handleCommandComplete(): void {
    this.#learn(NO_COLUMNS);
    this.#turn += 1;
  }

  override handleReadyForQuery(connection: PgConnection): void {
    // Each says whether its rows could be read.
    for (const statement of this.#statements) statement.handleReadyForQuery(connection);
    if (this.#failure === null)
      this.callback?.(
        null,
        this.#statements.map(({ _result }) => _result.rows),
      );
    else this.callback?.(this.#failure);
  }

  #send(statement: PgQuery, connection: PgConnection): Error | null {
    const columns = this.#columns.get(statement.name ?? '');
    statement._result._types = this._result._types;
    if (columns !== undefined) statement.handleRowDescription(columns);
    const asPart = Object.create(connection, {
      sync: { value: nothing },
      ...(columns !== undefined && { describe: { value: nothing } }),
    }) as PgConnection;
    return statement.submit(asPart);
  }

  #learn(columns: Columns): void {
    const name = this.#statements[this.#turn]?.name;
    if (name !== undefined && !this.#columns.has(name)) this.#columns.set(name, columns);
  }
}

function nothing(): void {
  return undefined;
}
