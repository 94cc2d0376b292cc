/** `npm run test:failover`: fails over to a synchronous standby under load and measures it; one row a case and seed. */
import { availableParallelism, loadavg } from 'node:os';
import { endWrong, parseOptions, wholeNumber } from '../../command-line.ts';
import type { Result } from '../harness.ts';
import { named } from '../named.ts';
import { CONNECTION_AGE_MS, type Cost } from './failover.ts';
import { FAILOVER_CASES } from './failover-cases.ts';

const HELP = `npm run test:failover [-- --rounds N] [--seed N] [--only F1,F2]

Runs the four services on a PostgreSQL primary with a synchronous standby, at an address that moves. Clients correct and read
while the primary is lost, the standby promoted and the address moved. No acknowledged correction may be lost, corrections
must be accepted again within 5 s of the promotion, and every user must be IDLE within 60 s.

  --rounds N   run each case N times, with consecutive seeds (default 1)
  --seed N     seed of the random corrections (default: from the clock; it is printed)
  --only IDS   only these cases, comma-separated
  --help       print this help

Cases:
${FAILOVER_CASES.map(({ id, title }) => `  ${id}   ${title}\n`).join('')}
In F2 nobody fences the old primary. Connections have a maximum age of ${String(CONNECTION_AGE_MS / 1000)} s here (five minutes by default), and
no service may read from the old primary after that.
`;

const { values } = parseOptions({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const cases =
  values.only === undefined ? FAILOVER_CASES : named(FAILOVER_CASES, values.only.split(','), endWrong);
const rounds = wholeNumber('rounds', values.rounds);
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

say(`seed ${String(seed)}; ${String(availableParallelism())} cores, load ${loadavg()[0]?.toFixed(1) ?? ''}`);
say('| case | seed | acknowledged | lost | 503 | writes back | IDLE | old primary left | result |');
say('|---|---|---|---|---|---|---|---|---|');
let failed = 0;
for (let round = 0; round < rounds; round += 1)
  for (const { run } of cases) {
    const { result, cost } = await run(seed + round);
    if (result.faults.length > 0 || cost === null) failed += 1;
    say(rowOf(result, cost));
  }
say(failed === 0 ? 'everything held' : `${String(failed)} cases FAILED`);
process.exitCode = failed === 0 ? 0 : 1;

function rowOf({ id, title, seed: drawn, faults }: Result, cost: Cost | null): string {
  const seconds = (ms: number | null | undefined): string =>
    ms === null || ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`;
  return `| ${[
    `${id} ${title}`,
    drawn,
    cost?.acknowledged,
    cost?.lost.length,
    cost?.unavailable,
    seconds(cost?.writesBackMs),
    seconds(cost?.idleMs),
    seconds(cost?.readsLeftMs),
    faults.length === 0 ? 'ok' : `FAILED: ${faults.join('; ').replaceAll('|', '/').replaceAll('\n', ' ')}`,
  ].join(' | ')} |`;
}
