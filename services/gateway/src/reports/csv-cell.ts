/** Cells of CSV files (RFC 4180) that people open in a spreadsheet. */

import { cleanLine } from '@ctx/domain/third-party-text';

/** Ends a row. */
export const ROW_END = '\r\n';

// A spreadsheet would run a text that begins with one of these signs as a formula, some also after spaces. The wide ones are of East
// Asian keyboards.
const FORMULA = /^\s*[=+\-@＝＋－＠]/;
// Belgian spreadsheets split at semicolons: then a text with one becomes two cells, and the second can begin with such a sign.
const FORMULA_AFTER_SEPARATOR = /(;"*)(?=\s*[=+\-@＝＋－＠])/g;

/**
 * Returns a cell. A text is cleaned, in one line, before anything else: an invisible character would hide the sign of a formula. A text
 * that a spreadsheet would run as a formula gets an apostrophe before it. Numbers are left as they are.
 */
export function csvCell(value: string, isNumber: boolean): string {
  if (isNumber) return value;
  const text = cleanLine(value);
  const inside = text.replaceAll(FORMULA_AFTER_SEPARATOR, "$1'");
  const safe = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
