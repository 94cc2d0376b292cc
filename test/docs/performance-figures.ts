/** docs/performance-figures.md and the table of targets in docs/performance.md, made from the measured figures. */
import { readdirSync } from 'node:fs';
import { PICTURES, tableOf } from '../load/picture.ts';
import type { Series } from '../load/growth-results.ts';
import { digits, table } from '../load/report.ts';
import { judge, limitOf, type Suite, SUITES, type TargetName, TARGETS } from '../load/targets.ts';
import { growthAt, type Line, type PerformanceResults, RESULTS } from './results.ts';

const ADRS = readdirSync(new URL('../../docs/adr/', import.meta.url));

/** A link to a decision record, whatever its file is called. */
function linkToAdr(number: number): string {
  const file = ADRS.find((name) => name.startsWith(`${String(number).padStart(4, '0')}-`)) ?? '';
  return `[ADR ${String(number)}](adr/${file})`;
}

const NAMES = Object.keys(TARGETS) as TargetName[];

/** The targets alone, for docs/performance.md. */
export function targetsTable(): string {
  return table([
    ['service', 'what', 'target'],
    ...NAMES.map((name) => [TARGETS[name].of, TARGETS[name].what, limitOf(name)]),
  ]);
}

function figuresTable(): string {
  const rows = NAMES.flatMap((name) => {
    const measured = RESULTS.targets[name];
    if (measured === undefined) return [];
    const { figure, reached, but } = judge(name, measured.figure, measured.but ?? null);
    const verdict = `${reached ? 'reached' : 'MISSED'}${but === null ? '' : ` (${but})`}`;
    return [[TARGETS[name].of, TARGETS[name].what, limitOf(name), digits(figure), verdict]];
  });
  return table([['service', 'what', 'target', 'figure', ''], ...rows]);
}

function linesTable(suite: Suite): string {
  const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(0)} %`);
  const row = ({ name, unit, throughput, p50, p99, cpu }: Line): string[] => [
    name,
    `${throughput.toFixed(throughput < 100 ? 1 : 0)} ${unit}`,
    ...[p50, p99].map(digits),
    ...[cpu.service, cpu.database].map(percent),
  ];
  const head = ['run', 'a second', 'p50, ms', 'p99, ms', 'CPU of the service', 'of PostgreSQL'];
  return table([head, ...RESULTS.suites[suite].map(row)]);
}

function correctionsTable(): string {
  const rows = Object.entries(RESULTS.correctionToIdleMs).map(([name, ms]) => [name, ...ms.map(digits)]);
  return table([['correction to IDLE, ms', 'user of 1,000 events', 'user of 100,000'], ...rows]);
}

function engineTable(): string {
  const rows = RESULTS.engine.map(({ events, bareLoopMs, engineMs }, index) => {
    const before = RESULTS.engine[index - 1];
    const growth = before === undefined ? '' : (engineMs / before.engineMs).toFixed(1);
    const ms = (value: number): string =>
      value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en');
    return [
      events.toLocaleString('en'),
      ms(bareLoopMs),
      ms(engineMs),
      (engineMs / bareLoopMs).toFixed(1),
      growth,
    ];
  });
  const head = ['events', 'bare loop, ms', 'engine, ms', 'engine / bare loop', 'growth for 10 × the events'];
  return table([head, ...rows]);
}

function memoryTable(): string {
  const rows = RESULTS.memory.map(({ service, load, startMb, endMb, growth }) => [
    service,
    load,
    `${String(startMb)} → ${String(endMb)}`,
    digits(growth),
  ]);
  return table([['service', 'load', 'MB, start → end', 'last third / middle third'], ...rows]);
}

function profileTable(suite: Suite): string {
  const { packages, functions } = RESULTS.profile[suite];
  const cells = (share: (typeof packages)[number] | undefined): string[] =>
    share === undefined ? ['', ''] : [String(share[0]), `${Number(share[1]).toFixed(1)} %`];
  const rows = packages.map((share, index) => [...cells(share), ...cells(functions[index])]);
  return `**${suite}**\n\n${table([['package', 'share', 'function', 'share'], ...rows])}`;
}

function seriesParts(all: PerformanceResults['growth']): string {
  return all
    .map(({ id, title, ...series }) => {
      const values = series.lines === undefined ? '' : `\n${tableOf({ id, title, ...series } as Series)}`;
      const picture = PICTURES.has(id) ? `\n![${title}](performance-${id}.svg)\n` : '';
      return `### ${title}\n${picture}${values}`;
    })
    .join('\n');
}

const whole = (value: number): string => value.toLocaleString('en');
const { inDefault: heap, inMore: largeHeap } = RESULTS.heapOfLargeRun;
const ratio = (name: TargetName): string => digits(RESULTS.targets[name]?.figure ?? NaN);
const million = growthAt('page', 'median', 1_000_000) / growthAt('page', 'median', 1000);

/** docs/performance-figures.md, before it is formatted. */
export function performanceFigures(): string {
  const { cores, memoryGb, node, postgresql } = RESULTS.machine;
  return `# Performance: current figures

Generated from \`test/load/results.json\` by \`npm run docs\`; do not edit. [performance.md](performance.md) has the decisions behind
them, the targets and how to measure.

Measured on one virtual machine with ${String(cores)} cores of a current x86 server processor and ${String(memoryGb)} GiB of memory, which the services, PostgreSQL ${postgresql},
nats-server and the load generator share; Node ${node}. Compare ratios, not absolute times.

## Targets

${figuresTable()}
A page of a user with 1,000,000 events costs ${million.toFixed(2)} × one of a user with 1,000 (\`load:growth\`).

What is missed, and why:

- **Each page once**: ${ratio('pageFresh')} instead of 0.5. Three runs gave 0.47, 0.48 and 0.51 (tool calls 1.47, 1.52 and 1.42; p99 2.9, 1.5 and 1.6). A
  request passes two processes more than the reference, and each hop costs processor time on the same two cores;
  [Where the time goes](#where-the-time-goes) has the parts.
- **Two workers**: ${ratio('secondWorker')} instead of 1.7. One worker computes one user while PostgreSQL writes for another, and so uses 1.6 of the two cores
  together with its database. A second worker finds 0.4 cores left. Where a worker still waited for the database, two were
  1.5 times as fast.
- **A page of the history**: ${ratio('history')} instead of 1.5. A page of 50 entries is 67 KB of values before and after with their events: reading
  them takes half of the time, turning them into the response a third, and counting the user's entries a sixth.
- **Amounts and treatments at 100,000 events**: ${ratio('toIdleLastYear')} ms instead of 150 in the last year, ${ratio('toIdleRandom')} ms instead of 500 for a random event, and
  ${ratio('toIdleOldest')} ms instead of 1,200 for the oldest. A run has only a few such corrections, and another one gave 195, 601 and 1,581 ms. What
  takes the time is the rows after the change, which differ and are written; see [From a correction to IDLE](#from-a-correction-to-idle).
- **The backlog**: ${ratio('backlog')} s instead of 45. Service and database each use three quarters of a core, one after the other for each user: rows,
  digests and indexes, of which no part stands out.
- **A run from nothing of 100,000 events**, see [The engine](#the-engine).

## A page of transactions

\`GET /api/v1/transactions\`, 50 rows of a user with 1,000 events, through gateway and read service, with authentication, limits and
row security. The reference is one Express + pg program (\`test/load/reference\`) that returns the same page without any of these. 32
clients, the median of several turns, the load generator on the same two cores, all services warm. CPU is of one core.

${linesTable('gateway')}
A page that was requested before and cannot have changed comes from the cache
(${linkToAdr(17)}): it costs the admission, which concurrent requests share. "gateway
alone" has one core, and a read service behind it that responds at once.

## The read service alone

Over gRPC on one core, with the load generator and PostgreSQL on the other.

${linesTable('read')}
The last seven lines are of one run, beside other programs that used up to 0.8 of a core. Compare them with each other only. The
corrections service answers \`ListHistory\`.

A page far back starts at a mark, so it skips at most 1,000 rows. Row security compares \`user_id\` with the user of
the transaction once a statement, not once a row.

## From a correction to IDLE

${linesTable('corrections')}
${correctionsTable()}
The time is from the request to \`IDLE\`: gateway, gRPC, PostgreSQL, outbox, NATS, the run and its save. 60 corrections of one user,
one after the other: 80 % EUR values and notes of random events, 20 % amounts and treatments; then 12 of the last year and 3 of the oldest event.

- A change of values costs what depends on the value, however much else the user has: each of its statements is an index probe.
  This holds once autovacuum has analysed a large import, about a minute after it; the test makes it analyse. Right after
  the import of 100,000 events beside 64 small users, the median was 119 to 137 ms and the slowest kind 6.7 s.
- A change of amounts, treatments or dates costs the pools that it reaches, here one asset of five, from shortly before the change on
  (${linkToAdr(29)}). Half of it is PostgreSQL's: after a changed amount, most later sales take other units, and their rows are written again.
- A dry run of an amount or a treatment took 0.46 s, as it computes what the run would; the median of all dry runs is that of values.
- A correction is one user lock, two reads, four writes and the stored response, in one transaction. It starts a run, which takes the
  other half of the machine where both are measured together.

## A backlog of runs

1,000 users of 1,000 events each, all waiting when the worker starts: it loads the facts, computes everything, and writes 2,400 rows
a user.

${linesTable('recalc')}
## The engine

\`npm run bench:engine\`. History: 5 assets, 8 years, 60 % purchases, 40 % sales. The bare loop is a FIFO queue of \`bigint\` amounts with
gains and nothing else: no records, no rules, no years. The engine computes everything of a run: effective events, lots,
slices, gains, income, years, issues, holdings.

${engineTable()}
The figures of 1,000,000 events hold 1.0 KB of memory an event. Targets: within 4.5 × the bare loop (**missed**: a tenth of the engine's time is the ids of lots, which are hashes of stable keys, a fifth is
garbage collection), linear to 1,000,000 events (reached), under 1.5 KB an event (reached).

A run from nothing of 100,000 events that finds every stored row correct has a target of 2.5 s and takes 3.7 s, **missed**: 0.4 s load, 0.9 s
engine, 1.6 s rows and their digests, 0.2 s reading the stored digests, the rest garbage collection and statements. Digests let a run
write only what differs: a second run writes no row. The import of 100,000 events until IDLE has a target of 8 s and takes 12.2 s, **missed**:
4 s import, 8 s first run, half of which waits for PostgreSQL's inserts and their indexes.

## Growth

Users of 1,000 to 1,000,000 events over eight years, five assets (\`load:growth\`). Measured before the receive window became 8 MiB
([decisions](performance.md#decisions)), which gives many clients about a seventh more pages.

${seriesParts(RESULTS.growth)}
A run of ${whole(largeHeap.events)} events needs more memory than the default limit: ${whole(heap.events)} events ran in the default ${whole(heap.mb)} MB of heap; ${whole(largeHeap.events)} did
not, and ran in ${whole(largeHeap.mb)} (\`LARGE_RUN_MEMORY_MB_MAX\`), with up to ${RESULTS.gigabytesOfLargeRun.toFixed(1)} GB resident when 6,000 were allowed.

## A database that fills with users

One database that is filled in three stages, to 20,000 users of 1,000 events and 20 of 100,000 (\`load:population\`): 22 million events in 35 GB, more than
the 24 GiB of the machine, with a PostgreSQL cache of 256 MB. Before each stage is measured, the database is replaced by its restored backup, so
PostgreSQL has cached nothing. Each figure is the median of 100 users that were not read before, of 20 for corrections, checks and rebuilds;
one client. The whole run took 23 minutes, of which filling took 13. Other programs used the machine during the last backup.

The cost of a user does not grow with the number of others: pages, admission, corrections, runs and checks cost the same with a hundred times the
users. What grows is what reads or copies the whole: a backup, a restore, and the first sweep of a recalc process, which reads all users once. A check
of a small user takes 0.3 to 0.4 s, several times as long as a run from nothing: it starts a thread of its own and compares every cell.

${seriesParts(RESULTS.population)}
## A night of many users

Ten new events of each of 2,000 users with 1,000 events, imported by one command until all figures are there, then the prices of a day, the rates of the ECB as its file has them with
one new day, and the self-check of 100 users (\`load:night\`). Other programs used the machine at the same time, up to seven for each core: compare the lines
with each other only. A user costs less in the batch than alone, because imports and runs of several users overlap. Prices and rates that change no figure
request no run. Memory of PostgreSQL counts the cache once for each connection.

${seriesParts(RESULTS.night)}
## Memory

\`--soak 600\`: ten minutes of steady load, the mean of the last third beside the mean of the middle third.

${memoryTable()}
545,000 corrections in ten minutes; 19 of them were errors of the load generator, about one for each connection that the server closed
by its age. A plain HTTP/2 client does not retry these; the gateway does.

## Where the time goes

\`--profile\`: a service's own time under load, without idle time, by package and by function.

${SUITES.map(profileTable).join('\n')}
"V8 and native code" is mostly \`writev\`, the writes to sockets: on this machine a write often hands its core to the process that it woke,
and the profile counts that too. By the scheduler's counts (\`perf sched\`, one second at full load), a page that was not requested before
costs gateway and read service 0.79 ms of processor time, V8's helper threads 0.11 ms, and PostgreSQL 0.33 ms; the two cores are
95 % busy. A cached page costs the gateway 0.1 ms.
`;
}
