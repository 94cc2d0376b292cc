/** Which users an operator looks after: their run is parked, their figures differ, or their facts are old. */
import { GrpcRejection } from '@ctx/platform/grpc-server';
import type { Pool } from '@ctx/platform/postgres';
import type { FindUsersRequest, FoundUser } from '@ctx/proto/gen/ctx/v1/recalc';
import { status } from '@grpc/grpc-js';

const ROWS_MAX = 10_000;

/** One statement for each reason; each reads an index, up to its limit. */
const STATEMENTS: Readonly<Record<string, string>> = {
  PARKED: 'SELECT user_id AS "userId", since, error FROM corrections.parked_users($1)',
  DIFFERS: 'SELECT user_id AS "userId", since, row_count AS rows FROM corrections.differing_users($1)',
  STALE: `SELECT user_id AS "userId", since FROM corrections.stale_users($2 * interval '1 second', $1)`,
};

/** Returns the users for one reason. Throws INVALID_ARGUMENT for an unknown one. */
export async function findUsers(
  pool: Pool,
  { reason, limit, staleSeconds }: FindUsersRequest,
): Promise<readonly FoundUser[]> {
  const statement = STATEMENTS[reason];
  if (statement === undefined)
    throw new GrpcRejection(
      status.INVALID_ARGUMENT,
      `the reason must be one of ${Object.keys(STATEMENTS).join(', ')}`,
    );
  const rowsMax = Math.min(ROWS_MAX, Math.max(1, limit));
  const { rows } = await pool.query<FoundUser>(
    statement,
    reason === 'STALE' ? [rowsMax, staleSeconds] : [rowsMax],
  );
  return rows;
}
