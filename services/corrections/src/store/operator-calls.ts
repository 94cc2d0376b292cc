/** Reads the log of the operator's calls, which all services write (platform/operator-log.ts). */
import type { Pool } from '@ctx/platform/postgres';
import type { ListOperatorCallsRequest, OperatorCall } from '@ctx/proto/gen/ctx/v1/corrections';

/** Returns a page of the calls that the filters select, newest first. */
export async function readOperatorCalls(
  pool: Pool,
  { limit, beforeId, userId, key, since = null }: ListOperatorCallsRequest,
): Promise<OperatorCall[]> {
  const values: unknown[] = [limit];
  const conditions = [
    { column: 'call_id <', value: beforeId, isGiven: beforeId !== 0 },
    { column: 'concerned_user =', value: userId, isGiven: userId !== 0 },
    { column: 'key_name =', value: key, isGiven: key !== '' },
    { column: 'at >=', value: since, isGiven: since !== null },
  ].filter(({ isGiven }) => isGiven);
  // Only the given conditions, so that each combination is planned with its own index.
  const where = conditions.map(({ column, value }) => `${column} $${String(values.push(value))}`);
  const { rows } = await pool.query<OperatorCall>(
    `SELECT call_id AS id, at, key_name AS key, key_id AS "keyId", role, via, rpc, concerned_user AS "userId",
        request_id AS "requestId", outcome
      FROM corrections.operator_log ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
      ORDER BY call_id DESC LIMIT $1`,
    values,
  );
  return rows;
}
