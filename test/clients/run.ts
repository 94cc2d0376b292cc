/** Runs the programs that generate, build and use a client. */
import { spawn, spawnSync } from 'node:child_process';

/** Runs a command to its end and returns what it printed; rejects with its output when it fails. */
export async function run(
  [command = '', ...args]: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, errors]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return printed.join('');
  const output = [...printed, ...errors].join('').slice(-4000);
  throw new Error(`${[command, ...args].join(' ')} ended with ${String(code)}:\n${output}`);
}

/** Returns the first of the commands that is not on the PATH, or null. */
export function missingCommand(commands: readonly string[]): string | null {
  const isMissing = (command: string): boolean =>
    spawnSync('sh', ['-c', 'command -v "$0"', command]).status !== 0;
  return commands.find(isMissing) ?? null;
}
