/** The table, key and columns of each kind of record, and its rows. The SQL of staging and merging is made from it. */
import {
  ACCOUNT_FIELDS,
  EVENT_FIELDS,
  type Field,
  type Fields,
  type ImportRecord,
  MONEY_FIELDS,
  PRICE_FIELDS,
  type RecordKind,
  type RecordOf,
} from '@ctx/converters/records';
import { groupOf } from '@ctx/converters/facts';
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import { stableId } from '@ctx/domain/stable-id';
import type { CellValue } from '@ctx/platform/cells';

/** Where a kind of record is stored. */
export interface StoredKind {
  /** Columns of its stage alone, after the digest. */
  readonly stagedOnly?: readonly string[];
  readonly table: string;
  readonly key: readonly string[];
  /** The columns after `user_id`, the key first. `digest` follows as the last column. */
  readonly columns: readonly string[];
}

/** A field that is stored in a column of its own. */
interface StoredField extends Pick<Field, 'column' | 'absent'> {
  readonly name: string;
  /** The object within the record that has it; null for the record itself. */
  readonly group: string | null;
}

const FIELDS = {
  account: storedFields(ACCOUNT_FIELDS),
  event: storedFields(EVENT_FIELDS),
  money: storedFields(MONEY_FIELDS),
  price: storedFields(PRICE_FIELDS),
};

function storedFields(fields: Fields, group: string | null = null): readonly StoredField[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    'fields' in field
      ? storedFields(field.fields, name)
      : [{ name, group, column: field.column, absent: field.absent }],
  );
}

function columnsOf(kind: keyof typeof FIELDS): string[] {
  return FIELDS[kind].map(({ column }) => column);
}

const PRICE = { key: ['asset_key', 'at'], columns: columnsOf('price') };

export const STORED_KINDS: Record<RecordKind | 'sharedPrice', StoredKind> = {
  account: {
    table: 'facts.accounts',
    key: ['account_id'],
    columns: ['account_id', ...columnsOf('account')],
  },
  event: {
    table: 'facts.events',
    key: ['event_id'],
    columns: ['event_id', 'account_id', ...columnsOf('event')],
    stagedOnly: ['former_references', 'undone'],
  },
  money: {
    table: 'facts.money',
    key: ['money_id'],
    columns: ['money_id', 'account_id', ...columnsOf('money')],
    stagedOnly: ['undone'],
  },
  price: { table: 'facts.prices', ...PRICE },
  sharedPrice: { table: 'facts.shared_prices', ...PRICE },
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

/**
 * Returns the id of a row of money, which depends on account, currency, direction and `referenceId`, and on whether it is a fee. Other purposes do not
 * count: two exports of the same account may name them in other ways.
 */
function moneyId(
  userId: number,
  {
    account,
    currency,
    type,
    purpose,
    referenceId,
  }: Omit<NaturalKey, 'assetKey'> & {
    readonly currency: string;
    readonly purpose: string;
  },
): string {
  const kind = purpose === 'FEE' ? 'money fee' : 'money';
  return stableId(kind, String(userId), account, currency, type, referenceId);
}

/** Returns the values of the columns of STORED_KINDS for one record. */
export function rowOf(record: ImportRecord, userId: number): CellValue[] {
  switch (record.kind) {
    case 'account':
      return withCells([accountId(userId, record.ref)], 'account', record);
    case 'event':
      return eventRow(record, userId);
    case 'money': {
      const { account, purpose } = record;
      const ids = [moneyId(userId, { ...record, purpose: purpose ?? 'OTHER' }), accountId(userId, account)];
      return withCells(ids, 'money', record);
    }
    case 'price':
      return withCells([], 'price', record);
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

/** Returns the values of the columns of a kind that only its stage has. */
export function stagedOnlyOf(record: ImportRecord): CellValue[] {
  if (record.kind === 'event') return [record.formerReferences ?? null, record.undone ?? false];
  return record.kind === 'money' ? [record.undone ?? false] : [];
}

/** Returns the row of an event under another reference: its own id follows from it, and that of its group where it was made from the old one. */
export function rowUnder<Cell extends CellValue>(
  row: readonly Cell[],
  reference: string,
  { userId, accountRef }: { readonly userId: number; readonly accountRef: string },
): (Cell | string)[] {
  const { columns } = STORED_KINDS.event;
  const textOf = (column: string): string => String(row[columns.indexOf(column)]);
  const key = {
    account: accountRef,
    referenceId: reference,
    type: textOf('type'),
    assetKey: textOf('asset_key'),
  };
  const isGroupMadeHere = textOf('continuity_group_id') === groupOf(accountRef, textOf('reference_id'));
  const renamed: Readonly<Record<string, string>> = {
    event_id: eventId(userId, key),
    reference_id: reference,
    ...(isGroupMadeHere ? { continuity_group_id: groupOf(accountRef, reference) } : {}),
  };
  return row.map((cell, index) => (cell === null ? cell : (renamed[columns[index] ?? ''] ?? cell)));
}

/** Returns the row of money under another reference, from which its id follows. */
export function moneyRowUnder<Cell extends CellValue>(
  row: readonly Cell[],
  reference: string,
  { userId, accountRef: account }: { readonly userId: number; readonly accountRef: string },
): (Cell | string)[] {
  const { columns } = STORED_KINDS.money;
  const textOf = (column: string): string => String(row[columns.indexOf(column)]);
  const [currency, type, purpose] = [textOf('currency'), textOf('type'), textOf('purpose')];
  const renamed: Readonly<Record<string, string>> = {
    money_id: moneyId(userId, { account, referenceId: reference, currency, type, purpose }),
    reference_id: reference,
  };
  return row.map((cell, index) => renamed[columns[index] ?? ''] ?? cell);
}

function eventRow(record: RecordOf<'event'>, userId: number): CellValue[] {
  const { asset, account, type, referenceId } = record;
  // EUR is always a currency. Others are only if the import says so, because token symbols collide with currency codes.
  const isEuro = asset.key === EUR_ASSET_KEY;
  const stored = isEuro ? { ...record, asset: { ...asset, fiat: true } } : record;
  const ids = [
    eventId(userId, { account, assetKey: asset.key, type, referenceId }),
    accountId(userId, account),
  ];
  return withCells(ids, 'event', stored);
}

/** Adds the values of the stored fields to a row. */
function withCells(row: CellValue[], kind: keyof typeof FIELDS, record: ImportRecord): CellValue[] {
  const values = record as unknown as Record<string, unknown>;
  for (const { name, group, absent } of FIELDS[kind]) {
    const holder = group === null ? values : (values[group] as typeof values);
    row.push((holder[name] as CellValue | undefined) ?? absent);
  }
  return row;
}

function rest(record: ImportRecord, without: readonly string[]): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'kind' && !without.includes(name))),
  );
}
