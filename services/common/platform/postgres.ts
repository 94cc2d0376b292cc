/** PostgreSQL: connection pools with limits, and transactions of one user. */
import pg from 'pg';
import { clientWithResponseTimeout } from './response-timeout.ts';
import { secondsSince } from './metrics.ts';
import { queryAsOne, type Statement } from './single-sync.ts';
import { oneFlight } from './one-flight.ts';
import { MEASURED, measurePool, PLATFORM_METRICS } from './platform-metrics.ts';
import { traceStatements } from './trace-statements.ts';
import { isTracing, traceparentOf } from './tracing.ts';

export type Pool = pg.Pool;
export type Client = pg.PoolClient;
export type ResultRow = pg.QueryResultRow;

const TEXT_ARRAY = 1009;
const parseTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => unknown;

// Decimals stay text so that no digit is lost; counters (bigint) become numbers. Timestamps become RFC 3339 in UTC with all their
// digits: a Date would lose the microseconds, and formatting in SQL is slower. Most lists are empty and need no parser.
const PARSERS = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1082, (text) => text],
  [1184, rfc3339],
  [TEXT_ARRAY, (text) => (text === '{}' ? [] : parseTexts(text))],
]);

function rfc3339(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}

const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => PARSERS.get(oid) ?? (pg.types.getTypeParser(oid, format) as never),
};

export interface PoolSettings {
  /** The address, or what returns it for each new connection: its password may change. */
  readonly url: string | (() => string);
  /** Name of the pool in metrics and error messages. */
  readonly name?: string;
  readonly connectionsMax: number;
  /** Maximum age of a connection, milliseconds, so that none stays with a server that a failover has demoted. Default: unlimited. */
  readonly connectionAgeMsMax?: number | undefined;
  /** Time limit of one statement, milliseconds (default 5000); imports and saves of runs have 10 minutes (reliability.md, "Settings"). */
  readonly statementTimeoutMs?: number;
  /** False: commits do not wait for the disk. For counters of requests, which may be lost in a crash. */
  readonly synchronousCommit?: boolean;
  /** Send statements without waiting for the previous answer (default). Must be off where COPY is used. */
  readonly pipeline?: boolean;
  /** Time limit for getting a connection, milliseconds (default 3000). */
  readonly connectMsMax?: number;
  /** True: the server may be a standby, whose rows the caller compares with a version. */
  readonly mayBeStandby?: boolean;
  readonly onError: (error: Error) => void;
}

/** Time limits of a connection in PostgreSQL, milliseconds, by the name of their setting. */
export type Timeouts = Readonly<
  Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout', number>
>;

/** Returns the time limits of the connections of a pool. deploy/pgbouncer.sql sets the same ones, because PgBouncer drops these. */
export function timeoutsOf(statementTimeoutMs = 5000): Timeouts {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.min(statementTimeoutMs, isLong(statementTimeoutMs) ? 60_000 : 2000),
    idle_in_transaction_session_timeout: isLong(statementTimeoutMs) ? 600_000 : 10_000,
  };
}

function isLong(statementTimeoutMs: number): boolean {
  return statementTimeoutMs > 5000;
}

/**
 * Time limit of the answer to a COMMIT, milliseconds; PostgreSQL has none. After a failover, a commit on the old primary waits endlessly for the
 * standby that was promoted, and the user's next corrections wait for it. Before, with the 6 s of other statements, the first correction after
 * a promotion was acknowledged after 6.2 s. A client that repeats its request learns whether the commit took place.
 */
const COMMIT_MS_MAX = 3000;
/** The same after imports and runs, because their standby may have much left to receive. */
const LONG_COMMIT_MS_MAX = 10_000;

/**
 * Creates a connection pool. Getting a connection takes at most 3 s by default. If PostgreSQL itself does not answer, a statement fails 1 s
 * after its time limit, and a COMMIT after 3 s, or 10 s where the time limit of statements is long.
 */
export function createPool(settings: PoolSettings): NamedPool {
  const timeouts = timeoutsOf(settings.statementTimeoutMs);
  const pool = new ObservedPool(settings.name ?? 'main', {
    max: settings.connectionsMax,
    connectionTimeoutMillis: settings.connectMsMax ?? 3000,
    idleTimeoutMillis: 60_000,
    ...timeouts,
    // PgBouncer rejects a trailing space.
    options: `-c TimeZone=UTC -c DateStyle=ISO${settings.synchronousCommit === false ? ' -c synchronous_commit=off' : ''}`,
    types: TYPES,
    pipeline: settings.pipeline ?? true,
    ...(settings.mayBeStandby === true ? {} : { verify: requirePrimary }),
    Client: clientWithResponseTimeout(
      timeouts.statement_timeout + 1000,
      isLong(timeouts.statement_timeout) ? LONG_COMMIT_MS_MAX : COMMIT_MS_MAX,
    ),
  });
  const { url } = settings;
  const get = typeof url === 'string' ? () => url : url;
  // pg copies the options once for each connection.
  Object.defineProperty(pool.options, 'connectionString', { enumerable: true, get });
  if (settings.connectionAgeMsMax !== undefined) limitConnectionAge(pool, settings.connectionAgeMsMax);
  pool.on('error', (error) => {
    PLATFORM_METRICS.poolErrors.inc({ pool: pool.poolName, kind: 'idle' });
    settings.onError(error);
  });
  // The pool handles errors of idle clients only. Without this listener, a connection that is lost while in use would end the process;
  // its statements are rejected, which is enough.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (isTracing()) traceStatements(client);
  });
  return pool;
}

export interface NamedPool extends Pool {
  readonly poolName: string;
}

const READ_ONLY_TRANSACTION = '25006';

/** The server is a standby: it rejects writes, and its rows may be older than what was already answered. */
export class ServerInRecovery extends Error {
  readonly code = READ_ONLY_TRANSACTION;
  constructor() {
    super('the database server is a standby (in recovery); connect the service to the primary');
  }
}

/** Rejects a new connection to a standby: a page that is read from one without its version could be cached as current. */
function requirePrimary(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ in_recovery: boolean }>('SELECT pg_is_in_recovery() AS in_recovery').then(
    ({ rows }) => {
      done(rows[0]?.in_recovery === true ? new ServerInRecovery() : undefined);
    },
    (error: unknown) => {
      done(error as Error);
    },
  );
}

/** Connections that were opened together expire at different times: after 80 to 100 % of the maximum age. */
function limitConnectionAge(pool: Pool, msMax: number): void {
  // pg-pool reads the option once for each connection.
  Object.defineProperty(pool.options, 'maxLifetimeSeconds', {
    get: () => (msMax / 1000) * (0.8 + 0.2 * Math.random()),
  });
}

/** All connections of a pool stayed in use for as long as a caller waits for one. PostgreSQL itself may be well. */
export class PoolExhaustion extends Error {
  constructor(pool: string, connectionsMax: number) {
    super(`all ${String(connectionsMax)} database connections of the pool ${pool} are in use`);
  }
}

/** The message of pg-pool where a caller waited for a connection that others use. */
const WAITED_IN_VAIN = 'timeout exceeded when trying to connect';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that measures how long callers wait for a connection, and how many connections there are. */
class ObservedPool extends pg.Pool {
  readonly poolName: string;
  readonly connectionsMax: number;
  #established = 0;

  constructor(name: string, options: pg.PoolConfig & { readonly max: number }) {
    super(options);
    this.poolName = name;
    this.connectionsMax = options.max;
    this.on('connect', () => (this.#established += 1));
    this.on('remove', () => (this.#established -= 1));
    measurePool(this);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const startedAt = performance.now();
    if (callback === undefined)
      return super.connect().then(
        (client) => {
          this.#measure(startedAt);
          return client;
        },
        (error: unknown) => {
          throw this.#fail(error);
        },
      );
    super.connect((error, client, done) => {
      if (error === undefined) this.#measure(startedAt);
      callback(error === undefined ? undefined : this.#fail(error), client, done);
    });
  }

  override async end(): Promise<void> {
    MEASURED.pools.delete(this);
    await super.end();
  }

  #measure(startedAt: number): void {
    PLATFORM_METRICS.poolAcquireSeconds.observe({ pool: this.poolName }, secondsSince(startedAt));
  }

  /** Counts an error, and returns it, or a PoolExhaustion in its place. pg-pool gives its timeout error a message but no code. */
  #fail(error: unknown): Error {
    const isTimeout = error instanceof Error && /timeout/i.test(error.message);
    PLATFORM_METRICS.poolErrors.inc({ pool: this.poolName, kind: isTimeout ? 'timeout' : 'connect' });
    // Where connections are still being opened, it is PostgreSQL that does not answer.
    return isTimeout && error.message === WAITED_IN_VAIN && this.#established >= this.connectionsMax
      ? new PoolExhaustion(this.poolName, this.connectionsMax)
      : (error as Error);
  }
}

/**
 * Runs `statements` in one read-only transaction of `userId` and returns the rows of each, which row security limits to that user.
 * BEGIN, the user, the statements and COMMIT are one exchange with PostgreSQL.
 */
export async function readAsUser<Rows extends readonly pg.QueryResultRow[]>(
  pool: Pool,
  userId: number,
  ...statements: { readonly [Index in keyof Rows]: Statement }
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  return withConnection(pool, async (client) => {
    const all = [BEGIN_READ, setUser(userId), ...statements, COMMIT];
    return (await queryAsOne(client, all, nameOf(statements))).slice(2, -1) as never;
  });
}

/**
 * As `readAsUser`, and then one more statement, which `next` makes from the rows of the others: one transaction in two exchanges. Returns
 * the rows of `statements`, and those of the last one.
 */
export async function readAsUserThen<
  Rows extends readonly pg.QueryResultRow[],
  Row extends pg.QueryResultRow,
>(
  pool: Pool,
  userId: number,
  statements: { readonly [Index in keyof Rows]: Statement },
  next: (rows: { [Index in keyof Rows]: Rows[Index][] }) => Statement,
): Promise<[{ [Index in keyof Rows]: Rows[Index][] }, Row[]]> {
  return withConnection(pool, async (client) => {
    const first = [BEGIN_READ, setUser(userId), ...statements];
    const rows = (await queryAsOne(client, first, nameOf(statements))).slice(2) as never;
    const last = next(rows);
    const [found = []] = await queryAsOne(client, [last, COMMIT], nameOf([last]));
    return [rows, found as Row[]];
  });
}

function nameOf(statements: readonly Statement[]): string {
  return `read-${statements.at(-1)?.name ?? ''}`;
}

async function withConnection<Result>(
  pool: Pool,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    client.release(failed);
  }
}

const BEGIN_READ: Statement = {
  name: 'begin-read',
  text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
};
const COMMIT: Statement = { name: 'commit', text: 'COMMIT' };

/** Runs `work` in a transaction of `userId`, whose rows row security limits to that user. Rolls back when `work` throws. */
export async function writeAsUser<Result>(
  pool: Pool,
  userId: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, 'BEGIN', async (client) => {
    const traceparent = traceparentOf();
    const statements = [setUser(userId), ...(traceparent === null ? [] : [setTrace(traceparent)])];
    await oneFlight(...statements.map((statement) => client.query(statement)));
    return work(client);
  });
}

/**
 * Takes the user lock until the transaction ends. It serialises the imports, freezes, plan changes and corrections of one user.
 * Waits as long as the pool's lock timeout allows.
 */
export async function lockUser(client: Client, userId: number): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [userId]);
}

/** Runs `work` in a read-only transaction of `userId`, in which all statements see the same snapshot. */
export async function snapshotAsUser<Result>(
  pool: Pool,
  userId: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (client) => {
    await client.query(setUser(userId));
    return work(client);
  });
}

/** Runs `work` in a transaction without a user: row security hides all rows of users. `begin` is its BEGIN statement. */
export async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A failover made this server read-only. Closes the connection, so that the next one reaches the primary.
    if ((error as { code?: unknown }).code === READ_ONLY_TRANSACTION) broken = error as Error;
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      broken = rollbackError as Error;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Returns the statement that makes a transaction one of `userId`. LOCAL: a session-level setting would leak to the connection's next user.
 * SET and not set_config(): Citus sends it on to the servers that have the user's rows. SET takes no parameters.
 */
export function setUser(userId: number): Statement {
  if (!Number.isSafeInteger(userId)) throw new TypeError('the id of a user is a whole number');
  return { text: `SET LOCAL app.user_id = '${String(userId)}'` };
}

// The outbox stores the trace of the change that requested a run.
function setTrace(traceparent: string): Statement {
  return { name: 'set-trace', text: "SELECT set_config('app.traceparent', $1, true)", values: [traceparent] };
}

// Class 53 has disk_full; 58030 is io_error. The victim of a deadlock (40P01) is rolled back and succeeds when it is repeated.
const UNAVAILABLE_SQLSTATES = new RegExp(
  `^(08|53|57P|57014|55P03|40P01|25P0[34]|58030|${READ_ONLY_TRANSACTION})`,
);
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The message of Citus in a backend whose server was killed; its code is that of an internal error. */
const SERVER_KILLED = 'postmaster was shut down, exiting';

/** Whether an error means that the database cannot be reached or is too busy, rather than that the statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof PoolExhaustion) return true;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string')
    return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_SQLSTATES.test(code) || error.message === SERVER_KILLED;
  return /connection|timeout|terminated/i.test(error.message);
}

// 57P01 and 57P02: the server ended the connection. 40P01: the victim of a deadlock.
const REPEATED_SQLSTATES = new RegExp(`^(08|57P0[12]|40P01|${READ_ONLY_TRANSACTION})`);
const LOST_CONNECTION_CODES: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/**
 * Whether work that failed because the database was unavailable may succeed at once on another connection: its own was lost, or it was the
 * victim of a deadlock. A server that is down, full, or out of sessions fails the next attempt too, and each attempt adds to its load.
 */
export function mayRepeatAtOnce(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof PoolExhaustion) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return LOST_CONNECTION_CODES.includes(code) || REPEATED_SQLSTATES.test(code);
  return /connection|terminated/i.test(error.message) && !/timeout/i.test(error.message);
}

// 57P01: ended by the administrator, as in a restart or failover. 57P03: the server is starting or stopping.
const FAULTS_OF_SERVER: readonly unknown[] = ['53100', '57P01', '57P03', '58030', READ_ONLY_TRANSACTION];

/**
 * Whether an error says nothing about the work that met it: a full disk, an I/O error, a server that is read-only after a failover, or one
 * that ended the connection. A crash (57P02) is none of these: the work itself may have caused it.
 */
export function isFaultOfServer(error: unknown): boolean {
  return error instanceof Error && FAULTS_OF_SERVER.includes((error as { code?: unknown }).code);
}
