/** `npm run test:fuzz`: requests drawn from the interface description against a real stack. */
import { parseOptions, wholeNumber } from '../command-line.ts';
import { Fuzzer } from './fuzzer.ts';

const HELP = `npm run test:fuzz [-- --seed N] [--cases N]

Sends random requests to a running stack, drawn from its interface description: valid ones, and ones with one error, with
another user's ids, without a token or with another method. Every response must match the description, the rejection of a bad
request must name the field, no response may be a 5xx, and no request may read or change another user's data.

  --seed N      seed of the random requests (default: from the clock; it is printed)
  --cases N     number of requests (default 20000)
  --keep        keep the state folder with its logs, and print its path
  --help        print this help
`;

const { values } = parseOptions({
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
