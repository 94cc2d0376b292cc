/** A stack whose read service has a streaming replica: a second PostgreSQL on a copy of the primary's data folder. */
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../../deploy/stack/ports.ts';
import { type RunningPostgres, startPostgres } from '../../../deploy/stack/postgres.ts';
import { stackSecrets } from '../../../deploy/stack/secrets.ts';
import { childrenOf, signalIfThere } from '../nemesis.ts';
import { newDataDir, startedDataDir, startTestStack, type TestStack, waitFor } from '../../e2e/stack.ts';

/** A stack and its replica. */
export class ReplicaStack {
  readonly stack: TestStack;
  readonly #dataDir: string;
  readonly #port: number;
  #server: RunningPostgres | null = null;

  private constructor(stack: TestStack, dataDir: string, port: number) {
    this.stack = stack;
    this.#dataDir = dataDir;
    this.#port = port;
  }

  /**
   * Starts the stack and its replica. The folder is copied while the primary is stopped, so that the copy is consistent without a
   * program for base backups.
   */
  static async start(): Promise<ReplicaStack> {
    const primaryDir = await startedDataDir();
    if (!existsSync(join(primaryDir, 'postgres/PG_VERSION')))
      await (await startTestStack(['--empty'], primaryDir)).interrupt();
    const dataDir = newDataDir();
    await promisify(execFile)('cp', ['-a', join(primaryDir, 'postgres'), dataDir]);
    // The primary keeps what a stopped replica still needs.
    appendFileSync(join(primaryDir, 'postgres/postgresql.auto.conf'), "wal_keep_size = '1GB'\n");
    const port = await freePort();
    const { roles } = stackSecrets(primaryDir);
    const url = `postgres://ctx_read:${roles.read}@127.0.0.1:${String(port)}/ctx`;
    const stack = await startTestStack(['--empty'], primaryDir, undefined, { READ_DATABASE_URL: url });
    const replica = new ReplicaStack(stack, dataDir, port);
    const { hostname, port: primaryPort, username, password } = new URL(stack.ready().postgres.url);
    const primary = `host=${hostname} port=${primaryPort} user=${username} password=${password}`;
    const settings = { primary_conninfo: primary, wal_retrieve_retry_interval: '100ms' };
    for (const [name, value] of Object.entries(settings))
      appendFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), `${name} = '${value}'\n`);
    writeFileSync(join(dataDir, 'postgres/standby.signal'), '');
    await replica.startServer();
    return replica;
  }

  /** Starts the replica's server and waits until it answers. */
  async startServer(): Promise<void> {
    const { databaseOwner } = stackSecrets(this.stack.dataDir);
    const logFile = join(this.#dataDir, 'replica.log');
    this.#server = await startPostgres(this.#dataDir, databaseOwner, logFile, this.#port);
  }

  async stopServer(): Promise<void> {
    await this.#server?.stop();
    this.#server = null;
  }

  /** Suspends the replica's processes: its connections stay open and nothing answers. */
  freeze(): Promise<void> {
    return this.#signal('SIGSTOP');
  }

  thaw(): Promise<void> {
    return this.#signal('SIGCONT');
  }

  async #signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const pid = this.#server?.pid ?? 0;
    signalIfThere(pid, signal);
    for (const each of await childrenOf(pid)) signalIfThere(each, signal);
  }

  /** Changes settings of the replica without a restart. */
  async set(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.onReplica(async (client) => {
      for (const [name, value] of Object.entries(settings))
        await untilNoConflict(client, `ALTER SYSTEM SET ${name} = '${value}'`);
      await untilNoConflict(client, 'SELECT pg_reload_conf()');
      // The server reads the file again after it has answered.
      for (const [name, value] of Object.entries(settings))
        await waitFor(async () => {
          const text = 'SELECT current_setting($1)::interval = $2::interval AS done';
          return isDone(await untilNoConflict(client, text, [name, value]));
        });
    });
  }

  /** Ends the delays of a case. */
  replayAtOnce(): Promise<void> {
    return this.set({ recovery_min_apply_delay: '0', max_standby_streaming_delay: '30s' });
  }

  /** Connects to the replica as the owner of the database. */
  onReplica<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    return connectedTo(this.#server?.url ?? '', work);
  }

  /** Connects to the primary as the owner of the database. */
  onPrimary<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    return connectedTo(this.stack.ready().postgres.url, work);
  }

  /** Waits until the replica has replayed all that the primary has written by now. */
  async caughtUp(): Promise<void> {
    const lsn = await this.onPrimary(async (client) => {
      const { rows } = await client.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn()::text AS lsn');
      return rows[0]?.lsn;
    });
    await this.onReplica(async (client) => {
      await waitFor(async () => {
        const text = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done';
        return isDone(await untilNoConflict(client, text, [lsn]));
      });
    });
  }

  async remove(): Promise<void> {
    await this.stopServer();
    rmSync(this.#dataDir, { recursive: true, force: true });
    await this.stack.remove();
  }
}

interface DoneRow {
  readonly done?: boolean;
}
type Answer = pg.QueryResult<DoneRow>;

const SERIALIZATION_FAILURE = '40001';

/** Runs a statement on the replica again as long as it is cancelled in favour of recovery. */
export async function untilNoConflict(
  client: pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<Answer> {
  for (;;) {
    try {
      return await client.query<DoneRow>(text, [...values]);
    } catch (error) {
      if ((error as { code?: string }).code !== SERIALIZATION_FAILURE) throw error;
    }
  }
}

/** Returns the column `done` of the first row. */
export function isDone({ rows: [row] }: Answer): boolean {
  return row?.done === true;
}

async function connectedTo<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
