/** Several pairs of transfers matched at once: one entry of the history, one recalculation, and one undo. */
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { useStack } from '../kit.ts';
import { event, importLines, newUser } from '../stack.ts';
import { transactions } from './users.ts';

const stack = useStack();

const ACCOUNTS: readonly object[] = ['kraken-1', 'wallet'].map((ref) => {
  return { kind: 'account', ref, accountKind: 'exchange', datasource: 'KRAKEN' };
});
const FACTS: readonly object[] = [
  event('BUY', 'ACQUISITION', '3', '2026-01-05T10:00:00Z', '3000'),
  event('OUT1', 'DISPOSITION', '1', '2026-02-01T10:00:00Z', '2000', { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
  event('OUT2', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', '2500', { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
  event('LOCKED', 'DISPOSITION', '0.1', '2023-03-01T10:00:00Z', '100', {
    treatment: 'TRANSFER_OUT_UNRESOLVED',
  }),
  ...['1', '2'].map((number) =>
    event(`IN${number}`, 'ACQUISITION', '0.999', `2026-0${String(Number(number) + 1)}-01T10:20:00Z`, '2000', {
      treatment: 'CONTINUITY_WITHDRAW',
      account: 'wallet',
    }),
  ),
];

async function newMover(email: string) {
  const user = await newUser(stack, email, ['--plan', 'pro', '--year', '2026'], 'write');
  await importLines(stack, user.userId, [...ACCOUNTS, ...FACTS]);
  const rows = await Promise.all([2023, 2026].map((year) => transactions(stack, user, year)));
  const ids = new Map(rows.flat().map(({ referenceId, id }) => [referenceId, id]));
  const api = stack.api(user.token);
  const pair = (out: string, into: string): Schema<'PairToMatchRequest'> => ({
    outTaxEventId: ids.get(out)!,
    inTaxEventId: ids.get(into)!,
    transferKind: 'SELF_TRANSFER',
  });
  const gains = async (): Promise<number | undefined> => {
    const params = { path: { year: 2026 } };
    return (
      (await ok(api.GET('/api/v1/years/{year}/summary', { params }))).totalCapitalGains.exact ?? undefined
    );
  };
  const match = (body: Schema<'BulkMatchRequest'>) => ok(api.POST('/api/v1/transfer-matches/bulk', { body }));
  return { ...user, api, ids, pair, gains, match };
}

describe('Pairs of transfers matched at once', () => {
  it('are foreseen by a dry run, saved as one entry that marks the departures, and undone as one', async () => {
    const mover = await newMover('match-pairs@example.org');
    const { api, pair, gains, match } = mover;
    // Each unit cost 1,000 and counts as sold, for 2,000 and for 2,500.
    expect(await gains()).toBe(2500);
    const body = {
      pairs: [pair('OUT1', 'IN1'), pair('OUT2', 'IN2')],
      markOwnWallet: true,
      notes: 'my ledger',
    };
    const { preview } = await match({ ...body, dryRun: true });
    expect(
      preview!.years.map(({ before, after }) => [before.totalCapitalGains, after.totalCapitalGains]),
    ).toEqual([[2500, 0]]);
    expect(await gains()).toBe(2500);
    const saved = await match(body);
    expect([saved.processed, saved.succeeded, saved.failed, saved.recalc]).toEqual([2, 2, 0, 'SCHEDULED']);
    expect(saved.results).toEqual(
      body.pairs.map(({ outTaxEventId, inTaxEventId }) => ({
        outTaxEventId,
        inTaxEventId,
        status: 'APPLIED',
        code: null,
        message: null,
        matchId: expect.any(String),
      })),
    );
    await untilIdle(stack, mover);
    expect(await gains()).toBe(0);
    const { last, full } = await runBesideFull(stack, mover.userId);
    expect(full).toEqual(last);
    const { entries } = await ok(api.GET('/api/v1/history'));
    expect(entries.map(({ kind, changeCount }) => [kind, changeCount])).toEqual([['TRANSFER_MATCH', 4]]);
    expect(entries[0]!.changes.map(({ action }) => action).toSorted()).toEqual([
      'OVERRIDE_SET',
      'OVERRIDE_SET',
      'TRANSFER_MATCHED',
      'TRANSFER_MATCHED',
    ]);
    expect((await match(body)).results.map(({ status }) => status)).toEqual(['UNCHANGED', 'UNCHANGED']);
    const params = { path: { entryId: entries[0]!.id } };
    await ok(api.POST('/api/v1/history/{entryId}/undo', { params }));
    await untilIdle(stack, mover);
    expect(await gains()).toBe(2500);
  });

  it('are each accepted or rejected on their own, for the reason that a single match would have', async () => {
    const mover = await newMover('match-pairs-rejected@example.org');
    const { pair, match } = mover;
    const codes = async (body: Schema<'BulkMatchRequest'>): Promise<string[]> =>
      (await match(body)).results.map(({ status, code }) => code ?? status);
    const pairs = [pair('OUT1', 'IN1'), pair('LOCKED', 'IN2'), pair('OUT2', 'IN1'), pair('IN2', 'OUT2')];
    expect(await codes({ pairs })).toEqual([
      'OWN_WALLET_REQUIRED',
      'YEAR_LOCKED',
      'OWN_WALLET_REQUIRED',
      'NOT_A_DISPOSITION',
    ]);
    expect(await codes({ pairs, markOwnWallet: true })).toEqual([
      'APPLIED',
      'YEAR_LOCKED',
      'ALREADY_MATCHED',
      'NOT_A_DISPOSITION',
    ]);
    await untilIdle(stack, mover);
    // OUT2 is still a sale: the pair that was rejected did not mark it.
    expect(await mover.gains()).toBe(1500);
  });
});
