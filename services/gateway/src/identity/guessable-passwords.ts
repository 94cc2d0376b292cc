/** Detects passwords that an attacker tries first. Nobody may choose one (NIST SP 800-63B-4 §3.1.1.2, "blocklist"). */

/** Words of the product's name in its three languages, without accents. */
const PRODUCT_WORDS = [
  'ctx',
  'tax',
  'crypto',
  'belgian',
  'belgische',
  'belge',
  'cryptobelasting',
  'belasting',
  'fiscalite',
];
const WORD_CHARACTERS_MIN = 3;
/** A guessable word with fewer added characters is still guessable: `welcome2026!` adds five. */
const ADDED_CHARACTERS_MIN = 8;
const DISTINCT_CHARACTERS_MIN = 5;
const JUMPS_MIN = 3;

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns whether a password is common: on a list of 49,000 leaked passwords, a password of that list with fewer than 8 digits or
 * signs around it, a repetition (`abcabcabcabc`) or a sequence (`1234abcd5678`).
 */
export async function isCommon(password: string): Promise<boolean> {
  const text = fold(password);
  if (isMonotonous([...text])) return true;
  const list = await commonPasswords();
  const period = periodOf(text);
  if (period < text.length && (period < ADDED_CHARACTERS_MIN || list.has(text.slice(0, period)))) return true;
  const withoutEnd = text.replace(/(?<!\P{L})\P{L}+$/u, '');
  return [text, withoutEnd, withoutStart(text), withoutStart(withoutEnd)].some(
    (core) => list.has(core) && text.length - core.length < ADDED_CHARACTERS_MIN,
  );
}

/** Returns whether a password has fewer than 8 letters and digits left without the words of the e-mail address and the product's name. */
export function isPersonal(password: string, email: string): boolean {
  const text = fold(password);
  const words = [...fold(email).split(/[^\p{L}\p{N}]+/u), ...PRODUCT_WORDS]
    .filter((word) => word.length >= WORD_CHARACTERS_MIN)
    .sort((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[^\p{L}\p{N}]/gu, '').length < ADDED_CHARACTERS_MIN;
}

/** Removes case and accents, which an attacker varies first. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function withoutStart(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '');
}

/** Returns whether a text has fewer than 5 different characters, or consists of at most 3 runs such as `1234` and `aaaa`. */
function isMonotonous(characters: readonly string[]): boolean {
  if (new Set(characters).size < DISTINCT_CHARACTERS_MIN) return true;
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const jumps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) > 1);
  return jumps.length < JUMPS_MIN;
}

/** Returns the length of the part that a text repeats at least twice, or the length of the text if it does not repeat. */
function periodOf(text: string): number {
  for (let period = 1; period <= text.length / 2; period += 1)
    if (text.startsWith(text.slice(period))) return period;
  return text.length;
}

// Loaded when a replica sets its first password, which most replicas never do: it takes 150 ms and 14 MB.
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
