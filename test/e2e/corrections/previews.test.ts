/** Dry runs of corrections and the preview of a sale: same rejections, nothing stored, nothing of locked years. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { createPool } from '@ctx/platform/postgres';
import { previewCurrent } from '../../../services/recalc/src/previews/current.ts';
import { ok } from '../../api/client.ts';
import { closePool } from '../bare-postgres.ts';
import { rejectionOf } from '../contract/rejection.ts';
import { createUser, use, useStack, useUser } from '../kit.ts';
import { event, importLines, UNKNOWN_ID } from '../stack.ts';
import { untilIdle, useCorrectableUser } from './users.ts';

const stack = useStack();
const user = useCorrectableUser(stack);
const pool = use(
  () =>
    createPool({
      url: stack.ready().postgres.url,
      connectionsMax: 2,
      onError: (error) => {
        throw error;
      },
    }),
  closePool,
);

const id = (name: string): string => user.events.get(name)!;
const api = () => user.api;
const override = (body: Schema<'OverrideRequest'>, headers: Record<string, string> = {}) =>
  api().POST('/api/v1/overrides', { body, headers });
const dustRule = (dryRun: boolean) =>
  api().POST('/api/v1/rules', {
    body: { action: 'IGNORE_DUST', label: 'l', matchType: 'DUST_THRESHOLD', thresholdEur: 5000, dryRun },
  });

describe('A dry run', () => {
  it.each([
    ['402 YEAR_LOCKED', () => ({ taxEventId: id('SELL 2024'), notes: 'n' })],
    ['409 YEAR_FROZEN', () => ({ taxEventId: id('SELL 2025'), notes: 'n' })],
    ['404 NOT_FOUND', () => ({ taxEventId: UNKNOWN_ID, notes: 'n' })],
    ['400 NOTHING_TO_APPLY', () => ({ taxEventId: id('SELL 2026') })],
    ['400 CLEAR_CONFLICT', () => ({ taxEventId: id('SELL 2026'), notes: 'n', clear: ['notes' as const] })],
  ])('is rejected with %s as the correction is', async (expected, body) => {
    expect(await rejectionOf(override(body()))).toBe(expected);
    expect(await rejectionOf(override({ ...body(), dryRun: true }))).toBe(expected);
  });

  it('does not use up an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'preview-then-apply' };
    const body = { taxEventId: id('SELL 2026'), notes: 'n' };
    const tried = await ok(override({ ...body, dryRun: true }, headers));
    expect(tried.preview).toEqual({
      years: [],
      lockedYears: [2023, 2024],
      issues: { appearCount: 0, disappearCount: 0, appear: [], disappear: [] },
      rule: null,
    });
    const made = await ok(override({ ...body, dryRun: false }, headers));
    expect([made.created, made.preview, made.dryRun]).toEqual([true, undefined, undefined]);
    // Left out and false are the same request.
    expect(await ok(override(body, headers))).toEqual(made);
    await untilIdle(stack, user);
  });

  it('names the events of a rule, newest first, and how many there are', async () => {
    const { preview } = await ok(dustRule(true));
    const { rule } = await ok(dustRule(false));
    await untilIdle(stack, user);
    const { rules } = await ok(api().GET('/api/v1/rules'));
    const decided = rules.find((each) => each.id === rule.id)?.matchedCount;
    expect(preview!.rule!.eventCount).toBe(decided);
    const times = preview!.rule!.events.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().reverse());
    expect(times).toHaveLength(Math.min(20, decided!));
    const params = { path: { ruleId: rule.id }, query: { dryRun: true } };
    const deleted = await ok(api().DELETE('/api/v1/rules/{ruleId}', { params }));
    expect(deleted).toMatchObject({ dryRun: true, preview: { rule: { eventCount: decided } } });
    await ok(api().DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId: rule.id } } }));
    await untilIdle(stack, user);
  });

  it('says before all else that it is one', async () => {
    const response = await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ taxEventId: id('SELL 2026'), notes: 'n', dryRun: true }),
    });
    expect(await response.text()).toMatch(/^\{"dryRun":true,"override":\{/);
  });

  it('shows nothing of locked years, although their figures would change, and names them', async () => {
    const farmer = await createUser(stack, { scope: 'write' });
    const harvest = (year: number) =>
      event(`HARVEST ${String(year)}`, 'ACQUISITION', '1', `${String(year)}-02-01T10:00:00Z`, '3000', {
        protocol: 'Farm',
      });
    const account = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
    await importLines(stack, farmer.userId, [account, harvest(2024), harvest(2026)]);
    await untilIdle(stack, farmer);
    const body = { action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL', matchValue: 'Farm' } as const;
    const rule = (dryRun: boolean) =>
      ok(stack.api(farmer.token).POST('/api/v1/rules', { body: { ...body, dryRun } }));
    const { preview } = await rule(true);
    expect(preview!.years.map(({ year, after }) => [year, after.totalIncome])).toEqual([[2026, 3000]]);
    expect(preview!.lockedYears).toEqual([2024]);
    expect(preview!.rule!.eventCount).toBe(2);
    await rule(false);
    await untilIdle(stack, farmer);
    const { years } = await ok(stack.api(farmer.token).GET('/api/v1/summary'));
    expect(years.map(({ year, totalIncome }) => [year, totalIncome.exact, totalIncome.high])).toEqual([
      [2026, 3000, null],
      [2024, null, 3200],
    ]);
  });

  it('is rejected with PREVIEW_TOO_LARGE if it would compute too many events', async () => {
    const preview = previewCurrent({ pool, eventsMax: 3 }, Number(user.userId), {
      changed: 'EVERYTHING',
      proposal: {},
    });
    await expect(preview).rejects.toMatchObject({ message: 'PREVIEW_TOO_LARGE' });
  });

  it('is rejected with RECALC_RUNNING if the figures do not become current', async () => {
    const { userId } = await createUser(stack);
    await pool.query("SELECT set_config('app.user_id', $1, false)", [userId]);
    await pool.query(
      `INSERT INTO corrections.recalc_state (user_id, import_id, import_until) VALUES ($1, $2, now() + interval '1 hour')`,
      [userId, UNKNOWN_ID],
    );
    const asked = { changed: 'EVERYTHING', proposal: {} } as const;
    const preview = previewCurrent({ pool, eventsMax: 100 }, Number(userId), asked);
    await expect(preview).rejects.toMatchObject({ message: 'RECALC_RUNNING' });
  });
});

describe('The preview of a sale', () => {
  const ASSET = { key: 'btc', symbol: 'BTC' };
  const FACTS = [
    { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
    event('OLD', 'ACQUISITION', '1', '2020-05-01T10:00:00Z', '8000', { asset: ASSET }),
    event('DEAR', 'ACQUISITION', '1', '2025-10-01T10:00:00Z', '100000', { asset: ASSET }),
    event('NEW', 'ACQUISITION', '1', '2026-02-01T10:00:00Z', '60000', { asset: ASSET }),
    event('UNPRICED', 'ACQUISITION', '1', '2020-05-01T10:00:00Z', '10', {
      asset: { key: 'none', symbol: 'NONE' },
    }),
    { kind: 'price', assetKey: 'btc', at: '2025-12-31T20:00:00Z', eur: '75000' },
  ];

  const seller = useUser(stack, {
    beta: 'portfolio',
    years: [2020, 2025, 2026, 2027],
    scope: 'write',
    facts: FACTS,
  });

  beforeAll(async () => {
    await untilIdle(stack, seller);
  });

  const preview = (query: object) =>
    seller.api.GET('/api/v1/previews/sale', {
      params: { query: { assetKey: 'btc', amount: 2.5, unitPriceEur: 90000, ...query } },
    });

  it('has the sums of its slices by method, and no slices where the request leaves them out', async () => {
    const query = { at: '2026-06-01T10:00:00Z' };
    const whole = await ok(preview(query));
    const short = await ok(preview({ ...query, slices: false }));
    for (const [all, bounded] of [
      [whole.sale, short.sale],
      [whole.nextYear!, short.nextYear!],
    ] as const) {
      expect(bounded).toEqual({ ...all, slices: [] });
      expect(all.sliceCount).toBe(3);
      for (const { method, lots, ...sums } of all.methods) {
        const of = all.slices.filter((slice) => slice.method === method);
        expect(of).toHaveLength(lots);
        for (const name of ['amount', 'proceeds', 'basis', 'gain'] as const)
          expect(sums[name]).toBeCloseTo(
            of.reduce((sum, slice) => sum + slice[name], 0),
            6,
          );
      }
      expect(all.methods.reduce((sum, { lots }) => sum + lots, 0)).toBe(3);
    }
    expect(whole.warnings).toEqual([]);
  });

  it.each([
    ['units that are not held', { amount: 3.5 }, ['0.5 BTC more than is held: their cost counts as 0.']],
    [
      'a value at the end of 2025 that is not known',
      { assetKey: 'none', amount: 1 },
      [
        'The value of none at the end of 2025 is not known: units of before then are measured from their historic cost.',
      ],
    ],
  ])('warns before any figure of %s', async (_what, query, warnings) => {
    const found = await ok(preview(query));
    expect(found.warnings).toEqual(warnings);
    expect(Object.keys(found)[0]).toBe('warnings');
  });

  it('values a departure like the sale of all that has a price, names what has none, and rejects a year before the tax', async () => {
    const departure = (query: object, of = seller.api) =>
      of.GET('/api/v1/previews/departure', { params: { query } });
    const at = '2026-06-01T10:00:00Z';
    const found = await ok(departure({ at }));
    // The latest price is that of the end of 2025, of any age.
    const { sale } = await ok(preview({ amount: 3, unitPriceEur: 75000, at }));
    expect(found).toMatchObject({
      at,
      year: 2026,
      value: 225000,
      gain: sale.gain,
      tax: sale.tax,
      exemptionUsed: sale.exemptionUsed,
      exemptionRemaining: sale.exemptionRemaining,
      withoutPrice: ['none'],
      missingPhotoValues: [],
    });
    expect(found.holdings.find(({ assetKey }) => assetKey === 'btc')).toMatchObject({
      amount: 3,
      unitPriceEur: 75000,
      euroValue: 225000,
      gain: sale.gain,
    });
    expect(Object.keys(found)[0]).toBe('warnings');
    expect(found.deferral).toContain('24 months');
    expect(await rejectionOf(departure({ at: '2025-06-01T10:00:00Z' }))).toBe('400 null');
  });

  it('equals the figures after the sale is imported: gain, tax, exemption and slices', async () => {
    const at = '2026-06-01T10:00:00Z';
    const found = await ok(preview({ at }));
    expect(found).toMatchObject({ assetKey: 'btc', assetSymbol: 'BTC', amount: 2.5, euroValue: 225000 });
    const { sale, nextYear } = found;
    expect(
      sale.slices.map(({ amount, basis, method, photoValue, gain }) => ({
        amount,
        basis,
        method,
        photoValue,
        gain,
      })),
    ).toEqual([
      { amount: 1, basis: 75000, method: 'PHOTO', photoValue: 75000, gain: 15000 },
      { amount: 1, basis: 90000, method: 'FLOORED_AT_ZERO', photoValue: 75000, gain: 0 },
      { amount: 0.5, basis: 30000, method: 'HISTORIC', photoValue: null, gain: 15000 },
    ]);
    expect(sale).toMatchObject({ year: 2026, at, gain: 30000, tax: 3000, sliceCount: 3, missingAmount: 0 });
    // The base of 10,000 EUR; the year after adds the 1,000 EUR that 2026 then does not use.
    expect([sale.exemptionUsed, sale.exemptionRemaining]).toEqual([10000, 0]);
    expect(nextYear).toMatchObject({ year: 2027, at: '2026-12-31T23:00:00Z', exemptionUsed: 11000 });
    const before = await ok(seller.api.GET('/api/v1/summary'));
    await importLines(stack, seller.userId, [
      event('SALE', 'DISPOSITION', '2.5', at, '225000', { asset: ASSET }),
    ]);
    await untilIdle(stack, seller);
    const params = { path: { year: 2026 } };
    const after = await ok(seller.api.GET('/api/v1/years/{year}/summary', { params }));
    expect(before.years.find(({ year }) => year === 2026)?.totalCapitalGains.exact).toBe(0);
    expect([after.totalCapitalGains.exact, after.totalCapitalGainsTax.exact]).toEqual([sale.gain, sale.tax]);
    expect(after.vrijstellingHeadroom!.used.exact).toBe(sale.exemptionUsed);
    expect(after.vrijstellingHeadroom!.remaining.exact).toBe(sale.exemptionRemaining);
  });

  // The preview is in the account of the newest event.
  it.each(['a', 'z'])(
    'comes after a sale of the same instant, also from the account "%s"',
    async (newest) => {
      const other = await createUser(stack, { beta: 'portfolio', scope: 'write' });
      const at = '2026-06-01T10:00:00Z';
      const account = (ref: string) => ({
        kind: 'account',
        ref,
        accountKind: 'exchange',
        datasource: 'KRAKEN',
      });
      const ofAsset = { asset: ASSET, account: 'm' };
      await importLines(stack, other.userId, [
        account('m'),
        account(newest),
        event('FIRST', 'ACQUISITION', '1', '2026-01-05T10:00:00Z', '10000', ofAsset),
        event('SECOND', 'ACQUISITION', '1', '2026-02-05T10:00:00Z', '50000', ofAsset),
        event('SALE', 'DISPOSITION', '1', at, '80000', ofAsset),
        event('LATER', 'ACQUISITION', '1', '2026-07-01T10:00:00Z', '70000', { ...ofAsset, account: newest }),
      ]);
      await untilIdle(stack, other);
      const query = { assetKey: 'btc', amount: 1, euroValue: 60000, at };
      const { sale } = await ok(stack.api(other.token).GET('/api/v1/previews/sale', { params: { query } }));
      expect([sale.gain, sale.missingAmount]).toEqual([10000, 0]);
    },
  );

  it('bears no fee that an import pays under some reference', async () => {
    const payer = await createUser(stack, { beta: 'portfolio', scope: 'write' });
    await stack.ctx(['year', 'regime', '--user', payer.userId, '--year', '2026', '--regime', 'SPECULATIEF']);
    const eur = { asset: { key: 'EUR', symbol: 'EUR', fiat: true } };
    await importLines(stack, payer.userId, [
      FACTS[0]!,
      event('BUY', 'ACQUISITION', '1', '2026-01-05T10:00:00Z', '10000', { asset: ASSET }),
      event('sale preview', 'FEE', '700', '2026-01-06T10:00:00Z', '700', eur),
    ]);
    await untilIdle(stack, payer);
    const query = { assetKey: 'btc', amount: 1, euroValue: 60000, at: '2026-06-01T10:00:00Z' };
    const { sale } = await ok(stack.api(payer.token).GET('/api/v1/previews/sale', { params: { query } }));
    expect(sale.gain).toBe(50000);
  });

  it('names the amount without a lot, and assets without a value at the end of 2025', async () => {
    const { sale } = await ok(preview({ assetKey: 'none', amount: 3, at: '2026-06-01T10:00:00Z' }));
    expect(sale).toMatchObject({ missingAmount: 2, missingPhotoValues: ['none'] });
    expect(sale.slices.map(({ method }) => method)).toEqual(['MISSING']);
  });

  it('is of now if it names no time, and has no next year if that was submitted or is locked with events', async () => {
    const now = await ok(preview({ amount: 0.1 }));
    expect(Math.abs(Date.parse(now.sale.at) - Date.now())).toBeLessThan(3_600_000);
    const { nextYear } = await ok(preview({ amount: 0.1, at: '2025-06-01T10:00:00Z' }));
    expect(nextYear).not.toBeNull();
    await stack.ctx(['user', 'set', '--user', seller.userId, '--remove-year', '2026']);
    const hidden = await ok(preview({ amount: 0.1, at: '2025-06-01T10:00:00Z' }));
    expect(hidden.nextYear).toBeNull();
  });
});
