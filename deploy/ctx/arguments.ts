/** Parsers of what is typed after the command; a wrong value is wrong usage, exit code 2. */
import { InvalidArgumentError } from 'commander';
import { LIMITS } from '@ctx/common/domain/limits';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A user's id: a whole number from 1, without sign, spaces or leading zeros. */
export function parseUserId(text: string): number {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return id;
}

/** A year that the service knows, 2009 to 2100. */
export function parseYear(text: string): number {
  const year = /^\d{4}$/.test(text) ? Number(text) : NaN;
  if (!(year >= LIMITS.yearMin && year <= LIMITS.yearMax)) {
    throw new InvalidArgumentError(`It must be a year from ${LIMITS.yearMin} to ${LIMITS.yearMax}.`);
  }
  return year;
}

/** Adds one more year of a repeatable option to those before, each once. */
export function collectYear(text: string, previous: readonly number[] = []): readonly number[] {
  return [...new Set([...previous, parseYear(text)])];
}

/** A token's id: a UUID. */
export function parseTokenId(text: string): string {
  return parseUuid(text, 'ctx token list');
}

/** A connection's id: a UUID. */
export function parseConnectionId(text: string): string {
  return parseUuid(text, 'ctx app list');
}

function parseUuid(text: string, printedBy: string): string {
  if (!UUID.test(text)) throw new InvalidArgumentError(`It must be a UUID, as "${printedBy}" prints it.`);
  return text.toLowerCase();
}

const STDIN = '-';
const STDIN_CHARACTERS_MAX = 10_000;

/** A password as it was typed after the command, or for `-` what stands on standard input, without the end of its line. */
export async function readPassword(typed: string): Promise<string> {
  if (typed !== STDIN) return typed;
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    text += chunk as string;
    if (text.length > STDIN_CHARACTERS_MAX) break;
  }
  return text.replace(/\r?\n$/, '');
}

/** An RFC 3339 date-time with its offset, as it was typed; the day must exist. */
export function parseDateTime(text: string): string {
  const [, year, month, day] = DATE_TIME.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCDate() !== Number(day) || date.getUTCMonth() !== Number(month) - 1) {
    throw new InvalidArgumentError('It must be a date-time of RFC 3339, for example 2027-01-01T00:00:00Z.');
  }
  return text;
}

export const NEVER = 'never';

/** When a token ends: a date-time, or never. */
export function parseTokenEnd(text: string): string {
  return text === NEVER ? text : parseDateTime(text);
}

/** A text that is not empty. */
export function parseText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}
