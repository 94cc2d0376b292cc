/**
 * JSON from outside: an object that has one name twice is rejected, because readers disagree on which value counts (RFC 8259 §4), and so
 * is deep nesting.
 */

/** Values inside each other, the outermost included. */
export const JSON_LEVELS_MAX = 32;

const MESSAGES = {
  SYNTAX: 'is not JSON',
  TOO_DEEP: `is nested deeper than ${String(JSON_LEVELS_MAX)} levels`,
} as const;

/** Why a text is not accepted; the message is a sentence without its subject. */
export class JsonFault extends Error {
  readonly reason: 'SYNTAX' | 'TOO_DEEP' | 'REPEATED_NAME';
  /** The second occurrence of a repeated name, such as `asset.key` or `items.0.amount`; empty for other reasons. */
  readonly path: string;

  constructor(reason: JsonFault['reason'], path = '') {
    super(reason === 'REPEATED_NAME' ? `has the field ${path} twice` : MESSAGES[reason]);
    this.name = 'JsonFault';
    this.reason = reason;
    this.path = path;
  }
}

/** A reviver of JSON.parse. Its third argument has the digits of a number as written. */
export type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

// The third argument is ES2026; the compiler's library does not know it yet.
const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown;

/**
 * Parses JSON from outside. A reviver may return objects of a class of its own, but no plain objects.
 *
 * @throws JsonFault
 */
export function parseStrictJson(text: string, reviver?: Reviver): unknown {
  const written = membersIn(text);
  let value: unknown;
  try {
    value = parse(text, reviver);
  } catch (error) {
    throw error instanceof SyntaxError ? new JsonFault('SYNTAX') : error;
  }
  // The parser keeps the last of several members with one name. Counting finds that out without looking at a name: over events it takes
  // half as long as the parser itself, and sets of names as long as the parser.
  if (membersOf(value) !== written) throw new JsonFault('REPEATED_NAME', repeatedName(text));
  return value;
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns how many members the objects in a text have, by their colons. @throws JsonFault if it is nested too deeply */
function membersIn(text: string): number {
  let members = 0;
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === COLON) members += 1;
    else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) levels += 1;
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) levels -= 1;
    if (levels > JSON_LEVELS_MAX) throw new JsonFault('TOO_DEEP');
  }
  return members;
}

/** Returns the place of the quote that ends the string whose first quote is at `start`; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

/** Returns how many members the objects in a parsed value have. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain && !Array.isArray(value)) return 0;
  const entries: unknown[] = Object.values(value);
  let members = isPlain ? entries.length : 0;
  for (const entry of entries) members += membersOf(entry);
  return members;
}

/** Returns the path of the first repeated name in valid JSON. */
function repeatedName(text: string): string {
  const path: { readonly names: Set<string> | null; at: string | number }[] = [];
  let string = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const inner = path.at(-1);
    if (unit === QUOTE) {
      const end = endOfString(text, at);
      string = text.slice(at, end + 1);
      at = end;
    } else if (unit === OPEN_OBJECT) path.push({ names: new Set(), at: '' });
    else if (unit === OPEN_ARRAY) path.push({ names: null, at: 0 });
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) path.pop();
    else if (unit === COMMA && typeof inner?.at === 'number') inner.at += 1;
    else if (unit === COLON && inner?.names != null) {
      inner.at = parse(string) as string;
      if (inner.names.has(inner.at)) break;
      inner.names.add(inner.at);
    }
  }
  return path.map(({ at }) => at).join('.');
}
