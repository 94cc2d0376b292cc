/** Reads protobuf messages byte by byte: tags, lengths and numbers (protobuf.dev, "Encoding"). */

export const VARINT = 0;
export const LENGTH_DELIMITED = 2;
const [FIXED_64, FIXED_32] = [1, 5];
const INITIAL_PLACES = 1024;

/** Returns the tag that precedes the payload of a field. */
export const tagOf = (number: number, wireType: number): number => (number << 3) | wireType;

/** A cursor over the bytes of a message. Its methods throw a RangeError on bytes that are not a valid message. */
export class Wire {
  bytes: Uint8Array = new Uint8Array();
  /** Index of the next byte to read. */
  at = 0;
  /** A stack of field positions: a nested message has its positions after those of the message around it. */
  places = new Int32Array(INITIAL_PLACES);
  #placesUsed = 0;
  #wireType = VARINT;

  /** Moves the cursor to the start of a message. */
  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
    this.#placesUsed = 0;
  }

  /** Pushes `count` positions with the value -1 on the stack; returns the index of the first. */
  pushPlaces(count: number): number {
    const from = this.#placesUsed;
    this.#placesUsed += count;
    if (this.#placesUsed > this.places.length) {
      const larger = new Int32Array(2 * this.#placesUsed);
      larger.set(this.places);
      this.places = larger;
    }
    this.places.fill(-1, from, this.#placesUsed);
    return from;
  }

  /** Removes the last `count` positions from the stack. */
  popPlaces(count: number): void {
    this.#placesUsed -= count;
  }

  /** Reads the tag of the field at the cursor. */
  readTag(): number {
    const tag = this.readInt32() >>> 0;
    this.#wireType = tag & 7;
    return tag;
  }

  /** Skips the payload of the field whose tag was just read; returns where it begins. */
  skipToPayload(): number {
    let from = this.at;
    if (this.#wireType === LENGTH_DELIMITED) {
      const length = this.readInt32();
      from = this.at;
      this.at += length < 0 ? Infinity : length;
    } else if (this.#wireType === VARINT) while ((this.#next() & 0x80) !== 0);
    else if (this.#wireType === FIXED_64) this.at += 8;
    else if (this.#wireType === FIXED_32) this.at += 4;
    else throw new RangeError(`unsupported wire type ${String(this.#wireType)}`);
    if (this.at > this.bytes.length) throw new RangeError('the message ends within a field');
    return from;
  }

  /** Reads a 32-bit number; negative numbers have ten bytes. */
  readInt32(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#next();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number has more than ten bytes');
  }

  /** Reads a 64-bit number; throws when a double cannot represent it exactly. */
  readInt64(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#next();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        const number = Number(BigInt.asIntN(64, value));
        if (Number.isSafeInteger(number)) return number;
        throw new RangeError('a number is too large to be exact');
      }
    }
    throw new RangeError('a number has more than ten bytes');
  }

  /** Decodes the UTF-8 text from `start` to `end`. */
  text(start: number, end: number): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, end - start).toString();
  }

  #next(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new RangeError('the message ends within a field');
    this.at += 1;
    return byte;
  }
}
