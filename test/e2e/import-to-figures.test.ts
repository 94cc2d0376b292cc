import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { TREATMENTS } from '@ctx/domain/vocabulary';
import { ok } from '../api/client.ts';
import { runBesideFull, shownRun, untilIdle } from './runs.ts';
import { createUser, useStack } from './kit.ts';
import { event, importLines, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const stack = useStack({ own: true });

const yearOf = (token: string) =>
  ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }));
const accountsOf = (token: string) => ok(stack.api(token).GET('/api/v1/accounts'));

describe('An import of a file of facts, and the figures over REST', () => {
  it('worked example 1: buy 1 ETH 2,500, buy 1 ETH 3,000, sell 1.5 ETH for 5,250 gives gain 1,250, tax 125.00', async () => {
    const { userId, token } = await createUser(stack);
    const imported = await importLines(stack, userId, WORKED_EXAMPLE_1);
    expect(imported).toMatchObject({
      event: { added: 3, changed: 0, unchanged: 0, removed: 0 },
      recalc: 'COMPLETED',
    });
    const year = await yearOf(token);
    expect(year).toMatchObject({
      stale: false,
      totalCapitalGains: { locked: false, exact: 1250 },
      totalCapitalGainsTax: { locked: false, exact: 125 },
      totalTax: { locked: false, exact: 125 },
      transactionCount: 3,
      walletCount: 1,
    });
    expect(year.monthlyRealizedGains[2]).toMatchObject({ month: 3, gain: { exact: 1250 } });
  });

  it('a repeated import reports every record as unchanged and schedules no run', async () => {
    const { userId } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    expect(await importLines(stack, userId, WORKED_EXAMPLE_1)).toMatchObject({
      account: { added: 0, changed: 0, unchanged: 1, removed: 0 },
      event: { added: 0, changed: 0, unchanged: 3, removed: 0 },
      recalc: 'NOT_NEEDED',
    });
  });

  it('--replace makes the events of the account equal to the file; an event that returns keeps its id', async () => {
    const { userId, token } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const idsOf = async () => {
      const params = { query: { year: 2026 } };
      const { transactions } = await ok(stack.api(token).GET('/api/v1/transactions', { params }));
      return transactions.map(({ id }) => id);
    };
    const before = await idsOf();
    const replaced = await importLines(stack, userId, WORKED_EXAMPLE_1.slice(0, 3), 'kraken-1');
    expect(replaced).toMatchObject({ event: { added: 0, unchanged: 2, removed: 1 } });
    expect(await idsOf()).toEqual(before.slice(1));
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    expect(await idsOf()).toEqual(before);
  });

  const money = (referenceId: string, more: object = {}): object => ({
    kind: 'money',
    account: 'kraken-1',
    referenceId,
    type: 'CASH_IN',
    currency: 'EUR',
    amount: '5000',
    timestamp: '2026-01-01T10:00:00Z',
    ...more,
  });

  it('money is stored beside the events, again only once; it changes no figure and requests no run', async () => {
    const { userId, token } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const [before, { run }] = [await yearOf(token), await shownRun(stack, userId)];
    const fee = money('M1', { type: 'CASH_OUT', amount: '1', purpose: 'FEE' });
    const lines = [money('M1'), money('M1', { type: 'CASH_OUT' }), fee];
    expect(await importLines(stack, userId, lines)).toMatchObject({
      money: { added: 3, changed: 0, unchanged: 0, removed: 0 },
      recalc: 'NOT_NEEDED',
    });
    expect(await importLines(stack, userId, [money('M1', { purpose: 'TRANSFER' })])).toMatchObject({
      money: { added: 0, changed: 1 },
      recalc: 'NOT_NEEDED',
    });
    expect([await yearOf(token), (await shownRun(stack, userId)).run]).toEqual([before, run]);
  });

  it('money of an account that is not known is rejected with its line, and so are two lines that differ', async () => {
    const { userId } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const unknown = money('M1', { account: 'nobody' });
    expect(await importLines(stack, userId, [unknown])).toMatchObject({
      error: { lines: [{ line: 1, field: 'account' }] },
    });
    expect(await importLines(stack, userId, [money('M1'), money('M1', { purpose: 'TRADE' })])).toMatchObject({
      error: { lines: [{ line: 2, reason: 'differs from line 1, which has the same key' }] },
    });
  });

  it('--replace makes the money of the account equal to the file too', async () => {
    const facts = [...WORKED_EXAMPLE_1, money('M1'), money('M2')];
    const { userId } = await createUser(stack, { facts });
    expect(await importLines(stack, userId, facts.slice(0, -1), 'kraken-1')).toMatchObject({
      event: { unchanged: 3, removed: 0 },
      money: { added: 0, unchanged: 1, removed: 1 },
      recalc: 'NOT_NEEDED',
    });
  });

  const FOUR_EVENTS = [...WORKED_EXAMPLE_1, event('B3', 'ACQUISITION', '1', '2026-03-01T10:00:00Z', '3100')];

  it('--replace that removes half of an account needs no confirmation', async () => {
    const { userId } = await createUser(stack, { facts: FOUR_EVENTS });
    const half = FOUR_EVENTS.slice(0, 3);
    expect(await importLines(stack, userId, half, 'kraken-1')).toMatchObject({
      event: { added: 0, unchanged: 2, removed: 2 },
    });
  });

  it('--replace that removes more than half of an account is rejected entirely, unless it is confirmed', async () => {
    const { userId, token } = await createUser(stack, { facts: FOUR_EVENTS });
    const part = [...FOUR_EVENTS.slice(0, 2), event('N1', 'INCOME', '1', '2026-05-01T12:00:00Z', '1')];
    const message =
      'the file would remove 3 of the 4 events of the account kraken-1; nothing was changed (add --yes if the file is complete)';
    expect(await importLines(stack, userId, part, 'kraken-1')).toEqual({
      error: { code: 'NOT_CONFIRMED', message },
    });
    expect(await accountsOf(token)).toMatchObject({ accounts: [{ transactionCount: 4 }] });
    expect(await shownRun(stack, userId)).toMatchObject({ status: 'IDLE' });
    const args = [
      'import',
      '--user',
      userId,
      stack.file('part.jsonl', part),
      '--replace',
      'kraken-1',
      '--yes',
    ];
    expect(await stack.ctx(args)).toMatchObject({
      event: { added: 1, unchanged: 1, removed: 3 },
    });
  });

  it('a file without records is rejected, with --replace and without', async () => {
    const { userId, token } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const message = 'the file has no records; nothing was changed';
    const rejection = { error: { code: 'INVALID_FILE', message, lines: [] } };
    const onlyTheEnd = [{ kind: 'end', lines: 0 }];
    const cases: [object[], string[]][] = [
      [[], []],
      [onlyTheEnd, ['--replace', 'kraken-1']],
      [[], ['--replace', 'kraken-1', '--yes']],
    ];
    for (const [lines, options] of cases) {
      const args = ['import', '--user', userId, stack.file('empty.jsonl', lines), ...options];
      expect(await stack.ctx(args, true)).toEqual(rejection);
    }
    const noPrices = stack.file('no-prices.jsonl', []);
    expect(await stack.ctx(['import', '--shared-prices', noPrices], true)).toEqual(rejection);
    expect(await accountsOf(token)).toMatchObject({ accounts: [{ transactionCount: 3 }] });
  });

  it('a truncated export is rejected, and so is a file that ends in the middle of a line', async () => {
    const { userId } = await createUser(stack, { email: 'truncated@example.org' });
    const cutOff = [...WORKED_EXAMPLE_1, { kind: 'user', email: 'truncated@example.org' }];
    const reason = 'is not the last line of an export, which has the kind "end": the file may be truncated';
    expect(await importLines(stack, userId, cutOff)).toMatchObject({
      error: { code: 'INVALID_FILE', lines: [{ line: 5, field: '', reason }] },
    });
    const file = stack.file('whole.jsonl', WORKED_EXAMPLE_1);
    writeFileSync(file, readFileSync(file).subarray(0, -30));
    expect(await stack.ctx(['import', '--user', userId, file], true)).toMatchObject({
      error: { lines: [{ line: 4, reason: expect.stringContaining('the file may be truncated') }] },
    });
  });

  it('a rejection names 50 lines with their complete reasons', async () => {
    const { userId } = await createUser(stack);
    const wrong = Array.from({ length: 60 }, (_, index) =>
      event(`W${String(index)}`, 'ACQUISITION', '1', '10 January 2026', '1', { treatment: 'SOLD' }),
    );
    const rejected = await importLines(stack, userId, [WORKED_EXAMPLE_1[0]!, ...wrong]);
    const { lines } = rejected['error'] as { lines: { reason: string }[] };
    expect(lines).toHaveLength(50);
    const reasons = new Set(lines.map(({ reason }) => reason));
    expect(reasons).toEqual(
      new Set([
        'must be an RFC 3339 date-time with an offset and at most six fraction digits, from 2009 to 2100, for example 2025-03-01T10:00:00Z',
        `must be one of ${TREATMENTS.join(', ')}`,
      ]),
    );
  });

  it('no amount loses a digit between file and REST body', async () => {
    const { userId, token } = await createUser(stack);
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

  it('an invalid line rejects the whole file: nothing is stored, and the error names the line, the field and the reason', async () => {
    const { userId, token } = await createUser(stack);
    const rejected = await importLines(stack, userId, [
      ...WORKED_EXAMPLE_1,
      event('X1', 'ACQUISITION', '0', '2026-01-10T10:00:00Z', '1'),
      { kind: 'event', account: 'nobody', referenceId: 'X2', type: 'GIFT' },
    ]);
    expect(rejected).toMatchObject({ error: { code: 'INVALID_FILE' } });
    const { lines } = rejected['error'] as { lines: { line: number; field: string; reason: string }[] };
    expect(lines[0]).toEqual({ line: 5, field: 'amount', reason: 'must be greater than 0' });
    expect(lines.map(({ line, field }) => `${String(line)} ${field}`)).toContain('6 type');
    expect(await accountsOf(token)).toEqual({ accounts: [] });
  });

  it('two different lines with the same key reject the whole file', async () => {
    const { userId } = await createUser(stack);
    const rejected = await importLines(stack, userId, [
      ...WORKED_EXAMPLE_1,
      event('B1', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '2500'),
    ]);
    expect(rejected).toMatchObject({
      error: { lines: [{ line: 5, field: '', reason: 'differs from line 2, which has the same key' }] },
    });
  });

  it('an event of an undeclared account is rejected with its line number', async () => {
    const { userId } = await createUser(stack);
    const rejected = await importLines(stack, userId, WORKED_EXAMPLE_1.slice(1));
    expect(rejected).toMatchObject({
      error: {
        lines: [
          { line: 1, field: 'account', reason: 'does not name an account in this file or an earlier one' },
        ],
      },
    });
  });

  it('a full run computes the same fingerprints as the run after the import', async () => {
    const { userId } = await createUser(stack, { facts: WORKED_EXAMPLE_1 });
    const { last, full } = await runBesideFull(stack, userId);
    expect(full).toEqual(last);
  });

  it("shared prices value every user's events; a user's own price wins at the same instant", async () => {
    const shared = await createUser(stack);
    const own = await createUser(stack);
    const facts = [WORKED_EXAMPLE_1[0]!, event('P1', 'INCOME', '2', '2026-05-01T12:00:00Z', null)];
    const at = '2026-05-01T11:00:00Z';
    await importLines(stack, shared.userId, facts);
    await importLines(stack, own.userId, [...facts, { kind: 'price', assetKey: 'ETH', at, eur: '10' }]);
    const prices = stack.file('prices.jsonl', [{ kind: 'price', assetKey: 'ETH', at, eur: '12.345' }]);
    const imported = await stack.ctx(['import', '--shared-prices', prices]);
    expect(imported).toMatchObject({ price: { added: 1, changed: 0, unchanged: 0 }, recalc: 'SCHEDULED' });
    const incomeOf = async (user: typeof own) => {
      await untilIdle(stack, user);
      return (await yearOf(user.token)).totalIncome.exact;
    };
    expect(await incomeOf(shared)).toBe(24.69);
    expect(await incomeOf(own)).toBe(20);
  });

  it('both sides of a swap in a continuity group have the same value', async () => {
    const { userId, token } = await createUser(stack);
    const group = { continuityGroupId: '11111111-1111-4111-8111-111111111111' };
    await importLines(stack, userId, [
      WORKED_EXAMPLE_1[0]!,
      event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
      event('G', 'DISPOSITION', '1', '2026-02-10T10:00:00Z', null, group),
      event('T', 'ACQUISITION', '10', '2026-02-10T10:00:00Z', '1500', {
        ...group,
        asset: { key: 'SOL', symbol: 'SOL' },
      }),
    ]);
    expect(await yearOf(token)).toMatchObject({
      totalCapitalGains: { exact: 500 },
      reviewQueueCounts: { total: 0 },
    });
  });

  it('an import for all users accepts only prices', async () => {
    const rejected = await stack.ctx(
      ['import', '--shared-prices', stack.file('no.jsonl', WORKED_EXAMPLE_1)],
      true,
    );
    expect(rejected).toMatchObject({
      error: { code: 'INVALID_FILE', lines: [{ line: 1, field: 'kind' }, {}, {}, {}] },
    });
  });

  it('an import whose client disconnects stores nothing, and its user is IDLE again', async () => {
    const { userId, token } = await createUser(stack);
    const lines = Array.from({ length: 200_000 }, (_, index) =>
      event(`G${String(index)}`, 'INCOME', '1', '2026-05-01T12:00:00Z', '1'),
    );
    const running = stack.startCtx([
      'import',
      '--user',
      userId,
      stack.file('gone.jsonl', [WORKED_EXAMPLE_1[0]!, ...lines]),
    ]);
    await waitFor(async () => (await shownRun(stack, userId)).status === 'RUNNING');
    running.kill('SIGKILL');
    await untilIdle(stack, { userId });
    expect(await accountsOf(token)).toEqual({ accounts: [] });
  });
});
