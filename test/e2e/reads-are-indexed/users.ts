/** Tables as full as in production: a user with a long history, one with a short history, and many like the latter. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoLines } from '../../../deploy/demo/story.ts';
import { apiClient, ok } from '../../api/client.ts';
import { importLines, newUser, type TestStack } from '../stack.ts';
import type pg from 'pg';

/** A user, and an event id for queries. */
export interface Taxpayer {
  readonly userId: string;
  readonly token: string;
  /** An outgoing transfer that has candidates. */
  readonly departureId: string;
  /** An incoming transfer without a match. */
  readonly arrivalId: string;
  /** An incoming transfer with a match. */
  readonly matchedId: string;
  /** A sale of units that a swap brought. */
  readonly swappedId: string;
  /** An account with stated balances. */
  readonly accountId: string;
}

/** The year of most queries; every asset has events of every type in it. */
export const YEAR = 2025;
const TYPES = [
  'ACQUISITION',
  'ACQUISITION',
  'ACQUISITION',
  'DISPOSITION',
  'DISPOSITION',
  'INCOME',
  'FEE',
  'EXPENSE',
];
/** Two keys share a symbol; one symbol is shown without its invisible character. */
const TRADED = [
  { key: 'BTC', symbol: 'BTC' },
  { key: 'ETH', symbol: 'ETH' },
  { key: 'ETHEREUM:USDC', symbol: 'USDC' },
  { key: 'POLYGON:USDC', symbol: 'USDC' },
  { key: 'SOLANA:WIF', symbol: 'W\u200bIF' },
];
/** An asset that a swap brought. */
const SWAPPED = { key: 'SWAPPED', symbol: 'SWAPPED' };
/** An export of Kraken in which a row is missing between two balances. */
const LEDGER = `txid,refid,time,type,subtype,aclass,asset,amount,fee,balance
L1,R1,${String(YEAR)}-01-03 10:00:00,deposit,,currency,XXBT,1,0,1
L2,R2,${String(YEAR)}-01-05 10:00:00,deposit,,currency,XXBT,0.25,0,1.75
`;
const FIRST_MS = Date.UTC(YEAR - 2, 0, 2);
const LAST_MS = Date.UTC(YEAR, 11, 30);

/** Returns the demo taxpayer's story, and `count` events spread over three years. */
function history(count: number): object[] {
  const lines = demoLines('2026-11-01').map((line) => JSON.parse(line) as object);
  for (let index = 0; index < count; index += 1)
    lines.push({
      kind: 'event',
      account: 'kraken-1',
      referenceId: `T${String(index)}`,
      type: TYPES[index % TYPES.length],
      asset: TRADED[Math.floor(index / TYPES.length) % TRADED.length],
      amount: `${String(1 + (index % 7))}.5`,
      timestamp: new Date(FIRST_MS + Math.floor(((LAST_MS - FIRST_MS) * index) / count)).toISOString(),
      ...(index % 23 === 0 ? {} : { euroValue: String(100 + (index % 50)) }),
      ...(index % 101 === 0 ? { spam: true } : {}),
    });
  for (let index = 0; index < count; index += 10)
    lines.push({
      kind: 'money',
      account: 'kraken-1',
      referenceId: `T${String(index)}`,
      type: index % 20 === 0 ? 'CASH_IN' : 'CASH_OUT',
      currency: index % 30 === 0 ? 'USD' : 'EUR',
      amount: '100',
      timestamp: new Date(FIRST_MS + Math.floor(((LAST_MS - FIRST_MS) * index) / count)).toISOString(),
      purpose: 'TRADE',
    });
  return lines;
}

/** An asset whose symbol was the key of another asset in another year: a key takes precedence over a symbol, for all years. */
export const RENAMED = { key: 'TERRA:LUNA', symbol: 'LUNA' };
const RENAMING: readonly object[] = [
  {
    referenceId: 'LUNA 1',
    asset: { key: 'LUNA', symbol: 'LUNA' },
    timestamp: `${String(YEAR - 2)}-05-01T10:00:00Z`,
  },
  { referenceId: 'LUNA 2', asset: RENAMED, timestamp: `${String(YEAR)}-05-01T10:00:00Z` },
].map((fields) => ({
  kind: 'event',
  account: 'kraken-1',
  type: 'ACQUISITION',
  amount: '1',
  euroValue: '10',
  ...fields,
}));

/** A loan that is paid back. */
const LOAN: readonly object[] = [
  { referenceId: 'LOAN', type: 'ACQUISITION', amount: '10', timestamp: '2025-02-01T10:00:00Z', isLoan: true },
  {
    referenceId: 'REPAID',
    type: 'DISPOSITION',
    amount: '10',
    timestamp: '2025-08-01T10:00:00Z',
    isRepayment: true,
  },
].map((fields) => ({
  kind: 'event',
  account: 'kraken-1',
  asset: { key: 'DAI', symbol: 'DAI' },
  euroValue: '10',
  needsReview: true,
  ...fields,
}));

/** A sale of units that a swap brought. */
const SWAP: readonly object[] = [
  { referenceId: 'SWAP OUT', type: 'DISPOSITION', asset: TRADED[0], timestamp: '2025-03-01T10:00:00Z' },
  { referenceId: 'SWAP IN', type: 'ACQUISITION', asset: SWAPPED, timestamp: '2025-03-01T10:00:00Z' },
  { referenceId: 'SWAPPED', type: 'DISPOSITION', asset: SWAPPED, timestamp: '2025-09-01T10:00:00Z' },
].map((fields, index) => ({
  kind: 'event',
  account: 'kraken-1',
  amount: '1',
  euroValue: '10',
  ...(index < 2 && { continuityGroupId: '5a5a5a5a-5a5a-4a5a-8a5a-5a5a5a5a5a5a' }),
  ...fields,
}));

/** Creates a user with a history of this length and some corrections. */
export async function newTaxpayer(stack: TestStack, email: string, count: number): Promise<Taxpayer> {
  const options = ['--plan', 'pro', '--beta', 'portfolio'];
  const years = [YEAR - 2, YEAR - 1, YEAR, YEAR + 1].flatMap((year) => ['--year', String(year)]);
  const user = await newUser(stack, email, [...options, ...years], 'write');
  const imported = await importLines(stack, user.userId, [...history(count), ...RENAMING, ...LOAN, ...SWAP]);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  const api = apiClient(stack.ready().baseUrl, user.token);
  const eventsOf = async (type: 'ACQUISITION' | 'DISPOSITION' | 'INCOME') => {
    const query = { year: YEAR, type, asset: 'polygon:usdc', size: 40 };
    return (await ok(api.GET('/api/v1/transactions', { params: { query } }))).transactions.map(
      ({ id }) => id,
    );
  };
  const [departures, arrivals] = [await eventsOf('DISPOSITION'), await eventsOf('ACQUISITION')];
  const override = (taxEventId: string, fields: object) =>
    ok(api.POST('/api/v1/overrides', { body: { taxEventId, ...fields } }));
  const bulk = { taxEventIds: [...arrivals, ...(await eventsOf('INCOME'))], overriddenFlags: ['seen'] };
  await ok(api.POST('/api/v1/overrides/bulk', { body: bulk }));
  for (const [index, outTaxEventId] of departures.slice(0, 3).entries()) {
    await override(outTaxEventId, { overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' });
    const pair = { outTaxEventId, inTaxEventId: arrivals[index]!, transferKind: 'SELF_TRANSFER' } as const;
    await ok(api.POST('/api/v1/transfer-matches', { body: pair }));
  }
  const rule = {
    action: 'IGNORE_DUST',
    label: 'Dust',
    matchType: 'DUST_THRESHOLD',
    direction: 'ANY',
    thresholdEur: 1,
  } as const;
  await ok(api.POST('/api/v1/rules', { body: rule }));
  const accountId = (await ok(api.GET('/api/v1/accounts'))).accounts[0]!.id;
  for (const year of [YEAR - 1, YEAR, YEAR + 1]) {
    const params = { path: { year } };
    await ok(
      api.POST('/api/v1/years/{year}/circumstances', {
        params,
        body: { otherGains: 1, accountShares: [{ accountId, ownedSharePercent: 50 }] },
      }),
    );
    await ok(api.POST('/api/v1/years/{year}/regime', { params, body: { regime: 'NORMAAL_BEHEER' } }));
  }
  const prices = TRADED.flatMap(({ key: assetKey }) =>
    Array.from({ length: 10 }, (_, index) => {
      const day = `${String(YEAR)}-02-${String(index + 10)}`;
      return { assetKey, day, eur: 100, source: 'test' };
    }),
  );
  for (let start = 0; start < prices.length; start += 200)
    await ok(api.POST('/api/v1/prices', { body: { prices: prices.slice(start, start + 200) } }));
  for (const day of ['01', '02', '03']) {
    // One balance of the long history differs: its inbox has an issue of a balance.
    const amount = count > 1000 && day === '03' ? 1 : 0;
    const body = { assetId: 'NOTHING', at: `${String(YEAR)}-01-${day}T00:00:00Z`, amount };
    await ok(api.POST('/api/v1/accounts/{accountId}/balances', { params: { path: { accountId } }, body }));
  }
  const ledger = join(stack.dataDir, `${user.userId}-ledger.csv`);
  writeFileSync(ledger, LEDGER);
  await stack.ctx(['import', '--user', user.userId, ledger]);
  // Of the long history one differs without an explanation; the other users have stated totals that fit.
  const units = count > 1000 ? 1e9 : 0;
  const totals = [
    { assetId: 'NOTHING', kind: 'PAID', units: 0 } as const,
    { assetId: 'polygon:usdc', kind: count > 1000 ? 'BOUGHT' : 'PAID', units, eur: units } as const,
  ];
  const body = { platform: 'Kraken', totals };
  await ok(api.POST('/api/v1/years/{year}/reported', { params: { path: { year: YEAR } }, body }));
  await stack.ctx(['recalc', '--user', user.userId, '--wait']);
  const query = { year: YEAR, type: 'DISPOSITION', asset: SWAPPED.key } as const;
  const swapped = await ok(api.GET('/api/v1/transactions', { params: { query } }));
  return {
    ...user,
    departureId: departures.at(3)!,
    arrivalId: arrivals.at(3)!,
    matchedId: arrivals.at(0)!,
    swappedId: swapped.transactions[0]!.id,
    accountId,
  };
}

/** Imports shared prices of many assets. */
export async function importSharedPrices(stack: TestStack): Promise<void> {
  const assetKeys = [
    ...TRADED.map(({ key }) => key),
    ...Array.from({ length: 95 }, (_, index) => `OTHER-${String(index)}`),
  ];
  const lines = assetKeys.flatMap((assetKey) =>
    Array.from({ length: 50 }, (_, day) => {
      const at = new Date(Date.UTC(YEAR, 0, 1 + day)).toISOString();
      return { kind: 'price', assetKey, at, eur: '100' };
    }),
  );
  await stack.ctx(['import', '--shared-prices', stack.file('shared-prices.jsonl', lines)]);
}

/**
 * Copies the rows of `userId` to other users: a table with many rows to 300 users, one with few rows to 3,000. So the planner sees
 * tables in which a user is one of many. The rows of each user are adjacent, as a run writes them: in another order the planner
 * would sort them instead of following an index.
 */
export async function fillWithUsersLike(owner: pg.Client, userId: string): Promise<void> {
  const { rows: tables } = await owner.query<{ name: string; columns: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name, string_agg(quote_ident(a.attname), ', ') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND n.nspname IN ('facts', 'figures', 'corrections') AND has_any_column_privilege('ctx_read', c.oid, 'SELECT')
      AND a.attnum > 0 AND a.attname <> 'user_id' AND a.attgenerated = '' AND a.attidentity = ''
      AND EXISTS (SELECT FROM pg_attribute u WHERE u.attrelid = c.oid AND u.attname = 'user_id')
    GROUP BY c.oid, n.nspname, c.relname ORDER BY c.relname NOT IN ('accounts', 'frozen_years'), c.relname NOT IN ('files', 'events'), c.relname <> 'files'`);
  // In one transaction, because recalc computes the figures of a user who has facts but no figures.
  await owner.query('BEGIN');
  // The rows of a user need a row in identity.users.
  await owner.query(
    `INSERT INTO identity.users (user_id, email, plan) OVERRIDING SYSTEM VALUE
     SELECT n, 'like-' || n || '@example.org', 'pro' FROM generate_series(1000001, 1003000) n`,
  );
  // A short history has no page marks.
  await owner.query(
    "INSERT INTO figures.page_marks (user_id, year, times, ids) VALUES ($1, 1999, '{}', '{}')",
    [userId],
  );
  // Nor has it a submitted year.
  await owner.query(
    `INSERT INTO figures.frozen_years (user_id, year, input_fingerprint) VALUES (${userId}, 1999, '');
     INSERT INTO figures.frozen_events (user_id, year, event_id, group_ids, group_members)
       VALUES (${userId}, 1999, gen_random_uuid(), '{}', 0);
     INSERT INTO figures.frozen_lots (user_id, year, lot_id, asset_key, event_id, origin_event_id, acquired_at, arrived_at, amount,
         cost_basis, given, held, held_cost, photo_held, photo_cost)
       VALUES (${userId}, 1999, gen_random_uuid(), 'BTC', gen_random_uuid(), gen_random_uuid(), now(), now(), 1, 0, '{}', 0, 0, 0, 0);
     INSERT INTO figures.frozen_inputs (user_id, year, file, place, years, line) VALUES (${userId}, 1999, 'facts', 1, '{}', '{}');
     INSERT INTO figures.closing_states (user_id, year, asset_key, state) VALUES (${userId}, 1999, 'BTC', '{}');
     INSERT INTO corrections.audit_cleanups (user_id, place, at, cleared, cleared_hash, row_count, newest_at, hash)
       VALUES (${userId}, 1000000, now(), 0, '', 0, now(), '')`,
  );
  // Nor has it files that look alike.
  await owner.query(
    `INSERT INTO facts.files (user_id, file_id, account_id, name, platform, format, sha256, row_count, event_count, added, changed, via)
       SELECT user_id, gen_random_uuid(), account_id, 'x.csv', 'X', 'x', sha256('x'), 1, 1, 1, 0, 'settings' FROM facts.accounts
       WHERE user_id = ${userId};
     INSERT INTO facts.file_events (user_id, file_id, event_id)
       SELECT f.user_id, f.file_id, e.event_id FROM facts.files f JOIN facts.events e USING (user_id) WHERE f.user_id = ${userId} LIMIT 40;
     INSERT INTO facts.possible_duplicates
         (user_id, duplicate_id, file_id, other_account_id, other_format, transaction_count, first_at, last_at)
       SELECT user_id, gen_random_uuid(), file_id, account_id, '', 1, now(), now() FROM facts.files WHERE user_id = ${userId}`,
  );
  for (const { name, columns } of tables)
    await owner.query(
      `INSERT INTO ${name} (user_id, ${columns})
       SELECT n, ${columns} FROM ${name},
         generate_series(1000001, 1000000 + (SELECT CASE WHEN count(*) > 30 THEN 300 ELSE 3000 END FROM ${name} WHERE user_id = $1)) n
       WHERE user_id = $1 ORDER BY n`,
      [userId],
    );
  await owner.query('COMMIT');
  await owner.query('VACUUM ANALYZE');
}
