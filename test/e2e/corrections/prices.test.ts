/** Prices that the taxpayer enters: through the pipeline of corrections, valued by the engine, guarded by year, undone like a correction. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { createUser, eventIds, type TestUser, useCreated, useStack } from '../kit.ts';
import { event, importLines, newToken } from '../stack.ts';
import { rejectionOf, send } from './surfaces.ts';
import { untilIdle } from './users.ts';

const stack = useStack();

const of = (key: string): object => ({ asset: { key, symbol: key } });
const unvalued = (name: string, type: string, amount: string, at: string, key: string): object =>
  event(name, type, amount, at, null, of(key));

/** Events without a value in 2023 (locked and submitted), 2024 (locked), 2025 (submitted) and 2026 (open). */
const FACTS: readonly object[] = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
  ...[2023, 2024, 2025].map((year) =>
    unvalued(`BUY ${String(year)}`, 'ACQUISITION', '1', `${String(year)}-02-01T10:00:00Z`, 'ETH'),
  ),
  event('OLD', 'ACQUISITION', '2', '2022-02-01T10:00:00Z', '100', of('SOL')),
  unvalued('BUY', 'ACQUISITION', '2', '2026-02-01T10:00:00Z', 'ETH'),
  unvalued('LATER', 'INCOME', '1', '2026-02-02T10:00:00Z', 'ETH'),
  event('VALUED', 'ACQUISITION', '1', '2026-02-01T12:00:00Z', '7', of('ETH')),
  event('SOLD', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', '500', of('SOL')),
  unvalued('COIN', 'INCOME', '10', '2026-04-01T10:00:00Z', 'USDC'),
  unvalued('LONELY', 'INCOME', '1', '2026-05-01T10:00:00Z', 'XLM'),
];

const user = useCreated(async () => {
  const years = [2022, 2023, 2024, 2025, 2026];
  const created = await createUser(stack, { years, scope: 'write', facts: FACTS });
  const ids = await eventIds(created, ...years);
  for (const year of ['2023', '2025']) {
    await untilIdle(stack, created);
    await stack.ctx(['year', 'freeze', '--user', created.userId, '--year', year]);
  }
  await stack.ctx([
    'user',
    'set',
    '--user',
    created.userId,
    '--remove-year',
    '2023',
    '--remove-year',
    '2024',
  ]);
  await untilIdle(stack, created);
  return { ...created, ids };
});

type Item = Schema<'PriceItem'>;
type Price = Record<string, unknown>;
const SOURCE = 'Close of the exchange';

const setAll = (prices: readonly Price[], more: object = {}, headers = {}, of: TestUser = user) =>
  send(
    stack,
    of,
    'POST',
    '/api/v1/prices',
    { prices: prices.map((each) => ({ source: SOURCE, ...each })), ...more },
    headers,
  );
const set = async (price: Price, more: object = {}): Promise<Item> => {
  const { body } = await setAll([price], more);
  return (body['results'] as Item[])[0]!;
};
const remove = (id: string, query = '') => send(stack, user, 'DELETE', `/api/v1/prices/${id}${query}`);
const list = (query: object = {}) => ok(user.api.GET('/api/v1/prices', { params: { query } }));
const undo = (entryId: string) => send(stack, user, 'POST', `/api/v1/history/${entryId}/undo`);
const newest = async (): Promise<Schema<'HistoryEntry'>> => {
  const { entries } = await ok(user.api.GET('/api/v1/history', { params: { query: { size: 1 } } }));
  return entries[0]!;
};
/** The EUR value of an event and its source, once no run is left. */
async function valueOf(name: string): Promise<string> {
  await untilIdle(stack, user);
  const path = { taxEventId: user.ids.get(name)! };
  const { explanation, transaction } = await ok(
    user.api.GET('/api/v1/transactions/{taxEventId}', { params: { path } }),
  );
  const { price } = explanation;
  return `${String(transaction.euroValue ?? null)} ${price.source} ${String(price.origin ?? null)}`;
}
async function withoutPrices(): Promise<void> {
  for (const { id } of (await list({ size: 200 })).prices) await remove(id);
  await untilIdle(stack, user);
}
beforeAll(() => untilIdle(stack, user));

const UNKNOWN = 'null NONE null';

describe('An entered price', () => {
  it('values events without a value of their own while it is valid, and is stored with all its digits', async () => {
    const answer = await setAll([{ assetKey: 'ETH', day: '2026-02-01', eur: 2500.25, notes: 'n' }]);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        processed: 1,
        succeeded: 1,
        failed: 0,
        recalc: 'SCHEDULED',
        results: [{ status: 'APPLIED', code: null, message: null, price: expect.any(Object) }],
      },
    ]);
    expect((await list()).prices).toEqual([
      {
        id: expect.any(String),
        assetKey: 'ETH',
        at: null,
        day: '2026-02-01',
        validFrom: '2026-01-31T23:00:00Z',
        validUntil: '2026-02-01T23:00:00Z',
        eur: 2500.25,
        source: SOURCE,
        notes: 'n',
        updatedAt: expect.any(String),
        updatedVia: expect.any(String),
      },
    ]);
    expect(await valueOf('BUY')).toBe('5000.5 PRICE_SERIES ENTERED');
    expect(await valueOf('LATER')).toBe(UNKNOWN);
    expect(await valueOf('VALUED')).toBe('7 IMPORT null');
  });

  it('of an instant wins over that of the day and over a replaced one, for 24 hours', async () => {
    const at = '2026-02-01T11:00:00+01:00';
    expect(await set({ assetKey: 'ETH', at, eur: 1000 })).toMatchObject({ status: 'APPLIED' });
    expect(await valueOf('BUY')).toBe('2000 PRICE_SERIES ENTERED');
    expect(await valueOf('LATER')).toBe('1000 PRICE_SERIES ENTERED');
    const sameMoment = '2026-02-01T10:00:00Z';
    expect(await set({ assetKey: 'ETH', at: sameMoment, eur: 1100 })).toMatchObject({ status: 'APPLIED' });
    expect((await list({ assetKey: 'ETH' })).totalElements).toBe(2);
    expect(await valueOf('BUY')).toBe('2200 PRICE_SERIES ENTERED');
  });

  it('returns to the next source when it is removed, and comes back when that is undone', async () => {
    const [instant] = (await list({ assetKey: 'ETH' })).prices;
    expect((await remove(instant!.id)).body).toEqual({ deleted: true, recalc: 'SCHEDULED' });
    expect(rejectionOf(await remove(instant!.id))).toBe('404 NOT_FOUND');
    expect(await valueOf('BUY')).toBe('5000.5 PRICE_SERIES ENTERED');
    expect(await valueOf('LATER')).toBe(UNKNOWN);
    const { id, kind, changes, years } = await newest();
    expect([kind, years, changes[0]?.price]).toEqual([
      'PRICE',
      [2026],
      { assetKey: 'ETH', at: '2026-02-01T10:00:00Z', day: null },
    ]);
    expect(changes[0]).toMatchObject({ action: 'PRICE_REMOVED', targetId: instant!.id, eventIds: [] });
    expect(changes[0]!.fields).toContainEqual({ field: 'eur', from: '1100', to: null });
    expect((await undo(id)).status).toBe(200);
    expect(await valueOf('BUY')).toBe('2200 PRICE_SERIES ENTERED');
    expect((await list({ assetKey: 'ETH' })).prices[0]).toMatchObject({ id: instant!.id, eur: 1100 });
  });

  it('cannot be undone while a later change holds, which the rejection names', async () => {
    const day = { assetKey: 'ETH', day: '2026-02-01' };
    await set({ ...day, eur: 1 });
    const first = await newest();
    await set({ ...day, eur: 2 });
    const second = await newest();
    const { status, body } = await undo(first.id);
    expect([status, body['code'], body['fieldErrors']]).toEqual([
      409,
      'CHANGED_SINCE',
      [expect.objectContaining({ field: 'eur', laterEntryId: second.id })],
    ]);
    await undo(second.id);
    expect((await undo(first.id)).status).toBe(200);
    expect((await list({ assetKey: 'ETH' })).prices.find((each) => each.day != null)).toMatchObject({
      eur: 2500.25,
    });
  });

  it('changes nothing when it is entered again, and is stored once for one idempotency key', async () => {
    const price = { assetKey: 'ETH', day: '2026-02-01', eur: 2500.25, notes: 'n' };
    const before = await newest();
    expect(await set(price)).toMatchObject({ status: 'UNCHANGED' });
    expect((await newest()).id).toBe(before.id);
    const key = { 'idempotency-key': 'price-1' };
    const [one, two] = [
      await setAll([{ ...price, eur: 3 }], {}, key),
      await setAll([{ ...price, eur: 3 }], {}, key),
    ];
    expect(two.text).toBe(one.text);
    const reused = await setAll([{ ...price, eur: 4 }], {}, key);
    expect(rejectionOf(reused)).toBe('400 IDEMPOTENCY_KEY_REUSED');
  });

  it('with dryRun saves nothing and shows what the figures become', async () => {
    await withoutPrices();
    const before = await newest();
    const price = { assetKey: 'ETH', at: '2026-02-02T09:00:00Z', eur: 1234.5 };
    const { body } = await setAll([price], { dryRun: true });
    const preview = body['preview'] as Schema<'CorrectionPreview'>;
    expect(body).toMatchObject({ recalc: 'NOT_NEEDED', succeeded: 1 });
    expect(
      preview.years.map(({ year, before: was, after }) => [year, was.totalIncome, after.totalIncome]),
    ).toEqual([[2026, 0, 1234.5]]);
    expect(preview.issues.disappear.map(({ issueType }) => issueType)).toEqual(['MISSING_PRICE']);
    expect([(await newest()).id, (await list()).totalElements]).toEqual([before.id, 0]);
    await set(price);
    await untilIdle(stack, user);
    const { summaries } = {
      summaries: await ok(user.api.GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } })),
    };
    expect(summaries.totalIncome.exact).toBe(1234.5);
    const [stored] = (await list()).prices;
    expect((await remove(stored!.id, '?dryRun=true')).body).toMatchObject({
      preview: { years: [{ year: 2026, after: { totalIncome: 0 } }] },
    });
  });

  it('requests no run where it can value no event, and the next read shows it all the same', async () => {
    await list();
    const { body } = await setAll([{ assetKey: 'NEVER-HELD', day: '2026-02-01', eur: 1 }]);
    expect(body['recalc']).toBe('NOT_NEEDED');
    expect((await list({ assetKey: 'NEVER-HELD' })).totalElements).toBe(1);
    await list();
    expect((await setAll([{ assetKey: 'NEVER-HELD', day: '2026-02-01', eur: 2 }])).body['recalc']).toBe(
      'NOT_NEEDED',
    );
    expect((await list({ assetKey: 'NEVER-HELD' })).prices[0]?.eur).toBe(2);
  });

  it('is an entry of the history with its count, years and fields, also where several are entered together', async () => {
    const prices = ['2026-06-01', '2026-06-02'].map((day) => ({ assetKey: 'XLM', day, eur: 0.1 }));
    const { body } = await setAll(prices);
    expect((body['results'] as Item[]).map(({ status }) => status)).toEqual(['APPLIED', 'APPLIED']);
    const { changeCount, changes, kind, years } = await newest();
    expect([kind, changeCount, years, changes.map(({ price }) => price?.day)]).toEqual([
      'PRICE',
      2,
      [2026],
      ['2026-06-01', '2026-06-02'],
    ]);
    const query = { kind: 'PRICE' as const, year: 2026, size: 1 };
    expect((await ok(user.api.GET('/api/v1/history', { params: { query } }))).entries).toHaveLength(1);
  });
});

describe('Entered prices', () => {
  it('are listed in pages, by asset, newest first', async () => {
    const { prices, ...page } = await list({ size: 2, page: 1, assetKey: 'XLM' });
    expect([prices, page]).toEqual([
      [],
      { page: 1, size: 2, totalElements: 2, totalPages: 1, hasNext: false, hasPrevious: true },
    ]);
    const all = (await list({ size: 200 })).prices;
    expect(all.map(({ assetKey, day }) => `${assetKey} ${String(day)}`)).toEqual(
      ['ETH null', 'NEVER-HELD 2026-02-01', 'XLM 2026-06-02', 'XLM 2026-06-01'].filter((each) =>
        all.some(({ assetKey }) => each.startsWith(assetKey)),
      ),
    );
    expect(all.length).toBeGreaterThan(2);
  });
});

describe('An entered price of a locked or submitted year', () => {
  it.each([
    ['2023-02-01', 'YEAR_LOCKED'],
    ['2024-02-01', 'YEAR_LOCKED'],
    ['2025-02-01', 'YEAR_FROZEN'],
  ])(
    'on %s fails with %s if it could value an event of the year, beside others that are saved',
    async (day, code) => {
      const { body } = await setAll([
        { assetKey: 'ETH', day, eur: 1 },
        { assetKey: 'SOL', day, eur: 1 },
      ]);
      expect([body['succeeded'], body['failed']]).toEqual([1, 1]);
      expect(body['results']).toMatchObject([
        { status: 'FAILED', code, message: expect.any(String), price: null },
        { status: 'APPLIED' },
      ]);
      const [open] = (await list({ assetKey: 'SOL' })).prices;
      expect((await remove(open!.id)).status).toBe(200);
    },
  );

  it('cannot be removed or undone either', async () => {
    const day = { assetKey: 'LATE', day: '2024-05-01', eur: 1 };
    expect(await set(day)).toMatchObject({ status: 'APPLIED' });
    const entry = await newest();
    const [price] = (await list({ assetKey: 'LATE' })).prices;
    await importLines(stack, user.userId, [unvalued('LATE', 'INCOME', '1', '2024-05-01T10:00:00Z', 'LATE')]);
    await untilIdle(stack, user);
    expect(rejectionOf(await remove(price!.id))).toBe('402 YEAR_LOCKED');
    expect(rejectionOf(await undo(entry.id))).toBe('402 YEAR_LOCKED');
  });
});

describe('An entered price of the photo moment', () => {
  it('changes the gains of 2026 for the day 2025-12-31, whose end the photo is', async () => {
    const gains = async (): Promise<unknown> => {
      await untilIdle(stack, user);
      const params = { path: { year: 2026 } };
      const { totalCapitalGains } = await ok(user.api.GET('/api/v1/years/{year}/summary', { params }));
      return totalCapitalGains.exact;
    };
    expect(await gains()).toBe(450);
    expect(await set({ assetKey: 'SOL', day: '2026-01-01', eur: 300 })).toMatchObject({ status: 'APPLIED' });
    expect(await gains()).toBe(450);
    const issues = await ok(user.api.GET('/api/v1/issues'));
    expect(JSON.stringify(issues)).toContain('MISSING_PHOTO_VALUE');
    expect(await set({ assetKey: 'SOL', day: '2025-12-31', eur: 300 })).toMatchObject({ status: 'APPLIED' });
    expect(await gains()).toBe(200);
    const path = { taxEventId: user.ids.get('SOLD')! };
    const { explanation } = await ok(user.api.GET('/api/v1/transactions/{taxEventId}', { params: { path } }));
    expect(explanation.slices[0]?.photo).toMatchObject({
      unitPrice: 300,
      origin: 'ENTERED',
      at: '2025-12-30T23:00:00Z',
    });
    expect(JSON.stringify(await ok(user.api.GET('/api/v1/issues')))).not.toContain('MISSING_PHOTO_VALUE');
    const report = await stack.get('/api/v1/years/2026/report?format=jsonl', user.token);
    expect(report.text).toMatch(/"section":"PHOTO"[^\n]*"priceSource":"ENTERED"/);
  });
});

describe('A stablecoin without a price', () => {
  it('has the entered price of its currency, named as derived', async () => {
    expect(await valueOf('COIN')).toBe(UNKNOWN);
    expect(await set({ assetKey: 'USD', day: '2026-04-01', eur: 0.9 })).toMatchObject({ status: 'APPLIED' });
    expect(await valueOf('COIN')).toBe('9 PRICE_SERIES DERIVED');
    await set({ assetKey: 'USDC', day: '2026-04-01', eur: 0.8 });
    expect(await valueOf('COIN')).toBe('8 PRICE_SERIES ENTERED');
  });
});

describe('A request for prices is rejected', () => {
  const price = { assetKey: 'ETH', eur: 1, source: SOURCE };
  it.each<readonly [string, object, string]>([
    ['without a moment', { prices: [price] }, 'prices.0.at'],
    [
      'with an instant and a day',
      { prices: [{ ...price, at: '2026-01-01T00:00:00Z', day: '2026-01-01' }] },
      'prices.0.day',
    ],
    ['with a day that does not exist', { prices: [{ ...price, day: '2026-02-30' }] }, 'prices.0.day'],
    ['with a day of another century', { prices: [{ ...price, day: '1999-01-01' }] }, 'prices.0.day'],
    [
      'with one moment of an asset twice',
      { prices: [1, 2].map((eur) => ({ ...price, eur, day: '2026-01-01' })) },
      'prices.1.day',
    ],
    ['with a negative price', { prices: [{ ...price, eur: -1, day: '2026-01-01' }] }, 'prices.0.eur'],
    [
      'with a price of too many digits',
      '{"prices":[{"assetKey":"ETH","day":"2026-01-01","source":"s","eur":1.1234567890123}]}' as never,
      'prices.0.eur',
    ],
    ['without a source', { prices: [{ assetKey: 'ETH', eur: 1, day: '2026-01-01' }] }, 'prices.0.source'],
    [
      'with an unknown field',
      { prices: [{ ...price, day: '2026-01-01', currency: 'USD' }] },
      'prices.0.currency',
    ],
    [
      'of the euro, whose price is 1',
      { prices: [{ ...price, assetKey: 'EUR', day: '2026-01-01' }] },
      'prices.0.assetKey',
    ],
    ['without prices', { prices: [] }, 'prices'],
    [
      'with more than 200',
      { prices: Array.from({ length: 201 }, () => ({ ...price, day: '2026-01-01' })) },
      'prices',
    ],
  ])('%s', async (_title, body, field) => {
    const answer = await send(stack, user, 'POST', '/api/v1/prices', body);
    expect([answer.status, (answer.body['fieldErrors'] as { field: string }[])[0]?.field]).toEqual([
      400,
      field,
    ]);
  });
});

it('Entered prices of another user are not seen, and a token without the right to write cannot enter any', async () => {
  await set({ assetKey: 'MINE', day: '2026-01-01', eur: 1 });
  const other = await createUser(stack, { scope: 'write' });
  const params = { query: { size: 200 } };
  expect((await ok(stack.api(other.token).GET('/api/v1/prices', { params }))).prices).toEqual([]);
  const [price] = (await list({ assetKey: 'MINE' })).prices;
  expect(rejectionOf(await send(stack, other, 'DELETE', `/api/v1/prices/${price!.id}`))).toBe(
    '404 NOT_FOUND',
  );
  const token = await newToken(stack, user.userId, 'read');
  const answer = await send(stack, { ...user, token }, 'POST', '/api/v1/prices', {
    prices: [{ assetKey: 'MINE', day: '2026-01-02', eur: 1, source: SOURCE }],
  });
  expect(answer.status).toBe(403);
});

describe('A price file', () => {
  const someone = useCreated(async () => {
    const created = await createUser(stack, {
      years: [2022, 2023, 2025, 2026],
      submitted: [2025],
      scope: 'write',
      facts: FACTS,
    });
    await untilIdle(stack, created);
    return created;
  });
  const sendFile = (
    content: string,
    query: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) =>
    someone.send(`/api/v1/price-files?${new URLSearchParams({ source: SOURCE, ...query }).toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', ...headers },
      body: content,
    });
  const listed = () => ok(someone.api.GET('/api/v1/prices', { params: { query: { size: 200 } } }));
  const withoutAny = async (): Promise<void> => {
    for (const { id } of (await listed()).prices)
      await someone.send(`/api/v1/prices/${id}`, { method: 'DELETE' });
    await untilIdle(stack, someone);
  };
  const HEAD = 'asset,date,eur';
  const fileOf = (...rows: readonly string[]): string => `${[HEAD, ...rows].join('\n')}\n`;

  it('enters its prices as a request with the same prices does, after a dry run that saves nothing, and once if it is sent twice', async () => {
    await withoutAny();
    const rows = ['ETH,2026-02-01,2500.123456789012', 'XLM,2026-05-01T12:00:00+02:00,0.25'];
    const tried = await sendFile(fileOf(...rows), { dryRun: 'true' });
    expect([tried.status, Object.keys(tried.body)[0]]).toEqual([200, 'dryRun']);
    expect(tried.body).toMatchObject({
      succeeded: 2,
      recalc: 'NOT_NEEDED',
      preview: expect.any(Object),
      rowsLeftOut: 0,
    });
    expect((await listed()).prices).toEqual([]);
    const { status, body, text } = await sendFile(fileOf(...rows, 'ETH,2100-01-01,1'));
    expect([status, body]).toMatchObject([200, { processed: 2, succeeded: 2, failed: 0, rowsLeftOut: 1 }]);
    expect(text).toContain('"eur":2500.123456789012');
    const { prices } = await listed();
    expect(prices.map(({ assetKey, day, at, source }) => [assetKey, day ?? at, source])).toEqual([
      ['ETH', '2026-02-01', SOURCE],
      ['XLM', '2026-05-01T10:00:00Z', SOURCE],
    ]);
    const { entries } = await ok(someone.api.GET('/api/v1/history'));
    expect(entries.map(({ kind }) => kind)).toEqual(['PRICE']);
    const again = await sendFile(fileOf(...rows));
    expect(again.body).toMatchObject({ succeeded: 2, recalc: 'NOT_NEEDED' });
    expect((await ok(someone.api.GET('/api/v1/history'))).totalElements).toBe(1);
    await withoutAny();
  });

  it('whose rows name no asset is of the asset of the request', async () => {
    const { body } = await sendFile('date,price\n2026-02-01,7\n', { assetKey: 'ETH', dryRun: 'true' });
    expect(body['succeeded']).toBe(1);
    expect((body['results'] as Item[])[0]?.price?.assetKey).toBe('ETH');
  });

  it('is entered once with an Idempotency-Key, and its second response says so', async () => {
    const key = { 'idempotency-key': 'price-file-1' };
    const [first, second] = [
      await sendFile(fileOf('ETH,2026-02-01,1'), {}, key),
      await sendFile(fileOf('ETH,2026-02-01,1'), {}, key),
    ];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(rejectionOf(await sendFile(fileOf('ETH,2026-02-01,2'), {}, key))).toBe(
      '400 IDEMPOTENCY_KEY_REUSED',
    );
    await withoutAny();
  });

  it.each([
    ['no rows', HEAD],
    ['no price until now', fileOf('ETH,2100-01-01,1')],
    ['a price that is no number', fileOf('ETH,2026-02-01,dear')],
    ['two prices of one day', fileOf('ETH,2026-02-01,1', 'ETH,2026-02-01,2')],
    ['a price below 0', fileOf('ETH,2026-02-01,-1')],
    [
      'more prices than a request may have',
      fileOf(...Array.from({ length: 201 }, (_each, index) => `A${String(index)},2026-02-01,1`)),
    ],
    ['more bytes than a price file may have', `${HEAD}\n${'x'.repeat(600_000)}`],
    ['nothing that is text', '\u0000\u0001'],
  ])('with %s is rejected, and says what is wrong', async (_what, content) => {
    const before = (await listed()).totalElements;
    const answer = await sendFile(content);
    expect(rejectionOf(answer)).toBe('400 FILE_REJECTED');
    expect((answer.body['fieldErrors'] as { message: string }[])[0]?.message).toMatch(/\w/);
    expect((await listed()).totalElements).toBe(before);
  });

  it('of locked and submitted years is rejected by price, as a request with the same prices is', async () => {
    const { body } = await sendFile(fileOf('ETH,2024-02-01,1', 'ETH,2025-02-01,1'));
    expect((body['results'] as Item[]).map(({ status, code }) => [status, code])).toEqual([
      ['FAILED', 'YEAR_LOCKED'],
      ['FAILED', 'YEAR_FROZEN'],
    ]);
  });
});
