/** What the files of KuCoin have in common: the zone of the times is in the name of their column. */
import type { ContentIds } from '../booking.ts';
import type { EntryId, Reason } from '../entries.ts';
import { FileFault } from '../faults.ts';
import type { Format } from '../format.ts';
import type { Row } from '../table.ts';

export const KUCOIN: Format['platform'] = { name: 'KuCoin', source: 'KUCOIN' };

const ZONED = /^((?:filled )?time(?: of update)?)\(utc([+-]\d{2}:\d{2})?\)$/;

const NOT_DONE = /^(?:fail|cancel|pending|processing|reject|refund|wait)/;

/** Returns why a row of this status is left out; null if it is done. */
export function reasonOfStatus(status: string): Reason | null {
  const word = status.trim().toLowerCase();
  if (word.startsWith('success')) return null;
  return NOT_DONE.test(word) ? 'NOT_DONE' : 'UNKNOWN_STATUS';
}

/** Returns the name of a column without its zone, such as `time` for `time(utc+02:00)`. */
export function withoutZone(column: string): string {
  return ZONED.exec(column)?.[1] ?? column;
}

/** Returns the zone in the name of a column, such as `UTC+02:00`. @throws FileFault if there is none */
export function zoneOf(header: readonly string[], column: string): string {
  const zoned = header.map((name) => ZONED.exec(name)).find((match) => match?.[1] === column);
  if (zoned == null)
    throw new FileFault(`has no time zone in the name of its column "${column}": export it again`);
  return `UTC${zoned[2] ?? ''}`;
}

/** Returns the id of a row: a later export may write its times in another zone, so that the instant counts and not its text. */
export function idIn(ids: ContentIds, row: Row, at: string, columns: readonly string[]): EntryId {
  return ids.idFor(JSON.stringify([at, ...columns.map((name) => row.text(name))]));
}
