/**
 * Detects passwords that an attacker tries first. Nobody may choose one (NIST SP 800-63B-4 §3.1.1.2, "blocklist").
 *
 * A password is read as words, names, sequences, years and single characters, in the way that makes it easiest to guess. Each part
 * counts as so many random digits. The work grows with the length only: estimators such as zxcvbn take seconds for some texts of 40
 * characters, which would hold up every request of this replica.
 */

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
/** Words of the field, which the lists below do not have. */
const FIELD_WORDS = [
  'altcoin',
  'binance',
  'bitcoin',
  'bitpanda',
  'bitstamp',
  'bitvavo',
  'blockchain',
  'cardano',
  'coinbase',
  'cryptocurrency',
  'cryptomunt',
  'cryptomonnaie',
  'defi',
  'dogecoin',
  'ethereum',
  'hodl',
  'hodler',
  'kraken',
  'ledger',
  'litecoin',
  'metamask',
  'monero',
  'ripple',
  'satoshi',
  'solana',
  'staking',
  'stablecoin',
  'token',
  'trezor',
  'wallet',
];
const EMAIL_WORD_CHARACTERS_MIN = 3;
const WORD_CHARACTERS_MIN = 4;
const WORD_CHARACTERS_MAX = 24;
/** A password with fewer characters beside the e-mail address and the product's name is still guessable: `an.peeters-2026` has four. */
const PERSONAL_REST_MIN = 8;
const DISTINCT_CHARACTERS_MIN = 5;
const SEQUENCE_CHARACTERS_MIN = 3;
const KEYBOARD_CHARACTERS_MIN = 4;

/** What a part of a password counts for, in random digits. */
const DIGITS = { word: 4, sequence: 2, year: 2, date: 4, letter: 1.4, digit: 1, sign: 1, other: 2 } as const;
/** As hard to guess as three unrelated words, or a word with eight random digits. */
const DIGITS_MIN = 12;

/** Neighbouring keys of Belgian, French, Dutch and English keyboards. */
const KEYBOARDS = ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Signs that people write for letters. The digit 1 stands for two of them. */
const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '!': 'i',
  '+': 't',
};

let words: Promise<ReadonlySet<string>> | undefined;

/** Returns whether a password is easy to guess: fewer than 12 random digits would be as hard. */
export async function isCommon(password: string, email: string): Promise<boolean> {
  const text = fold(password);
  if (new Set(text).size < DISTINCT_CHARACTERS_MIN) return true;
  const known = await guessableWords();
  const own = new Set(wordsOf(email));
  const isWord = (word: string): boolean => known.has(word) || own.has(word);
  return digitsOf([...text.slice(0, periodOf(text))], isWord) < DIGITS_MIN;
}

/** Returns whether a password has fewer than 8 letters and digits left without the words of the e-mail address and the product's name. */
export function isPersonal(password: string, email: string): boolean {
  const text = fold(password);
  const known = [...wordsOf(email), ...PRODUCT_WORDS].sort((one, other) => other.length - one.length);
  const rest = known.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[^\p{L}\p{N}]/gu, '').length < PERSONAL_REST_MIN;
}

function wordsOf(email: string): string[] {
  return fold(email)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= EMAIL_WORD_CHARACTERS_MIN);
}

/** Removes case and accents, which an attacker varies first. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns the length of the part that a text repeats at least twice, or the length of the text if it does not repeat. */
function periodOf(text: string): number {
  for (let period = 1; period <= text.length / 2; period += 1)
    if (text.startsWith(text.slice(period))) return period;
  return text.length;
}

/** Returns what the characters count for when they are read in the easiest way. */
function digitsOf(characters: readonly string[], isWord: (text: string) => boolean): number {
  const least = [0];
  for (let end = 1; end <= characters.length; end += 1) {
    let digits = (least[end - 1] ?? 0) + digitsOfCharacter(characters[end - 1] ?? '');
    const first = Math.max(0, end - WORD_CHARACTERS_MAX);
    for (let start = end - SEQUENCE_CHARACTERS_MIN; start >= first; start -= 1) {
      const part = digitsOfPart(characters.slice(start, end), isWord);
      if (part !== null) digits = Math.min(digits, (least[start] ?? 0) + part);
    }
    least.push(digits);
  }
  return least.at(-1) ?? 0;
}

function digitsOfCharacter(character: string): number {
  if (/^[a-z]$/.test(character)) return DIGITS.letter;
  if (/^\d$/.test(character)) return DIGITS.digit;
  return character <= '\x7f' ? DIGITS.sign : DIGITS.other;
}

/** Returns what a part of several characters counts for; null if it is only its characters. */
function digitsOfPart(characters: readonly string[], isWord: (text: string) => boolean): number | null {
  const text = characters.join('');
  if (isSequence(characters) || isOnKeyboard(text)) return DIGITS.sequence;
  if (/^(?:19|20)\d\d$/.test(text)) return DIGITS.year;
  if (isDate(text)) return DIGITS.date;
  if (characters.length < EMAIL_WORD_CHARACTERS_MIN) return null;
  const forms = [text, ...(['i', 'l'] as const).map((one) => withLetters(characters, one))];
  return forms.some((form) => isWord(form) || isWord([...form].reverse().join(''))) ? DIGITS.word : null;
}

function withLetters(characters: readonly string[], one: 'i' | 'l'): string {
  return characters
    .map((character) => (character === '1' ? one : (LETTER_OF_SIGN[character] ?? character)))
    .join('');
}

/** Returns whether characters follow each other, such as `1234` and `dcba`, or are the same. */
function isSequence(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return (
    Math.abs(step) <= 1 &&
    codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step)
  );
}

function isOnKeyboard(text: string): boolean {
  if (text.length < KEYBOARD_CHARACTERS_MIN) return false;
  const backwards = [...text].reverse().join('');
  return KEYBOARDS.some((keys) => keys.includes(text) || keys.includes(backwards));
}

const [DAY, MONTH, YEAR] = ['(?:0[1-9]|[12]\\d|3[01])', '(?:0[1-9]|1[0-2])', '(?:(?:19|20)?\\d\\d)'];
const DATES = [
  `${DAY}${MONTH}${YEAR}`,
  `(?:19|20)\\d\\d${MONTH}${DAY}`,
  `\\d{1,2}[-./ ]\\d{1,2}[-./ ]${YEAR}`,
  '(?:19|20)\\d\\d[-./ ]\\d{1,2}[-./ ]\\d{1,2}',
].map((date) => new RegExp(`^${date}$`));

/** Returns whether a text is a date in the Belgian order or in the reverse one. */
function isDate(text: string): boolean {
  return DATES.some((date) => date.test(text));
}

// Loaded when a replica sets its first password, which most replicas never do: it takes 400 ms in three parts, and 45 MB.
function guessableWords(): Promise<ReadonlySet<string>> {
  words ??= loadWords().catch((error: unknown) => {
    words = undefined;
    throw error;
  });
  return words;
}

async function loadWords(): Promise<ReadonlySet<string>> {
  const loaded = new Set([...PRODUCT_WORDS, ...FIELD_WORDS]);
  for (const load of [
    // Leaked passwords, and the English words of which passphrases are made.
    () => import('@zxcvbn-ts/language-common'),
    // Common words and names, also of places.
    () => import('@zxcvbn-ts/language-nl-be'),
    () => import('@zxcvbn-ts/language-fr'),
  ]) {
    const { dictionary } = (await load()) as { dictionary: Readonly<Record<string, readonly string[]>> };
    for (const word of Object.values(dictionary).flat())
      if (word.length >= WORD_CHARACTERS_MIN) loaded.add(fold(word));
  }
  return loaded;
}
