/** Parsers of command-line arguments. An invalid value is a usage error, exit code 2. */
import { InvalidArgumentError, Option } from 'commander';
import { brusselsDate } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Parses a user id: a whole number from 1, without sign, spaces or leading zeros. */
export function parseUserId(text: string): number {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return id;
}

/** Returns a parser of whole numbers from 1 to `max`. */
export function parserUpTo(max: number): (text: string) => number {
  return (text) => {
    const number = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : NaN;
    if (!(number <= max))
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${String(max)}.`);
    return number;
  };
}

/** Parses a year that the service supports, 2009 to 2100. */
export function parseYear(text: string): number {
  const year = /^\d{4}$/.test(text) ? Number(text) : NaN;
  if (!(year >= LIMITS.yearMin && year <= LIMITS.yearMax)) {
    throw new InvalidArgumentError(`It must be a year from ${LIMITS.yearMin} to ${LIMITS.yearMax}.`);
  }
  return year;
}

/** Returns the option of a year that is this year, in Belgium, where it is left out. */
export function yearOption(): Option {
  return new Option('--year <year>', 'year')
    .argParser(parseYear)
    .default(brusselsDate(Date.now()).year, 'this year');
}

/** Collects the years of a repeatable option, without duplicates. */
export function collectYear(text: string, previous: readonly number[] = []): readonly number[] {
  return [...new Set([...previous, parseYear(text)])];
}

/** Parses a token id, a UUID. */
export function parseTokenId(text: string): string {
  return parseUuid(text, 'ctx token list');
}

/** Parses a connection id, a UUID. */
export function parseConnectionId(text: string): string {
  return parseUuid(text, 'ctx app list');
}

/** Parses the id of a file, a UUID. */
export function parseFileId(text: string): string {
  return parseUuid(text, 'ctx file list');
}

/** Parses the id of a match, a UUID. */
export function parseMatchId(text: string): string {
  return parseUuid(text, 'ctx match --event');
}

/** Parses the id of a rule, a UUID. */
export function parseRuleId(text: string): string {
  return parseUuid(text, 'ctx rule');
}

/** Parses the id of a correction, a UUID. */
export function parseEntryId(text: string): string {
  return parseUuid(text, 'ctx undo');
}

/** Parses the id of a webhook, a UUID. */
export function parseWebhookId(text: string): string {
  return parseUuid(text, 'ctx webhook list');
}

/** Parses the id of an event, a UUID. */
export function parseEventOfWebhookId(text: string): string {
  return parseUuid(text, 'ctx webhook dead');
}

/** Parses the id of an entered price, a UUID. */
export function parsePriceId(text: string): string {
  return parseUuid(text, 'ctx price');
}

function parseUuid(text: string, listCommand: string): string {
  if (!UUID.test(text.toLowerCase()))
    throw new InvalidArgumentError(`It must be a UUID from "${listCommand}".`);
  return text.toLowerCase();
}

const STDIN = '-';
const STDIN_CHARACTERS_MAX = 10_000;

/** Returns the password argument, or for `-` the text of standard input without its line end. */
export async function readPassword(argument: string): Promise<string> {
  if (argument !== STDIN) return argument;
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += chunk as string;
    if (text.length > STDIN_CHARACTERS_MAX) break;
  }
  return text.replace(/\r?\n$/, '');
}

/** Checks an RFC 3339 date-time with an offset and returns it unchanged. The day must exist. */
export function parseDateTime(text: string): string {
  const [, year, month, day] = DATE_TIME.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) {
    throw new InvalidArgumentError('It must be an RFC 3339 date-time, for example 2027-01-01T00:00:00Z.');
  }
  return text;
}

export const NEVER = 'never';

/** Checks when a token expires: an RFC 3339 date-time, or `never`. */
export function parseTokenEnd(text: string): string {
  return text === NEVER ? text : parseDateTime(text);
}

/** The most rows that a list of the services has. */
export const LIMIT_MAX = 10_000;

/** Parses the number of rows of a list, up to `LIMIT_MAX`. */
export const parseListLimit = parserUpTo(LIMIT_MAX);

const SECONDS_OF: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

/** Parses a duration such as `36h`, and returns its seconds. */
export function parseDuration(text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const seconds = Number(number) * (SECONDS_OF[unit] ?? 0);
  if (seconds === 0)
    throw new InvalidArgumentError('It must be a number of minutes, hours or days, such as 90m, 36h or 7d.');
  return seconds;
}

/** Parses a day such as `2017-01-01`. */
export function parseDate(text: string): string {
  parseDateTime(`${text}T00:00:00Z`);
  return text;
}

/** Parses the address of the service, http or https, and returns it without a slash at the end. */
export function parseUrl(text: string): string {
  const url = URL.parse(text);
  const isAddress = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!isAddress || [url.username, url.password, url.search, url.hash].some((part) => part !== ''))
    throw new InvalidArgumentError('It must be an address such as https://tax.example.org.');
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Parses the id of an event, a UUID. */
export function parseEventId(text: string): string {
  return parseUuid(text, 'ctx issues');
}

/** Checks that a text is not empty. */
export function parseText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** Checks that a text is an IANA time zone. */
export function parseTimeZone(text: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    throw new InvalidArgumentError('It must be a time zone such as Europe/Brussels or UTC.');
  }
}
