/** IdentityService: users and tokens for the operator, on the gateway's internal port. */
import { type handleServerStreamingCall, status } from '@grpc/grpc-js';
import { BETAS, PLANS, SCOPES } from '@ctx/common/domain/vocabulary';
import {
  authenticateCall,
  GrpcRefusal,
  operatorUnary,
  type GrpcServerSettings,
  toServiceError,
  requireScope,
} from '@ctx/common/platform/grpc-server';
import type { Pool } from '@ctx/common/platform/postgres';
import type { IdentityServiceServer, ListUsersRequest, Token, User } from '@ctx/proto/gen/ctx/v1/identity';
import { z } from 'zod';
import { createToken, hashToken } from '../auth/token.ts';
import {
  createUser,
  EmailTaken,
  findUser,
  insertToken,
  listTokens,
  listUsers,
  revokeToken,
  type TokenRow,
  updateUser,
  type UserRow,
} from './store.ts';

const betas = z.array(z.enum(BETAS)).transform((names) => [...new Set(names)]);
const NEW_USER = z.object({ email: z.email().max(254), plan: z.enum(PLANS), betas });
const USER_CHANGES = z.object({
  userId: z.int().positive(),
  plan: z.enum(PLANS).nullish(),
  betas: z.object({ names: betas }).nullish(),
});
const NEW_TOKEN = z.object({
  userId: z.int().positive(),
  name: z.string().trim().min(1).max(100),
  scope: z.enum(SCOPES),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
});
const TOKEN_ID = z.object({ tokenId: z.uuid() });

/** Every rpc of IdentityService; only an operator's call is served. */
export function identityService(pool: Pool, settings: GrpcServerSettings): IdentityServiceServer {
  const rpc = operatorUnary(settings);
  return {
    createUser: rpc(async (request) => {
      const { email, plan, betas: names } = parse(NEW_USER, request);
      try {
        return toUser(await createUser(pool, email, plan, names));
      } catch (error) {
        if (error instanceof EmailTaken) throw new GrpcRefusal(status.ALREADY_EXISTS, error.message);
        throw error;
      }
    }),
    updateUser: rpc(async (request) => {
      const { userId, plan, betas: changed } = parse(USER_CHANGES, request);
      return toUser(
        known(await updateUser(pool, userId, { plan: plan ?? null, betas: changed?.names ?? null }), 'user'),
      );
    }),
    getUser: rpc(async ({ userId }) => toUser(known(await findUser(pool, userId), 'user'))),
    listUsers: streamUsers(pool, settings),
    createToken: rpc(async (request) => {
      const { userId, name, scope, expiresAt } = parse(NEW_TOKEN, request);
      known(await findUser(pool, userId), 'user');
      const token = createToken('ctx_');
      const row = await insertToken(pool, {
        userId,
        name,
        secretHash: hashToken(token),
        scopes: scope === 'write' ? ['read', 'write'] : ['read'],
        expiresAt: expiresAt ?? null,
      });
      return { tokenId: row.token_id, token };
    }),
    listTokens: rpc(async ({ userId }) => {
      known(await findUser(pool, userId), 'user');
      return { tokens: (await listTokens(pool, userId)).map(toToken) };
    }),
    revokeToken: rpc(async (request) =>
      toToken(known(await revokeToken(pool, parse(TOKEN_ID, request).tokenId), 'token')),
    ),
  };
}

function streamUsers(
  pool: Pool,
  settings: GrpcServerSettings,
): handleServerStreamingCall<ListUsersRequest, User> {
  return (call) => {
    const send = async (): Promise<void> => {
      requireScope(authenticateCall(call.metadata, settings.callerKey), 'operator');
      for await (const row of listUsers(pool)) call.write(toUser(row));
      call.end();
    };
    send().catch((error: unknown) => {
      call.emit('error', toServiceError(error, settings.log, undefined));
    });
  };
}

function parse<Output>(schema: z.ZodType<Output>, request: unknown): Output {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new GrpcRefusal(status.INVALID_ARGUMENT, faults.join('; '));
}

function known<Row>(row: Row | null, what: string): Row {
  if (row === null) throw new GrpcRefusal(status.NOT_FOUND, `there is no such ${what}`);
  return row;
}

function toUser(row: UserRow): User {
  return {
    userId: row.user_id,
    email: row.email,
    plan: row.plan,
    betas: row.betas,
    createdAt: row.created_at,
  };
}

function toToken(row: TokenRow): Token {
  return {
    tokenId: row.token_id,
    userId: row.user_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
