/** Provides the base image of the Dockerfile: an existing one, one from the registry, or one built from Debian and npm's node. */
import { type ExecFileException, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environmentOfPackages } from '../../deploy/stack/debian-packages.ts';
import { findOnPath } from '../../deploy/stack/on-path.ts';
import { type Engine, EngineError, unpackPackage } from './engine.ts';

const run = promisify(execFile);
const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const DEBOOTSTRAP = fileURLToPath(new URL('../../.cache/debootstrap', import.meta.url));
const PULL_MS_MAX = 300_000;
const DEBOOTSTRAP_MS_MAX = 600_000;

/**
 * Makes sure that the engine has the image `wanted`, whose tag ends with a Debian release. Returns its name in the engine, which has no
 * registry digest if the image was built here.
 */
export async function ensureBase(
  engine: Engine,
  wanted: string,
  say: (line: string) => void,
): Promise<string> {
  const exists = async (image: string): Promise<boolean> =>
    (await engine.try(['image', 'inspect', image])).code === 0;
  if (await exists(wanted)) return wanted;
  const pulled = await engine.try(['pull', '--quiet', wanted], { timeoutMs: PULL_MS_MAX });
  if (pulled.code === 0) return wanted;
  const [name = ''] = wanted.split('@');
  if (await exists(name)) return name;
  if (process.getuid?.() !== 0)
    throw new EngineError(`${name} cannot be pulled, and only root can build it: ${pulled.stderr.trim()}`);
  const [, release = 'bookworm'] = /-([a-z]+)-slim$/.exec(name) ?? [];
  say(`${name} cannot be pulled; building it from Debian ${release} and npm's node …`);
  const debootstrap = await findDebootstrap(say);
  const work = mkdtempSync(join(tmpdir(), 'ctx-base-'));
  try {
    const root = join(work, 'root');
    await makeSystem(debootstrap, release, root);
    await addNode(root);
    await importFolder(engine, root, name);
    return name;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A program and the environment that it needs. */
interface Program {
  readonly path: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns the installed debootstrap, or that of Debian's package, unpacked. */
async function findDebootstrap(say: (line: string) => void): Promise<Program> {
  const installed = findOnPath('debootstrap');
  if (installed !== undefined) return { path: installed, env: process.env };
  if (!existsSync(DEBOOTSTRAP)) await unpackPackage('debootstrap', DEBOOTSTRAP, say);
  const env = {
    ...environmentOfPackages(DEBOOTSTRAP),
    DEBOOTSTRAP_DIR: join(DEBOOTSTRAP, 'usr/share/debootstrap'),
  };
  return { path: join(DEBOOTSTRAP, 'usr/sbin/debootstrap'), env };
}

async function makeSystem({ path, env }: Program, release: string, root: string): Promise<void> {
  try {
    await run(path, ['--variant=minbase', release, root], { env, timeout: DEBOOTSTRAP_MS_MAX });
  } catch (error) {
    const { stdout } = error as ExecFileException & { stdout: string };
    throw new EngineError(`debootstrap failed: ${stdout.trim().split('\n').slice(-3).join('; ')}`, {
      cause: error,
    });
  }
}

/** Adds node and npm at the same paths as in the official image. */
async function addNode(root: string): Promise<void> {
  const { stdout } = await run('npm', ['root', '--global']);
  const local = join(root, 'usr/local');
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  copyFileSync(NODE, join(local, 'bin/node'));
  cpSync(join(stdout.trim(), 'npm'), join(local, 'lib/node_modules/npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
}

async function importFolder(engine: Engine, root: string, name: string): Promise<void> {
  const archive = `${root}.tar`;
  const tar = spawn('tar', ['--directory', root, '--create', '--file', archive, '.'], { stdio: 'ignore' });
  const [code] = (await once(tar, 'exit')) as [number | null];
  if (code !== 0) throw new EngineError('tar cannot pack the base image');
  await engine.docker(['import', archive, name], { timeoutMs: PULL_MS_MAX });
}
