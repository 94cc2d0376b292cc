/** A driver loads a service from a process of its own, so that its processor time is counted separately. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pinned } from '../bed/processes.ts';

/** The results of a driver. */
export interface DriverResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  /** Number of rejections, failed calls and broken connections. */
  readonly errors: number;
  /** The most frequent errors, by reason. */
  readonly reasons: Reasons;
  /** Responses kept for a check; each driver documents their form. */
  readonly kept?: readonly KeptResponse[];
  /** The results of each operation; only an open loop has them. */
  readonly operations?: readonly OperationResult[];
  /** The results of each second in which an operation ended; only an open loop has them. */
  readonly course?: readonly Second[];
}

/** The results of the operations with one name. */
export interface OperationResult extends DriverResult {
  readonly name: string;
}

/** The results of one second, counted from the start. */
export interface Second extends DriverResult {
  readonly second: number;
}

/** How many requests failed for each reason. */
export type Reasons = Readonly<Record<string, number>>;

/** Sums the failures, and leaves out the reasons that did not occur. */
export function countOf(reasons: Reasons): { readonly errors: number; readonly reasons: Reasons } {
  const met = Object.entries(reasons).filter(([, count]) => count > 0);
  return { errors: met.reduce((sum, [, count]) => sum + count, 0), reasons: Object.fromEntries(met) };
}

/** One response: the index of its request, and the body in base64 (gRPC) or as text (HTTP). */
export interface KeptResponse {
  readonly index: number;
  readonly body: string;
}

/** A driver that is running. */
export interface RunningDriver {
  readonly pid: number;
  readonly result: Promise<DriverResult>;
}

/** Starts the load; called when everything else is ready. */
export type StartDriver = () => Promise<RunningDriver>;

/** The cores that a driver may use; null leaves the choice to the system. */
export type Cores = readonly number[] | null;

/** Starts a command and resolves with its output; rejects with its error output when it fails. */
export function startCommand(
  command: string,
  args: readonly string[],
  cores: Cores,
  environment: Readonly<Record<string, string>> = {},
): { child: ChildProcess; output: Promise<string> } {
  const [program = '', ...rest] = pinned(cores, [command, ...args]);
  const child = spawn(program, rest, {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const output = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${command} failed (${String(code)}): ${complaints || text}`));
    });
  });
  output.catch(() => undefined);
  return { child, output };
}

/** Starts a program below `test/load` that prepares, waits for the start signal, loads the service and prints its results. */
export async function prepareProgram(
  path: string,
  input: object,
  cores: Cores,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartDriver> {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const { child, output } = startCommand(process.execPath, [file], cores, environment);
  if (child.stdout === null || child.stdin === null) throw new Error('a program without pipes');
  const { stdin } = child;
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  stdin.write(`${JSON.stringify(input)}\n`);
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done !== true) return line.value;
    await output;
    throw new Error(`${path} ended before it answered`);
  };
  await next();
  return () => {
    const result = next().then((line) => {
      stdin.end();
      return JSON.parse(line) as DriverResult;
    });
    stdin.write('go\n');
    return Promise.resolve({ pid: child.pid ?? 0, result });
  };
}
