/** The database rejects rows of a user who does not exist or was deleted. */

const FOREIGN_KEY_VIOLATION = '23503';

/** Returns whether a statement failed because its user does not exist (the names of the constraints end in `_user_known`). */
export function isUnknownUser(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return (
    code === FOREIGN_KEY_VIOLATION && typeof constraint === 'string' && constraint.endsWith('_user_known')
  );
}
