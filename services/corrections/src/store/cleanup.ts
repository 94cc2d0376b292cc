/**
 * Cleanup of expired rows of corrections. Migration 0011 defines when each kind expires. The relay deletes rows of the
 * outbox.
 */
import type { Cleanup } from '@ctx/platform/cleanup';
import type { Pool } from '@ctx/platform/postgres';

/** How long an event that no attempt delivered can be replayed. */
const DEAD_KEPT = '30 days';

/**
 * Returns the cleanup of dead deliveries, of expired subscriptions, of expired idempotent responses, of audit entries older than `auditDays` (0: keep all) and of
 * operators' calls older than `operatorLogDays`.
 */
export function correctionsCleanups(pool: Pool, auditDays: number, operatorLogDays: number): Cleanup[] {
  const of = (kind: string, olderThanDays: number | null): Cleanup => ({
    kind,
    clear: async (rowsMax) => {
      const { rows } = await pool.query<{ cleared: number }>({
        name: 'clear-old',
        text: `SELECT corrections.clear_old($1, $2, $3 * interval '1 day') AS cleared`,
        values: [kind, rowsMax, olderThanDays],
      });
      return rows[0]?.cleared ?? 0;
    },
  });
  const subscriptions: Cleanup = {
    kind: 'expired_subscriptions',
    clear: async (rowsMax) => {
      const { rows } = await pool.query<{ cleared: number }>({
        name: 'clear-subscriptions',
        text: 'SELECT corrections.clear_subscriptions($1) AS cleared',
        values: [rowsMax],
      });
      return rows[0]?.cleared ?? 0;
    },
  };
  const dead: Cleanup = {
    kind: 'dead_deliveries',
    clear: async (rowsMax) => {
      const { rows } = await pool.query<{ cleared: number }>({
        name: 'clear-deliveries',
        text: 'SELECT corrections.clear_deliveries($1, $2) AS cleared',
        values: [rowsMax, DEAD_KEPT],
      });
      return rows[0]?.cleared ?? 0;
    },
  };
  return [
    dead,
    subscriptions,
    { ...of('answers', null), kind: 'idempotent_responses' },
    {
      kind: 'operator_log',
      clear: async (rowsMax) => {
        const { rows } = await pool.query<{ cleared: number }>({
          name: 'clear-operator-log',
          text: `SELECT app.clear_operator_log($1, $2 * interval '1 day') AS cleared`,
          values: [rowsMax, operatorLogDays],
        });
        return rows[0]?.cleared ?? 0;
      },
    },
    ...(auditDays === 0 ? [] : [of('audit_log', auditDays)]),
  ];
}
