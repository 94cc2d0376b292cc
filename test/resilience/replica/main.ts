/** `npm run test:replica`: reads beside corrections on a stack with a streaming replica; one row for each state of the replica. */
import { parseOptions, wholeNumber } from '../../command-line.ts';
import { type AnswerSource, CASES, type Result, runCase } from './cases.ts';
import { ReplicaStack } from './replica.ts';
import { newPerson, type Person } from './workload.ts';

const HELP = `npm run test:replica [-- --reads N] [--people N] [--tokens N]

Starts a stack and a streaming replica of its PostgreSQL. People correct and read at once, over REST, while the replica replays late,
stops, does not answer or cancels reads. No read may fail, and no page may be older than what was acknowledged or read before its
request. Ends with exit code 1 otherwise.

  --reads N     reads in each case (default 10000)
  --people N    people who read; half of them also correct (default 8)
  --tokens N    tokens for the reads of each person, of 110 requests a minute (default 40)
  --pause N     milliseconds between two corrections of a person (default 500)
  --help        print this help

Cases: the replica ${CASES.map(({ title }) => title).join(', ')}.
`;

const { values } = parseOptions({
  options: {
    reads: { type: 'string', default: '10000' },
    people: { type: 'string', default: '8' },
    tokens: { type: 'string', default: '40' },
    pause: { type: 'string', default: '500' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const reads = wholeNumber('reads', values.reads);
const tokens = wholeNumber('tokens', values.tokens);
const pauseMs = wholeNumber('pause', values.pause);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const COLUMNS: readonly (readonly [string, readonly AnswerSource[]])[] = [
  ['replica', ['replica']],
  ['waited', ['waited']],
  ['behind', ['primary_behind']],
  ['conflict', ['primary_conflict']],
  ['unreachable', ['primary_unreachable', 'primary_failed']],
];

function rowOf({ title, outcome, answers }: Result): string {
  const { failed, outdated, ms } = outcome;
  const calls = COLUMNS.flatMap(([, sources]) => sources).reduce((sum, source) => sum + answers[source], 0);
  const share = (answers.replica + answers.waited) / calls;
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (quantile: number): string =>
    (sorted[Math.floor(quantile * (sorted.length - 1))] ?? 0).toFixed(0);
  const counts = COLUMNS.map(([, sources]) => sources.reduce((sum, source) => sum + answers[source], 0));
  const cells = [title, outcome.reads, outcome.corrections, failed.length, outdated.length, calls];
  return `| ${[...cells, `${(share * 100).toFixed(1)} %`, ...counts, at(0.5), at(0.99)].join(' | ')} |`;
}

const replica = await ReplicaStack.start();
process.once('SIGINT', () => {
  void replica.remove().finally(() => process.exit(130));
});
const REASONS_MAX = 5;
let wrong = 0;
try {
  const people: Person[] = [];
  for (let number = 1; number <= wholeNumber('people', values.people); number += 1)
    people.push(await newPerson(replica.stack, `replica-${String(number)}@example.org`, tokens));
  const names = COLUMNS.map(([name]) => name).join(' | ');
  say(
    `| the replica | reads | corrections | failed | outdated | calls to read | by the replica | ${names} | p50 ms | p99 ms |`,
  );
  say('|---|---|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const each of CASES) {
    const load = { reads, correcting: Math.ceil(people.length / 2), pauseMs };
    const result = await runCase(replica, people, each, load);
    say(rowOf(result));
    const reasons = [...result.outcome.failed, ...result.outcome.outdated];
    for (const reason of reasons.slice(0, REASONS_MAX)) say(`  ${reason}`);
    wrong += reasons.length;
  }
} finally {
  await replica.remove();
}
say(wrong === 0 ? 'no read failed, no page was outdated' : `${String(wrong)} reads FAILED or were outdated`);
process.exitCode = wrong === 0 ? 0 : 1;
