/** Answers name the pages that show what they have, with whole addresses that a signed-in user can open. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { operationNamed, OPERATIONS } from '@ctx/contract/operations';
import { LIMITS } from '@ctx/domain/limits';
import { untilIdle } from './runs.ts';
import { event, importLines, newUser, pathOf, sharedTestStack, type TestStack } from './stack.ts';
import { addFile, bitvavo } from './settings/file-users.ts';
import { newSomeone, type Someone } from './settings/person.ts';

let stack: TestStack;
let someone: Someone;
let baseUrl: string;
let sale: string;
let fileId: string;

const ACCOUNTS: readonly object[] = ['kraken-1', 'wallet'].map((ref) => {
  return { kind: 'account', ref, accountKind: 'exchange', datasource: 'KRAKEN' };
});
const FACTS: readonly object[] = [
  ...ACCOUNTS,
  event('BUY', 'ACQUISITION', '9', '2026-01-05T10:00:00Z', '9000'),
  event('SOLD', 'DISPOSITION', '1', '2026-04-01T10:00:00Z', '2000'),
  event('OUT', 'DISPOSITION', '0.1', '2026-02-01T10:00:00Z', '200', { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
  event('IN', 'ACQUISITION', '0.1', '2026-02-01T10:20:00Z', '200', {
    treatment: 'CONTINUITY_WITHDRAW',
    account: 'wallet',
  }),
];

beforeAll(async () => {
  stack = await sharedTestStack();
  ({ baseUrl } = stack.ready());
  someone = await newSomeone(stack, 'page-addresses@example.org', { hasPortfolio: true });
  await importLines(stack, someone.userId, FACTS);
  await untilIdle(stack, someone);
  const { body } = await stack.get('/api/v1/transactions?year=2026&type=DISPOSITION', someone.token);
  const listed = body['transactions'] as { id: string; referenceId: string }[];
  sale = listed.find(({ referenceId }) => referenceId === 'SOLD')!.id;
  fileId = await addFile(someone.person, 'page-addresses.csv', bitvavo('ADDRESSED'));
});

/** Returns the answer of a read whose path has at most a year, a transaction or a file. */
async function answerOf(id: (typeof OPERATIONS)[number]['id']): Promise<Record<string, unknown>> {
  const path = pathOf(operationNamed(id).path.replace('{taxEventId}', sale).replace('{fileId}', fileId));
  const { status, body } = await stack.get(path, someone.token);
  expect([id, status]).toEqual([id, 200]);
  return body;
}

const having = (field: string) =>
  OPERATIONS.filter(({ method, response }) => method === 'GET' && field in response.shape).map(
    ({ id }) => [id] as const,
  );

async function openable(url: unknown): Promise<void> {
  expect(String(url)).toMatch(new RegExp(`^${baseUrl}/`));
  const { status, location } = await someone.person.get(String(url).slice(baseUrl.length));
  expect([url, status, location]).toEqual([url, 200, '']);
}

describe('The `url` of an answer', () => {
  it.each(having('url'))('of %s is the whole address of a page that the user can open', async (id) => {
    await openable((await answerOf(id))['url']);
  });

  it('of a transaction is the page of that transaction, with its figures', async () => {
    expect((await answerOf('explainTransaction'))['url']).toBe(`${baseUrl}/transactions/${sale}`);
  });
});

describe('The `transactionUrl` of an answer', () => {
  it.each(having('transactionUrl'))('of %s is a page once it has the id of a transaction', async (id) => {
    const { transactionUrl } = await answerOf(id);
    expect(transactionUrl).toBe(`${baseUrl}/transactions/{id}`);
    await openable(String(transactionUrl).replace('{id}', sale));
  });
});

describe('A step of an explanation', () => {
  it('names its rule by the address of a section that is served', async () => {
    const { explanation } = await answerOf('explainTransaction');
    const { steps, slices } = explanation as Record<'steps' | 'slices', { page: string | null }[]>;
    const pages = [...steps, ...slices].flatMap(({ page }) => page ?? []);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      const [address = '', id = ''] = page.split('#');
      expect(address).toMatch(new RegExp(`^${baseUrl}/docs/rules/`));
      expect(await (await fetch(address)).text()).toContain(`id="${id}"`);
    }
  });
});

describe('The addresses of pages', () => {
  const linksOf = async (query: string): Promise<{ page: string; url: string }[]> => {
    const { body } = await stack.get(`/api/v1/links${query}`, someone.token);
    return body['links'] as { page: string; url: string }[];
  };

  it('are those of the year in the request, beside those of every user', async () => {
    const pages = async (query: string): Promise<string[]> => (await linksOf(query)).map(({ page }) => page);
    const always = await pages('');
    expect(always).toEqual(['FILES', 'QUESTIONS', 'PRICES', 'PHOTO', 'HISTORY', 'APPS']);
    expect(await pages('?year=2026')).toEqual(expect.arrayContaining(['YEAR', 'STEPS', 'REPORT', ...always]));
  });

  it('are pages that the user can open', async () => {
    for (const { url } of await linksOf('?year=2026')) await openable(url);
  });
});

describe('Transfers that fit together', () => {
  const pairsOf = async (token: string): Promise<Record<string, unknown>> =>
    (await stack.get('/api/v1/transfer-matches/proposals', token)).body;

  it('are pairs with both sides, which a bulk match takes as they are, and then they are proposed no more', async () => {
    const { pairs, more } = (await pairsOf(someone.token)) as {
      more: boolean;
      pairs: { departure: { id: string; amount: number }; arrival: { id: string }; transferKind: string }[];
    };
    expect([more, pairs.length, pairs[0]?.departure.amount]).toEqual([false, 1, 0.1]);
    expect(pairs.length).toBeLessThanOrEqual(LIMITS.proposedPairsMax);
    const writing = stack.api(someone.token);
    const body = {
      pairs: pairs.map(({ departure, arrival, transferKind }) => ({
        outTaxEventId: departure.id,
        inTaxEventId: arrival.id,
        transferKind: transferKind as 'SELF_TRANSFER',
      })),
      markOwnWallet: true,
    };
    const { data } = await writing.POST('/api/v1/transfer-matches/bulk', { body });
    expect(data).toMatchObject({ succeeded: 1, failed: 0 });
    await untilIdle(stack, someone);
    expect((await pairsOf(someone.token))['pairs']).toEqual([]);
  });

  it('are none for a user without transfers', async () => {
    const other = await newUser(stack, 'no-transfers@example.org');
    expect((await pairsOf(other.token))['pairs']).toEqual([]);
  });
});
