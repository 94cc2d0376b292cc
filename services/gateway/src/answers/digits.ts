/** Answers with every digit of their numbers. */

/** An answer whose numbers are texts. */
export type Digits<Value> = Value extends number
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Digits<Value[Key]> }
    : Value;

/** Parses JSON; every number becomes its text, for amounts that a number cannot hold exactly. */
export function parseDigits(json: string): unknown {
  return JSON.parse(json, digitsOfNumber);
}

/** Revives a JSON number as its text. */
function digitsOfNumber(
  _key: string,
  value: unknown,
  { source }: { readonly source?: string } = {},
): unknown {
  return typeof value === 'number' ? (source ?? String(value)) : value;
}
