/** `npm run load:SERVICE` and `npm run load:all`: load tests, their tables or their line of JSON. */
import { writeFileSync } from 'node:fs';
import { orEndWrong } from '../command-line.ts';
import { htmlOf } from './html.ts';
import { loadInstallation } from './installation/run.ts';
import { junitOf } from './junit.ts';
import { type CommandLine, type Options, readOptions } from './options.ts';
import {
  asJson,
  asTables,
  failedLines,
  missedTargets,
  type Report,
  tableOfLines,
  tableOfTargets,
} from './report.ts';
import { LOAD_TESTS } from './services/suites.ts';
import { type Suite, SUITES } from './targets.ts';

const HELP_OF_ALL = `npm run load:all [-- options]

Runs the load tests of all services one after the other, each on its own system or all against a running installation. Prints a table
of all runs and a table of all targets with their figures. load:gateway, load:read, load:corrections and load:recalc explain
themselves with --help.
`;

const MISSED = 3;

const [name = '', ...args] = process.argv.slice(2);
const chosen: readonly Suite[] = name === 'all' ? SUITES : SUITES.filter((each) => each === name);
const [only] = chosen;
if (only === undefined) {
  process.stderr.write(`usage: node test/load/main.ts ${SUITES.join(' | ')} | all [options]\n`);
  process.exit(2);
}
const help = name === 'all' ? HELP_OF_ALL : LOAD_TESTS[only].help;
const { options, installation, ...files } = readOptions(args, help, chosen);
const reports: Report[] = [];
for (const suite of chosen)
  reports.push(
    await orEndWrong(() =>
      installation === null
        ? LOAD_TESTS[suite].run(options)
        : loadInstallation(suite, installation, options.say),
    ),
  );
print(reports, options);
write(reports, files, installation?.target ?? `${name}, on a system of its own`);
const failed = reports.flatMap(failedLines);
for (const line of failed) process.stderr.write(`FAILED ${line.name}: ${String(line.void)}\n`);
const missed = reports.flatMap(({ targets }) => missedTargets(targets));
for (const line of missed) process.stderr.write(`MISSED ${line}\n`);
process.exitCode = failed.length > 0 ? 1 : missed.length > 0 ? MISSED : 0;

/** One line of JSON a load test; as tables, those of all together where there are several. */
function print(all: readonly Report[], { json }: Options): void {
  if (json) for (const report of all) process.stdout.write(`${asJson(report)}\n`);
  else if (all.length === 1) for (const report of all) process.stdout.write(asTables(report));
  else {
    for (const report of all)
      process.stdout.write(`${report.suite}\n\n${asTables({ ...report, lines: [], targets: [] })}\n`);
    process.stdout.write(`${tableOfLines(all.flatMap(({ lines }) => lines))}\n`);
    process.stdout.write(tableOfTargets(all.flatMap(({ targets }) => targets)));
  }
}

/** Writes the files of the report that were asked for. */
function write(
  all: readonly Report[],
  { html, junit }: Pick<CommandLine, 'html' | 'junit'>,
  subject: string,
): void {
  if (html !== null) writeFileSync(html, htmlOf(all, subject, new Date()));
  if (junit !== null) writeFileSync(junit, junitOf(all));
}
