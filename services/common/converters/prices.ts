/**
 * Reads price files: the reference rates of the ECB, candles of Kraken, the files of price sites, and CSV or JSON of any source with an asset,
 * a date and a price. Pure.
 */
import { faultMessage } from '@ctx/domain/file-faults';
import { type Fault, FAULTS_MAX, FileFault, RowFault } from './faults.ts';
import { columnsOf, csvPrices, jsonPrices } from './prices/any-source.ts';
import { pricesOfKraken, pricesOfSite } from './prices/candles.ts';
import { ecbReaders, isOfEcb } from './prices/ecb.ts';
import { type PriceOptions, type PriceRecord, type PriceRows, rowsOf } from './prices/price-file.ts';
import { columnNames, headsOf, type TextHeader, textOf } from './table.ts';

export type { PriceOptions } from './prices/price-file.ts';

/** What a price file becomes. With a fault there are no prices. */
export interface PriceConversion {
  readonly prices: readonly PriceRecord[];
  /** Rows of before the first day, of after the present, and without a price. */
  readonly leftOutCount: number;
  /** The currency whose prices were converted into EUR by the rates of the ECB; null if none were. */
  readonly convertedFrom: string | null;
  readonly faults: readonly Fault[];
}

/** Converts the bytes of a price file. It never throws: what is wrong with the file is in `faults`. */
export function convertPrices(bytes: Uint8Array, options: PriceOptions = {}): PriceConversion {
  try {
    const text = textOf(bytes);
    const rows = /^\s*[[{]/.test(text) ? jsonPrices(text, options) : csvRows(text, options);
    return collected(rows, options);
  } catch (error) {
    if (error instanceof FileFault || error instanceof RowFault) return rejected([error.fault]);
    throw error;
  }
}

function rejected(faults: readonly Fault[]): PriceConversion {
  return { prices: [], leftOutCount: 0, convertedFrom: null, faults };
}

function collected({ readers, convertedFrom }: PriceRows, options: PriceOptions): PriceConversion {
  const faults: Fault[] = [];
  const prices: PriceRecord[] = [];
  let leftOutCount = 0;
  const { from = '', now } = options;
  const nowMs = now === undefined ? Infinity : Date.parse(now);
  for (const read of readers) {
    try {
      const found = read().filter(({ at }) => at >= from && Date.parse(at) <= nowMs);
      if (found.length === 0) leftOutCount += 1;
      prices.push(...found);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      faults.push(error.fault);
      if (faults.length === FAULTS_MAX) break;
    }
  }
  return faults.length > 0 ? rejected(faults) : { prices, leftOutCount, convertedFrom, faults };
}

function csvRows(text: string, options: PriceOptions): PriceRows {
  const known = pricesOfKraken(text, options) ?? pricesOfSite(text, options);
  if (known !== null) return known;
  for (const { delimiter, lines } of headsOf(text)) {
    const [first = []] = lines;
    const names = columnNames(first);
    const header: TextHeader = { delimiter, line: 1, names, columns: names };
    if (isOfEcb(names)) return { readers: ecbReaders(rowsOf(text, header), names), convertedFrom: null };
    const columns = columnsOf(names, options);
    if (columns !== null) return csvPrices(rowsOf(text, header), columns, options);
  }
  throw new FileFault(faultMessage('NO_PRICE_FILE'), 1);
}
