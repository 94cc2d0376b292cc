/** The table, key and columns of each kind of record. The SQL of staging and merging is made from it. */
import type { CellValue } from '@ctx/platform/cells';
import { stableId } from '@ctx/domain/stable-id';
import type { ImportRecord, RecordKind } from './records.ts';

/** Where a kind of record is stored. */
export interface StoredKind {
  readonly table: string;
  readonly key: readonly string[];
  /** The columns after `user_id`, the key first. `digest` follows as the last column. */
  readonly columns: readonly string[];
}

export const STORED_KINDS: Record<RecordKind | 'sharedPrice', StoredKind> = {
  account: {
    table: 'facts.accounts',
    key: ['account_id'],
    columns: [
      'account_id',
      'ref',
      'kind',
      'datasource',
      'label',
      'address',
      'chain_id',
      'provider',
      'connection_status',
      'last_sync_at',
      'last_sync_error',
      'original_filename',
      'source_platform',
      'registered_on',
      'country',
    ],
  },
  event: {
    table: 'facts.events',
    key: ['event_id'],
    columns: [
      'event_id',
      'account_id',
      'reference_id',
      'type',
      'asset_key',
      'asset_symbol',
      'asset_name',
      'asset_chain',
      'asset_fiat',
      'amount',
      'occurred_at',
      'euro_value',
      'treatment',
      'taxable',
      'price_source',
      'description',
      'protocol',
      'continuity_group_id',
      'counterparty_address',
      'chain_id',
      'link',
      'flags',
      'spam',
      'needs_review',
      'is_loan',
      'is_repayment',
      'is_interest_expense',
    ],
  },
  price: { table: 'facts.prices', key: ['asset_key', 'at'], columns: ['asset_key', 'at', 'eur'] },
  sharedPrice: {
    table: 'facts.shared_prices',
    key: ['asset_key', 'at'],
    columns: ['asset_key', 'at', 'eur'],
  },
  position: { table: 'facts.positions', key: ['position_id'], columns: ['position_id', 'record'] },
  note: { table: 'facts.notes', key: ['event_id', 'note_id'], columns: ['event_id', 'note_id', 'record'] },
  attachment: {
    table: 'facts.attachments',
    key: ['event_id', 'attachment_id'],
    columns: ['event_id', 'attachment_id', 'record'],
  },
};

/** Returns the id of the account that a user's files call `ref`. */
export function accountId(userId: number, ref: string): string {
  return stableId('account', String(userId), ref);
}

interface NaturalKey {
  readonly account: string;
  readonly referenceId: string;
  readonly type: string;
  readonly assetKey: string;
}

/** Returns the id of an event, which depends only on account, asset key, type and `referenceId`. */
function eventId(userId: number, key: NaturalKey): string {
  return stableId('event', String(userId), key.account, key.assetKey, key.type, key.referenceId);
}

/** Returns the values of the columns of STORED_KINDS for one record. */
export function rowOf(record: ImportRecord, userId: number): CellValue[] {
  switch (record.kind) {
    case 'account':
      return accountRow(record, userId);
    case 'event':
      return eventRow(record, userId);
    case 'price':
      return [record.assetKey, record.at, record.eur];
    case 'position':
      return [record.positionId, rest(record, ['positionId'])];
    case 'note':
    case 'attachment':
      return [
        eventId(userId, record),
        record.id,
        rest(record, ['account', 'referenceId', 'type', 'assetKey']),
      ];
  }
}

function accountRow(record: Extract<ImportRecord, { kind: 'account' }>, userId: number): CellValue[] {
  return [
    accountId(userId, record.ref),
    record.ref,
    record.accountKind,
    record.datasource,
    record.label ?? null,
    record.address ?? null,
    record.chainId ?? null,
    record.provider ?? null,
    record.connectionStatus ?? null,
    record.lastSyncAt ?? null,
    record.lastSyncError ?? null,
    record.originalFilename ?? null,
    record.sourcePlatform ?? null,
    record.registeredOn ?? null,
    record.country ?? null,
  ];
}

function eventRow(record: Extract<ImportRecord, { kind: 'event' }>, userId: number): CellValue[] {
  const { asset } = record;
  return [
    eventId(userId, { ...record, assetKey: asset.key }),
    accountId(userId, record.account),
    record.referenceId,
    record.type,
    asset.key,
    asset.symbol,
    asset.name ?? null,
    asset.chain ?? null,
    // EUR is always a currency. Others are only if the import says so, because token symbols collide with currency codes.
    asset.key === 'EUR' || asset.fiat === true,
    record.amount,
    record.timestamp,
    record.euroValue ?? null,
    record.treatment ?? 'NORMAL',
    record.taxable ?? null,
    record.priceSource ?? null,
    record.description ?? null,
    record.protocol ?? null,
    record.continuityGroupId ?? null,
    record.counterpartyAddress ?? null,
    record.chainId ?? null,
    record.link ?? null,
    record.flags ?? [],
    record.spam ?? false,
    record.needsReview ?? false,
    record.isLoan ?? false,
    record.isRepayment ?? false,
    record.isInterestExpense ?? false,
  ];
}

function rest(record: ImportRecord, without: readonly string[]): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'kind' && !without.includes(name))),
  );
}
