/** Programs out of Debian's packages, without touching the system. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOnPath, isExecutable } from './on-path.ts';

const run = promisify(execFile);
const FETCH_MS_MAX = 180_000;

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));

export interface DebianProgram {
  readonly package: string;
  /** On the PATH. */
  readonly name: string;
  /** Inside the package. */
  readonly path: string;
  /** Folder of the cache that the package is unpacked into. */
  readonly folder: string;
}

/**
 * The path of a program: from PATH, else from Debian's package; null when this machine has none and the package cannot be had.
 * Aborting `signal` rejects.
 */
export async function findDebianProgram(
  program: DebianProgram,
  signal?: AbortSignal,
): Promise<string | null> {
  const onPath = findOnPath(program.name);
  if (onPath !== undefined) return onPath;
  const folder = join(CACHE, program.folder);
  const cached = join(folder, program.path);
  if (isExecutable(cached)) return cached;
  try {
    await unpackDebianPackages([program.package], folder, signal);
    return isExecutable(cached) ? cached : null;
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

/**
 * Downloads packages with package lists of our own, so that the system's stay as they are, and unpacks them into `folder`.
 * Rejects where there is no Debian, or no network.
 */
export async function unpackDebianPackages(
  names: readonly string[],
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const work = `${folder}.${String(process.pid)}`;
  const lists = join(work, 'lists');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(join(work, 'archives', 'partial'), { recursive: true });
  const own = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${work}`, '-o', 'APT::Sandbox::User='];
  const options = { cwd: work, timeout: FETCH_MS_MAX, signal };
  try {
    await run('apt-get', [...own, '-q', 'update'], options);
    await run('apt-get', [...own, '-q', 'download', ...names], options);
    const packageFiles = readdirSync(work).filter((name) => name.endsWith('.deb'));
    if (packageFiles.length < names.length) throw new Error('apt-get downloaded too little');
    for (const file of packageFiles) await run('dpkg', ['-x', file, join(work, 'root')], options);
    mkdirSync(dirname(folder), { recursive: true });
    // By rename: two starts at once must not see half a folder.
    if (!existsSync(folder)) renameSync(join(work, 'root'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}
