/** JSON text as it grows, in bytes. */

const ROOM_AT_FIRST = 65_536;
/** What one large answer needed is not kept for ever. */
const ROOM_KEPT_MAX = 1_048_576;
const FEW_BYTES = 64;
const [QUOTE, BACKSLASH, SPACE, DELETE] = [34, 92, 32, 127];
const [MINUS, DOT, ZERO, NINE] = [45, 46, 48, 57];

/** A text of JSON that is written from its beginning to its end, and used again for the next. */
export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(ROOM_AT_FIRST);
  #length = 0;

  /** Begins anew. */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > ROOM_KEPT_MAX) this.#bytes = Buffer.allocUnsafeSlow(ROOM_AT_FIRST);
  }

  /** All that was written, in bytes of its own. */
  copy(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.#length);
    this.#bytes.copy(copy, 0, 0, this.#length);
    return copy;
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  /** Bytes that are JSON already. */
  verbatim(source: Uint8Array, start = 0, end = source.length): void {
    this.#reserve(end - start);
    if (end - start > FEW_BYTES) {
      this.#bytes.set(source.subarray(start, end), this.#length);
      this.#length += end - start;
      return;
    }
    const bytes = this.#bytes;
    let length = this.#length;
    // Copied here: a call of the platform's own copy costs more than so few.
    for (let index = start; index < end; index += 1) {
      bytes[length] = source[index] as number;
      length += 1;
    }
    this.#length = length;
  }

  /** A text of JSON's own making. */
  text(json: string): void {
    this.#reserve(json.length * 3);
    this.#length += this.#bytes.write(json, this.#length);
  }

  /** The UTF-8 text from `start` to `end`, quoted. */
  quoted(
    source: Uint8Array,
    start: number,
    end: number,
    decode: (start: number, end: number) => string,
  ): void {
    this.#reserve(end - start + 2);
    const bytes = this.#bytes;
    let length = this.#length;
    bytes[length] = QUOTE;
    length += 1;
    for (let index = start; index < end; index += 1) {
      const byte = source[index] as number;
      if (byte < SPACE || byte >= DELETE || byte === QUOTE || byte === BACKSLASH) {
        this.text(JSON.stringify(decode(start, end)));
        return;
      }
      bytes[length] = byte;
      length += 1;
    }
    bytes[length] = QUOTE;
    this.#length = length + 1;
  }

  /** JSON of one line as a text of JSON, escaped and quoted. Throws a TypeError on a control character. */
  quotedJson(source: Uint8Array): void {
    this.#reserve(2 * source.length + 2);
    const bytes = this.#bytes;
    let length = this.#length;
    bytes[length] = QUOTE;
    length += 1;
    for (const byte of source) {
      if (byte === QUOTE || byte === BACKSLASH) {
        bytes[length] = BACKSLASH;
        length += 1;
      } else if (byte < SPACE) throw new TypeError('JSON of more than one line');
      bytes[length] = byte;
      length += 1;
    }
    bytes[length] = QUOTE;
    this.#length = length + 1;
  }

  /** The decimal from `start` to `end`, as a JSON number with every digit. Throws a TypeError on what is none. */
  decimal(source: Uint8Array, start: number, end: number): void {
    if (!isDecimal(source, start, end)) throw new TypeError('a decimal that is not a decimal string');
    this.verbatim(source, start, end);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** `-?\d+(\.\d+)?` */
function isDecimal(source: Uint8Array, start: number, end: number): boolean {
  let at = source[start] === MINUS ? start + 1 : start;
  const integer = at;
  at = digitsEnd(source, at, end);
  if (at === integer) return false;
  if (at === end) return true;
  const fraction = at + 1;
  return source[at] === DOT && digitsEnd(source, fraction, end) === end && fraction < end;
}

function digitsEnd(source: Uint8Array, start: number, end: number): number {
  let at = start;
  for (; at < end; at += 1) {
    const byte = source[at] as number;
    if (byte < ZERO || byte > NINE) return at;
  }
  return at;
}
