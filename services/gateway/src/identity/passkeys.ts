/** Passkeys and recovery codes, in PostgreSQL. Each change is written to the access log in the same transaction. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import { type Client, type Pool, readAsUser, writeAsUser } from '@ctx/platform/postgres';
import { type AccessVia, logAccess } from './access-log.ts';
import { hashSecret } from './auth/secret.ts';
import { lockUserRow } from './users.ts';

/** Instants are RFC 3339, UTC. */
export interface PasskeyRow {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A passkey's public key and the values that verify its responses. */
export interface Credential {
  readonly passkeyId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
}

export interface NewPasskey extends Omit<Credential, 'passkeyId'> {
  readonly name: string;
}

/** Returns a user's passkeys, newest first, and the number of unused recovery codes. */
export async function listPasskeys(
  pool: Pool,
  userId: number,
): Promise<{ readonly passkeys: readonly PasskeyRow[]; readonly codesLeft: number }> {
  const [passkeys, [codes]] = await readAsUser<[PasskeyRow, { count: number }]>(
    pool,
    userId,
    {
      name: 'list-passkeys',
      text: `SELECT passkey_id AS "passkeyId", name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
        FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at DESC, passkey_id`,
      values: [userId],
    },
    {
      name: 'count-recovery-codes',
      text: 'SELECT count(*)::integer AS count FROM identity.recovery_codes WHERE user_id = $1',
      values: [userId],
    },
  );
  return { passkeys, codesLeft: codes?.count ?? 0 };
}

const HANDLE_BYTES = 32;

/**
 * Returns the user handle of a user's passkeys, and makes it for the first one. It is the same for all passkeys of a user, so that a
 * password manager has one entry, and random, so that it tells nobody who the user is (WebAuthn Level 3 §14.6.1).
 */
export async function passkeyHandleOf(pool: Pool, userId: number): Promise<Buffer> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<{ handle: Buffer }>(
      `UPDATE identity.users SET passkey_handle = coalesce(passkey_handle, $2) WHERE user_id = $1
       RETURNING passkey_handle AS handle`,
      [userId, randomBytes(HANDLE_BYTES)],
    );
    const [user] = rows;
    if (user === undefined) throw new Error('the user does not exist');
    return user.handle;
  });
}

/** Returns the credentials of a user's passkeys. A user without passkeys has no second step. */
export async function listCredentials(pool: Pool, userId: number): Promise<readonly Credential[]> {
  const [rows] = await readAsUser<[Credential]>(pool, userId, {
    name: 'list-credentials',
    text: `SELECT passkey_id AS "passkeyId", credential_id AS "credentialId", public_key AS "publicKey",
        sign_count AS "signCount", transports FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at`,
    values: [userId],
  });
  return rows;
}

/**
 * Adds a passkey. With the user's first passkey, creates recovery codes and returns them; only their hashes are stored. TOO_MANY:
 * the user has `LIMITS.passkeysMax` passkeys. EXISTS: the passkey was added before.
 */
export async function addPasskey(
  pool: Pool,
  userId: number,
  passkey: NewPasskey,
): Promise<{ readonly codes: readonly string[] | null } | 'TOO_MANY' | 'EXISTS'> {
  const { credentialId, publicKey, signCount, transports, name } = passkey;
  return writeAsUser(pool, userId, async (client) => {
    const count = await countPasskeys(client, userId);
    if (count >= LIMITS.passkeysMax) return 'TOO_MANY';
    const { rowCount } = await client.query(
      `INSERT INTO identity.passkeys (user_id, credential_id, public_key, sign_count, transports, name)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING`,
      [userId, credentialId, publicKey, signCount, transports, name],
    );
    if (rowCount === 0) return 'EXISTS';
    await logAccess(client, userId, 'PASSKEY_ADDED', 'settings', name);
    return { codes: count === 0 ? await insertCodes(client, userId) : null };
  });
}

/**
 * Removes one passkey of a user, or all. With the last passkey, also deletes the recovery codes. Returns how many passkeys it
 * removed.
 */
export async function removePasskeys(
  pool: Pool,
  userId: number,
  which: { readonly passkeyId: string } | 'ALL',
  via: AccessVia,
): Promise<number> {
  return writeAsUser(pool, userId, async (client) => {
    await lockUserRow(client, userId);
    const { rows } = await client.query<{ name: string }>(
      'DELETE FROM identity.passkeys WHERE user_id = $1 AND ($2::uuid IS NULL OR passkey_id = $2) RETURNING name',
      [userId, which === 'ALL' ? null : which.passkeyId],
    );
    for (const { name } of rows) await logAccess(client, userId, 'PASSKEY_REMOVED', via, name);
    if ((await countPasskeys(client, userId)) === 0) {
      await client.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
      await client.query('DELETE FROM identity.passkey_steps WHERE user_id = $1', [userId]);
    }
    return rows.length;
  });
}

/** Replaces a user's recovery codes and returns the new ones. Returns an empty list for a user without a passkey. */
export async function renewRecoveryCodes(pool: Pool, userId: number): Promise<readonly string[]> {
  return writeAsUser(pool, userId, async (client) => {
    if ((await countPasskeys(client, userId)) === 0) return [];
    await client.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
    return insertCodes(client, userId);
  });
}

/** Uses up a recovery code. Returns false for an unknown or used code. Ignores case, spaces and hyphens. */
export async function useRecoveryCode(pool: Pool, userId: number, code: string): Promise<boolean> {
  return writeAsUser(pool, userId, async (client) => {
    const { rowCount } = await client.query(
      'DELETE FROM identity.recovery_codes WHERE user_id = $1 AND code_hash = $2',
      [userId, hashSecret(code.toLowerCase().replace(/[\s-]/g, ''))],
    );
    return rowCount === 1;
  });
}

/** Stores the time of a passkey's use and its signature count. A copied passkey would later report an older count. */
export async function notePasskeyUse(
  pool: Pool,
  userId: number,
  { passkeyId, signCount }: { readonly passkeyId: string; readonly signCount: number },
): Promise<void> {
  await writeAsUser(pool, userId, (client) =>
    client.query(
      'UPDATE identity.passkeys SET sign_count = $3, last_used_at = now() WHERE user_id = $1 AND passkey_id = $2',
      [userId, passkeyId, signCount],
    ),
  );
}

/** SIGN_IN: a sign-in that waits for its passkey. ADD: a passkey that is being added. */
export type StepKind = 'SIGN_IN' | 'ADD';

/** Stores a step that waits for a passkey for `LIMITS.passkeyStepMinutesMax`, under the hash of a secret that the browser holds. */
export async function beginStep(
  pool: Pool,
  userId: number,
  step: {
    readonly kind: StepKind;
    readonly secret: string;
    readonly challenge?: string;
    readonly name?: string;
  },
): Promise<void> {
  const { kind, secret, challenge = null, name = null } = step;
  await writeAsUser(pool, userId, (client) =>
    client.query(
      `INSERT INTO identity.passkey_steps (secret_hash, user_id, kind, challenge, name, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
      [hashSecret(secret), userId, kind, challenge, name, LIMITS.passkeyStepMinutesMax],
    ),
  );
}

/** Returns the user whose sign-in waits under a secret, or null. */
export async function findWaitingSignIn(
  pool: Pool,
  secret: string,
): Promise<{ readonly userId: number; readonly email: string } | null> {
  const { rows } = await pool.query<{ userId: number; email: string }>({
    name: 'find-waiting-sign-in',
    text: 'SELECT user_id AS "userId", email FROM identity.find_waiting_sign_in($1)',
    values: [hashSecret(secret)],
  });
  return rows[0] ?? null;
}

/** Replaces the challenge of a waiting sign-in. */
export async function setChallenge(
  pool: Pool,
  userId: number,
  secret: string,
  challenge: string,
): Promise<void> {
  await writeAsUser(pool, userId, (client) =>
    client.query(
      'UPDATE identity.passkey_steps SET challenge = $3 WHERE user_id = $1 AND secret_hash = $2 AND expires_at > now()',
      [userId, hashSecret(secret), challenge],
    ),
  );
}

/** Removes and returns the challenge of a waiting sign-in, so that at most one response is compared with it. */
export async function takeChallenge(pool: Pool, userId: number, secret: string): Promise<string | null> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<{ challenge: string | null }>(
      `WITH waiting AS (
         SELECT secret_hash, challenge FROM identity.passkey_steps
         WHERE user_id = $1 AND secret_hash = $2 AND kind = 'SIGN_IN' AND expires_at > now() FOR UPDATE)
       UPDATE identity.passkey_steps s SET challenge = NULL FROM waiting w WHERE s.secret_hash = w.secret_hash
       RETURNING w.challenge`,
      [userId, hashSecret(secret)],
    );
    return rows[0]?.challenge ?? null;
  });
}

/** Deletes and returns a step. Returns null if it has ended or expired: of two parallel requests, one gets the step. */
export async function endStep(
  pool: Pool,
  userId: number,
  kind: StepKind,
  secret: string,
): Promise<{ readonly challenge: string | null; readonly name: string | null } | null> {
  return writeAsUser(pool, userId, async (client) => {
    const { rows } = await client.query<{ challenge: string | null; name: string | null }>(
      `DELETE FROM identity.passkey_steps WHERE user_id = $1 AND secret_hash = $2 AND kind = $3 AND expires_at > now()
       RETURNING challenge, name`,
      [userId, hashSecret(secret), kind],
    );
    return rows[0] ?? null;
  });
}

/** Locks the user and returns the number of passkeys, so that no parallel change adds the first or removes the last one. */
async function countPasskeys(client: Client, userId: number): Promise<number> {
  await lockUserRow(client, userId);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM identity.passkeys WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** Letters and digits that are not mistaken for each other (RFC 4648 §6, in lower case). */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CODE_CHARACTERS = 24;

async function insertCodes(client: Client, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: LIMITS.recoveryCodes }, newCode);
  await client.query(
    'INSERT INTO identity.recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])',
    [userId, codes.map(hashSecret)],
  );
  await logAccess(client, userId, 'RECOVERY_CODES_CREATED', 'settings');
  return codes.map((code) => code.match(/.{6}/g)?.join('-') ?? code);
}

// 120 bits cannot be guessed, so a fast hash is enough (NIST SP 800-63B-4 §3.1.2.2 asks for 112).
function newCode(): string {
  return [...randomBytes(CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
