/** People who correct and read at once, over REST. Each response is compared with what was acknowledged before its request. */
import { pause } from '@ctx/platform/shutdown';
import {
  importLines,
  newToken,
  newUser,
  type TestStack,
  waitFor,
  WORKED_EXAMPLE_1,
} from '../../e2e/stack.ts';
import { TokenPool } from '../tokens.ts';

/** The sale of the worked example: its value as imported, and the cost basis of what was sold. */
const [IMPORTED_VALUE, COST_BASIS] = [5250, 4000];
const SALE = 'S1';

/** What a response shows of a person's corrections: the number of the last one, and whether a recalculation is still to come. */
interface Shown {
  readonly number: number;
  readonly stale: boolean;
}

type Correction = 'value' | 'circumstances';

interface Page {
  /** Returns the path of the read with this number. */
  readonly path: (read: number) => string;
  readonly correction: Correction;
  readonly shown: (body: never, person: Person) => Shown;
}

interface TransactionsBody {
  readonly stale: boolean;
  readonly transactions: readonly { readonly id: string; readonly euroValue: number }[];
}

const valueShown = ({ stale, transactions }: TransactionsBody, { soldId }: Person): Shown => ({
  number: (transactions.find(({ id }) => id === soldId)?.euroValue ?? 0) - IMPORTED_VALUE,
  stale,
});

/**
 * Versioned reads: a list, the same list under another key each time, which the gateway never has in its cache, sums, and a correction
 * that needs no recalculation and so must be visible at once.
 */
const PAGES: readonly Page[] = [
  { path: () => '/api/v1/transactions?year=2026', correction: 'value', shown: valueShown },
  {
    path: (read) =>
      `/api/v1/transactions?year=2026&from=${new Date(Date.UTC(2026, 0, 1) + read).toISOString()}`,
    correction: 'value',
    shown: valueShown,
  },
  {
    path: () => '/api/v1/years/2026/summary',
    correction: 'value',
    shown: (body: { stale: boolean; totalCapitalGains: { exact: number } }) => ({
      number: body.totalCapitalGains.exact + COST_BASIS - IMPORTED_VALUE,
      stale: body.stale,
    }),
  },
  {
    path: () => '/api/v1/years/2026/circumstances',
    correction: 'circumstances',
    shown: (body: { circumstances: { otherGains: number } | null }) => ({
      number: body.circumstances?.otherGains ?? 0,
      stale: false,
    }),
  },
];

/** A user whose corrections are numbered. */
export interface Person {
  readonly userId: string;
  readonly soldId: string;
  readonly readers: TokenPool;
  readonly writers: TokenPool;
  /** The last number that was acknowledged. */
  readonly acknowledged: Record<Correction, number>;
  /** For each page, the highest number that a response has shown. */
  readonly seen: number[];
}

/** What happened to the reads of a load. */
export interface Outcome {
  reads: number;
  corrections: number;
  /** Requests that were not answered with 200. */
  readonly failed: string[];
  /** Pages older than what was acknowledged, or than what was read, before their request. */
  readonly outdated: string[];
  readonly ms: number[];
}

/** Creates a person with the worked example and `tokens` tokens for reads. */
export async function newPerson(stack: TestStack, email: string, tokens: number): Promise<Person> {
  const { userId, token } = await newUser(stack, email, undefined, 'write');
  await importLines(stack, userId, WORKED_EXAMPLE_1);
  const { body } = await stack.get('/api/v1/transactions?year=2026', token);
  const sold = (body['transactions'] as readonly { id: string; referenceId: string }[]).find(
    ({ referenceId }) => referenceId === SALE,
  );
  // In turn: all at once they would wait for the few connections of the pool that creates them, and some in vain.
  const others: string[] = [];
  while (others.length < tokens) others.push(await newToken(stack, userId));
  const writers = [token, await newToken(stack, userId, 'write'), await newToken(stack, userId, 'write')];
  return {
    userId,
    soldId: sold?.id ?? '',
    readers: new TokenPool(others),
    writers: new TokenPool(writers),
    acknowledged: { value: 0, circumstances: 0 },
    seen: PAGES.map(() => 0),
  };
}

/** Corrections and reads that run until `isOver`. */
export class Workload {
  readonly outcome: Outcome = { reads: 0, corrections: 0, failed: [], outdated: [], ms: [] };
  readonly #baseUrl: string;

  constructor(stack: TestStack) {
    this.#baseUrl = stack.ready().baseUrl;
  }

  /**
   * Reads all pages of all people, one at a time for each person, while the people in `correcting` also correct every `pauseMs`. Ends
   * with reads of every page that must show the last correction.
   */
  async run(
    people: readonly Person[],
    { correcting, pauseMs, isOver }: { correcting: number; pauseMs: number; isOver: () => boolean },
  ): Promise<Outcome> {
    const reading = people.map(async (person) => {
      while (!isOver()) for (const index of PAGES.keys()) await this.#read(person, index);
    });
    const writing = people.slice(0, correcting).map(async (person) => {
      while (!isOver()) {
        await this.#correct(person);
        await this.#readFresh(person);
        await pause(pauseMs);
      }
    });
    await Promise.all([...reading, ...writing]);
    // Twice: the second response may come from the cache of the gateway.
    for (const person of people) for (let time = 0; time < 2; time += 1) await this.#readFresh(person);
    return this.outcome;
  }

  async #correct(person: Person): Promise<void> {
    const number = person.acknowledged.circumstances + 1;
    const override = { taxEventId: person.soldId, overriddenEuroValue: IMPORTED_VALUE + number };
    if (await this.#post(person, '/api/v1/overrides', override)) person.acknowledged.value = number;
    if (await this.#post(person, '/api/v1/years/2026/circumstances', { otherGains: number }))
      person.acknowledged.circumstances = number;
    this.outcome.corrections += 2;
  }

  async #post(person: Person, path: string, body: object): Promise<boolean> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#request(await person.writers.take(), path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer !== null;
  }

  /** Waits for the end of the recalculation, as clients do; then each page must show the last correction. */
  async #readFresh(person: Person): Promise<void> {
    await waitFor(async () => {
      const status = await this.#request(await person.writers.take(), '/api/v1/recalc-status?waitSeconds=25');
      return status?.['status'] === 'IDLE';
    });
    for (const index of PAGES.keys()) await this.#read(person, index, true);
  }

  async #read(person: Person, index: number, isIdle = false): Promise<void> {
    const page = PAGES[index]!;
    const token = await person.readers.take();
    const [floor, seen] = [person.acknowledged[page.correction], person.seen[index]!];
    const startedAt = performance.now();
    this.outcome.reads += 1;
    const path = page.path(this.outcome.reads);
    const body = await this.#request(token, path);
    if (body === null) return;
    this.outcome.ms.push(performance.now() - startedAt);
    const { number, stale } = page.shown(body as never, person);
    const what = `${path} shows ${String(number)}${stale ? ' (stale)' : ''}`;
    if (!stale && number < floor) this.outcome.outdated.push(`${what} after ${String(floor)}`);
    if (number < seen) this.outcome.outdated.push(`${what} after ${String(seen)} was read`);
    if (isIdle && (stale || number < floor)) this.outcome.outdated.push(`${what}, idle at ${String(floor)}`);
    person.seen[index] = Math.max(person.seen[index]!, number);
  }

  /** Returns the body of a 200; counts any other outcome as a failure. */
  async #request(
    token: string,
    path: string,
    init: RequestInit = {},
  ): Promise<Readonly<Record<string, unknown>> | null> {
    try {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      const response = await fetch(`${this.#baseUrl}${path}`, { ...init, headers });
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text) as Readonly<Record<string, unknown>>;
      this.outcome.failed.push(`${path}: ${String(response.status)} ${text.slice(0, 200)}`);
    } catch (error) {
      this.outcome.failed.push(`${path}: ${String(error)}`);
    }
    return null;
  }
}
