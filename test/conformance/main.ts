/** `npm run test:mcp-conformance`: the conformance suite of the protocol's maintainers against a real stack. */
import { parseOptions } from '../command-line.ts';
import { ConformanceSuite, type Outcome, REVISIONS } from './suite.ts';

const HELP = `npm run test:mcp-conformance [-- --revision R] [--scenario S] [--verbose]

Starts a stack and runs the MCP conformance suite (@modelcontextprotocol/conformance) against it, through a proxy that adds a
token to each request. Then runs the suite's scenarios for an authorization server, with a simulated user who allows every
request. test/conformance/expected-failures.yaml lists the expected failures with their reasons.

  --revision R  only this revision of the protocol: ${REVISIONS.join(' or ')} (default: both)
  --scenario S  only this scenario
  --verbose     print the output of the suite
  --help        print this help
`;

const { values } = parseOptions({
  options: {
    revision: { type: 'string' },
    scenario: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const revisions = values.revision === undefined ? REVISIONS : [values.revision];
const suite = await ConformanceSuite.start();
let failures = 0;
try {
  for (const revision of revisions) {
    report(`${revision}, server`, await suite.run(revision, values.scenario ?? null));
    if (values.scenario === undefined)
      report(`${revision}, authorization server`, await suite.runAuthorization(revision));
  }
} finally {
  await suite.stop();
}

function report(what: string, { exitCode, output, passed, expected }: Outcome): void {
  if (exitCode !== 0) failures += 1;
  if (values.verbose || exitCode !== 0) say(output);
  const others = exitCode === 0 ? 'nothing else failed' : 'OTHERS FAILED (above)';
  say(`${what}: ${String(passed)} checks passed, ${String(expected)} failed as expected, ${others}`);
}

process.exitCode = failures === 0 ? 0 : 1;
