/** Pages, and corrections until IDLE, on Citus beside PostgreSQL, in turns on the same cores. */
import { inTurns, pagesASecond, pagesTable, ratioOfTurns } from '../databases/turns.ts';
import { type Ground, ownGround } from '../../load/bed/ground.ts';
import type { HttpRequest } from '../../load/drivers/wrk.ts';
import { pagesOf, restRequest } from '../../load/pages.ts';
import { corrections } from '../../load/population/requests.ts';
import { CITUS } from './cluster.ts';

const NAMES = ['PostgreSQL', 'Citus'] as const;
type Name = (typeof NAMES)[number];

const ROUNDS = 5;
const TURN = { seconds: 5, clients: 16 };
const USERS = 300;
const PAGES = 10;
const CORRECTED = 12;
const PAGES_RATIO_MIN = 0.6;
const IDLE_RATIO_MAX = 2;

interface Side {
  readonly ground: Ground;
  readonly requests: readonly HttpRequest[];
  /** Users with figures, of whom none has been corrected. */
  readonly users: number[];
}

/** Measures both and prints the tables; the server of Citus is the coordinator. Returns whether both targets are reached. */
export async function compareSpeed(say: (line: string) => void): Promise<boolean> {
  const sides = {} as Record<Name, Side>;
  try {
    for (const name of NAMES) sides[name] = await prepare(name);
    const pages = await inTurns(NAMES, ROUNDS, async (name) => {
      const { ground, requests } = sides[name];
      await restartReaders(ground);
      return pagesASecond(ground.bed, name, requests, TURN);
    });
    const { lines, isReached } = pagesTable(pages, PAGES_RATIO_MIN);
    for (const line of lines) say(line);
    return (await compareCorrections(sides, say)) && isReached;
  } finally {
    for (const { ground } of Object.values(sides)) await ground.remove();
  }
}

async function prepare(name: Name): Promise<Side> {
  const ground = await ownGround(name === 'Citus' ? { database: CITUS } : {});
  const users = await ground.smallUsers(USERS);
  const tokens = await ground.tokens(users, 1);
  const tokenOf = new Map(users.map((userId, index) => [userId, tokens[index] ?? '']));
  const requests = pagesOf(users, PAGES).map((page) => restRequest(page, tokenOf.get(page.userId) ?? ''));
  return { ground, requests, users };
}

/** The gateway caches the pages of earlier turns until it restarts. */
async function restartReaders({ bed }: Ground): Promise<void> {
  for (const name of ['read', 'gateway'] as const) {
    await bed.served(name).stop();
    await bed.serve(name);
  }
}

/** The kinds of `corrections`, as the table names them. */
const KINDS = { values: 'EUR value', amounts: 'amount' } as const;

async function compareCorrections(
  sides: Readonly<Record<Name, Side>>,
  say: (line: string) => void,
): Promise<boolean> {
  const turns = await inTurns(NAMES, ROUNDS, (name) => {
    const { ground, users } = sides[name];
    return corrections(ground, { corrected: new Set() }, users.splice(0, CORRECTED));
  });
  say('| correction until IDLE, ms | PostgreSQL | Citus | ratio |');
  say('|---|---|---|---|');
  let isReached = true;
  for (const [kind, words] of Object.entries(KINDS) as ['values' | 'amounts', string][]) {
    const [reference, other] = NAMES.map((name) => turns[name].map((turn) => turn[kind])) as [
      number[],
      number[],
    ];
    const { ratio, text } = ratioOfTurns(reference, other);
    const each = [reference, other].map((figures) => figures.map((ms) => ms.toFixed(0)).join(', '));
    isReached &&= ratio <= IDLE_RATIO_MAX;
    say(`| ${words} | ${each.join(' | ')} | ${text}, at most ${String(IDLE_RATIO_MAX)} |`);
  }
  return isReached;
}
