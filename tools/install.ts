/**
 * Installs the packages of tools/package.json, which only rare commands need. Each of those commands calls `installTools` first.
 * `npm run tools` installs them in advance.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = import.meta.dirname;
/** Contains the checksum of the lock file whose packages are installed completely. */
const INSTALLED = join(FOLDER, 'node_modules/.installed');
/** Exists while a process installs, and contains its process id: test files run in parallel. */
const INSTALLING = join(FOLDER, '../.cache/tools-installing');
const LOOK_AGAIN_MS = 200;

/**
 * Installs what tools/package-lock.json lists, if it is not installed yet, and prints one line about it. Throws if npm fails, for
 * example without a network.
 */
export function installTools(): void {
  while (!isInstalled()) {
    if (!isNextToInstall()) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
      continue;
    }
    try {
      if (!isInstalled()) install();
    } finally {
      rmSync(INSTALLING, { force: true });
    }
  }
}

function isInstalled(): boolean {
  try {
    return readFileSync(INSTALLED, 'utf8') === checksum();
  } catch {
    return false;
  }
}

function checksum(): string {
  return createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex');
}

function install(): void {
  process.stderr.write(
    'installing the packages of tools/ from the npm registry, once: 400 MB, a minute or two\n',
  );
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error, stdout, stderr } = spawnSync('npm', ['ci', '--prefix', FOLDER, ...options], {
    cwd: FOLDER,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const reason = error?.message ?? `${stdout}${stderr}`.trim().slice(-4000);
    throw new Error(
      `the packages of tools/ could not be installed; can the npm registry be reached?\n${reason}`,
    );
  }
  writeFileSync(INSTALLED, checksum());
}

/** Returns whether this process may install now. Others wait until it has. */
function isNextToInstall(): boolean {
  mkdirSync(dirname(INSTALLING), { recursive: true });
  try {
    writeFileSync(INSTALLING, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isInstallerAlive()) rmSync(INSTALLING, { force: true });
    return false;
  }
}

/** Returns false if the process that was installing was killed before it could remove its file. */
function isInstallerAlive(): boolean {
  try {
    const id = Number(readFileSync(INSTALLING, 'utf8'));
    // The file is empty for an instant after its creation.
    if (id > 0) process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

if (import.meta.main) {
  try {
    installTools();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
