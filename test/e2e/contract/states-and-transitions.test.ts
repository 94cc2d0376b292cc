/** What the markers of a year allow, and how corrections change the recalculation status (service.md, "States and transitions"). */
import { describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { transactions, untilIdle, useCorrectableUser } from '../corrections/users.ts';
import { rejectionOf } from './rejection.ts';
import { useStack } from '../kit.ts';
import { UNKNOWN_ID, waitFor } from '../stack.ts';

const stack = useStack();
const user = useCorrectableUser(stack);
const { api } = user;

const id = (name: string): string => user.events.get(name)!;
const override = (name: string, notes: string) =>
  api.POST('/api/v1/overrides', { body: { taxEventId: id(name), notes } });
const remove = (name: string) =>
  api.DELETE('/api/v1/overrides/{overrideId}', {
    params: { path: { overrideId: user.overrides.get(name)! } },
  });
const match = (out: string, into: string) => {
  const pair = { outTaxEventId: id(out), inTaxEventId: id(into) };
  return api.POST('/api/v1/transfer-matches', { body: { ...pair, transferKind: 'BRIDGE' } });
};
const unmatch = (matchId: string) =>
  api.DELETE('/api/v1/transfer-matches/{matchId}', { params: { path: { matchId } } });
const createRule = (matchValue: string) =>
  api.POST('/api/v1/rules', {
    body: { action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL', matchValue },
  });
const deleteRule = (ruleId: string) => api.DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId } } });
const yearOf = (year: number) => ok(api.GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));

describe('Year markers', () => {
  it('open: a year that is neither locked nor frozen accepts corrections and shows exact figures', async () => {
    expect(await yearOf(2026)).toMatchObject({ locked: false, frozen: false });
    expect((await yearOf(2026)).totalCapitalGains.locked).toBe(false);
    expect((await ok(override('SELL 2026', 'open'))).changed).toBe(true);
    const { match: made } = await ok(match('SELL 2026', 'ARRIVAL 2026'));
    expect((await ok(unmatch(made.id))).deleted).toBe(true);
  });

  it('locked: a year without a paid plan shows money figures as ranges, and rejects overrides and transfer matches with 402 YEAR_LOCKED', async () => {
    const { locked, frozen, ...year } = await yearOf(2024);
    expect([locked, frozen]).toEqual([true, false]);
    const figures = [year.totalCapitalGains, year.totalIncome, year.totalTax, year.totalCapitalGainsTax];
    for (const figure of [
      ...figures,
      year.totalIncomeTax,
      ...year.monthlyRealizedGains.map(({ gain }) => gain),
    ])
      expect(figure).toMatchObject({
        locked: true,
        exact: null,
        low: expect.any(Number),
        high: expect.any(Number),
      });
    for (const answering of [
      override('SELL 2024', 'x'),
      remove('CORRECTED 2024'),
      match('SELL 2024', 'ARRIVAL 2024'),
    ])
      expect(await rejectionOf(answering)).toBe('402 YEAR_LOCKED');
  });

  it('frozen: a submitted year rejects overrides and transfer matches with 409 YEAR_FROZEN, and its figures do not change', async () => {
    await untilIdle(stack, user);
    const before = await yearOf(2025);
    expect([before.locked, before.frozen]).toEqual([false, true]);
    for (const answering of [
      override('SELL 2025', 'x'),
      remove('CORRECTED 2025'),
      match('SELL 2025', 'ARRIVAL 2025'),
    ])
      expect(await rejectionOf(answering)).toBe('409 YEAR_FROZEN');
    expect(await yearOf(2025)).toEqual(before);
  });

  it('rules apply to every year and are never rejected because of one, but they do not change a submitted year', async () => {
    await untilIdle(stack, user);
    const body = {
      ...({ action: 'IGNORE_DUST', label: 'l', matchType: 'DUST_THRESHOLD' } as const),
      thresholdEur: 3000.5,
    };
    const { rule } = await ok(api.POST('/api/v1/rules', { body }));
    await untilIdle(stack, user);
    const treatments = async (year: number): Promise<string[]> =>
      (await transactions(stack, user, year))
        .filter(({ referenceId }) => referenceId.startsWith('ARRIVAL'))
        .map(({ treatment }) => treatment);
    expect([await treatments(2026), await treatments(2024)]).toEqual([['IGNORED'], ['IGNORED']]);
    expect(await treatments(2025)).toEqual(['NORMAL']);
    const { rules } = await ok(api.GET('/api/v1/rules'));
    // The four arrivals of open and locked years.
    expect(rules.map(({ matchedCount }) => matchedCount)).toEqual([4]);
    expect((await ok(api.POST('/api/v1/rules', { body }))).rule).toEqual(rules[0]);
    expect(await ok(deleteRule(rule.id))).toEqual({ deleted: true, recalc: 'SCHEDULED' });
    await untilIdle(stack, user);
    expect(await treatments(2026)).toEqual(['NORMAL']);
    expect(await rejectionOf(deleteRule(rule.id))).toBe('404 NOT_FOUND');
  });

  it('a bulk request returns 200 and reports the error of a year in its item', async () => {
    const taxEventIds = ['SELL 2024', 'SELL 2025', 'SELL 2026'].map(id);
    const { results } = await ok(
      api.POST('/api/v1/overrides/bulk', { body: { taxEventIds, notes: 'years' } }),
    );
    expect(results.map(({ code, status }) => code ?? status)).toEqual([
      'YEAR_LOCKED',
      'YEAR_FROZEN',
      'APPLIED',
    ]);
    const overrideIds = ['CORRECTED 2024', 'CORRECTED 2025'].map((name) => user.overrides.get(name)!);
    const removed = await ok(api.POST('/api/v1/overrides/bulk-delete', { body: { overrideIds } }));
    expect(removed.results.map(({ code }) => code)).toEqual(['YEAR_LOCKED', 'YEAR_FROZEN']);
  });
});

describe('Recalculation', () => {
  const state = () => ok(api.GET('/api/v1/recalc-status'));
  const staleOf = async () => [
    (await ok(api.GET('/api/v1/summary'))).stale,
    (await yearOf(2026)).stale,
    (await ok(api.GET('/api/v1/transactions', { params: { query: { year: 2026 } } }))).stale,
  ];
  const setRecalc = (signal: 'SIGSTOP' | 'SIGCONT') =>
    process.kill(stack.ready().services.recalc.pid, signal);

  it('IDLE → RUNNING → QUEUED: a change is SCHEDULED, the next one QUEUED; figures are `stale` until IDLE; `lastCompletedAt` never goes back', async () => {
    await untilIdle(stack, user);
    const { lastCompletedAt, figuresVersion } = await state();
    setRecalc('SIGSTOP');
    try {
      expect((await ok(override('SELL 2026', '1'))).recalc).toBe('SCHEDULED');
      expect(await state()).toEqual({ status: 'RUNNING', lastCompletedAt, figuresVersion });
      expect((await ok(override('SELL 2026', '2'))).recalc).toBe('QUEUED');
      expect(await state()).toEqual({ status: 'QUEUED', lastCompletedAt, figuresVersion });
      expect((await ok(override('SELL 2026', '2'))).recalc).toBe('NOT_NEEDED');
      expect(await state()).toEqual({ status: 'QUEUED', lastCompletedAt, figuresVersion });
      expect(await staleOf()).toEqual([true, true, true]);
    } finally {
      setRecalc('SIGCONT');
    }
    await waitFor(async () => (await state()).status === 'IDLE');
    expect((await state()).lastCompletedAt! > lastCompletedAt!).toBe(true);
    expect(await staleOf()).toEqual([false, false, false]);
  });

  it('every correction that changes something schedules a run: overrides, bulk requests, rules and matches, made and undone', async () => {
    const outcomes: string[] = [];
    const note = async (answering: Promise<{ readonly recalc: string }>) => {
      outcomes.push((await answering).recalc);
      await untilIdle(stack, user);
    };
    const taxEventIds = [id('SELL 2026'), id('BUY 2026')];
    const bulk = (notes: string) => ok(api.POST('/api/v1/overrides/bulk', { body: { taxEventIds, notes } }));
    await untilIdle(stack, user);
    await note(ok(override('SECOND 2026', 'first')));
    await note(bulk('bulk'));
    await note(ok(remove('CORRECTED 2026')));
    const listed = await transactions(stack, user, 2026);
    const overrideIds = listed.flatMap(({ overrideId }) => overrideId ?? []);
    await note(ok(api.POST('/api/v1/overrides/bulk-delete', { body: { overrideIds } })));
    const rule = await ok(createRule('aave'));
    await note(Promise.resolve(rule));
    await note(ok(deleteRule(rule.rule.id)));
    const made = await ok(match('SECOND 2026', 'SECOND ARRIVAL 2026'));
    await note(Promise.resolve(made));
    await note(ok(unmatch(made.match.id)));
    expect(outcomes).toEqual(Array(8).fill('SCHEDULED'));
  });

  it('a correction that changes nothing returns NOT_NEEDED, and `changed` or `created` false', async () => {
    await ok(override('SELL 2026', 'same'));
    const { rule } = await ok(createRule('lido'));
    const { match: made } = await ok(match('SECOND 2026', 'SECOND ARRIVAL 2026'));
    await untilIdle(stack, user);
    const { lastCompletedAt, figuresVersion } = await state();
    const nothing = { recalc: 'NOT_NEEDED' };
    expect(await ok(override('SELL 2026', 'same'))).toMatchObject({ ...nothing, changed: false });
    expect(await ok(createRule('lido'))).toMatchObject({ ...nothing, created: false });
    expect(await ok(match('SECOND 2026', 'SECOND ARRIVAL 2026'))).toMatchObject({
      ...nothing,
      created: false,
    });
    const bulk = { taxEventIds: [id('SELL 2026'), UNKNOWN_ID], notes: 'same' };
    expect(await ok(api.POST('/api/v1/overrides/bulk', { body: bulk }))).toMatchObject(nothing);
    expect(await state()).toEqual({ status: 'IDLE', lastCompletedAt, figuresVersion });
    await ok(deleteRule(rule.id));
    await ok(unmatch(made.id));
  });

  it('a bulk request triggers one recalculation for the whole batch', async () => {
    await untilIdle(stack, user);
    const taxEventIds = ['SELL 2026', 'BUY 2026', 'ARRIVAL 2026', 'OTHER ASSET 2026'].map(id);
    setRecalc('SIGSTOP');
    try {
      const body = { taxEventIds, notes: 'batch' };
      const { recalc, succeeded } = await ok(api.POST('/api/v1/overrides/bulk', { body }));
      expect([succeeded, recalc]).toEqual([4, 'SCHEDULED']);
      // After two recalculation requests the status would be QUEUED.
      expect((await state()).status).toBe('RUNNING');
    } finally {
      setRecalc('SIGCONT');
    }
    await untilIdle(stack, user);
  });

  it('a bulk item has the status APPLIED, UNCHANGED, DELETED or FAILED', async () => {
    const taxEventIds = [id('SELL 2026'), id('SECOND ARRIVAL 2026'), UNKNOWN_ID];
    const body = { taxEventIds, notes: 'batch' };
    const { results } = await ok(api.POST('/api/v1/overrides/bulk', { body }));
    expect(results.map(({ status }) => status)).toEqual(['UNCHANGED', 'APPLIED', 'FAILED']);
    const overrideIds = [results[1]!.overrideId!];
    const removed = await ok(api.POST('/api/v1/overrides/bulk-delete', { body: { overrideIds } }));
    expect(removed.results.map(({ status }) => status)).toEqual(['DELETED']);
  });
});
