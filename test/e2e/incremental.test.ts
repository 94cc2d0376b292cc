/** Incremental runs: a small change costs little work, and its figures equal those of a full run (engine.md §7). */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { checkFigures } from '../../deploy/ctx/recalc-check.ts';
import { ok } from '../api/client.ts';
import { send } from './corrections/surfaces.ts';
import { textAfter } from './log-lines.ts';
import { type LoggedRun, loggedRuns, runBesideFull, untilIdle } from './runs.ts';
import { createUser, useStack } from './kit.ts';
import { connected, event, importLines, newUser, waitFor } from './stack.ts';

// A nightly self-check would also read figures while a test counts statements.
const stack = useStack({ own: true, settings: { SELF_CHECK_USERS: '0' } });

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const BETA = ['--plan', 'pro', '--beta', 'portfolio', '--year', '2025', '--year', '2026'];
const group = { continuityGroupId: '11111111-1111-4111-8111-111111111111' };
const wrapped = { ...group, asset: { key: 'WETH', symbol: 'WETH' }, treatment: 'CONTINUITY_WRAP' };

/** A purchase whose units are wrapped and then sold, and some other events. */
const facts = (firstCost: string, saleValue: string): object[] => [
  ACCOUNT,
  event('B1', 'ACQUISITION', '1', '2025-01-10T10:00:00Z', firstCost),
  event('B2', 'ACQUISITION', '1', '2025-02-10T10:00:00Z', '3000', { needsReview: true }),
  event('W1', 'DISPOSITION', '1.5', '2025-03-10T10:00:00Z', null, { ...group, treatment: 'CONTINUITY_WRAP' }),
  event('W2', 'ACQUISITION', '1.5', '2025-03-10T10:05:00Z', null, wrapped),
  event('S1', 'DISPOSITION', '0.5', '2025-09-10T10:00:00Z', saleValue, {
    asset: { key: 'WETH', symbol: 'WETH' },
  }),
  event('S2', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '5250', { asset: { key: 'WETH', symbol: 'WETH' } }),
  { kind: 'price', assetKey: 'WETH', at: '2025-12-31T12:00:00Z', eur: '3100' },
];

/** Returns how the last run of a user was computed. */
async function lastRun(userId: string): Promise<LoggedRun> {
  return (await loggedRuns(stack, userId)).at(-1)!;
}

async function kindAndSince(userId: string): Promise<[string, string | undefined]> {
  const { kind, since } = await lastRun(userId);
  return [kind, since];
}

/** Reads the user's figures through the API, without the number of the run that they come from. */
async function figures(token: string): Promise<unknown[]> {
  const api = stack.api(token);
  return [
    { ...(await ok(api.GET('/api/v1/summary'))), figuresVersion: null },
    await ok(api.GET('/api/v1/issues')),
    {
      ...(await ok(api.GET('/api/v1/transactions', { params: { query: { year: 2025 } } }))),
      figuresVersion: null,
    },
    { ...(await ok(api.GET('/api/v1/portfolio'))), snapshotTime: null },
  ];
}

const yearOf = (token: string, year: number) =>
  ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));

/** Expects that a full run changes no row, no figure and neither fingerprint. */
async function expectAsFromNothing(userId: string, token: string): Promise<void> {
  const after = await figures(token);
  const { last, full } = await runBesideFull(stack, userId);
  expect(await lastRun(userId)).toMatchObject({ kind: 'full', rowsChanged: 0 });
  expect(full).toEqual(last);
  expect(await figures(token)).toEqual(after);
  // Every cell matches its stored digest.
  expect(await connected(stack, (connection) => checkFigures(connection, Number(userId)))).toEqual({
    users: 1,
    equal: 1,
  });
}

describe('A run after a change of values or notes', () => {
  it('carries a changed EUR value through lots, a wrap and sales, with the figures and fingerprints of a full run', async () => {
    const { userId, token } = await createUser(stack, {
      beta: 'portfolio',
      years: [2025, 2026],
      facts: facts('2500', '1800'),
    });
    expect((await lastRun(userId)).kind).toBe('full');
    await importLines(stack, userId, facts('2600', '1900'));
    expect((await lastRun(userId)).kind).toBe('values');
    await expectAsFromNothing(userId, token);
  });

  it('changes no row when only a note was added', async () => {
    const { userId } = await createUser(stack, {
      beta: 'portfolio',
      years: [2025, 2026],
      facts: facts('2500', '1800'),
    });
    const note = {
      account: 'kraken-1',
      referenceId: 'B1',
      type: 'ACQUISITION',
      assetKey: 'ETH',
      id: 'n1',
      note: 'x',
    };
    const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
    await importLines(stack, userId, [{ kind: 'note', ...note, ...times }]);
    expect(await lastRun(userId)).toMatchObject({ kind: 'values', rowsChanged: 0 });
  });
});

describe('The statements of a run that saves values', () => {
  beforeAll(async () => {
    const owner = new pg.Client({ connectionString: stack.ready().postgres.url });
    await owner.connect();
    await owner.query("ALTER ROLE ctx_recalc SET log_statement = 'all'");
    await owner.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ctx_recalc'");
    await owner.end();
  });

  /** Counts the statements on rows of figures that the recalc service sends until `work` is done. Reads of the status do not count. */
  async function countStatements(work: () => Promise<unknown>): Promise<number> {
    const log = join(stack.dataDir, 'logs', 'postgres.log');
    const { size } = statSync(log);
    await work();
    const entries = textAfter(log, size).split(/^(?=\d{4}-)/m);
    return entries.filter((entry) => /LOG: {2}execute [^]* figures\.(?!versions)/.test(entry)).length;
  }

  const units = (key: string) => ({ asset: { key, symbol: key } });
  const at = (index: number): string => new Date(Date.UTC(2026, 1, 1) + index * 60_000).toISOString();

  it('are as few for a lot with 2,000 later disposals as for one with 10, when its EUR value is corrected', async () => {
    const counts: number[] = [];
    for (const spends of [10, 2000]) {
      const { userId, token } = await createUser(stack, {
        beta: 'portfolio',
        years: [2025, 2026],
        scope: 'write',
        facts: [
          ACCOUNT,
          event('B1', 'ACQUISITION', '20000', '2025-01-10T10:00:00Z', '3000'),
          ...Array.from({ length: spends }, (_, index) =>
            event(`S${String(index)}`, 'DISPOSITION', '1', at(index), '0.25'),
          ),
        ],
      });
      const { body } = await stack.get('/api/v1/transactions?year=2025', token);
      const { id } = (body['transactions'] as { id: string }[])[0]!;
      counts.push(
        await countStatements(async () => {
          const user = { userId, token };
          const path = '/api/v1/overrides';
          await send(stack, user, 'POST', path, { taxEventId: id, overriddenEuroValue: 4000 });
          await untilIdle(stack, user);
        }),
      );
      const { kind, rowsChanged } = await lastRun(userId);
      expect([kind, rowsChanged > 2 * spends]).toEqual(['values', true]);
      await expectAsFromNothing(userId, token);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
  });

  it('are as few when the cost basis of 40 assets changes as for 2', async () => {
    const counts: number[] = [];
    for (const assets of [2, 40]) {
      const { userId, token } = await createUser(stack, { beta: 'portfolio', years: [2025, 2026] });
      const purchases = (value: string): object[] =>
        Array.from({ length: assets }, (_, index) =>
          event(`B${String(index)}`, 'ACQUISITION', '1', at(index), value, units(`A${String(index)}`)),
        );
      await importLines(stack, userId, [ACCOUNT, ...purchases('10')]);
      counts.push(await countStatements(() => importLines(stack, userId, purchases('11'))));
      expect((await lastRun(userId)).kind).toBe('values');
      await expectAsFromNothing(userId, token);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
  });
});

const BTC = { asset: { key: 'BTC', symbol: 'BTC' } };
const ledger = { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'LEDGER' };
const beside: object[] = [
  event('C1', 'ACQUISITION', '1', '2025-01-10T10:00:00Z', '60000', BTC),
  event('C2', 'DISPOSITION', '0.5', '2026-04-10T10:00:00Z', '40000', BTC),
];
const all = [...facts('2500', '1800'), ...beside];

/** Returns a line of the facts with some fields replaced. */
const changed = (referenceId: string, fields: object): object => ({
  ...all.find((line) => 'referenceId' in line && line.referenceId === referenceId),
  ...fields,
});

describe('A run after events were added, changed or removed', () => {
  it.each<readonly [string, string, readonly object[], string | null]>([
    ['a changed amount', 'pools', [changed('B2', { amount: '2' })], null],
    ['a changed treatment', 'pools', [changed('C2', { treatment: 'GIFT_GIVEN' })], null],
    ['a changed type', 'pools', [changed('C1', { type: 'INCOME' })], null],
    ['a date moved to another year', 'pools', [changed('S1', { timestamp: '2026-02-10T10:00:00Z' })], null],
    ['a leg that leaves its group', 'pools', [changed('W1', { continuityGroupId: undefined })], null],
    [
      'new events, the first of a wallet, in the years before and after',
      'pools',
      [
        ledger,
        event('N1', 'ACQUISITION', '2', '2024-06-10T10:00:00Z', '50', { ...BTC, account: 'ledger' }),
        event('N2', 'DISPOSITION', '9', '2027-06-10T10:00:00Z', '90', { ...BTC, account: 'ledger' }),
      ],
      null,
    ],
    ['a removed event', 'pools', all.slice(0, -1), 'kraken-1'],
    ['all events of a pool removed', 'pools', all.slice(0, -2), 'kraken-1'],
    [
      'two legs that connect separate pools',
      'pools',
      [
        event('M1', 'DISPOSITION', '0.1', '2026-05-10T10:00:00Z', null, {
          ...BTC,
          treatment: 'CONTINUITY_DEPOSIT',
          continuityGroupId: '22222222-2222-4222-8222-222222222222',
        }),
        event('M2', 'ACQUISITION', '2', '2026-05-10T10:00:00Z', null, {
          treatment: 'CONTINUITY_WITHDRAW',
          continuityGroupId: '22222222-2222-4222-8222-222222222222',
        }),
      ],
      null,
    ],
    [
      'a new asset',
      'full',
      [event('X1', 'INCOME', '1', '2026-05-10T10:00:00Z', '5', { asset: { key: 'X', symbol: 'X' } })],
      null,
    ],
  ])('stores the figures of a full run: %s (computes: %s)', async (title, kind, lines, replace) => {
    const email = `${title.replaceAll(/[^a-z]/g, '-')}@example.org`;
    const { userId, token } = await newUser(stack, email, [...BETA, '--year', '2024', '--year', '2027']);
    await importLines(stack, userId, all);
    await importLines(stack, userId, lines, replace ?? undefined);
    expect((await lastRun(userId)).kind).toBe(kind);
    await expectAsFromNothing(userId, token);
  });

  it('saves more rows than fit in one statement: some new, some changed, some deleted', async () => {
    const { userId, token } = await createUser(stack, { beta: 'portfolio', years: [2025, 2026] });
    const trades = (type: string, from: number, to: number): object[] =>
      Array.from({ length: to - from }, (_, index) => {
        const time = new Date(Date.UTC(2025, type === 'ACQUISITION' ? 0 : 6) + (from + index) * 1000);
        const more = { flags: ['a"b\\c,{}'] };
        return event(`${type} ${String(from + index)}`, type, '1', time.toISOString(), '100', more);
      });
    const [first, ...later] = trades('ACQUISITION', 0, 2800);
    await importLines(stack, userId, [
      ACCOUNT,
      ...beside,
      first!,
      ...later,
      ...trades('DISPOSITION', 0, 2700),
    ]);
    expect(await lastRun(userId)).toMatchObject({ kind: 'full' });
    // Every sale now consumes two purchases. The first hundred sales are removed and a hundred are new.
    await importLines(
      stack,
      userId,
      [ACCOUNT, ...beside, { ...first, amount: '1.5' }, ...later, ...trades('DISPOSITION', 100, 2800)],
      'kraken-1',
    );
    const { kind, rowsChanged } = await lastRun(userId);
    expect([kind, rowsChanged > 5000]).toEqual(['pools', true]);
    await expectAsFromNothing(userId, token);
  });

  it('starts from the closing state of a submitted year', async () => {
    const { userId, token } = await createUser(stack, { beta: 'portfolio', years: [2025, 2026], facts: all });
    await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2025']);
    const more = event('C3', 'DISPOSITION', '0.25', '2026-06-10T10:00:00Z', '20000', BTC);
    await importLines(stack, userId, [more]);
    // Freezing the year changed which rows the sums include.
    expect((await lastRun(userId)).kind).toBe('full');
    await importLines(stack, userId, [{ ...more, amount: '0.5' }]);
    expect((await lastRun(userId)).kind).toBe('pools');
    await expectAsFromNothing(userId, token);
    await importLines(stack, userId, [{ ...more, amount: '0.5', euroValue: '21000' }]);
    expect((await lastRun(userId)).kind).toBe('values');
    await expectAsFromNothing(userId, token);
    await importLines(stack, userId, [changed('C1', { amount: '2' })]);
    expect((await lastRun(userId)).kind).toBe('full');
  });
});

/** A purchase and a smaller sale on each first day of a month, for six years. */
function sixYears(sale: (month: number) => object = () => ({})): object[] {
  const months = Array.from({ length: 72 }, (_, month) => month);
  const at = (month: number, hour: number): string => new Date(Date.UTC(2020, month, 1, hour)).toISOString();
  return [
    ACCOUNT,
    ...months.map((month) => event(`B${String(month)}`, 'ACQUISITION', '2', at(month, 10), '200', BTC)),
    ...months.map((month) => ({
      ...event(`S${String(month)}`, 'DISPOSITION', '1', at(month, 11), '150', BTC),
      ...sale(month),
    })),
  ];
}

describe('A run after a change of an amount', () => {
  const SALE_MS = Date.UTC(2020, 66, 1, 11);
  const DAY_MS = 24 * 60 * 60 * 1000;
  const moved = { ...BTC, continuityGroupId: '33333333-3333-4333-8333-333333333333' };
  const transfer = [
    ledger,
    event('T1', 'DISPOSITION', '40', '2025-05-15T10:00:00Z', null, {
      ...moved,
      treatment: 'CONTINUITY_DEPOSIT',
    }),
    event('T2', 'ACQUISITION', '40', '2025-05-15T11:00:00Z', null, {
      ...moved,
      account: 'ledger',
      treatment: 'CONTINUITY_WITHDRAW',
    }),
  ];
  const loan = event('L1', 'ACQUISITION', '1', '2021-05-15T10:00:00Z', '100', { ...BTC, isLoan: true });

  /** Purchases and sales of which one sale needs review, so that the inbox shows its slices. */
  const trades = (amount: string): object[] =>
    sixYears((month) => (month === 66 ? { amount, needsReview: true } : {}));

  /** When the transfers that brought the sold units arrived; null for units that came by no transfer. */
  async function arrivalsOfSale(token: string): Promise<unknown[]> {
    const { items } = await ok(stack.api(token).GET('/api/v1/issues'));
    const slices = items.flatMap(({ event: sale }) =>
      sale && 'acquisitions' in sale && sale.referenceId === 'S66' ? sale.acquisitions : [],
    );
    return [...new Set(slices.map(({ basisOrigin }) => basisOrigin?.receivedAt ?? null))];
  }

  it.each<readonly [string, readonly object[], string, number | null, string | null]>([
    ['starts 14 days before the event', [], '0.5', 14, null],
    [
      'starts there too after a transfer, which stays the origin',
      transfer,
      '0.5',
      14,
      '2025-05-15T11:00:00Z',
    ],
    ['starts there too when it takes nearly everything that is held', [], '67', 14, null],
    ['starts there too when it takes more than is held', [], '70', 14, null],
    ['starts at the first event of a pool with a loan', [loan], '0.5', null, null],
  ])('%s, with the figures of a full run', async (title, more, amount, days, arrival) => {
    const email = `${title.replaceAll(/[^a-z]/g, '-')}@example.org`;
    const { userId, token } = await newUser(stack, email, BETA);
    const lines = [...trades('1'), ...more];
    await importLines(stack, userId, lines);
    await importLines(stack, userId, trades(amount).slice(1));
    const { kind, since, computed } = await lastRun(userId);
    const daysBefore = since === undefined ? null : (SALE_MS - Date.parse(since)) / DAY_MS;
    expect([kind, daysBefore, computed < lines.length / 4]).toEqual(['pools', days, days !== null]);
    expect(await arrivalsOfSale(token)).toEqual([arrival]);
    await expectAsFromNothing(userId, token);
  });
});

describe('A run after a change before a transfer', () => {
  const weth = { asset: { key: 'WETH', symbol: 'WETH' } };

  it('starts at the first event when an override of the transfer sets a holding period', async () => {
    const { userId, token } = await createUser(stack, {
      beta: 'portfolio',
      years: [2025, 2026],
      scope: 'write',
    });
    const sale = event('S', 'DISPOSITION', '1', '2025-08-05T10:00:00Z', '150', BTC);
    const group = { ...BTC, continuityGroupId: '44444444-4444-4444-8444-444444444444' };
    await importLines(stack, userId, [
      ACCOUNT,
      ledger,
      event('B', 'ACQUISITION', '10', '2024-01-05T10:00:00Z', '1000', BTC),
      sale,
      event('T1', 'DISPOSITION', '5', '2025-09-05T10:00:00Z', null, {
        ...group,
        treatment: 'CONTINUITY_DEPOSIT',
      }),
      event('T2', 'ACQUISITION', '5', '2025-09-06T10:00:00Z', null, {
        ...group,
        account: 'ledger',
        treatment: 'CONTINUITY_WITHDRAW',
      }),
    ]);
    const { body } = await stack.get('/api/v1/transactions?year=2025', token);
    const inLeg = (body['transactions'] as { id: string; referenceId: string }[]).find(
      ({ referenceId }) => referenceId === 'T2',
    )!;
    const fields = { taxEventId: inLeg.id, originAcquiredAt: '2020-01-01T00:00:00Z' };
    await send(stack, { userId, token }, 'POST', '/api/v1/overrides', fields);
    await untilIdle(stack, { userId });
    await importLines(stack, userId, [{ ...sale, amount: '1.5' }]);
    expect(await kindAndSince(userId)).toEqual(['pools', undefined]);
    await expectAsFromNothing(userId, token);
  });

  it('starts at the first event when the transfer moved units to another pool before its out leg', async () => {
    const { userId, token } = await createUser(stack, { beta: 'portfolio', years: [2025, 2026] });
    const wrap = { continuityGroupId: '55555555-5555-4555-8555-555555555555', treatment: 'CONTINUITY_WRAP' };
    const sale = event('S1', 'DISPOSITION', '1', '2025-07-01T11:00:00Z', '2000', weth);
    await importLines(stack, userId, [
      ACCOUNT,
      event('B1', 'ACQUISITION', '10', '2024-01-05T10:00:00Z', '1000'),
      event('B2', 'ACQUISITION', '10', '2024-02-05T10:00:00Z', '2000'),
      event('W2', 'ACQUISITION', '10', '2025-06-17T10:58:00Z', null, { ...weth, ...wrap }),
      event('W1', 'DISPOSITION', '10', '2025-06-17T11:02:00Z', null, wrap),
      sale,
      event('S2', 'DISPOSITION', '1', '2025-08-01T10:00:00Z', '2000'),
    ]);
    await importLines(stack, userId, [{ ...sale, amount: '1.5' }]);
    expect(await kindAndSince(userId)).toEqual(['pools', undefined]);
    // 2,000 − 150 and 2,000 − 200.
    expect(await yearOf(token, 2025)).toMatchObject({ totalCapitalGains: { exact: 3650 } });
    await expectAsFromNothing(userId, token);
  });
});

describe('A submitted year', () => {
  it('keeps its figures after later changes; drift is an issue in the inbox; later years start from its closing state', async () => {
    const { userId, token } = await createUser(stack, {
      beta: 'portfolio',
      years: [2025, 2026],
      email: 'frozen@example.org',
      facts: facts('2500', '1800'),
    });
    const [before2025, before2026] = [await yearOf(token, 2025), await yearOf(token, 2026)];
    expect(await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2025'])).toEqual({
      year: 2025,
      locked: false,
      frozen: true,
      regime: 'NORMAAL_BEHEER',
    });
    await importLines(stack, userId, facts('1000', '9999'));
    expect(await yearOf(token, 2025)).toEqual({
      ...before2025,
      frozen: true,
      figuresVersion: undefined,
      // Submitted figures do not say of which units the cost was known.
      completeness: { ...before2025.completeness, salesOfUnknownCost: null },
      reviewQueueCounts: {
        total: 2,
        countsByIssueType: { NEEDS_REVIEW: 1, FROZEN_YEAR_DRIFT: 1 },
        countsByQueue: { CLASSIFICATION: 1, CORRECTIONS: 1 },
      },
    });
    expect(await yearOf(token, 2026)).toEqual({
      ...before2026,
      figuresVersion: before2026.figuresVersion! + 1,
    });
    const { items } = await ok(stack.api(token).GET('/api/v1/issues'));
    expect(items.map(({ issueType, year }) => [issueType, year])).toEqual([
      ['FROZEN_YEAR_DRIFT', 2025],
      ['NEEDS_REVIEW', 2025],
    ]);
    expect(
      await stack.ctx(
        ['year', 'regime', '--user', userId, '--year', '2025', '--regime', 'SPECULATIEF'],
        true,
      ),
    ).toMatchObject({
      error: { code: 'YEAR_FROZEN' },
    });
  });

  it('is recomputed when it is reopened', async () => {
    const { userId, token } = await createUser(stack, {
      beta: 'portfolio',
      years: [2025, 2026],
      facts: facts('2500', '1800'),
    });
    await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2025']);
    await importLines(stack, userId, facts('1000', '1800'));
    await stack.ctx(['year', 'unfreeze', '--user', userId, '--year', '2025']);
    await stack.ctx(['recalc', '--user', userId, '--full', '--wait']);
    // 0.5 of the first purchase: 1,800 − 500.
    expect(await yearOf(token, 2025)).toMatchObject({ frozen: false, totalCapitalGains: { exact: 1300 } });
  });
});

describe('The regime of a year', () => {
  it('is set by the operator, and changing it recomputes the tax of the year', async () => {
    const { userId, token } = await createUser(stack, {
      beta: 'portfolio',
      years: [2025, 2026],
      facts: facts('2500', '1800'),
    });
    await stack.ctx(['year', 'regime', '--user', userId, '--year', '2025', '--regime', 'SPECULATIEF']);
    await stack.ctx(['recalc', '--user', userId, '--full', '--wait']);
    expect(await yearOf(token, 2025)).toMatchObject({
      regime: 'SPECULATIEF',
      totalCapitalGains: { exact: 550 },
      totalCapitalGainsTax: { exact: 181.5 },
      vrijstellingHeadroom: null,
    });
  });
});

describe('A new version of the engine', () => {
  it('recomputes every user in the background and reports the changes; submitted years keep their figures', async () => {
    const { userId, token } = await createUser(stack, { beta: 'portfolio', years: [2025, 2026], facts: all });
    await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2025']);
    const gainOf = async (year: number) => (await yearOf(token, year)).totalCapitalGains;
    const gain2026 = await gainOf(2026);
    // Stores figures as an earlier engine could have: with another gain in both years.
    const owner = new pg.Client({ connectionString: stack.ready().postgres.url });
    await owner.connect();
    const gains = 'UPDATE figures.years SET capital_gains = capital_gains + 1, digest = gen_random_uuid()';
    await owner.query(`${gains} WHERE user_id = $1 AND year IN (2025, 2026)`, [userId]);
    await owner.query('UPDATE figures.versions SET engine_version = 0 WHERE user_id = $1', [userId]);
    await owner.end();
    const replaced = (): string | undefined =>
      readFileSync(stack.logFile('recalc'), 'utf8')
        .split('\n')
        .find(
          (line) =>
            line.includes('figures recomputed with a new engine version') &&
            line.includes(`"userId":${userId},`),
        );
    await waitFor(() => replaced() !== undefined);
    expect(JSON.parse(replaced() ?? '')).toMatchObject({ from: 0, years: [2026] });
    expect(await gainOf(2026)).toEqual(gain2026);
    // 1,800 − 0.5 × 2,500, plus 1 from the earlier engine: the submitted figure does not change.
    expect(await gainOf(2025)).toMatchObject({ exact: 551 });
  });
});
