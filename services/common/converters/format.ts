/** What a format is: the columns by which a file is recognised, and the meaning of its rows. */
import type { FaultMessage } from '@ctx/domain/file-faults';
import type { DecimalMark } from './amounts.ts';
import type { BalanceReader } from './balance-chains.ts';
import type { Booking } from './booking.ts';
import type { Row } from './table.ts';

/** Settings that a person may add, where the file does not say. */
export interface ConversionOptions {
  /** The reference of the account; the default is the format's platform, such as `kraken`. */
  readonly account?: string;
  /** The name of the account; the default is the platform's name. */
  readonly label?: string;
  readonly filename?: string;
  /** IANA zone of the times of formats that do not write one. */
  readonly timeZone?: string;
  /** Id of the format; overrides detection by header. */
  readonly format?: string;
  /** The text of a mapping file, for a format of the person's own. */
  readonly mapping?: string;
  /** The largest number of events that the file may become; without it there is no bound. */
  readonly eventsMax?: number;
}

export interface Format {
  /** Such as `kraken-ledgers`. */
  readonly id: string;
  /** Such as `Kraken: ledgers`. */
  readonly title: string;
  readonly platform: {
    readonly name: string;
    /** Declared as `sourcePlatform`; null for wallets and programs, which hold no assets of others. */
    readonly source: string | null;
  };
  /** The columns of each version of the header, as `columnNames` writes them. All of one version must be there. */
  readonly headers: readonly (readonly string[])[];
  /** Exports of the platform that are not read: the columns by which they are known, and what to do instead. */
  readonly otherExports?: readonly OtherExport[];
  /** Returns the name under which `read` looks for a column, where names hold a unit or zone. */
  readonly canonical?: (column: string) => string;
  /** The decimal mark, where the file does not tell. */
  readonly decimalMark?: DecimalMark;
  /** Whether a workbook (.xlsx) is read too, because the site offers no CSV. Elsewhere a workbook was saved by a person, and has lost digits. */
  readonly isReadFromWorkbooks?: boolean;
  /** Whether the times of the file have no zone, so that a person must name it. */
  readonly needsTimeZone?: boolean;
  /** How to download the right file, and what to know about it, as sentences. */
  readonly guide: {
    readonly download: string;
    readonly read: string;
    readonly traps: readonly string[];
  };
  /** Returns how the balances of a file are read, in formats that state them after each row. */
  readonly balances?: (rows: readonly Row[], context: ReadingContext) => BalanceReader;
  /** Turns rows into entries and reasons. It never throws but for a row or file that cannot be read. */
  read(rows: readonly Row[], booking: Booking, context: ReadingContext): void;
}

/** An export of a platform that is not read. */
export interface OtherExport {
  /** As `columnNames` writes them. */
  readonly columns: readonly string[];
  /** What the export is and what to do instead. */
  readonly advice: FaultMessage;
}

export interface ReadingContext {
  /** The names of the columns as the file writes them, in lower case. */
  readonly header: readonly string[];
  readonly filename: string;
  /** IANA zone that the person named; null if they named none. */
  readonly timeZone: string | null;
}
