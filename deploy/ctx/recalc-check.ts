/** `ctx recalc --check`: compares stored figures with figures recomputed from facts and corrections. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckFiguresResponse, TableDifference } from '@ctx/proto/gen/ctx/v1/recalc';
import type { Connection } from './connect.ts';
import { CommandRejection } from './output.ts';
import { type AllUsersOptions, outcomesOfAll, type UserOutcome } from './recalc-all.ts';

/** A check waits for those before it, then runs with the limits of a large run. */
const CHECK_TIMEOUT_MS = 3_600_000;
/** A check that is skipped because a run is in progress is tried this often. */
const TRIES_MAX = 10;
const TRY_AGAIN_MS = 500;

interface CheckOutcome extends UserOutcome {
  readonly tables: readonly TableDifference[];
  readonly reason: string | null;
}

/**
 * Compares the figures of one user, or of all users. Returns the number of users checked and equal.
 * @throws CommandRejection FIGURES_DIFFER with the differences; NOT_CHECKED when none differ but some users could not be checked
 */
export async function checkFigures(
  connection: Connection,
  userId: number | undefined,
  options: AllUsersOptions = {},
): Promise<object> {
  const outcomes =
    userId === undefined
      ? await outcomesOfAll(connection, options, {
          activity: 'checking',
          work: (each) => check(connection, each),
          done: ['EQUAL', 'DIFFERS'],
        })
      : [await check(connection, userId)];
  const users = String(outcomes.length);
  const differing = outcomes.filter(({ outcome }) => outcome === 'DIFFERS');
  if (differing.length > 0)
    throw new CommandRejection(
      'FIGURES_DIFFER',
      `the stored figures of ${String(differing.length)} of ${users} users differ from recomputed figures; keep this output before you rebuild them`,
      undefined,
      differing.map(({ userId: of, tables }) => ({ userId: of, tables })),
    );
  const skipped = outcomes.filter(({ outcome }) => outcome !== 'EQUAL');
  if (skipped.length > 0) {
    const reasons = skipped.map(
      ({ userId: of, reason, outcome }) => `user ${String(of)}: ${reason ?? outcome}`,
    );
    throw new CommandRejection(
      'NOT_CHECKED',
      `${String(skipped.length)} of ${users} users could not be checked: ${reasons.join('; ')}`,
    );
  }
  return { users: outcomes.length, equal: outcomes.length };
}

async function check(connection: Connection, userId: number): Promise<CheckOutcome> {
  const { outcome, tables, reason = null } = await responseOf(connection, userId);
  return { userId, outcome, tables, reason };
}

async function responseOf(connection: Connection, userId: number): Promise<CheckFiguresResponse> {
  const method = connection.recalc.checkFigures.bind(connection.recalc);
  for (let tries = 1; ; tries += 1) {
    const response = await connection.call(method, {}, userId, CHECK_TIMEOUT_MS);
    if (response.outcome !== 'SKIPPED' || tries === TRIES_MAX) return response;
    await sleep(TRY_AGAIN_MS);
  }
}
