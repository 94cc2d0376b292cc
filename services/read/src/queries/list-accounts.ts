import { shown } from '@ctx/domain/shown-text';
import type { Freshness } from '@ctx/domain/vocabulary';
import { balanceProofs } from './balance-proofs.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { type RunRow, SELECT_RUN } from './year-rows.ts';
import type { Account, AccountsResponse } from '@ctx/proto/gen/ctx/v1/read';

interface Row {
  id: string;
  kind: string;
  datasource: string;
  transaction_count: number;
  address: string | null;
  chain_id: number | null;
  connection_status: string | null;
  label: string | null;
  last_sync_at: string | null;
  sync_age_s: string | null;
  last_sync_error: string | null;
  original_filename: string | null;
  provider: string | null;
  source_platform: string | null;
}

const SQL = `
  SELECT a.account_id AS id, a.kind, a.datasource, a.event_count AS transaction_count, a.address, a.chain_id,
    a.connection_status, a.label, coalesce(a.last_sync_at, a.imported_at) AS last_sync_at,
    extract(epoch FROM now() - coalesce(a.last_sync_at, a.imported_at)) AS sync_age_s,
    a.last_sync_error, a.original_filename, a.provider, a.source_platform
  FROM facts.accounts a WHERE a.user_id = $1 ORDER BY a.ref COLLATE "C"`;

const DAY_S = 86_400;
const BROKEN_CONNECTIONS = new Set(['EXPIRED', 'REVOKED', 'ERROR']);

/** Returns the data sources with their sync status (service.md, "Account"; decisions.md, Reads 3). */
export async function listAccounts(source: Source, userId: number): Promise<AccountsResponse> {
  const [rows, [run]] = await readAsUser<[Row, RunRow]>(
    source,
    userId,
    { name: 'list-accounts', text: SQL, values: [userId] },
    SELECT_RUN({ userId }),
  );
  const { stale } = run as RunRow;
  const proofs = await balanceProofs(source, userId, null);
  return {
    accounts: rows.map((row) => ({
      ...toAccount(row, stale),
      provenUntil: proofs.get(row.id)?.provenUntil ?? null,
    })),
  };
}

function toAccount(row: Row, isRunning: boolean): Account {
  const isWallet = row.kind === 'wallet';
  const syncAgeS = row.sync_age_s === null ? null : Number(row.sync_age_s);
  return {
    id: row.id,
    kind: row.kind,
    datasource: shown(row.datasource),
    actionRequired:
      row.last_sync_error !== null ||
      (row.connection_status !== null && BROKEN_CONNECTIONS.has(row.connection_status)),
    live: row.kind !== 'file',
    syncing: isRunning && (syncAgeS === null || syncAgeS > DAY_S),
    transactionCount: row.transaction_count,
    address: isWallet ? shown(row.address) : null,
    chainId: isWallet ? row.chain_id : null,
    connectionStatus: shown(row.connection_status),
    freshness: freshnessOf(row.kind, syncAgeS, row.last_sync_error !== null),
    label: shown(row.label),
    lastSyncAt: row.last_sync_at,
    lastSyncError: shown(row.last_sync_error),
    originalFilename: shown(row.original_filename),
    provider: shown(row.provider),
    sourcePlatform: shown(row.source_platform),
  };
}

/** Returns green up to 24 hours, amber up to 7 days, red after that or after an error; null for files and sources never synced. */
export function freshnessOf(kind: string, syncAgeS: number | null, failed: boolean): Freshness | null {
  if (kind === 'file' || syncAgeS === null) return null;
  if (failed || syncAgeS > 7 * DAY_S) return 'red';
  return syncAgeS > DAY_S ? 'amber' : 'green';
}
