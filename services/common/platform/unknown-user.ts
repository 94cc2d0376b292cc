/** The database rejects rows of a user who does not exist or was deleted. */

const FOREIGN_KEY_VIOLATION = '23503';

/** Returns whether a statement failed because its user does not exist (migration 0010 defines the names of the constraints). */
export function isUnknownUser(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return (
    code === FOREIGN_KEY_VIOLATION && typeof constraint === 'string' && constraint.endsWith('_user_known')
  );
}
