/** `ctx recalc --check`: compares stored figures with figures recomputed from facts and corrections. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckFiguresResponse } from '@ctx/proto/gen/ctx/v1/recalc';
import type { Connection } from './connect.ts';
import { CommandRejection, startBar } from './output.ts';
import { listUsers } from './user.ts';

/** A check waits for the one before it, then runs with the limits of a large run. */
const CHECK_TIMEOUT_MS = 3_600_000;
/** A check that is skipped because a run is in progress is tried this often. */
const TRIES_MAX = 10;
const TRY_AGAIN_MS = 500;

/**
 * Compares the figures of one user, or of all users. Returns the number of users checked and equal.
 * @throws CommandRejection FIGURES_DIFFER with the differences; NOT_CHECKED when none differ but some users could not be checked
 */
export async function checkFigures(connection: Connection, userId: number | undefined): Promise<object> {
  const userIds = userId === undefined ? (await listUsers(connection)).map((user) => user.userId) : [userId];
  const differing: object[] = [];
  const skipped: string[] = [];
  const bar = startBar('checking', userIds.length);
  for (const each of userIds) {
    const { outcome, tables, reason } = await check(connection, each);
    if (outcome === 'DIFFERS') differing.push({ userId: each, tables });
    else if (outcome !== 'EQUAL') skipped.push(`user ${String(each)}: ${reason ?? outcome}`);
    bar?.increment();
  }
  bar?.stop();
  const users = String(userIds.length);
  if (differing.length > 0)
    throw new CommandRejection(
      'FIGURES_DIFFER',
      `the stored figures of ${String(differing.length)} of ${users} users differ from recomputed figures; keep this output before you rebuild them`,
      undefined,
      differing,
    );
  if (skipped.length > 0)
    throw new CommandRejection(
      'NOT_CHECKED',
      `${String(skipped.length)} of ${users} users could not be checked: ${skipped.join('; ')}`,
    );
  return { users: userIds.length, equal: userIds.length };
}

async function check(connection: Connection, userId: number): Promise<CheckFiguresResponse> {
  const method = connection.recalc.checkFigures.bind(connection.recalc);
  for (let tries = 1; ; tries += 1) {
    const response = await connection.call(method, {}, userId, CHECK_TIMEOUT_MS);
    if (response.outcome !== 'SKIPPED' || tries === TRIES_MAX) return response;
    await sleep(TRY_AGAIN_MS);
  }
}
