/** Cells of a report as HTML, in the format of a language. */
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { name, nameText } from '../ui/components.ts';
import { type Content, html } from '../ui/html.ts';
import { decimalText, type Language, time } from '../ui/language.ts';
import { wholeAmounts } from '../ui/numbers.ts';
import type { Cell } from './tables/cell.ts';

/** Returns a cell. An amount in euro is in cents; other forms of the report have every digit. */
export function htmlCell(cell: Cell, language: Language): Content {
  if (cell === null) return null;
  if (typeof cell === 'string') return wholeAmounts(cell);
  if ('name' in cell) return name(cell.name);
  if ('names' in cell)
    return cell.names.map((each) => html`<div><bdi>${wholeAmounts(nameText(each))}</bdi></div>`);
  if ('eur' in cell) return decimalText(language, formatCents(parseEur(cell.eur)), true);
  if ('units' in cell) return decimalText(language, shortened(cell.units), false);
  if ('count' in cell) return decimalText(language, String(cell.count), false);
  return 'day' in cell ? time(language, cell.day, 'day') : time(language, cell.moment);
}

const DECIMALS_MAX = 8;

/** Returns an amount of units without decimals that nobody reads; one that would be 0 without them keeps them all. */
function shortened(digits: string): string {
  const [whole = '', decimals = ''] = digits.split('.');
  const short = `${whole}.${decimals.slice(0, DECIMALS_MAX)}`;
  // The format leaves out zeros at the end.
  return decimals.length <= DECIMALS_MAX || !/[1-9]/.test(short) ? digits : short;
}
