/** Passkeys and recovery codes of people who sign in with a password, in PostgreSQL. Each change is logged with it. */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/common/domain/limits';
import { type Client, type Pool, readAsUser, writeAsUser } from '@ctx/common/platform/postgres';
import { hashSecret } from '../auth/secret.ts';
import { type AccessVia, logAccess } from './access-log.ts';
import { lockUser } from './users.ts';

/** Instants are RFC 3339, UTC. */
export interface PasskeyRow {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** What verifies an answer of a passkey. */
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

/** Returns a user's passkeys, newest first, and how many recovery codes were not used yet. */
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

/** Returns what answers of a user's passkeys are verified with. Without passkeys there is no second step. */
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
 * Adds a passkey. The first one brings recovery codes, which are returned and kept as hashes only. TOO_MANY when the user has
 * `LIMITS.passkeysMax`, EXISTS when it was added before.
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
 * Removes one passkey of a user, or all; without a passkey there are no recovery codes either. Returns how many were removed.
 */
export async function removePasskeys(
  pool: Pool,
  userId: number,
  which: { readonly passkeyId: string } | 'ALL',
  via: AccessVia,
): Promise<number> {
  return writeAsUser(pool, userId, async (client) => {
    await lockUser(client, userId);
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

/** Replaces a user's recovery codes, and returns the new ones. None for a user without a passkey. */
export async function renewRecoveryCodes(pool: Pool, userId: number): Promise<readonly string[]> {
  return writeAsUser(pool, userId, async (client) => {
    if ((await countPasskeys(client, userId)) === 0) return [];
    await client.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
    return insertCodes(client, userId);
  });
}

/** Uses a recovery code up. False for one that is not the user's, or was used. Case, spaces and hyphens do not matter. */
export async function useRecoveryCode(pool: Pool, userId: number, code: string): Promise<boolean> {
  return writeAsUser(pool, userId, async (client) => {
    const { rowCount } = await client.query(
      'DELETE FROM identity.recovery_codes WHERE user_id = $1 AND code_hash = $2',
      [userId, hashSecret(code.toLowerCase().replace(/[\s-]/g, ''))],
    );
    return rowCount === 1;
  });
}

/** Notes that a passkey was used; a copy of it would show an older count. */
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

/** What waits for a passkey: a sign-in, or the adding of one, which has a name. */
export type StepKind = 'SIGN_IN' | 'ADD';

/** Begins a step under a secret that the browser holds, for `LIMITS.passkeyStepMinutesMax`. */
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

/** Returns whose sign-in waits under a secret, or null. */
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

/** Gives a sign-in that waits another challenge. */
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

/** Takes the challenge of a sign-in that waits, so that one answer at most is compared with it. */
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

/** Ends a step. Null for one that has ended or expired: of two requests the second finds nothing. */
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

/** Locks the user: the first passkey brings the codes, and the last one takes them along. */
async function countPasskeys(client: Client, userId: number): Promise<number> {
  await lockUser(client, userId);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM identity.passkeys WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
}

/** Letters and digits that nobody takes for another (RFC 4648 §6, in lower case). */
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

// 120 bits: nobody guesses one, and a fast hash is enough (NIST SP 800-63B-4 §3.1.2.2 asks for 112).
function newCode(): string {
  return [...randomBytes(CODE_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
