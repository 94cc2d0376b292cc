/** `npm run test:rolling`: restarts, replaces and kills replicas under load; one row a scenario. */
import { parseOptions, wholeNumber } from '../../command-line.ts';
import { HERE } from './fleet.ts';
import { play, type Result, type Scenario } from './scenario.ts';
import * as scenarios from './scenarios.ts';
import { setScene } from './scene.ts';
import { lastRelease, Versions } from './versions.ts';

const HELP = `npm run test:rolling [-- --seconds N] [--rounds N] [--seed N] [--only R1,G6] [--from COMMIT]

Runs two replicas of each service behind a balancer and restarts, replaces and kills them while clients read, call MCP tools
and correct. No request may fail, no connection may break, and nothing acknowledged may be lost.

  --seconds N     how long both versions run side by side in R2 (default 20)
  --rounds N      run everything N times, with consecutive seeds (default 1)
  --seed N        seed of the random requests and corrections (default: from the clock; it is printed)
  --only IDS      only these scenarios, comma-separated
  --from COMMIT   first upgrade from this version to the current one (default: from the newest tag, if there is one)
  --keep          keep the state folder with its logs, and print its path
  --help          print this help

Scenarios:
  R1   rolling restart of each service in turn
  R1A  rolling restart of all services at once
  D1   a gateway drains its connections
  G5   gRPC calls reach every server behind a name
  G6   a read server and a corrections server are killed during many concurrent calls
  R3   recalc gets SIGTERM during a run: the run completes or another worker takes it over
  R2   upgrade to a next version, which has one more migration; before that, from COMMIT to this version if there is a COMMIT
  G7   servers that are added get calls within the maximum age of a connection (takes up to six minutes)
`;

const { values } = parseOptions({
  options: {
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    from: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}

const IDS = ['R1', 'R1A', 'D1', 'G5', 'G6', 'R3', 'R2', 'G7'];
const only = values.only?.split(',') ?? IDS;
const unknown = only.filter((id) => !IDS.includes(id));
if (unknown.length > 0) {
  process.stderr.write(`no scenario ${unknown.join(', ')}; there are ${IDS.join(', ')}\n`);
  process.exit(2);
}
/** Faults of a scenario that are printed. */
const SHOWN_MAX = 8;
const seconds = wholeNumber('seconds', values.seconds);
const rounds = wholeNumber('rounds', values.rounds);
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
const from = values.from ?? (await lastRelease());

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const startedMs = performance.now();
const progress = (line: string): void => {
  process.stderr.write(`  ${String(Math.round((performance.now() - startedMs) / 1000))} s: ${line}\n`);
};

say(`seed ${String(seed)}`);
if (from === null && only.includes('R2'))
  say(
    'no release is tagged: N is this code, N+1 this code with a migration more (--from COMMIT for another N)',
  );
const results: Result[] = [];
for (let round = 0; round < rounds; round += 1) await playRound(seed + round);
summarise();

async function playRound(drawn: number): Promise<void> {
  const versions = new Versions();
  const before = from === null || !only.includes('R2') ? HERE : await versions.ofCommit(from);
  progress('starting two replicas of each service');
  const scene = await setScene(drawn, progress, { version: before });
  const stop = (): void => {
    void scene.end(values.keep).finally(() => process.exit(130));
  };
  process.once('SIGINT', stop);
  try {
    for (const scenario of scenariosOf(versions, before === HERE ? null : before.name)) {
      progress(`${scenario.id} ${scenario.title}`);
      const result = await play(scenario, scene);
      results.push(result);
      say(describe(result));
    }
  } finally {
    process.removeListener('SIGINT', stop);
    await scene.end(values.keep);
    versions.remove();
    if (values.keep) say(`logs in ${scene.fleet.dataDir}/logs`);
  }
}

function scenariosOf(versions: Versions, before: string | null): Scenario[] {
  const { upgradeTo, ROLL_EACH, ROLL_ALL, DRAIN, BALANCE, LOSE_PODS, HAND_OVER_RUNS, MEET_NEW_PODS } =
    scenarios;
  const isWanted = ({ id }: Scenario): boolean => only.includes(id);
  // Its tree is made only when it is wanted.
  const next = only.includes('R2') ? [upgradeTo(versions.next(), HERE.name, seconds)] : [];
  return [
    ...(before === null ? [] : [upgradeTo(HERE, before, seconds)]),
    ...[ROLL_EACH, ROLL_ALL, DRAIN, BALANCE, LOSE_PODS, HAND_OVER_RUNS].filter(isWanted),
    ...next,
    ...[MEET_NEW_PODS].filter(isWanted),
  ];
}

function describe({ id, title, seconds: took, tally, acknowledged, notes, faults }: Result): string {
  const sent = [...tally.requests].map(([kind, count]) => `${String(count)} ${kind}`).join(', ');
  const alike = [...Map.groupBy(faults, (fault) => fault.replaceAll('\n', ' '))];
  const lines = [
    `${id} ${title}: ${faults.length === 0 ? 'ok' : 'FAILED'} (${String(took)} s)`,
    `   ${String(tally.total)} requests (${sent}), ${String(tally.failures.length)} failed, ${String(tally.resets.length)} reset, ${String(acknowledged)} corrections acknowledged`,
    ...notes.map((note) => `   ${note}`),
    ...alike.slice(0, SHOWN_MAX).map(([fault, { length }]) => `   ! ${String(length)} × ${fault}`),
    ...(alike.length > SHOWN_MAX ? [`   ! and ${String(alike.length - SHOWN_MAX)} more`] : []),
  ];
  return lines.join('\n');
}

function summarise(): void {
  const sum = (of: (result: Result) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const broken = results.filter(({ faults }) => faults.length > 0);
  say(
    `${String(results.length)} scenarios, ${String(sum(({ tally }) => tally.total))} requests, ` +
      `${String(sum(({ tally }) => tally.failures.length))} failed, ${String(sum(({ tally }) => tally.resets.length))} reset, ` +
      `${String(sum(({ acknowledged }) => acknowledged))} corrections acknowledged`,
  );
  say(broken.length === 0 ? 'everything held' : `FAILED: ${broken.map(({ id }) => id).join(', ')}`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
