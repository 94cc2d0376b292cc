/**
 * Third-party text is data, never instructions (service.md, "What the service does", 7; decisions.md, Requests 8): what
 * cannot be seen or turns the reading direction is removed, then the text is capped with "…", never splitting a character.
 */

// Control, format (zero-width, bidirectional), private-use and line-separating characters, and whatever Unicode says shows
// nothing by default: joiners, fillers, variation selectors, and the whole plane of tags, unassigned ones included.
const INVISIBLE =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\p{Noncharacter_Code_Point}/gu;
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Removes control, invisible, bidirectional and tag characters. */
export function cleanText(text: string): string {
  // Nearly every text is plain ASCII: 20 ns instead of 400.
  return /^[\x20-\x7e]*$/.test(text) ? text : text.replace(INVISIBLE, '');
}

/** Stays JSON, and can be read: what cannot be seen, or what a terminal obeys, is written as its escape. */
export function escapeInvisible(json: string): string {
  if (/^[\x20-\x7e]*$/.test(json)) return json;
  return json.replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Cuts to at most `charactersMax` Unicode code points, the last of which is "…" when something was cut. */
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

/** Cleaned, then capped: the form in which third-party text leaves the service. */
export function presentText(text: string, charactersMax: number): string {
  return capText(cleanText(text), charactersMax);
}
