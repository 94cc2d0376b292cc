/** `npm run load:population`: what each user costs as a database fills with other users; results as JSON for `load:picture`. */
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { endWrong, fileToWrite, parseOptions, wholeNumber } from '../command-line.ts';
import { randomNumbers } from '../bench/history.ts';
import { type Ground, ownGround } from './bed/ground.ts';
import type { Point, Results, Series } from './growth-results.ts';
import { backUp, restore } from './population/backup.ts';
import { fill, makeTemplates, type Population, settle } from './population/fill.ts';
import { backlogOf, check, idleWork, newVersion, pricesOfDay, rebuild } from './population/operations.ts';
import { admissions, comparePages, corrections, pages } from './population/requests.ts';

const HELP = `npm run load:population -- --out FILE [options]

Fills one database with users, in stages, and measures at each stage what a user costs: a page of a user that nothing has cached,
and another one; the admission of a token; a correction until IDLE; a backlog; figures of a new engine version; a rebuild; the
self-check; the statements of the scheduler sweep and of the cleanup; shared prices of a day, which request no run; a base backup, and
its restore in place of the database, after which nothing is cached by PostgreSQL. A few users are imported and computed, the others are
copies of their rows. Copies are compared with their templates over REST, checked, and rebuilt. TMPDIR is the folder of the database.
npm run load:picture turns the file into tables and pictures.

  --out FILE       file for the results, as JSON (required)
  --users N        small users at the last stage (default 20000); the stages before are a hundredth and a tenth
  --events N       events of a small user (default 1000)
  --large N        large users at the last stage (default 20)
  --large-events N events of a large user (default 100000)
  --samples N      users of which each figure is the median (default 100)
  --cache SIZE     PostgreSQL's cache (shared_buffers, default 256MB)
  --help           print this help
`;

const { values } = parseOptions({
  options: {
    out: { type: 'string' },
    users: { type: 'string', default: '20000' },
    events: { type: 'string', default: '1000' },
    large: { type: 'string', default: '20' },
    'large-events': { type: 'string', default: '100000' },
    samples: { type: 'string', default: '100' },
    cache: { type: 'string', default: '256MB' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
if (values.out === undefined) endWrong('--out FILE is required');
const { cache } = values;
const resultsFile = fileToWrite('out', values.out);
const [users, large] = [wholeNumber('users', values.users), wholeNumber('large', values.large)];
const events = {
  small: wholeNumber('events', values.events),
  large: wholeNumber('large-events', values['large-events']),
};
const samples = wholeNumber('samples', values.samples);
/** Corrections, checks and rebuilds take longer than pages, and vary less. */
const FEWER = 5;
const FEW_LARGE = 3;
const COMPARED = 5;

const say = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

/** The figures of a stage, by series and line. */
type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

const TITLES: Readonly<Record<string, { readonly title: string; readonly y: string }>> = {
  'population-page': { title: 'A page over REST by users in the database, one client', y: 'ms' },
  'population-admission': { title: 'Admission of a token by users in the database', y: 'ms' },
  'population-correction': { title: 'From a correction to IDLE by users in the database', y: 'ms' },
  'population-run': { title: 'A run of a small user by users in the database', y: 'ms' },
  'population-check': { title: 'Self-check of a user by users in the database', y: 'ms' },
  'population-sweep': { title: 'Statements over all users that find nothing to do', y: 'ms' },
  'population-cleanup': {
    title: 'Cleanup that finds nothing to delete, and the next user to check',
    y: 'ms',
  },
  'population-prices': { title: 'Shared prices of a day, which request no run', y: 'ms' },
  'population-backup': { title: 'Backup and restore by users in the database', y: 's' },
  'population-size': { title: 'Size by users in the database', y: 'GB' },
  'population-machine': { title: 'The rest of the machine', y: 'load average' },
};

const random = randomNumbers(11);
const stages = [...new Set([0.01, 0.1, 1].map((share) => Math.max(FEWER, Math.round(users * share))))];
const lines = new Map<string, Record<string, Point[]>>();
const ground = await ownGround({ events: events.large, settings: { shared_buffers: cache } });
try {
  say('templates …');
  const population = await makeTemplates(ground.operator(), events);
  for (const stage of stages) {
    const wanted = { small: stage, large: Math.ceil((large * stage) / users) };
    record(stage, await measureStage(ground, population, wanted));
    writeResults();
  }
} finally {
  await ground.remove();
}

async function measureStage(
  on: Ground,
  population: Population,
  wanted: { readonly small: number; readonly large: number },
): Promise<Figures> {
  const { bed } = on;
  say(`${wanted.small.toLocaleString('en')} users: filling …`);
  const seconds = await fill(bed, population, wanted);
  say(`filled in ${seconds.toFixed(0)} s; settling …`);
  await settle(bed);
  say('backup …');
  const prints = await fingerprintOfAll(on);
  const gigabytes = await databaseGb(on);
  const backup = await backUp(bed);
  say(`backup of ${gigabytes.toFixed(2)} GB in ${backup.seconds.toFixed(0)} s; restore …`);
  const restored = await restore(bed, backup);
  if ((await fingerprintOfAll(on)) !== prints) throw new Error('the restored database has other figures');
  await on.operator().waitUntilReady();
  await on.bed.owner.query('SELECT 1');
  say(`restored in ${restored.toFixed(0)} s; pages …`);
  const chosen = shuffled(population.small);
  const take = (count: number): number[] => {
    const taken = chosen.splice(0, count);
    chosen.push(...taken);
    return taken;
  };
  const few = Math.max(1, Math.floor(samples / FEWER));
  const largeUsers = shuffled(population.large).slice(0, FEW_LARGE);
  // Other users, so that the services are warm and the measured pages are not.
  await pages(on, take(samples));
  const small = await pages(on, take(samples));
  const ofLarge = await pages(on, population.large);
  await comparePages(on, population, [...take(COMPARED), ...largeUsers]);
  say('admission, self-check …');
  const admitted = await admissions(on, take(samples));
  const checkedSmall = await check(on, take(few));
  const checkedLarge = await check(on, largeUsers);
  say('sweep and cleanup …');
  const idle = await idleWork(bed);
  say('prices …');
  const pricesMs = await pricesOfDay(on, 1 + stages.indexOf(wanted.small));
  say('corrections …');
  const corrected = await corrections(on, population, take(few));
  const correctedLarge = await corrections(on, population, largeUsers);
  say('backlog …');
  const backlogMs = await backlogOf(bed, take(samples));
  say('new engine version …');
  const versionMs = await newVersion(bed, take(samples));
  say('rebuild …');
  const rebuildMs = await rebuild(on, take(few));
  return {
    'population-page': {
      'first of a user': small.first,
      'another of the user': small.next,
      'first of a large user': ofLarge.first,
    },
    'population-admission': { 'first of a token': admitted.first, 'the same token again': admitted.next },
    'population-correction': {
      'EUR value': corrected.values,
      amount: corrected.amounts,
      'EUR value, large user': correctedLarge.values,
    },
    'population-run': {
      'backlog that changes nothing': backlogMs,
      'new engine version': versionMs,
      'rebuild of every row': rebuildMs,
    },
    'population-check': { 'small user': checkedSmall, 'large user': checkedLarge },
    'population-sweep': {
      'scheduler sweep': idle.sweep,
      'first sweep: all users': idle.outdated,
      'queue figures': idle.queue,
    },
    'population-cleanup': { 'cleanup pass': idle.cleanup, 'next user to check': idle.nextToCheck },
    'population-prices': { 'prices of 50 assets': pricesMs },
    'population-backup': { backup: backup.seconds, restore: restored },
    'population-size': { database: gigabytes, 'compressed backup': backup.bytes / 1e9 },
    'population-machine': { 'load average': loadavg()[1] ?? 0 },
  };
}

function record(stage: number, figures: Figures): void {
  for (const [id, byLine] of Object.entries(figures)) {
    const series = lines.get(id) ?? {};
    lines.set(id, series);
    for (const [name, y] of Object.entries(byLine)) (series[name] ??= []).push({ x: stage, y });
  }
}

function writeResults(): void {
  const series = [...lines].map(([id, of]): Series => ({
    id,
    title: TITLES[id]?.title ?? id,
    x: 'users',
    y: TITLES[id]?.y ?? '',
    lines: of,
  }));
  const machine = {
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  const results: Results = { machine, series };
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
}

/** One value over the figures of all users. */
async function fingerprintOfAll({ bed }: Ground): Promise<string> {
  const { rows } = await bed.owner.query<{ all: string }>(
    `SELECT count(*) || ' ' || md5(string_agg(output_fingerprint, ',' ORDER BY user_id)) AS all FROM figures.versions`,
  );
  return rows[0]?.all ?? '';
}

async function databaseGb({ bed }: Ground): Promise<number> {
  const { rows } = await bed.owner.query<{ gb: number }>(
    'SELECT pg_database_size(current_database()) / 1e9::float8 AS gb',
  );
  return rows[0]?.gb ?? 0;
}

function shuffled(list: readonly number[]): number[] {
  return list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
