/** Recognises file formats that are imported by mistake, by the first line of the file. */

const JSON_LINES = 'the import reads JSON Lines, one JSON object per line';

/** The first bytes of a format in hexadecimal, and the reason to report. */
const SIGNATURES: readonly (readonly [bytes: string, reason: string])[] = [
  ['1f8b', 'is compressed with gzip: decompress the file first, for example with gunzip'],
  ['504b0304', 'is a ZIP archive or a spreadsheet (.xlsx): extract it, and write its rows as JSON Lines'],
  ['fffe', 'is UTF-16: save the file as UTF-8'],
  ['feff', 'is UTF-16: save the file as UTF-8'],
];
const SIGNATURE_BYTES_MAX = 4;
const NUL = '\0';
const BYTE_ORDER_MARK = /^\uFEFF/;
/** At least two columns, and the first is not JSON. */
const CSV = /^[^{[][^,;\t]*[,;\t]/;

/** Returns the actual format of the file and what to do about it, or null if the first line shows no other format. */
export function foreignFormat(firstLine: Uint8Array): string | null {
  const bytes = Buffer.from(firstLine);
  const start = bytes.toString('hex', 0, SIGNATURE_BYTES_MAX);
  const signed = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (signed !== undefined) return signed[1];
  const text = bytes.toString('utf8').replace(BYTE_ORDER_MARK, '').trim();
  // Every second byte of plain text in UTF-16 is 0; JSON never has such a byte.
  if (text.slice(0, 2).includes(NUL)) return 'is UTF-16: save the file as UTF-8';
  if (text.startsWith('['))
    return `is a JSON array: ${JSON_LINES}; for example, jq -c '.[]' FILE writes them`;
  if (text === '{')
    return `is a JSON object of several lines: ${JSON_LINES}; for example, jq -c . FILE writes them`;
  return CSV.test(text) ? `looks like CSV: ${JSON_LINES}; convert the rows first` : null;
}
