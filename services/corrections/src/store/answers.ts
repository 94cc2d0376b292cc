/** Stored responses: a repeated correction gets the response of its first attempt (decisions.md, Requests 11). */
import { LIMITS } from '@ctx/domain/limits';
import type { FieldError, RejectionName } from '@ctx/domain/rejections';
import type { Client } from '@ctx/platform/postgres';

/** A stored response: a rejection, or the encoded message. */
export type StoredAnswer =
  | {
      readonly rejected: RejectionName;
      readonly fieldErrors: readonly FieldError[] | null;
      readonly response: null;
    }
  | { readonly rejected: null; readonly fieldErrors: null; readonly response: Buffer };

/** The start of a correction: the time, and the stored response of an earlier attempt. */
export interface CorrectionStart {
  /** RFC 3339, by the database's clock. */
  readonly now: string;
  readonly stored: (StoredAnswer & { readonly requestDigest: string }) | null;
}

/** The key under which a response is stored: the client's Idempotency-Key, else the id of the gateway's call. */
export interface AnswerKey {
  readonly key: string;
  readonly isClients: boolean;
}

const CALL_RETENTION = '1 hour';
const KEY_RETENTION = `${String(LIMITS.idempotencyHours)} hours`;

/** Reads the database's time and the response stored under the key. */
export async function openAnswer(
  client: Client,
  userId: number,
  key: AnswerKey | null,
): Promise<CorrectionStart> {
  const { rows } = await client.query<{
    now: string;
    requestDigest: string | null;
    rejected: RejectionName | null;
    fieldErrors: FieldError[] | null;
    response: Buffer | null;
  }>({
    name: 'open-answer',
    text: `SELECT t.now, a.request_digest AS "requestDigest", a.refused AS rejected, a.field_errors AS "fieldErrors", a.response
      FROM (SELECT clock_timestamp() AS now) t LEFT JOIN corrections.answers a
        ON a.user_id = $1 AND a.key = $2 AND a.expires_at > t.now`,
    values: [userId, key?.key ?? null],
  });
  const { now = '', requestDigest = null, ...answer } = rows[0] ?? {};
  return {
    now,
    stored: requestDigest === null ? null : ({ ...answer, requestDigest } as CorrectionStart['stored']),
  };
}

/** Reads the database's time, RFC 3339. */
export async function readNow(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now ?? '';
}

/** Locks the client's key until the transaction ends. Returns false if another request with this key is being processed. */
export async function holdKey(client: Client, userId: number, key: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS held',
    [`answer ${String(userId)} ${key}`],
  );
  return rows[0]?.held === true;
}

/** Stores a response in the transaction of the correction. */
export async function keepAnswer(
  client: Client,
  userId: number,
  { key, isClients }: AnswerKey,
  requestDigest: string,
  { rejected, fieldErrors, response }: StoredAnswer,
): Promise<void> {
  await client.query({
    name: 'keep-answer',
    text: `INSERT INTO corrections.answers (user_id, key, request_digest, refused, field_errors, response, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7::interval)
      ON CONFLICT (user_id, key) DO UPDATE SET request_digest = excluded.request_digest,
        refused = excluded.refused, field_errors = excluded.field_errors, response = excluded.response, expires_at = excluded.expires_at`,
    values: [
      userId,
      key,
      requestDigest,
      rejected,
      fieldErrors === null ? null : JSON.stringify(fieldErrors),
      response,
      isClients ? KEY_RETENTION : CALL_RETENTION,
    ],
  });
}
