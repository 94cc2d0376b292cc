/** `npm run test:faults`: does each fault to a real stack and checks what must hold; one row a fault. */
import { parseArgs } from 'node:util';
import { wholeNumber } from '../command-line.ts';
import { Harness, type Result } from './harness.ts';
import { FAULTS, faultsNamed } from './table.ts';
import type { Fault } from './round.ts';
import { type DiskOf, System } from './system.ts';

const HELP = `npm run test:faults [-- --seed N] [--only C1,C5] [--rounds N]

Injects faults into a real stack under load: kills and freezes processes, and takes NATS, PostgreSQL and connections away.
Then ends the fault and checks that no acknowledged correction is lost.

  --seed N      seed of the random moments and corrections (default: from the clock; it is printed)
  --only IDS    only these faults, comma-separated
  --keep        keep the state folder with its logs, and print its path
  --rounds N    run each fault N times, with consecutive seeds (default 1)
  --help        print this help

Faults:
${FAULTS.map(({ id, title }) => `  ${id.padEnd(6)}${title}\n`).join('')}`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}

const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
const rounds = wholeNumber('rounds', values.rounds);
const faults = values.only === undefined ? FAULTS : faultsNamed(values.only.split(','));

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
say(`seed ${String(seed)}`);
say('| id | seed | s | done | checked | result |');
say('|---|---|---|---|---|---|');
const system = await System.start();
let systemOnDisk: System | null = null;
process.once('SIGINT', () => {
  // A small disk that stays mounted would keep its memory.
  void Promise.all([system.stop(), systemOnDisk?.stop()]).finally(() => process.exit(130));
});
const REASONS_MAX = 6;
let failed = 0;
try {
  const harness = new Harness(system);
  for (let round = 0; round < rounds; round += 1)
    for (const fault of faults) {
      const result =
        fault.diskOf === undefined
          ? await harness.run(fault, seed + round)
          : await runOnDisk(fault, fault.diskOf, seed + round);
      if (result === null) {
        say(`| ${fault.id} ${fault.title} | | | | | skipped: no small disk can be mounted |`);
        continue;
      }
      if (result.faults.length > 0) failed += 1;
      say(rowOf(result));
    }
} finally {
  await system.stop(values.keep);
  if (values.keep) say(`logs in ${system.stack.dataDir}/logs`);
}
say(failed === 0 ? 'all invariants held' : `${String(failed)} faults FAILED`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a fault on a stack of its own, whose disk is small; null where none can be mounted. */
async function runOnDisk(fault: Fault, diskOf: DiskOf, seedOfRound: number): Promise<Result | null> {
  const started = await System.startOnDisk(diskOf);
  if (started === null) return null;
  systemOnDisk = started;
  try {
    return await new Harness(started).run(fault, seedOfRound);
  } finally {
    systemOnDisk = null;
    await started.stop();
  }
}

function rowOf({ id, title, seed: drawn, seconds, done, checked, faults: reasons }: Result): string {
  const shown = reasons.slice(0, REASONS_MAX).join('; ').replaceAll('\n', ' ').replaceAll('|', '/');
  const more = reasons.length > REASONS_MAX ? `; and ${String(reasons.length - REASONS_MAX)} more` : '';
  const result = reasons.length === 0 ? 'ok' : `FAILED: ${shown}${more}`;
  return `| ${id} ${title} | ${String(drawn)} | ${String(seconds)} | ${done} | ${checked} | ${result} |`;
}
