/** `ctx user list --parked --differs --stale`: the users whom an operator looks after, and why. */
import { status } from '@grpc/grpc-js';
import type { FoundUser } from '@ctx/proto/gen/ctx/v1/recalc';
import { LIMIT_MAX } from './arguments.ts';
import type { Connection } from './connect.ts';
import { isGrpcError } from './output.ts';

export const LIMIT_DEFAULT = 1000;
const LIST_TIMEOUT_MS = 120_000;
// More calls at a time would only wait in the service's connection pool.
const CALLS_AT_A_TIME = 8;

export const FOUND_HELP = `
With --parked, --differs or --stale, each user is printed once, with email and the reasons: parked {"since","error"}, differs
{"since","rows"}, stale {"since"}, null if nothing was ever imported. "isComplete" is false if a reason has more users than
--limit.
`;

export interface FoundUsersOptions {
  readonly parked?: true;
  readonly differs?: true;
  /** Seconds. */
  readonly stale?: number;
  readonly limit?: number;
}

type Reasons = Record<string, object>;

/** Returns the users with their reasons, by user id. */
export async function usersToLookAfter(
  connection: Connection,
  { parked, differs, stale, limit = LIMIT_DEFAULT }: FoundUsersOptions,
): Promise<object> {
  const found = new Map<number, Reasons>();
  let isComplete = true;
  const add = async (reason: string, view: (user: FoundUser) => object, staleSeconds = 0): Promise<void> => {
    // One more than is printed, to know whether there are more.
    const users = await find(connection, reason.toUpperCase(), staleSeconds, Math.min(limit + 1, LIMIT_MAX));
    isComplete &&= users.length <= limit && users.length < LIMIT_MAX;
    for (const user of users.slice(0, limit)) {
      const reasons = found.get(user.userId) ?? {};
      found.set(user.userId, reasons);
      reasons[reason] = { since: user.since ?? null, ...view(user) };
    }
  };
  if (parked) await add('parked', ({ error = null }) => ({ error }));
  if (differs) await add('differs', ({ rows = null }) => ({ rows }));
  if (stale !== undefined) await add('stale', () => ({}), stale);
  const users: object[] = [];
  const ids = [...found.keys()].toSorted((left, right) => left - right);
  for (let index = 0; index < ids.length; index += CALLS_AT_A_TIME) {
    const slice = ids.slice(index, index + CALLS_AT_A_TIME);
    const views = await Promise.all(
      slice.map((userId) => userView(connection, userId, found.get(userId) ?? {})),
    );
    users.push(...views.flatMap((view) => view ?? []));
  }
  return { users, isComplete };
}

function find(
  connection: Connection,
  reason: string,
  staleSeconds: number,
  limit: number,
): Promise<FoundUser[]> {
  const call = connection.recalc.findUsers({ reason, staleSeconds, limit }, connection.callerMetadata(0), {
    deadline: Date.now() + LIST_TIMEOUT_MS,
  });
  return Array.fromAsync(call as AsyncIterable<FoundUser>);
}

/** Returns a user with the reasons; null if the user has been erased meanwhile. */
async function userView(connection: Connection, userId: number, reasons: Reasons): Promise<object | null> {
  try {
    const { identity } = connection;
    const { email } = await connection.call(identity.getUser.bind(identity), { userId }, userId);
    return { userId, email, ...reasons };
  } catch (error) {
    if (isGrpcError(error, status.NOT_FOUND)) return null;
    throw error;
  }
}
