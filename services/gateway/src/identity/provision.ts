/** Users that the operator creates, finds and changes, so that each call can be repeated (ADR 69). */
import { status } from '@grpc/grpc-js';
import type { Beta, Plan } from '@ctx/domain/vocabulary';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import type { Pool } from '@ctx/platform/postgres';
import {
  addPaidYears,
  createUser,
  findUser,
  findUserIds,
  TakenIdentity,
  updateUser,
  type UserChanges,
  type UserRow,
} from './users.ts';

/** A user to create, unless the user is there. */
export interface ProvisionedUser {
  readonly email: string;
  readonly externalId: string | null;
  readonly plan: Plan;
  readonly betas: readonly Beta[];
  readonly paidYears: readonly number[];
  readonly hasPassword: boolean;
}

/** Creates a user, or returns the one that an earlier call created, with the years added. `hash` hashes the password; null without one. */
export async function provisionUser(
  pool: Pool,
  user: ProvisionedUser,
  hash: () => Promise<string | null>,
): Promise<UserRow & { readonly existed: boolean }> {
  const before = await existing(pool, user);
  if (before !== null) return before;
  const passwordHash = await hash();
  try {
    return { ...(await createUser(pool, { ...user, passwordHash })), existed: false };
  } catch (error) {
    if (!(error instanceof TakenIdentity)) throw error;
    // Another call created the user in the meantime.
    const created = await existing(pool, user);
    if (created === null) throw new GrpcRejection(status.ABORTED, error.message);
    return created;
  }
}

/** Changes a user. Throws ALREADY_EXISTS with the id of the user who has the e-mail address or the external id. */
export async function changeUser(
  pool: Pool,
  userId: number,
  changes: UserChanges,
): ReturnType<typeof updateUser> {
  try {
    return await updateUser(pool, userId, changes);
  } catch (error) {
    if (!(error instanceof TakenIdentity)) throw error;
    const { byEmail, byExternalId } = await findUserIds(
      pool,
      changes.email ?? null,
      changes.externalId ?? null,
    );
    const isExternalId = byExternalId !== null && byExternalId !== userId;
    throw taken(isExternalId ? byExternalId : byEmail, isExternalId ? 'external id' : 'e-mail address');
  }
}

/** Returns the user that the call describes, with the years added; null if there is none. Throws ALREADY_EXISTS for another user. */
async function existing(
  pool: Pool,
  user: ProvisionedUser,
): Promise<(UserRow & { readonly existed: boolean }) | null> {
  const { byEmail, byExternalId } = await findUserIds(pool, user.email, user.externalId);
  const userId = byExternalId ?? byEmail;
  const known = userId === null ? null : await findUser(pool, userId);
  if (known === null) return null;
  const fault = byExternalId === null ? faultByEmail(known, user) : faultByExternalId(known, user);
  if (fault !== null) throw fault;
  await addPaidYears(pool, known.userId, user.paidYears);
  return { ...known, existed: true };
}

function faultByExternalId(known: UserRow, { email }: ProvisionedUser): GrpcRejection | null {
  if (known.email.toLowerCase() === email.toLowerCase()) return null;
  return taken(known.userId, 'external id', 'and another e-mail address');
}

function faultByEmail(known: UserRow, user: ProvisionedUser): GrpcRejection | null {
  const not = (what: string): GrpcRejection => taken(known.userId, 'e-mail address', what);
  if (user.externalId !== null)
    return not(known.externalId === null ? 'and no external id' : 'and another external id');
  const isSame = known.plan === user.plan && sorted(known.betas) === sorted(user.betas);
  if (!isSame) return not('and another plan or other betas');
  return user.hasPassword ? not('and a password is only set for a new user') : null;
}

const sorted = (betas: readonly Beta[]): string => betas.toSorted().join(',');

function taken(userId: number | null, what: string, more = ''): GrpcRejection {
  const who = userId === null ? 'another user' : `user ${String(userId)}`;
  return new GrpcRejection(status.ALREADY_EXISTS, `${who} has this ${what} ${more}`.trimEnd());
}
