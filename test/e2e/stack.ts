/** A real stack for a test file: the program of `npm start`, with its own state folder and ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiClient } from '@ctx/client';
import type { Connection } from '../../deploy/ctx/connect.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { COMPILE_CACHE } from '../../deploy/stack/service.ts';
import { stackSecrets } from '../../deploy/stack/secrets.ts';
import { apiClient, conformingFetch } from '../api/client.ts';
import { runCtx } from '../ctx/run.ts';
import { copyFirstStart } from './first-start.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface ReadyState {
  baseUrl: string;
  services: Record<
    'gateway' | 'read' | 'corrections' | 'recalc',
    { pid: number; address: string; health: string }
  >;
  postgres: { url: string; pid: number };
  nats: { url: string; pid: number } | null;
}

export interface TestStack {
  readonly dataDir: string;
  /** The path of a service's log. */
  logFile(service: 'gateway' | 'read' | 'corrections' | 'recalc'): string;
  /** What `npm start` has printed so far. */
  output(): string;
  ready(): ReadyState;
  /** Runs `ctx` and returns its output. Throws when the command fails, unless `allowRejection` is set. */
  ctx(args: readonly string[], allowRejection?: boolean): Promise<Record<string, unknown>>;
  /** Starts `ctx` and does not wait for its end. */
  startCtx(args: readonly string[]): ChildProcess;
  /** Writes a file of facts and returns its path. */
  file(name: string, lines: readonly object[]): string;
  /** Returns the typed client, with a token. */
  api(token: string): ApiClient;
  /** For tests that need the text of a response, or a request that the typed client cannot send. */
  get(path: string, token: string, headers?: Record<string, string>): Promise<Answer>;
  /** Presses Ctrl-C and returns the exit code. */
  interrupt(): Promise<number | null>;
  remove(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** The longest wait for a condition. It only ends tests that hang; it is no measurement, because the machine may be busy. */
const WAIT_MS_MAX = 240_000;

/** How often a file is looked at, which costs nothing. */
const LOOK_MS = 20;

/** Starts a stack and waits until it is ready. With the `dataDir` of an earlier stack it starts that one again; an empty one starts from nothing. */
export async function startTestStack(
  args: readonly string[] = ['--empty'],
  chosenDataDir?: string,
  chosenPort?: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestStack> {
  const dataDir = chosenDataDir ?? (await startedDataDir());
  const port = chosenPort ?? (await freePort());
  const child = spawnStack(args, { ...settings, PORT: String(port), DATA_DIR: dataDir }, 'pipe');
  let text = '';
  child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const output = (): string => text;
  await untilReady(child, dataDir, port, output);
  const interrupt = (): Promise<number | null> => {
    child.kill('SIGINT');
    return ended;
  };
  return stackOf(dataDir, { interrupt, output });
}

/** Origins whose pages may call the shared stack. */
export const ALLOWED_ORIGINS = ['https://app.example.org', 'http://localhost:3000'] as const;

/** Tests send requests from addresses of their choice, in X-Forwarded-For, and from pages of allowed origins. */
const SHARED_SETTINGS = {
  TRUSTED_PROXIES: '127.0.0.1, ::1',
  CORS_ORIGINS: ALLOWED_ORIGINS.join(','),
  WEBHOOK_KEYS: randomBytes(32).toString('base64'),
};

/**
 * Returns the stack that the test files of one Jest worker share; the first of them starts it. This saves each file the 5 s
 * that a stack of its own takes. It is for tests that change only their own users, with e-mail addresses that no other file uses,
 * that undo what else they change, and that expect nothing of all log lines or sign-ins. It is stopped after the last test file
 * (shared-stacks-end.ts), not by `remove`.
 */
export async function sharedTestStack(): Promise<TestStack> {
  const record = join(process.env['SHARED_STACKS']!, String(process.pid));
  if (!existsSync(record)) {
    const dataDir = await startedDataDir();
    const port = await freePort();
    // A file and not a pipe: the stack outlives the worker.
    const outputFile = join(dataDir, 'output.txt');
    const file = openSync(outputFile, 'w');
    const child = spawnStack(
      ['--empty'],
      { ...SHARED_SETTINGS, PORT: String(port), DATA_DIR: dataDir },
      file,
    );
    closeSync(file);
    child.unref();
    writeFileSync(record, JSON.stringify({ pid: child.pid, dataDir }));
    await untilReady(child, dataDir, port, () => readFileSync(outputFile, 'utf8'));
  }
  const { dataDir } = JSON.parse(readFileSync(record, 'utf8')) as { dataDir: string };
  const none = (): never => {
    throw new Error('a shared stack is not stopped, and its output is not read');
  };
  return { ...stackOf(dataDir, { interrupt: none, output: none }), remove: () => Promise.resolve() };
}

/** The day of the demo data, so that tests see the same figures on every day. */
const DEMO_DAY = '2026-11-24';

const PROGRAM = join(ROOT, 'deploy/stack/main.ts');

function spawnStack(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: 'pipe' | number,
): ChildProcess {
  // The tests run it as `npm start`; test/resilience/citus names another one.
  const program = process.env['STACK_PROGRAM'] ?? PROGRAM;
  return spawn(process.execPath, [program, ...args], {
    // Tests attack the sockets of the address that the gateway listens on.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DEMO_DAY,
      BASE_URL: `http://127.0.0.1:${environment['PORT'] ?? ''}`,
      ...environment,
    },
    stdio: ['ignore', output, output],
  });
}

/** Waits until the stack has written its ready file; throws with its output when its process ends before that. */
async function untilReady(
  child: ChildProcess,
  dataDir: string,
  port: number,
  output: () => string,
): Promise<void> {
  const stackFile = join(dataDir, 'stack.json');
  // Another stack may already run on this folder; the port in the ready file shows whose file it is.
  await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error('its process ended');
      return existsSync(stackFile) && readFileSync(stackFile, 'utf8').includes(`:${String(port)}"`);
    },
    WAIT_MS_MAX,
    LOOK_MS,
  ).catch((error: unknown) => {
    throw new Error(`the stack did not start:\n${output()}`, { cause: error });
  });
}

/** Returns the functions of a stack for tests. They use the ready file in its folder, so any process may run the stack. */
export function stackOf(
  dataDir: string,
  { interrupt, output }: Pick<TestStack, 'interrupt' | 'output'>,
): TestStack {
  const ready = (): ReadyState => JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as ReadyState;
  return {
    dataDir,
    logFile: (service) => join(dataDir, 'logs', `${service}.log`),
    output,
    ready,
    startCtx: (args) =>
      spawn(process.execPath, [join(ROOT, 'deploy/ctx/main.ts'), ...args], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ctx: (args, allowRejection = false) => printedByCtx(dataDir, args, allowRejection),
    file: (name, lines) => {
      const path = join(dataDir, name);
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return path;
    },
    api: (token) => apiClient(ready().baseUrl, token),
    get: async (path, token, headers = {}) => {
      const response = await conformingFetch(`${ready().baseUrl}${path}`, {
        headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...headers },
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parse(text) };
    },
    interrupt,
    remove: async () => {
      await interrupt();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function printedByCtx(
  dataDir: string,
  args: readonly string[],
  allowRejection: boolean,
): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await runCtx(args, { ...process.env, DATA_DIR: dataDir });
  if (exitCode !== 0 && (!allowRejection || stdout === ''))
    throw new Error(`ctx ${args.join(' ')}: ${stdout} ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Returns a state folder after a first start: with a database that has the newest schema. */
export async function startedDataDir(): Promise<string> {
  const dataDir = newDataDir();
  await copyFirstStart(dataDir, async (firstDir) => {
    const first = await startTestStack(['--empty'], firstDir);
    await first.interrupt();
  });
  return dataDir;
}

/** Creates a state folder that the database server's user can enter. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'ctx-e2e-'));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

/**
 * Waits for a condition. Checks every 50 ms at first and then less often, because a token has 120 requests per minute. With
 * `everyMs`, checks that often all the time.
 */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = WAIT_MS_MAX,
  everyMs?: number,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await condition())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs)
      throw new Error(
        `waited ${String(Math.round(waitedMs / 1000))} s for this to become true: ${condition.toString()}`,
      );
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? Math.min(1000, 50 + waitedMs / 10)));
  }
}

/** Creates a user with a token. Tests that count requests need their own user. `options` are those of `ctx user create`. */
export async function newUser(
  stack: TestStack,
  email: string,
  options: readonly string[] = ['--plan', 'pro', '--year', '2026'],
  scope: 'read' | 'write' = 'read',
): Promise<{ userId: string; token: string }> {
  const plan = options.includes('--plan') ? [] : ['--plan', 'pro'];
  const { userId: id } = await stack.ctx(['user', 'create', `--email=${email}`, ...plan, ...options]);
  const userId = String(id);
  return { userId, token: await newToken(stack, userId, scope) };
}

/** Creates another token of a user, which has its own 120 requests per minute. */
export async function newToken(
  stack: TestStack,
  userId: string,
  scope: 'read' | 'write' = 'read',
  name = 'Test',
): Promise<string> {
  const options = [`--user=${userId}`, `--name=${name}`, `--scope=${scope}`, '--expires-at=never'];
  return String((await stack.ctx(['token', 'create', ...options]))['token']);
}

/**
 * Does `work` with the connection that `ctx` uses. Its modules are loaded here and not with this file: every file of tests would load
 * them for itself, which takes longer than most tests.
 */
export async function connected<Result>(
  { dataDir }: TestStack,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { Connection, findSystem } = await import('../../deploy/ctx/connect.ts');
  const connection = new Connection(findSystem({ DATA_DIR: dataDir }));
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** Returns the key with which the services of a stack sign their calls. */
export function callerKeyOf(stack: TestStack): Buffer {
  return Buffer.from(stackSecrets(stack.dataDir).callerKey, 'base64');
}

/** Facts of worked example 1 of the engine's specification: two lots of ETH, one and a half sold. */
export const WORKED_EXAMPLE_1: readonly object[] = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '2500'),
  event('B2', 'ACQUISITION', '1', '2026-02-10T10:00:00Z', '3000'),
  event('S1', 'DISPOSITION', '1.5', '2026-03-10T10:00:00Z', '5250'),
];

/** Returns an event line of the account kraken-1. */
export function event(
  referenceId: string,
  type: string,
  amount: string,
  timestamp: string,
  euroValue: string | null,
  more: object = {},
): object {
  const asset = { key: 'ETH', symbol: 'ETH' };
  const value = euroValue === null ? {} : { euroValue };
  return {
    kind: 'event',
    account: 'kraken-1',
    referenceId,
    type,
    asset,
    amount,
    timestamp,
    ...value,
    ...more,
  };
}

/** Imports lines as one file and waits for the run. A rejection is returned, not thrown. */
export async function importLines(
  stack: TestStack,
  userId: string,
  lines: readonly object[],
  replace?: string,
): Promise<Record<string, unknown>> {
  return importFile(stack, userId, stack.file('facts.jsonl', lines), replace);
}

/** Imports a file and waits for the run. A rejection is returned, not thrown. */
export async function importFile(
  stack: TestStack,
  userId: string,
  file: string,
  replace?: string,
): Promise<Record<string, unknown>> {
  const replaced = replace === undefined ? [] : [`--replace=${replace}`];
  return stack.ctx(['import', `--user=${userId}`, '--wait', ...replaced, file], true);
}

/** An id that does not exist. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Returns a path of the operations table with valid parameters, and EVENT_ID where an event's id belongs. */
export function pathOf(path: string): string {
  const filled = path
    .replace('{year}', '2026')
    .replace('{taxEventId}', 'EVENT_ID')
    .replace(/\{\w+Id\}/, UNKNOWN_ID);
  if (path.endsWith('candidates')) return `${filled}?taxEventId=EVENT_ID`;
  if (path.endsWith('contributions')) return `${filled}?figure=capitalGains`;
  if (path.endsWith('transactions')) return `${filled}?year=2026`;
  if (path.endsWith('sale')) return `${filled}?assetKey=ETH&amount=1&unitPriceEur=1&at=2026-12-01T00:00:00Z`;
  return path.endsWith('lots') ? `${filled}?holdingId=ETH` : filled;
}
