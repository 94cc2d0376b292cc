/** What `load:gateway` asks for, and its runs: pages in each of their forms, by wrk or at a fixed rate of arrivals. */
import type { Bed } from '../bed/bed.ts';
import { type Ground, PAGES_OF_SMALL } from '../bed/ground.ts';
import { prepareProgram } from '../drivers/driver.ts';
import { type HttpRequest, wrk } from '../drivers/wrk.ts';
import { type Check, type Measured, measure, type Watched } from '../measure.ts';
import type { Options } from '../options.ts';
import {
  askAgain,
  countWrong,
  idsInText,
  type Page,
  pagesOf,
  referenceRequest,
  restRequest,
  ROWS,
  TOOL_HEADERS,
  toolRequest,
} from '../pages.ts';

/** Pages that are asked once each: as many as a fast machine answers in one turn. */
const USERS = 1200;
const USERS_ELSEWHERE = 20;
/** To warm up on, never measured: with more pages than a gateway keeps. */
const WARM_UP_USERS = 100;
/** Of what the path can do: where latency is looked at. */
export const HALF = 0.5;
/** Of the requests of a run for pages that were not asked for before. */
const KEPT_SHARE_MAX = 0.01;
/** 120 requests a minute each: enough for the same page again and again. */
const TOKENS = 4000;
const TOKENS_ELSEWHERE = 80;
/** Of all users whose pages are read once; each asks with several, should a turn come to its pages again. */
const TOKENS_OF_ALL = 2500;
const TOKENS_OF_ONE_ELSEWHERE = 20;

/** The requests, in each of their forms. */
export interface Asked {
  readonly fresh: readonly Page[];
  /** Pages of other users than those: neither warms the other up. */
  readonly freshForTool: readonly Page[];
  readonly warmUp: readonly Page[];
  readonly repeated: Page;
  readonly tokensOf: ReadonlyMap<number, readonly string[]>;
  readonly tokens: readonly string[];
}

/** Users, their pages and tokens. */
export async function prepare(ground: Ground, { users: wanted }: Pick<Options, 'users'>): Promise<Asked> {
  const isOwn = ground.bed !== null;
  const count = wanted === 0 ? (isOwn ? USERS : USERS_ELSEWHERE) : wanted;
  const half = Math.ceil(count / 2);
  const users = await ground.smallUsers(count + (isOwn ? Math.min(WARM_UP_USERS, count) : 1) + 1);
  const [last = 0, ...others] = users;
  const each = Math.ceil(TOKENS_OF_ALL / users.length);
  const tokens = await ground.tokens(users, isOwn ? each : TOKENS_OF_ONE_ELSEWHERE);
  const repeatedTokens = await ground.tokens([last], isOwn ? TOKENS : TOKENS_ELSEWHERE);
  return {
    fresh: pagesOf(others.slice(0, half), PAGES_OF_SMALL),
    freshForTool: pagesOf(others.slice(half, count), PAGES_OF_SMALL),
    warmUp: pagesOf(others.slice(count), PAGES_OF_SMALL),
    repeated: { userId: last, page: 0, size: ROWS },
    tokensOf: Map.groupBy(
      tokens,
      (_, index) => users[Math.floor((index * users.length) / tokens.length)] ?? 0,
    ),
    tokens: repeatedTokens,
  };
}

export type Form = 'rest' | 'tool' | 'reference';

/** A system of our own, with its processes. */
export type OwnGround = Ground & { readonly bed: Bed };

/** The requests of pages in a form, pass after pass over the pages until no token is left. */
function requestsOf(asked: Asked, pages: readonly Page[], form: Form): HttpRequest[] {
  const isRepeated = pages.length === 1;
  const tokensOf = (page: Page): readonly string[] =>
    isRepeated ? asked.tokens : (asked.tokensOf.get(page.userId) ?? []);
  const passes = Math.min(...pages.map((page) => tokensOf(page).length));
  return Array.from({ length: passes }, (_, pass) =>
    pages.map((page) => {
      if (form === 'reference') return referenceRequest(page);
      const token = tokensOf(page)[pass] ?? '';
      return form === 'tool' ? toolRequest(page, token) : restRequest(page, token);
    }),
  ).flat();
}

export interface Run {
  readonly name: string;
  readonly baseUrl: string;
  readonly form: Form;
  readonly pages: readonly Page[];
  readonly seconds: number;
  readonly watched: Watched;
  readonly cores?: readonly number[] | null;
  /** Instead of the rows of the table: what the stub answers. */
  readonly check?: Check;
  /** Its pages were not asked for before: where the gateway answers them with what it kept, the run says nothing. */
  readonly isNew?: boolean;
  /** What every request is answered with, by a stub. */
  readonly answeredWith?: Page;
  /** The gateway that answers, where it is another one. */
  readonly gateway?: string;
}

/** Pages in a form by wrk; a sample of them is asked for again and looked at. */
export async function runWrk(ground: Ground, asked: Asked, options: Options, run: Run): Promise<Measured> {
  const requests = requestsOf(asked, run.pages, run.form);
  const headers = run.form === 'tool' ? { headers: TOOL_HEADERS } : {};
  const { baseUrl, seconds, cores = null } = run;
  const load = { baseUrl, requests, ...headers, clients: options.clients, seconds, cores, file: ground.file };
  const start = await wrk(load);
  const check: Check = async () => {
    const kept = await askAgain(run.baseUrl, requests, headers.headers);
    const { answeredWith } = run;
    const expected = answeredWith === undefined ? run.pages : [answeredWith];
    return countWrong(ground.bed?.owner ?? null, expected, kept, idsInText);
  };
  // Every run has whole minutes before it: what is measured is no rejection.
  await ground.bed?.owner.query('TRUNCATE identity.request_counts');
  return unlessKept(ground, run, () => measure({ name: run.name }, run.watched, start, run.check ?? check));
}

export async function runAtRate(ground: Ground, asked: Asked, rate: number, run: Run): Promise<Measured> {
  const requests = requestsOf(asked, run.pages, run.form);
  const input = { baseUrl: run.baseUrl, requests, seconds: run.seconds, rate };
  const start = await prepareProgram('drivers/fixed-rate.ts', input, null);
  await ground.bed?.owner.query('TRUNCATE identity.request_counts');
  return unlessKept(ground, run, () =>
    measure({ name: run.name }, run.watched, start, ({ kept = [] }) =>
      countWrong(ground.bed?.owner ?? null, run.pages, kept, idsInText),
    ),
  );
}

/** Does a run; one of new pages is void where the gateway had many of its answers. */
async function unlessKept(
  { bed }: Ground,
  { isNew, gateway = 'gateway' }: Run,
  work: () => Promise<Measured>,
): Promise<Measured> {
  if (bed === null || isNew !== true) return work();
  const { health } = bed.served(gateway);
  const before = await answersOf(health);
  const measured = await work();
  const after = await answersOf(health);
  const share = (after.kept - before.kept) / Math.max(1, after.all - before.all);
  if (share <= KEPT_SHARE_MAX) return measured;
  return {
    ...measured,
    void: measured.void ?? `${(share * 100).toFixed(0)} % of the answers were kept ones`,
  };
}

/** How many answers a gateway could have kept so far, and how many it had, by what it says of itself. */
async function answersOf(health: string): Promise<{ kept: number; all: number }> {
  const text = await (await fetch(`http://${health}/metrics`)).text();
  const counts = new Map(
    [...text.matchAll(/^ctx_response_cache_total\{outcome="(\w+)"\} (\S+)$/gm)].map(([, outcome, count]) => [
      outcome,
      Number(count),
    ]),
  );
  return { kept: counts.get('hit') ?? 0, all: counts.values().reduce((sum, count) => sum + count, 0) };
}

/** The processes of the whole path. */
export const both = (bed: Bed): Watched => ({
  service: [bed.served('gateway').pid, bed.served('read').pid],
  database: bed.databasePid,
});
