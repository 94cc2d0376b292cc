/** Users with events in an open, a frozen, a locked, and a locked and frozen year. */
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { untilIdle } from '../runs.ts';
import { createUser, eventIds, type TestUser, useCreated } from '../kit.ts';
import { event, importLines, type TestStack } from '../stack.ts';
import type { User } from './surfaces.ts';

export { untilIdle } from '../runs.ts';

const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const WALLET = { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'ETHEREUM', chainId: 1 };

/** Facts in 2023 (locked and frozen), 2024 (locked), 2025 (frozen) and 2026 (open). */
export const FACTS: readonly object[] = [
  ACCOUNT,
  WALLET,
  ...[2023, 2024, 2025, 2026].flatMap((year) => [
    event(`BUY ${String(year)}`, 'ACQUISITION', '10', `${String(year)}-02-01T10:00:00Z`, '20000'),
    event(`SELL ${String(year)}`, 'DISPOSITION', '1', `${String(year)}-03-01T10:00:00Z`, '3000'),
    event(`CORRECTED ${String(year)}`, 'DISPOSITION', '1', `${String(year)}-04-01T10:00:00Z`, '3000'),
    event(`ARRIVAL ${String(year)}`, 'ACQUISITION', '1', `${String(year)}-03-01T11:00:00Z`, '3000', {
      account: 'ledger',
    }),
  ]),
  event('OTHER ASSET 2026', 'ACQUISITION', '1', '2026-03-01T11:00:00Z', '3000', {
    account: 'ledger',
    asset: { key: 'SOL', symbol: 'SOL' },
  }),
  event('SECOND 2026', 'DISPOSITION', '1', '2026-03-02T10:00:00Z', '3000'),
  event('SECOND ARRIVAL 2026', 'ACQUISITION', '1', '2026-03-02T11:00:00Z', '3000', { account: 'ledger' }),
];

/** Removed after it was corrected, so that its override is orphaned. */
const ORPHAN = event('ORPHAN 2024', 'DISPOSITION', '1', '2024-05-01T10:00:00Z', '3000');

export interface CorrectableUser extends TestUser {
  /** Id of the account of the exchange. */
  readonly accountId: string;
  /** Event ids by reference id. */
  readonly events: ReadonlyMap<string, string>;
  /** Ids of the overrides of the events CORRECTED and ORPHAN, by reference id. */
  readonly overrides: ReadonlyMap<string, string>;
}

/** Returns such a user for the tests of a block. Each test file needs its own user for each surface. */
export function useCorrectableUser(stack: TestStack): CorrectableUser {
  return useCreated(() => correctableUser(stack));
}

/** Creates such a user. */
export async function correctableUser(stack: TestStack): Promise<CorrectableUser> {
  const years = [2023, 2024, 2025, 2026];
  const user = await createUser(stack, { years, scope: 'write', facts: [...FACTS, ORPHAN] });
  const events = await eventIds(user, ...years);
  const overrides = new Map<string, string>();
  for (const [name, taxEventId] of events) {
    if (!/CORRECTED|ORPHAN/.test(name)) continue;
    const body = { taxEventId, notes: name };
    const { override } = await ok(user.api.POST('/api/v1/overrides', { body }));
    overrides.set(name, override.id!);
  }
  await importLines(stack, user.userId, FACTS, 'kraken-1');
  for (const year of ['2023', '2025']) {
    await untilIdle(stack, user);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', year]);
  }
  await stack.ctx(['user', 'set', '--user', user.userId, '--remove-year', '2023', '--remove-year', '2024']);
  const { accounts } = await ok(user.api.GET('/api/v1/accounts'));
  const accountId = accounts.find(({ kind }) => kind === 'exchange')!.id;
  return { ...user, accountId, events, overrides };
}

/** Reads the events of a year over REST. */
export async function transactions(
  stack: TestStack,
  { token }: User,
  year: number,
): Promise<(Schema<'Transaction'> & { readonly referenceId: string })[]> {
  const query = { year, size: 200 };
  const page = await ok(stack.api(token).GET('/api/v1/transactions', { params: { query } }));
  return page.transactions.map((each) => ({ ...each, referenceId: each.referenceId! }));
}
