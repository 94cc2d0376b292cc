/** Reads CSV and JSON of any source that names the asset, the date and the price. */
import { faultMessage } from '@ctx/domain/file-faults';
import { symbolOf } from '../assets.ts';
import { FileFault, parseJson, RowFault } from '../faults.ts';
import { Row } from '../table.ts';
import {
  BRUSSELS,
  dayInBelgium,
  dayStart,
  isDate,
  type PriceOptions,
  type PriceReader,
  type PriceRecord,
  type PriceRows,
  PriceUnit,
} from './price-file.ts';

/** Names of columns that say of which asset a price is, as sources write them. */
export const ASSET_NAMES: readonly string[] = ['asset', 'symbol', 'coin', 'ticker', 'currency'];
const DATE_NAMES = ['date', 'time', 'at', 'timestamp', 'datum'];
const PRICE_NAMES = ['eur', 'price eur', 'price (eur)', 'price', 'close', 'rate', 'prijs', 'prix'];
/** Names the currency of each price, unless it is the column of the assets. */
const CURRENCY_NAME = 'currency';
const EUR_NAME = /\beur\b/;

interface Columns {
  /** Undefined for prices that are all of one asset. */
  readonly asset: string | undefined;
  readonly price: string;
  readonly date: string | undefined;
}

/** Returns the columns of a header; null if it names no price, or no asset where none is given (`PriceOptions.defaultAsset`). */
export function columnsOf(names: readonly string[], { defaultAsset }: PriceOptions = {}): Columns | null {
  const find = (known: readonly string[]): string | undefined => known.find((name) => names.includes(name));
  const [date, price] = [find(DATE_NAMES), find(PRICE_NAMES)];
  // Of one asset, a column "currency" is that of the prices.
  const asset = find(ASSET_NAMES.filter((name) => name !== CURRENCY_NAME || defaultAsset === undefined));
  const isOfOne = asset === undefined && defaultAsset !== undefined && date !== undefined;
  return price === undefined || (asset === undefined && !isOfOne) ? null : { asset, price, date };
}

/** Reads the rows of a CSV file. @throws FileFault */
export function csvPrices(rows: readonly Row[], columns: Columns, options: PriceOptions): PriceRows {
  requireNoAsset(options);
  const currencyColumn = columns.asset === CURRENCY_NAME ? '' : CURRENCY_NAME;
  const written = rows[0]?.text(currencyColumn).toUpperCase() ?? '';
  const unit = new PriceUnit(written === '' ? currencyOfColumn(columns.price) : written, options);
  const readers = rows.map((row): PriceReader => () => {
    if (row.text(currencyColumn).toUpperCase() !== written)
      throw row.fault(currencyColumn, faultMessage('OTHER_CURRENCY', { currency: written }));
    return [priceOfRow(row, columns, unit, options)];
  });
  return { readers, convertedFrom: unit.convertedFrom };
}

/** A JSON array or JSON Lines of objects such as `{"asset":"BTC","date":"2025-01-31","eur":"90000"}`. Prices written as text keep every digit. */
export function jsonPrices(text: string, options: PriceOptions): PriceRows {
  requireNoAsset(options);
  const objects = objectsIn(text);
  const priceName = PRICE_NAMES.find((name) => objects[0]?.cells[name] !== undefined) ?? 'eur';
  const unit = new PriceUnit(currencyOfColumn(priceName), options);
  const readers = objects.map(({ cells, line }): PriceReader => () => {
    const cellOf = (names: readonly string[]): string => {
      const cell = names.map((name) => cells[name]).find((each) => each !== undefined);
      if (typeof cell !== 'string' && typeof cell !== 'number')
        throw new RowFault(line, names[0] ?? null, faultMessage('PRICE_MISSING'));
      return String(cell);
    };
    const isNamed = ['assetKey', ...ASSET_NAMES].some((name) => cells[name] !== undefined);
    const row = singleRow(line, {
      asset: isNamed || options.defaultAsset === undefined ? cellOf(['assetKey', ...ASSET_NAMES]) : '',
      price: cellOf([priceName]),
      date: options.at ?? cellOf(DATE_NAMES),
    });
    return [priceOfRow(row, { asset: 'asset', price: 'price', date: 'date' }, unit, options)];
  });
  return { readers, convertedFrom: unit.convertedFrom };
}

function requireNoAsset({ asset }: PriceOptions): void {
  if (asset !== undefined) throw new FileFault(faultMessage('PRICES_NAME_ASSETS'));
}

/** Returns the currency that the name of a price column says; null if it says none. */
function currencyOfColumn(name: string): string | null {
  return EUR_NAME.test(name) ? 'EUR' : null;
}

function priceOfRow(
  row: Row,
  { asset, price, date }: Columns,
  unit: PriceUnit,
  options: PriceOptions,
): PriceRecord {
  const assetKey = assetKeyOf(row, asset, options);
  const at = options.at ?? (date === undefined ? null : instantOf(row, date, row.required(date)));
  if (at === null) throw row.fault(null, faultMessage('PRICE_WITHOUT_DATE'));
  return { kind: 'price', assetKey, at, eur: unit.eurOf(row, price, () => dayInBelgium(at)) };
}

function assetKeyOf(row: Row, column: string | undefined, { defaultAsset }: PriceOptions): string {
  const written = column === undefined ? '' : row.text(column);
  if (defaultAsset !== undefined && (written === '' || written === defaultAsset)) return defaultAsset;
  const symbol = symbolOf(row.required(column ?? ''));
  if (symbol === null) throw row.fault(column ?? null, faultMessage('NOT_SYMBOL'));
  return symbol;
}

/** A date without a time is the price of that day in Belgium: it holds from its first moment. */
function instantOf(row: Row, column: string, text: string): string {
  if (!isDate(text)) return row.instantOf(column, text, { zone: BRUSSELS });
  return dayStart(text, () => row.fault(column, faultMessage('NOT_DATE')));
}

function singleRow(line: number, cells: Readonly<Record<string, string>>): Row {
  const names = Object.keys(cells);
  return new Row(line, Object.values(cells), new Map(names.map((name, index) => [name, index])), '.');
}

interface JsonObject {
  readonly cells: Readonly<Record<string, unknown>>;
  readonly line: number;
}

function objectsIn(text: string): JsonObject[] {
  if (text.trimStart().startsWith('['))
    return (parseJson(text) as unknown[]).map((value, index) => ({ cells: cellsOf(value), line: index + 1 }));
  return text
    .split('\n')
    .flatMap((json, index) =>
      json.trim() === '' ? [] : [{ cells: cellsOf(parseJson(json, index + 1)), line: index + 1 }],
    );
}

function cellsOf(value: unknown): JsonObject['cells'] {
  return typeof value === 'object' && value !== null ? (value as JsonObject['cells']) : {};
}
