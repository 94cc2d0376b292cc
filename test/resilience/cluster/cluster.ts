/** A running cluster: starts it in namespaces of its own, runs commands in it, and ends it. */
import { type ChildProcess, type ExecFileException, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../../../deploy/stack/process.ts';
import { environmentOf, logsOf, NODES, readyFileOf, stateOf } from './nodes/addresses.ts';
import type { Parts } from './parts/paths.ts';

const run = promisify(execFile);
const INSIDE = fileURLToPath(new URL('nodes/inside.ts', import.meta.url));
const START_MS_MAX = 300_000;
const COMMAND_MS_MAX = 900_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** The first process of the namespaces: it waits for orphans, which Node does not. */
const FIRST_PROCESS = '"$0" "$1" "$2" & while :; do wait; sleep 1; done';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Says what a command of the cluster printed. */
export class CommandFailure extends Error {
  readonly outcome: Outcome;

  constructor(command: readonly string[], outcome: Outcome) {
    // A command in a pod says why with its output, and kubectl only that it failed.
    const said = [outcome.stderr, outcome.stdout].map((text) => text.trim().split('\n').slice(-6).join('\n'));
    const why = said.filter((text) => text !== '').join('\n');
    super(`${command.slice(0, 6).join(' ')} ended with ${String(outcome.code)}: ${why}`);
    this.outcome = outcome;
  }
}

export class Cluster {
  readonly parts: Parts;
  readonly #namespaces: ChildProcess;
  /** Process id of the first process inside. */
  readonly #first: number;
  readonly #others: ChildProcess[] = [];
  readonly #running = new Set<string>();

  private constructor(parts: Parts, namespaces: ChildProcess, first: number) {
    this.parts = parts;
    this.#namespaces = namespaces;
    this.#first = first;
  }

  /** Starts the control plane and the nodes; rejects with the end of their log. */
  static async start(parts: Parts): Promise<Cluster> {
    removeState(parts);
    for (const folder of [stateOf(parts), logsOf(parts)]) mkdirSync(folder, { recursive: true });
    const logFile = join(logsOf(parts), 'cluster.log');
    const log = openSync(logFile, 'w');
    const flags = ['--net', '--mount', '--pid', '--fork', '--kill-child=KILL', '--propagation', 'private'];
    const first = ['sh', '-c', FIRST_PROCESS, process.execPath, INSIDE, parts.folder];
    // They end with this process, however it ends.
    const namespaces = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...flags, ...first], {
      stdio: ['ignore', log, log],
      detached: true,
    });
    try {
      await until(
        async () => {
          await Promise.resolve();
          if (!existsSync(readyFileOf(parts))) throw new Error('the nodes are not ready');
        },
        START_MS_MAX,
        () => namespaces.exitCode !== null || namespaces.signalCode !== null,
      );
      return new Cluster(parts, namespaces, await childOf(namespaces.pid ?? 0));
    } catch (error) {
      namespaces.kill('SIGKILL');
      throw new Error(`${(error as Error).message}:\n${readFileSync(logFile, 'utf8').slice(-2000)}`, {
        cause: error,
      });
    }
  }

  /** The beginnings of the commands that run at the moment. */
  get running(): string[] {
    return [...this.#running];
  }

  /** Runs a command in the cluster's namespaces; any exit code is an outcome. */
  async try(command: readonly string[], input?: string): Promise<Outcome> {
    const options = {
      env: environmentOf(this.parts),
      timeout: COMMAND_MS_MAX,
      maxBuffer: OUTPUT_BYTES_MAX,
    };
    const running = run('nsenter', [...this.#enter(), ...command], options);
    const shown = command
      .filter((word) => !/^HELM_|^env$/.test(word))
      .slice(0, 5)
      .join(' ');
    this.#running.add(shown);
    // A command that ends without reading says why with its outcome.
    running.child.stdin?.on('error', () => undefined).end(input ?? '');
    try {
      return { code: 0, ...(await running) };
    } catch (error) {
      const { code, stdout, stderr } = error as ExecFileException & Outcome;
      if (typeof code !== 'number') throw error;
      return { code, stdout, stderr };
    } finally {
      this.#running.delete(shown);
    }
  }

  /** Runs a command and returns what it printed. @throws CommandFailure */
  async run(command: readonly string[], input?: string): Promise<string> {
    const outcome = await this.try(command, input);
    if (outcome.code !== 0) throw new CommandFailure(command, outcome);
    return outcome.stdout;
  }

  /** Starts a command whose standard input stays open until `end` is called. */
  open(command: readonly string[]): { readonly output: Promise<string>; end(): void } {
    const options = { env: environmentOf(this.parts), maxBuffer: OUTPUT_BYTES_MAX };
    const running = run('nsenter', [...this.#enter(), ...command], options);
    running.child.stdin?.on('error', () => undefined);
    return {
      output: running.then(({ stdout }) => stdout),
      end: () => running.child.stdin?.end(),
    };
  }

  kubectl(...args: string[]): Promise<string> {
    return this.run(['kubectl', ...args]);
  }

  /** Creates or changes objects. */
  async apply(...objects: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await this.run(['kubectl', 'apply', '--server-side', '--filename', '-'], JSON.stringify(list));
  }

  /** Starts a program in the namespaces that runs until the cluster ends. */
  background(name: string, command: readonly string[]): ChildProcess {
    const log = openSync(join(logsOf(this.parts), `${name}.log`), 'a');
    const child = spawn('nsenter', [...this.#enter(), ...command], {
      env: environmentOf(this.parts),
      stdio: ['ignore', log, log],
    });
    this.#others.push(child);
    return child;
  }

  /** Ends every process, mount and address of the cluster, and removes its state and its control groups. */
  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      if (this.#namespaces.exitCode !== null || this.#namespaces.signalCode !== null) resolve();
      else
        this.#namespaces.once('exit', () => {
          resolve();
        });
    });
    // SIGTERM does not end `unshare --fork`.
    this.#namespaces.kill('SIGKILL');
    await ended;
    // They are outside of the namespaces, and stay where what they started was stopped (SIGSTOP) when it was killed.
    for (const child of this.#others) child.kill('SIGKILL');
    removeState(this.parts);
  }

  #enter(): string[] {
    return ['--target', String(this.#first), '--net', '--mount', '--pid', '--'];
  }
}

async function childOf(parent: number): Promise<number> {
  const { stdout } = await run('pgrep', ['-P', String(parent)]);
  return Number(stdout.trim().split('\n')[0]);
}

/** Control groups cannot be removed like folders: their files are not real, and the deepest go first. */
function removeState(parts: Parts): void {
  rmSync(stateOf(parts), { recursive: true, force: true });
  const groups = '/sys/fs/cgroup';
  for (const controller of existsSync(groups) ? readdirSync(groups) : [])
    for (const name of [...NODES.map((node) => `cluster${String(node)}`), 'k8s.io'])
      removeGroup(join(groups, controller, name));
}

function removeGroup(path: string): void {
  if (!existsSync(path)) return;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroup(join(path, entry.name));
  try {
    rmdirSync(path);
  } catch {
    // A group with a process that is just ending stays: it is empty a moment later and does no harm.
  }
}
