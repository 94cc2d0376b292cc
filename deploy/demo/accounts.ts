/** The demo taxpayer's accounts: an exchange, two wallets and a file. */
import type { Line } from './lines.ts';

export const ACCOUNTS: readonly Line[] = [
  {
    kind: 'account',
    ref: 'kraken-1',
    accountKind: 'exchange',
    datasource: 'KRAKEN',
    label: 'Kraken',
    provider: 'KRAKEN',
    connectionStatus: 'CONNECTED',
    lastSyncAt: '2026-10-31T06:00:00Z',
    registeredOn: '2023-02-14',
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
    lastSyncAt: '2026-10-31T06:05:00Z',
  },
  {
    kind: 'account',
    ref: 'btc-1',
    accountKind: 'wallet',
    datasource: 'BITCOIN',
    label: 'Ledger (Bitcoin)',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    lastSyncAt: '2026-10-20T06:05:00Z',
    lastSyncError: 'The block explorer did not answer; the next sync tries again.',
  },
  {
    kind: 'account',
    ref: 'file-1',
    accountKind: 'file',
    datasource: 'CSV',
    label: 'Bitvavo 2023-2024',
    originalFilename: 'bitvavo-2023-2024.csv',
    sourcePlatform: 'BITVAVO',
  },
];
