/** Runs `ctx` for tests: one process of host.ts serves all commands of a Jest worker. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../../deploy/stack/service.ts';

export interface Command {
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

export interface CommandOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs `ctx` with exactly this environment, in the repository's folder and with an empty standard input. */
export async function runCtx(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandOutput> {
  // Not under Jest: a process of its own.
  if (process.env['SHARED_STACKS'] === undefined) return runCtxProcess(args, environment);
  const socketPath = await hostSocket(process.env['SHARED_STACKS']);
  return new Promise((resolve, reject) => {
    // On a connection of its own: a kept one may be closed by the host just as the next command is written to it.
    const sent = request({ socketPath, method: 'POST', agent: false }, (response) => {
      text(response).then((body) => {
        if (response.statusCode === 200) resolve(JSON.parse(body) as CommandOutput);
        else reject(new Error(`ctx ${args.join(' ')}: ${body}`));
      }, reject);
    });
    sent.once('error', reject).end(JSON.stringify({ args, environment }));
  });
}

/** Runs `ctx` as a process of its own, which reads `stdin`. */
export function runCtxProcess(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  stdin = '',
  cwd = ROOT,
): Promise<CommandOutput> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'deploy/ctx/main.ts'), ...args],
      { env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment }, cwd },
      (error, stdout, stderr) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
      },
    );
    // The command may exit before it has read all input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}

let starting: Promise<string> | undefined;

/** The socket of this worker's host. The first command starts it; it is stopped with the shared stacks (shared-stacks-end.ts). */
function hostSocket(folder: string): Promise<string> {
  starting ??= startHost(join(folder, `ctx-${String(process.pid)}`));
  return starting;
}

async function startHost(record: string): Promise<string> {
  if (!existsSync(record)) {
    const dataDir = mkdtempSync(join(tmpdir(), 'ctx-host-'));
    const host = spawn(
      process.execPath,
      [fileURLToPath(new URL('host.ts', import.meta.url)), socketOf(dataDir)],
      { cwd: ROOT, env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }, stdio: 'ignore' },
    );
    host.unref();
    writeFileSync(record, JSON.stringify({ pid: host.pid, dataDir }));
  }
  const { pid, dataDir } = JSON.parse(readFileSync(record, 'utf8')) as { pid: number; dataDir: string };
  const socket = socketOf(dataDir);
  // The socket is a file a moment before it accepts connections.
  while (!(await accepts(socket))) {
    // Throws when the process has ended.
    process.kill(pid, 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return socket;
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    }).on('error', () => {
      resolve(false);
    });
  });
}

const socketOf = (dataDir: string): string => join(dataDir, 'host.sock');
