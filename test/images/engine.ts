/**
 * A container engine: the running one, or a private one with its own state folder and socket and without a network bridge. Where
 * dockerd is missing, Debian's package is unpacked; nothing is installed.
 */
import { type ExecFileException, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  environmentOfPackages,
  notInstalled,
  unpackDebianPackages,
} from '../../deploy/stack/debian-packages.ts';
import { findOnPath, isExecutable } from '../../deploy/stack/on-path.ts';
import { type Child, startChild, stopChild, until } from '../../deploy/stack/process.ts';

const run = promisify(execFile);
/** State of the private engine, kept because its cached images save minutes. */
const STATE = fileURLToPath(new URL('../../.cache/docker', import.meta.url));
/** Debian's packages that the machine lacks, unpacked. */
const PACKAGES = fileURLToPath(new URL('../../.cache/docker-packages', import.meta.url));
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 30_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A problem with this machine. The message says what to do. */
export class EngineError extends Error {}

export interface Options {
  readonly input?: string;
  readonly timeoutMs?: number;
}

export class Engine {
  readonly version: string;
  /** Whether this process started the engine and stops it. */
  readonly isOwn: boolean;
  readonly #client: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #stop: () => Promise<void>;
  /** Ids of containers that are not removed yet. */
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

  /** Finds an engine, or starts one. @throws EngineError with a message that says what to do if neither is possible */
  static async open(say: (line: string) => void): Promise<Engine> {
    const reachable = await reach(process.env);
    if (reachable !== null) return new Engine(reachable.client, process.env, reachable.version);
    if (process.getuid?.() !== 0)
      throw new EngineError(
        'no container engine responds, and only root can start one: start Docker (or set DOCKER_HOST) and get ' +
          'permission to use it, or run this as root',
      );
    const daemon = await findDaemon(say);
    const work = mkdtempSync(join(tmpdir(), 'ctx-docker-'));
    const log = join(work, 'dockerd.log');
    mkdirSync(STATE, { recursive: true });
    const address = `unix://${join(work, 'socket')}`;
    const env = environmentOfPackages(PACKAGES);
    const child = await startChild(daemon, daemonFlags(work, address), log, { env });
    const stop = () => stopDaemon(child, work);
    try {
      const environment = { ...process.env, DOCKER_HOST: address };
      const own = await until(
        async () => {
          const found = await reach(environment);
          if (found === null) throw new Error('it does not respond');
          return found;
        },
        START_MS_MAX,
        () => child.process.exitCode !== null,
      );
      return new Engine(own.client, environment, own.version, stop);
    } catch (error) {
      const lastLines = readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');
      await stop();
      throw new EngineError(`dockerd cannot run on this machine:\n${lastLines}`, { cause: error });
    }
  }

  /** Runs the client and resolves for any exit code. */
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

  /** Runs the client and returns its standard output. Rejects with its error output. */
  async docker(args: readonly string[], options: Options = {}): Promise<string> {
    const { code, stdout, stderr } = await this.try(args, options);
    if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr.trim() || stdout.trim()}`);
    return stdout.trim();
  }

  /** Runs `docker create` or `docker run --detach`. The container is removed at the end, or by `remove`. */
  async container(args: readonly string[]): Promise<string> {
    const id = await this.docker(args);
    this.#containers.add(id);
    return id;
  }

  async remove(id: string): Promise<void> {
    await this.docker(['rm', '--force', '--volumes', id]);
    this.#containers.delete(id);
  }

  /** Lists the files of a container, one per line, in the format of `tar --list --verbose --numeric-owner`. */
  async files(container: string): Promise<string[]> {
    const exported = spawn(this.#client, ['export', container], { env: this.#environment });
    const listing = spawn('tar', ['--list', '--verbose', '--numeric-owner', '--file', '-']);
    exported.stdout.pipe(listing.stdin);
    let text = '';
    for await (const chunk of listing.stdout) text += String(chunk);
    return text.split('\n').filter((line) => line !== '');
  }

  /** Removes the remaining containers, and stops the engine if this process started it. */
  async close(): Promise<void> {
    for (const id of this.#containers) await this.remove(id).catch(() => undefined);
    await this.#stop();
  }
}

/** Returns a client with BuildKit and the version of its engine. Null when no engine responds. */
async function reach(environment: NodeJS.ProcessEnv): Promise<{ client: string; version: string } | null> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', join(PACKAGES, 'usr/bin')];
  const clients = [...new Set(folders.map((folder) => join(folder, 'docker')))].filter(isExecutable);
  for (const client of clients) {
    const env = { ...environment, DOCKER_BUILDKIT: '1' };
    try {
      // A newer client without the buildx plug-in fails for both commands.
      const { stdout: help } = await run(client, ['build', '--help'], { env });
      if (!help.includes('--secret')) continue;
      const { stdout } = await run(client, ['version', '--format', '{{.Server.Version}}'], { env });
      return { client, version: stdout.trim() };
    } catch {
      // Try the next client.
    }
  }
  return null;
}

async function findDaemon(say: (line: string) => void): Promise<string> {
  const installed = findOnPath('dockerd') ?? ['/usr/sbin/dockerd', '/usr/bin/dockerd'].find(isExecutable);
  if (installed !== undefined) return installed;
  const daemon = join(PACKAGES, 'usr/sbin/dockerd');
  if (!isExecutable(daemon)) await unpackPackage('docker.io', PACKAGES, say);
  return daemon;
}

/** Unpacks a Debian package, with those that it depends on and that the machine lacks. @throws EngineError when that fails */
export async function unpackPackage(
  name: string,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  if (findOnPath('apt-get') === undefined)
    throw new EngineError(`${name} is not installed and this is not Debian: install it and start again`);
  say(`unpacking Debian's package ${name} …`);
  try {
    await unpackDebianPackages([name], folder, { isMissing: await notInstalled() });
  } catch (error) {
    throw new EngineError(`${name} cannot be unpacked: ${(error as Error).message}`, { cause: error });
  }
}

/** Containers use the host's loopback interface, so that no bridge and no firewall rules are needed. */
function daemonFlags(work: string, address: string): string[] {
  return [
    // The pid file is in the state folder, so that a second engine with the same state does not start.
    '--data-root',
    STATE,
    '--pidfile',
    join(STATE, 'dockerd.pid'),
    '--exec-root',
    join(work, 'exec'),
    '--host',
    address,
    '--bridge',
    'none',
    '--iptables=false',
    '--ip6tables=false',
  ];
}

async function stopDaemon(child: Child, work: string): Promise<void> {
  await stopChild(child, 'SIGTERM', STOP_MS_MAX);
  // dockerd leaves the mount of a network namespace behind.
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  for (const [, path = ''] of mounts.map((line) => line.split(' ')))
    if (path.startsWith(`${work}/`)) await run('umount', [path]);
  rmSync(work, { recursive: true, force: true });
}
