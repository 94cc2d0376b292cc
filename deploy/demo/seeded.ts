/** Deterministic pseudo-random numbers for the demo data. */

const UINT32 = 2 ** 32;

/** Returns a generator of integers from 0 to `below` - 1 (`below` up to 2^32). The same seed gives the same sequence. */
export function seeded(seed: string): (below: number) => number {
  let state = hash(seed);
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / UINT32) * below);
  };
}

/** FNV-1a hash. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
