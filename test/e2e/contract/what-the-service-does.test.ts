/** Statements of service.md, "What the service does". The statements about access are tested in `authentication`, `errors` and `isolation`. */
import type { ApiClient } from '@ctx/client';
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { buildOpenApi } from '../../../services/gateway/src/api/openapi/document.ts';
import { ok } from '../../api/client.ts';
import { createUser, useStack, useUser } from '../kit.ts';
import { event, importLines, waitFor, WORKED_EXAMPLE_1 } from '../stack.ts';

const stack = useStack();
const user = useUser(stack, {
  scope: 'write',
  facts: [...WORKED_EXAMPLE_1, event('R1', 'INCOME', '0.02', '2026-05-01T00:00:00Z', '25')],
});
const { api } = user;

const year2026 = (of: ApiClient) =>
  ok(of.GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }));

describe('What the service does', () => {
  it('3. tax years are Belgian calendar years: an event at 2025-12-31T23:30Z is in 2026', async () => {
    const { token } = await createUser(stack, {
      facts: [
        WORKED_EXAMPLE_1[0]!,
        event('N1', 'INCOME', '1', '2025-12-31T23:30:00Z', '10'),
        event('N2', 'INCOME', '1', '2025-12-31T22:59:59Z', '20'),
        event('N3', 'INCOME', '1', '2026-06-30T22:30:00Z', '30'),
      ],
    });
    const of = stack.api(token);
    const { years } = await ok(of.GET('/api/v1/years'));
    expect(years.map(({ year }) => year)).toEqual([2026, 2025]);
    expect((await year2026(of)).totalIncome.exact).toBe(40);
  });

  it('3. every amount is in EUR, also a value that is computed from a price of the asset', async () => {
    const { token } = await createUser(stack, {
      facts: [
        WORKED_EXAMPLE_1[0]!,
        { kind: 'price', assetKey: 'ETH', at: '2026-05-01T11:00:00Z', eur: '12.345' },
        event('P1', 'INCOME', '2', '2026-05-01T12:00:00Z', null),
      ],
    });
    expect((await year2026(stack.api(token))).totalIncome.exact).toBe(24.69);
  });

  it('4. gains tax and total tax are gross, before the exemption; income tax is a flat 30 %', async () => {
    const { totalCapitalGains, totalCapitalGainsTax, vrijstellingHeadroom, ...year } = await year2026(api);
    // Within the exemption, but taxed at 10 %.
    expect(totalCapitalGains.exact).toBeLessThan(vrijstellingHeadroom!.total.exact!);
    expect(totalCapitalGainsTax.exact).toBe(0.1 * totalCapitalGains.exact!);
    expect(year.totalIncomeTax.exact).toBe(0.3 * year.totalIncome.exact!);
    expect(year.totalTax.exact).toBe(totalCapitalGainsTax.exact! + year.totalIncomeTax.exact!);
  });

  it('4. the interface description says that the figures are indicative and are not the amount due', () => {
    const { paths } = buildOpenApi('/', '0') as unknown as {
      paths: Record<string, { get: { description: string } }>;
    };
    for (const path of ['/api/v1/summary', '/api/v1/years/{year}/summary'])
      expect(paths[path]?.get.description).toMatch(/indicative.*none is the amount due/);
  });

  it('6. a client that corrects, polls until IDLE and reads again gets the new figures', async () => {
    const before = await year2026(api);
    const params = { query: { year: 2026, type: 'INCOME' as const } };
    const { transactions } = await ok(api.GET('/api/v1/transactions', { params }));
    const body = { taxEventId: transactions[0]!.id, overriddenEuroValue: 100 };
    expect((await ok(api.POST('/api/v1/overrides', { body }))).recalc).toBe('SCHEDULED');
    await waitFor(async () => (await ok(api.GET('/api/v1/recalc-status'))).status === 'IDLE');
    const after = await year2026(api);
    expect([before.totalIncome.exact, after.totalIncome.exact, after.stale]).toEqual([25, 100, false]);
  });

  it('8. nothing moves crypto: requests write only overrides, rules, transfer matches, circumstances, regimes, prices, balances, stated totals and files, and no field is a credential', () => {
    const written = OPERATIONS.filter(({ method }) => method !== 'GET').map(({ path }) => path.split('/')[3]);
    // `history` undoes one of the others; below `years` are circumstances, regimes and stated totals, below `accounts` balances.
    expect([...new Set(written)].toSorted()).toEqual([
      'accounts',
      'files',
      'history',
      'overrides',
      'price-files',
      'prices',
      'rules',
      'transfer-matches',
      // Addresses for files.
      'uploads',
      // Addresses that get events.
      'webhooks',
      'years',
    ]);
    const { components } = buildOpenApi('/', '0') as unknown as {
      components: { schemas: Record<string, { properties?: object }> };
    };
    const fields = Object.values(components.schemas).flatMap(({ properties }) =>
      Object.keys(properties ?? {}),
    );
    expect(fields).toContain('connectionStatus');
    expect(fields.filter((name) => /secret|credential|password|api.?key|private|token$/i.test(name))).toEqual(
      [],
    );
  });

  it('8. the import rejects a file that contains exchange credentials, and imports nothing from it', async () => {
    const { userId, token } = await createUser(stack);
    const account = { ...(WORKED_EXAMPLE_1[0] as object), apiSecret: 'CANARY' };
    const rejected = await importLines(stack, userId, [account]);
    expect(rejected).toMatchObject({ error: { lines: [{ line: 1 }] } });
    expect(await ok(stack.api(token).GET('/api/v1/accounts'))).toEqual({ accounts: [] });
  });
});
