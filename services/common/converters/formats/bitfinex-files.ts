/** What the files of Bitfinex have in common: symbols of its own, and dates of which the person chose the order. */
import { faultMessage } from '@ctx/domain/file-faults';
import type { Format } from '../format.ts';
import { FileFault } from '../faults.ts';
import type { Row } from '../table.ts';

export const BITFINEX: Format['platform'] = { name: 'Bitfinex', source: 'BITFINEX' };

/** The order of a date is chosen at the export, and two digits alone do not tell it. */
export const DATE_TRAP = 'Choose the date format DD-MM-YY at the export, and UTC as the time zone.';

const PATTERNS = ['dd-MM-yy HH:mm:ss', 'dd-MM-yy HH:mm:ss.SSS', 'yyyy.MM.dd HH:mm:ss'];
const MIDDLE = /^\d{2}-(\d{2})-\d{2}\b/;
const MONTHS = 12;

/** @throws FileFault if the file writes the month first */
export function instantIn(row: Row, column: string): string {
  const middle = MIDDLE.exec(row.text(column))?.[1];
  if (Number(middle ?? 0) > MONTHS) throw new FileFault(faultMessage('MONTH_FIRST'), row.line, column);
  return row.instant(column, { zone: 'UTC', patterns: PATTERNS });
}

/** Symbols that Bitfinex shortens to three letters, or keeps of before a renaming. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  UST: 'USDT',
  UDC: 'USDC',
  EUT: 'EURT',
  EUS: 'EURS',
  TSD: 'TUSD',
  IOT: 'IOTA',
  DSH: 'DASH',
  QTM: 'QTUM',
  ALG: 'ALGO',
  AMP: 'AMPL',
  ATO: 'ATOM',
  BCHN: 'BCH',
  DAT: 'DATA',
  EDO: 'PNT',
  IDX: 'ID',
  IQX: 'IQ',
  LUNA: 'LUNC',
  LUNA2: 'LUNA',
  MNA: 'MANA',
  OMN: 'OMNI',
  PAS: 'PASS',
  QSH: 'QASH',
  RBT: 'RBTC',
  SNG: 'SNGLS',
  STJ: 'STORJ',
  TERRAUST: 'USTC',
  VSY: 'VSYS',
  WAX: 'WAXP',
  YYW: 'YOYOW',
};
