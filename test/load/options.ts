/** The command line of the load tests. */
import { endWrong, parseOptions, wholeNumber } from '../command-line.ts';

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
  /** Base URL of a gateway elsewhere, or null for a system of our own. */
  readonly target: string | null;
  readonly say: (line: string) => void;
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
  --target URL     load a gateway that already runs, instead of starting a system. Set GATEWAY_ADDRESS, READ_ADDRESS,
                   CORRECTIONS_ADDRESS and RECALC_ADDRESS to where the services answer gRPC (HOST:PORT), CALLER_KEY to the key
                   that signs their calls, and OPERATOR_KEY if they have an operator key. The test creates users there and
                   erases them afterwards. References, CPU time and memory are not measured.
  --allow-remote   allow a target on another machine
  --help           print this help

Exit codes: 0 every target was reached; 1 a target was missed, or a run had errors or wrong responses, and standard error lists
each; 2 the options, the environment or the system at --target are wrong.

Throughput is in the unit of each line. p50, p99 and p99.9 are in milliseconds; unless a rate is named, each client sends its next
request after the response. "cpu" is a share of one core. "others" is everything else on this machine: measure on a quiet one. A
run is VOID, and its figures do not count, if responses were wrong or missing, or if the load generator used more than 80 % of its
core while the service used less than 95 %. With two or more cores, the service under test has its own core.
`;

/** The options of one load test, or the help that was asked for; ends the process with exit code 2 where they are wrong. */
export function readOptions(args: readonly string[], help: string): Options {
  const { values } = parse(args);
  if (values.help === true) {
    process.stdout.write(help + HELP_OF_OPTIONS);
    process.exit(0);
  }
  const json = values.json === true;
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
    json,
    target: values.target === undefined ? null : targetOf(values.target, values['allow-remote'] === true),
    say: (line: string): void => {
      process.stderr.write(`${line}\n`);
    },
  };
  for (const name of ['seconds', 'rounds', 'clients', 'events'] as const)
    if (options[name] === 0) endWrong(`--${name} must be at least 1`);
  if (options.profile && options.target !== null)
    endWrong('--profile looks into processes of this machine: leave out --target');
  return options;
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
      full: { type: 'boolean' },
      profile: { type: 'boolean' },
      json: { type: 'boolean' },
      'allow-remote': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

/** A base URL without its last slash. A load on somebody else's machine is an attack: it must be meant. */
function targetOf(text: string, allowRemote: boolean): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return endWrong('--target must be a URL like http://127.0.0.1:8080');
  if (!LOOPBACK.test(url.hostname) && !allowRemote)
    return endWrong(`${url.hostname} is not this machine: add --allow-remote if you may load it`);
  return url.href.replace(/\/$/, '');
}
