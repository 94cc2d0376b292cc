/** Cleanup of the gateway's expired rows. Migration 0011 defines when each kind expires. */
import type { Cleanup } from '@ctx/platform/cleanup';
import type { Pool } from '@ctx/platform/postgres';

/** Counters per minute or per day. */
const COUNTS = ['request_counts', 'failure_counts', 'sign_in_failures'] as const;
const SIGN_INS = ['sessions', 'oauth_rows', 'connections', 'clients'] as const;

/** Returns the cleanups of the gateway. `auditDays` is the retention of the access log in days; 0 keeps it forever. */
export function identityCleanups(pool: Pool, auditDays: number): Cleanup[] {
  const of = (kind: string, olderThanDays: number | null): Cleanup => ({
    kind,
    clear: async (rowsMax) => {
      const { rows } = await pool.query<{ cleared: number }>({
        name: 'clear-old',
        text: `SELECT identity.clear_old($1, $2, $3 * interval '1 day') AS cleared`,
        values: [kind, rowsMax, olderThanDays],
      });
      return rows[0]?.cleared ?? 0;
    },
  });
  const ofFunction = (kind: string, text: string): Cleanup => ({
    kind,
    clear: async (rowsMax) => {
      const { rows } = await pool.query<{ cleared: number }>({
        name: `clear-${kind}`,
        text,
        values: [rowsMax],
      });
      return rows[0]?.cleared ?? 0;
    },
  });
  return [
    ...[...COUNTS, ...SIGN_INS].map((kind) => of(kind, null)),
    ofFunction('passkey_steps', 'SELECT identity.clear_passkey_steps($1) AS cleared'),
    ofFunction('uploads', 'SELECT identity.clear_uploads($1) AS cleared'),
    ...(auditDays === 0 ? [] : [of('access_log', auditDays)]),
  ];
}
