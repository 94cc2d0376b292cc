/**
 * PostgreSQL has no statistics of the rows of a running transaction, nor of those of an import of the last minute: it takes them for a handful, and
 * a nested loop over the rows of a large file would take hours. A nested loop without an equality is still possible: let no statement need one.
 */
import type { Client } from '@ctx/platform/postgres';

/** Plans the statements of the transaction without nested loops from here on. */
export async function avoidNestedLoops(client: Client): Promise<void> {
  await client.query('SET LOCAL enable_nestloop = off');
}

/** Lets statements have nested loops again: right for those that read a few rows by their keys. */
export async function allowNestedLoops(client: Client): Promise<void> {
  await client.query('SET LOCAL enable_nestloop = on');
}
