/** Users, in PostgreSQL. */
import type { Beta, Plan } from '@ctx/domain/vocabulary';
import { type Client, inTransaction, type Pool, setUser, writeAsUser } from '@ctx/platform/postgres';
import { logAccess } from './access-log.ts';
import type { AccessOrigin } from './access-origin.ts';

export interface UserRow {
  readonly userId: number;
  readonly email: string;
  /** Id of the user in the operator's own system; null without one. */
  readonly externalId: string | null;
  readonly plan: Plan;
  readonly betas: Beta[];
  /** RFC 3339, UTC. */
  readonly createdAt: string;
}

/** The e-mail address or the external id already belongs to a user. */
export class TakenIdentity extends Error {}

/** What a new user has. Passwords come as hashes. */
export interface NewUser {
  readonly email: string;
  readonly externalId?: string | null;
  readonly plan: Plan;
  readonly betas: readonly Beta[];
  readonly passwordHash: string | null;
  readonly paidYears?: readonly number[];
}

const COLUMNS =
  'user_id AS "userId", email, external_id AS "externalId", plan, betas, created_at AS "createdAt"';
const UNIQUE_VIOLATION = '23505';

/** Creates a user with paid years. Throws TakenIdentity. */
export async function createUser(pool: Pool, user: NewUser): Promise<UserRow> {
  return withTakenIdentity(() =>
    inTransaction(pool, 'BEGIN', async (client) => {
      const { rows: ids } = await client.query<Pick<UserRow, 'userId'>>(
        `SELECT nextval('identity.users_user_id_seq') AS "userId"`,
      );
      const { userId } = ids[0] as Pick<UserRow, 'userId'>;
      await client.query(setUser(userId));
      const { rows } = await client.query<UserRow>(
        `INSERT INTO identity.users (user_id, email, external_id, plan, betas, password_hash) OVERRIDING SYSTEM VALUE
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
        [userId, user.email, user.externalId ?? null, user.plan, user.betas, user.passwordHash],
      );
      await insertPaidYears(client, user.paidYears ?? []);
      return rows[0] as UserRow;
    }),
  );
}

/** Adds paid years to a user. */
export async function addPaidYears(pool: Pool, userId: number, years: readonly number[]): Promise<void> {
  if (years.length > 0) await writeAsUser(pool, userId, (client) => insertPaidYears(client, years));
}

async function insertPaidYears(client: Client, years: readonly number[]): Promise<void> {
  if (years.length > 0) await client.query('SELECT app.add_paid_years($1)', [years]);
}

async function withTakenIdentity<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION)
      throw new TakenIdentity('a user has this e-mail address or external id', { cause: error });
    throw error;
  }
}

/** Returns the ids of the user with an external id and of the user with an e-mail address; null where there is none. */
export async function findUserIds(
  pool: Pool,
  email: string | null,
  externalId: string | null,
): Promise<{ readonly byEmail: number | null; readonly byExternalId: number | null }> {
  const { rows } = await pool.query<{ userId: number; hasExternalId: boolean }>({
    name: 'find-users',
    text: 'SELECT user_id AS "userId", has_external_id AS "hasExternalId" FROM identity.find_users($1, $2)',
    values: [email, externalId],
  });
  const idWhere = (hasExternalId: boolean): number | null =>
    rows.find((row) => row.hasExternalId === hasExternalId)?.userId ?? null;
  return { byEmail: idWhere(false), byExternalId: idWhere(true) };
}

/** Changes of a user by the operator; null leaves a field as it is. */
export interface UserChanges {
  readonly plan: Plan | null;
  readonly betas: readonly Beta[] | null;
  readonly passwordHash: string | null;
  readonly email?: string | null;
  readonly externalId?: string | null;
}

/**
 * Changes the given fields of a user, for the operator. A new password and another e-mail address end all sessions. Returns the user, and
 * whether the e-mail address is another one; null if there is no such user. Throws TakenIdentity.
 */
export async function updateUser(
  pool: Pool,
  userId: number,
  { plan, betas, passwordHash, email = null, externalId = null }: UserChanges,
): Promise<{ readonly user: UserRow; readonly isEmailChanged: boolean } | null> {
  const update = async (client: Client): ReturnType<typeof updateUser> => {
    await lockUserRow(client, userId);
    const before = await readUser(client, userId);
    if (before === null) return null;
    const { rows } = await client.query<UserRow>(
      `UPDATE identity.users SET plan = coalesce($2, plan), betas = coalesce($3, betas), email = coalesce($4, email),
         external_id = coalesce($5, external_id)
       WHERE user_id = $1 RETURNING ${COLUMNS}`,
      [userId, plan, betas, email, externalId],
    );
    const isEmailChanged = email !== null && email.toLowerCase() !== before.email.toLowerCase();
    if (isEmailChanged) {
      await endSignIns(client, userId, null);
      await logAccess(client, userId, 'EMAIL_CHANGED', 'ctx');
    }
    if (passwordHash !== null) await storePassword(client, { userId, passwordHash, via: 'ctx' });
    return { user: rows[0] as UserRow, isEmailChanged };
  };
  return withTakenIdentity(() => writeAsUser(pool, userId, update));
}

export interface PasswordReplacement {
  readonly userId: number;
  readonly passwordHash: string;
  readonly via: 'settings' | 'invitation' | 'ctx';
  /** When the session that stays open began (RFC 3339). Without it, all sessions end. */
  readonly keptSignedInAt?: string;
  readonly origin?: AccessOrigin | null;
}

/** Replaces a user's password and ends other sessions and sign-ins that wait for a passkey. Logs the change. */
export async function replacePassword(pool: Pool, replacement: PasswordReplacement): Promise<void> {
  await writeAsUser(pool, replacement.userId, (client) => storePassword(client, replacement));
}

/** Does what `replacePassword` does in a transaction of the user. */
export async function storePassword(client: Client, replacement: PasswordReplacement): Promise<void> {
  const { userId, passwordHash, via, keptSignedInAt = null, origin = null } = replacement;
  await client.query(
    'UPDATE identity.users SET password_hash = $2, password_failures = 0 WHERE user_id = $1',
    [userId, passwordHash],
  );
  await endSignIns(client, userId, keptSignedInAt);
  await logAccess(client, userId, 'PASSWORD_CHANGED', via, null, origin);
}

/** Ends what the former password or e-mail address opened or could still open. A session that began at `keptSignedInAt` stays. */
async function endSignIns(client: Client, userId: number, keptSignedInAt: string | null): Promise<void> {
  await client.query(
    'DELETE FROM identity.sessions WHERE user_id = $1 AND created_at IS DISTINCT FROM $2::timestamptz',
    [userId, keptSignedInAt],
  );
  // A sign-in that still waits for its second step.
  await client.query('DELETE FROM identity.passkey_steps WHERE user_id = $1', [userId]);
  // A link that somebody else may have could otherwise replace the new password.
  await client.query('DELETE FROM identity.invitations WHERE user_id = $1', [userId]);
}

/** Returns a user, or null. */
export async function findUser(pool: Pool, userId: number): Promise<UserRow | null> {
  return writeAsUser(pool, userId, (client) => readUser(client, userId));
}

async function readUser(client: Client, userId: number): Promise<UserRow | null> {
  const { rows } = await client.query<UserRow>(`SELECT ${COLUMNS} FROM identity.users WHERE user_id = $1`, [
    userId,
  ]);
  return rows[0] ?? null;
}

const USERS_PAGE = 500;

/** Returns all users in the order of their ids. Reads them a page at a time. */
export async function* listUsers(pool: Pool): AsyncGenerator<UserRow> {
  for (let after = 0; ;) {
    const { rows } = await pool.query<UserRow>(`SELECT ${COLUMNS} FROM identity.users_after($1, $2)`, [
      after,
      USERS_PAGE,
    ]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < USERS_PAGE) return;
    after = last.userId;
  }
}

/**
 * Locks a user's row until the transaction ends. Changes of the same user's tokens, connections and passkeys wait for it, so that
 * a count of them stays correct.
 */
export async function lockUserRow(client: Client, userId: number): Promise<void> {
  await client.query('SELECT FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
}
