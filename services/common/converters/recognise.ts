/** Finds the format of a file by the names of its columns. */
import { type FaultMessage, faultMessage, TITLES_SEPARATOR } from '@ctx/domain/file-faults';
import { FileFault } from './faults.ts';
import type { Format } from './format.ts';
import { type HeaderLanguage, languageOf } from './header-language.ts';
import { columnNames, type Header } from './table.ts';

/** The first lines of a file or sheet, among which the header is. */
export interface Head {
  /** The cells of each line; empty if the line cannot be a header. */
  readonly lines: readonly (readonly string[])[];
  /** The sheet of a workbook. */
  readonly sheetName?: string;
}

export interface RecognisedFormat<AnyHead extends Head = Head> {
  readonly format: Format;
  readonly header: Header;
  readonly head: AnyHead;
}

/** Columns named in the rejection of an unknown header. */
const NAMED_MAX = 8;

/** Formats named in the rejection of a header in another language. */
const TITLES_MAX = 3;

interface Guess<AnyHead extends Head = Head> extends RecognisedFormat<AnyHead> {
  /** The columns of one version of the format. */
  readonly wanted: readonly string[];
  readonly missing: readonly string[];
  readonly known: number;
}

/**
 * Returns the format of a file. Of several that fit, the one with the most columns.
 *
 * @throws FileFault with the nearest format and what differs
 */
export function recognise<AnyHead extends Head>(
  heads: readonly AnyHead[],
  formats: readonly Format[],
): RecognisedFormat<AnyHead> {
  const [best] = fitting(heads, formats);
  if (best !== undefined) return best;
  throw unrecognised(heads, formats);
}

/** Returns the formats by their ids. @param id of the only format that is allowed; null: any. @throws FileFault if there is none */
export function allowedFormats(formats: readonly Format[], id: string | null): readonly Format[] {
  const allowed = id === null ? formats : formats.filter((format) => format.id === id);
  if (allowed.length === 0)
    throw new FileFault(
      faultMessage('UNKNOWN_FORMAT', {
        format: String(id),
        formats: formats.map((each) => each.id).join(', '),
      }),
    );
  return allowed;
}

/** Returns the formats that fit, the one with the most columns first. */
export function fitting<AnyHead extends Head>(
  heads: readonly AnyHead[],
  formats: readonly Format[],
): readonly RecognisedFormat<AnyHead>[] {
  return guessesOf(heads, formats, { isShortLeftOut: true })
    .filter(({ missing }) => missing.length === 0)
    .toSorted((left, right) => right.known - left.known);
}

/** Returns the rejection of a file that no format fits. */
export function unrecognised(heads: readonly Head[], formats: readonly Format[]): FileFault {
  const guesses = guessesOf(heads, formats);
  return new FileFault(adviceFor(guesses) ?? rejection(heads, guesses));
}

/** Returns what to do instead with an export that is known and not read; null if the file is none. */
function adviceFor(guesses: readonly Guess[]): FaultMessage | null {
  const known = guesses.flatMap(({ format, header }) => {
    const present = new Set(header.columns);
    return (format.otherExports ?? [])
      .filter(({ columns }) => columns.every((name) => present.has(name)))
      .map(({ columns, advice }) => ({ known: columns.length, advice }));
  });
  return known.toSorted((left, right) => right.known - left.known)[0]?.advice ?? null;
}

/**
 * Returns each line beside each header of each format. With `isShortLeftOut`, without the headers of more columns than the line has:
 * most lines have one, because two of the three delimiters are wrong.
 */
function guessesOf<AnyHead extends Head>(
  heads: readonly AnyHead[],
  formats: readonly Format[],
  { isShortLeftOut = false }: { readonly isShortLeftOut?: boolean } = {},
): Guess<AnyHead>[] {
  const places = heads.flatMap((head) =>
    head.lines.map((cells, index) => ({ head, cells, line: index + 1 })),
  );
  return places.flatMap(({ head, cells, line }) => {
    const names = columnNames(cells);
    const asWritten = { columns: names, present: new Set(names) };
    return formats.flatMap((format) => {
      const headers = isShortLeftOut
        ? format.headers.filter(({ length }) => length <= cells.length)
        : format.headers;
      if (headers.length === 0) return [];
      const { columns, present } =
        format.canonical === undefined ? asWritten : renamed(names, format.canonical);
      return headers.map((wanted) => {
        const missing = wanted.filter((name) => !present.has(name));
        return {
          format,
          head,
          header: { line, names, columns },
          wanted,
          missing,
          known: wanted.length - missing.length,
        };
      });
    });
  });
}

function renamed(
  names: readonly string[],
  canonical: (column: string) => string,
): { readonly columns: readonly string[]; readonly present: ReadonlySet<string> } {
  const columns = names.map((name) => canonical(name));
  return { columns, present: new Set(columns) };
}

/** What a file without a known header has, the nearest format, and what to do. */
function rejection(heads: readonly Head[], guesses: readonly Guess[]): readonly FaultMessage[] {
  const nearest = guesses
    .filter(({ known, missing }) => known > missing.length)
    .toSorted((left, right) => left.missing.length - right.missing.length || right.known - left.known)[0];
  const advice = languageAdvice(guesses);
  const unknown = [faultMessage('UNKNOWN_HEADER'), ...columnsFound(heads)];
  if (nearest !== undefined) return [...unknown, nearestMessage(nearest), ...advice];
  return [...unknown, ...(advice.length === 0 ? [faultMessage('OTHER_FORMAT')] : advice)];
}

function nearestMessage({ format, header, head, missing }: Guess): FaultMessage {
  const values = {
    format: format.title,
    line: header.line,
    missing: quotedNames(missing, NAMED_MAX),
  };
  return head.sheetName === undefined
    ? faultMessage('NEAREST_FORMAT', values)
    : faultMessage('NEAREST_FORMAT_IN_SHEET', { ...values, sheet: quotedNames([head.sheetName]) });
}

/** Names the columns of the line that looks most like a header: the first one with the most cells. Nothing for a file without columns. */
function columnsFound(heads: readonly Head[]): readonly FaultMessage[] {
  const [fullest] = heads
    .flatMap(({ lines }) =>
      lines.map((cells, index) => ({ line: index + 1, names: cells.filter((cell) => cell.trim() !== '') })),
    )
    .toSorted((left, right) => right.names.length - left.names.length);
  if (fullest === undefined || fullest.names.length < COLUMNS_MIN) return [];
  const names = fullest.names.map((name) => name.trim().slice(0, NAME_CHARACTERS_MAX));
  return [faultMessage('COLUMNS_FOUND', { line: fullest.line, columns: quotedNames(names, NAMED_MAX) })];
}

/** One cell is a line of text. */
const COLUMNS_MIN = 2;
const NAME_CHARACTERS_MAX = 40;

/** Returns names as a list that reads the same in every language, with a sign for further ones. */
export function quotedNames(names: readonly string[], namesMax = names.length): string {
  const shown = names.slice(0, namesMax).map((name) => `"${name}"`);
  return [...shown, ...(names.length > namesMax ? ['…'] : [])].join(', ');
}

const LANGUAGE_MESSAGES: Readonly<Record<HeaderLanguage, FaultMessage>> = {
  Dutch: faultMessage('DUTCH_COLUMNS'),
  French: faultMessage('FRENCH_COLUMNS'),
  German: faultMessage('GERMAN_COLUMNS'),
};

/** Returns what to do about a header in Dutch, French or German, with the formats that have these columns; nothing if there is none. */
function languageAdvice(guesses: readonly Guess[]): readonly FaultMessage[] {
  const [foreign] = [...new Set(guesses.map(({ header }) => header.names))]
    .flatMap((names) => languageOf(names) ?? [])
    .toSorted((left, right) => right.columns - left.columns);
  if (foreign === undefined) return [];
  const named = guesses
    .filter(({ header }) => header.names === foreign.names)
    .map(({ format, wanted }) => ({ format, score: foreign.scoreOf(wanted) }))
    .toSorted((left, right) => right.score - left.score);
  const most = named[0]?.score ?? 0;
  const titles = named.flatMap(({ format, score }) => (most > 0 && score === most ? [format.title] : []));
  const formats = [...new Set(titles)].slice(0, TITLES_MAX).join(TITLES_SEPARATOR);
  return [
    LANGUAGE_MESSAGES[foreign.language],
    ...(formats === '' ? [] : [faultMessage('COLUMNS_OF_FORMATS', { formats })]),
    faultMessage('EXPORT_IN_ENGLISH'),
  ];
}
