/** The demo taxpayer's accounts: an exchange, three wallets and a file. */
import type { Calendar } from './calendar.ts';
import type { Line } from './lines.ts';

/** Returns the accounts. All are synchronised at the end of the last day, except for one whose last synchronisations failed. */
export function accounts(calendar: Calendar): Line[] {
  const { end, firstYear } = calendar;
  return [
    {
      kind: 'account',
      ref: 'kraken-1',
      accountKind: 'exchange',
      datasource: 'KRAKEN',
      label: 'Kraken',
      provider: 'KRAKEN',
      connectionStatus: 'CONNECTED',
      lastSyncAt: end,
      registeredOn: `${String(firstYear)}-02-14`,
      country: 'IE',
    },
    {
      kind: 'account',
      ref: 'eth-1',
      accountKind: 'wallet',
      datasource: 'ETHEREUM',
      label: 'Ledger (Ethereum)',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      chainId: 1,
      lastSyncAt: end,
    },
    {
      kind: 'account',
      ref: 'arb-1',
      accountKind: 'wallet',
      datasource: 'ARBITRUM',
      label: 'Ledger (Arbitrum)',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      chainId: 42_161,
      lastSyncAt: end,
    },
    {
      kind: 'account',
      ref: 'btc-1',
      accountKind: 'wallet',
      datasource: 'BITCOIN',
      label: 'Ledger (Bitcoin)',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      lastSyncAt: calendar.recent(10, '06:05:00'),
      lastSyncError: 'The block explorer did not answer; the next sync tries again.',
    },
    {
      kind: 'account',
      ref: 'file-1',
      accountKind: 'file',
      datasource: 'CSV',
      label: `Bitvavo ${String(firstYear)}-${String(firstYear + 1)}`,
      originalFilename: `bitvavo-${String(firstYear)}-${String(firstYear + 1)}.csv`,
      sourcePlatform: 'BITVAVO',
    },
  ];
}
