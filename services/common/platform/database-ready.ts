/** What a service needs of its database before it is ready: a known schema, and time limits on every connection. */
import { type NamedPool, ServerInRecovery, type Timeouts } from './postgres.ts';
import { NotReady, requireSchema } from './schema.ts';

/** Pools whose time limits PostgreSQL has. They are not checked again: a probe must not wait for a connection of a busy pool. */
const checked = new WeakSet<NamedPool>();

const MS_OF_SETTINGS = `SELECT name, round(extract(epoch FROM current_setting(name)::interval) * 1000)::integer AS ms
  FROM unnest($1::text[]) AS name`;
const SEE = 'run deploy/pgbouncer.sql and see docs/operations/databases.md, "PgBouncer"';

/** Throws NotReady with the reason unless the first pool finds the schema of this release and every pool has time limits. */
export async function requireDatabase(first: NamedPool, ...others: readonly NamedPool[]): Promise<void> {
  await requireSchema(first);
  const unchecked = [first, ...others].filter((pool) => !checked.has(pool));
  await Promise.all(
    unchecked.map(async (pool) => {
      await requireTimeouts(pool);
      checked.add(pool);
    }),
  );
}

/**
 * Throws NotReady when PostgreSQL has no time limits for a pool, or a shorter one than its statements may take. The pool sends them when
 * it connects, but a connection pooler in transaction mode drops them.
 */
async function requireTimeouts(pool: NamedPool): Promise<void> {
  const inForce = await readTimeouts(pool);
  const missing = [...inForce].filter(([, ms]) => ms === 0).map(([name]) => name);
  if (missing.length > 0)
    throw new NotReady(
      `PostgreSQL has no ${missing.join(', ')} for the pool "${pool.poolName}", as behind a connection pooler; ${SEE}`,
    );
  const neededMs = Number(pool.options.statement_timeout);
  const foundMs = inForce.get('statement_timeout') ?? 0;
  if (foundMs < neededMs)
    throw new NotReady(
      `statements of the pool "${pool.poolName}" may take ${String(neededMs)} ms, but statement_timeout is ${String(foundMs)} ms; set DATABASE_LONG_URL, ${SEE}`,
    );
}

async function readTimeouts(pool: NamedPool): Promise<Map<string, number>> {
  const names: readonly (keyof Timeouts)[] = [
    'statement_timeout',
    'lock_timeout',
    'idle_in_transaction_session_timeout',
  ];
  try {
    const { rows } = await pool.query<{ name: string; ms: number }>(MS_OF_SETTINGS, [names]);
    return new Map(rows.map(({ name, ms }) => [name, ms]));
  } catch (error) {
    if (error instanceof ServerInRecovery) throw new NotReady(error.message);
    throw new NotReady(`the database does not answer the pool "${pool.poolName}"`, { cause: error });
  }
}
