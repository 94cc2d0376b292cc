/**
 * Third-party text is data, never instructions (service.md, "What the service does", 7; decisions.md, Requests 8). Invisible
 * characters and changes of the reading direction are removed; then the text is capped with "…" between two characters.
 */

// Control, format (zero-width, bidirectional), private-use and line-separating characters, and all characters that Unicode
// defines as ignorable by default: joiners, fillers, variation selectors, and the plane of tags including unassigned ones. The
// last ones are drawn as nothing although Unicode counts them as signs: the blank pattern of Braille, a musical note without a
// head, and a filler of the Khitan script.
const INVISIBLE =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\p{Noncharacter_Code_Point}|\u2800|\u{1d159}|\u{16fe4}/gu;
const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Removes control, invisible, bidirectional and tag characters. */
export function cleanText(text: string): string {
  // Nearly every text is plain ASCII: this test takes 20 ns, the replacement 400 ns.
  return /^[\x20-\x7e]*$/.test(text) ? text : text.replace(INVISIBLE, '');
}

/** Cleans a text and writes it in one line: breaks between lines become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(LINE_BREAKS, ' '));
}

/** Returns JSON of a value whose texts are cleaned, each in one line. */
export function cleanJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? cleanLine(each) : each));
}

/** Replaces invisible characters and terminal control characters in JSON text by their escapes. The result is the same JSON. */
export function escapeInvisible(json: string): string {
  if (/^[\x20-\x7e]*$/.test(json)) return json;
  return json.replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Caps text at `charactersMax` Unicode code points. Capped text ends with "…". */
export function capText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax || [...text].length <= charactersMax) return text;
  let kept = '';
  let count = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    count += [...segment].length;
    if (count > charactersMax - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Cleans and caps third-party text for a response. */
export function presentText(text: string, charactersMax: number): string {
  return capText(cleanText(text), charactersMax);
}
