/** `npm run test:clients`: clients of the REST API by foreign generators, each of which reads from a running system. */
import { parseOptions } from '../command-line.ts';
import { FeederProgram } from './feeder.ts';
import { GENERATORS } from './generators.ts';
import { CLIENT_PACKAGES, faultsOfWalk } from './readme-walk.ts';
import { missingCommand } from './run.ts';
import { ClientSystem } from './system.ts';

const HELP = `npm run test:clients [-- --only NAME]

Starts a system with the demo user, generates a client from its interface description with each generator, builds it, and
reads \`me\`, two year summaries and the inbox with it: as they are, and as a later release may answer, with values that the client
does not know. Then compares what the client read with the responses of the API. The generators come
from their package registries. Then installs our own packages for npm and Python from their files, and runs the examples of their
READMEs, and feeds the system with the programs in Python and Go of docs/operations/feeding.md. What needs a toolchain that is
not on the PATH is skipped, and the reason printed.

  --only NAME   only generators and packages whose name contains NAME
  --help        print this help
`;

const { values } = parseOptions({
  options: { only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** A generated client or a package of our own. */
interface Subject {
  readonly name: string;
  readonly needs: readonly string[];
  /** Returns what is wrong, one line each. */
  readonly check: (system: ClientSystem) => Promise<string[]>;
}
const SUBJECTS: readonly Subject[] = [
  ...GENERATORS.map((generator) => ({
    ...generator,
    check: (system: ClientSystem) => system.check(generator),
  })),
  ...CLIENT_PACKAGES.map(({ walk, ...each }, index) => ({
    ...each,
    check: async (system: ClientSystem) =>
      faultsOfWalk(await walk(await system.newReader(`walk-${String(index)}@example.org`))),
  })),
  {
    name: 'feeder in Python',
    needs: ['python3'],
    check: async (system) => system.checkFeeder(await FeederProgram.inPython(), 'python@example.org'),
  },
  {
    name: 'feeder in Go',
    needs: ['go'],
    check: async (system) => system.checkFeeder(await FeederProgram.inGo(), 'go@example.org'),
  },
];

const subjects = SUBJECTS.filter(({ name }) => name.includes(values.only));
if (subjects.length === 0) {
  process.stderr.write(`no generator's or package's name contains ${values.only}\n`);
  process.exit(2);
}

const counts = { passed: 0, failed: 0, skipped: 0 };
const system = await ClientSystem.start();
try {
  for (const { name, needs, check } of subjects) {
    const missing = missingCommand(needs);
    if (missing !== null) {
      counts.skipped += 1;
      say(`skipped  ${name}: ${missing} is not on the PATH`);
      continue;
    }
    const faults = await check(system).catch((error: unknown) => [String(error)]);
    counts[faults.length === 0 ? 'passed' : 'failed'] += 1;
    say(faults.length === 0 ? `passed   ${name}` : `FAILED   ${name}`);
    for (const fault of faults) say(`         ${fault}`);
  }
} finally {
  await system.stop();
}
const { passed, failed, skipped } = counts;
say(`${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
