/** `npm run test:faults`: injects each fault into a real stack and checks the invariants; one row for each fault and seed. */
import { inspect } from 'node:util';
import { endWrong, parseOptions, wholeNumber } from '../command-line.ts';
import type { Result } from './harness.ts';
import { named } from './named.ts';
import { drawsOf, shuffled } from './random.ts';
import { type Row, ROWS, Stacks } from './rows.ts';
import { type Outcome, summaryOf } from './summary.ts';

const SEEDS = 3;

const HELP = `npm run test:faults [-- --seed N] [--seeds N | --soak MINUTES] [--only C1,C5] [--keep]

Injects faults into a real stack under load: kills and freezes processes, and takes NATS, PostgreSQL and connections away.
Then ends the fault and checks that no acknowledged correction is lost. Without options, runs every row with ${String(SEEDS)} seeds.

  --seed N      first seed of the random moments and corrections (default: from the clock; it is printed)
  --seeds N     run each row N times, with consecutive seeds (default ${String(SEEDS)})
  --soak MIN    one pass over the rows after another, each in random order with the next seed, until MIN minutes have passed; the stack
                stays the same
  --only IDS    only these rows, comma-separated
  --keep        keep the state folder of the shared stack with its logs, and print its path
  --help        print this help

Rows:
${ROWS.map(({ id, title }) => `  ${id.padEnd(6)}${title}\n`).join('')}`;

const { values } = parseOptions({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: String(SEEDS) },
    soak: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}

const firstSeed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
const seeds = wholeNumber('seeds', values.seeds);
const soakMs = values.soak === undefined ? null : wholeNumber('soak', values.soak) * 60_000;
const rows = values.only === undefined ? ROWS : named(ROWS, values.only.split(','), endWrong);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const stacks = new Stacks();
process.once('SIGINT', () => {
  // A small disk that stays mounted would keep its memory.
  void stacks.stop().finally(() => process.exit(130));
});
say(`seed ${String(firstSeed)}`);
say('| id | seed | s | done | checked | result |');
say('|---|---|---|---|---|---|');
const REASONS_MAX = 6;
const outcomes: Outcome[] = [];
try {
  for (const { row, seed } of planned()) {
    const { id, title } = row;
    const result = await resultOf(row, seed);
    outcomes.push({ id, title, seed, result });
    say(
      result === null ? `| ${id} ${title} | | | | | skipped: no small disk can be mounted |` : rowOf(result),
    );
  }
} finally {
  const logs = await stacks.stop(values.keep);
  if (logs !== null) say(`logs in ${logs}`);
}
say('');
for (const line of summaryOf(outcomes)) say(line);
process.exitCode = outcomes.every(({ result }) => result === null || result.faults.length === 0) ? 0 : 1;

/** Yields what to run next; a soak ends when its time is up. */
function* planned(): Generator<{ readonly row: Row; readonly seed: number }> {
  if (soakMs === null)
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1)
      for (const row of rows) yield { row, seed };
  else
    for (let seed = firstSeed, endMs = performance.now() + soakMs; ; seed += 1)
      for (const row of shuffled(drawsOf(seed), rows)) {
        if (performance.now() > endMs) return;
        yield { row, seed };
      }
}

/** Runs a row. One that throws is violated, and the rows after it get a new stack. */
async function resultOf({ id, title, run }: Row, seed: number): Promise<Result | null> {
  const startedMs = performance.now();
  try {
    return await run(stacks, seed);
  } catch (error) {
    await stacks.stop();
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    return { id, title, seed, seconds, done: '', checked: '', faults: [inspect(error)] };
  }
}

function rowOf({ id, title, seed, seconds, done, checked, faults: reasons }: Result): string {
  const shown = reasons.slice(0, REASONS_MAX).join('; ').replaceAll('\n', ' ').replaceAll('|', '/');
  const more = reasons.length > REASONS_MAX ? `; and ${String(reasons.length - REASONS_MAX)} more` : '';
  const result = reasons.length === 0 ? 'ok' : `VIOLATED: ${shown}${more}`;
  return `| ${id} ${title} | ${String(seed)} | ${String(seconds)} | ${done} | ${checked} | ${result} |`;
}
