/** Assets that became others, and names that two sources give to one asset: what the inbox says and what a match does. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { useStack } from '../kit.ts';
import { event, importLines, newUser } from '../stack.ts';
import { send, type User } from './surfaces.ts';
import { transactions } from './users.ts';

const stack = useStack();

const account = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const of = (key: string): object => ({ asset: { key, symbol: key } });
const SWAP = { continuityGroupId: '11111111-2222-4333-8444-555555555555' };

let user: User;
let events: ReadonlyMap<string, string>;

beforeAll(async () => {
  user = await newUser(stack, 'renamed@example.org', ['--plan', 'pro', '--year', '2026'], 'write');
  await importLines(stack, user.userId, [
    account,
    event('BUY', 'ACQUISITION', '1000', '2026-01-02T10:00:00Z', '500', of('MATIC')),
    event('GIVEN', 'DISPOSITION', '1000', '2026-02-01T10:00:00Z', '900', { ...SWAP, ...of('MATIC') }),
    event('RECEIVED', 'ACQUISITION', '1000', '2026-02-01T10:00:00Z', '900', { ...SWAP, ...of('POL') }),
    event('TEZOS', 'ACQUISITION', '10', '2026-01-02T10:00:00Z', '20', of('XTZ')),
    event('XT', 'DISPOSITION', '10', '2026-03-02T10:00:00Z', '30', of('XT')),
    event('SOL', 'DISPOSITION', '10', '2026-03-02T10:00:00Z', '30', of('SOL')),
  ]);
  const rows = await transactions(stack, user, 2026);
  events = new Map(rows.map(({ referenceId, id }) => [referenceId, id]));
});

async function issuesOf(
  type: 'MISSING_COST_BASIS' | 'POSSIBLE_MIGRATION',
): Promise<readonly Schema<'ReviewQueueItem'>[]> {
  const { items } = await ok(stack.api(user.token).GET('/api/v1/issues', { params: { query: { type } } }));
  return items;
}

describe('An asset that was sold without purchases', () => {
  it('has the name of an asset with purchases and no sales in its issue, where the names are alike', async () => {
    const items = await issuesOf('MISSING_COST_BASIS');
    const named = items.map(({ sourceEventId, namesakeAssetKey }) => [
      sourceEventId,
      namesakeAssetKey ?? null,
    ]);
    expect(named.toSorted()).toEqual(
      [
        [events.get('XT'), 'XTZ'],
        [events.get('SOL'), null],
      ].toSorted(),
    );
    const [withName] = items.filter(({ namesakeAssetKey }) => namesakeAssetKey !== undefined);
    expect(withName?.explanation).toContain('namesakeAssetKey');
  });
});

describe('A swap of an asset for the one that replaced it', () => {
  const body = (): Schema<'TransferMatchRequest'> => ({
    outTaxEventId: events.get('GIVEN')!,
    inTaxEventId: events.get('RECEIVED')!,
    transferKind: 'MIGRATION',
  });

  it('is in the inbox as a possible migration, with its counterpart and the effect on the tax', async () => {
    const [issue, ...more] = await issuesOf('POSSIBLE_MIGRATION');
    expect(more).toEqual([]);
    expect(issue).toMatchObject({
      queue: 'TRANSFERS',
      sourceEventId: events.get('GIVEN'),
      copilot: {
        suggestionType: 'TRANSFER_MATCH',
        counterpartEventId: events.get('RECEIVED'),
        transferKind: 'MIGRATION',
        estimatedImpactEur: -40,
      },
    });
  });

  it('is no sale once it is matched as MIGRATION', async () => {
    await ok(stack.api(user.token).POST('/api/v1/transfer-matches', { body: body() }));
    await untilIdle(stack, user);
    const { last, full } = await runBesideFull(stack, user.userId);
    expect(full).toEqual(last);
    expect(await issuesOf('POSSIBLE_MIGRATION')).toEqual([]);
    const summary = await ok(
      stack.api(user.token).GET('/api/v1/years/{year}/summary', { params: { path: { year: 2026 } } }),
    );
    // The sales of XT and SOL, at a cost of 0.
    expect(summary.totalCapitalGains.exact).toBe(60);
  });

  it('is rejected as MIGRATION for two assets of no row', async () => {
    const other = { ...body(), outTaxEventId: events.get('SOL')!, inTaxEventId: events.get('TEZOS')! };
    const answer = await send(stack, user, 'POST', '/api/v1/transfer-matches', other);
    expect(answer).toMatchObject({ status: 400, body: { code: 'ASSETS_DIFFER' } });
  });
});
