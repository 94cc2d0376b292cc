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
import { faultsOfAnswers, faultsOfReads, faultsOfSeen } from '../checks.ts';
import { Client } from '../client.ts';
import { History, type ShownCorrections } from '../history.ts';
import { TokenPool } from '../tokens.ts';

/** The sale of the worked example: its value as imported, and the cost basis of the units sold. */
const [IMPORTED_VALUE, COST_BASIS] = [5250, 4000];
const SALE = 'S1';

/** What a response shows of a person's corrections: the number of the last one, and whether a recalculation is still to come. */
type NumberedAnswer = Pick<ShownCorrections, 'number' | 'isStale'>;

type Correction = 'value' | 'circumstances';

interface Page {
  readonly name: string;
  /** Returns the path of the read with this number. */
  readonly path: (read: number) => string;
  readonly correction: Correction;
  readonly shown: (body: never, person: Person) => NumberedAnswer;
}

interface TransactionsBody {
  readonly stale: boolean;
  readonly transactions: readonly { readonly id: string; readonly euroValue: number }[];
}

const valueShown = ({ stale, transactions }: TransactionsBody, { soldId }: Person): NumberedAnswer => ({
  number: (transactions.find(({ id }) => id === soldId)?.euroValue ?? 0) - IMPORTED_VALUE,
  isStale: stale,
});

/**
 * Versioned reads: a list, the same list under another key each time, which the gateway never has in its cache, sums, and a correction
 * that needs no recalculation and so must be visible at once.
 */
const PAGES: readonly Page[] = [
  { name: 'list', path: () => '/api/v1/transactions?year=2026', correction: 'value', shown: valueShown },
  {
    name: 'list under a new key',
    path: (read) =>
      `/api/v1/transactions?year=2026&from=${new Date(Date.UTC(2026, 0, 1) + read).toISOString()}`,
    correction: 'value',
    shown: valueShown,
  },
  {
    name: 'sums',
    path: () => '/api/v1/years/2026/summary',
    correction: 'value',
    shown: (body: { stale: boolean; totalCapitalGains: { exact: number } }) => ({
      number: body.totalCapitalGains.exact + COST_BASIS - IMPORTED_VALUE,
      isStale: body.stale,
    }),
  },
  {
    name: 'circumstances',
    path: () => '/api/v1/years/2026/circumstances',
    correction: 'circumstances',
    shown: (body: { circumstances: { otherGains: number } | null }) => ({
      number: body.circumstances?.otherGains ?? 0,
      isStale: false,
    }),
  },
];

/** A user whose corrections are numbered. */
export interface Person {
  readonly userId: string;
  readonly soldId: string;
  readonly reader: Client;
  readonly writer: Client;
  /** The number of the last correction. */
  number: number;
}

/** What happened to the requests of a load. */
export interface Outcome {
  readonly reads: number;
  readonly corrections: number;
  /** Requests that were not answered with 200. */
  readonly failed: readonly string[];
  /** Pages older than what was acknowledged, or than what was read, before their request. */
  readonly outdated: readonly string[];
  /** Milliseconds of each read. */
  readonly ms: readonly number[];
}

export interface WorkloadSettings {
  /** How many of the people correct; the others only read. */
  readonly correcting: number;
  readonly pauseMs: number;
  readonly isOver: () => boolean;
}

/** Corrections and reads of some people, one load after the other; the log of all loads is one, so that no later page may be older. */
export class Workload {
  readonly people: Person[] = [];
  readonly #stack: TestStack;
  readonly #history = new History();
  #reads = 0;
  /** What came before the current load: reads, requests in the log and outdated pages. */
  #readsBefore = 0;
  #begin = 0;
  #outdatedBefore = 0;

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  /** Adds a person with the worked example and `tokens` tokens for reads. */
  async addPerson(email: string, tokens: number): Promise<void> {
    const stack = this.#stack;
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
    const [reader, writer] = [others, writers].map((each) => this.#clientWith(new TokenPool(each)));
    this.people.push({ userId, soldId: sold?.id ?? '', reader: reader!, writer: writer!, number: 0 });
  }

  #clientWith(tokens: TokenPool): Client {
    const { baseUrl } = this.#stack.ready();
    return new Client({
      baseUrl,
      history: this.#history,
      token: () => tokens.take(),
      keepsConnections: true,
    });
  }

  /** Returns the number of reads of the current load. */
  get reads(): number {
    return this.#reads - this.#readsBefore;
  }

  /**
   * Reads all pages of all people, one at a time for each person, while some of them also correct every `pauseMs`. Ends with reads of
   * every page that must show the last correction.
   */
  async run({ correcting, pauseMs, isOver }: WorkloadSettings): Promise<Outcome> {
    const { people } = this;
    this.#begin = this.#history.requests.length;
    this.#readsBefore = this.#reads;
    const reading = people.map(async (person) => {
      while (!isOver()) for (const page of PAGES) await this.#read(person, page);
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
    return this.#outcome();
  }

  #outcome(): Outcome {
    const requests = this.#history.requests.slice(this.#begin);
    const breaches = this.#history.breaches.splice(0);
    const outdated = faultsOfReads(this.#history);
    const before = this.#outdatedBefore;
    this.#outdatedBefore = outdated.length;
    const reads = requests.filter(({ kind }) => kind === 'reads');
    return {
      reads: reads.length,
      corrections: requests.filter(({ kind }) => kind === 'corrections').length,
      failed: [...faultsOfSeen({ requests }), ...faultsOfAnswers({ requests, breaches })],
      outdated: outdated.slice(before),
      ms: reads.flatMap(({ attempts }) => attempts.map(({ startedMs, endedMs }) => endedMs - startedMs)),
    };
  }

  async #correct(person: Person): Promise<void> {
    person.number += 1;
    const { number, soldId } = person;
    const override = { taxEventId: soldId, overriddenEuroValue: IMPORTED_VALUE + number };
    await this.#post(person, 'value', '/api/v1/overrides', override);
    await this.#post(person, 'circumstances', '/api/v1/years/2026/circumstances', { otherGains: number });
  }

  async #post(
    { userId, writer, number }: Person,
    numberOf: Correction,
    path: string,
    body: object,
  ): Promise<void> {
    const call = { method: 'POST', path, body } as const;
    const { entry, done } = writer.begin({ kind: 'corrections', userId, operation: path, call });
    entry.shown = { page: '', numberOf, number, isStale: false, isIdle: false };
    await done;
  }

  /** Waits for the end of the recalculation, as clients do; then each page must show the last correction. */
  async #readFresh(person: Person): Promise<void> {
    const { userId, writer } = person;
    const operation = '/api/v1/recalc-status?waitSeconds=25';
    await waitFor(async () => {
      const call = { path: operation };
      const answer = await writer.request({ kind: 'looks at the status', userId, operation, call });
      return answer?.status === 200 && (JSON.parse(answer.text) as { status: string }).status === 'IDLE';
    });
    for (const page of PAGES) await this.#read(person, page, true);
  }

  async #read(person: Person, page: Page, isIdle = false): Promise<void> {
    const { userId, reader } = person;
    this.#reads += 1;
    const path = page.path(this.#reads);
    const { entry, done } = reader.begin({ kind: 'reads', userId, operation: path, call: { path } });
    const answer = await done;
    if (answer?.status !== 200) return;
    const { number, isStale } = page.shown(JSON.parse(answer.text) as never, person);
    entry.shown = { page: page.name, numberOf: page.correction, number, isStale, isIdle };
  }
}
