/** The demo user of a local stack: made once, its tokens and its password kept in DATA_DIR/demo.json. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Demo {
  readonly userId: number;
  readonly tokens: { readonly read: string; readonly write: string };
  readonly email: string;
  readonly password: string;
}

/** One whose tokens are not kept here: it was made by `ctx demo`, or its file is gone. */
export interface ForeignDemo {
  readonly userId: number;
  readonly tokens: null;
}

const CTX = fileURLToPath(new URL('../ctx/main.ts', import.meta.url));

/** Makes the demo user if there is none yet; answers it with its tokens and password where they are kept here. */
export async function ensureDemo(
  dataDir: string,
  readyFile: string,
  signal: AbortSignal,
): Promise<Demo | ForeignDemo> {
  const ctx = async (args: readonly string[], stdin = ''): Promise<string> => {
    const running = promisify(execFile)(process.execPath, [CTX, ...args], {
      env: { ...process.env, DATA_DIR: resolve(dataDir), CTX_STACK_FILE: readyFile },
      signal,
    });
    running.child.stdin?.end(stdin);
    return (await running).stdout;
  };
  const file = join(dataDir, 'demo.json');
  const made = JSON.parse(await ctx(['demo'])) as Pick<Demo, 'userId' | 'tokens'> | ForeignDemo;
  if (made.tokens !== null) keep(file, made);
  else if (!existsSync(file)) return made;
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Demo | Pick<Demo, 'userId' | 'tokens'>;
  if ('password' in kept) return kept;
  // Just made, or of before there were passwords.
  const password = randomBytes(12).toString('base64url');
  const set = await ctx(['user', 'set', '--user', String(kept.userId), '--password', '-'], password);
  const { email } = JSON.parse(set) as Pick<Demo, 'email'>;
  const demo = { ...kept, email, password };
  keep(file, demo);
  return demo;
}

function keep(file: string, demo: object): void {
  writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
