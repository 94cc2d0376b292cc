/** The manifest of `ctx import --batch`: which file belongs to which user, as JSON Lines or CSV. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { FORMATS } from '@ctx/converters/formats';
import { InvalidArgumentError } from 'commander';
import { CsvError, parse } from 'csv-parse/sync';
import { parseText, parseTimeZone, parseUserId } from '../arguments.ts';
import { sizeOf } from '../import-source.ts';
import { CommandRejection } from '../output.ts';
import type { UserName } from '../user.ts';

/** Options of one import, as `ctx import` takes them. */
export interface RowOptions {
  readonly format?: string;
  readonly mapping?: string;
  readonly account?: string;
  readonly label?: string;
  readonly timeZone?: string;
  readonly replace?: string;
  readonly yes?: true;
}

/** One row of a manifest. */
export interface ManifestRow {
  readonly name: UserName;
  /** As the manifest names it. */
  readonly file: string;
  readonly options: RowOptions;
}

export interface Manifest {
  readonly file: string;
  readonly rows: readonly ManifestRow[];
}

interface ManifestFault {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

const NAMES = ['manifest.jsonl', 'manifest.csv'];
const BYTES_MAX = 64 * 1024 * 1024;
const ROWS_MAX = 100_000;
const FAULTS_MAX = 50;

/** How each option of a row is read. */
const OPTIONS: Readonly<Record<keyof RowOptions, (text: string) => string | true>> = {
  format: (text) => {
    if (FORMATS.some(({ id }) => id === text)) return text;
    throw new InvalidArgumentError('It must be the id of a format, as "ctx import --help" lists them.');
  },
  mapping: parseInnerPath,
  account: parseText,
  label: parseText,
  timeZone: parseTimeZone,
  replace: parseText,
  yes: (text) => {
    if (text === 'true') return true;
    throw new InvalidArgumentError('It must be true, or absent.');
  },
};
/** How each name of a user is read. */
const NAMES_OF_USERS: Readonly<Record<keyof UserName, (text: string) => number | string>> = {
  user: parseUserId,
  email: parseText,
  externalId: parseText,
};
const USER_COLUMNS = Object.keys(NAMES_OF_USERS);
const COLUMNS: readonly string[] = [...USER_COLUMNS, 'file', ...Object.keys(OPTIONS)];

/**
 * Reads the manifest of a folder.
 * @throws CommandRejection INVALID_FILE with the lines that are wrong
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const [file, other] = NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (file === undefined || other !== undefined)
    throw invalid(`${folder} must hold either ${NAMES.join(' or ')}`);
  if (((await sizeOf(file)) ?? Infinity) > BYTES_MAX) throw invalid(`${file} is larger than 64 MiB`);
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  const faults: ManifestFault[] = [];
  const lines = file.endsWith('.csv') ? csvLines(file, text) : jsonLines(text, faults);
  const rows = lines.flatMap(({ line, cells }) => rowOf(line, cells, faults));
  if (faults.length > 0)
    throw new CommandRejection(
      'INVALID_FILE',
      `nothing is imported: ${String(faults.length)} values of ${file} are wrong`,
      faults.toSorted((left, right) => left.line - right.line).slice(0, FAULTS_MAX),
    );
  if (rows.length === 0) throw invalid(`${file} has no rows`);
  if (rows.length > ROWS_MAX) throw invalid(`${file} has more than ${ROWS_MAX.toLocaleString('en')} rows`);
  return { file, rows };
}

/** A row before its values are checked: texts by the name of their column. */
interface RawRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function csvLines(file: string, text: string): RawRow[] {
  try {
    // The types of the library know nothing of this option.
    const records = parse(text, { info: true, skip_empty_lines: true, trim: true }) as unknown as CsvRecord[];
    const [head, ...rest] = records;
    return rest.map(({ record, info }) => ({
      line: info.lines,
      cells: new Map(
        record.flatMap((cell, index): [string, string][] =>
          cell === '' ? [] : [[head?.record[index] ?? '', cell]],
        ),
      ),
    }));
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`${file} is no CSV: ${error.message}`);
    throw error;
  }
}

function jsonLines(text: string, faults: ManifestFault[]): RawRow[] {
  return text.split('\n').flatMap((row, index): RawRow[] => {
    if (row.trim() === '') return [];
    const line = index + 1;
    try {
      const value = JSON.parse(row) as unknown;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error();
      const given = Object.entries(value).filter(([, cell]) => cell !== null);
      const nested = given.find(([, cell]) => typeof cell === 'object');
      if (nested !== undefined) {
        faults.push({ line, field: nested[0], reason: 'must be one value' });
        return [];
      }
      return [{ line, cells: new Map(given.map(([name, cell]) => [name, String(cell)])) }];
    } catch {
      faults.push({ line, field: '', reason: 'must be a JSON object' });
      return [];
    }
  });
}

/** Returns a row, or nothing if it is wrong, with the reasons in `faults`. */
function rowOf(line: number, cells: ReadonlyMap<string, string>, faults: ManifestFault[]): ManifestRow[] {
  const before = faults.length;
  const fault = (field: string, reason: string): void => {
    faults.push({ line, field, reason });
  };
  const read = <Value>(field: string, parser: (text: string) => Value): Value | undefined => {
    const text = cells.get(field);
    try {
      return text === undefined ? undefined : parser(text);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      fault(field, error.message);
      return undefined;
    }
  };
  for (const column of cells.keys())
    if (!COLUMNS.includes(column)) fault(column, `is unknown; known are ${COLUMNS.join(', ')}`);
  const readAll = (parsers: Readonly<Record<string, (text: string) => number | string | true>>): object =>
    Object.fromEntries(
      Object.entries(parsers).flatMap(([field, parser]) => {
        const value = read(field, parser);
        return value === undefined ? [] : [[field, value]];
      }),
    );
  const name = readAll(NAMES_OF_USERS) as UserName;
  if (USER_COLUMNS.filter((column) => cells.has(column)).length !== 1)
    fault('user', `give one of ${USER_COLUMNS.join(', ')}`);
  const file = read('file', parseInnerPath);
  if (!cells.has('file')) fault('file', 'is missing');
  const options = readAll(OPTIONS) as RowOptions;
  if (options.yes && options.replace === undefined) fault('yes', 'needs replace');
  if (options.mapping !== undefined && options.format !== undefined)
    fault('mapping', 'give either mapping or format');
  if (faults.length > before || file === undefined) return [];
  return [{ name, file, options }];
}

/** Parses a path inside the folder of the manifest, which another program may have written. */
function parseInnerPath(text: string): string {
  const path = relative('.', text);
  if (text === '' || isAbsolute(text) || path === '..' || /^\.\.[/\\]/.test(path))
    throw new InvalidArgumentError('It must be a path inside the folder of the manifest.');
  return text;
}

function invalid(message: string): CommandRejection {
  return new CommandRejection('INVALID_FILE', message, []);
}
