/**
 * What the first start of `npm start` leaves in its folder, made once for all tests of this checkout: a cluster with the newest
 * schema, a second's work for each. `local-stack.test.ts` starts from nothing.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { closedFolderAbove } from '../../deploy/stack/postgres.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MADE = join(ROOT, '.cache/first-start');
/** What decides what a first start makes. */
const SOURCES = ['deploy/migrations', 'deploy/stack', 'package-lock.json'];

/** Copies it into an empty folder; `start` makes it where it is not there yet, in a folder that it is given. */
export async function copyFirstStart(
  dataDir: string,
  start: (dataDir: string) => Promise<void>,
): Promise<void> {
  const made = join(MADE, digestOf(SOURCES));
  // PostgreSQL does not run as root, and its user may not come here: each starts from nothing.
  if (process.getuid?.() === 0 && closedFolderAbove(made) !== null) return;
  if (!existsSync(made)) await make(made, start);
  // With its owner, as whom PostgreSQL runs.
  await promisify(execFile)('cp', ['-a', `${made}/.`, dataDir]);
}

/** Several may make one at the same time: the first is taken. */
async function make(made: string, start: (dataDir: string) => Promise<void>): Promise<void> {
  const making = `${made}.${String(process.pid)}`;
  mkdirSync(making, { recursive: true, mode: 0o755 });
  await start(making);
  rmSync(join(making, 'stack.json'), { force: true });
  rmSync(join(making, 'logs'), { recursive: true, force: true });
  try {
    renameSync(making, made);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(made)) throw error;
  }
}

function digestOf(paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const path of paths.flatMap(filesOf))
    digest.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  return digest.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  const entries = path.endsWith('.json') ? null : readdirSync(join(ROOT, path), { withFileTypes: true });
  return entries === null
    ? [path]
    : entries.filter((entry) => entry.isFile()).map(({ name }) => `${path}/${name}`);
}
