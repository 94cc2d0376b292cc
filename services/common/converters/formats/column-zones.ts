/** Exchanges that let a person choose a time zone write it in the name of a column, such as `Time(UTC+2)`. */

const ZONED = /^([a-z][a-z &]*?) ?\((?:utc|gmt)([+-]\d{1,2}(?::?\d{2})?)?\)$/;

/** Returns the name of a column without its zone, such as `time` for `time(utc+2)`. */
export function withoutZone(column: string): string {
  return ZONED.exec(column)?.[1] ?? column;
}

/** Returns the zone in the name of a column, such as `UTC+2`; UTC if there is none. */
export function zoneIn(header: readonly string[], column: string): string {
  const zoned = header.map((name) => ZONED.exec(name)).find((match) => match?.[1] === column);
  return `UTC${zoned?.[2] ?? ''}`;
}
