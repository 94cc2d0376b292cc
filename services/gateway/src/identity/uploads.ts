/** Files that were sent to an address that works once, in PostgreSQL. An address ends with the token or app that asked for it. */
import { LIMITS } from '@ctx/domain/limits';
import { type Pool, readAsUser, writeAsUser } from '@ctx/platform/postgres';
import type { Identity } from './auth/admission.ts';
import { hashSecret, isLinkSecret, newLinkSecret } from './auth/secret.ts';
import { lockUserRow } from './users.ts';

/** A new address: its secret, which only the address contains, and its end (RFC 3339). */
export interface NewUpload {
  readonly uploadId: string;
  readonly secret: string;
  readonly expiresAt: string;
}

/** An address that works, or at which a file has arrived. */
export interface OpenUpload {
  readonly uploadId: string;
  readonly userId: number;
  readonly email: string;
  /** Name of the token or app that asked for the address, as its user or a third party wrote it. */
  readonly via: string;
  readonly isReceived: boolean;
}

/** A file as it was sent. Name and bytes are hostile input. */
export interface UploadedFile {
  /** Empty for a file that a program sent. */
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Creates an address for one file. Removes the files of the user that were added, or whose time is over. Returns null for a user with
 * `LIMITS.uploadsPerUserMax` others.
 */
export async function createUpload(
  pool: Pool,
  { userId, tokenId }: Pick<Identity, 'userId' | 'tokenId'>,
): Promise<NewUpload | null> {
  const secret = newLinkSecret();
  return writeAsUser(pool, userId, async (client) => {
    await lockUserRow(client, userId);
    await client.query(
      'DELETE FROM identity.uploads WHERE user_id = $1 AND (added_at IS NOT NULL OR expires_at <= now())',
      [userId],
    );
    const { rows } = await client.query<Omit<NewUpload, 'secret'>>(
      `INSERT INTO identity.uploads (user_id, token_id, secret_hash, expires_at)
       SELECT $1, $2, $3, now() + make_interval(mins => $4)
         WHERE (SELECT count(*) FROM identity.uploads WHERE user_id = $1) < $5
       RETURNING upload_id AS "uploadId", expires_at AS "expiresAt"`,
      [userId, tokenId, hashSecret(secret), LIMITS.uploadMinutesMax, LIMITS.uploadsPerUserMax],
    );
    const [created] = rows;
    return created === undefined ? null : { ...created, secret };
  });
}

/** Returns the upload of an address; null for one that has expired, ended with its token or app, or never existed. */
export async function findUpload(pool: Pool, secret: string): Promise<OpenUpload | null> {
  if (!isLinkSecret(secret)) return null;
  const { rows } = await pool.query<OpenUpload>({
    name: 'find-upload',
    text: `SELECT upload_id AS "uploadId", user_id AS "userId", email, via, is_received AS "isReceived"
      FROM identity.find_upload($1)`,
    values: [hashSecret(secret)],
  });
  return rows[0] ?? null;
}

/** Stores the file of an address, which ends with it. Returns false for an address that no longer works: of two files, one is stored. */
export async function storeUpload(
  pool: Pool,
  { userId, uploadId }: Pick<OpenUpload, 'userId' | 'uploadId'>,
  { name, bytes }: UploadedFile,
): Promise<boolean> {
  return writeAsUser(pool, userId, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE identity.uploads
       SET name = $3, content = $4, received_at = now(), expires_at = now() + make_interval(mins => $5)
       WHERE user_id = $1 AND upload_id = $2 AND received_at IS NULL AND expires_at > now()`,
      [userId, uploadId, name, bytes, LIMITS.uploadKeptMinutesMax],
    );
    return rowCount === 1;
  });
}

/** Returns the file of an upload of a user; EMPTY before it has arrived, null for an upload that the user does not have. */
export async function readUpload(
  pool: Pool,
  userId: number,
  uploadId: string,
): Promise<UploadedFile | 'EMPTY' | null> {
  const [rows] = await readAsUser<[{ name: string; bytes: Buffer | null }]>(pool, userId, {
    name: 'read-upload',
    text: `SELECT coalesce(name, '') AS name, content AS bytes FROM identity.uploads
      WHERE user_id = $1 AND upload_id = $2 AND expires_at > now()`,
    values: [userId, uploadId],
  });
  const [found] = rows;
  if (found === undefined) return null;
  return found.bytes === null ? 'EMPTY' : { name: found.name, bytes: found.bytes };
}

/** Notes that the file of an upload was added. It stays, so that the request can be repeated, until the next address or its end. */
export async function noteAddedUpload(pool: Pool, userId: number, uploadId: string): Promise<void> {
  await writeAsUser(pool, userId, (client) =>
    client.query(
      'UPDATE identity.uploads SET added_at = now() WHERE user_id = $1 AND upload_id = $2 AND received_at IS NOT NULL',
      [userId, uploadId],
    ),
  );
}
