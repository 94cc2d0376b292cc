/** Runs the verifier over many dossiers in one process of Python. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MANY = fileURLToPath(new URL('./many.py', import.meta.url));

/** Whether Python is on the PATH. */
export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

/** The first line that differs. */
interface Difference {
  readonly file: string;
  readonly line: number | null;
  readonly field: string;
  readonly expected: string;
}

/** What the verifier found in a dossier. */
export interface Result {
  readonly result: 'HOLDS' | 'DIFFERS' | 'UNREADABLE';
  readonly exitCode: number;
  readonly message: string;
  readonly dataSha256?: string;
  readonly difference?: Difference;
  readonly differingFiles?: readonly string[];
  readonly notComputed?: readonly string[];
}

/** A running verifier. */
export interface Verifier {
  readonly verify: (zip: Uint8Array) => Promise<Result>;
  readonly end: () => Promise<void>;
}

/** Starts a verifier. */
export function startVerifier(): Verifier {
  const child = spawn('python3', [MANY], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  return {
    verify: async (zip) => {
      child.stdin.write(`${Buffer.from(zip).toString('base64')}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the verifier ended');
      return JSON.parse(value) as Result;
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
