/** What is written for a user who is not there, or no longer, is refused by the database. */

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a statement was refused because its user does not exist (migration 0010 names the constraints so). */
export function isUnknownUser(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return (
    code === FOREIGN_KEY_VIOLATION && typeof constraint === 'string' && constraint.endsWith('_user_known')
  );
}
