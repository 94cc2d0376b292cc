/**
 * Fills a database with a population: a few users are really imported and computed, and their rows are copied with SQL by the owner
 * of the database, without triggers. This is the data of a load test. The program compares copies with their templates through the
 * services afterwards.
 */
import type pg from 'pg';
import type { Connection } from '../../../deploy/ctx/connect.ts';
import type { Bed } from '../bed/bed.ts';
import {
  copyRows,
  type History,
  IN_EIGHT_YEARS,
  IN_ONE_YEAR,
  newUsers,
  tablesOfUsers,
  userWith,
  YEAR,
} from '../bed/users.ts';

/** Users with computed figures, whose rows are copied. */
export interface Templates {
  readonly small: readonly number[];
  readonly large: number;
}

/** The users of the database. */
export interface Population {
  readonly templates: Templates;
  /** Copies, in the order in which they were made. */
  readonly small: number[];
  readonly large: number[];
  /** The template of each copy. */
  readonly templateOf: Map<number, number>;
  /** Copies that have had corrections since, and so differ from their template. */
  readonly corrected: Set<number>;
}

const HISTORIES = [
  { ...IN_ONE_YEAR, seed: 1 },
  { ...IN_EIGHT_YEARS, seed: 2 },
  { firstYear: YEAR - 2, years: 3, seed: 3 },
  { ...IN_EIGHT_YEARS, seed: 4 },
] as const;

/** Imports and computes the users that are copied: four with different histories, and a large one. */
export async function makeTemplates(
  operator: Connection,
  events: { readonly small: number; readonly large: number },
): Promise<Population> {
  const small: number[] = [];
  for (const history of HISTORIES) small.push(await userWith(operator, { ...history, events: events.small }));
  const ofLarge: History = { ...IN_EIGHT_YEARS, events: events.large };
  const templates = { small, large: await userWith(operator, ofLarge) };
  return { templates, small: [], large: [], templateOf: new Map(), corrected: new Set() };
}

/** Users of one transaction: their rows fit into the memory of a sort, and the ends of the indexes into the cache. */
const CHUNK_ROWS = 50_000;
const WRITERS = 2;
const SIGN_INS = 5;

interface Chunk {
  readonly template: number;
  readonly users: readonly number[];
}

/** Copies templates until the population has as many users as wanted. Returns the seconds that it took. */
export async function fill(
  { owner }: Bed,
  population: Population,
  wanted: { readonly small: number; readonly large: number },
): Promise<number> {
  const startedAt = performance.now();
  const { templates, templateOf } = population;
  const small = await newUsers(owner, Math.max(0, wanted.small - population.small.length));
  const large = await newUsers(owner, Math.max(0, wanted.large - population.large.length));
  for (const [index, userId] of small.entries())
    templateOf.set(userId, templates.small[index % templates.small.length] ?? 0);
  for (const userId of large) templateOf.set(userId, templates.large);
  population.small.push(...small);
  population.large.push(...large);
  const chunks = await chunksOf(owner, [...small, ...large], templateOf);
  await Promise.all(Array.from({ length: WRITERS }, () => copyAll(owner, chunks)));
  return (performance.now() - startedAt) / 1000;
}

/** Brings the database into the state that it has some time after its rows were written, as autovacuum does. */
export async function settle({ owner }: Bed): Promise<void> {
  await owner.query('VACUUM (ANALYZE)');
  await owner.query('CHECKPOINT');
}

async function chunksOf(
  owner: pg.Pool,
  users: readonly number[],
  templateOf: ReadonlyMap<number, number>,
): Promise<Chunk[]> {
  const { rows } = await owner.query<{ user_id: string; events: number }>(
    'SELECT user_id, events FROM figures.versions WHERE user_id = ANY($1)',
    [[...new Set(templateOf.values())]],
  );
  const eventsOf = new Map(rows.map(({ user_id, events }) => [Number(user_id), events]));
  const byTemplate = Map.groupBy(users, (userId) => templateOf.get(userId) ?? 0);
  const chunks = [...byTemplate].flatMap(([template, copies]) => {
    const size = Math.max(1, Math.floor(CHUNK_ROWS / (eventsOf.get(template) ?? CHUNK_ROWS)));
    const count = Math.ceil(copies.length / size);
    return Array.from({ length: count }, (_, index) => ({
      template,
      users: copies.slice(index * size, (index + 1) * size),
    }));
  });
  return chunks.sort((a, b) => (a.users[0] ?? 0) - (b.users[0] ?? 0)).reverse();
}

/** Copies the remaining chunks, one transaction each. */
async function copyAll(owner: pg.Pool, chunks: Chunk[]): Promise<void> {
  const client = await owner.connect();
  try {
    // Skips triggers and foreign keys: the rows come from rows that passed them.
    await client.query(
      `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'`,
    );
    const tables = await tablesOfUsers(client);
    for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
      await client.query('BEGIN');
      await copyRows(client, tables, chunk.template, chunk.users);
      await signIns(client, chunk.users);
      await client.query('COMMIT');
    }
    await client.query('RESET ALL');
  } finally {
    // A failed transaction or a changed session must not return to the pool.
    client.release(true);
  }
}

/** Each user has a token that nobody knows, a session, and entries in the access log over a year. */
async function signIns(client: pg.PoolClient, users: readonly number[]): Promise<void> {
  const random = 'sha256(uuid_send(gen_random_uuid()))';
  await client.query(
    `INSERT INTO identity.tokens (user_id, name, secret_hash, prefix, scopes)
      SELECT u, 'Load', ${random}, 'ctx_Load', '{read}' FROM unnest($1::bigint[]) AS u`,
    [users],
  );
  await client.query(
    `INSERT INTO identity.sessions (user_id, secret_hash, expires_at)
      SELECT u, ${random}, now() + interval '7 days' FROM unnest($1::bigint[]) AS u`,
    [users],
  );
  await client.query(
    `INSERT INTO identity.access_log (user_id, at, action, via)
      SELECT u, now() - n * interval '60 days', 'SIGNED_IN', 'settings'
      FROM unnest($1::bigint[]) AS u, generate_series(1, $2::integer) AS n`,
    [users, SIGN_INS],
  );
}
