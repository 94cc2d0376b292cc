/** What one user notices of a population: pages, admission, and corrections until IDLE. One client, one request after the other. */
import { createPool } from '@ctx/platform/postgres';
import { Admitter } from '../../../services/gateway/src/identity/auth/admission.ts';
import type { Ground } from '../bed/ground.ts';
import { untilIdle } from '../bed/users.ts';
import { percentiles } from '../drivers/program.ts';
import { type Page, restRequest, ROWS } from '../pages.ts';
import type { Population } from './fill.ts';

/** Medians, ms. */
export interface FirstAndNext {
  readonly first: number;
  readonly next: number;
}

/** Returns the response to a page over REST, as text. */
async function readPage({ baseUrl }: Ground, page: Page, token: string): Promise<string> {
  const response = await fetch(baseUrl + restRequest(page, token).path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`HTTP ${String(response.status)}: ${text}`);
  return text;
}

export const median = (times: readonly number[]): number => percentiles(times).p50;

/** Returns the milliseconds that `work` took. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * Reads the first page of users whose pages nothing has cached, then another page of each. The page of each token is its first
 * request, so the first figure contains the admission of a token that was not used before.
 */
export async function pages(ground: Ground, users: readonly number[]): Promise<FirstAndNext> {
  const tokens = await ground.tokens(users, 1);
  const [first, next]: [number[], number[]] = [[], []];
  for (const [index, userId] of users.entries()) {
    const token = tokens[index] ?? '';
    first.push(await msOf(() => readPage(ground, { userId, page: 0, size: ROWS }, token)));
    next.push(await msOf(() => readPage(ground, { userId, page: 1, size: ROWS }, token)));
  }
  return { first: median(first), next: median(next) };
}

/** Counts a user's runs, and so differs where a run came to the same figures again. */
const COUNT_OF_RUNS = /"figuresVersion":\d+/;

/** Throws where the page of a copy that was never corrected is not that of its template. */
export async function comparePages(
  ground: Ground,
  { templateOf, corrected }: Population,
  users: readonly number[],
): Promise<void> {
  for (const userId of users.filter((each) => !corrected.has(each))) {
    const both = [userId, templateOf.get(userId) ?? 0];
    const tokens = await ground.tokens(both, 1);
    const read = both.map((each, index) =>
      readPage(ground, { userId: each, page: 0, size: ROWS }, tokens[index] ?? ''),
    );
    const [copy, template] = (await Promise.all(read)).map((text) => text.replace(COUNT_OF_RUNS, ''));
    if (copy !== template) throw new Error(`the page of user ${String(userId)} is not that of its template`);
  }
}

/** Admits tokens that were not used before, then each again, with the gateway's own admission and no connection to share. */
export async function admissions(ground: Ground, users: readonly number[]): Promise<FirstAndNext> {
  const pool = createPool({
    url: ground.bed.urlOf('gateway'),
    connectionsMax: 1,
    onError: () => undefined,
    name: 'admission',
    synchronousCommit: false,
  });
  const admitter = new Admitter(pool);
  const [first, next]: [number[], number[]] = [[], []];
  const admit = async (token: string): Promise<void> => {
    const { outcome } = await admitter.admit([`Bearer ${token}`], '127.0.0.1');
    if (outcome !== 'ADMITTED') throw new Error(`a token was answered ${outcome}`);
  };
  try {
    // Connects and prepares the statements.
    for (const token of await ground.tokens(users.slice(0, 1), 3)) await admit(token);
    const each = await ground.tokens(users, 1);
    for (const token of each) first.push(await msOf(() => admit(token)));
    for (const token of each) next.push(await msOf(() => admit(token)));
  } finally {
    await pool.end();
  }
  return { first: median(first), next: median(next) };
}

/** More than any amount of the histories. Each correction has another amount, so none states what is already so. */
const AMOUNT_MIN = 12;
let made = 0;

/** Medians from sending a correction over REST to IDLE, ms, of EUR values and of amounts; each user is corrected once a kind. */
export async function corrections(
  ground: Ground,
  { corrected }: Pick<Population, 'corrected'>,
  users: readonly number[],
): Promise<{ readonly values: number; readonly amounts: number }> {
  const tokens = await ground.tokens(users, 1, 'write');
  const [values, amounts]: [number[], number[]] = [[], []];
  for (const [index, userId] of users.entries()) {
    const token = tokens[index] ?? '';
    corrected.add(userId);
    const { transactions } = JSON.parse(await readPage(ground, { userId, page: 0, size: ROWS }, token)) as {
      transactions: { id: string }[];
    };
    const taxEventId = transactions[index % transactions.length]?.id;
    const correct = async (fields: object): Promise<void> => {
      const response = await fetch(`${ground.baseUrl}/api/v1/overrides`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ taxEventId, ...fields }),
      });
      const { changed } = (await response.json()) as { changed?: boolean };
      if (changed !== true) throw new Error(`a correction was answered HTTP ${String(response.status)}`);
      await untilIdle(ground.operator(), userId);
    };
    made += 1;
    const amount = Number((AMOUNT_MIN + made / 100).toFixed(2));
    values.push(await msOf(() => correct({ overriddenEuroValue: amount })));
    amounts.push(await msOf(() => correct({ overriddenAmount: amount })));
  }
  return { values: median(values), amounts: median(amounts) };
}
