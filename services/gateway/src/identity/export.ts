/** The gateway's part of a user's data export: account, logins, tokens, apps and access log, without secrets. */
import type { ExportedKind } from '@ctx/domain/exported-kinds';
import { exportService } from '@ctx/platform/export-service';
import { GrpcRejection, type GrpcServerSettings } from '@ctx/platform/grpc-server';
import { type Pool, readAsUser } from '@ctx/platform/postgres';
import type { ExportServiceServer } from '@ctx/proto/gen/ctx/v1/person';
import { status } from '@grpc/grpc-js';

/** The query of each kind of row, in the order of the export; $1 is the user. The columns hold neither secrets nor their hashes. */
const QUERIES: readonly (readonly [ExportedKind, string])[] = [
  [
    'user',
    `SELECT user_id AS "userId", email, external_id AS "externalId", plan, betas, created_at AS "createdAt",
       password_hash IS NOT NULL AS "hasPassword" FROM identity.users WHERE user_id = $1`,
  ],
  [
    'externalLogin',
    `SELECT issuer, subject, created_at AS "createdAt" FROM identity.external_logins
     WHERE user_id = $1 ORDER BY issuer, subject`,
  ],
  [
    'passkey',
    `SELECT passkey_id AS "passkeyId", name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
     FROM identity.passkeys WHERE user_id = $1 ORDER BY created_at, passkey_id`,
  ],
  [
    'recoveryCode',
    `SELECT created_at AS "createdAt" FROM identity.recovery_codes WHERE user_id = $1 ORDER BY created_at, code_hash`,
  ],
  [
    'token',
    `SELECT token_id AS "tokenId", name, prefix, scopes, created_at AS "createdAt", expires_at AS "expiresAt",
       revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
     FROM identity.tokens WHERE user_id = $1 ORDER BY created_at, token_id`,
  ],
  [
    'connection',
    `SELECT connection_id AS "connectionId", client_id AS "clientId", app_name AS "appName", scopes,
       created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
     FROM identity.connections WHERE user_id = $1 ORDER BY created_at, connection_id`,
  ],
  [
    'appToken',
    `SELECT n.connection_id AS "connectionId", r.model, r.created_at AS "createdAt", r.expires_at AS "expiresAt",
       r.consumed_at AS "consumedAt"
     FROM identity.oauth_rows r JOIN identity.connections n ON n.grant_hash = r.grant_hash
     WHERE n.user_id = $1 ORDER BY r.created_at, r.model, r.id_hash`,
  ],
  [
    'session',
    `SELECT created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
     FROM identity.sessions WHERE user_id = $1 ORDER BY created_at, secret_hash`,
  ],
  [
    'upload',
    `SELECT upload_id AS "uploadId", token_id AS "tokenId", name, encode(content, 'base64') AS content,
       created_at AS "createdAt", expires_at AS "expiresAt", received_at AS "receivedAt", added_at AS "addedAt"
     FROM identity.uploads WHERE user_id = $1 ORDER BY created_at, upload_id`,
  ],
  [
    'access',
    `SELECT entry_id AS "entryId", at, action, target, via, browser, network, times, last_at AS "lastAt"
     FROM identity.access_log WHERE user_id = $1 ORDER BY entry_id`,
  ],
];

/** Creates the ExportService for identity data, which reads one snapshot. Rejects with NOT_FOUND if there is no such user. */
export function identityExport(pool: Pool, settings: GrpcServerSettings): ExportServiceServer {
  return exportService(settings, async (userId, take) => {
    const lists = await readAsUser<Record<string, unknown>[]>(
      pool,
      userId,
      ...QUERIES.map(([, text]) => ({ text, values: [userId] })),
    );
    if (lists[0]?.length !== 1) throw new GrpcRejection(status.NOT_FOUND, 'there is no such user');
    for (const [index, [kind]] of QUERIES.entries())
      for (const fields of lists[index] ?? []) await take({ kind, fields });
  });
}
