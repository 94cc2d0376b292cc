/**
 * What most test files set up: a stack, users with facts, and connections. Each `use…` function starts its part before the tests
 * of its block and ends it after them, the last part first. So a file declares what it needs, in one line each.
 */
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type ApiClient, createClient } from '@ctx/client';
import type { Beta, Plan, Scope } from '@ctx/domain/vocabulary';
import type { createGrpcClient } from '@ctx/platform/grpc-client';
import pg from 'pg';
import { conformingFetch } from '../api/client.ts';
import { restClient } from './rest.ts';
import {
  type Answer,
  importLines,
  newToken,
  newUser,
  sharedTestStack,
  startTestStack,
  type TestStack,
} from './stack.ts';

/** What ends the parts that are started now, in the order in which they started. */
const ends: (() => unknown)[] = [];

/** Starts a part before the tests of this block and ends it after them. The result works in hooks and tests, not before. */
export function use<Part extends object>(
  start: () => Part | Promise<Part>,
  end: (part: Part) => unknown = () => undefined,
): Part {
  let part: Part | undefined;
  let index = Infinity;
  beforeAll(async () => {
    const started = await start();
    part = started;
    index = ends.push(() => end(started)) - 1;
  });
  afterAll(async () => {
    while (ends.length > index) await ends.pop()!();
  });
  return standingFor(() => {
    if (part === undefined) throw new Error(`used before its start: ${start.toString()}`);
    return part;
  });
}

/** Does `work` after the tests of this block, before the parts that were declared earlier end. */
export function atEnd(work: () => unknown): void {
  use(() => ({}), work);
}

/** Returns an object that has all that another one has, which is only known later. `early` has what can be used before. */
function standingFor<Part extends object>(part: () => Part, early: object = {}): Part {
  return new Proxy({} as Part, {
    get: (_target, key) => {
      if (key in early) return Reflect.get(early, key) as unknown;
      const value: unknown = Reflect.get(part(), key);
      return typeof value === 'function' ? (value.bind(part()) as unknown) : value;
    },
    has: (_target, key) => Reflect.has(part(), key),
    ownKeys: () => Reflect.ownKeys(part()),
    getOwnPropertyDescriptor: (_target, key) => {
      const property = Reflect.getOwnPropertyDescriptor(part(), key);
      return property === undefined ? undefined : { ...property, configurable: true };
    },
  });
}

export interface StackOptions {
  /** Starts a stack for this block alone, which takes 5 to 8 s. Otherwise the files of a Jest worker share one (`sharedTestStack`). */
  readonly own?: boolean;
  /** Settings of the services, for a stack of its own. */
  readonly settings?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
}

/** Returns the stack of a file, or of a block of its tests. */
export function useStack({ own = false, settings = {} }: StackOptions = {}): TestStack {
  const start = (): Promise<TestStack> => {
    const chosen = typeof settings === 'function' ? settings() : settings;
    return own ? startTestStack(['--empty'], undefined, undefined, chosen) : sharedTestStack();
  };
  return use(start, (stack) => stack.remove());
}

/** Returns a connection to the database of a stack, as its owner. */
export function useDatabase(stack: TestStack): pg.Client {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: stack.ready().postgres.url });
    await client.connect();
    return client;
  };
  return use(connect, (client) => client.end());
}

/** Returns a gRPC client of a service of the stack. */
export function useGrpcClient<Client extends { close(): void }>(
  client: Parameters<typeof createGrpcClient<Client>>[0],
  address: () => string,
): Client {
  const close = (opened: Client): void => {
    opened.close();
  };
  // Few files call a service themselves, and the others need not load the modules of gRPC.
  return use(
    async () => (await import('@ctx/platform/grpc-client')).createGrpcClient(client, address()),
    close,
  );
}

export interface UserOptions {
  /** pro without it. */
  readonly plan?: Plan;
  readonly beta?: Beta;
  /** The paid years; 2026 without them. */
  readonly years?: readonly number[];
  /** What the user's tokens may do; read without it. */
  readonly scope?: Scope;
  /** Imported when the user is created, with all recalculations that follow. */
  readonly facts?: readonly object[];
  /** Regimes by year, stated before the import. */
  readonly regimes?: Readonly<Record<number, string>>;
  /** Years that are submitted after the import. */
  readonly submitted?: readonly number[];
  /** Needed only by tests of the address itself: without it each user has an address that no other has. */
  readonly email?: string;
  /** Sends the requests of `api`, in place of `conformingFetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface TestUser {
  readonly userId: string;
  /** The first token. */
  readonly token: string;
  /** The typed client. Like `send`, it takes a new token before the limit of requests per minute is reached. */
  readonly api: ApiClient;
  readonly send: (path: string, init?: RequestInit) => Promise<Answer>;
  /** Returns another token, with its own limit. */
  readonly newToken: (scope?: Scope, name?: string) => Promise<string>;
}

/** Returns a user of a stack. `options` is a function if its values are only known when the stack runs. */
export function useUser(stack: TestStack, options: UserOptions | (() => UserOptions) = {}): TestUser {
  return useCreated(() => createUser(stack, typeof options === 'function' ? options() : options));
}

/** Returns a user that `create` makes. The functions can be taken from it before it is made: `const { api } = useUser(stack)`. */
export function useCreated<User extends TestUser>(create: () => Promise<User>): User {
  const user = use(create);
  const early: Pick<TestUser, 'api' | 'send' | 'newToken'> = {
    api: standingFor(() => user.api),
    send: (...request) => user.send(...request),
    newToken: (...wanted) => user.newToken(...wanted),
  };
  return standingFor(() => user, early);
}

/** A token may send 120 requests a minute. The tests send some of them without `api` and `send`. */
const REQUESTS_PER_TOKEN = 60;

/** Creates a user, for tests that need a new one each. */
export async function createUser(stack: TestStack, options: UserOptions = {}): Promise<TestUser> {
  const { scope = 'read', facts, regimes = {}, submitted = [], email = unusedAddress() } = options;
  const { userId, token } = await newUser(stack, email, commandOf(options), scope);
  const setYear = async (command: string, year: string, ...more: readonly string[]): Promise<void> => {
    await stack.ctx(['year', command, '--user', userId, '--year', year, ...more]);
  };
  for (const [year, regime] of Object.entries(regimes)) await setYear('regime', year, '--regime', regime);
  if (facts !== undefined) expect(await importLines(stack, userId, facts)).not.toHaveProperty('error');
  for (const year of submitted) await setYear('freeze', String(year));
  return {
    userId,
    token,
    ...callsOf(stack, { userId, token, scope, fetch: options.fetch ?? conformingFetch }),
  };
}

interface Caller {
  readonly userId: string;
  readonly token: string;
  readonly scope: Scope;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The functions that send requests of a user. They take the next token by themselves. */
function callsOf(
  stack: TestStack,
  { userId, token, scope, fetch }: Caller,
): Pick<TestUser, 'api' | 'send' | 'newToken'> {
  let current = Promise.resolve(token);
  let sent = 0;
  const nextToken = (): Promise<string> => {
    sent += 1;
    if (sent % REQUESTS_PER_TOKEN === 0) current = newToken(stack, userId, scope);
    return current;
  };
  const { baseUrl } = stack.ready();
  const rest = restClient(baseUrl);
  return {
    api: createClient({
      baseUrl,
      token,
      fetch: async (request) => {
        request.headers.set('authorization', `Bearer ${await nextToken()}`);
        return fetch(request);
      },
    }),
    send: async (path, init) => rest(path, init, await nextToken()),
    newToken: (otherScope = scope, name) => newToken(stack, userId, otherScope, name),
  };
}

function commandOf({ plan = 'pro', beta, years = [2026] }: UserOptions): string[] {
  const betaOption = beta === undefined ? [] : ['--beta', beta];
  return ['--plan', plan, ...betaOption, ...years.flatMap((year) => ['--year', String(year)])];
}

let users = 0;

/** Returns an e-mail address that no other test uses: it names the file of the test. */
function unusedAddress(): string {
  users += 1;
  const file = expect.getState().testPath!.replace(/^.*\/test\/|\.test\.ts$/g, '');
  return `${file.replaceAll('/', '-')}-${String(users)}@example.org`;
}

/** Returns the ids of a user's events in a year, by reference id. */
export async function eventIds(
  { send }: TestUser,
  ...years: readonly number[]
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const year of years)
    for (let page = 0, hasNext = true; hasNext; page += 1) {
      const { body } = await send(`/api/v1/transactions?year=${String(year)}&size=200&page=${String(page)}`);
      for (const each of body['transactions'] as { referenceId: string; id: string }[])
        ids.set(each.referenceId, each.id);
      hasNext = body['hasNext'] === true;
    }
  return ids;
}
