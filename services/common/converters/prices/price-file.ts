/** What the readers of price files have in common: options, prices, days, and the currency that a file must name. */
import { AMOUNT_SCALE, divideHalfEven, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { faultMessage } from '@ctx/domain/file-faults';
import { DateTime } from 'luxon';
import { isMoney, symbolOf } from '../assets.ts';
import { FileFault, type RowFault } from '../faults.ts';
import type { RecordOf } from '../records.ts';
import { type Row, tableOf, type TextHeader } from '../table.ts';

export type PriceRecord = RecordOf<'price'>;

/** Rates by which prices in another currency become prices in EUR. */
export interface Rates {
  /** Units of a currency for one euro, with 24 fraction digits, on a day in Belgium; null if no rate holds on that day. */
  rateOf(currency: string, day: string): bigint | null;
}

export interface PriceOptions {
  /** The first day, such as `2017-01-01`; earlier prices are left out. */
  readonly from?: string;
  /** The present: later prices are left out, for a candle that is not over yet has no close. */
  readonly now?: string;
  /** The time of every price of the file, for one that has no dates: the photo of a day. */
  readonly at?: string;
  /** The name of the file without its folder. Some sites write the asset and the currency only there. */
  readonly filename?: string;
  /** The asset of a file that does not name it. */
  readonly asset?: string;
  /** The key of the asset of prices that name none, in a file that may name assets. */
  readonly defaultAsset?: string;
  /** The currency of a file that does not name it, or that is not in EUR. */
  readonly currency?: string;
  /** Needed for prices in another currency than EUR. */
  readonly rates?: Rates;
}

/** Returns the prices of one row: several of one day, or none, which leaves the row out. */
export type PriceReader = () => readonly PriceRecord[];

/** The readers of the rows of a file, and the currency that its prices are converted from; null for prices in EUR. */
export interface PriceRows {
  readonly readers: readonly PriceReader[];
  readonly convertedFrom: string | null;
}

export const BRUSSELS = 'Europe/Brussels';
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const EUR = 'EUR';

/** Whether a text is a date without a time. */
export function isDate(text: string): boolean {
  return DATE.test(text);
}

/** Returns the first moment of a day in Belgium. @throws what `fault` returns if there is no such day */
export function dayStart(date: string, fault: () => RowFault): string {
  const start = DateTime.fromISO(date, { zone: BRUSSELS });
  if (!start.isValid) throw fault();
  return start.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/** Returns the day in Belgium of an instant, such as `2025-12-31`. */
export function dayInBelgium(instant: string): string {
  return DateTime.fromISO(instant, { zone: BRUSSELS }).toISODate() ?? '';
}

/** Returns the rows below a header. Each line must be a price: a file of prices has nothing to leave out. */
export function rowsOf(text: string, header: TextHeader): readonly Row[] {
  const { rows, unreadable } = tableOf(text, header);
  const [first] = unreadable;
  if (first !== undefined) throw new FileFault(first.messages, first.line);
  return rows;
}

/** Converts the prices of a file into EUR. */
export class PriceUnit {
  /** The currency of the file. */
  readonly currency: string;
  readonly #rates: Rates | undefined;

  /**
   * @param named the currency that the file itself names; null if it names none
   * @throws FileFault if the currency is not known, or has no rates
   */
  constructor(named: string | null, { currency, rates }: PriceOptions) {
    const chosen = currency?.toUpperCase();
    if (named === null && chosen === undefined) throw new FileFault(faultMessage('PRICES_OF_NO_CURRENCY'));
    if (named !== null && chosen !== undefined && chosen !== named)
      throw new FileFault(faultMessage('PRICES_IN_OTHER_CURRENCY', { currency: named, wanted: chosen }));
    this.currency = named ?? chosen ?? EUR;
    this.#rates = rates;
    if (this.currency === EUR) return;
    if (chosen === undefined)
      throw new FileFault(
        faultMessage('PRICES_NOT_IN_EUR', { currency: this.currency, option: this.currency.toLowerCase() }),
      );
    if (!isMoney(this.currency) || rates === undefined)
      throw new FileFault(faultMessage('PRICES_WITHOUT_RATES', { currency: this.currency }));
  }

  get convertedFrom(): string | null {
    return this.currency === EUR ? null : this.currency;
  }

  /** Returns the price of a cell in EUR, as a text. `day` is the day in Belgium whose rate converts it. */
  eurOf(row: Row, column: string, day: () => string): string {
    const price = row.amount(column);
    if (price < 0n) throw row.fault(column, faultMessage('NEGATIVE_PRICE'));
    if (this.currency === EUR)
      return formatDecimal(divideHalfEven(price, 10n ** BigInt(AMOUNT_SCALE - EUR_SCALE)), EUR_SCALE);
    const rateDay = day();
    const rate = this.#rates?.rateOf(this.currency, rateDay) ?? null;
    if (rate === null) throw row.fault(column, faultMessage('DAY_WITHOUT_RATE', { day: rateDay }));
    return formatDecimal(divideHalfEven(price * 10n ** BigInt(EUR_SCALE), rate), EUR_SCALE);
  }
}

/**
 * Returns the asset of a file whose rows do not name it: what its name says, or the chosen one.
 *
 * @throws FileFault if neither says it, or if they contradict each other
 */
export function assetOfFile(named: string | null, { asset, defaultAsset }: PriceOptions): string {
  const chosen = asset === undefined ? null : symbolOf(asset);
  if (named !== null && chosen !== null && named !== chosen)
    throw new FileFault(faultMessage('PRICES_OF_OTHER_ASSET', { asset: named, wanted: chosen }));
  const symbol = named ?? chosen ?? defaultAsset ?? null;
  if (symbol === null) throw new FileFault(faultMessage('PRICES_OF_NO_ASSET'));
  return symbol;
}

/** Throws if options are given that a file with assets and dates of its own leaves no room for. */
export function requireNoMoment({ at }: PriceOptions): void {
  if (at !== undefined) throw new FileFault(faultMessage('PRICES_WITH_TIMES'));
}
