/** Text as a token contract, an exchange or a CSV file may hold it, and as it must leave the service. */

/** What nobody sees, or what turns the reading direction, by what it is. */
export const HIDDEN: Readonly<Record<string, string>> = {
  'right-to-left override': '\u202e',
  'left-to-right isolate': '\u2066',
  'Arabic letter mark': '\u061c',
  'zero-width space': '\u200b',
  'zero-width joiner': '\u200d',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'word joiner': '\u2060',
  escape: '\u001b',
  'line feed': '\n',
  'next line': '\u0085',
  'line separator': '\u2028',
  'Hangul filler': '\u3164',
  'variation selector': '\ufe0f',
  'variation selector of the supplement': '\u{e0101}',
  'tag letters': '\u{e0049}\u{e0067}\u{e006e}\u{e007f}',
  'unassigned among the tags': '\u{e0002}',
  'private use': '\ue000',
  noncharacter: '\ufdd0',
};
const ALL_HIDDEN = Object.values(HIDDEN).join('');
export const ANY_HIDDEN = new RegExp(Object.values(HIDDEN).join('|'), 'u');

/** A text as it comes in, and as it must go out. */
export interface Planted {
  readonly raw: string;
  readonly shown: string;
}

/** Short: nothing is capped, what is hidden goes. */
export function short(name: string): Planted {
  return { raw: `${name}${ALL_HIDDEN} é😀 <b>`, shown: `${name} é😀 <b>` };
}

/** Too long, with a character of two UTF-16 units last before the cut. */
export function long(name: string, charactersMax: number): Planted {
  const filler = 'x'.repeat(charactersMax - name.length - 2);
  const tail = '😀'.repeat(8);
  return { raw: `${name}${ALL_HIDDEN}${filler}😀${tail}`, shown: `${name}${filler}😀…` };
}

/** Too long, with a letter and its accent on both sides of the cut: the letter goes with its accent. */
export function accented(name: string, charactersMax: number): Planted {
  const filler = 'x'.repeat(charactersMax - name.length - 2);
  return { raw: `${name}${filler}e\u0301\u0301 and more`, shown: `${name}${filler}…` };
}

/** Just as long as is shown: nothing is cut. */
export function fitting(name: string, charactersMax: number): Planted {
  const filler = '😀'.repeat(charactersMax - name.length);
  return { raw: `${name}${ALL_HIDDEN}${filler}`, shown: `${name}${filler}` };
}

const FAMILY = ['👨', '👩', '👧'].join('\u200d');

/** Written by the user: stays as it is, though it holds what would go. */
export function byUser(name: string, charactersMax: number): string {
  const text = `${name} ${FAMILY} \u202eabc\u202c`;
  return text + '😀'.repeat(charactersMax - [...text].length);
}
