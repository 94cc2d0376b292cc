/** `npm run test:resilience`: does to the running system what may happen to it, and checks that nothing is lost; one row each. */
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { takeOverStop } from '@ctx/platform/starting';
import { endWrong, parseOptions, wholeNumber } from '../command-line.ts';
import { drawsOf, shuffled } from './random.ts';
import {
  CannotRun,
  chosenRows,
  type Environment,
  nameOf,
  type Options,
  type Row,
  type RowResult,
  type Suite,
} from './suite.ts';
import { SUITES } from './suites.ts';
import { type Outcome, summaryOf } from './summary.ts';

const CACHE = fileURLToPath(new URL('../../.cache/cluster', import.meta.url));

const HELP = `npm run test:resilience [-- --only TEXT] [--seed N] [--seeds N | --soak MINUTES] [options]

Does to the running system what may happen to it while clients correct and read, and checks afterwards what must hold
(docs/rules/reliability.md): no acknowledged correction is lost, no page is outdated, no response is outside the contract.
A suite for which something is missing is skipped, and says what it needs.

  --only TEXT     only a suite (faults), a row (faults/F2 or F2), or rows with the text in their title; may be repeated, or
                  several separated by commas
  --list          print all rows, or those of --only, and end
  --seed N        first seed of the random moments and corrections (default: from the clock; it is printed)
  --seeds N       run each row N times, with consecutive seeds (default: 3 for faults, 1 for the others)
  --soak MIN      one pass over the rows after another, each in random order with the next seed, until MIN minutes have passed;
                  each suite keeps its environment
  --from COMMIT   the version that rolling/R2R upgrades to this one (default: the newest tag)
  --parts FOLDER  where the parts of the cluster are, or are made (default: .cache/cluster)
  --keep          keep the state folders with their logs, and print their paths
  --help          print this help

Suites:
${SUITES.map(({ name, about }) => `  ${name.padEnd(9)} ${about}\n`).join('')}`;

const { values, positionals } = parseOptions({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    soak: { type: 'string' },
    from: { type: 'string' },
    parts: { type: 'string', default: CACHE },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
if (values.help) {
  say(HELP.trimEnd());
  process.exit(0);
}
const texts = values.only?.flatMap((text) => text.split(',')) ?? SUITES.map(({ name }) => name);
const choices = chosenRows(SUITES, texts, endWrong);
if (positionals.length > 0 && choices.some(({ rows }) => rows.some(({ id }) => id !== 'e2e')))
  endWrong('PATH is for --only citus/e2e');
if (values.list) {
  for (const { suite, rows } of choices) for (const row of rows) say(nameOf(suite, row));
  process.exit(0);
}

const firstSeed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
const seeds = values.seeds === undefined ? null : wholeNumber('seeds', values.seeds);
const soakMs = values.soak === undefined ? null : wholeNumber('soak', values.soak) * 60_000;
const startedMs = performance.now();
const options: Options = {
  from: values.from ?? null,
  parts: values.parts,
  paths: positionals,
  say: (line) => {
    process.stderr.write(`  ${secondsSince(startedMs)} s: ${line}\n`);
  },
};
const REASONS_MAX = 6;
const open = new Map<Suite, Environment>();
/** What this machine lacks, by suite. */
const missing = new Map<Suite, string>();
// A module that the suites load would end this process at once.
takeOverStop(() => {
  void closeAll().finally(() => process.exit(130));
});

say(`seed ${String(firstSeed)}`);
say('| row | seed | s | done | result |');
say('|---|---|---|---|---|');
const outcomes: Outcome[] = [];
try {
  for (const { suite, row, seed } of planned()) {
    // A pass of a soak comes back to each suite; otherwise a suite ends before the next one begins.
    if (soakMs === null && !open.has(suite)) await closeAll();
    const rowStartedMs = performance.now();
    const result = await resultOf(suite, row, seed);
    const seconds = Number(secondsSince(rowStartedMs));
    const outcome = {
      name: nameOf(suite, row),
      seed,
      seconds,
      faults: 'skipped' in result ? null : result.faults,
    };
    outcomes.push(outcome);
    say(lineOf(outcome, result));
  }
} finally {
  await closeAll();
}
say('');
for (const line of summaryOf(outcomes)) say(line);
process.exitCode = outcomes.every(({ faults }) => faults === null || faults.length === 0) ? 0 : 1;

/** Yields what to run next; a soak ends when its time is up. */
function* planned(): Generator<{ readonly suite: Suite; readonly row: Row; readonly seed: number }> {
  if (soakMs === null) {
    for (const { suite, rows } of choices)
      for (let seed = firstSeed; seed < firstSeed + (seeds ?? suite.seeds); seed += 1)
        for (const row of rows) yield { suite, row, seed };
    return;
  }
  const all = choices.flatMap(({ suite, rows }) => rows.map((row) => ({ suite, row })));
  for (let seed = firstSeed, endMs = performance.now() + soakMs; ; seed += 1)
    for (const each of shuffled(drawsOf(seed), all)) {
      if (performance.now() > endMs) return;
      yield { ...each, seed };
    }
}

/** Runs a row. One that throws is violated, and the rows after it get a new environment. */
async function resultOf(suite: Suite, { id }: Row, seed: number): Promise<RowResult> {
  const skipped = missing.get(suite);
  if (skipped !== undefined) return { skipped };
  try {
    const environment = open.get(suite) ?? (await suite.open(options));
    open.set(suite, environment);
    return await environment.run(id, seed);
  } catch (error) {
    await close(suite);
    if (!(error instanceof CannotRun)) return { done: '', faults: [inspect(error)] };
    missing.set(suite, error.message);
    return { skipped: error.message };
  }
}

async function close(suite: Suite): Promise<void> {
  const environment = open.get(suite);
  open.delete(suite);
  const logs = (await environment?.close(values.keep)) ?? null;
  if (logs !== null) say(`logs in ${logs}`);
}

async function closeAll(): Promise<void> {
  for (const suite of [...open.keys()]) await close(suite);
}

function lineOf({ name, seed, seconds }: Outcome, result: RowResult): string {
  const cells =
    'skipped' in result ? ['', `skipped: ${result.skipped}`] : [result.done, textOf(result.faults)];
  const plain = cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '/'));
  return `| ${[name, seed, seconds, ...plain].join(' | ')} |`;
}

/** Returns the first reasons, equal ones once with their number. */
function textOf(faults: readonly string[]): string {
  if (faults.length === 0) return 'ok';
  const alike = [...Map.groupBy(faults, (fault) => fault)].map(([fault, { length }]) =>
    length === 1 ? fault : `${String(length)} × ${fault}`,
  );
  const more = alike.length > REASONS_MAX ? `; and ${String(alike.length - REASONS_MAX)} more` : '';
  return `VIOLATED: ${alike.slice(0, REASONS_MAX).join('; ')}${more}`;
}

function secondsSince(ms: number): string {
  return String(Math.round((performance.now() - ms) / 1000));
}
