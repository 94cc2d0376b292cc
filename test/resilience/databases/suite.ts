/** The services behind PgBouncer, and how many pages they read beside a direct connection. */
import { Connection, findSystem } from '../../../deploy/ctx/connect.ts';
import { Bed } from '../../load/bed/bed.ts';
import { IN_ONE_YEAR, tokensFor, usersLike, userWith } from '../../load/bed/users.ts';
import type { HttpRequest } from '../../load/drivers/wrk.ts';
import { pagesOf, restRequest } from '../../load/pages.ts';
import { CannotRun, type Environment, type RowResult, type Suite } from '../suite.ts';
import { applySettings, findPgBouncer, type RunningPgBouncer, SKIPPED, startPgBouncer } from './pgbouncer.ts';
import { type Environments, startServices, stopServices } from './services.ts';
import { inTurns, pagesASecond, pagesTable } from './turns.ts';
import { loadFor, walk } from './walk.ts';

/** Turns of each; the ratio is the median of the pairs. */
const ROUNDS = 9;
const TURN = { seconds: 5, clients: 16 };
const RATIO_MIN = 0.9;
const USERS = 300;
const EVENTS = 500;
const PAGES = 10;
const LOAD_MS = 10_000;
const NAMES = ['direct', 'PgBouncer'] as const;
const DIRECT: Environments = { gateway: {}, read: {}, corrections: {}, recalc: {} };

export const POOLER_SUITE: Suite = {
  name: 'pooler',
  about: 'runs the services behind PgBouncer 1.21 or newer, from the PATH or the package of Debian trixie',
  seeds: 1,
  rows: [
    { id: 'walk', title: 'import, figures, correction and erasure, over REST and MCP' },
    { id: 'load', title: 'corrections under load' },
    {
      id: 'pages',
      title: `at least ${String(RATIO_MIN)} times the pages of a direct connection, each read once, in turns`,
    },
  ],
  open: start,
};

async function start(): Promise<Environment> {
  const program = await findPgBouncer();
  if (program === null) throw new CannotRun(SKIPPED);
  const bed = await Bed.start();
  const pooler = await startPgBouncer(program, bed);
  await applySettings(bed);
  return {
    run: async (id) => {
      const stack = await startServices(bed, pooler.environments, bed.ownerUrl);
      const requests = id === 'pages' ? await pagesOfUsers(bed) : [];
      try {
        if (id === 'walk') return { done: await walk(stack), faults: [] };
        if (id === 'load') return await loadFor(stack, LOAD_MS);
      } finally {
        await stopServices(bed);
      }
      return compare(bed, pooler, requests);
    },
    close: async () => {
      await bed.remove();
      await pooler.stop();
      return null;
    },
  };
}

async function pagesOfUsers(bed: Bed): Promise<HttpRequest[]> {
  const connection = new Connection(findSystem({ DATA_DIR: bed.dataDir }));
  try {
    const template = await userWith(connection, { events: EVENTS, ...IN_ONE_YEAR });
    const copies = await usersLike(bed.owner, template, USERS);
    const tokens = await tokensFor(bed.owner, copies, 1);
    const tokenOf = new Map(copies.map((userId, index) => [userId, tokens[index] ?? '']));
    return pagesOf(copies, PAGES).map((page) => restRequest(page, tokenOf.get(page.userId) ?? ''));
  } finally {
    connection.close();
  }
}

/** Measures both in turns. Each page is the first of its user, so that no response comes from a cache. */
async function compare(
  bed: Bed,
  { environments }: RunningPgBouncer,
  requests: readonly HttpRequest[],
): Promise<RowResult> {
  const turns = await inTurns(NAMES, ROUNDS, async (name) => {
    await startServices(bed, name === 'direct' ? DIRECT : environments, bed.ownerUrl);
    const measured = await pagesASecond(bed, name, requests, TURN);
    await stopServices(bed);
    return measured;
  });
  const { lines, isReached } = pagesTable(turns, RATIO_MIN);
  return {
    done: lines.join('; '),
    faults: isReached ? [] : ['the target was missed, or a page was not answered'],
  };
}
