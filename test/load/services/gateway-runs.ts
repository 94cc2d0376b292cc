/** The requests and runs of `load:gateway`: pages in each form, with wrk or at a fixed rate of arrivals. */
import type { Bed } from '../bed/bed.ts';
import { type Ground, PAGES_OF_SMALL } from '../bed/ground.ts';
import { prepareProgram } from '../drivers/driver.ts';
import { atRate } from '../drivers/open-loop.ts';
import { type HttpRequest, wrk } from '../drivers/wrk.ts';
import { type Check, type Measurement, measure, type WatchedProcesses } from '../measure.ts';
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

/** Users whose pages are read once each: as many as a fast machine reads in one turn. */
const USERS = 1200;
/** Users for the warm-up, never measured: with more pages than a gateway caches. */
const WARM_UP_USERS = 100;
/** The share of the path's throughput at which latency is measured. */
export const HALF = 0.5;
/** The largest share of cached responses in a run on new pages. */
const KEPT_SHARE_MAX = 0.01;
/** Each token allows 120 requests a minute: enough for the same page again and again. */
const TOKENS = 4000;
/** Tokens of all users whose pages are read once; each user has several, in case a turn repeats its pages. */
const TOKENS_OF_ALL = 2500;

/** The pages and tokens of the requests. */
export interface RequestSet {
  readonly fresh: readonly Page[];
  /** Pages of other users than `fresh`, so that neither run warms up the other. */
  readonly freshForTool: readonly Page[];
  readonly warmUp: readonly Page[];
  readonly repeated: Page;
  readonly tokensOf: ReadonlyMap<number, readonly string[]>;
  readonly tokens: readonly string[];
}

/** Creates the users and tokens, and chooses the pages. */
export async function prepare(
  ground: Ground,
  { users: wanted }: Pick<Options, 'users'>,
): Promise<RequestSet> {
  const count = wanted === 0 ? USERS : wanted;
  const half = Math.ceil(count / 2);
  const users = await ground.smallUsers(count + Math.min(WARM_UP_USERS, count) + 1);
  const [last = 0, ...others] = users;
  const each = Math.ceil(TOKENS_OF_ALL / users.length);
  const tokens = await ground.tokens(users, each);
  const repeatedTokens = await ground.tokens([last], TOKENS);
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

/** Returns the requests for pages in a form, again and again over the pages until no token is left. */
function requestsOf(asked: RequestSet, pages: readonly Page[], form: Form): HttpRequest[] {
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
  readonly watched: WatchedProcesses;
  readonly cores?: readonly number[] | null;
  /** Replaces the comparison with the rows of the table. */
  readonly check?: Check;
  /** Whether the pages are new: a run whose responses come from the gateway's cache is then void. */
  readonly isNew?: boolean;
  /** The page with which a stub answers every request. */
  readonly answeredWith?: Page;
  /** The key of the gateway that is loaded, when it is another than `gateway`. */
  readonly gateway?: string;
}

/** Loads pages in a form with wrk, then requests a sample of them again and checks it. */
export async function runWrk(
  ground: Ground,
  asked: RequestSet,
  options: Options,
  run: Run,
): Promise<Measurement> {
  const requests = requestsOf(asked, run.pages, run.form);
  const headers = run.form === 'tool' ? { headers: TOOL_HEADERS } : {};
  const { baseUrl, seconds, cores = null } = run;
  const load = { baseUrl, requests, ...headers, clients: options.clients, seconds, cores, file: ground.file };
  const start = await wrk(load);
  const check: Check = async () => {
    const kept = await askAgain(run.baseUrl, requests, headers.headers);
    const { answeredWith } = run;
    const expected = answeredWith === undefined ? run.pages : [answeredWith];
    return countWrong(ground.bed.owner, expected, kept, idsInText);
  };
  // Resets the request counts, so that no measured request is rejected by the rate limit.
  await ground.bed.owner.query('TRUNCATE identity.request_counts');
  return unlessKept(ground, run, () => measure({ name: run.name }, run.watched, start, run.check ?? check));
}

export async function runAtRate(
  ground: Ground,
  asked: RequestSet,
  rate: number,
  run: Run,
): Promise<Measurement> {
  const requests = requestsOf(asked, run.pages, run.form);
  const input = { baseUrl: run.baseUrl, ...atRate(rate, run.seconds, requests) };
  const start = await prepareProgram('drivers/http.ts', input, null);
  await ground.bed.owner.query('TRUNCATE identity.request_counts');
  return unlessKept(ground, run, () =>
    measure({ name: run.name }, run.watched, start, ({ kept = [] }) =>
      countWrong(ground.bed.owner, run.pages, kept, idsInText),
    ),
  );
}

/** Measures a run; a run on new pages is void when many responses came from the gateway's cache. */
async function unlessKept(
  { bed }: Ground,
  { isNew, gateway = 'gateway' }: Run,
  work: () => Promise<Measurement>,
): Promise<Measurement> {
  if (isNew !== true) return work();
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

/** Returns how many responses a gateway could have cached and how many came from its cache, from its metrics. */
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

/** The processes of gateway and read service. */
export const both = (bed: Bed): WatchedProcesses => ({
  service: [bed.served('gateway').pid, bed.served('read').pid],
  database: bed.databasePid,
});
