/**
 * Exact decimals. Amounts are `bigint` with 24 fraction digits, EUR values `bigint` with 12. Services and PostgreSQL exchange
 * them as decimal strings (engine.md, "Exactness").
 */

/** Fraction digits of an amount of an asset. */
export const AMOUNT_SCALE = 24;
/** Fraction digits of an EUR value. */
export const EUR_SCALE = 12;
/** Fraction digits of the exact product of an amount and a unit price. */
export const VALUE_SCALE = AMOUNT_SCALE + EUR_SCALE;
/** Integer digits accepted in amounts and EUR values. */
export const INTEGER_DIGITS_MAX = 18;

const AMOUNT_UNIT = 10n ** BigInt(AMOUNT_SCALE);
const CENT_SCALE = 2;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Returns whether `text` is a plain decimal (no exponent, no leading zeros) within the given digits. Longer decimals are
 * rejected rather than rounded.
 */
export function isDecimal(
  text: string,
  fractionDigitsMax: number,
  integerDigitsMax: number = INTEGER_DIGITS_MAX,
): boolean {
  const match = DECIMAL.exec(text);
  if (match === null) return false;
  const [, , integer = '', fraction = ''] = match;
  if (integer.length > 1 && integer.startsWith('0')) return false;
  return integer.length <= integerDigitsMax && fraction.length <= fractionDigitsMax;
}

/** Parses a decimal string into fixed point with `scale` fraction digits. Throws RangeError when digits would be lost. */
export function parseDecimal(text: string, scale: number): bigint {
  if (!DECIMAL.test(text)) throw new RangeError('not a decimal');
  const point = text.indexOf('.');
  if (point === -1) return BigInt(text) * powerOfTen(scale);
  const fractionDigits = text.length - point - 1;
  if (fractionDigits > scale) throw new RangeError(`more than ${String(scale)} fraction digits`);
  return BigInt(text.slice(0, point) + text.slice(point + 1)) * powerOfTen(scale - fractionDigits);
}

/** Formats fixed point with `scale` fraction digits as a decimal string without trailing zeros. */
export function formatDecimal(value: bigint, scale: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const integer = digits.slice(0, point);
  const text = end === point ? integer : `${integer}.${digits.slice(point, end)}`;
  return negative ? `-${text}` : text;
}

const POWERS = Array.from({ length: VALUE_SCALE + 1 }, (_, exponent) => 10n ** BigInt(exponent));

/** From a table, which halves the time of a decimal. */
function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Divides and rounds half to even. `divisor` is positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const remainder = dividend % divisor;
  const twice = (remainder < 0n ? -remainder : remainder) * 2n;
  if (twice < divisor || (twice === divisor && quotient % 2n === 0n)) return quotient;
  return dividend < 0n ? quotient - 1n : quotient + 1n;
}

/** Parses an amount into fixed point with 24 fraction digits. */
export function parseAmount(text: string): bigint {
  return parseDecimal(text, AMOUNT_SCALE);
}

/** Parses an EUR value into fixed point with 12 fraction digits. */
export function parseEur(text: string): bigint {
  return parseDecimal(text, EUR_SCALE);
}

/** Parses an EUR value as `parseEur` does, where it may be unknown. */
export function parseEurOrNull(text: string | null): bigint | null {
  return text === null ? null : parseEur(text);
}

/** Returns `totalEur` × `part` / `whole`, rounded half to even to 1e-12 EUR. */
export function shareEur(totalEur: bigint, part: bigint, whole: bigint): bigint {
  return divideHalfEven(totalEur * part, whole);
}

/** Returns the EUR value of an amount at a unit price, rounded half to even to 1e-12 EUR. */
export function valueEur(amount: bigint, unitPriceEur: bigint): bigint {
  return divideHalfEven(amount * unitPriceEur, AMOUNT_UNIT);
}

/**
 * Rounds an EUR value to cents, half to even, and formats it for a response. `scale` is the number of fraction digits of `eur`.
 * Call it once, with the exact sum.
 */
export function formatCents(eur: bigint, scale = EUR_SCALE): string {
  return formatDecimal(divideHalfEven(eur, 10n ** BigInt(scale - CENT_SCALE)), CENT_SCALE);
}

/** Returns the smaller of two decimals of the same scale. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Returns a decimal, or 0 in place of a negative one. */
export function atLeastZero(value: bigint): bigint {
  return value < 0n ? 0n : value;
}
