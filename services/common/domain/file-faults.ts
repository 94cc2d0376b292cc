/**
 * What can be wrong with a file that a person gives: exports, mapping files and price files. Each fault has a code and an English text, which
 * the terminal prints; the gateway has the texts of the pages, in each language. A text continues "the file …", "the line …" or "the cell …".
 */
export const FILE_FAULTS = {
  // The file as a whole.
  TOO_LARGE: 'is larger than {mebibytes} MiB: export a shorter period',
  TOO_SLOW: 'takes too long or too much memory to read: export a shorter period',
  TOO_MANY_EVENTS: 'becomes more than {events} events: export a shorter period',
  EMPTY_FILE: 'is empty: export it again',
  NOT_TEXT: 'is not a text file: save it as CSV in UTF-8',
  JSON_FILE: 'is JSON: add the original export of the exchange, wallet or program, usually a CSV file',
  NOT_JSON: 'is not JSON',
  JSON_TOO_DEEP: 'is nested deeper than {levels} levels',
  JSON_REPEATED_NAME: 'has the field {field} twice',
  CUT_INSIDE_CHARACTER: 'is cut off inside a character: export it again',
  CUT_LAST_LINE: 'has no line break at its end, and its last line is cut off: export it again',
  CONNECTED_ACCOUNT:
    'belongs to a connected account, which takes no files: choose another account, or give a name for a new one',
  UNSTORABLE_ACCOUNT:
    'belongs to an account whose name or reference is too long, or has characters that cannot be stored',
  UNKNOWN_TIME_ZONE: 'cannot be read in this time zone, which is not known: name one such as Europe/Brussels',

  // Archives and workbooks.
  DAMAGED_ARCHIVE: 'cannot be unpacked: it may be cut off or damaged',
  EMPTY_ARCHIVE: 'is an archive without files',
  NESTED_ARCHIVE: 'has another archive in it: unpack it first',
  LOCKED_ARCHIVE: 'is an archive with a password: unpack it first',
  OVERLAPPING_ARCHIVE: 'is an archive whose files overlap: pack it again with another program',
  FULL_ARCHIVE: 'is an archive of {files} files, of at most {max}: unpack it',
  SEVERAL_FILES: 'is an archive of {files} files: unpack it, and add each file by itself',
  DAMAGED_WORKBOOK: 'is a workbook that cannot be read: it may be damaged; download it again',
  FULL_WORKBOOK: 'is a workbook with too many cells: export a shorter period',
  OTHER_DOCUMENT:
    'is a document that is not read: choose CSV where the site offers it, or else open it and save it as CSV in UTF-8',
  SEVERAL_SHEETS:
    'is a workbook with exports in several sheets ({sheets}): save each of them as a workbook of its own',
  SHEET_OF_CSV_FORMAT:
    'is a workbook with {format} in its sheet {sheet}, of which only CSV is read: a spreadsheet program loses digits and seconds. Download the export as CSV',
  WORKBOOK_WITHOUT_SHEETS: 'is a workbook without sheets',
  WORKBOOK_OF_SHEETS: 'is a workbook with the sheets {sheets}',
  SAVE_AS_CSV:
    'for another export, choose CSV where the site offers it, or else open the workbook and save the sheet as CSV in UTF-8',

  // The header and the format.
  UNKNOWN_HEADER: 'has no header of a known format',
  COLUMNS_FOUND: 'the columns in line {line} are {columns}',
  NEAREST_FORMAT: 'the nearest is {format}, in line {line}; missing: {missing}',
  NEAREST_FORMAT_IN_SHEET: 'the nearest is {format}, in line {line} of the sheet {sheet}; missing: {missing}',
  OTHER_FORMAT:
    'see the list of formats, set the language of the site to English before the export, or describe its columns in a mapping file',
  DUTCH_COLUMNS: 'its columns are in Dutch',
  FRENCH_COLUMNS: 'its columns are in French',
  GERMAN_COLUMNS: 'its columns are in German',
  COLUMNS_OF_FORMATS: 'columns like these are in exports of {formats}',
  EXPORT_IN_ENGLISH: 'set the language of the site to English and export it again',
  UNKNOWN_FORMAT: 'has no format {format}: known are {formats}',
  ZONE_NEEDED: 'is of {format}, which writes times without their zone: name the zone',
  NO_ZONE: 'does not say its time zone, neither in its columns nor in its name: name the zone',
  NO_ZONE_IN_COLUMN: 'has no time zone in the name of its column {column}: export it again',
  NO_CURRENCY_OF_AMOUNTS: 'does not say the currency of its amounts: use the file as it was downloaded',
  OTHER_LANGUAGE:
    'is in a language that is not read: set the language of the website to English, and export again',
  MONTH_FIRST: 'writes the month before the day: export again with the date format DD-MM-YY',
  OLD_BITPANDA:
    'is an old export of Bitpanda. On the website, export the history again: it has the whole period',
  BITPANDA_PRO:
    'is an export of trades of Bitpanda Pro (One Trading), which is not read: describe its columns in a mapping file',
  REVOLUT_STATEMENT:
    'is an account statement of Revolut, which does not say what was bought for how much. In the app, set to English, take the statement under Crypto',
  OLD_NEXO: 'is an old export of Nexo. On the website, export all time again',
  OLD_BITSTAMP:
    'is an old export of Bitstamp, whose times have no seconds. On the website, export the same period again as CSV (RFC 4180)',
  OLD_KUCOIN_TRADES:
    'is an old export of trades of KuCoin, which does not say its time zone. On the website, take the bundle under Download Center for the same period, and import its files of filled orders',
  OLD_KUCOIN_TRANSFERS:
    'is an old export of deposits and withdrawals of KuCoin, which does not say its time zone. On the website, take the bundle under Download Center for the same period, and import its files of both',
  KUCOIN_HISTORY:
    'is the account history of KuCoin, which repeats other files. On the website, take the bundle under Download Center for the same period, and import its files of filled orders, deposits, withdrawals, conversions and earnings',

  // The mapping file.
  NO_MAPPING: 'is no mapping',
  MAPPING_FIELD_MISSING: '{field} is missing',
  MAPPING_FIELD_UNKNOWN: '{field} is not a field that a mapping has',
  MAPPING_VALUE: '{field} must be one of {values}',
  MAPPING_TYPE: '{field} is of another type or length than a mapping has there',
  MAPPING_AMOUNTS: 'give either sentAmount and receivedAmount, or amount',
  MAPPING_TYPE_TWICE: 'types has {type} twice',

  // A line.
  OPEN_END: 'may be cut off, for the file has no line break at its end: add one if the line is complete',
  HEADER_AGAIN: 'is a header once more: two exports may have been pasted together',
  CELL_COUNT: 'has {cells} cells, and the header {columns}',
  CELL_COUNT_OF_LINES:
    'has {cells} cells, and the header {columns}, and covers {lines} lines: a quotation mark may not be closed',
  OPEN_QUOTE: 'has a quotation mark that is never closed: the file may be cut off',
  LONG_LINE: 'has a line of more than {characters} characters: a quotation mark may not be closed',
  LONG_ROW: 'has a row of more than {characters} characters',
  ONE_SIDE_ZERO: 'has an amount of 0 on one side of the trade',
  UNREADABLE_NEIGHBOUR: 'belongs to line {line}, which cannot be read',
  UNSTORABLE_ROW: 'cannot be stored: it has the key of another line with other content',
  UNSTORABLE_AMOUNT:
    'has an amount that must be greater than 0, with at most 18 integer and 24 fraction digits',
  UNSTORABLE_VALUE:
    'has a value in euro that must be 0 or greater, with at most 18 integer and 12 fraction digits',
  UNSTORABLE_TIME: 'has a time that must be between 2009 and 2100',
  UNSTORABLE_TEXT: 'has a text that is too long, or has characters that cannot be stored ({field})',

  // A cell.
  EMPTY_CELL: 'is empty',
  OPEN_CELL: 'may be cut off, for the file has no line break at its end',
  SHORTENED_NUMBER: 'is a number that a spreadsheet program shortened: use the file as it was downloaded',
  NOT_NUMBER: 'is not a number',
  TOO_MANY_DIGITS: 'has more than {integer} integer or {fraction} fraction digits',
  NOT_TIME: 'is not a time that this format writes',
  NOT_UNIX_TIME: 'is not a time in seconds since 1970',
  SKIPPED_TIME: 'is a time that the clocks of {zone} skipped',
  REPEATED_TIME: 'is in the hour that the clocks of {zone} showed twice',
  UNKNOWN_ZONE: 'is in a time zone that is not known: {zone}',
  TIME_WITHOUT_SECONDS:
    'is a time without seconds, as a spreadsheet program writes it: use the file as it was downloaded',
  AMBIGUOUS_DATE:
    'is a date whose day and month cannot be told apart: choose dates with points in the settings of CoinTracking, and export it again',
  NOT_SYMBOL: 'is not the symbol of an asset',
  NOT_AMOUNT_WITH_SYMBOL: 'is not an amount with its symbol',
  NOT_ASSET_WITH_CURRENCY: 'is not an asset with its currency, such as BTC/USD',
  NOT_PAIR: 'is not a pair such as {example}',
  UNKNOWN_PAIR: 'is not a pair that is known here',
  UNKNOWN_MARKET: 'is not a market that is known here',
  UNKNOWN_SIDE: 'must be {buy} or {sell}',
  NO_CURRENCY: 'does not say its currency',
  FEE_ABOVE_AMOUNT: 'is larger than the amount that it is part of',
  NOT_SMALLEST_UNITS: 'is not a whole number of the smallest unit',
  NOT_DECIMALS: 'must be a number from 0 to {max}',
  NOT_SOLANA_ADDRESS: 'is not an address on Solana',
  NOTHING_RECEIVED: 'does not say what was received',
  NO_AMOUNT_RECEIVED: 'does not say how much was received',

  // Price files.
  NO_PRICE_FILE:
    'is no price file: its first line must name the columns asset, date and eur, or be that of the rates of the ECB, of candles or of a price site',
  NO_ECB_FILE: 'is not a file of the reference rates of the ECB',
  TOO_MANY_PRICES: 'has more than {prices} prices: choose one with fewer days or assets',
  PRICES_OF_NO_CURRENCY: 'does not say in which currency its prices are: name it (--currency eur)',
  PRICES_IN_OTHER_CURRENCY: 'has prices in {currency}, not in {wanted}',
  PRICES_NOT_IN_EUR:
    'has prices in {currency}: choose a file in EUR, or let them be converted by the rates of the ECB (--currency {option})',
  PRICES_WITHOUT_RATES: 'has prices in {currency}, for which the ECB has no rates: choose a file in EUR',
  PRICES_OF_NO_ASSET: 'does not say of which asset its prices are: name it (--asset BTC)',
  PRICES_OF_OTHER_ASSET: 'has prices of {asset}, not of {wanted}',
  PRICES_NAME_ASSETS: 'names the asset of each price: --asset is for a file that does not',
  PRICES_WITH_TIMES: 'has times of its own: --at is for a file without dates',
  PRICES_WITHOUT_HEADER:
    'has no header, so its name must be that of the archive of Kraken, such as XBTEUR_1440.csv',
  UNKNOWN_CANDLES: 'has candles of an unknown length: choose minutes, hours or days, and more than one',
  NOT_OF_DAYS: 'is not one of days: choose the interval of a day, and more than one day',
  NOT_START_OF_CANDLE: 'is not the start of a candle of {minutes} minutes',
  PAIR_NOT_KNOWN: 'has an unknown pair, {pair}',
  OTHER_PAIR: 'is another pair than in the rows before: one pair a file',
  OTHER_CURRENCY: 'is not {currency}, as in the rows before: one currency a file',
  PRICE_MISSING: 'is missing',
  PRICE_WITHOUT_DATE: 'has no date: add a column date, or name the moment of the prices',
  NOT_DATE: 'is not a date',
  NEGATIVE_PRICE: 'is below 0',
  RATE_NOT_ABOVE_ZERO: 'is not above 0',
  DAY_WITHOUT_RATE: 'is of {day}, a day without a rate of the ECB: give newer rates (--rates)',
} as const;

export type FileFaultCode = keyof typeof FILE_FAULTS;

/** The names in braces of a text. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that the text of a code names. */
type ValuesOf<Code extends FileFaultCode> = Readonly<
  Record<NamesIn<(typeof FILE_FAULTS)[Code]>, string | number>
>;

/** What is wrong, as a code and the values that its text names. */
export interface FaultMessage {
  readonly code: FileFaultCode;
  readonly values: Readonly<Record<string, string>>;
}

/** The values of faults that name formats by their English titles. */
export const FORMAT_VALUES: readonly string[] = ['format', 'formats'];
/** Between the titles of several formats. No title contains it. */
export const TITLES_SEPARATOR = ', ';

const NO_VALUES = {};

/** Returns the message of a code. The compiler checks that it has the values of the text. */
export function faultMessage<Code extends FileFaultCode>(
  code: Code,
  ...[values]: [NamesIn<(typeof FILE_FAULTS)[Code]>] extends [never] ? [] : [values: ValuesOf<Code>]
): FaultMessage {
  if (values === undefined) return { code, values: NO_VALUES };
  const texts = Object.entries<string | number>(values).map(([name, value]) => [name, String(value)]);
  return { code, values: Object.fromEntries(texts) as FaultMessage['values'] };
}

/** Returns messages in English: what is wrong, then what explains it, such as `is no mapping: platform is missing`. */
export function faultText([first, ...more]: readonly FaultMessage[]): string {
  if (first === undefined) return '';
  const text = textOf(first);
  return more.length === 0 ? text : `${text}: ${more.map(textOf).join('; ')}`;
}

function textOf({ code, values }: FaultMessage): string {
  return FILE_FAULTS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
