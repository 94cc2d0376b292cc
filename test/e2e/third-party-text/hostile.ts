/** Text that a token contract, an exchange or a CSV file may contain, and the text that the service must return for it. */

/** Invisible characters, and characters that change the reading direction, by name. */
export const HIDDEN: Readonly<Record<string, string>> = {
  'right-to-left override': '\u202e',
  'left-to-right isolate': '\u2066',
  'Arabic letter mark': '\u061c',
  'zero-width space': '\u200b',
  'zero-width joiner': '\u200d',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'word joiner': '\u2060',
  'escape character': '\u001b',
  'line feed': '\n',
  'next line character': '\u0085',
  'line separator': '\u2028',
  'Hangul filler': '\u3164',
  'halfwidth Hangul filler': '\uffa0',
  'Hangul choseong filler': '\u115f',
  'Braille pattern blank': '\u2800',
  'variation selector': '\ufe0f',
  'variation selector of the supplement': '\u{e0101}',
  'sequence of tag letters': '\u{e0049}\u{e0067}\u{e006e}\u{e007f}',
  'code point unassigned among the tags': '\u{e0002}',
  'private use character': '\ue000',
  noncharacter: '\ufdd0',
};
const ALL_HIDDEN = Object.values(HIDDEN).join('');
export const ANY_HIDDEN = new RegExp(Object.values(HIDDEN).join('|'), 'u');

/** A text as it is imported, and as it must be returned. */
export interface PlantedText {
  readonly raw: string;
  readonly shown: string;
}

/** Returns a short text: it is not capped, and hidden characters are removed. */
export function short(name: string): PlantedText {
  return { raw: `${name}${ALL_HIDDEN} é😀 <b>`, shown: `${name} é😀 <b>` };
}

/** Returns a text that is too long, with a character of two UTF-16 units just before the cut. */
export function long(name: string, charactersMax: number): PlantedText {
  const filler = 'x'.repeat(charactersMax - name.length - 2);
  const tail = '😀'.repeat(8);
  return { raw: `${name}${ALL_HIDDEN}${filler}😀${tail}`, shown: `${name}${filler}😀…` };
}

/** Returns a text that is too long, with a letter before the cut and its accent after it: the letter is removed with its accent. */
export function accented(name: string, charactersMax: number): PlantedText {
  const filler = 'x'.repeat(charactersMax - name.length - 2);
  return { raw: `${name}${filler}e\u0301\u0301 and more`, shown: `${name}${filler}…` };
}

/** Returns a text whose visible part has exactly the maximum length: it is not cut. */
export function fitting(name: string, charactersMax: number): PlantedText {
  const filler = '😀'.repeat(charactersMax - name.length);
  return { raw: `${name}${ALL_HIDDEN}${filler}`, shown: `${name}${filler}` };
}

const FAMILY = ['👨', '👩', '👧'].join('\u200d');

/** Returns a text by the user: it is returned unchanged, although it contains characters that are removed from third-party text. */
export function byUser(name: string, charactersMax: number): string {
  const text = `${name} ${FAMILY} \u202eabc\u202c`;
  return text + '😀'.repeat(charactersMax - [...text].length);
}
