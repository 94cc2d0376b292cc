/** Runs of a user by the operator's word: how the last one ended, and that a short one says what a full one says. */
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

/** Of what went into a run and of what came out. */
export interface Fingerprints {
  readonly inputs: string | undefined;
  readonly outputs: string | undefined;
}

/** The status of a user and the last run. */
export async function shownRun(stack: TestStack, userId: string, ...options: string[]): Promise<ShownRun> {
  return (await stack.ctx(['recalc', '--user', userId, ...options])) as unknown as ShownRun;
}

/** Waits until every recalculation request is served; asks the operator's side, which counts no request of a token. */
export async function untilIdle(stack: TestStack, { userId }: { readonly userId: string }): Promise<void> {
  await waitFor(async () => (await shownRun(stack, userId)).status === 'IDLE');
}

/** Does `work` while the recalc service stands still: no run starts or ends meanwhile. */
export async function whileNoRunEnds<Result>(stack: TestStack, work: () => Promise<Result>): Promise<Result> {
  const { pid } = stack.ready().services.recalc;
  process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** The last run beside one from nothing: equal where the last one left out nothing that it could reach. */
export async function runBesideFull(
  stack: TestStack,
  userId: string,
): Promise<{ last: Fingerprints; full: Fingerprints }> {
  const last = fingerprints(await shownRun(stack, userId));
  // It writes the rows that differ: a rebuild (`ctx recalc --full`) would write them all.
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

/** Who may change rows behind the services' back. */
interface Database {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/**
 * After rows of a user were changed behind the services' back: gateways answer as before until something else of the user is
 * new, and now it is. Of all users where none is named.
 */
export async function tellGateways(database: Database, userId: string | null = null): Promise<void> {
  await database.query(
    'UPDATE corrections.recalc_state SET years_changed = years_changed + 1 WHERE user_id = coalesce($1, user_id)',
    [userId],
  );
}
