/** One user's corrections, imports, freezing and plan changes take turns (architecture.md, "The two ways through"). */
import type { Client } from '@ctx/common/platform/postgres';

/** Takes the user's turn until the transaction ends; waits as long as the pool's lock time allows. */
export async function takeTurn(client: Client, userId: number): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [userId]);
}
