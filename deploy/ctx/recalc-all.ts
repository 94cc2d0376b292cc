/** `ctx recalc --all`: the same work for every user, some at a time, which a later command may continue. */
import type { Connection } from './connect.ts';
import { Journal } from './journal.ts';
import { PARALLEL_OF_RUNS, workOnAll } from './parallel.ts';
import { listUsers } from './user.ts';

/** How the work for all users is done. */
export interface AllUsersOptions {
  readonly parallel?: number;
  /** The journal of the users that are done. */
  readonly resume?: string;
}

/** What became of the work for one user. */
export interface UserOutcome {
  readonly userId: number;
  /** Such as `EQUAL`. */
  readonly outcome: string;
}

interface UserWork<Outcome extends UserOutcome> {
  /** What the progress bar calls it. */
  readonly activity: string;
  /** The work for one user. It need not be done again if its outcome is one of `done`. */
  readonly work: (userId: number) => Promise<Outcome>;
  readonly done: readonly string[];
}

/**
 * Does the work for all users, without those that the journal has as done, and returns the outcomes of all. When everybody is done, the journal
 * is removed. When the work for one user fails, the journal stays, and the error is thrown.
 */
export async function outcomesOfAll<Outcome extends UserOutcome>(
  connection: Connection,
  { parallel = PARALLEL_OF_RUNS, resume }: AllUsersOptions,
  { activity, work, done }: UserWork<Outcome>,
): Promise<readonly Outcome[]> {
  const isOutcome = (value: object): value is Outcome & { readonly activity: string } => {
    const entry = value as Partial<Record<string, unknown>>;
    return typeof entry['userId'] === 'number' && entry['activity'] === activity;
  };
  const journal = resume === undefined ? null : Journal.open(resume, isOutcome);
  const outcomes = new Map<number, Outcome>(journal?.entries.map((entry) => [entry.userId, entry]));
  const users = await listUsers(connection);
  await workOnAll({
    activity,
    items: users.filter(({ userId }) => !outcomes.has(userId)),
    parallel,
    keyOf: ({ userId }) => userId,
    work: async ({ userId }) => {
      const outcome = await work(userId);
      outcomes.set(userId, outcome);
      if (done.includes(outcome.outcome)) journal?.add({ ...outcome, activity });
    },
  });
  const all = users.flatMap(({ userId }) => outcomes.get(userId) ?? []);
  if (all.every(({ outcome }) => done.includes(outcome))) await journal?.end();
  return all;
}
