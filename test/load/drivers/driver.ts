/** What loads a service: a process of its own, so that its processor time is counted apart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pinned } from '../bed/processes.ts';

/** What a driver saw. */
export interface Driven {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** Answers that were rejections, calls that failed, connections that broke. */
  readonly errors: number;
  /** The same by their reason, the most frequent ones. */
  readonly reasons: Reasons;
  /** Answers kept for a look at them; each driver says what they are. */
  readonly kept?: readonly Kept[];
}

/** How many requests failed for each reason. */
export type Reasons = Readonly<Record<string, number>>;

/** Failures by reason, without the reasons that did not occur, and their sum. */
export function countOf(reasons: Reasons): { readonly errors: number; readonly reasons: Reasons } {
  const met = Object.entries(reasons).filter(([, count]) => count > 0);
  return { errors: met.reduce((sum, [, count]) => sum + count, 0), reasons: Object.fromEntries(met) };
}

/** One answer: the index of its request, and the body in base64 (gRPC) or as text (HTTP). */
export interface Kept {
  readonly index: number;
  readonly body: string;
}

/** A driver under way. */
export interface RunningDriver {
  readonly pid: number;
  readonly result: Promise<Driven>;
}

/** Starts to drive; called once everything else is ready. */
export type StartDriver = () => Promise<RunningDriver>;

/** Cores that a driver may use; null leaves it where the system puts it. */
export type Cores = readonly number[] | null;

/** Starts a command and resolves with its output; rejects with its complaints when it fails. */
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

/** A program below `test/load` that prepares, waits for the word, drives, and prints what it saw. */
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
      return JSON.parse(line) as Driven;
    });
    stdin.write('go\n');
    return Promise.resolve({ pid: child.pid ?? 0, result });
  };
}
