/** The database schema that a service needs before it is ready (docs/adr/0016-ready-on-a-known-schema.md). */
import { type Pool, ServerInRecovery } from './postgres.ts';
import { UNRELEASED_ADVICE, UNRELEASED_MIGRATION } from './unreleased-schema.ts';

/** The newest migration of this release; a test compares it with deploy/migrations. */
export const SCHEMA_NEEDED = '0036_missing_prices_on_citus';

/** The reason why a service is not ready; its message may be shown. */
export class NotReady extends Error {}

/** No such table, no such schema, or no permission: the migration that lets services read this table has not run. */
const TABLE_UNREADABLE = ['42P01', '3F000', '42501'];

/**
 * Throws NotReady with the reason when the database does not answer, when it is a standby, or when the schema is older than this
 * release. A newer schema is accepted, because later migrations keep earlier releases working.
 */
export async function requireSchema(pool: Pool, needed = SCHEMA_NEEDED): Promise<void> {
  if (await hasRun(pool, needed)) return;
  if (await hasRun(pool, UNRELEASED_MIGRATION)) throw new NotReady(UNRELEASED_ADVICE);
  throw new NotReady(
    `the schema is older than this version needs: the migration ${needed} has not run; run the migrations of this version`,
  );
}

async function hasRun(pool: Pool, name: string): Promise<boolean> {
  try {
    const { rowCount } = await pool.query('SELECT FROM migrations.migrations WHERE name = $1', [name]);
    return rowCount !== 0;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (TABLE_UNREADABLE.includes(code)) return false;
    if (error instanceof ServerInRecovery) throw new NotReady(error.message);
    throw new NotReady('the database does not answer', { cause: error });
  }
}
