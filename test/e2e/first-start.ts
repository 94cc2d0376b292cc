/**
 * The state folder after a first `npm start`: a database cluster with the newest schema. Made once for all tests of this
 * checkout, because it saves each of them about a second. `local-stack.test.ts` starts with an empty folder.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { closedFolderAbove } from '../../deploy/stack/postgres.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MADE = join(ROOT, '.cache/first-start');
/** The sources that determine the result of a first start. */
const SOURCES = ['deploy/migrations', 'deploy/stack', 'package-lock.json'];

/**
 * Settings of PostgreSQL for data that a test throws away. What a killed server wrote is still there without them: they protect from a crash
 * of the machine. A commit still waits until its record is written.
 */
const FOR_A_TEST: readonly string[] = ['fsync = off', 'full_page_writes = off'];

/** Copies the state folder into an empty folder. If there is none yet, `start` first makes one in the folder that it is given. */
export async function copyFirstStart(
  dataDir: string,
  start: (dataDir: string) => Promise<void>,
): Promise<void> {
  const made = join(MADE, digestOf(SOURCES));
  // PostgreSQL does not run as root, and its user may not enter this folder: each test starts with an empty folder.
  if (process.getuid?.() === 0 && closedFolderAbove(made) !== null) return;
  if (!existsSync(made)) await make(made, start);
  // Keeps the owner of the files: PostgreSQL runs as that user.
  await promisify(execFile)('cp', ['-a', `${made}/.`, dataDir]);
  const settingsFile = join(dataDir, 'postgres/postgresql.conf');
  // Citus has its clusters elsewhere.
  if (existsSync(settingsFile)) appendFileSync(settingsFile, `${FOR_A_TEST.join('\n')}\n`);
}

/** Makes the state folder. Several processes may do so at the same time; the first result is used. */
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
  const digest = createHash('sha256').update(process.env['STACK_PROGRAM'] ?? '');
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
