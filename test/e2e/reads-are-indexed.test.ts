/** Each read is one indexed query of one server: the real plans of PostgreSQL for the statements of the read service, under row security. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type OperationId, OPERATIONS } from '@ctx/contract/operations';
import type { EventType } from '@ctx/domain/vocabulary';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import {
  type ListTransactionsRequest,
  PageServiceClient,
  ReadServiceService,
} from '@ctx/proto/gen/ctx/v1/read';
import type { Schema } from '@ctx/client';
import type { Metadata } from '@grpc/grpc-js';
import { apiClient, ok } from '../api/client.ts';
import { faultsOf, faultsOfServers, indexConditionsOf } from './reads-are-indexed/faults.ts';
import {
  explainStatements,
  isSecured,
  nodesOf,
  PLAN_MODES,
  type PlanNode,
  type Statement,
  statementsDuring,
} from './reads-are-indexed/plans.ts';
import {
  fillWithUsersLike,
  importSharedPrices,
  newTaxpayer,
  RENAMED,
  type Taxpayer,
  YEAR,
} from './reads-are-indexed/users.ts';
import { tellGateways, untilIdle } from './runs.ts';
import { useDatabase, useStack } from './kit.ts';
import { newToken, callerKeyOf } from './stack.ts';

const EVENTS_COUNT = 20_000;
const SETUP_MS_MAX = 600_000;
const READS = OPERATIONS.filter(({ answeredBy }) => answeredBy === 'read');

const users = new Map<string, Taxpayer>();
const seen = new Set<string>();

const stack = useStack({ own: true });
const owner = useDatabase(stack);

beforeAll(async () => {
  await importSharedPrices(stack);
  users.set('a long history', await newTaxpayer(stack, 'long@example.org', EVENTS_COUNT));
  users.set('a short history', await newTaxpayer(stack, 'short@example.org', 300));
  // Another year than the one that is read.
  await stack.ctx(['year', 'freeze', '--user', users.get('a short history')!.userId, '--year', '2010']);
  // Its dossier is of kept lines, and opens that of later years.
  await owner.query('UPDATE facts.years SET paid = true WHERE user_id = $1 AND year = 2010', [
    users.get('a short history')!.userId,
  ]);
  await fillWithUsersLike(owner, users.get('a short history')!.userId);
}, SETUP_MS_MAX);

/** The query parameters of each read that has any. */
const PARAMETERS: Partial<Record<OperationId, (user: Taxpayer) => Record<string, string>>> = {
  listTransactions: () => ({ year: String(YEAR) }),
  listLots: () => ({ holdingId: 'POLYGON:USDC' }),
  listContributions: () => ({ figure: 'exemption', asset: 'BTC', month: '3' }),
  // All parts of the report, page after page.
  getYearReport: () => ({ format: 'jsonl' }),
  findTransferCandidates: ({ departureId }) => ({ taxEventId: departureId }),
};

/** The statements of a read whose time is mostly that of starting each. */
const STATEMENTS_MAX: Partial<Record<OperationId, number>> = { explainTransaction: 6 };

/** Lists with filters, and the columns that each selects events by: an index range must use these columns. */
const ASSET = 'asset_key_folded|asset_symbol_folded|asset_symbol_shown_folded';
const LISTS: readonly {
  readonly filter: string;
  readonly query: Record<string, string>;
  readonly by: readonly string[];
}[] = [
  { filter: 'no filter', query: {}, by: ['year'] },
  { filter: 'a type', query: { type: 'FEE' }, by: ['year', 'type'] },
  { filter: 'an asset key', query: { asset: 'polygon:usdc' }, by: ['year', ASSET] },
  { filter: 'a symbol', query: { asset: 'usdc' }, by: ['year', ASSET] },
  { filter: 'a symbol as it is shown', query: { asset: 'wif' }, by: ['year', ASSET] },
  {
    filter: 'a type and an asset key',
    query: { type: 'EXPENSE', asset: 'BTC' },
    by: ['year', 'type', ASSET],
  },
  {
    filter: 'a type and a symbol',
    query: { type: 'DISPOSITION', asset: 'Usdc' },
    by: ['year', 'type', ASSET],
  },
  { filter: 'an asset that is not there', query: { asset: 'nothing' }, by: ['year', ASSET] },
];
const PAGES = [
  { page: '0', size: '200' },
  { page: '1000', size: '5' },
];

/** Returns a user with another token, which has its own limit of requests a minute. */
async function withNewToken(whose: string): Promise<Taxpayer> {
  const user = users.get(whose)!;
  return { ...user, token: await newToken(stack, user.userId) };
}

/** Returns the statements of one response that read a table. */
async function ask(
  path: string,
  query: Record<string, string>,
  { userId, token }: Taxpayer,
): Promise<Statement[]> {
  // Raises the version, so that no cached response is used.
  await tellGateways(owner, userId);
  return statementsOn(async () => {
    const { status, text } = await stack.get(`${path}?${new URLSearchParams(query).toString()}`, token);
    expect({ path, status, text: status === 200 ? '' : text }).toEqual({ path, status: 200, text: '' });
  });
}

/** Returns the statements that read a table while `work` is done. */
async function statementsOn(work: () => Promise<void>): Promise<Statement[]> {
  const statements = await statementsDuring(stack, work);
  for (const { name } of statements) seen.add(name);
  return statements.filter(({ plan }) => nodesOf(plan).some((node) => node['Relation Name'] !== undefined));
}

/** Returns the statements of an rpc that only pages read, of one of the users. */
async function pageStatements(
  whose: string,
  work: (client: PageServiceClient, metadata: Metadata) => Promise<void>,
): Promise<Statement[]> {
  const { userId } = users.get(whose)!;
  const caller = { userId: Number(userId), scope: 'read', via: 'Test', requestId: 'pages' } as const;
  const client = createGrpcClient(PageServiceClient, stack.ready().services.read.address);
  const statements = await statementsOn(() => work(client, callerMetadata(caller, callerKeyOf(stack))));
  client.close();
  return statements;
}

/** Returns the statements that select rows without an index condition, with the faults of each. */
function faultyOf(statements: readonly Statement[], required: readonly string[] = []): object {
  const faulty = statements.map(({ name, plan }) => [name, faultsOf(plan, required)] as const);
  return Object.fromEntries(faulty.filter(([, faults]) => faults.length > 0));
}

it('Every rpc of the read service is an operation', () => {
  expect(READS.map(({ id }) => id).sort()).toEqual(Object.keys(ReadServiceService).sort());
});

describe('The asset filter compares keys if any key of the user equals it, ignoring case; otherwise symbols, as stored or as shown', () => {
  let token: string;
  let all: Schema<'Transaction'>[];
  beforeAll(async () => {
    ({ token } = users.get('a short history')!);
    all = await listed({});
  });

  /** All pages of the year's list. */
  async function listed(filter: { type?: EventType; asset?: string }): Promise<Schema<'Transaction'>[]> {
    const transactions: Schema<'Transaction'>[] = [];
    for (let page = 0; ; page += 1) {
      const query = { year: YEAR, size: 50, page, ...filter };
      const answer = await ok(
        apiClient(stack.ready().baseUrl, token).GET('/api/v1/transactions', { params: { query } }),
      );
      transactions.push(...answer.transactions);
      if (answer.hasNext) continue;
      expect(transactions).toHaveLength(answer.totalElements);
      return transactions;
    }
  }

  it.each([
    { asset: 'Polygon:usdc', keys: ['POLYGON:USDC'] },
    { asset: 'btc', keys: ['BTC'] },
    { asset: 'usdc', keys: ['ETHEREUM:USDC', 'POLYGON:USDC'] },
    { asset: 'wif', keys: ['SOLANA:WIF'] },
    { asset: 'w\u200bif', keys: ['SOLANA:WIF'] },
    { asset: RENAMED.key, keys: [RENAMED.key] },
    // This is also the key of an event of another year.
    { asset: RENAMED.symbol, keys: [] },
    { asset: 'nothing', keys: [] },
  ])('for $asset, newest first, with all types and with one', async ({ asset, keys }) => {
    const expected = all.filter(({ assetKey }) => keys.includes(assetKey));
    expect(await listed({ asset })).toEqual(expected);
    const type = 'DISPOSITION';
    expect(await listed({ asset, type })).toEqual(expected.filter((each) => each.type === type));
    expect(expected.length > 0).toBe(keys.length > 0);
  });
});

describe.each(PLAN_MODES)('Reads are one indexed query under row security (%s)', (mode) => {
  beforeAll(async () => {
    await explainStatements(stack, owner, 'read', mode);
  });

  describe.each(['a long history', 'a short history'])('of a user with %s', (whose) => {
    it.each(READS)(
      '$id selects its rows by index conditions, on one server of Citus, in no more statements than it needs',
      async ({ id, path }) => {
        const user = users.get(whose)!;
        const inPath = path
          .replace('{year}', String(YEAR))
          .replace('{taxEventId}', user.departureId)
          .replace('{accountId}', user.accountId);
        const statements = await ask(inPath, PARAMETERS[id]?.(user) ?? {}, user);
        expect(statements.length).toBeGreaterThan(0);
        expect(statements.length).toBeLessThanOrEqual(STATEMENTS_MAX[id] ?? Infinity);
        expect(faultyOf(statements)).toEqual({});
        expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
      },
    );

    it('the files of a dossier select their rows by index conditions, on one server of Citus, page after page', async () => {
      const user = await withNewToken(whose);
      const statements = await ask(`/api/v1/years/${String(YEAR)}/dossier`, {}, user);
      if (whose === 'a short history') {
        const kept = await ask('/api/v1/years/2010/dossier', {}, user);
        expect(kept.map(({ name }) => name)).toContain('dossier-kept-lines');
        statements.push(...kept);
      }
      const names = new Set(statements.map(({ name }) => name));
      const files = [
        'facts',
        'overrides',
        'rules',
        'matches',
        'prices',
        'money',
        'events',
        'slices',
        'issues',
        'log',
      ];
      expect(files.filter((file) => !names.has(`dossier-${file}`))).toEqual([]);
      expect(faultyOf(statements)).toEqual({});
      expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
    });

    it('findTransferCandidates of an arrival selects its rows by index conditions, on one server of Citus', async () => {
      const user = users.get(whose)!;
      const query = { taxEventId: user.arrivalId };
      const statements = await ask('/api/v1/transfer-matches/candidates', query, user);
      expect(statements.map(({ name }) => name)).toContain('candidates-joinable-departures');
      expect(faultyOf(statements)).toEqual({});
    });

    it('getOrigin through a swap and of a transfer within one asset selects its rows by index conditions, on one server of Citus', async () => {
      const user = users.get(whose)!;
      const originOf = (id: string) => ask(`/api/v1/transactions/${id}/origin`, {}, user);
      const ofSwap = await originOf(user.swappedId);
      expect(ofSwap.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['origin-lots', 'origin-legs', 'origin-leg-slices', 'origin-money']),
      );
      const ofArrival = await originOf(user.matchedId);
      expect(ofArrival.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['origin-departures', 'origin-pool']),
      );
      expect(faultyOf([...ofSwap, ...ofArrival])).toEqual({});
      expect([...ofSwap, ...ofArrival].filter(({ plan }) => !isSecured(plan))).toEqual([]);
    });

    // The events of the year are read in any case: those that are income, and those of an asset, are chosen among them.
    const WITHIN_A_YEAR = /^figures\.events is filtered by (asset_|type)/;
    it.each(['capitalGains', 'income', 'fees'])(
      'listContributions to %s by amount selects its rows by index conditions, on one server of Citus',
      async (figure) => {
        const path = `/api/v1/years/${String(YEAR)}/contributions`;
        const statements = await ask(path, { figure, order: 'amount' }, await withNewToken(whose));
        expect(statements.map(({ name }) => name)).toContain(`contributions-by-amount-${figure}`);
        const faults = statements.flatMap(({ plan }) => faultsOf(plan, []));
        expect(faults.filter((fault) => !WITHIN_A_YEAR.test(fault))).toEqual([]);
        expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
      },
    );

    // The money of a user or of a year has few currencies, and few accounts.
    const OF_FEW = /^facts\.money is filtered by (currency|account_id|occurred_at)/;
    it('listMoney with each of its filters selects its rows by index conditions', async () => {
      const user = await withNewToken(whose);
      const filters = { account: user.accountId, currency: 'EUR', year: String(YEAR) };
      const names = Object.keys(filters) as (keyof typeof filters)[];
      for (let bits = 1; bits < 8; bits += 1) {
        const chosen = names.filter((_name, index) => (bits & (1 << index)) !== 0);
        const query = Object.fromEntries(chosen.map((name) => [name, filters[name]]));
        const statements = await ask('/api/v1/money', query, user);
        expect(statements.map(({ name }) => name)).toEqual(
          ['sums', 'page'].map((part) => `money-${part}-${chosen.join('-')}`),
        );
        const faults = statements.flatMap(({ plan }) => faultsOf(plan));
        expect(faults.filter((fault) => !OF_FEW.test(fault))).toEqual([]);
        expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
      }
    });

    it('the income of a year, for its page, selects its events by index conditions', async () => {
      const statements = await pageStatements(whose, async (client, metadata) => {
        await callUnary(client.getYearIncome.bind(client), { year: YEAR }, metadata, 10_000);
      });
      expect(statements.map(({ name }) => name)).toEqual(['year-is-paid', 'year-income']);
      expect(faultyOf(statements)).toEqual({});
      expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
    });

    it('the questions about prices, for their page, select issues and events by index conditions', async () => {
      const statements = await pageStatements(whose, async (client, metadata) => {
        const request = { assetKey: 'BTC', daysSkipped: 0, daysMax: 51 };
        await callUnary(client.getPriceQuestions.bind(client), request, metadata, 10_000);
      });
      expect(statements.map(({ name }) => name).sort()).toEqual([
        'price-question-years',
        'price-questions-by-asset',
        'price-questions-by-day',
      ]);
      expect(faultyOf(statements)).toEqual({});
      expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
    });

    it.each([
      ['all years', {}],
      ['one year', { year: YEAR }],
    ])(
      'the decisions of %s, for their page, select their rows by index conditions',
      async (_which, filters) => {
        const statements = await pageStatements(whose, async (client, metadata) => {
          const request = { skipped: 0, max: 50, ...filters };
          await callUnary(client.getDecisions.bind(client), request, metadata, 10_000);
        });
        expect(statements.map(({ name }) => name)).toEqual(
          expect.arrayContaining([
            'decision-counts',
            expect.stringMatching(/^decision-groups/),
            'decision-photo-gains',
            'decision-years',
          ]),
        );
        expect(faultyOf(statements)).toEqual({});
        expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
      },
    );

    it.each([
      ['UNMATCHED_TRANSFER_OUT', null],
      ['MISSING_PRICE', YEAR],
      ['SUSPECTED_SPAM', null],
      ['SUSPECTED_SPAM', YEAR],
      ['BALANCE_DIFFERS', null],
      ['REPORTED_DIFFERS', YEAR],
    ])(
      'the questions of a decision about %s in the year %s, for their page, select their rows by index conditions',
      async (cause, year) => {
        const user = users.get(whose)!;
        const name = { UNMATCHED_TRANSFER_OUT: user.accountId, MISSING_PRICE: 'BTC' }[cause] ?? null;
        const statements = await pageStatements(whose, async (client, metadata) => {
          const request = { cause, name, year, page: 0, size: 20 };
          await callUnary(client.listQuestions.bind(client), request, metadata, 10_000);
        });
        const names = statements.map((each) => each.name).filter((each) => each.endsWith('-items'));
        expect(names).toEqual([expect.stringMatching(/^question/)]);
        expect(faultyOf(statements)).toEqual({});
        expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
      },
    );

    it('the pairs of transfers, for their page, select their rows by index conditions', async () => {
      const statements = await pageStatements(whose, async (client, metadata) => {
        await callUnary(client.listTransferPairs.bind(client), {}, metadata, 10_000);
      });
      expect(statements.map(({ name }) => name)).toContain('transfer-proposals');
      expect(faultyOf(statements)).toEqual({});
      expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
    });

    it('the names of transactions, for their page, select their rows by index conditions, and are of the user alone', async () => {
      const own = users.get(whose)!.departureId;
      const [foreign] = [...users].flatMap(([name, { departureId }]) => (name === whose ? [] : departureId));
      const named: string[] = [];
      const statements = await pageStatements(whose, async (client, metadata) => {
        const request = { eventIds: [own, foreign!] };
        const { events } = await callUnary(client.listNamedEvents.bind(client), request, metadata, 10_000);
        named.push(...events.map(({ id }) => id));
      });
      expect(named).toEqual([own]);
      expect(statements.map(({ name }) => name)).toContain('named-events');
      expect(faultyOf(statements)).toEqual({});
      expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
    });

    it.each([
      { what: 'a held asset', name: 'wonder', held: true, single: true, found: 'find-asset-held' },
      { what: 'a filter', name: 'usdc', held: false, single: false, found: 'find-asset-known' },
      { what: 'a key in other letters', name: 'btc', held: false, single: true, found: 'find-asset-seen' },
      {
        what: 'a name that means none',
        name: 'wonder',
        held: false,
        single: false,
        found: 'find-asset-seen',
      },
    ])('the asset that a name means is found by index conditions: $what', async ({ found, ...named }) => {
      const statements = await pageStatements(whose, async (client, metadata) => {
        const { name, held, single } = named;
        await callUnary(client.findAsset.bind(client), { name, held, single }, metadata, 10_000);
      });
      expect(statements.map(({ name }) => name)).toContain(found);
      expect(faultyOf(statements)).toEqual({});
      expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
    });

    it.each<Record<string, string>>([
      {},
      { asset: 'usdc' },
      { treatment: 'NORMAL', from: `${String(YEAR)}-02-01` },
    ])(
      'transactions of several years with %j are ranges of the index by year, of which each reads no more than the page',
      async (filters) => {
        const user = await withNewToken(whose);
        const query = { year: String(YEAR), fromYear: '2009', size: '5', page: '1', ...filters };
        const statements = await ask('/api/v1/transactions', query, user);
        expect(statements.map(({ name }) => name)).toContain('transactions-of-years');
        const faults = statements.flatMap(({ plan }) => faultsOf(plan, ['year']));
        expect(faults.filter((fault) => !fault.startsWith('figures.events is filtered by'))).toEqual([]);
        expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
      },
    );

    // The others of a trade are a range of the index by their instant, of which few events are of another account or reference.
    const WITHIN_AN_INSTANT = /^figures\.events is filtered by (account|reference)_id: \(\(o\.event_id/;
    it.each(LISTS)(
      'the trades with $filter, for their page, are found by index conditions, also those of page 1,000',
      async ({ query }) => {
        for (const page of [0, 1000]) {
          const statements = await pageStatements(whose, async (client, metadata) => {
            const request = { year: YEAR, page, size: 1, ...query } as ListTransactionsRequest;
            await callUnary(client.listTrades.bind(client), request, metadata, 10_000);
          });
          expect(statements.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^trades-/));
          const faults = statements.flatMap(({ plan }) => faultsOf(plan, []));
          expect(faults.filter((fault) => !WITHIN_AN_INSTANT.test(fault))).toEqual([]);
          expect(statements.filter(({ plan }) => !isSecured(plan))).toEqual([]);
        }
      },
    );

    it.each(LISTS)(
      'transactions with $filter are read as a range of an index, including page 1,000',
      async ({ query, by }) => {
        const user = await withNewToken(whose);
        for (const page of PAGES) {
          const asked = { year: String(YEAR), ...query, ...page };
          const statements = await ask('/api/v1/transactions', asked, user);
          const [markers, count, rows, ...more] = statements;
          expect([markers?.name, count?.name, rows?.name, more]).toEqual([
            'transactions-markers',
            expect.stringMatching(/^transactions-count-/),
            expect.stringMatching(/^transactions-(?!markers|count)/),
            [],
          ]);
          const isFromMark = Object.keys(query).length === 0 && page.page !== '0';
          expect(faultyOf(statements, isFromMark ? [...by, 'occurred_at'] : by)).toEqual({});
          // The index provides the order, so a page reads no row after its end. Nodes above the limit get only the page's rows.
          const limits = nodesOf(rows!.plan).filter((node) => node['Node Type'] === 'Limit');
          expect(limits.length).toBeGreaterThan(0);
          expect(limits.flatMap(nodesOf).map((node) => node['Node Type'])).not.toContain('Sort');
        }
      },
    );
  });
});

describe('A changed EUR value and its run', () => {
  const IDS = /(event|lot)_id/;

  beforeAll(async () => {
    await explainStatements(stack, owner, 'corrections', 'force_custom_plan');
    await explainStatements(stack, owner, 'recalc', 'force_custom_plan');
  });

  it('find the events, lots and slices by their ids, however many the user has, each statement on one server of Citus', async () => {
    const { userId, token } = users.get('a long history')!;
    const api = apiClient(stack.ready().baseUrl, token);
    // A purchase, so that the gains of other events change.
    const query = { year: YEAR, type: 'ACQUISITION', asset: 'SOLANA:WIF', size: 1, page: 100 } as const;
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
    const statements = await statementsDuring(stack, async () => {
      await ok(
        api.POST('/api/v1/overrides', {
          body: { taxEventId: transactions[0]!.id, overriddenEuroValue: 777 },
        }),
      );
      await untilIdle(stack, { userId });
    });
    expect(statements.map(({ name }) => name)).toContain('correction-events');
    expect(statements.flatMap(({ plan }) => faultsOfServers(plan))).toEqual([]);
    const nodes = statements
      .flatMap(({ plan }) => nodesOf(plan))
      .filter(
        ({ Schema: schema, 'Relation Name': table = '' }) =>
          schema === 'figures' && /^(events|lots|slices)$/.test(table),
      );
    const isWrite = (node: PlanNode): boolean => node['Node Type'] === 'ModifyTable';
    expect(nodes.filter(isWrite).map((node) => node['Relation Name'])).toContain('events');
    const ofAll = nodes.filter(
      (node) => !isWrite(node) && !indexConditionsOf(node).every((text) => IDS.test(text)),
    );
    expect(ofAll).toEqual([]);
  });
});

describe('A page of the history', () => {
  const ENTRIES = 2000;

  beforeAll(async () => {
    await explainStatements(stack, owner, 'corrections', 'force_generic_plan');
  });

  it('skips the entries before it in an index, without reading their rows', async () => {
    const { userId, token } = users.get('a long history')!;
    await owner.query('BEGIN');
    await owner.query(`SET LOCAL app.user_id = '${userId}'`);
    await owner.query(
      `SELECT corrections.append_audit(l.user_id, l.at, l.via, l.request_id, gen_random_uuid(), NULL, l.years,
          jsonb_build_array(jsonb_build_object('action', l.action, 'target', l.target, 'before', l.before, 'after', l.after, 'eventIds', l.event_ids)))
        FROM (SELECT * FROM corrections.audit_log WHERE user_id = $1 LIMIT 1) l, generate_series(1, $2)`,
      [userId, ENTRIES],
    );
    await owner.query('COMMIT');
    // As autovacuum does within a minute or so.
    await owner.query('VACUUM ANALYZE corrections.audit_log');
    const statements = await statementsDuring(stack, async () => {
      expect((await stack.get('/api/v1/history?page=30', token)).status).toBe(200);
    });
    const page = statements.find(({ name }) => name === 'history-page');
    const limits = nodesOf(page!.plan).filter((node) => node['Node Type'] === 'Limit');
    const scans = limits.map((limit) =>
      nodesOf(limit).filter((node) => node['Relation Name'] === 'audit_log'),
    );
    const skipping = scans.find(([node]) => node?.Alias === 'e');
    expect(skipping?.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
  });
});

it('Every statement of the read service was explained', () => {
  const folder = fileURLToPath(new URL('../../services/', import.meta.url));
  const queries = readdirSync(`${folder}read/src/queries`).map((file) => `read/src/queries/${file}`);
  const sources = [...queries, 'common/records/balance-sums.ts'].map((file) =>
    readFileSync(folder + file, 'utf8'),
  );
  const names = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:name: |prepare\(\s*)['`]([\w-]+)(?:\$\{[^}]*\})?['`]/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(names.length).toBeGreaterThan(20);
  const explained = [...seen];
  expect(names.filter((name) => !explained.some((each) => each.startsWith(name)))).toEqual([]);
});
