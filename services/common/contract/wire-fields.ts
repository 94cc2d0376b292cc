/** Where the fields of a message lie, found by their tags. */
import { LENGTH_DELIMITED, tagOf, VARINT, type Wire } from './wire.ts';

/** A field as it is looked for. */
export interface Sought {
  readonly number: number;
  readonly wireType: number;
  readonly isRepeated: boolean;
}

/** The tags under which a field is looked for; of another wire type it is a field that we do not know. */
export function tagsOf({ number, wireType, isRepeated }: Sought): readonly number[] {
  const isPackable = isRepeated && wireType === VARINT;
  return (isPackable ? [VARINT, LENGTH_DELIMITED] : [wireType]).map((each) => tagOf(number, each));
}

/**
 * Looks through a message once: where each of the fields begins and ends, two places a field in the wire's scratch. Of one that
 * came twice the last counts; a list lies between the tag of its first entry and the end of its last.
 */
export function compileFinder(fields: readonly Sought[]): (wire: Wire, start: number, end: number) => number {
  const slotOf: number[] = [];
  for (const [index, field] of fields.entries()) for (const tag of tagsOf(field)) slotOf[tag] = 2 * index;
  const isRepeated = fields.map((field) => field.isRepeated);
  return (wire, start, end) => {
    const places = wire.takePlaces(2 * fields.length);
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

/** Calls `use` with the payloads of a field between two places. */
export function eachOf(
  wire: Wire,
  tags: readonly number[],
  start: number,
  end: number,
  use: (from: number, to: number) => void,
): void {
  for (let at = start; at < end;) {
    wire.at = at;
    const isOne = tags.includes(wire.readTag());
    const from = wire.skipToPayload();
    at = wire.at;
    if (isOne) use(from, at);
  }
}
