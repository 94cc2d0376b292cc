/** Finds the columns of a file without a known format, so that a person can say what each of them is. */
import { FileFault } from './faults.ts';
import { columnNames, headsOf, type TextHead, tableOf, textOf } from './table.ts';

/** A column as a person sees it. */
export interface FoundColumn {
  /** As a mapping names it: in lower case, a repeated name with its count. */
  readonly name: string;
  /** Cells of the first rows, cut. */
  readonly samples: readonly string[];
  /** The different cells, in the order of the file; empty if they are more or longer than a choice for each allows. */
  readonly values: readonly string[];
}

/** More columns than an export has; a page asks about each. */
export const FOUND_COLUMNS_MAX = 100;
export const SAMPLES_MAX = 5;
const SAMPLE_CHARACTERS_MAX = 60;
const VALUES_MAX = 30;
const VALUE_CHARACTERS_MAX = 80;
/** As a mapping allows. */
const NAME_CHARACTERS_MAX = 200;
/** One cell is a line of text. */
const COLUMNS_MIN = 2;

/** Returns the columns of a file, without those that have no name; null for a file that is no table with rows. */
export function columnsOf(bytes: Uint8Array): readonly FoundColumn[] | null {
  try {
    const text = textOf(bytes);
    const header = headerLine(headsOf(text));
    if (header === null) return null;
    const names = columnNames(header.cells);
    const { rows } = tableOf(text, { ...header, names, columns: names });
    if (rows.length === 0) return null;
    const isNamed = (name: string, index: number): boolean =>
      name !== '' && name.length <= NAME_CHARACTERS_MAX && names.indexOf(name) === index;
    const found = names.flatMap((name, index) => {
      if (!isNamed(name, index)) return [];
      const samples = rows
        .slice(0, SAMPLES_MAX)
        .map((row) => row.cell(index).slice(0, SAMPLE_CHARACTERS_MAX).toWellFormed());
      return [{ name, samples, values: valuesIn(rows.values().map((row) => row.cell(index))) }];
    });
    return found.length < COLUMNS_MIN ? null : found;
  } catch (error) {
    if (error instanceof FileFault) return null;
    throw error;
  }
}

interface HeaderLine {
  readonly delimiter: TextHead['delimiter'];
  readonly line: number;
  readonly cells: readonly string[];
}

/** Returns the first of the widest lines, unless most of its cells are empty: some lines above a header are a title with empty cells. */
function headerLine(heads: readonly TextHead[]): HeaderLine | null {
  const lines = heads.flatMap(({ delimiter, lines: all }) =>
    all.map((cells, index) => ({
      delimiter,
      line: index + 1,
      cells,
      width: cells.findLastIndex(isFilled) + 1,
      filled: cells.filter(isFilled).length,
    })),
  );
  const widest = Math.max(0, ...lines.map(({ width }) => width));
  if (widest < COLUMNS_MIN || widest > FOUND_COLUMNS_MAX) return null;
  return lines.find(({ width, filled }) => width === widest && filled * 2 > widest) ?? null;
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

function valuesIn(cells: Iterable<string>): readonly string[] {
  const values = new Map<string, string>();
  for (const cell of cells) {
    if (cell === '' || values.has(cell.toLowerCase())) continue;
    if (values.size === VALUES_MAX || cell.length > VALUE_CHARACTERS_MAX) return [];
    values.set(cell.toLowerCase(), cell);
  }
  return [...values.values()];
}
