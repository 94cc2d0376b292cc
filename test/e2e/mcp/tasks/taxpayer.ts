/**
 * The taxpayer of the tasks, with an exchange with staking and hundreds of fees, one with an expired connection, a hardware wallet
 * and a DeFi wallet. 2024 has no paid plan, 2025 is submitted, and 2026 is open and has corrections.
 */
import { ok } from '../../../api/client.ts';
import { importLines, newUser, type TestStack, waitFor } from '../../stack.ts';

const HOUR_MS = 3_600_000;

/** Returns the accounts. All but Bitvavo were synced an hour ago. */
function accounts(): object[] {
  const lastSyncAt = new Date(Date.now() - HOUR_MS).toISOString();
  const kraken = { ref: 'kraken', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' };
  const bitvavo = { ref: 'bitvavo', accountKind: 'exchange', datasource: 'BITVAVO', label: 'Bitvavo' };
  const ledger = { ref: 'ledger', accountKind: 'wallet', datasource: 'BITCOIN', label: 'Ledger' };
  const metamask = { ref: 'metamask', accountKind: 'wallet', datasource: 'ETHEREUM', label: 'MetaMask' };
  const broken = { connectionStatus: 'EXPIRED', lastSyncError: 'API key expired' };
  return [
    { ...kraken, lastSyncAt },
    { ...bitvavo, ...broken, lastSyncAt: '2026-09-30T06:00:00Z' },
    { ...ledger, lastSyncAt },
    { ...metamask, chainId: 1, address: '0x52908400098527886E0F7030069857D2E4169EE7', lastSyncAt },
  ].map((account) => ({ kind: 'account', ...account }));
}

type EventRow = readonly [
  account: string,
  type: string,
  amount: string,
  symbol: string,
  timestamp: string,
  euroValue: string,
  more?: object,
];

const LEFT = { treatment: 'TRANSFER_OUT_UNRESOLVED' };
const LEFT_FOR_OWN = { treatment: 'TRANSFER_OUT_OWN_WALLET' };
const ARRIVED = { treatment: 'CONTINUITY_WITHDRAW' };
const STAKING = { description: 'Staking reward' };

const EVENTS: readonly EventRow[] = [
  // 2024, locked: 650 − 400 = 250.
  ['kraken', 'ACQUISITION', '10', 'SOL', '2024-02-01T10:00:00Z', '1000'],
  ['kraken', 'DISPOSITION', '4', 'SOL', '2024-06-01T10:00:00Z', '650'],
  // 2025, submitted: 1,200 − 600 = 600, and 180 − 160 = 20; income 300.
  ['kraken', 'DISPOSITION', '6', 'SOL', '2025-03-01T10:00:00Z', '1200'],
  ['kraken', 'INCOME', '50', 'DOT', '2025-05-01T10:00:00Z', '300', STAKING],
  ['bitvavo', 'ACQUISITION', '2', 'LTC', '2025-07-01T10:00:00Z', '160'],
  ['bitvavo', 'DISPOSITION', '2', 'LTC', '2025-08-01T10:00:00Z', '180', LEFT],
  // 2026, ETH: 2,900 − 2,500 = 400, and 3,200 − 2,500 = 700.
  ['kraken', 'ACQUISITION', '3', 'ETH', '2026-01-10T10:00:00Z', '7500'],
  ['kraken', 'DISPOSITION', '1', 'ETH', '2026-03-01T10:00:00Z', '2900'],
  ['kraken', 'DISPOSITION', '1', 'ETH', '2026-07-01T10:00:00Z', '3200'],
  // BTC: an outgoing transfer in April counts as a sale: 65,000 − 60,000 = 5,000; one in May to an own wallet is matched; a sale in
  // August is 0.2999 from February at 60,000 and 0.1001 from April at 65,000: 26,000 − 24,500.50 = 1,499.50. All gains: 7,599.50.
  ['kraken', 'ACQUISITION', '1.3', 'BTC', '2026-02-01T10:00:00Z', '78000'],
  ['kraken', 'DISPOSITION', '1', 'BTC', '2026-04-10T10:00:00Z', '65000', LEFT],
  ['ledger', 'ACQUISITION', '0.9995', 'BTC', '2026-04-10T10:20:00Z', '64967.5', ARRIVED],
  ['kraken', 'DISPOSITION', '0.3', 'BTC', '2026-05-05T10:00:00Z', '20000', LEFT_FOR_OWN],
  ['ledger', 'ACQUISITION', '0.2999', 'BTC', '2026-05-05T10:30:00Z', '19993.33', ARRIVED],
  ['bitvavo', 'DISPOSITION', '0.4', 'BTC', '2026-08-20T10:00:00Z', '26000'],
  // Income: 60 + 62.40 + 65.10 = 187.50 from staking on Kraken, a bonus, staking elsewhere, and an airdrop by a rule: 407.50.
  ['kraken', 'INCOME', '10', 'DOT', '2026-01-31T10:00:00Z', '60', STAKING],
  ['kraken', 'INCOME', '10', 'DOT', '2026-02-28T10:00:00Z', '62.4', STAKING],
  ['kraken', 'INCOME', '10', 'DOT', '2026-03-31T10:00:00Z', '65.1', STAKING],
  ['kraken', 'INCOME', '10', 'USDC', '2026-02-15T10:00:00Z', '10', { description: 'Referral bonus' }],
  ['metamask', 'INCOME', '0.01', 'ETH', '2026-06-01T10:00:00Z', '30', { ...STAKING, protocol: 'Lido' }],
  ['metamask', 'ACQUISITION', '200', 'ARB', '2026-03-23T10:00:00Z', '180', { description: 'ARB airdrop' }],
  ['metamask', 'ACQUISITION', '1', 'VISIT', '2026-04-01T10:00:00Z', '0.02'],
  ['metamask', 'ACQUISITION', '1', 'CLAIM', '2026-04-02T10:00:00Z', '0.05'],
  ['metamask', 'ACQUISITION', '1', 'GIFT', '2026-04-03T10:00:00Z', '0.09'],
];

const FEE_COUNT = 230;

/** Fees of 1.00, 1.01, … 3.29 EUR: 493.35 in all. */
const FEES = Array.from({ length: FEE_COUNT }, (_, index): EventRow => {
  const eur = (1 + index / 100).toFixed(2);
  const timestamp = new Date(Date.UTC(2026, 0, 2) + index * 24 * HOUR_MS).toISOString();
  return ['kraken', 'FEE', eur, 'EUR', timestamp, eur];
});

/** Transfers from and to a bank: 87,500 EUR came in 2026, and 20,000 left. */
const MONEY: readonly (readonly [type: string, amount: string, timestamp: string])[] = [
  ['CASH_IN', '1000', '2024-01-31T10:00:00Z'],
  ['CASH_IN', '7500', '2026-01-09T10:00:00Z'],
  ['CASH_IN', '80000', '2026-01-31T10:00:00Z'],
  ['CASH_OUT', '20000', '2026-09-01T10:00:00Z'],
];

const PRICED_AT = '2026-01-05T00:00:00Z';
const USDC = { assetKey: 'USDC', assetSymbol: 'USDC' };
const AAVE = {
  positionId: '6f1c1d0e-6f0a-4f3e-9b1e-2d6a3c9b7a10',
  chainId: 1,
  chainName: 'Ethereum',
  contractAddress: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2',
  protocol: 'Aave',
  type: 'LENDING',
  entryTimestamp: '2026-01-02T10:00:00Z',
  depositedAssets: [{ ...USDC, amount: '1000', entryPrice: '0.92' }],
  underlyingAssets: [{ ...USDC, amount: '1020' }],
};

function facts(): object[] {
  return [
    ...accounts(),
    ...[...EVENTS, ...FEES].map(
      ([account, type, amount, symbol, timestamp, euroValue, more = {}], index) => ({
        kind: 'event',
        account,
        referenceId: `E${String(index)}`,
        type,
        asset: { key: symbol, symbol },
        amount,
        timestamp,
        euroValue,
        ...more,
      }),
    ),
    ...MONEY.map(([type, amount, timestamp], index) => ({
      kind: 'money',
      account: 'kraken',
      referenceId: `M${String(index)}`,
      type,
      currency: 'EUR',
      amount,
      timestamp,
      purpose: 'TRANSFER',
    })),
    { kind: 'price', assetKey: 'ETH', at: PRICED_AT, eur: '3000' },
    { kind: 'price', assetKey: 'USDC', at: PRICED_AT, eur: '0.92' },
    { kind: 'position', ...AAVE },
  ];
}

/** Makes the corrections that exist before the conversations: a rule for airdrops, and the match of May. */
async function correctAsBefore(stack: TestStack, token: string): Promise<void> {
  const api = stack.api(token);
  const rule = { label: 'Airdrops', matchType: 'DESCRIPTION', matchValue: 'airdrop' } as const;
  await ok(api.POST('/api/v1/rules', { body: { action: 'MARK_INCOME', ...rule } }));
  const query = { year: 2026, asset: 'BTC' };
  const { transactions } = await ok(api.GET('/api/v1/transactions', { params: { query } }));
  const idOf = (amount: number): string => transactions.find((each) => each.amount === amount)!.id;
  const match = {
    outTaxEventId: idOf(0.3),
    inTaxEventId: idOf(0.2999),
    transferKind: 'SELF_TRANSFER',
  } as const;
  await ok(api.POST('/api/v1/transfer-matches', { body: match }));
}

/** Waits until the figures are up to date, without using a call of the task. */
async function upToDate(stack: TestStack, token: string): Promise<void> {
  await waitFor(async () => (await ok(stack.api(token).GET('/api/v1/recalc-status'))).status === 'IDLE');
}

/** Creates such a taxpayer with figures that are up to date. The token may read and write. */
export async function newTaxpayer(
  stack: TestStack,
  email: string,
  beta: boolean,
): Promise<{ userId: string; token: string }> {
  const years = ['2025', '2026'].flatMap((year) => ['--year', year]);
  const options = ['--plan', 'pro', ...years, ...(beta ? ['--beta', 'portfolio'] : [])];
  const user = await newUser(stack, email, options, 'write');
  const imported = await importLines(stack, user.userId, facts());
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  await correctAsBefore(stack, user.token);
  await upToDate(stack, user.token);
  await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
  await upToDate(stack, user.token);
  return user;
}
