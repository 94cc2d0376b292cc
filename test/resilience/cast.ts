/** The users of a round: two under random load, and one that the nemesis uses to hit exact moments. */
import { Connection, findSystem } from '../../deploy/ctx/connect.ts';
import { createToken } from '../../deploy/ctx/token.ts';
import { createUser } from '../../deploy/ctx/user.ts';
import { importLines } from '../e2e/stack.ts';
import { factsFor, referencesOf } from './facts.ts';
import { Model, type Slot } from './model.ts';
import type { System } from './system.ts';
import { TokenPool } from './tokens.ts';

const TOKENS_PER_USER = 20;
const YEARS = [2025, 2026];

export interface TestUser {
  readonly userId: string;
  readonly tokens: TokenPool;
  readonly slots: readonly Slot[];
}

export interface Cast {
  /** Users under random load during a fault. */
  readonly loaded: readonly TestUser[];
  /** The user that only the fault itself changes. */
  readonly probe: TestUser;
  readonly all: readonly TestUser[];
}

const LOADED_SLOTS = 2;
const PROBE_SLOTS = 6;

let users = 0;

/** Creates the users, with imported and computed facts. */
export async function createCast(system: System): Promise<Cast> {
  return asOperator(system, async (connection) => {
    const loaded = [
      await createTestUser(system, connection, 'first', LOADED_SLOTS),
      await createTestUser(system, connection, 'second', LOADED_SLOTS),
    ];
    const probe = await createTestUser(system, connection, 'probe', PROBE_SLOTS);
    return { loaded, probe, all: [...loaded, probe] };
  });
}

/** Creates users without facts, whose corrections are all rejected. */
export async function createCrowd(system: System, size: number): Promise<TestUser[]> {
  return asOperator(system, async (connection) => {
    const crowd: TestUser[] = [];
    for (let index = 0; index < size; index += 1)
      crowd.push({ ...(await createUserWithTokens(connection, `crowd-${String(index)}`, 1)), slots: [] });
    return crowd;
  });
}

/** The slot of a client whose corrections name nothing that exists. */
export const NO_SLOT: Slot = { index: 0, buys: [], sells: [], pairs: [], model: new Model() };

/** Creates a user with these facts, computed, that no client corrects. */
export async function createOnlooker(
  system: System,
  name: string,
  lines: readonly object[],
): Promise<TestUser> {
  return asOperator(system, async (connection) => ({
    ...(await createUserWithFacts(system, connection, name, lines)),
    slots: [],
  }));
}

async function asOperator<Result>(
  { stack }: System,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = new Connection(findSystem({ DATA_DIR: stack.dataDir }));
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

async function createTestUser(
  system: System,
  connection: Connection,
  name: string,
  slots: number,
): Promise<TestUser> {
  const user = await createUserWithFacts(system, connection, name, factsFor(slots));
  const { userId } = user;
  const ids = await eventIds(system, userId);
  return { ...user, slots: Array.from({ length: slots }, (_, index) => slotOf(index, ids)) };
}

async function createUserWithFacts(
  system: System,
  connection: Connection,
  name: string,
  lines: readonly object[],
): Promise<Pick<TestUser, 'userId' | 'tokens'>> {
  const user = await createUserWithTokens(connection, name, TOKENS_PER_USER);
  const imported = await importLines(system.stack, user.userId, lines);
  if ('error' in imported) throw new Error(`facts not imported: ${JSON.stringify(imported)}`);
  return user;
}

async function createUserWithTokens(
  connection: Connection,
  name: string,
  count: number,
): Promise<Pick<TestUser, 'userId' | 'tokens'>> {
  users += 1;
  const email = `${name}-${String(users)}@example.org`;
  const user = await createUser(connection, { email, plan: 'pro', year: YEARS });
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1)
    tokens.push(
      (await createToken(connection, { user, name: `client ${String(index)}`, scope: 'write' })).token,
    );
  return { userId: String(user), tokens: new TokenPool(tokens) };
}

async function eventIds(system: System, userId: string): Promise<(reference: string) => string> {
  const rows = await system.sql<{ reference_id: string; event_id: string }>(
    'SELECT reference_id, event_id FROM facts.events WHERE user_id = $1',
    [userId],
  );
  const ids = new Map(rows.map((row) => [row.reference_id, row.event_id]));
  return (reference) => {
    const id = ids.get(reference);
    if (id === undefined) throw new Error(`no event ${reference}`);
    return id;
  };
}

function slotOf(index: number, idOf: (reference: string) => string): Slot {
  const { buys, sells, pairs } = referencesOf(index);
  return {
    index,
    buys: buys.map(idOf),
    sells: sells.map(idOf),
    pairs: pairs.map(({ out, into }) => ({ out: idOf(out), into: idOf(into) })),
    model: new Model(),
  };
}
