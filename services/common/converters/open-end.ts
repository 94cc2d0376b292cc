/** Whether the last line of a file without a line break at its end is whole. */
import { type FaultMessage, faultMessage } from '@ctx/domain/file-faults';
import { FileFault } from './faults.ts';

/** A row, as far as its cells are compared. */
interface RowOfCells {
  readonly cellCount: number;
  cell(index: number): string;
}

/**
 * Looks at the last line of a file that has no line break at its end: it may be whole, or half a line, and half an amount reads like a whole
 * one. The other cells of its last column say which. Returns why the line is left out, to be checked; null if it is whole.
 *
 * @throws FileFault if the file is cut off
 */
export function openEndFault(
  last: readonly string[],
  rows: readonly RowOfCells[],
  { columns }: { readonly columns: readonly string[] },
  line: number,
): FaultMessage | null {
  const others = rows.slice(0, -1);
  const index = Math.min(last.length, columns.length) - 1;
  const filled = others.map((row) => row.cell(index)).filter((cell) => cell !== '');
  const ending = endingOf((last[index] ?? '').trim(), filled, others.length);
  if (last.length < columns.length - 1 || ending === 'CUT')
    throw new FileFault(faultMessage('CUT_LAST_LINE'), line);
  const isUsual = last.length >= columns.length || others.some(({ cellCount }) => cellCount === last.length);
  if (isUsual && ending === 'WHOLE') return null;
  return faultMessage('OPEN_END');
}

const NUMBER = /^[-+]?[\d.,]*\d$/;
/** Hashes, ids and times: cells of one length. */
const FIXED_CHARACTERS_MIN = 8;

/** Whether a cell is whole, by the filled ones of the `count` other cells of its column. */
function endingOf(cell: string, filled: readonly string[], count: number): 'WHOLE' | 'CUT' | 'UNCLEAR' {
  const [first = ''] = filled;
  if (filled.length === 0 || filled.includes(cell)) return 'WHOLE';
  if (cell === '') return filled.length === count ? 'UNCLEAR' : 'WHOLE';
  if (NUMBER.test(cell) && filled.every((other) => NUMBER.test(other)))
    return filled.some((other) => fractionDigits(other) === fractionDigits(cell)) ? 'WHOLE' : 'UNCLEAR';
  // A symbol or status, or the unit behind a number, that no other row has: nothing says whether it is whole.
  const isWord = [cell, ...filled].every((each) => WORD.test(each));
  if (isWord && filled.every((other) => wordOf(other) !== wordOf(cell))) return 'UNCLEAR';
  const isFixed =
    first.length >= FIXED_CHARACTERS_MIN && filled.every(({ length }) => length === first.length);
  return isFixed && cell.length < first.length ? 'CUT' : 'WHOLE';
}

const WORD = /^[-\d.,]*[\p{L}\d/]{1,12}$/u;

function wordOf(cell: string): string {
  return cell.replace(/^[-\d.,]+/, '');
}

function fractionDigits(number: string): number {
  return /[.,](\d+)$/.exec(number)?.[1]?.length ?? 0;
}
