/** Downloads programs from Debian packages without installing anything on the system. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOnPath, isExecutable } from './on-path.ts';

const run = promisify(execFile);
const FETCH_MS_MAX = 180_000;
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));

export interface DebianProgram {
  readonly package: string;
  /** Name on the PATH. */
  readonly name: string;
  /** Path inside the package. */
  readonly path: string;
  /** Cache folder for the unpacked package. */
  readonly folder: string;
}

/**
 * Returns the path of a program, from PATH or from its Debian package. Null when neither is available. Aborting `signal` rejects.
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
 * Downloads packages and unpacks them into `folder`. Uses separate package lists, so that the system's lists do not change. With
 * `release` (such as `trixie`), takes them from that release of Debian instead of the system's. Rejects without Debian or without a
 * network.
 */
export async function unpackDebianPackages(
  names: readonly string[],
  folder: string,
  signal?: AbortSignal,
  release?: string,
): Promise<void> {
  const work = `${folder}.${String(process.pid)}`;
  const lists = join(work, 'lists');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(join(work, 'archives', 'partial'), { recursive: true });
  const options = { cwd: work, timeout: FETCH_MS_MAX, signal };
  try {
    const sources = release === undefined ? [] : await sourcesOf(release, work);
    const settings = [`Dir::State::lists=${lists}`, `Dir::Cache=${work}`, 'APT::Sandbox::User=', ...sources];
    const own = settings.flatMap((setting) => ['-o', setting]);
    await run('apt-get', [...own, '-q', 'update'], options);
    await run('apt-get', [...own, '-q', 'download', ...names], options);
    const packageFiles = readdirSync(work).filter((name) => name.endsWith('.deb'));
    if (packageFiles.length < names.length) throw new Error('apt-get did not download all packages');
    for (const file of packageFiles) await run('dpkg', ['-x', file, join(work, 'root')], options);
    mkdirSync(dirname(folder), { recursive: true });
    // Renames the folder, so that a parallel start never sees an incomplete one.
    if (!existsSync(folder)) renameSync(join(work, 'root'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Writes a source list with another release of the archive from which this system has its packages; returns the settings that use it. */
async function sourcesOf(release: string, work: string): Promise<string[]> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(RELEASE)']);
  // Security updates and other archives have other addresses, and point releases a suffix.
  const [archive] = stdout.split('\n').flatMap((line) => /^(\S+\/debian\/?) \w+$/.exec(line)?.[1] ?? []);
  if (archive === undefined) throw new Error('this system has no packages from the archive of Debian');
  const file = join(work, 'sources.list');
  writeFileSync(file, `deb [signed-by=${KEYRING}] ${archive} ${release} main\n`);
  return [`Dir::Etc::sourcelist=${file}`, 'Dir::Etc::sourceparts=-'];
}
