/** Finds the fields of a message by their tags. */
import { LENGTH_DELIMITED, tagOf, VARINT, type Wire } from './wire.ts';

/** A field to find. */
export interface FieldKey {
  readonly number: number;
  readonly wireType: number;
  readonly isRepeated: boolean;
}

/** Returns the tags of a field. A field with another wire type counts as unknown. */
export function tagsOf({ number, wireType, isRepeated }: FieldKey): readonly number[] {
  const isPackable = isRepeated && wireType === VARINT;
  return (isPackable ? [VARINT, LENGTH_DELIMITED] : [wireType]).map((each) => tagOf(number, each));
}

/**
 * Compiles a search for the given fields. It scans a message once and pushes two positions per field on the wire's stack: the
 * start and end of its payload. When a field occurs twice, the last one counts. A list extends from the tag of its first entry
 * to the end of its last. Returns the index of the first position.
 */
export function compileFinder(
  fields: readonly FieldKey[],
): (wire: Wire, start: number, end: number) => number {
  const slotOf: number[] = [];
  for (const [index, field] of fields.entries()) for (const tag of tagsOf(field)) slotOf[tag] = 2 * index;
  const isRepeated = fields.map((field) => field.isRepeated);
  return (wire, start, end) => {
    const places = wire.pushPlaces(2 * fields.length);
    wire.at = start;
    while (wire.at < end) {
      const tagAt = wire.at;
      const slot = slotOf[wire.readTag()];
      const from = wire.skipToPayload();
      if (slot === undefined) continue;
      const place = places + slot;
      if (isRepeated[slot / 2] !== true) wire.places[place] = from;
      else if (wire.places[place] === -1) wire.places[place] = tagAt;
      wire.places[place + 1] = wire.at;
    }
    return places;
  };
}

/** Calls `use` with each payload of a field between `start` and `end`. */
export function eachOf(
  wire: Wire,
  tags: readonly number[],
  start: number,
  end: number,
  use: (from: number, to: number) => void,
): void {
  for (let at = start; at < end;) {
    wire.at = at;
    const isMatch = tags.includes(wire.readTag());
    const from = wire.skipToPayload();
    at = wire.at;
    if (isMatch) use(from, at);
  }
}
