/** Previews of many events are computed in a thread, and small ones among the runs; both say what the correction then does. */
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { scrape, sumOf } from './observing/scrape.ts';
import { untilIdle } from './runs.ts';
import { useStack, useUser } from './kit.ts';
import { event } from './stack.ts';

/** More than a preview among the runs computes. */
const LARGE = 2100;
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const facts = (count: number): object[] => [
  ACCOUNT,
  ...Array.from({ length: count - 2 }, (_each, index) =>
    event(`B${String(index)}`, 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '100'),
  ),
  event('I', 'INCOME', '1', '2026-02-01T10:00:00Z', '0.4'),
  event('S', 'DISPOSITION', String(count - 10), '2026-03-01T10:00:00Z', '900000'),
];

interface User {
  readonly userId: string;
  readonly token: string;
}
const stack = useStack({ own: true, settings: { LARGE_RUN_EVENTS: '20000' } });
const large = useUser(stack, () => ({ beta: 'portfolio', scope: 'write', facts: facts(LARGE) }));
const small = useUser(stack, { beta: 'portfolio', scope: 'write', facts: facts(30) });

/** Returns how many previews a worker has computed. */
const computedBy = async (worker: 'main' | 'large'): Promise<number> =>
  sumOf(await scrape(stack, 'recalc'), 'ctx_previews_total', { worker });

const DUST = {
  action: 'IGNORE_DUST',
  label: 'Dust',
  matchType: 'DUST_THRESHOLD',
  thresholdEur: 0.5,
} as const;

describe.each(['large', 'main'] as const)('A preview for the worker %s', (worker) => {
  const user = (): User => (worker === 'large' ? large : small);
  const api = () => stack.api(user().token);

  it('of a rule that concerns every event is what creating the rule then does', async () => {
    const before = await computedBy(worker);
    const { preview } = await ok(api().POST('/api/v1/rules', { body: { ...DUST, dryRun: true } }));
    expect(await computedBy(worker)).toBe(before + 1);
    const after = preview?.years.find(({ year }) => year === 2026)?.after;
    await ok(api().POST('/api/v1/rules', { body: DUST }));
    await untilIdle(stack, user());
    const summary = await ok(api().GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }));
    expect(after?.totalIncome).toBe(summary.totalIncome.exact);
    expect(after?.totalCapitalGains).toBe(summary.totalCapitalGains.exact);
  });

  it('of a sale before all others is computed, and an unknown asset gets the same rejection', async () => {
    const before = await computedBy(worker);
    const at = '2026-01-11T10:00:00Z';
    const query = { assetKey: 'ETH', amount: 1, euroValue: 150, at };
    const { sale } = await ok(api().GET('/api/v1/previews/sale', { params: { query } }));
    expect([sale.year, sale.sliceCount]).toEqual([2026, 1]);
    expect(await computedBy(worker)).toBeGreaterThan(before);
    const { response } = await api().GET('/api/v1/previews/sale', {
      params: { query: { ...query, assetKey: 'NONE' } },
    });
    expect(response.status).toBe(404);
  });

  it('of the readings of a year is computed', async () => {
    const before = await computedBy(worker);
    const { readings } = await ok(
      api().GET('/api/v1/years/{year}/readings', { params: { path: { year: 2026 } } }),
    );
    expect(readings.length).toBeGreaterThan(5);
    expect(await computedBy(worker)).toBe(before + 1);
  });
});
