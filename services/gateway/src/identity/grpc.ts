/** IdentityService: users, tokens, connections and passkeys for the operator, on the gateway's internal port. */
import { randomUUID } from 'node:crypto';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import { LIMITS } from '@ctx/domain/limits';
import { BETAS, PLANS, type Scope, SCOPES } from '@ctx/domain/vocabulary';
import {
  GrpcRejection,
  type GrpcServerSettings,
  operatorStream,
  operatorUnary,
  rejectionCode,
} from '@ctx/platform/grpc-server';
import { QueueRejection } from '@ctx/platform/keyed-queue';
import type { Pool } from '@ctx/platform/postgres';
import type {
  IdentityServiceServer,
  Invitation,
  ListUsersRequest,
  RevokeConnectionsRequest,
  User,
} from '@ctx/proto/gen/ctx/v1/identity';
import { z } from 'zod';
import { announceAccess } from './access-log.ts';
import { createToken } from './auth/token.ts';
import {
  type ConnectionRow,
  countConnections,
  findAnyConnection,
  listConnections,
  revokeConnections,
} from './connections.ts';
import { CREDENTIAL_NAME_CHARACTERS_MAX, credentialName, hasHiddenCharacters } from './credential-name.ts';
import { EMAIL, foldEmail } from './email.ts';
import { unlinkLogins } from './external-logins.ts';
import { createInvitation } from './invitations.ts';
import { removePasskeys } from './passkeys.ts';
import { findAccount } from './password-attempts.ts';
import { faultOfPassword, hashPassword, type PasswordFault } from './passwords.ts';
import { isReservedName } from './reserved-name.ts';
import { insertToken, listTokens, revokeAnyToken } from './tokens.ts';
import { changeUser, provisionUser } from './provision.ts';
import { findUser, findUserIds, listUsers, type UserRow } from './users.ts';

const betas = z.array(z.enum(BETAS)).transform((names) => [...new Set(names)]);
const newPassword = z.string().nullish();
const CHARACTERS = `must have ${String(LIMITS.passwordCharactersMin)} to ${String(LIMITS.passwordCharactersMax)} characters`;
const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  TOO_SHORT: CHARACTERS,
  TOO_LONG: CHARACTERS,
  TOO_COMMON:
    'is easy to guess: it is made of common words, names, years or sequences; choose three or more words that do not belong together',
  TOO_PERSONAL:
    'is easy to guess: it consists of the e-mail address or the name of this service; choose another',
};
const externalId = z
  .string()
  .regex(/^[!-~]{1,200}$/, 'must have 1 to 200 visible ASCII characters, without spaces');
const NEW_USER = z.object({
  email: EMAIL,
  externalId: externalId.nullish(),
  plan: z.enum(PLANS),
  betas,
  password: newPassword,
  paidYears: z
    .array(z.int().min(LIMITS.yearMin).max(LIMITS.yearMax))
    .max(LIMITS.yearMax - LIMITS.yearMin + 1)
    .default([]),
});
const USER_CHANGES = z.object({
  userId: z.int().positive(),
  plan: z.enum(PLANS).nullish(),
  betas: z.object({ names: betas }).nullish(),
  password: newPassword,
  email: EMAIL.nullish(),
  externalId: externalId.nullish(),
});
const USER_KEY = z
  .object({ userId: z.int().min(0), email: EMAIL.nullish(), externalId: externalId.nullish() })
  .refine(
    ({ userId, email, externalId: id }) =>
      [userId === 0 ? null : userId, email, id].filter((key) => key != null).length === 1,
    'give exactly one of userId, email and externalId',
  );
const NEW_TOKEN = z.object({
  userId: z.int().positive(),
  name: z
    .string()
    .transform(credentialName)
    .pipe(z.string().min(1).max(CREDENTIAL_NAME_CHARACTERS_MAX))
    .refine(
      (name) => !hasHiddenCharacters(name),
      'has invisible characters, or characters that change the reading direction; remove them',
    )
    .refine((name) => !isReservedName(name), 'is the name of the pages in the log; choose another'),
  scope: z.enum(SCOPES),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((time) => Date.parse(time) > Date.now(), 'must be in the future')
    .nullish(),
});
const TOKEN_ID = z.object({ tokenId: z.uuid() });
const CONNECTIONS = z.object({
  which: z.discriminatedUnion('$case', [
    z.object({ $case: z.literal('connectionId'), value: z.uuid() }),
    z.object({ $case: z.literal('allOfUserId'), value: z.int().positive() }),
  ]),
});

/** Creates IdentityService. Every rpc requires an operator's credentials. `invitationAddress` is null where nobody has a password. */
export function identityService(
  pool: Pool,
  settings: GrpcServerSettings,
  invitationAddress: string | null,
): IdentityServiceServer {
  const rpc = operatorUnary(settings);
  const { log } = settings;
  return {
    createUser: rpc((request) => addUser(pool, request)),
    updateUser: rpc(async (request) => {
      const { userId, betas: newBetas, password, ...given } = parse(USER_CHANGES, request);
      const { plan = null, email = null, externalId: newId = null } = given;
      const before = found(await findUser(pool, userId), 'user');
      const passwordHash = await hashPasswordOf(password, email ?? before.email);
      const changes = { plan, betas: newBetas?.names ?? null, passwordHash, email, externalId: newId };
      const { user, isEmailChanged } = found(await changeUser(pool, userId, changes), 'user');
      if (isEmailChanged) announceAccess(log, userId, 'EMAIL_CHANGED', 'ctx');
      if (passwordHash !== null) announceAccess(log, userId, 'PASSWORD_CHANGED', 'ctx');
      return passwordHash === null ? user : { ...user, connectedApps: await countConnections(pool, userId) };
    }),
    getUser: rpc((request) => lookUp(pool, request)),
    listUsers: operatorStream(settings, async (call: ServerWritableStream<ListUsersRequest, User>) => {
      for await (const row of listUsers(pool)) call.write(row);
    }),
    unlinkLogins: rpc(async ({ userId, subject = null }) => {
      const logins = await unlinkLogins(pool, userId, subject);
      if (logins.length === 0) throw new GrpcRejection(status.NOT_FOUND, 'there is no such login');
      announceAccess(log, userId, 'LOGIN_UNLINKED', 'ctx');
      return { logins };
    }),
    createToken: rpc(async (request) => {
      const { userId, name, scope, expiresAt } = parse(NEW_TOKEN, request);
      found(await findUser(pool, userId), 'user');
      const [tokenId, token] = [randomUUID(), createToken('ctx_')];
      const scopes: readonly Scope[] = scope === 'write' ? ['read', 'write'] : ['read'];
      const row = { tokenId, userId, name, token, scopes, expiresAt: expiresAt ?? null };
      const outcome = await insertToken(pool, { ...row, via: 'ctx' });
      if (outcome !== 'CREATED') throw tooManyTokens();
      announceAccess(log, userId, 'TOKEN_CREATED', 'ctx');
      return { tokenId, token };
    }),
    listTokens: rpc(async ({ userId }) => {
      found(await findUser(pool, userId), 'user');
      return { tokens: await listTokens(pool, userId) };
    }),
    revokeToken: rpc(async (request) =>
      found(await revokeAnyToken(pool, parse(TOKEN_ID, request).tokenId), 'token'),
    ),
    listConnections: rpc(async ({ userId }) => {
      found(await findUser(pool, userId), 'user');
      return { connections: await listConnections(pool, userId) };
    }),
    revokeConnections: rpc(async (request) => ({ connections: await revokeRequested(pool, request) })),
    removePasskeys: rpc(async ({ userId }) => {
      found(await findUser(pool, userId), 'user');
      return { removed: await removePasskeys(pool, userId, 'ALL', 'ctx') };
    }),
    inviteUser: rpc(({ email }) => invite(pool, email, invitationAddress)),
  };
}

async function addUser(pool: Pool, request: object): Promise<User> {
  const { password, externalId: newId = null, ...user } = parse(NEW_USER, request);
  const hasPassword = typeof password === 'string';
  return provisionUser(pool, { ...user, externalId: newId, hasPassword }, () =>
    hashPasswordOf(password, user.email),
  );
}

async function lookUp(pool: Pool, request: object): Promise<UserRow> {
  const { userId, email = null, externalId: id = null } = parse(USER_KEY, request);
  if (userId !== 0) return found(await findUser(pool, userId), 'user');
  const { byEmail, byExternalId } = await findUserIds(pool, email, id);
  return found(await findUser(pool, found(byExternalId ?? byEmail, 'user')), 'user');
}

async function invite(pool: Pool, email: string, address: string | null): Promise<Invitation> {
  if (address === null)
    throw new GrpcRejection(
      status.FAILED_PRECONDITION,
      'people sign in at the OpenID provider, so there is no password to set; create the user there',
      rejectionCode('SIGN_IN_PROVIDER'),
    );
  const { userId } = found(await findAccount(pool, foldEmail(email) ?? ''), 'user');
  const { secret, expiresAt } = await createInvitation(pool, userId);
  return { userId, link: `${address}?${new URLSearchParams({ link: secret }).toString()}`, expiresAt };
}

/** Revokes the connection or connections of a request, and returns them. A connection that ended before is returned unchanged. */
async function revokeRequested(pool: Pool, request: RevokeConnectionsRequest): Promise<ConnectionRow[]> {
  const { which } = parse(CONNECTIONS, request);
  if (which.$case === 'allOfUserId') {
    found(await findUser(pool, which.value), 'user');
    return revokeConnections(pool, which.value, 'ALL', 'ctx');
  }
  const connection = found(await findAnyConnection(pool, which.value), 'connection');
  const ended = await revokeConnections(pool, connection.userId, { connectionId: which.value }, 'ctx');
  return ended.length === 0 ? [connection] : ended;
}

async function hashPasswordOf(password: string | null | undefined, email: string): Promise<string | null> {
  if (password === null || password === undefined) return null;
  const fault = await faultOfPassword(password, email);
  if (fault !== null) throw new GrpcRejection(status.INVALID_ARGUMENT, `password: ${PASSWORD_FAULTS[fault]}`);
  try {
    return await hashPassword(password);
  } catch (error) {
    if (error instanceof QueueRejection)
      throw new GrpcRejection(
        status.UNAVAILABLE,
        'too many passwords are being hashed at the same time; try again',
      );
    throw error;
  }
}

function parse<Output>(schema: z.ZodType<Output>, request: unknown): Output {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new GrpcRejection(status.INVALID_ARGUMENT, faults.join('; '));
}

function tooManyTokens(): GrpcRejection {
  const message = `the user has ${String(LIMITS.tokensPerUserMax)} tokens, which is the most there can be: revoke one first`;
  return new GrpcRejection(status.FAILED_PRECONDITION, message, rejectionCode('TOO_MANY_TOKENS'));
}

function found<Row>(row: Row | null, what: string): Row {
  if (row === null) throw new GrpcRejection(status.NOT_FOUND, `there is no such ${what}`);
  return row;
}
