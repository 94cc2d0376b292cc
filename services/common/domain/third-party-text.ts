/**
 * Third-party text is data, never instructions (service.md, "What the service does", 7; decisions.md, Requests 8). Invisible
 * characters and changes of the reading direction are removed; then the text is capped with "…" between two characters.
 */

// Control, format (zero-width, bidirectional), private-use and line-separating characters, and all characters that Unicode
// defines as ignorable by default: joiners, fillers, variation selectors, and the plane of tags including unassigned ones.
const INVISIBLE =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\p{Noncharacter_Code_Point}/gu;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Removes control, invisible, bidirectional and tag characters. */
export function cleanText(text: string): string {
  // Nearly every text is plain ASCII: this test takes 20 ns, the replacement 400 ns.
  return /^[\x20-\x7e]*$/.test(text) ? text : text.replace(INVISIBLE, '');
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
