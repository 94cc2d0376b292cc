/** Amounts as exports write them. They are `bigint` with 24 fraction digits, so that no digit is lost. */
import { AMOUNT_SCALE, INTEGER_DIGITS_MAX, parseDecimal } from '@ctx/domain/decimal';
import { faultMessage } from '@ctx/domain/file-faults';
import { TextFault } from './faults.ts';

/** The character between the integer and the fraction digits. */
export type DecimalMark = '.' | ',';

/** Cells that mean "no amount". */
const NOTHING = new Set(['', '-', '--']);
const NUMBER = /^([+-]?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const WITH_THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Returns an amount as written, such as `1,234.56`, `9.1E-7` or `-5`; null for an empty cell or a dash.
 *
 * @throws TextFault when the text is no number, or has more digits than are kept
 */
export function readAmount(text: string, mark: DecimalMark = '.'): bigint | null {
  const trimmed = text.trim();
  if (NOTHING.has(trimmed)) return null;
  const match = NUMBER.exec(withPoint(trimmed, mark));
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match ?? [];
  if (match === null || integer + fraction === '') throw new TextFault(faultMessage('NOT_NUMBER'));
  const magnitude = parseDecimal(shifted(integer, fraction, Number(exponent)), AMOUNT_SCALE);
  return sign === '-' ? -magnitude : magnitude;
}

function withPoint(text: string, mark: DecimalMark): string {
  if (mark === ',') return text.replaceAll('.', '').replace(',', '.');
  return WITH_THOUSANDS.test(text) ? text.replaceAll(',', '') : text;
}

/** Returns the digits with the point moved by `exponent` places, without needless zeros. */
function shifted(integer: string, fraction: string, exponent: number): string {
  const digits = integer + fraction;
  const point = integer.length + exponent;
  const whole = (point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0')).replace(/^0+/, '');
  const rest = (point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)).replace(/(?<!0)0+$/, '');
  if (whole.length > INTEGER_DIGITS_MAX || rest.length > AMOUNT_SCALE)
    throw new TextFault(
      faultMessage('TOO_MANY_DIGITS', { integer: INTEGER_DIGITS_MAX, fraction: AMOUNT_SCALE }),
    );
  return `${whole === '' ? '0' : whole}${rest === '' ? '' : `.${rest}`}`;
}

/** Returns the amount without its sign. */
export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
