/** Cells of CSV files (RFC 4180) that people open in a spreadsheet. */

/** Ends a row. */
export const ROW_END = '\r\n';

// A spreadsheet would run a text that begins with one of these signs as a formula.
const FORMULA = /^[=+\-@\t\r]/;
// Belgian spreadsheets split at semicolons: then a text with one becomes two cells, and the second can begin with such a sign.
const FORMULA_AFTER_SEPARATOR = /([;\t\r\n]"*)(?=[=+\-@])/g;

/** Returns a cell. A text that a spreadsheet would run as a formula gets an apostrophe before it; numbers are left as they are. */
export function csvCell(text: string, isNumber: boolean): string {
  if (isNumber) return text;
  const inside = text.replaceAll(FORMULA_AFTER_SEPARATOR, "$1'");
  const safe = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
