/** `npm run test:pooler`: walks through the product behind PgBouncer, and measures pages beside a direct connection, in turns. */
import { Connection, findSystem } from '../../../deploy/ctx/connect.ts';
import { parseOptions, wholeNumber } from '../../command-line.ts';
import { Bed } from '../../load/bed/bed.ts';
import { IN_ONE_YEAR, tokensFor, usersLike, userWith } from '../../load/bed/users.ts';
import type { HttpRequest } from '../../load/drivers/wrk.ts';
import { pagesOf, restRequest } from '../../load/pages.ts';
import { applySettings, findPgBouncer, type RunningPgBouncer, SKIPPED, startPgBouncer } from './pgbouncer.ts';
import { type Environments, startServices, stopServices } from './services.ts';
import { inTurns, pagesASecond, pagesTable } from './turns.ts';
import { faultsUnderLoad, walk } from './walk.ts';

const HELP = `npm run test:pooler [-- --rounds N] [--seconds N] [--users N] [--clients N]

Runs the four services behind PgBouncer in transaction mode, with the configuration of charts/crypto-tax/examples/pgbouncer
and the settings of deploy/pgbouncer.sql. Imports, corrects and reads over REST and MCP, corrects under load, and checks that
nothing is lost. Then measures pages of transactions with a direct connection and with PgBouncer, in turns; each page is the
first of its user, so that no response comes from a cache. With PgBouncer there must be at least 0.9 times as many.
PgBouncer 1.21 or newer comes from the PATH, else from the package of Debian trixie; without either this is skipped.

  --rounds N    turns of each (default 9); the ratio is the median of the pairs
  --seconds N   length of a turn (default 5)
  --users N     users whose pages are read (default 300, with 500 events each)
  --clients N   clients that read at the same time (default 16)
  --help        print this help
`;

const { values } = parseOptions({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '5' },
    users: { type: 'string', default: '300' },
    clients: { type: 'string', default: '16' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const [rounds, seconds, users, clients] = (['rounds', 'seconds', 'users', 'clients'] as const).map((name) =>
  wholeNumber(name, values[name]),
) as [number, number, number, number];

const RATIO_MIN = 0.9;
const EVENTS = 500;
const PAGES = 10;
const LOAD_MS = 10_000;
const NAMES = ['direct', 'PgBouncer'] as const;
const DIRECT: Environments = { gateway: {}, read: {}, corrections: {}, recalc: {} };
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const program = await findPgBouncer();
if (program === null) {
  say(SKIPPED);
  process.exit(0);
}
const bed = await Bed.start();
const pooler = await startPgBouncer(program, bed);
try {
  await applySettings(bed);
  say(`PgBouncer ${program.version} in transaction mode`);
  const faults = await walkBehind(pooler);
  const requests = await pagesOfUsers();
  await stopServices(bed);
  process.exitCode = (await compare(pooler, requests)) && faults.length === 0 ? 0 : 1;
} finally {
  await bed.remove();
  await pooler.stop();
}

async function walkBehind({ environments }: RunningPgBouncer): Promise<readonly string[]> {
  const stack = await startServices(bed, environments, bed.ownerUrl);
  say(await walk(stack));
  const faults = await faultsUnderLoad(stack, LOAD_MS);
  say(faults.length === 0 ? 'corrections under load: nothing lost' : `FAILED: ${faults.join('; ')}`);
  return faults;
}

async function pagesOfUsers(): Promise<HttpRequest[]> {
  const connection = new Connection(findSystem({ DATA_DIR: bed.dataDir }));
  try {
    const template = await userWith(connection, { events: EVENTS, ...IN_ONE_YEAR });
    const copies = await usersLike(bed.owner, template, users);
    const tokens = await tokensFor(bed.owner, copies, 1);
    const tokenOf = new Map(copies.map((userId, index) => [userId, tokens[index] ?? '']));
    return pagesOf(copies, PAGES).map((page) => restRequest(page, tokenOf.get(page.userId) ?? ''));
  } finally {
    connection.close();
  }
}

/** Measures both in turns and prints the table; returns whether everything was answered and the target is reached. */
async function compare(
  { environments }: RunningPgBouncer,
  requests: readonly HttpRequest[],
): Promise<boolean> {
  const turns = await inTurns(NAMES, rounds, async (name) => {
    await startServices(bed, name === 'direct' ? DIRECT : environments, bed.ownerUrl);
    const measured = await pagesASecond(bed, name, requests, { seconds, clients });
    await stopServices(bed);
    return measured;
  });
  const { lines, isReached } = pagesTable(turns, RATIO_MIN);
  for (const line of lines) say(line);
  return isReached;
}
