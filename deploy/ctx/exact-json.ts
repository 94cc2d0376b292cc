/** JSON with every digit of its numbers. */

/** The type of a JSON value whose numbers are their text. */
export type Exact<T> = T extends number ? string : T extends object ? { [Key in keyof T]: Exact<T[Key]> } : T;

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
// The reviver's third argument (a number's source text) is ES2026; the compiler's library does not know it yet.
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Parses JSON. A number becomes its text as written: as a number it could lose digits, which money must not. */
export function parseExact<T>(json: string): Exact<T> {
  return parse(json, (_key, value, { source }) =>
    typeof value === 'number' ? (source ?? String(value)) : value,
  ) as Exact<T>;
}
