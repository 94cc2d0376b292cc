/** How results look on a terminal: tables that fit its width, Belgian time, and colours where they are wanted. */
import { styleText } from 'node:util';
import Table from 'cli-table3';
import { cleanText } from '@ctx/domain/third-party-text';
import type { Cell, Row, Section } from './sections.ts';

/** The terminal that a text is for. */
export interface Terminal {
  /** Its width in characters. */
  readonly columns: number;
  readonly hasColours: boolean;
}

const COLUMNS_DEFAULT = 80;
/** A column of a table is not wrapped to less. */
const WRAPPED_COLUMNS_MIN = 16;
const GAP = '  ';
/** Stands for a space at which no line breaks. `cleanText` removes this character from the texts of others. */
const NO_BREAK = '\ue000';
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
/** Sweden writes a date and time as 2026-01-31 14:00:00. */
const BELGIAN_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns the terminal behind a stream; null if it is none, such as a pipe or a file. */
export function terminalOf(stream: NodeJS.WriteStream): Terminal | null {
  if (!stream.isTTY) return null;
  // A terminal without a known size has 0 columns. hasColors honours NO_COLOR and TERM.
  return { columns: stream.columns || COLUMNS_DEFAULT, hasColours: stream.hasColors() };
}

/** Returns the text of sections, with an empty line between two. */
export function sectionsText(sections: readonly Section[], terminal: Terminal): string {
  return sections.map((section) => sectionText(section, terminal)).join('\n');
}

/** Returns a row as one line, for output that has no end and therefore no column widths. */
export function rowText(row: Row): string {
  return `${Object.values(row).map(cellText).join(GAP).replaceAll(NO_BREAK, ' ')}\n`;
}

/** Returns an error with its code; the code is left out of the colours. */
export function errorText(code: string, message: string, terminal: Terminal): string {
  return `${coloured('red', 'error:', terminal)} ${cleanText(message)} (${code})\n`;
}

function sectionText(section: Section, terminal: Terminal): string {
  const title = section.title === undefined ? '' : `${coloured('bold', labelOf(section.title), terminal)}\n`;
  if ('fields' in section) {
    const lines = Object.entries(section.fields).map(([name, cell]) => [labelOf(name), cellText(cell)]);
    return title + tableText([], lines, terminal);
  }
  if (section.rows.length === 0) return `${title}none\n`;
  const names = [...new Set(section.rows.flatMap((row) => Object.keys(row)))];
  const lines = section.rows.map((row) => names.map((name) => cellText(row[name] ?? null)));
  return title + tableText(names.map(labelOf), lines, terminal);
}

const BORDERLESS = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((name) => [name, '']),
);

function tableText(
  head: readonly string[],
  lines: readonly (readonly string[])[],
  terminal: Terminal,
): string {
  const table = new Table({
    head: head.map((label) => coloured('bold', label, terminal)),
    chars: { ...BORDERLESS, middle: GAP },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: fittingWidths([head, ...lines], terminal.columns),
    wordWrap: true,
  });
  table.push(...lines.map((line) => [...line]));
  return `${table
    .toString()
    .replaceAll(NO_BREAK, ' ')
    .replaceAll(/(?<! ) +$/gm, '')}\n`;
}

/**
 * Returns a width for each column that must be wrapped so that the table fits; null for the others. Columns wrap between words only, so
 * that ids and secrets can be copied: a table that needs more is wider than the terminal.
 */
function fittingWidths(lines: readonly (readonly string[])[], columns: number): (number | null)[] {
  const count = Math.max(...lines.map((line) => line.length));
  const indexes = Array.from({ length: count }, (_, index) => index);
  const widest = (measure: (cell: string) => number): number[] =>
    indexes.map((index) => Math.max(...lines.map((line) => measure(line[index] ?? ''))));
  const widths: number[] = widest(lengthOf);
  const narrowest = widest((cell) => Math.max(...cell.split(' ').map(lengthOf)));
  const wrapped: (number | null)[] = indexes.map(() => null);
  let excess = widths.reduce((sum, width) => sum + width, (count - 1) * GAP.length) - columns;
  // The widest column first, as its text suffers least.
  for (const index of indexes.toSorted((left, right) => (widths[right] ?? 0) - (widths[left] ?? 0))) {
    if (excess <= 0) break;
    const width = widths[index] ?? 0;
    const fitting = Math.max(width - excess, narrowest[index] ?? 0, WRAPPED_COLUMNS_MIN);
    if (fitting >= width) continue;
    wrapped[index] = fitting;
    excess -= width - fitting;
  }
  return wrapped;
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Returns `createdAt` as `created at`. */
function labelOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function cellText(cell: Cell): string {
  if (Array.isArray(cell)) return cell.length === 0 ? '-' : cell.map(cellText).join(', ');
  if (cell === null) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  const text = cleanText(String(cell));
  return INSTANT.test(text) ? BELGIAN_TIME.format(Date.parse(text)).replace(' ', NO_BREAK) : text;
}

function coloured(style: Parameters<typeof styleText>[0], text: string, { hasColours }: Terminal): string {
  // The stream was looked at when the terminal was made.
  return hasColours ? styleText(style, text, { validateStream: false }) : text;
}
