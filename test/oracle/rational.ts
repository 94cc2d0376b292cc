/** Exact rational numbers: rounded only on request. */

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

export class Rational {
  readonly numerator: bigint;
  /** Always positive; the fraction is in lowest terms. */
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    if (denominator === 0n) throw new RangeError('division by zero');
    const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  add(other: Rational): Rational {
    return new Rational(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  sub(other: Rational): Rational {
    return this.add(new Rational(-other.numerator, other.denominator));
  }

  mul(other: Rational): Rational {
    return new Rational(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  div(other: Rational): Rational {
    return new Rational(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** Returns a negative number, zero or a positive number when this is less than, equal to or greater than the other. */
  compare(other: Rational): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  get isZero(): boolean {
    return this.numerator === 0n;
  }

  get isPositive(): boolean {
    return this.numerator > 0n;
  }

  /** Returns the nearest multiple of 10^-digits, half to even. */
  roundHalfEven(digits: number): Rational {
    const unit = 10n ** BigInt(digits);
    const scaled = this.numerator * unit;
    const below = floorDivide(scaled, this.denominator);
    const twice = 2n * (scaled - below * this.denominator);
    const goesUp = twice > this.denominator || (twice === this.denominator && below % 2n !== 0n);
    return new Rational(goesUp ? below + 1n : below, unit);
  }

  /** Returns a decimal of 30 digits, cut off; for messages only. */
  toString(): string {
    const sign = this.numerator < 0n ? '-' : '';
    const positive = this.numerator < 0n ? -this.numerator : this.numerator;
    const fraction = ((positive % this.denominator) * 10n ** 30n) / this.denominator;
    return `${sign}${String(positive / this.denominator)}.${String(fraction).padStart(30, '0')}`;
  }
}

export const ZERO = new Rational(0n);

/** Returns the value of a plain decimal text. */
export function fromDecimal(text: string): Rational {
  const match = DECIMAL.exec(text);
  if (match === null) throw new RangeError(`not a decimal: ${text}`);
  const [, sign, integer = '', fraction = ''] = match;
  const digits = BigInt(integer + fraction);
  return new Rational(sign === '-' ? -digits : digits, 10n ** BigInt(fraction.length));
}

/** Returns the value of a fixed-point number with `digits` fraction digits. */
export function fromFixed(value: bigint, digits: number): Rational {
  return new Rational(value, 10n ** BigInt(digits));
}

export function sumOf(numbers: readonly Rational[]): Rational {
  return numbers.reduce((sum, number) => sum.add(number), ZERO);
}

export const smaller = (a: Rational, b: Rational): Rational => (a.compare(b) <= 0 ? a : b);
export const larger = (a: Rational, b: Rational): Rational => (a.compare(b) >= 0 ? a : b);

export function distance(a: Rational, b: Rational): Rational {
  return larger(a.sub(b), b.sub(a));
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
