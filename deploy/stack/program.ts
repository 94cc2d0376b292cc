/** The program of `npm start`: starts a stack, prints what it does, and stops it at Ctrl-C. */
import { parseArgs } from 'node:util';
import type { Demo, ForeignDemo } from './demo-user.ts';
import { readyLines } from './ready-lines.ts';
import { type Database, type Stack, startStack } from './stack.ts';

const HELP = `npm start [-- --empty]
npm run dev [-- --empty]   the same with --watch

Starts PostgreSQL, NATS and the four services on this machine, loads exchange rates of the ECB and creates a demo user.
Ctrl-C stops everything and keeps the data.

Options:
  --empty    do not load the exchange rates nor create the demo user (existing ones are kept)
  --watch    restart a service when one of its source files changes (npm run dev)
  --help     print this help

Environment variables:
  PORT       port of the gateway on 127.0.0.1 (default: 8080)
  BASE_URL   address under which people and programs reach the gateway (default: http://localhost:PORT)
  DATA_DIR   directory for the data (default: .data)
  DEMO_DAY   day on which new demo data are fresh, YYYY-MM-DD (default: today in Brussels)
  LOG_LEVEL, SWEEP_INTERVAL_MS, LARGE_RUN_…, TRUSTED_PROXIES, CORS_ORIGINS, SIGN_IN_…, TLS_…
             settings of the services, described by the --help of each service
`;

/** Runs until Ctrl-C, on PostgreSQL or the given database. */
export async function runProgram(database?: Database): Promise<void> {
  const values = parseArguments();
  if (values.help === true) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  // The reader of the output may exit first. The stack must still stop in order.
  process.stdout.on('error', () => undefined);
  const port = Number(process.env['PORT'] ?? 8080);
  const dataDir = process.env['DATA_DIR'] ?? '.data';
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail('PORT must be a number from 1 to 65535');

  say('starting …');
  const interruption = new AbortController();
  const { signal } = interruption;
  const isWatching = values.watch === true;
  const starting = startStack({
    port,
    // A host name and no address of the network, so that passkeys can be tried.
    baseUrl: process.env['BASE_URL'] ?? `http://localhost:${String(port)}`,
    dataDir,
    say,
    isWatching,
    signal,
    ...(database === undefined ? {} : { database }),
  });
  stopOnSignals(starting, interruption);
  try {
    const stack = await starting;
    await announce(stack, dataDir, values.empty === true, signal);
  } catch (error) {
    if (!signal.aborted) fail(error instanceof Error ? error.message : String(error));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends this process in order, once, when it is interrupted. */
function stopOnSignals(starting: Promise<Stack>, interruption: AbortController): void {
  const stop = (): void => {
    if (interruption.signal.aborted) return;
    say('stopping …');
    interruption.abort();
    starting
      .then(
        (stack) => stack.stop(),
        // An aborted start has already stopped its processes.
        () => undefined,
      )
      .then(
        () => {
          say('stopped; the data is kept');
          process.exit(0);
        },
        (error: unknown) => {
          fail(String(error));
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function announce(stack: Stack, dataDir: string, isEmpty: boolean, signal: AbortSignal): Promise<void> {
  try {
    const demo = isEmpty ? null : await fill(stack, dataDir, signal);
    stack.announce();
    // With an OpenID provider there is no sign-in with a password.
    const hasPassword = process.env['SIGN_IN_ISSUER'] === undefined;
    for (const line of readyLines(stack.baseUrl, demo, hasPassword)) say(line);
  } catch (error) {
    if (!signal.aborted) await stack.stop();
    throw error;
  }
}

/** Loads the exchange rates and creates the demo user, at the same time: its data has no event that the rates would value. */
async function fill(stack: Stack, dataDir: string, signal: AbortSignal): Promise<Demo | ForeignDemo> {
  // They need the converters and the contract: modules that take as long to load as all others together.
  const [{ ctxOf }, { ensureDemo }, { ensureRates }] = await Promise.all([
    import('./ctx-process.ts'),
    import('./demo-user.ts'),
    import('./reference-rates.ts'),
  ]);
  const ctx = ctxOf(dataDir, stack.startingFile, signal);
  const [demo] = await Promise.all([
    ensureDemo(dataDir, stack.baseUrl, ctx, signal),
    ensureRates(dataDir, ctx, say),
  ]);
  return demo;
}

function parseArguments(): { readonly empty?: boolean; readonly watch?: boolean; readonly help?: boolean } {
  const options = {
    empty: { type: 'boolean' },
    watch: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
