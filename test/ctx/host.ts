/**
 * Runs `ctx` commands for tests in one process: loading the modules takes nearly all of the 0.7 s that a process of its own costs.
 * Each command is the program itself, deploy/ctx/main.ts, evaluated once more with arguments, environment, output and exit code of its
 * own. Listens on the socket that its argument names: run.ts sends the commands.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Command, CommandOutput } from './run.ts';

type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'exitCode'>;

interface RunningCommand {
  readonly process: Process;
  readonly output: { stdout: string; stderr: string };
}

const MAIN = new URL('../../deploy/ctx/main.ts', import.meta.url).href;

const running = new AsyncLocalStorage<RunningCommand>();
let commands = 0;

/** Properties of a command while it runs, else of this process. */
const IS_OF_COMMAND: ReadonlySet<string | symbol> = new Set<keyof Process>(['argv', 'env', 'exitCode']);
const owner = (name: string | symbol, own: NodeJS.Process): object =>
  IS_OF_COMMAND.has(name) ? (running.getStore()?.process ?? own) : own;

const [, , socket] = process.argv;
globalThis.process = new Proxy(process, {
  get: (own, name): unknown => Reflect.get(owner(name, own), name),
  set: (own, name, value) => Reflect.set(owner(name, own), name, value),
});

for (const name of ['stdout', 'stderr'] as const) {
  // Each evaluation of the program adds a listener.
  process[name].setMaxListeners(0);
  const write: (text: string) => boolean = process[name].write.bind(process[name]);
  process[name].write = (text: string | Uint8Array): boolean => {
    const command = running.getStore();
    if (command === undefined) return write(String(text));
    command.output[name] += String(text);
    return true;
  };
}

async function run({ args, environment }: Command): Promise<CommandOutput> {
  const argv = [process.execPath, MAIN, ...args];
  const command: RunningCommand = {
    process: { argv, env: { ...environment }, exitCode: undefined },
    output: { stdout: '', stderr: '' },
  };
  commands += 1;
  await running.run(command, () => import(`${MAIN}?command=${String(commands)}`));
  return { exitCode: Number(command.process.exitCode), ...command.output };
}

createServer((request, response) => {
  json(request)
    .then((command) => run(command as Command))
    .then(
      (output) => response.end(JSON.stringify(output)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
}).listen(socket);
