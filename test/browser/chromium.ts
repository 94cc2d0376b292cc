/**
 * A headless browser for tests: Chromium's headless shell, else a Chromium of this machine, else Debian's package of the shell, which is
 * installed once. The shell has no user interface of its own, so that 20 visits take 2 s of processor time and not 10.
 */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { findOnPath } from '../../deploy/stack/on-path.ts';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const INSTALL_MS_MAX = 600_000;
const HINT =
  'the browser tests need Chromium or Chrome in the PATH (Debian: apt-get install chromium-headless-shell); it could not be installed';

const run = promisify(execFile);

/** Starts a browser that talks to nobody but the pages it is sent to. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findOnPath(...NAMES) ?? (await installDebianPackage());
  return chromium.launch({
    executablePath,
    args: [
      // Chromium's own sandbox cannot start as root, which is who runs tests in a container.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Test files that need a browser at the same time install it once: the others wait for the lock, and find it installed. */
const LOCK = join(tmpdir(), 'ctx-chromium.lock');
const INSTALL = `command -v chromium-headless-shell || {
  apt-get -q update &&
  apt-get -q -y install --no-install-recommends chromium-headless-shell fonts-dejavu-core
}`;

async function installDebianPackage(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('flock', [LOCK, 'sh', '-c', INSTALL], { timeout: INSTALL_MS_MAX, env });
  } catch (error) {
    throw new Error(HINT, { cause: error });
  }
  const installed = findOnPath(...NAMES);
  if (installed === undefined) throw new Error(HINT);
  return installed;
}
