/** A container engine: the one that runs, else one of our own, with its own state folder and socket and no network bridge. */
import { type ExecFileException, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOnPath, isExecutable } from '../../deploy/stack/on-path.ts';
import { type Child, startChild, stopChild, until } from '../../deploy/stack/process.ts';

const run = promisify(execFile);
/** Kept: the base image and what was built last time save minutes. */
const STATE = fileURLToPath(new URL('../../.cache/docker', import.meta.url));
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 30_000;
const INSTALL_MS_MAX = 300_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** This machine cannot do it; the message says what to do. */
export class EngineError extends Error {}

export interface Options {
  readonly input?: string;
  readonly timeoutMs?: number;
}

export class Engine {
  readonly version: string;
  /** Whether it is ours, and goes with us. */
  readonly isOwn: boolean;
  readonly #client: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #stop: () => Promise<void>;
  /** Of containers that were made and not removed yet. */
  readonly #containers = new Set<string>();

  private constructor(
    client: string,
    environment: NodeJS.ProcessEnv,
    version: string,
    stop?: () => Promise<void>,
  ) {
    this.#client = client;
    this.#environment = environment;
    this.version = version;
    this.isOwn = stop !== undefined;
    this.#stop = stop ?? (() => Promise.resolve());
  }

  /** Finds an engine, or starts one. @throws EngineError with what to do where neither can be */
  static async open(say: (line: string) => void): Promise<Engine> {
    const reachable = await reach(process.env);
    if (reachable !== null) return new Engine(reachable.client, process.env, reachable.version);
    if (process.getuid?.() !== 0)
      throw new EngineError(
        'no container engine answers, and only root can start one: start Docker (or name it with DOCKER_HOST) and be ' +
          'allowed to use it, or run this as root',
      );
    const daemon = await findDaemon(say);
    const work = mkdtempSync(join(tmpdir(), 'ctx-docker-'));
    const log = join(work, 'dockerd.log');
    mkdirSync(STATE, { recursive: true });
    const address = `unix://${join(work, 'socket')}`;
    const child = await startChild(daemon, daemonFlags(work, address), log);
    const stop = () => stopDaemon(child, work);
    try {
      const environment = { ...process.env, DOCKER_HOST: address };
      const own = await until(
        async () => {
          const found = await reach(environment);
          if (found === null) throw new Error('it does not answer');
          return found;
        },
        START_MS_MAX,
        () => child.process.exitCode !== null,
      );
      return new Engine(own.client, environment, own.version, stop);
    } catch (error) {
      const words = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');
      await stop();
      throw new EngineError(`dockerd cannot run on this machine:\n${words}`, { cause: error });
    }
  }

  /** Runs the client, whatever comes of it. */
  async try(args: readonly string[], { input, timeoutMs = TIMEOUT_MS }: Options = {}): Promise<Outcome> {
    const running = run(this.#client, [...args], {
      env: { ...this.#environment, DOCKER_BUILDKIT: '1' },
      timeout: timeoutMs,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    running.child.stdin?.on('error', () => undefined);
    running.child.stdin?.end(input ?? '');
    try {
      return { code: 0, ...(await running) };
    } catch (error) {
      const { code, stdout, stderr, killed } = error as ExecFileException & Outcome;
      if (killed === true)
        throw new Error(`docker ${args[0] ?? ''} took longer than ${String(timeoutMs / 1000)} s`, {
          cause: error,
        });
      if (typeof code !== 'number') throw error;
      return { code, stdout, stderr };
    }
  }

  /** Runs the client and answers its standard output. Rejects with what it complained of. */
  async docker(args: readonly string[], options: Options = {}): Promise<string> {
    const { code, stdout, stderr } = await this.try(args, options);
    if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr.trim() || stdout.trim()}`);
    return stdout.trim();
  }

  /** `docker create` or `docker run --detach`; what it makes is removed at the end, or by `remove`. */
  async container(args: readonly string[]): Promise<string> {
    const id = await this.docker(args);
    this.#containers.add(id);
    return id;
  }

  async remove(id: string): Promise<void> {
    await this.docker(['rm', '--force', '--volumes', id]);
    this.#containers.delete(id);
  }

  /** What a container holds, as `tar --list --verbose` with owners by number has it, a line a file. */
  async files(container: string): Promise<string[]> {
    const exported = spawn(this.#client, ['export', container], { env: this.#environment });
    const listing = spawn('tar', ['--list', '--verbose', '--numeric-owner', '--file', '-']);
    exported.stdout.pipe(listing.stdin);
    let text = '';
    for await (const chunk of listing.stdout) text += String(chunk);
    return text.split('\n').filter((line) => line !== '');
  }

  /** Removes the containers that are left, and ends the engine when it is ours. */
  async close(): Promise<void> {
    for (const id of this.#containers) await this.remove(id).catch(() => undefined);
    await this.#stop();
  }
}

/** A client that builds by BuildKit and the version of the engine that answers it; null when none does. */
async function reach(environment: NodeJS.ProcessEnv): Promise<{ client: string; version: string } | null> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  const clients = [...new Set(folders.map((folder) => join(folder, 'docker')))].filter(isExecutable);
  for (const client of clients) {
    const env = { ...environment, DOCKER_BUILDKIT: '1' };
    try {
      // A newer client without its plug-in buildx answers neither.
      const { stdout: help } = await run(client, ['build', '--help'], { env });
      if (!help.includes('--secret')) continue;
      const { stdout } = await run(client, ['version', '--format', '{{.Server.Version}}'], { env });
      return { client, version: stdout.trim() };
    } catch {
      // The next one may do.
    }
  }
  return null;
}

async function findDaemon(say: (line: string) => void): Promise<string> {
  const found = (): string | undefined =>
    findOnPath('dockerd') ?? ['/usr/sbin/dockerd', '/usr/bin/dockerd'].find(isExecutable);
  const installed = found();
  if (installed !== undefined) return installed;
  await installPackage('docker.io', say);
  const daemon = found();
  if (daemon === undefined) throw new EngineError('dockerd was installed and is not there');
  return daemon;
}

/** Installs a package of Debian. @throws EngineError where that cannot be */
export async function installPackage(name: string, say: (line: string) => void): Promise<void> {
  if (findOnPath('apt-get') === undefined)
    throw new EngineError(`${name} is not installed, and this is no Debian: install it and start again`);
  say(`installing Debian's package ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['-q', 'update'], { env, timeout: INSTALL_MS_MAX });
    await run('apt-get', ['-q', 'install', '--yes', '--no-install-recommends', name], {
      env,
      timeout: INSTALL_MS_MAX,
    });
  } catch (error) {
    throw new EngineError(`${name} cannot be installed: ${(error as Error).message}`, { cause: error });
  }
}

/** Containers use the machine's own loopback: no bridge, and no rule of the firewall, is made. */
function daemonFlags(work: string, address: string): string[] {
  return [
    // Its file of the process id stands with the state: of two at once, the second one refuses to start.
    ...['--data-root', STATE, '--pidfile', join(STATE, 'dockerd.pid'), '--exec-root', join(work, 'exec')],
    ...['--host', address, '--bridge', 'none', '--iptables=false', '--ip6tables=false'],
  ];
}

async function stopDaemon(child: Child, work: string): Promise<void> {
  await stopChild(child, 'SIGTERM', STOP_MS_MAX);
  // It leaves the mount of a network namespace behind.
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  for (const [, path = ''] of mounts.map((line) => line.split(' ')))
    if (path.startsWith(`${work}/`)) await run('umount', [path]);
  rmSync(work, { recursive: true, force: true });
}
