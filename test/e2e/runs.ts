/** Runs of a user, through the operator's commands: how the last one ended, and whether a full run gives the same result. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { connected, type TestStack, waitFor } from './stack.ts';

export interface ShownRun {
  readonly status: string;
  readonly run: {
    readonly events: number;
    readonly inputFingerprint: string;
    readonly outputFingerprint: string;
    readonly parked: string | null;
  } | null;
}

/** Fingerprints of the inputs and the outputs of a run. */
export interface Fingerprints {
  readonly inputs: string | undefined;
  readonly outputs: string | undefined;
}

/** Returns the status of a user and the user's last run. */
export async function shownRun(stack: TestStack, userId: string, ...options: string[]): Promise<ShownRun> {
  return (await stack.ctx(['recalc', '--user', userId, ...options])) as unknown as ShownRun;
}

/** Waits until every recalculation request of a user is served. Uses ctx, because its requests do not count against a token. */
export async function untilIdle(stack: TestStack, { userId }: { readonly userId: string }): Promise<void> {
  await waitFor(async () => (await shownRun(stack, userId)).status === 'IDLE');
}

/** How a run was computed: the fields of its log line. */
export interface LoggedRun {
  readonly kind: string;
  readonly rowsChanged: number;
  /** How many events were computed, and from when on if not from the first. */
  readonly computed: number;
  readonly since?: string;
}

/** Returns the completed runs of a user from the log of recalc. Waits for the line of the last, which comes after its figures. */
export async function loggedRuns(stack: TestStack, userId: string): Promise<readonly LoggedRun[]> {
  const owner = new pg.Client({ connectionString: stack.ready().postgres.url });
  await owner.connect();
  // Each run that is stored raises the version of the figures by one.
  const { rows } = await owner.query<{ version: number }>(
    'SELECT version FROM figures.versions WHERE user_id = $1',
    [userId],
  );
  await owner.end();
  const lines = (): string[] =>
    readFileSync(stack.logFile('recalc'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('run completed') && line.includes(`"userId":${userId},`));
  await waitFor(() => lines().length >= (rows[0]?.version ?? 0));
  return lines().map((line) => JSON.parse(line) as LoggedRun);
}

/** Does `work` while the recalc service is suspended, so that no run starts or ends. */
export async function whileNoRunEnds<Result>(stack: TestStack, work: () => Promise<Result>): Promise<Result> {
  const { pid } = stack.ready().services.recalc;
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Returns the fingerprints of the last run and of a new full run. They are equal unless the last run missed a change. */
export async function runBesideFull(
  stack: TestStack,
  userId: string,
): Promise<{ last: Fingerprints; full: Fingerprints }> {
  const last = fingerprints(await shownRun(stack, userId));
  // This full run writes only the rows that differ; a rebuild (`ctx recalc --full`) would write them all.
  await connected(stack, (connection) =>
    connection.call(
      connection.recalc.requestFullRun.bind(connection.recalc),
      { rewrite: false },
      Number(userId),
    ),
  );
  return { last, full: fingerprints(await shownRun(stack, userId, '--wait')) };
}

function fingerprints({ run }: ShownRun): Fingerprints {
  return { inputs: run?.inputFingerprint, outputs: run?.outputFingerprint };
}

/** A connection that may change rows directly in the database. */
interface Database {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/**
 * Raises the version of a user, or of all users if none is given. Gateways use cached responses until the version changes, so
 * a test that changes rows directly in the database calls this afterwards.
 */
export async function tellGateways(database: Database, userId: string | null = null): Promise<void> {
  await database.query(
    'UPDATE corrections.recalc_state SET years_changed = years_changed + 1 WHERE user_id = coalesce($1, user_id)',
    [userId],
  );
}
