/** Two users with facts and corrections of every kind. Every text contains a canary of its user, and every number the user's own digits. */
import { rejectionOf, send } from '../corrections/surfaces.ts';
import { transactions, untilIdle } from '../corrections/users.ts';
import { type Readable, readableOf } from '../read-out.ts';
import { bitvavo } from '../settings/file-users.ts';
import { importLines, newToken, newUser, type TestStack } from '../stack.ts';

export interface Person {
  readonly name: 'A' | 'B';
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  readonly readable: Readable;
  /** Ids of events, by their reference without the canary. */
  readonly eventIds: ReadonlyMap<string, string>;
  readonly idempotencyKey: string;
}

export const DIGITS = { A: '7319731', B: '8426842' } as const;
export const canary = (name: 'A' | 'B', what: string): string => `CANARY-${name}-${what}`;

/** Both users have the same account names and hold one asset with the same key at the same times, so that only the user differs. */
function factsOf(name: 'A' | 'B', withOrphan: boolean): readonly object[] {
  const of = (what: string): string => canary(name, what);
  const digits = DIGITS[name];
  const shared = { key: 'ETH', symbol: 'ETH' };
  const own = { key: of('asset'), symbol: of('symbol'), name: of('asset-name'), chain: of('chain') };
  const event = (ref: string, type: string, at: string, amount: string, more: object = {}): object => ({
    kind: 'event',
    account: 'main',
    referenceId: of(ref),
    type,
    asset: shared,
    amount: `${amount}.${digits}`,
    timestamp: `2026-${at}T10:00:00Z`,
    euroValue: `${amount}000.${digits}`,
    description: of('description'),
    protocol: of('protocol'),
    flags: [of('flag')],
    needsReview: true,
    counterpartyAddress: of('counterparty'),
    link: `https://example.org/${of('link')}`,
    ...more,
  });
  const times = { createdAt: '2026-04-01T00:00:00Z', updatedAt: '2026-04-01T00:00:00Z' };
  const sold = { account: 'main', referenceId: of('SELL'), type: 'DISPOSITION', assetKey: 'ETH' };
  const underlying = [
    { assetKey: own.key, assetSymbol: own.symbol, amount: `3.${digits}`, entryPrice: `9.${digits}` },
  ];
  // Logs contain paths, and paths contain ids. So ids contain neither canaries nor the digits.
  const uuidOf = (tail: string): string => `${name.repeat(8)}-0000-4000-8000-00000000${tail}`.toLowerCase();
  return [
    {
      kind: 'account',
      ref: 'main',
      accountKind: 'exchange',
      datasource: of('datasource'),
      label: of('label'),
      lastSyncError: of('sync-error'),
      provider: of('provider'),
      lastSyncAt: '2026-11-01T00:00:00Z',
    },
    {
      kind: 'account',
      ref: 'wallet',
      accountKind: 'wallet',
      datasource: of('wallet'),
      address: of('address'),
      chainId: 1,
      lastSyncAt: '2026-11-01T00:00:00Z',
    },
    {
      kind: 'account',
      ref: 'file',
      accountKind: 'file',
      datasource: 'CSV',
      originalFilename: of('filename'),
      sourcePlatform: of('platform'),
      lastSyncAt: '2026-11-01T00:00:00Z',
    },
    event('BUY', 'ACQUISITION', '01-10', '9'),
    event('SELL', 'DISPOSITION', '02-10', '2', { treatment: 'UNCLASSIFIED' }),
    event('OUT', 'DISPOSITION', '03-10', '1', { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
    event('IN', 'ACQUISITION', name === 'A' ? '03-11' : '03-12', '1', {
      account: 'wallet',
      treatment: 'CONTINUITY_WITHDRAW',
    }),
    event('MATCHED-OUT', 'DISPOSITION', '04-10', '1', { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
    event('MATCHED-IN', 'ACQUISITION', '04-11', '1', { account: 'wallet', treatment: 'CONTINUITY_WITHDRAW' }),
    event('OWN', 'ACQUISITION', '05-10', '6', { asset: own }),
    event('LOAN', 'ACQUISITION', '05-11', '4', { asset: own, isLoan: true }),
    event('REPAID', 'DISPOSITION', '05-20', '4', { asset: own, isRepayment: true }),
    event('INCOME', 'INCOME', '06-10', '1', { continuityGroupId: uuidOf('aaaa') }),
    ...(withOrphan ? [event('ORPHAN', 'DISPOSITION', '07-10', '1')] : []),
    {
      kind: 'money',
      account: 'main',
      referenceId: of('MONEY'),
      type: 'CASH_IN',
      currency: 'EUR',
      amount: `8000.${digits}`,
      timestamp: '2026-01-09T10:00:00Z',
      purpose: 'TRANSFER',
      description: of('money-description'),
    },
    { kind: 'price', assetKey: own.key, at: '2026-11-01T00:00:00Z', eur: `55.${digits}` },
    // Only user A has a price for the asset that both hold.
    ...(name === 'A'
      ? [{ kind: 'price', assetKey: 'ETH', at: '2026-11-01T00:00:00Z', eur: `77.${digits}` }]
      : []),
    { kind: 'note', ...sold, id: of('note-id'), note: of('note'), ...times },
    {
      kind: 'attachment',
      ...sold,
      id: of('attachment-id'),
      filename: of('attachment'),
      byteSize: Number(digits),
      contentType: 'text/plain',
      documentType: of('type'),
      documentTypeLabel: of('type-label'),
      createdAt: times.createdAt,
    },
    {
      kind: 'position',
      positionId: uuidOf('bbbb'),
      chainId: 1,
      chainName: of('chain-name'),
      type: of('position'),
      contractAddress: of('contract'),
      protocol: of('position-protocol'),
      error: of('position-error'),
      entryTimestamp: times.createdAt,
      metadata: { [of('key')]: of('value') },
      depositedAssets: underlying,
      underlyingAssets: underlying,
    },
  ];
}

/** Creates such a user, with overrides (one is orphaned), rules, a match, circumstances, a price, a balance and their log. */
export async function newPerson(stack: TestStack, name: 'A' | 'B'): Promise<Person> {
  const email = `canary-${name.toLowerCase()}@example.org`;
  const options = ['--plan', 'pro', '--beta', 'portfolio', '--year', '2026'];
  const { userId } = await newUser(stack, email, options, 'write');
  const user = { userId, token: await newToken(stack, userId, 'write', canary(name, 'token')) };
  const imported = await importLines(stack, userId, factsOf(name, true));
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  const eventIds = new Map<string, string>();
  for (const { referenceId, id } of await transactions(stack, user, 2026))
    eventIds.set(referenceId.replace(canary(name, ''), ''), id);
  const idempotencyKey = canary(name, 'key');
  await correct(stack, user, name, eventIds, idempotencyKey);
  await addFile(stack, user, name);
  await importLines(stack, userId, factsOf(name, false), 'main');
  await untilIdle(stack, user);
  const readable = await readableOf(stack, user.token);
  return { ...user, name, email, eventIds, idempotencyKey, readable };
}

/** Adds a file whose transactions have the marks of a person. */
async function addFile(stack: TestStack, user: { token: string }, name: 'A' | 'B'): Promise<void> {
  const row = bitvavo(canary(name, 'trade'))
    .replace(',0.01,', `,2.${DIGITS[name]},`)
    .replace('-900', `-800.${DIGITS[name]}`);
  const query = new URLSearchParams({
    name: `${canary(name, 'file')}.csv`,
    newAccount: canary(name, 'account'),
  });
  const answer = await fetch(`${stack.ready().baseUrl}/api/v1/files?${query.toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'text/csv' },
    body: row,
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}

async function correct(
  stack: TestStack,
  user: { userId: string; token: string },
  name: 'A' | 'B',
  eventIds: ReadonlyMap<string, string>,
  idempotencyKey: string,
): Promise<void> {
  const of = (what: string): string => canary(name, what);
  const rule = { label: of('rule'), notes: of('rule-notes') };
  const legs = { outTaxEventId: eventIds.get('MATCHED-OUT'), inTaxEventId: eventIds.get('MATCHED-IN') };
  const accounts = (await send(stack, user, 'GET', '/api/v1/accounts')).body['accounts'] as { id: string }[];
  const bodies = [
    ['/overrides', overrideOf(name, eventIds.get('SELL')!)],
    ['/overrides', { taxEventId: eventIds.get('ORPHAN'), notes: of('orphan-notes') }],
    ['/rules', { ...rule, ...ruleTermsOf(name)[0] }],
    ['/rules', { ...rule, ...ruleTermsOf(name)[1] }],
    ['/transfer-matches', { ...legs, transferKind: 'BRIDGE', notes: of('match-notes') }],
    [
      '/prices',
      {
        prices: [
          {
            assetKey: of('priced'),
            day: '2026-05-01',
            eur: Number(`6000.${DIGITS[name]}`),
            source: of('price-source'),
            notes: of('price-notes'),
          },
        ],
      },
    ],
    [
      `/accounts/${accounts[0]!.id}/balances`,
      {
        assetId: of('balanced'),
        at: '2026-05-01T00:00:00Z',
        amount: Number(`7000.${DIGITS[name]}`),
        notes: of('balance-notes'),
      },
    ],
    [
      '/years/2026/reported',
      {
        platform: of('exchange'),
        totals: [{ assetId: of('reported'), kind: 'SOLD', units: Number(`8000.${DIGITS[name]}`) }],
        notes: of('reported-notes'),
      },
    ],
    ['/years/2026/circumstances', { otherGains: Number(`5000.${DIGITS[name]}`) }],
    // The same regime as before, with answers that differ between the persons.
    ['/years/2026/regime', { regime: 'NORMAAL_BEHEER', borrowed: name === 'A' }],
  ] as const;
  for (const [index, [path, body]] of bodies.entries()) {
    const headers = { 'idempotency-key': `${idempotencyKey}-${String(index)}` };
    const answer = await send(stack, user, 'POST', `/api/v1${path}`, body, headers);
    if (rejectionOf(answer) !== null) throw new Error(`${path}: ${answer.text}`);
  }
}

/** Returns the override of a person; it is sent with the idempotency key `${idempotencyKey}-0`. */
export function overrideOf(name: 'A' | 'B', taxEventId: string): object {
  return {
    taxEventId,
    notes: canary(name, 'override-notes'),
    overriddenFlags: [canary(name, 'my-flag')],
    overriddenDescription: canary(name, 'my-description'),
    overriddenEuroValue: Number(`4000.${DIGITS[name]}`),
  };
}

/** Returns what the rules of a person match. */
export function ruleTermsOf(name: 'A' | 'B'): readonly object[] {
  return [
    { action: 'MARK_INCOME', matchType: 'PROTOCOL', matchValue: canary(name, 'rule-value') },
    {
      action: 'MARK_SELF_TRANSFER',
      chainId: 1,
      counterpartyAddress: canary(name, 'rule-address'),
    },
  ];
}
