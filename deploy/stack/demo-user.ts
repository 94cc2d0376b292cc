/** The demo user of a local stack: made once, its tokens kept in DATA_DIR/demo.json. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Demo {
  readonly userId: number;
  readonly tokens: { readonly read: string; readonly write: string } | null;
}

const CTX = fileURLToPath(new URL('../ctx/main.ts', import.meta.url));

/** Makes the demo user if there is none yet; answers it with its tokens, null where they are not kept here. */
export async function ensureDemo(dataDir: string, readyFile: string): Promise<Demo> {
  const { stdout } = await promisify(execFile)(process.execPath, [CTX, 'demo'], {
    env: { ...process.env, DATA_DIR: resolve(dataDir), CTX_STACK_FILE: readyFile },
  });
  const demo = JSON.parse(stdout) as Demo;
  const file = join(dataDir, 'demo.json');
  if (demo.tokens !== null) writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : demo;
}
