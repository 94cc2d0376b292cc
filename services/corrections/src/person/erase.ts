/** Erasing a person: all or nothing (migration 0010 says what is waited for, and why nothing comes back). */
import { type Pool, writeAsUser } from '@ctx/common/platform/postgres';
import type { ErasedRows } from '@ctx/proto/gen/ctx/v1/person';

/** An import, a run or a correction of the user took too long to wait for; nothing was erased. */
export class UserBusy extends Error {}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Erases all that is kept of a user, in one transaction; answers how many rows went from where, none where there is no such
 * user. Rejects with UserBusy.
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
      'an import, a run or another change of this user is under way; nothing was erased, try again when it is done',
    );
  }
}
