/** Sends cases to a real stack, operation by operation, and collects what is wrong with the responses. */
import { readFileSync } from 'node:fs';
import { LIMITS } from '@ctx/domain/limits';
import fc from 'fast-check';
import { apiClient, ok } from '../api/client.ts';
import { startTestStack, type TestStack, waitFor } from '../e2e/stack.ts';
import { type Case, casesOf, decodeIds } from './cases.ts';
import { createFuzzUser, type FuzzUser, type Ids } from './cast.ts';
import { findingsOf, type SeenResponse } from './check.ts';
import { type FuzzedOperation, readDocument } from './document.ts';
import { FAMILIAR } from './values.ts';

export interface Result {
  readonly operation: string;
  readonly sent: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The smallest failing case and what is wrong with it, or null. */
  readonly finding: string | null;
}

const CANARY = 'canary-4711';
const REQUESTS_PER_TOKEN = 100;
const ANSWER_MS_MAX = 30_000;
const OPERATIONS_AT_ONCE = 4;

export class Fuzzer {
  readonly #stack: TestStack;
  readonly #asking: FuzzUser;
  readonly #other: FuzzUser;
  readonly #operations: readonly FuzzedOperation[];
  readonly #before: string;
  #sent = 0;

  private constructor(
    stack: TestStack,
    asking: FuzzUser,
    other: FuzzUser,
    operations: readonly FuzzedOperation[],
    before: string,
  ) {
    this.#stack = stack;
    this.#asking = asking;
    this.#other = other;
    this.#operations = operations;
    this.#before = before;
  }

  /** Starts a stack with two users, with tokens enough for `cases` requests. */
  static async start(cases: number): Promise<Fuzzer> {
    // Each case has an address of its own, because failed authentications are limited by address.
    const stack = await startTestStack(['--empty'], undefined, undefined, { TRUSTED_PROXIES: '127.0.0.0/8' });
    try {
      const tokens = Math.min(LIMITS.tokensPerUserMax, Math.ceil(cases / REQUESTS_PER_TOKEN) + 2);
      const asking = await createFuzzUser(stack, FAMILIAR, tokens);
      const other = await createFuzzUser(stack, CANARY, 3);
      const operations = await readDocument(stack.ready().baseUrl);
      return new Fuzzer(stack, asking, other, operations, await everythingOf(stack, other));
    } catch (error) {
      await stack.remove();
      throw error;
    }
  }

  get logs(): string {
    return `${this.#stack.dataDir}/logs`;
  }

  /** Sends `cases` cases in all; calls `report` after each operation. */
  async run(
    seed: number,
    cases: number,
    report: (result: Result) => void = () => undefined,
  ): Promise<Result[]> {
    const each = Math.ceil(cases / this.#operations.length);
    const results: Result[] = [];
    const waiting = [...this.#operations];
    const work = async (): Promise<void> => {
      for (let operation = waiting.shift(); operation !== undefined; operation = waiting.shift()) {
        const result = await this.#fuzz(operation, seed, each);
        results.push(result);
        report(result);
      }
    };
    await Promise.all(Array.from({ length: OPERATIONS_AT_ONCE }, work));
    return results;
  }

  /** Checks what must hold at the end; returns one line for each violation. */
  async aftermath(): Promise<string[]> {
    const findings: string[] = [];
    const api = apiClient(this.#stack.ready().baseUrl, await this.#asking.tokens.take());
    await waitFor(async () => (await ok(api.GET('/api/v1/recalc-status'))).status === 'IDLE');
    if ((await everythingOf(this.#stack, this.#other)) !== this.#before)
      findings.push('the other user has changed');
    for (const service of ['gateway', 'read', 'corrections', 'recalc'] as const) {
      const log = readFileSync(this.#stack.logFile(service), 'utf8');
      if (/ct[xo]_[0-9A-Za-z]{38}/.test(log)) findings.push(`a token in the log of ${service}`);
      const errors = log.split('\n').filter((line) => /"level":(50|60)/.test(line));
      if (errors.length > 0)
        findings.push(
          `${service} logged ${String(errors.length)} errors: ${String(errors[0]).slice(0, 500)}`,
        );
    }
    return findings;
  }

  async stop(keep = false): Promise<void> {
    await (keep ? this.#stack.interrupt() : this.#stack.remove());
  }

  async #fuzz(operation: FuzzedOperation, seed: number, cases: number): Promise<Result> {
    const statuses: Record<string, number> = {};
    let sent = 0;
    const property = fc.asyncProperty(casesOf(operation), async (drawn) => {
      const { pathname, seen } = await this.#send(drawn);
      sent += 1;
      statuses[String(seen.status)] = (statuses[String(seen.status)] ?? 0) + 1;
      const { ids } = this.#other;
      const stranger = { canary: CANARY, ids: new Set(Object.values(ids).flat()) };
      const findings = findingsOf(drawn, pathname, seen, stranger);
      if (findings.length > 0) throw new Error(findings.join('; '));
      this.#learn(operation, seen);
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: cases });
    const finding = failed ? `${JSON.stringify(counterexample?.[0])} -> ${String(errorInstance)}` : null;
    return { operation: operation.id, sent, statuses, finding };
  }

  async #send(drawn: Case): Promise<{ pathname: string; seen: SeenResponse }> {
    const token = await this.#asking.tokens.take();
    const resolve = (text: string): string => this.#resolve(drawn, text).replaceAll('own:token', token);
    const query = new URLSearchParams(
      drawn.query.map(([name, value]): [string, string] => [name, resolve(value)]),
    );
    const suffix = drawn.query.length === 0 ? '' : `?${query.toString()}`;
    const url = new URL(`${this.#stack.ready().baseUrl}${resolve(decodeIds(drawn.path))}${suffix}`);
    this.#sent += 1;
    const headers = {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.${String((this.#sent >> 16) & 255)}.${String((this.#sent >> 8) & 255)}.${String(this.#sent & 255)}`,
      ...drawn.headers,
    };
    const response = await fetch(url, {
      method: drawn.method,
      headers: { ...headers, authorization: resolve(headers.authorization) },
      body: drawn.body === null ? null : resolve(drawn.body),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    return {
      pathname: url.pathname,
      seen: { status: response.status, headers: response.headers, text: await response.text() },
    };
  }

  /** Replaces the placeholders of a request by ids of the caller or of the other user. */
  #resolve({ path, body }: Case, text: string): string {
    const kind = idsTakenBy(path, body);
    return text.replaceAll(
      /(own|foreign)(Out|In)?:(\d+)/g,
      (_, whose: string, leg: string | undefined, index: string) => {
        const all = (whose === 'own' ? this.#asking : this.#other).ids;
        const ids = leg === undefined ? all[kind] : leg === 'Out' ? all.outs : all.ins;
        return ids[Number(index) % ids.length] ?? '';
      },
    );
  }

  #learn({ id }: FuzzedOperation, { status, text }: SeenResponse): void {
    if (status !== 200) return;
    const { ids } = this.#asking;
    const made = JSON.parse(text) as Record<string, { id?: string | null } | undefined>;
    if (id === 'applyOverride' && typeof made['override']?.id === 'string')
      ids.overrides.push(made['override'].id);
    if (id === 'createRule' && typeof made['rule']?.id === 'string') ids.rules.push(made['rule'].id);
    if (id === 'matchTransfers' && typeof made['match']?.id === 'string') ids.matches.push(made['match'].id);
  }
}

function idsTakenBy(path: string, body: string | null): keyof Ids {
  if (/\/overrides\/(own|foreign)/.test(path) || body?.includes('"overrideIds"') === true) return 'overrides';
  if (path.includes('/rules/')) return 'rules';
  return /\/transfer-matches\/(own|foreign)/.test(path) ? 'matches' : 'events';
}

/** Returns everything that a user can read and that does not change with time. */
async function everythingOf(stack: TestStack, user: FuzzUser): Promise<string> {
  const paths = ['/accounts', '/years', '/summary', '/years/2026/summary', '/issues', '/rules'];
  for (const year of [2024, 2025, 2026]) paths.push(`/transactions?year=${String(year)}&size=200`);
  const token = await user.tokens.take();
  const answers: string[] = [];
  for (const path of paths) {
    await waitFor(async () => (await stack.get('/api/v1/recalc-status', token)).body['status'] === 'IDLE');
    answers.push((await stack.get(`/api/v1${path}`, token)).text);
  }
  return answers.join('\n');
}
