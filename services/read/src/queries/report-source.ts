/** What the pages of a report and those of a dossier are read from: the state of the year, its stored inputs, and the lots held at a moment. */
import { LIMITS } from '@ctx/domain/limits';
import { taxYear } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { REJECTIONS, type RejectionName } from '@ctx/domain/rejections';
import type { Regime } from '@ctx/domain/vocabulary';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import type { status } from '@grpc/grpc-js';
import type { SourceRow } from '@ctx/domain/law/exchange';
import { type HeldLotRow, type PhotoPrice, wasHeld } from '../present/report-lines.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { versionText } from './report-place.ts';
import { endOfYear, FIRST, REPORT_INPUTS, REPORT_LOTS, REPORT_STATE } from './report-rows.ts';

/** The state of a year, and the version of the data of its user. */
export interface StateRow {
  readonly locked: boolean;
  readonly submitted_at: string | null;
  readonly regime: Regime;
  readonly regime_chosen_at: string | null;
  readonly version: string;
  readonly stale: boolean;
}

export interface StoredRow {
  readonly inputs: InputsRow['inputs'] | null;
}

export interface InputsRow {
  readonly inputs: {
    readonly run: { readonly engineVersion: number; readonly fingerprint: string } | null;
    readonly sources: readonly SourceRow[];
    readonly photoPrices: Readonly<Record<string, PhotoPrice>>;
  };
}

/** What the pages of one report have in common. */
export interface Report {
  readonly source: Source;
  readonly userId: number;
  readonly year: number;
  readonly state: StateRow;
}

/** Returns the state of a year in a source. */
export async function readState(source: Source, userId: number, year: number): Promise<StateRow> {
  const [[row]] = await readAsUser<[StateRow]>(source, userId, REPORT_STATE({ userId, year }));
  const state = row as StateRow;
  return { ...state, version: versionText(state.version) };
}

/** Returns the error of a report that cannot be read. */
export function reportRejection(name: RejectionName, code: status): GrpcRejection {
  return new GrpcRejection(code, REJECTIONS[name].message, rejectionCode(name));
}

/** Returns the inputs that were stored when the year was submitted; without any, those of now. */
export async function inputsOf(
  { source, userId, year }: Report,
  [stored]: readonly StoredRow[],
): Promise<InputsRow['inputs']> {
  if (stored?.inputs != null) return stored.inputs;
  const [[current]] = await readAsUser<[InputsRow]>(source, userId, REPORT_INPUTS({ userId, year }));
  return (current as InputsRow).inputs;
}

/** The keys of the last row of a full page; null for a page that is not full, which ends its part. */
export function keysAfter<Row>(
  rows: readonly Row[],
  size: number,
  keysOf: (row: Row) => readonly string[],
): readonly string[] | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < size ? null : keysOf(last);
}

/** Returns the lots that were held at the end of the year `held`. */
export async function readLots<Line>(
  { source, userId, year }: Report,
  held: number,
  keys: readonly string[],
  toLine: (row: HeldLotRow) => Line,
): Promise<{ readonly lines: readonly Line[]; readonly keys: readonly string[] | null }> {
  const [asset = '', at = FIRST.at, id = FIRST.id] = keys;
  const values = { userId, year, held, asset, at, id, end: endOfYear(held) };
  const [rows] = await readAsUser<[HeldLotRow]>(source, userId, REPORT_LOTS(values));
  return {
    lines: rows.filter(wasHeld).map(toLine),
    keys: keysAfter(rows, LIMITS.reportLotsPerPage, ({ asset_key, acquired_at, lot_id }) => [
      asset_key,
      acquired_at,
      lot_id,
    ]),
  };
}

/** The year that ends with the photo moment. */
export const PHOTO_YEAR = taxYear(PHOTO.momentUs - 1);
