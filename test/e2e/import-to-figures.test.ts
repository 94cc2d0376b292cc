import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/common/contract/operations';
import { z } from 'zod';
import {
  event,
  importLines,
  newUser,
  pathOf,
  startTestStack,
  type TestStack,
  waitFor,
  WORKED_EXAMPLE_1,
} from './stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  await stack.remove();
});

/** Every 200 body must be valid against its schema, with the fields of the contract and no others. */
function expectValid(operationId: string, body: unknown): void {
  const operation = OPERATIONS.find(({ id }) => id === operationId)!;
  const strict = z.strictObject(operation.response.shape);
  expect(strict.safeParse(body).error?.issues ?? []).toEqual([]);
}

describe('from a file of facts to figures over REST', () => {
  it('worked example 1: buy 1 ETH 2,500, buy 1 ETH 3,000, sell 1.5 ETH for 5,250: gain 1,250, tax 125.00', async () => {
    const { userId, token } = await newUser(stack, 'example-1@example.org');
    const imported = await importLines(stack, userId, WORKED_EXAMPLE_1);
    expect(imported).toMatchObject({
      event: { added: 3, changed: 0, unchanged: 0, removed: 0 },
      recalc: 'SCHEDULED',
    });
    const { body } = await stack.get('/api/v1/years/2026/summary', token);
    expect(body).toMatchObject({
      stale: false,
      totalCapitalGains: { locked: false, exact: 1250 },
      totalCapitalGainsTax: { locked: false, exact: 125 },
      totalTax: { locked: false, exact: 125 },
      transactionCount: 3,
      walletCount: 1,
    });
    expect((body['monthlyRealizedGains'] as object[])[2]).toMatchObject({ month: 3, gain: { exact: 1250 } });
    expectValid('getYearSummary', body);
  });

  it('the same import again says all unchanged and schedules no run', async () => {
    const { userId } = await newUser(stack, 'again@example.org');
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    expect(await importLines(stack, userId, WORKED_EXAMPLE_1)).toMatchObject({
      account: { added: 0, changed: 0, unchanged: 1, removed: 0 },
      event: { added: 0, changed: 0, unchanged: 3, removed: 0 },
      recalc: 'NOT_NEEDED',
    });
  });

  it('--replace makes the file the whole truth of that account; an event that comes back keeps its id', async () => {
    const { userId, token } = await newUser(stack, 'replace@example.org');
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    const idsOf = async () => {
      const { body } = await stack.get('/api/v1/transactions?year=2026', token);
      return (body['transactions'] as { id: string; referenceId: string }[]).map(({ id }) => id);
    };
    const before = await idsOf();
    const replaced = await importLines(stack, userId, WORKED_EXAMPLE_1.slice(0, 3), '--replace', 'kraken-1');
    expect(replaced).toMatchObject({ event: { added: 0, unchanged: 2, removed: 1 } });
    expect(await idsOf()).toEqual(before.slice(1));
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    expect(await idsOf()).toEqual(before);
  });

  it('no amount loses a digit between file and REST body', async () => {
    const { userId, token } = await newUser(stack, 'digits@example.org');
    const amount = '123456789012345678.123456789012345678901234';
    const euroValue = '999999999999999999.120000000000';
    await importLines(stack, userId, [
      WORKED_EXAMPLE_1[0]!,
      event('D1', 'ACQUISITION', amount, '2026-01-10T10:00:00.123456Z', euroValue),
    ]);
    const { text } = await stack.get('/api/v1/transactions?year=2026', token);
    expect(text).toContain(`"amount":${amount},`);
    expect(text).toContain(`"euroValue":${euroValue},`);
    expect(text).toContain('"timestamp":"2026-01-10T10:00:00.123456Z"');
  });

  it('a bad line refuses the whole file, nothing is stored, and the error names the line, the field and the reason', async () => {
    const { userId, token } = await newUser(stack, 'bad-line@example.org');
    const refused = await importLines(stack, userId, [
      ...WORKED_EXAMPLE_1,
      event('X1', 'ACQUISITION', '0', '2026-01-10T10:00:00Z', '1'),
      { kind: 'event', account: 'nobody', referenceId: 'X2', type: 'GIFT' },
    ]);
    expect(refused).toMatchObject({ error: { code: 'INVALID_FILE' } });
    const { lines } = refused['error'] as { lines: { line: number; field: string; reason: string }[] };
    expect(lines[0]).toEqual({ line: 5, field: 'amount', reason: 'must be greater than 0' });
    expect(lines.map(({ line, field }) => `${String(line)} ${field}`)).toContain('6 type');
    expect((await stack.get('/api/v1/accounts', token)).body).toEqual({ accounts: [] });
  });

  it('two differing lines with one key refuse the whole file', async () => {
    const { userId } = await newUser(stack, 'one-key@example.org');
    const refused = await importLines(stack, userId, [
      ...WORKED_EXAMPLE_1,
      event('B1', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '2500'),
    ]);
    expect(refused).toMatchObject({
      error: { lines: [{ line: 5, field: '', reason: 'differs from line 2, which has the same key' }] },
    });
  });

  it('an event of an account that nobody declared is refused by line', async () => {
    const { userId } = await newUser(stack, 'no-account@example.org');
    const refused = await importLines(stack, userId, WORKED_EXAMPLE_1.slice(1));
    expect(refused).toMatchObject({
      error: {
        lines: [{ line: 1, field: 'account', reason: 'names no account of this file or of an earlier one' }],
      },
    });
  });

  it('tax years are Belgian calendar years: an event at 2025-12-31T23:30Z is in 2026', async () => {
    const { userId, token } = await newUser(stack, 'new-year@example.org');
    await importLines(stack, userId, [
      WORKED_EXAMPLE_1[0]!,
      event('N1', 'INCOME', '1', '2025-12-31T23:30:00Z', '10'),
      event('N2', 'INCOME', '1', '2025-12-31T22:59:59Z', '10'),
    ]);
    const { body } = await stack.get('/api/v1/years', token);
    expect(body).toEqual({
      years: [
        { year: 2026, locked: false, frozen: false },
        { year: 2025, locked: true, frozen: false },
      ],
    });
    expectValid('listYears', body);
  });

  it('a locked year shows bands that hold the figure, and no exact one', async () => {
    const { userId, token } = await newUser(stack, 'locked@example.org', ['--plan', 'pro']);
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    const { body, text } = await stack.get('/api/v1/years/2026/summary', token);
    const gains = body['totalCapitalGains'] as { locked: boolean; exact: null; low: number; high: number };
    expect(gains).toMatchObject({ locked: true, exact: null });
    expect(gains.low).toBeLessThanOrEqual(1250);
    expect(gains.high).toBeGreaterThanOrEqual(1250);
    expect(text).not.toContain('1250');
    expectValid('getYearSummary', body);
    const summary = await stack.get('/api/v1/summary', token);
    expect(summary.text).not.toContain('1250');
    expectValid('getSummary', summary.body);
  });

  it('transactions: newest first, zero-based pages, filters on type and asset (symbol or assetKey, case-insensitive)', async () => {
    const { userId, token } = await newUser(stack, 'pages@example.org');
    await importLines(stack, userId, [
      ...WORKED_EXAMPLE_1,
      event('T1', 'ACQUISITION', '1', '2026-04-01T00:00:00Z', '1', {
        asset: { key: '0xabc', symbol: 'eth' },
      }),
    ]);
    const references = async (query: string) => {
      const { body, status } = await stack.get(`/api/v1/transactions?year=2026${query}`, token);
      expect(status).toBe(200);
      expectValid('listTransactions', body);
      return (body['transactions'] as { referenceId: string }[]).map(({ referenceId }) => referenceId);
    };
    expect(await references('')).toEqual(['T1', 'S1', 'B2', 'B1']);
    expect(await references('&size=2&page=1')).toEqual(['B2', 'B1']);
    expect(await references('&size=2&page=2')).toEqual([]);
    expect(await references('&page=2147483647&size=200')).toEqual([]);
    expect(await references('&type=DISPOSITION')).toEqual(['S1']);
    // Any assetKey of the user equal to it, case-folded: keys only, so the other asset's symbol does not count.
    expect(await references('&asset=eth')).toEqual(['S1', 'B2', 'B1']);
    expect(await references('&asset=0xABC')).toEqual(['T1']);
    expect(await references('&asset=%25')).toEqual([]);
    const { body } = await stack.get('/api/v1/transactions?year=2026&size=201&type=ACQUISITION', token);
    expect(body).toMatchObject({
      size: 200,
      totalElements: 3,
      totalPages: 1,
      hasNext: false,
      hasPrevious: false,
    });
  });

  it('accounts and me carry the fields of the contract and no credentials', async () => {
    const { userId, token } = await newUser(stack, 'fields@example.org');
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    const accounts = await stack.get('/api/v1/accounts', token);
    expectValid('listAccounts', accounts.body);
    expect((accounts.body['accounts'] as object[])[0]).toMatchObject({
      kind: 'exchange',
      datasource: 'KRAKEN',
      label: 'Kraken',
      transactionCount: 3,
      freshness: 'green',
      syncing: false,
      address: null,
    });
    const me = await stack.get('/api/v1/me', token);
    expect(me.body).toEqual({ userId: Number(userId), scopes: ['read'], email: 'fields@example.org' });
    const status = await stack.get('/api/v1/recalc-status', token);
    expectValid('getRecalcStatus', status.body);
    expect(status.body['status']).toBe('IDLE');
  });

  it("ids and figures of one user never show in another's answers", async () => {
    const owner = await newUser(stack, 'owner@example.org');
    const beta = ['--plan', 'pro', '--beta', 'portfolio'];
    const other = await newUser(stack, 'other@example.org', beta);
    await importLines(stack, owner.userId, [
      { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'CANARY_SOURCE' },
      event('CANARY_REF', 'INCOME', '1', '2026-01-10T10:00:00Z', '77123.45', { description: 'CANARY_TEXT' }),
    ]);
    const { body } = await stack.get('/api/v1/transactions?year=2026', owner.token);
    const [{ id: eventId } = { id: '' }] = (body as { transactions: { id: string }[] }).transactions;
    for (const { path } of OPERATIONS.filter(({ method }) => method === 'GET')) {
      const { text, status } = await stack.get(pathOf(path).replace('EVENT_ID', eventId), other.token);
      // The other user holds nothing, and the owner's event is unknown to it.
      expect(status).toBe(/lots$|candidates$/.test(path) ? 404 : 200);
      expect(text).not.toMatch(/CANARY|77123/);
    }
  });

  it('a run from nothing gives the same fingerprints', async () => {
    const { userId } = await newUser(stack, 'full@example.org');
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    const before = (await stack.ctx(['recalc', '--user', userId])) as {
      run: { outputFingerprint: string; inputFingerprint: string };
    };
    const after = (await stack.ctx(['recalc', '--user', userId, '--full', '--wait'])) as typeof before;
    expect(after.run.inputFingerprint).toBe(before.run.inputFingerprint);
    expect(after.run.outputFingerprint).toBe(before.run.outputFingerprint);
  });

  it("shared prices value every user's events; a user's own price wins at the same instant", async () => {
    const shared = await newUser(stack, 'shared-price@example.org');
    const own = await newUser(stack, 'own-price@example.org');
    const facts = [WORKED_EXAMPLE_1[0]!, event('P1', 'INCOME', '2', '2026-05-01T12:00:00Z', null)];
    const at = '2026-05-01T11:00:00Z';
    await importLines(stack, shared.userId, facts);
    await importLines(stack, own.userId, [...facts, { kind: 'price', assetKey: 'ETH', at, eur: '10' }]);
    const prices = stack.file('prices.jsonl', [{ kind: 'price', assetKey: 'ETH', at, eur: '12.345' }]);
    const imported = await stack.ctx(['import', '--shared-prices', prices]);
    expect(imported).toMatchObject({ price: { added: 1, changed: 0, unchanged: 0 }, recalc: 'SCHEDULED' });
    const incomeOf = async ({ userId, token }: typeof own) => {
      await waitFor(async () => (await stack.ctx(['recalc', '--user', userId]))['status'] === 'IDLE');
      const { body } = await stack.get('/api/v1/years/2026/summary', token);
      return (body['totalIncome'] as { exact: number }).exact;
    };
    expect(await incomeOf(shared)).toBe(24.69);
    expect(await incomeOf(own)).toBe(20);
  });

  it('only prices can be shared by all users', async () => {
    const refused = await stack.ctx(
      ['import', '--shared-prices', stack.file('no.jsonl', WORKED_EXAMPLE_1)],
      true,
    );
    expect(refused).toMatchObject({
      error: { code: 'INVALID_FILE', lines: [{ line: 1, field: 'kind' }, {}, {}, {}] },
    });
  });

  it('an import whose client goes away stores nothing, and its user is IDLE again', async () => {
    const { userId, token } = await newUser(stack, 'gone@example.org');
    const lines = Array.from({ length: 200_000 }, (_, index) =>
      event(`G${String(index)}`, 'INCOME', '1', '2026-05-01T12:00:00Z', '1'),
    );
    const running = stack.startCtx([
      'import',
      '--user',
      userId,
      stack.file('gone.jsonl', [WORKED_EXAMPLE_1[0]!, ...lines]),
    ]);
    await waitFor(async () => (await stack.ctx(['recalc', '--user', userId]))['status'] === 'RUNNING');
    running.kill('SIGKILL');
    await waitFor(async () => (await stack.ctx(['recalc', '--user', userId]))['status'] === 'IDLE', 30_000);
    expect((await stack.get('/api/v1/accounts', token)).body).toEqual({ accounts: [] });
  });
});
