/** A buffer in which JSON text is written. */

const INITIAL_BYTES = 65_536;
/** A larger buffer is released before the next text, so that one large response does not occupy memory forever. */
const KEPT_BYTES_MAX = 1_048_576;
const FEW_BYTES = 64;
const [QUOTE, BACKSLASH, SPACE, DELETE] = [34, 92, 32, 127];
const [MINUS, DOT, ZERO, NINE] = [45, 46, 48, 57];

/** Writes JSON text from start to end, into memory that is reused for the next text. */
export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #length = 0;

  /** Starts a new text. */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  }

  /** Returns a copy of the text so far. */
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

  /** Appends bytes that are JSON already. */
  verbatim(source: Uint8Array, start = 0, end = source.length): void {
    this.#reserve(end - start);
    if (end - start > FEW_BYTES) {
      this.#bytes.set(source.subarray(start, end), this.#length);
      this.#length += end - start;
      return;
    }
    const bytes = this.#bytes;
    let length = this.#length;
    // For so few bytes a loop is faster than a native copy.
    for (let index = start; index < end; index += 1) {
      bytes[length] = source[index] as number;
      length += 1;
    }
    this.#length = length;
  }

  /** Appends text that is JSON already. */
  text(json: string): void {
    this.#reserve(json.length * 3);
    this.#length += this.#bytes.write(json, this.#length);
  }

  /** Appends the UTF-8 text from `start` to `end` as a JSON string; `decode` is called only when it needs escapes. */
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

  /** Appends JSON without line breaks as a JSON string. Throws a TypeError on a control character. */
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
      } else if (byte < SPACE) throw new TypeError('the JSON has a control character');
      bytes[length] = byte;
      length += 1;
    }
    bytes[length] = QUOTE;
    this.#length = length + 1;
  }

  /** Appends the decimal from `start` to `end` as a JSON number with every digit. Throws a TypeError on any other text. */
  decimal(source: Uint8Array, start: number, end: number): void {
    if (!isDecimal(source, start, end)) throw new TypeError('a decimal field is not a decimal number');
    this.verbatim(source, start, end);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Whether the bytes match `-?\d+(\.\d+)?`. */
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
