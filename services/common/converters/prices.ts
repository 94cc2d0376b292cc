/** Reads price files: the ECB's reference rates, and CSV or JSON of any source with an asset, a date and a price in EUR. Pure. */
import { AMOUNT_SCALE, divideHalfEven, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { DateTime } from 'luxon';
import { isMoney, symbolOf } from './assets.ts';
import { type Fault, FAULTS_MAX, FileFault, parseJson, RowFault } from './faults.ts';
import type { RecordOf } from './records.ts';
import { columnNames, headsOf, type TextHeader, Row, tableOf, textOf } from './table.ts';

type PriceRecord = RecordOf<'price'>;

export interface PriceOptions {
  /** The first day, such as `2017-01-01`; earlier prices are left out. */
  readonly from?: string;
  /** The time of every price of the file, for one that has no dates: the photo of a day. */
  readonly at?: string;
}

/** What a price file becomes. With a fault there are no prices. */
export interface PriceConversion {
  readonly prices: readonly PriceRecord[];
  /** Rows of before the first day, and without a price. */
  readonly leftOutCount: number;
  readonly faults: readonly Fault[];
}

const BRUSSELS = 'Europe/Brussels';
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Names of the columns of a price file, as sources write them. */
const ASSET_NAMES = ['asset', 'symbol', 'currency', 'coin', 'ticker'];
const DATE_NAMES = ['date', 'time', 'at', 'timestamp'];
const PRICE_NAMES = ['eur', 'price', 'price eur', 'price (eur)', 'close', 'rate'];
/** Two currencies that every file of the ECB has. */
const ECB_COLUMNS = ['date', 'usd', 'jpy'];
const NOT_QUOTED = new Set(['', 'N/A']);

/** Converts the bytes of a price file. It never throws: what is wrong with the file is in `faults`. */
export function convertPrices(bytes: Uint8Array, options: PriceOptions = {}): PriceConversion {
  try {
    const text = textOf(bytes);
    const rows = /^\s*[[{]/.test(text) ? jsonRows(text) : csvRows(text);
    return collected(rows, options);
  } catch (error) {
    if (error instanceof FileFault || error instanceof RowFault)
      return { prices: [], leftOutCount: 0, faults: [error.fault] };
    throw error;
  }
}

/** Reads one price, or several of one day; null leaves the row out. */
type PriceReader = (options: PriceOptions) => readonly PriceRecord[];

function collected(readers: readonly PriceReader[], options: PriceOptions): PriceConversion {
  const faults: Fault[] = [];
  const prices: PriceRecord[] = [];
  let leftOutCount = 0;
  for (const read of readers) {
    try {
      const found = read(options).filter(({ at }) => options.from === undefined || at >= options.from);
      if (found.length === 0) leftOutCount += 1;
      prices.push(...found);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      faults.push(error.fault);
      if (faults.length === FAULTS_MAX) break;
    }
  }
  return faults.length > 0 ? { prices: [], leftOutCount: 0, faults } : { prices, leftOutCount, faults: [] };
}

/** Each line must be a price: a file of prices has nothing to leave out. */
function rowsOf(text: string, header: TextHeader): readonly Row[] {
  const { rows, unreadable } = tableOf(text, header);
  const [first] = unreadable;
  if (first !== undefined) throw new FileFault(first.reason, first.line);
  return rows;
}

function csvRows(text: string): PriceReader[] {
  for (const { delimiter, lines } of headsOf(text)) {
    const [first = []] = lines;
    const names = columnNames(first);
    const header: TextHeader = { delimiter, line: 1, names, columns: names };
    if (ECB_COLUMNS.every((name) => names.includes(name))) return ecbRows(rowsOf(text, header), names);
    const [asset, price] = [ASSET_NAMES, PRICE_NAMES].map((known) =>
      known.find((name) => names.includes(name)),
    );
    const date = DATE_NAMES.find((name) => names.includes(name));
    if (asset !== undefined && price !== undefined)
      return rowsOf(text, header).map((row) => (options) => [
        priceOfRow(row, { asset, price, date }, options),
      ]);
  }
  throw new FileFault(
    'is no price file: its first line must name the columns asset, date and eur, or be that of the rates of the ECB',
    1,
  );
}

interface Columns {
  readonly asset: string;
  readonly price: string;
  readonly date: string | undefined;
}

function priceOfRow(row: Row, { asset, price, date }: Columns, options: PriceOptions): PriceRecord {
  const symbol = symbolOf(row.required(asset));
  if (symbol === null) throw row.fault(asset, 'is not the symbol of an asset');
  const at = options.at ?? (date === undefined ? null : instantOf(row, date, row.required(date)));
  if (at === null) throw row.fault(null, 'has no date: add a column date, or name the moment of the prices');
  return { kind: 'price', assetKey: symbol, at, eur: euroText(row.amount(price), row, price) };
}

/** A date without a time is the price of that day in Belgium: it holds from its first moment. */
function instantOf(row: Row, column: string, text: string): string {
  if (!DATE.test(text)) return row.instantOf(column, text, { zone: BRUSSELS });
  return dayStart(text, () => row.fault(column, 'is not a date'));
}

function dayStart(date: string, fault: () => RowFault): string {
  const start = DateTime.fromISO(date, { zone: BRUSSELS });
  if (!start.isValid) throw fault();
  return start.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

function euroText(price: bigint, row: Row, column: string): string {
  if (price < 0n) throw row.fault(column, 'is below 0');
  return formatDecimal(divideHalfEven(price, 10n ** BigInt(AMOUNT_SCALE - EUR_SCALE)), EUR_SCALE);
}

/**
 * The reference rates: units of a currency for one euro, on bank days. The rate of a day also holds on the days after it until the next one:
 * weekends and holidays.
 */
function ecbRows(rows: readonly Row[], columns: readonly string[]): PriceReader[] {
  const codes = columns.filter((name) => isMoney(name.toUpperCase()) && name !== 'eur');
  const sorted = rows.toSorted((left, right) => (left.text('date') < right.text('date') ? -1 : 1));
  return sorted.map((row, index) => () => {
    const days = daysUntil(row, sorted[index + 1]);
    return codes.flatMap((code) => {
      if (NOT_QUOTED.has(row.text(code))) return [];
      const rate = row.amount(code);
      if (rate <= 0n) throw row.fault(code, 'is not above 0');
      const eur = formatDecimal(divideHalfEven(10n ** BigInt(AMOUNT_SCALE + EUR_SCALE), rate), EUR_SCALE);
      return days.map((at): PriceRecord => ({ kind: 'price', assetKey: code.toUpperCase(), at, eur }));
    });
  });
}

/** Days without rates are few: a longer gap is a hole in the file. */
const GAP_DAYS_MAX = 7;

function daysUntil(row: Row, next: Row | undefined): string[] {
  const date = row.required('date');
  const fault = (): RowFault => row.fault('date', 'is not a date');
  if (!DATE.test(date)) throw fault();
  const end = next === undefined ? null : DateTime.fromISO(next.text('date'));
  const start = DateTime.fromISO(date);
  const gap =
    end === null ? 1 : Math.min(GAP_DAYS_MAX, Math.max(1, Math.round(end.diff(start, 'days').days)));
  return Array.from({ length: gap }, (_, day) =>
    dayStart(start.plus({ days: day }).toISODate() ?? date, fault),
  );
}

/** A JSON array or JSON Lines of objects such as `{"asset":"BTC","date":"2025-01-31","eur":"90000"}`. Prices written as text keep every digit. */
function jsonRows(text: string): PriceReader[] {
  return objectsIn(text).map(({ value, line }) => ({ at: fixed }) => {
    const cells = value as Readonly<Record<string, unknown>>;
    const cellOf = (names: readonly string[]): string => {
      const cell = names.map((name) => cells[name]).find((each) => each !== undefined);
      if (typeof cell !== 'string' && typeof cell !== 'number')
        throw new RowFault(line, names[0] ?? null, 'is missing');
      return String(cell);
    };
    const row = singleRow(line, {
      asset: cellOf(['assetKey', ...ASSET_NAMES]),
      eur: cellOf(PRICE_NAMES),
      date: fixed ?? cellOf(DATE_NAMES),
    });
    return [
      priceOfRow(
        row,
        { asset: 'asset', price: 'eur', date: 'date' },
        fixed === undefined ? {} : { at: fixed },
      ),
    ];
  });
}

function singleRow(line: number, cells: Readonly<Record<string, string>>): Row {
  const names = Object.keys(cells);
  return new Row(line, Object.values(cells), new Map(names.map((name, index) => [name, index])), '.');
}

function objectsIn(text: string): { readonly value: unknown; readonly line: number }[] {
  if (text.trimStart().startsWith('['))
    return (parseJson(text) as unknown[]).map((value, index) => ({ value, line: index + 1 }));
  return text
    .split('\n')
    .flatMap((json, index) =>
      json.trim() === '' ? [] : [{ value: parseJson(json, index + 1), line: index + 1 }],
    );
}
