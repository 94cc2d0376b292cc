/** The command line of the load tests. */
import { endWrong, fileToWrite, parseOptions, wholeNumber } from '../command-line.ts';
import { type Installation, installationOf } from './installation/options.ts';
import type { Suite } from './targets.ts';

/** Options of one load test. */
export interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly clients: number;
  /** Users whose pages are read once each, that correct, or that wait for a run. */
  readonly users: number;
  /** Events of the large user. */
  readonly events: number;
  /** Seconds of steady load for memory; 0: none. */
  readonly soak: number;
  readonly profile: boolean;
  readonly json: boolean;
  readonly say: (line: string) => void;
}

/** The command line of one or of all load tests. */
export interface CommandLine {
  readonly options: Options;
  /** The running installation that is tested, or null for a system of our own. */
  readonly installation: Installation | null;
  /** Files for the report, or null. */
  readonly html: string | null;
  readonly junit: string | null;
}

const HELP_OF_OPTIONS = `
  --seconds N      duration of each measured run (default 8)
  --rounds N       how often each run and its reference take turns (default 3); the median counts
  --clients N      concurrent requests (default 32)
  --users N        users with 1,000 events each (default: depends on the test)
  --full           give the large user 1,000,000 events instead of 100,000
  --events N       give the large user N events
  --soak N         add N seconds of steady load to measure the service's memory (the target needs 600)
  --profile        print a CPU profile of the service under load, as a table
  --json           print one line of JSON instead of tables: throughput, p50, p99, errors, void, targets, …
  --html FILE      write the report as a page, with pictures of a test of a running installation
  --junit FILE     write targets and failed runs as JUnit XML, for a build server
  --help           print this help

A running installation, as the users that "ctx load prepare --users N --scope write --out load.json" created there:

  --target URL     the address of its gateway. The test sends requests over REST: of the gateway, GET /me, pages of transactions and
                   tools/call; of read, summaries, pages, explanations and issues; of corrections, EUR values, each then undone; of
                   recalc, changes of an amount until IDLE, each then undone until IDLE. Nothing is started, created or erased
  --tokens FILE    the file of "ctx load prepare" (required)
  --rate N         arrivals a second (default 10), however slow the responses are, for --seconds
  --stages LIST    durations and rates in place of --rate and --seconds: 30s:50,2m:100 rises to 50 a second in 30 s, then to 100 in 2 min
  --threshold LIST what the figures must reach, such as p95<250,errors<0.001; may be repeated. Figures: p50, p95, p99, p999 (ms), errors
                   (a share), throughput (operations a second). Without a threshold of errors, none may occur
  --grpc HOST:PORT call one service over gRPC in place of REST: the gateway's GetUser, reads, EUR values, or full runs until IDLE. The key
                   comes from CALLER_KEY (read, corrections) or OPERATOR_KEY (gateway, recalc), as for "ctx call-metadata"; the
                   certificates from TLS_CA_FILE, TLS_CERT_FILE and TLS_KEY_FILE
  --allow-remote   allow a target on another machine

Exit codes: 0 every target was reached; 1 a run had errors or wrong responses, or the test failed; 2 the options, the environment or
the installation at --target are wrong; 3 a target was missed. Standard error lists each.

Throughput is in the unit of each line. p50, p99 and p99.9 are in milliseconds; unless a rate is named, each client sends its next
request after the response. "cpu" is a share of one core. "others" is everything else on this machine: measure on a quiet one. A
run is VOID, and its figures do not count, if responses were wrong or missing, or if the load generator used more than 80 % of its
core while the service used less than 95 %. With two or more cores, the service under test has its own core.
`;

const OF_OWN_SYSTEM = ['rounds', 'clients', 'users', 'full', 'events', 'soak', 'profile'] as const;

/** The options of load tests, or the help that was asked for; ends the process with exit code 2 where they are wrong. */
export function readOptions(args: readonly string[], help: string, suites: readonly Suite[]): CommandLine {
  const { values } = parse(args);
  if (values.help === true) {
    process.stdout.write(help + HELP_OF_OPTIONS);
    process.exit(0);
  }
  const number = (
    name: 'seconds' | 'rounds' | 'clients' | 'users' | 'events' | 'soak',
    preset: number,
  ): number => wholeNumber(name, values[name] ?? String(preset));
  const options = {
    seconds: number('seconds', 8),
    rounds: number('rounds', 3),
    clients: number('clients', 32),
    users: number('users', 0),
    events: number('events', values.full === true ? 1_000_000 : 100_000),
    soak: number('soak', 0),
    profile: values.profile === true,
    json: values.json === true,
    say: (line: string): void => {
      process.stderr.write(`${line}\n`);
    },
  };
  for (const name of ['seconds', 'rounds', 'clients', 'events'] as const)
    if (options[name] === 0) endWrong(`--${name} must be at least 1`);
  const installation = installationOf(values, options.seconds, suites);
  const own = OF_OWN_SYSTEM.find((name) => values[name] !== undefined);
  if (installation !== null && own !== undefined)
    endWrong(`--${own} is for a system that the test starts itself: leave it out with --target`);
  return { options, installation, html: fileOf('html', values.html), junit: fileOf('junit', values.junit) };
}

function fileOf(name: string, file: string | undefined): string | null {
  return file === undefined ? null : fileToWrite(name, file);
}

function parse(args: readonly string[]) {
  return parseOptions({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      clients: { type: 'string' },
      users: { type: 'string' },
      events: { type: 'string' },
      soak: { type: 'string' },
      target: { type: 'string' },
      tokens: { type: 'string' },
      rate: { type: 'string' },
      stages: { type: 'string' },
      threshold: { type: 'string', multiple: true },
      grpc: { type: 'string' },
      html: { type: 'string' },
      junit: { type: 'string' },
      full: { type: 'boolean' },
      profile: { type: 'boolean' },
      json: { type: 'boolean' },
      'allow-remote': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
}
