/** Reads the euro reference rates of the ECB: as prices of currencies, and as rates that convert the prices of other files. */
import { AMOUNT_SCALE, divideHalfEven, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { faultMessage } from '@ctx/domain/file-faults';
import { DateTime } from 'luxon';
import { isMoney } from '../assets.ts';
import { FileFault, type RowFault } from '../faults.ts';
import { columnNames, headsOf, type Row, type TextHeader, textOf } from '../table.ts';
import { dayStart, isDate, type PriceReader, type PriceRecord, type Rates, rowsOf } from './price-file.ts';

/** Two currencies that every file of the ECB has. */
const COLUMNS = ['date', 'usd', 'jpy'];
const NOT_QUOTED = new Set(['', 'N/A']);
/** Days without rates are few: a longer gap is a hole in the file. */
const GAP_DAYS_MAX = 7;

/** Whether a header is that of the reference rates. */
export function isOfEcb(names: readonly string[]): boolean {
  return COLUMNS.every((name) => names.includes(name));
}

/**
 * The reference rates: units of a currency for one euro, on bank days. The rate of a day also holds on the days after it until the next one:
 * weekends and holidays.
 */
export function ecbReaders(rows: readonly Row[], columns: readonly string[]): PriceReader[] {
  const codes = columns.filter((name) => isMoney(name.toUpperCase()) && name !== 'eur');
  return daysOfRates(rows).map(({ row, days }) => () => {
    const starts = days().map((day) => dayStart(day, dateFault(row)));
    return codes.flatMap((code) => {
      const rate = rateIn(row, code);
      if (rate === null) return [];
      const eur = formatDecimal(divideHalfEven(10n ** BigInt(AMOUNT_SCALE + EUR_SCALE), rate), EUR_SCALE);
      return starts.map((at): PriceRecord => ({ kind: 'price', assetKey: code.toUpperCase(), at, eur }));
    });
  });
}

/** Returns the rates of a file of the ECB. @throws FileFault, RowFault if they cannot be read */
export function ratesOf(bytes: Uint8Array): Rates {
  const text = textOf(bytes);
  const [first = []] = headsOf(text)[0]?.lines ?? [];
  const names = columnNames(first);
  if (!isOfEcb(names)) throw new FileFault(faultMessage('NO_ECB_FILE'), 1);
  const header: TextHeader = { delimiter: ',', line: 1, names, columns: names };
  const rowOfDay = new Map(
    daysOfRates(rowsOf(text, header)).flatMap(({ row, days }) => days().map((day) => [day, row] as const)),
  );
  return {
    rateOf(currency, day) {
      const row = rowOfDay.get(day);
      return row === undefined ? null : rateIn(row, currency.toLowerCase());
    },
  };
}

function rateIn(row: Row, code: string): bigint | null {
  if (NOT_QUOTED.has(row.text(code))) return null;
  const rate = row.amount(code);
  if (rate <= 0n) throw row.fault(code, faultMessage('RATE_NOT_ABOVE_ZERO'));
  return rate;
}

/** A bank day, and the days on which its rates hold. */
interface DayOfRates {
  readonly row: Row;
  readonly days: () => string[];
}

function daysOfRates(rows: readonly Row[]): DayOfRates[] {
  const sorted = rows.toSorted((left, right) => (left.text('date') < right.text('date') ? -1 : 1));
  return sorted.map((row, index) => ({ row, days: () => daysUntil(row, sorted[index + 1]) }));
}

function dateFault(row: Row): () => RowFault {
  return () => row.fault('date', faultMessage('NOT_DATE'));
}

function daysUntil(row: Row, next: Row | undefined): string[] {
  const date = row.required('date');
  const start = DateTime.fromISO(date, { zone: 'UTC' });
  if (!isDate(date) || !start.isValid) throw dateFault(row)();
  const end = next === undefined ? null : DateTime.fromISO(next.text('date'), { zone: 'UTC' });
  const gap =
    end === null ? 1 : Math.min(GAP_DAYS_MAX, Math.max(1, Math.round(end.diff(start, 'days').days)));
  return Array.from({ length: gap }, (_, day) => start.plus({ days: day }).toISODate());
}
