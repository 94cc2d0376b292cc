/** Messages of protobuf as bytes: tags, lengths and numbers, without objects (protobuf.dev, "Encoding"). */

export const VARINT = 0;
export const LENGTH_DELIMITED = 2;
const [FIXED_64, FIXED_32] = [1, 5];
const PLACES_AT_FIRST = 1024;

/** What stands before the payload of a field. */
export const tagOf = (number: number, wireType: number): number => (number << 3) | wireType;

/** Reads a message from place to place. Throws a RangeError where the bytes are no message. */
export class Wire {
  bytes: Uint8Array = new Uint8Array();
  /** What is read next. */
  at = 0;
  /** Scratch for the places of fields; those of a message inside another lie behind the outer one's. */
  places = new Int32Array(PLACES_AT_FIRST);
  #taken = 0;
  #wireType = VARINT;

  /** Begins with a message. */
  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
    this.#taken = 0;
  }

  /** Room for `count` places, all -1; answers where it begins. */
  takePlaces(count: number): number {
    const from = this.#taken;
    this.#taken += count;
    if (this.#taken > this.places.length) {
      const larger = new Int32Array(2 * this.#taken);
      larger.set(this.places);
      this.places = larger;
    }
    this.places.fill(-1, from, this.#taken);
    return from;
  }

  giveBackPlaces(count: number): void {
    this.#taken -= count;
  }

  /** The tag of the field that begins here. */
  readTag(): number {
    const tag = this.readInt32() >>> 0;
    this.#wireType = tag & 7;
    return tag;
  }

  /** Behind a tag: where its payload begins; `at` is behind it then. A number's payload is its bytes. */
  skipToPayload(): number {
    let from = this.at;
    if (this.#wireType === LENGTH_DELIMITED) {
      const length = this.readInt32();
      from = this.at;
      this.at += length < 0 ? Infinity : length;
    } else if (this.#wireType === VARINT) while ((this.#next() & 0x80) !== 0);
    else if (this.#wireType === FIXED_64) this.at += 8;
    else if (this.#wireType === FIXED_32) this.at += 4;
    else throw new RangeError(`a field of wire type ${String(this.#wireType)}`);
    if (this.at > this.bytes.length) throw new RangeError('a message that ends within a field');
    return from;
  }

  /** A number of 32 bits; negative ones take ten bytes. */
  readInt32(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#next();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number of more than ten bytes');
  }

  /** A number of 64 bits; throws where a double cannot hold it. */
  readInt64(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#next();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        const number = Number(BigInt.asIntN(64, value));
        if (Number.isSafeInteger(number)) return number;
        throw new RangeError('a number too large to be exact');
      }
    }
    throw new RangeError('a number of more than ten bytes');
  }

  /** The text from `start` to `end`. */
  text(start: number, end: number): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, end - start).toString();
  }

  #next(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new RangeError('a message that ends within a field');
    this.at += 1;
    return byte;
  }
}
