/** Amounts that people type: `2.500,50`, `2500,50`, `€ 2 500,50` and `2500.50` are the same. */
import type { Language } from './language.ts';

/** An amount as plain digits, such as `-2500.5`. */
export interface TypedAmount {
  readonly digits: string;
  /** Whether its only mark can be that of thousands or of decimals, such as in `2.500`: the language decided. */
  readonly isAmbiguous: boolean;
}

const SPACES = /[\s\u00a0\u2009\u202f]/g;
const CURRENCY = /^(-?)(?:€|EUR)|(?:€|EUR)$/gi;
/** The mark before the decimals, by language. */
const DECIMAL_MARKS: Readonly<Record<Language, '.' | ','>> = { en: '.', nl: ',', fr: ',' };
/** Thousands in groups of three, all with the same mark, and decimals with another one. */
const GROUPED = /^\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/;
const PLAIN = /^\d+(?:[.,](\d+))?$/;
const AMBIGUOUS = /^[1-9]\d{0,2}([.,])\d{3}$/;

/** Returns the amount that a text says, with spaces and the euro sign as people write them; null if it says none. */
export function typedAmount(text: string, language: Language): TypedAmount | null {
  const typed = text.replace(SPACES, '').replace('−', '-').replace(CURRENCY, '$1');
  const sign = typed.startsWith('-') ? '-' : '';
  const amount = typed.slice(sign.length);
  const [, mark] = AMBIGUOUS.exec(amount) ?? [];
  const isAmbiguous = mark !== undefined;
  const isPlain = isAmbiguous ? mark === DECIMAL_MARKS[language] : PLAIN.test(amount);
  const match = (isPlain ? PLAIN : GROUPED).exec(amount);
  if (match === null) return null;
  const decimals = match.at(-1);
  const whole = decimals === undefined ? amount : amount.slice(0, -decimals.length - 1);
  const digits = `${sign}${whole.replace(/\D/g, '')}${decimals === undefined ? '' : `.${decimals}`}`;
  return { digits, isAmbiguous };
}

const DIGITS = /^-?\d+(\.\d+)?$/;

/**
 * Returns the digits of an amount as the value of a field, with the decimal mark of the language. No language reads that as thousands: `2,5000`
 * for `2.500`. Any other text is returned unchanged.
 */
export function fieldAmount(digits: string, language: Language): string {
  if (!DIGITS.test(digits)) return digits;
  const exact = AMBIGUOUS.test(digits.replace('-', '')) ? `${digits}0` : digits;
  return exact.replace('.', DECIMAL_MARKS[language]);
}
