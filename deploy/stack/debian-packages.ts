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
    await unpackDebianPackages([program.package], folder, signal === undefined ? {} : { signal });
    return isExecutable(cached) ? cached : null;
  } catch {
    signal?.throwIfAborted();
    return null;
  }
}

export interface UnpackOptions {
  /** Aborting it rejects. */
  readonly signal?: AbortSignal;
  /** Takes the packages from this release of Debian (such as `trixie`) instead of the system's. */
  readonly release?: string;
  /** With it, the packages come with all that they depend on and for which it returns true. */
  readonly isMissing?: (name: string) => boolean;
}

/**
 * Downloads packages and unpacks them into `folder`. Uses separate package lists, so that the system's lists do not change. Rejects
 * without Debian or without a network.
 */
export async function unpackDebianPackages(
  names: readonly string[],
  folder: string,
  { signal, release, isMissing }: UnpackOptions = {},
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
    const wanted =
      isMissing === undefined
        ? names
        : [...new Set([...names, ...(await dependenciesOf(names, own)).filter(isMissing)])];
    await run('apt-get', [...own, '-q', 'download', ...wanted], options);
    const packageFiles = readdirSync(work).filter((name) => name.endsWith('.deb'));
    if (packageFiles.length < wanted.length) throw new Error('apt-get did not download all packages');
    for (const file of packageFiles) await run('dpkg', ['-x', file, join(work, 'root')], options);
    mkdirSync(dirname(folder), { recursive: true });
    // Renames the folder, so that a parallel start never sees an incomplete one.
    if (!existsSync(folder)) renameSync(join(work, 'root'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the names of all packages that some packages depend on, directly or through others. */
async function dependenciesOf(names: readonly string[], own: readonly string[]): Promise<string[]> {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
  const without = kinds.map((kind) => `--no-${kind}`);
  const { stdout } = await run('apt-cache', [...own, 'depends', '--recurse', ...without, ...names]);
  return stdout.split('\n').filter((line) => /^\w/.test(line));
}

/** Returns a test for packages that are not installed on this system. */
export async function notInstalled(): Promise<(name: string) => boolean> {
  const { stdout } = await run('dpkg-query', ['-W', '-f', '${Package}\n']);
  const installed = new Set(stdout.split('\n'));
  return (name) => !installed.has(name);
}

/** Returns an environment in which the programs and libraries of a folder with unpacked packages are found first. */
export function environmentOfPackages(folder: string): NodeJS.ProcessEnv {
  const libraries = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu'].map((path) => join(folder, path));
  const programs = ['usr/bin', 'usr/sbin', 'sbin'].map((path) => join(folder, path));
  return {
    ...process.env,
    PATH: [...programs, process.env['PATH']].join(':'),
    LD_LIBRARY_PATH: libraries.join(':'),
  };
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
