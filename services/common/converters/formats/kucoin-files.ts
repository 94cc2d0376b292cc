/** What the files of KuCoin have in common: the zone of the times is in the name of their column. */
import { faultMessage } from '@ctx/domain/file-faults';
import type { ContentIds } from '../booking.ts';
import type { EntryId, Reason } from '../entries.ts';
import { FileFault } from '../faults.ts';
import type { Format, OtherExport } from '../format.ts';
import type { Row } from '../table.ts';

export const KUCOIN: Format['platform'] = { name: 'KuCoin', source: 'KUCOIN' };

const ZONED = /^((?:filled )?time(?: of update)?)\(utc([+-]\d{2}:\d{2})?\)$/;

/** How a row ended, by the words of its status, of which some begin so. */
const DONE = /^(?:success|succeeded|completed$|done$|deal$|part_deal$)/;
const NOT_DONE = /^(?:fail|cancel|pending|processing|reject|refund|wait)/;

/** A row that ended so is never done. */
const FAILED = /^(?:fail|cancel|reject|refund)/;

/** Whether a row of this status is never done. */
export function isFailed(status: string): boolean {
  return FAILED.test(status.trim().toLowerCase());
}

/** Returns why a row of this status is left out; null if it is done. */
export function reasonOfStatus(status: string): Reason | null {
  const word = status.trim().toLowerCase();
  if (DONE.test(word)) return null;
  return NOT_DONE.test(word) ? 'NOT_DONE' : 'UNKNOWN_STATUS';
}

/** Exports that leave out what a fact needs. */
export const OTHER_EXPORTS: readonly OtherExport[] = [
  ...[
    ['oid', 'symbol', 'dealprice', 'dealvalue', 'amount', 'fee', 'direction', 'createddate'],
    ['tradecreatedat', 'symbol', 'side', 'price', 'size', 'funds', 'fee', 'feecurrency'],
    ['symbol', 'order_type', 'price', 'amount_coin', 'direction', 'funds', 'fee', 'created_at'],
    ['symbol', 'direction', 'deal_price', 'amount', 'deal_value', 'created_at'],
  ].map((columns) => ({
    columns,
    advice: faultMessage('OLD_KUCOIN_TRADES'),
  })),
  {
    columns: ['coin_type', 'type', 'add', 'hash', 'vol', 'created_at'],
    advice: faultMessage('OLD_KUCOIN_TRANSFERS'),
  },
  {
    columns: ['currency', 'side', 'amount', 'fee', 'time', 'remark'],
    advice: faultMessage('KUCOIN_HISTORY'),
  },
];

/** Returns the name of a column without its zone, such as `time` for `time(utc+02:00)`. */
export function withoutZone(column: string): string {
  return ZONED.exec(column)?.[1] ?? column;
}

/** Returns the zone in the name of a column, such as `UTC+02:00`. @throws FileFault if there is none */
export function zoneOf(header: readonly string[], column: string): string {
  const zoned = header.map((name) => ZONED.exec(name)).find((match) => match?.[1] === column);
  if (zoned == null) throw new FileFault(faultMessage('NO_ZONE_IN_COLUMN', { column: `"${column}"` }));
  return `UTC${zoned[2] ?? ''}`;
}

/** Returns the id of a row: a later export may write its times in another zone, so that the instant counts and not its text. */
export function idIn(ids: ContentIds, row: Row, at: string, columns: readonly string[]): EntryId {
  return ids.idFor(JSON.stringify([at, ...columns.map((name) => row.text(name))]));
}
