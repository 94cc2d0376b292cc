/** Erases a user, all or nothing. Migration 0010 explains which locks it waits for and why no row can return. */
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { ErasedRows } from '@ctx/proto/gen/ctx/v1/person';

/** The wait for an import, a run or a correction of the user was too long. Nothing was erased. */
export class UserBusy extends Error {}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Erases all data of a user in one transaction. Returns the number of deleted rows per table; an empty list if the user does
 * not exist. Rejects with UserBusy.
 */
export async function eraseUser(pool: Pool, userId: number, via: string): Promise<ErasedRows[]> {
  try {
    return await writeAsUser(pool, userId, async (client) => {
      const { rows } = await client.query<ErasedRows>(
        'SELECT table_name AS table, row_count AS rows FROM app.erase_user($1, $2)',
        [userId, via],
      );
      return rows;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new UserBusy(
      'an import, a run or another change of this user is in progress; nothing was erased. Try again when it is done',
    );
  }
}
