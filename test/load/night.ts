/** `npm run load:night`: a night of a platform with many users, as one command; results as JSON for `load:picture`. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { repeatPatiently } from '../../deploy/ctx/import-stream.ts';
import { endWrong, fileToWrite, parseOptions, wholeNumber } from '../command-line.ts';
import { type Ground, ownGround } from './bed/ground.ts';
import type { Results, Series } from './growth-results.ts';
import {
  importOlderRates,
  importRates,
  oneByOne,
  runBatch,
  runsRequested,
  writeNight,
} from './night/steps.ts';
import { fill, makeTemplates, settle } from './population/fill.ts';
import { check, pricesOfDay } from './population/operations.ts';

const HELP = `npm run load:night -- --out FILE [options]

Fills a database with users, and then measures a night: "ctx import --batch" with new events of every user until all figures are there, prices
of 50 assets, the rates of the ECB, and the self-check of some users. A few users are imported and computed, the others are copies of their
rows. Shows what a user costs beside one incremental import alone, how many runs the prices request, which must be 0, and the most
memory of each process. Ends with exit code 1 if a run is requested that changes nothing. npm run load:picture turns the file into tables.

  --out FILE     file for the results, as JSON (required)
  --users N      users (default 2000)
  --history N    events that each user has before (default 1000)
  --events N     new events of each user (default 10)
  --parallel N   imports at a time (default 4)
  --checked N    users of the self-check (default 100, as each night; at most all)
  --rates-from D first day of the rates, such as 2026-01-01 (default: all, as the ECB's file has them)
  --help         print this help
`;

const { values } = parseOptions({
  options: {
    out: { type: 'string' },
    users: { type: 'string', default: '2000' },
    history: { type: 'string', default: '1000' },
    events: { type: 'string', default: '10' },
    parallel: { type: 'string', default: '4' },
    checked: { type: 'string', default: '100' },
    'rates-from': { type: 'string', default: '2009-01-01' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
if (values.out === undefined) endWrong('--out FILE is required');
const resultsFile = fileToWrite('out', values.out);
const users = wholeNumber('users', values.users);
const history = wholeNumber('history', values.history);
const events = wholeNumber('events', values.events);
const parallel = wholeNumber('parallel', values.parallel);
const checked = Math.min(users, wholeNumber('checked', values.checked));
if (users === 0 || history === 0 || events === 0 || checked === 0)
  endWrong('--users, --history, --events and --checked must be at least 1');
if (parallel === 0 || parallel > 32) endWrong('--parallel must be a whole number from 1 to 32');
const ratesFrom = values['rates-from'];
if (!/^\d{4}-\d\d-\d\d$/.test(ratesFrom)) endWrong('--rates-from must be a day such as 2026-01-01');
/** Users whose imports are measured one after the other, beside the users of the batch. */
const ALONE = 20;
const MS_PER_S = 1000;

const say = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

interface NightFigures {
  /** ms a user. */
  readonly cost: Readonly<Record<string, number>>;
  /** s in all. */
  readonly whole: Readonly<Record<string, number>>;
  readonly runs: Readonly<Record<string, number>>;
  /** MB. */
  readonly memory: Readonly<Record<string, number>>;
}

const ground = await ownGround({ events: history });
try {
  const night = await measured(ground);
  writeResults(night);
  const vain = (night.runs['prices of 50 assets'] ?? 0) + (night.runs['rates of the ECB'] ?? 0);
  if (vain > 0) process.stderr.write(`FAILED prices that change no figure requested ${String(vain)} runs\n`);
  process.exitCode = vain > 0 ? 1 : 0;
} finally {
  await ground.remove();
}

/** Does work after calls that may be the first for minutes: a connection that was idle as long may be closed by the services. */
async function awake<Result>(on: Ground, user: number, work: () => Promise<Result>): Promise<Result> {
  const connection = on.operator();
  const { recalc, years } = connection;
  await repeatPatiently('', () => connection.call(recalc.getRun.bind(recalc), {}, user));
  await repeatPatiently('', () => connection.call(years.getPaidYears.bind(years), {}, user));
  return work();
}

async function measured(on: Ground): Promise<NightFigures> {
  const { bed } = on;
  say(`${users.toLocaleString('en')} users: filling …`);
  const population = await makeTemplates(on.operator(), { small: history, large: history });
  await importOlderRates(on, ratesFrom);
  await fill(bed, population, { small: users + ALONE, large: 0 });
  await settle(bed);
  const [first = 0] = population.small;
  const [alone, batch] = [population.small.slice(0, ALONE), population.small.slice(ALONE)];
  say('the first night, which makes the account of each user …');
  await awake(on, first, () => oneByOne(on, alone, 1, 1));
  const parallelism = ['--parallel', String(parallel)];
  await runBatch(bed, writeNight(bed, batch, 1, 1), ...parallelism, '--wait');
  say('one user after the other …');
  const reference = await awake(on, first, () => oneByOne(on, alone, 2, events));
  say('the batch …');
  const folder = writeNight(bed, batch, 2, events);
  const imports = await runBatch(bed, folder, ...parallelism);
  // Skips what is stored, and waits for the figures.
  const waiting = await runBatch(bed, folder, ...parallelism, '--wait');
  say('prices and rates …');
  const before = await runsRequested(bed);
  const pricesMs = await awake(on, first, () => pricesOfDay(on, 1));
  const between = await runsRequested(bed);
  const ratesMs = await awake(on, first, () => importRates(on, ratesFrom));
  const after = await runsRequested(bed);
  say('self-check …');
  const checkMs = await awake(on, first, () => check(on, batch.slice(0, checked)));
  const figuresMs = imports.ms + waiting.ms;
  return {
    cost: {
      'import alone': reference.imported,
      'import in the batch': imports.ms / users,
      'until figures, alone': reference.idle,
      'until figures, batch': figuresMs / users,
      'self-check': checkMs,
    },
    whole: {
      'imports of the batch': imports.ms / MS_PER_S,
      'until all figures are there': figuresMs / MS_PER_S,
      'prices of 50 assets': pricesMs / MS_PER_S,
      'rates of the ECB': ratesMs / MS_PER_S,
    },
    runs: {
      'new events': imports.runsRequested,
      'prices of 50 assets': between - before,
      'rates of the ECB': after - between,
    },
    memory: imports.peakMb,
  };
}

function writeResults({ cost, whole, runs, memory }: NightFigures): void {
  const series = (id: string, title: string, y: string, lines: NightFigures['cost']): Series => ({
    id,
    title,
    x: 'users',
    y,
    lines: Object.fromEntries(Object.entries(lines).map(([name, value]) => [name, [{ x: users, y: value }]])),
  });
  const results: Results = {
    machine: {
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    series: [
      series('night-cost', `What a user costs with ${String(events)} new events`, 'ms', cost),
      series('night-whole', 'The night of all users', 's', whole),
      series('night-runs', 'Requested runs', 'runs', runs),
      series('night-memory', 'Most memory of each process during the imports', 'MB', memory),
    ],
  };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  for (const { title, y, lines } of results.series)
    for (const [name, [point]] of Object.entries(lines))
      process.stdout.write(`${title}: ${name}: ${(point?.y ?? 0).toFixed(1)} ${y}\n`);
}
