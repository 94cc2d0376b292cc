/** `npm run load:growth`: how cost grows with events, pages, clients, users and workers; results as JSON for `load:picture`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createUser } from '../../deploy/ctx/user.ts';
import { endWrong, fileToWrite, parseOptions, wholeNumber } from '../command-line.ts';
import type { Bed } from './bed/bed.ts';
import { type Ground, ownGround } from './bed/ground.ts';
import { rssMb } from './bed/processes.ts';
import { type History, IN_EIGHT_YEARS, linesOf, untilIdle } from './bed/users.ts';
import type { Point, Results, Series } from './growth-results.ts';
import type { Measurement } from './measure.ts';
import type { Options } from './options.ts';
import { allEvents, byManyUsers, byOneUser, toIdle } from './services/corrections.ts';
import { both, prepare, runWrk } from './services/gateway-runs.ts';
import { eachSize, listing, runCalls } from './services/read-runs.ts';
import { backlog, fingerprints, forgetFigures } from './services/recalc.ts';

const HELP = `npm run load:growth -- --out FILE [options]

Starts a system and measures how costs grow with the amount of data and load: for users with 1,000, 10,000 and 100,000 events
(1,000,000 too with --full) an import with its memory over time, the first run, a page, and a correction until IDLE; pages from
the first to the last; 1 to 256 clients; corrections by one user and by many; a backlog of users with one worker and with two.
npm run load:picture turns the file into tables and pictures.

  --out FILE       file for the results, as JSON (required)
  --full           also measure a user with 1,000,000 events
  --sizes LIST     numbers of events to measure instead, comma-separated
  --seconds N      duration of each measured run (default 5)
  --users N        users in the backlog, with 1,000 events each (default 1000)
  --help           print this help
`;

const { values } = parseOptions({
  options: {
    out: { type: 'string' },
    full: { type: 'boolean' },
    sizes: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    users: { type: 'string', default: '1000' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
if (values.out === undefined) endWrong('--out FILE is required');
const out = fileToWrite('out', values.out);
const sizes = (values.sizes ?? `1000,10000,100000${values.full === true ? ',1000000' : ''}`)
  .split(',')
  .map((size) => wholeNumber('sizes', size));
const options: Options = {
  seconds: wholeNumber('seconds', values.seconds),
  rounds: 1,
  clients: 32,
  users: wholeNumber('users', values.users),
  events: sizes.at(-1) ?? 1000,
  soak: 0,
  profile: false,
  json: false,
  say: (line) => {
    process.stderr.write(`${line}\n`);
  },
};
const CLIENTS = [1, 4, 16, 64, 256];
const CORRECTORS = [1, 4, 16, 64];
const USERS_THAT_CORRECT = 64;
const MS_A_SAMPLE = 250;

const ground = await ownGround(options);
const series: Series[] = [];
try {
  await ofSizes(ground, ground.bed);
  await ofClients(ground, ground.bed);
  await ofCorrectors(ground, ground.bed);
  await ofWorkers(ground, ground.bed);
} finally {
  await ground.remove();
}
const results: Results = {
  machine: {
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  },
  series,
};
writeFileSync(out, `${JSON.stringify(results, null, 2)}\n`);

function add(
  id: string,
  title: string,
  x: string,
  y: string,
  lines: Readonly<Record<string, readonly Point[]>>,
): void {
  series.push({ id, title, x, y, lines });
}

function pointOf(x: number, { p50, p99, void: reason }: Measurement, y: 'p50' | 'p99' = 'p50'): Point {
  return { x, y: y === 'p50' ? p50 : p99, ...(reason === null ? {} : { void: reason }) };
}

/** Users of each size: imported, computed, read and corrected. */
async function ofSizes(on: Ground, bed: Bed): Promise<void> {
  const [imports, runs, serverMb, clientMb]: [Point[], Point[], Point[], Point[]] = [[], [], [], []];
  const [pages, pages99, corrections, oldest]: [Point[], Point[], Point[], Point[]] = [[], [], [], []];
  let largest = 0;
  for (const events of sizes) {
    const history = { events, ...IN_EIGHT_YEARS };
    options.say(`${events.toLocaleString('en')} events: import …`);
    const imported = await importByCommand(on, bed, history);
    imports.push({ x: events, y: imported.seconds });
    runs.push({ x: events, y: imported.runSeconds });
    serverMb.push({ x: events, y: Math.max(...imported.service.map(({ y }) => y)) });
    clientMb.push({ x: events, y: Math.max(...imported.command.map(({ y }) => y)) });
    if (events === sizes.at(-1))
      add(
        'import-memory',
        `Memory while ${events.toLocaleString('en')} events are imported`,
        'seconds',
        'MB',
        {
          'corrections service': imported.service,
          'ctx import': imported.command,
        },
      );
    options.say('pages and corrections …');
    const { userId } = imported;
    largest = userId;
    const first = eachSize(userId, 0, events / history.years - 1);
    const subject = { ground: on, options, users: [userId] };
    const page = await runCalls(subject, { ...listing('', first), clients: 1, count: first.length });
    pages.push(pointOf(events, page));
    pages99.push(pointOf(events, page, 'p99'));
    const corrected = await toIdle(subject, userId, history);
    corrections.push(pointOf(events, corrected.line));
    oldest.push({ x: events, y: corrected.oldest });
  }
  add('import', 'Import and first run', 'events', 's', { import: imports, 'first run': runs });
  add('import-peak', 'Largest memory during an import', 'events', 'MB', {
    'corrections service': serverMb,
    'ctx import': clientMb,
  });
  add('page', 'A page of transactions over gRPC, one client', 'events of the user', 'ms', {
    median: pages,
    p99: pages99,
  });
  add('correction', 'From a correction to IDLE', 'events of the user', 'ms', {
    'median of the mix': corrections,
    'amount of the oldest event': oldest,
  });
  await ofDepth(on, largest);
}

/** From the first page of a year to its last. */
async function ofDepth(on: Ground, userId: number): Promise<void> {
  const rows = Math.floor(((sizes.at(-1) ?? 0) / IN_EIGHT_YEARS.years) * 0.99);
  const depths = [0, 500, 5000, 50_000, rows - 1000].filter((row) => row >= 0 && row <= rows - 1000);
  const points: Point[] = [];
  for (const row of new Set(depths)) {
    options.say(`pages from row ${row.toLocaleString('en')} …`);
    const pages = eachSize(userId, row, rows);
    const subject = { ground: on, options, users: [userId] };
    points.push(
      pointOf(row, await runCalls(subject, { ...listing('', pages), clients: 1, count: pages.length })),
    );
  }
  if (points.length > 0)
    add('depth', 'A page of 50 rows by where it begins, over gRPC, one client', 'first row', 'ms', {
      median: points,
    });
}

async function ofClients(on: Ground, bed: Bed): Promise<void> {
  const asked = await prepare(on, { users: Math.min(400, options.users) });
  const [rates, p50, p99]: [Point[], Point[], Point[]] = [[], [], []];
  for (const clients of CLIENTS) {
    options.say(`${String(clients)} clients …`);
    const run = { baseUrl: on.baseUrl, form: 'rest', pages: asked.fresh, watched: both(bed) } as const;
    const line = await runWrk(
      on,
      asked,
      { ...options, clients },
      { ...run, name: '', seconds: options.seconds },
    );
    rates.push({ x: clients, y: line.throughput });
    p50.push(pointOf(clients, line));
    p99.push(pointOf(clients, line, 'p99'));
  }
  add('clients-rate', 'GET /transactions by clients at once', 'clients', 'requests a second', {
    'whole path': rates,
  });
  add('clients-latency', 'GET /transactions by clients at once', 'clients', 'ms', { median: p50, p99 });
}

async function ofCorrectors(on: Ground, bed: Bed): Promise<void> {
  const users = await on.smallUsers(Math.min(USERS_THAT_CORRECT, options.users));
  const events = (await allEvents(on, users[0] ?? 0, 1)).map(({ id }) => id);
  const eventsOf = new Map(users.map((userId) => [userId, events]));
  await bed.served('recalc').stop();
  const [many, one]: [Point[], Point[]] = [[], []];
  for (const clients of CORRECTORS) {
    const subject = { ground: on, options: { ...options, clients }, users, eventsOf };
    many.push({ x: clients, y: (await byManyUsers(subject, options.seconds)).throughput });
    one.push({ x: clients, y: (await byOneUser(subject)).throughput });
  }
  await bed.serve('recalc');
  await on.operator().waitUntilReady();
  for (const userId of users) await untilIdle(on.operator(), userId, 50);
  add('correctors', 'Corrections by clients at once', 'clients', 'corrections a second', {
    [`${String(users.length)} users`]: many,
    'one user': one,
  });
}

async function ofWorkers(on: Ground, bed: Bed): Promise<void> {
  const users = await on.smallUsers(options.users);
  const expected = await fingerprints(bed, users);
  const points: Point[] = [];
  const workers: string[] = [];
  for (const key of ['recalc', 'recalc-2']) {
    if (key !== 'recalc') await bed.serve('recalc', { key });
    workers.push(key);
    options.say(`backlog by ${String(workers.length)} …`);
    await forgetFigures(bed, users);
    const { seconds } = await backlog(bed, users, { name: '', workers, expected });
    points.push({ x: workers.length, y: seconds });
  }
  add('workers', `First runs of ${users.length.toLocaleString('en')} users of 1,000 events`, 'workers', 's', {
    backlog: points,
  });
}

interface ImportFigures {
  readonly userId: number;
  readonly seconds: number;
  readonly runSeconds: number;
  /** MB by seconds. */
  readonly service: Point[];
  readonly command: Point[];
}

/** As an operator imports: a file, by ctx in a process of its own. */
async function importByCommand(on: Ground, bed: Bed, history: History): Promise<ImportFigures> {
  const year = Array.from({ length: history.years }, (_, index) => history.firstYear + index);
  const email = `growth-${String(history.events)}@example.org`;
  const userId = await createUser(on.operator(), { email, plan: 'pro', year });
  const file = `${on.file}-${String(history.events)}.jsonl`;
  await pipeline(Readable.from(linesOf(history)), createWriteStream(file));
  const [service, command]: [Point[], Point[]] = [[], []];
  const startedAt = performance.now();
  const main = fileURLToPath(new URL('../../deploy/ctx/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'import', '--user', String(userId), file], {
    env: { ...process.env, ...bed.addresses() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const sample = (): void => {
    const x = (performance.now() - startedAt) / 1000;
    service.push({ x, y: rssMb(bed.served('corrections').pid) });
    const mb = rssMb(child.pid ?? 0);
    if (mb > 0) command.push({ x, y: mb });
  };
  const timer = setInterval(sample, MS_A_SAMPLE);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  sample();
  rmSync(file);
  if (code !== 0) throw new Error(`ctx import ended with ${String(code)}`);
  const seconds = (performance.now() - startedAt) / 1000;
  await untilIdle(on.operator(), userId, 20);
  return { userId, seconds, runSeconds: (performance.now() - startedAt) / 1000 - seconds, service, command };
}
