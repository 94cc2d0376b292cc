/**
 * `npm run bench:rows`: how much of each PostgreSQL result stays in old memory, compared with a pg pool with `query_timeout`.
 *
 * Rows that reach old memory wait for a full garbage collection, which made the slowest pages slow
 * (docs/adr/0021-no-function-literals-on-properties.md). A collection of young objects runs after each read and never by itself: young memory
 * is larger than all reads together. What is left in old memory is then what outlived its read.
 */
import { getHeapSpaceStatistics } from 'node:v8';
import pg from 'pg';
import { createPool, inTransaction, readAsUser } from '@ctx/platform/postgres';
import { startBarePostgres } from '../e2e/bare-postgres.ts';

const READS = 100;
const WARM_UP_READS = 20;
const STATEMENT = {
  name: 'rows',
  text: "SELECT n, repeat('x', 1000) || n AS text FROM generate_series(1, 200) n",
};

const collect = globalThis.gc;
if (collect === undefined) throw new Error('run this with node --expose-gc');

/** Returns the bytes in old memory. */
function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name.startsWith('old') || name.startsWith('large'))
    .reduce((sum, space) => sum + space.space_used_size, 0);
}

/** Returns the KB that one read leaves in old memory, on average. */
async function keptKb(read: () => Promise<unknown>): Promise<number> {
  const repeat = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await read();
      collect?.({ type: 'minor' });
    }
  };
  await repeat(WARM_UP_READS);
  collect?.({ type: 'major' });
  const before = oldBytes();
  await repeat(READS);
  return (oldBytes() - before) / READS / 1024;
}

const postgres = await startBarePostgres();
const ours = createPool({ url: postgres.url, connectionsMax: 1, onError: () => undefined });
const reference = new pg.Pool({ connectionString: postgres.url, max: 1, query_timeout: 6000 });
try {
  const ways: Record<string, () => Promise<unknown>> = {
    'pg with query_timeout (reference)': () => reference.query(STATEMENT),
    'pool.query': () => ours.query(STATEMENT),
    'a statement in a transaction': () => inTransaction(ours, 'BEGIN', (client) => client.query(STATEMENT)),
    readAsUser: () => readAsUser(ours, 1, STATEMENT),
  };
  const rows: Record<string, { 'KB in old memory per read of 200 KB': number }> = {};
  for (const [name, read] of Object.entries(ways))
    rows[name] = { 'KB in old memory per read of 200 KB': Math.round(await keptKb(read)) };
  console.table(rows);
} finally {
  await Promise.all([ours.end(), reference.end()]);
  await postgres.remove();
}
