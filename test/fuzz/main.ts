/** `npm run test:fuzz`: sends random requests generated from the interface description to a real stack. */
import { parseArgs } from 'node:util';
import { wholeNumber } from '../command-line.ts';
import { Fuzzer } from './fuzzer.ts';

const HELP = `npm run test:fuzz [-- --seed N] [--cases N]

Reads the interface description of a running stack and sends random requests generated from it: valid ones, and ones with
one error, with another user's ids, without a token, or with another method. Every response must match the description. A
bad request must be rejected with its field named. No response may be 5xx, and no data of another user may be seen or changed.

  --seed N      seed of the random requests, to repeat them (default: from the clock, printed)
  --cases N     number of requests in all (default 20000)
  --keep        keep the state folder with its logs, and print its path
  --help        print this text
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    cases: { type: 'string', default: '20000' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
const cases = wholeNumber('cases', values.cases);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
say(`seed ${String(seed)}`);
const startedMs = performance.now();
const fuzzer = await Fuzzer.start(cases);
process.once('SIGINT', () => {
  void fuzzer.stop().finally(() => process.exit(130));
});
say('| operation | sent | statuses | result |');
say('|---|---|---|---|');
let findings = 0;
let sent = 0;
try {
  await fuzzer.run(seed, cases, ({ operation, sent: count, statuses, finding }) => {
    sent += count;
    if (finding !== null) findings += 1;
    const seen = Object.entries(statuses).map(([status, times]) => `${status}: ${String(times)}`);
    say(
      `| ${operation} | ${String(count)} | ${seen.join(', ')} | ${finding === null ? 'ok' : `FOUND ${finding}`} |`,
    );
  });
  for (const finding of await fuzzer.aftermath()) {
    findings += 1;
    say(`FOUND afterwards: ${finding}`);
  }
} finally {
  await fuzzer.stop(values.keep);
  if (values.keep) say(`logs in ${fuzzer.logs}`);
}
const seconds = Math.round((performance.now() - startedMs) / 1000);
say(`${String(sent)} cases in ${String(seconds)} s, ${String(findings)} findings`);
process.exitCode = findings === 0 ? 0 : 1;
