/** Several pairs of transfers in one request. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { untilIdle } from '../runs.ts';
import { useStack } from '../kit.ts';
import { event, importLines, newUser } from '../stack.ts';
import type { User } from './surfaces.ts';
import { transactions } from './users.ts';

const stack = useStack();
const LEFT = { treatment: 'TRANSFER_OUT_UNRESOLVED' };
const ARRIVED = { treatment: 'CONTINUITY_WITHDRAW', account: 'wallet' };

let user: User;
const ids = new Map<string, string>();
const pair = (out: string, into: string) => ({
  outTaxEventId: ids.get(out)!,
  inTaxEventId: ids.get(into)!,
  transferKind: 'SELF_TRANSFER' as const,
});

beforeAll(async () => {
  user = await newUser(stack, 'pairs@example.org', ['--plan', 'pro', '--year', '2026'], 'write');
  await importLines(stack, user.userId, [
    { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
    { kind: 'account', ref: 'wallet', accountKind: 'exchange', datasource: 'LEDGER' },
    event('BUY', 'ACQUISITION', '3', '2026-01-10T10:00:00Z', '3000'),
    event('OUT-1', 'DISPOSITION', '1', '2026-02-10T10:00:00Z', '1500', LEFT),
    event('IN-1', 'ACQUISITION', '1', '2026-02-10T11:00:00Z', '1500', ARRIVED),
    event('OUT-2', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '1700', LEFT),
    event('IN-2', 'ACQUISITION', '1', '2026-03-10T11:00:00Z', '1700', ARRIVED),
  ]);
  for (const { referenceId, id } of await transactions(stack, user, 2026)) ids.set(referenceId, id);
});

describe('Pairs matched together', () => {
  const gainsNow = async (): Promise<number | null | undefined> => {
    await untilIdle(stack, user);
    const path = { year: 2026 };
    const { totalCapitalGains } = await ok(
      stack.api(user.token).GET('/api/v1/years/{year}/summary', { params: { path } }),
    );
    return totalCapitalGains.exact;
  };
  const issuesNow = async (): Promise<number> =>
    (await ok(stack.api(user.token).GET('/api/v1/issues'))).counts.total;
  const send = (more: object) =>
    ok(
      stack.api(user.token).POST('/api/v1/transfer-matches/bulk', {
        body: { pairs: [pair('OUT-1', 'IN-1'), pair('OUT-2', 'IN-2')], markOwnWallets: true, ...more },
      }),
    );

  it('have the effect that their dry run shows, and are one entry that is undone as a whole', async () => {
    expect(await gainsNow()).toBe(1200);
    const issues = await issuesNow();
    const { preview } = await send({ dryRun: true });
    expect(preview?.years).toMatchObject([
      { before: { totalCapitalGains: 1200 }, after: { totalCapitalGains: 0 } },
    ]);
    expect(await gainsNow()).toBe(1200);
    await send({ notes: 'Both to my own wallet' });
    expect(await gainsNow()).toBe(0);
    const { appearCount, disappearCount } = preview!.issues;
    expect(await issuesNow()).toBe(issues + appearCount - disappearCount);
    const { entries } = await ok(stack.api(user.token).GET('/api/v1/history'));
    expect(entries).toMatchObject([{ changeCount: 4, years: [2026] }]);
    const actions = entries[0]!.changes.map(({ action }) => action);
    expect(actions.toSorted()).toEqual([
      'OVERRIDE_SET',
      'OVERRIDE_SET',
      'TRANSFER_MATCHED',
      'TRANSFER_MATCHED',
    ]);
    expect(JSON.stringify(entries)).toContain('Both to my own wallet');
    const path = { entryId: entries[0]!.id };
    await ok(stack.api(user.token).POST('/api/v1/history/{entryId}/undo', { params: { path } }));
    expect(await gainsNow()).toBe(1200);
    expect(await issuesNow()).toBe(issues);
  });
});
