import { AMOUNT_SCALE, EUR_SCALE, formatDecimal, parseAmount, parseEur, valueEur } from '@ctx/domain/decimal';
import { utcText } from '@ctx/domain/instant';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { LIMITS } from '@ctx/domain/limits';
import type { PreparedStatement } from '@ctx/platform/sql';
import type { DossierPage, GetDossierPageRequest } from '@ctx/proto/gen/ctx/v1/read';
import {
  KEPT_FILES,
  type KeptFile,
  lawLines,
  openingPartLine,
  openingYearLine,
  photoPriceLines,
  reportedLines,
} from '@ctx/records/dossier-lines';
import { status } from '@grpc/grpc-js';
import type { HeldLotRow, PhotoPrice } from '../present/report-lines.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import {
  DOSSIER_KEPT,
  DOSSIER_RUN,
  DOSSIER_YEARS,
  type DossierRow,
  type DossierYear,
  EVENT_LINES,
  EVENT_PRICE_LINES,
  FACT_LINES,
  ISSUE_LINES,
  KEPT_LINES,
  LOG_LINES,
  MATCH_LINES,
  MONEY_LINES,
  OPENING_PARTS,
  OPENING_YEAR,
  OVERRIDE_LINES,
  RULE_LINES,
  SLICE_LINES,
  YEAR_LINES,
} from './dossier-rows.ts';
import { getReported } from './get-reported.ts';
import { parsePlace } from './report-place.ts';
import { FIRST, STORED_REPORT_INPUTS } from './report-rows.ts';
import {
  inputsOf,
  keysAfter,
  PHOTO_YEAR,
  readLots,
  readState,
  type Report,
  reportRejection,
  type StoredRow,
} from './report-source.ts';

/** What the pages of one dossier have in common. */
interface Dossier extends Report {
  readonly years: readonly DossierYear[];
  /** The years whose values may be shown. */
  readonly unlocked: ReadonlySet<number>;
  /** The newest submitted year before the year; 0 without one. */
  readonly opened: number;
  /** Whether the year keeps its lines; null for a year that is not submitted. */
  readonly isKept: boolean | null;
}

/** The lines of a page, and the keys after which its file continues; null at the end. */
interface Page {
  readonly lines: readonly string[];
  readonly keys: readonly string[] | null;
  readonly computedAt?: string | undefined;
  readonly reasons?: readonly string[];
}

type ReadPage = (dossier: Dossier, keys: readonly string[]) => Promise<Page>;

/**
 * Returns a page of a file of the dossier of a year (docs/dossier.md). All pages are of the same figures as the report that `report` is a place
 * in: after a change the next page is rejected with REPORT_CHANGED. A locked year has no dossier (REPORT_YEAR_LOCKED).
 */
export async function getDossierPage(
  source: Source,
  userId: number,
  { year, file, after, report }: GetDossierPageRequest,
): Promise<DossierPage> {
  const version = parsePlace(report)?.version;
  const found = await readState(source, userId, year);
  const seen = version === found.version ? source : source.newest();
  const state = version === found.version ? found : await readState(seen, userId, year);
  if (state.locked) throw reportRejection('REPORT_YEAR_LOCKED', status.FAILED_PRECONDITION);
  const read: ReadPage | undefined = Object.hasOwn(FILES, file)
    ? FILES[file as keyof typeof FILES]
    : undefined;
  if (state.version !== version || read === undefined)
    throw reportRejection('REPORT_CHANGED', status.ABORTED);
  const [years, [kept]] = await readAsUser<[DossierYear, { kept: boolean }]>(
    seen,
    userId,
    DOSSIER_YEARS({ userId }),
    DOSSIER_KEPT({ userId, year }),
  );
  const opened = years.findLast((each) => each.submitted && each.year < year)?.year ?? 0;
  const unlocked = new Set(years.flatMap((each) => (each.unlocked ? [each.year] : [])));
  const isKept = state.submitted_at === null ? null : (kept?.kept ?? false);
  const dossier = { source: seen, userId, year, state, years, unlocked, opened, isKept };
  const { lines, keys, computedAt, reasons = [] } = await read(dossier, after);
  // A run may have ended between the two reads.
  if ((await readState(seen, userId, year)).version !== version)
    throw reportRejection('REPORT_CHANGED', status.ABORTED);
  return {
    lines: lines.map((line) => `${line}\n`).join(''),
    next: [...(keys ?? [])],
    computedAt,
    reasons: [...reasons],
  };
}

/** Returns the line that is shown in place of one of a locked year; null for none. */
type HideLine = (line: string, years: readonly (number | null)[], dossier: Dossier) => string | null;

/** What is shown in place of lines of a locked year; nothing of files that are not named. */
const HIDDEN: Partial<Record<KeptFile, HideLine>> = {
  facts: withoutEuro,
  overrides: withoutEuro,
  log: withoutCover,
};

/** How each file is read while the year is open. */
const OPEN: Readonly<Record<KeptFile, ReadPage>> = {
  facts: (dossier, keys) => readByYear(dossier, keys, FACT_LINES, HIDDEN.facts),
  overrides: byStatement(OVERRIDE_LINES, ([id = FIRST.id]) => ({ id }), HIDDEN.overrides),
  rules: byStatement(RULE_LINES, ([after = '0']) => ({ after })),
  matches: byStatement(MATCH_LINES, ([after = '0']) => ({ after })),
  prices: readPrices,
  money: byStatement(MONEY_LINES, ([at = FIRST.at, id = FIRST.id]) => ({ at, id })),
  years: byStatement(YEAR_LINES, () => ({})),
  opening: readOpening,
  law: ({ year }) => Promise.resolve({ lines: lawLines(year), keys: null }),
  issues: byStatement(ISSUE_LINES, ([type = '', id = FIRST.id]) => ({ type, id })),
  reported: readReported,
  log: byStatement(LOG_LINES, ([after = '0']) => ({ after }), HIDDEN.log),
};

/** How each file is read. */
const FILES = {
  ...(Object.fromEntries(KEPT_FILES.map((file) => [file, readKept(file)])) as Record<KeptFile, ReadPage>),
  head: readHead,
  events: byStatement(EVENT_LINES, ([at = FIRST.at, id = FIRST.id]) => ({ at, id })),
  slices: byStatement(SLICE_LINES, ([at = FIRST.at, id = FIRST.id, ordinal = '-1']) => ({ at, id, ordinal })),
  lots: (dossier, keys) => readLots(dossier, dossier.year, keys, (row) => JSON.stringify(lotFields(row))),
  photo: readPhoto,
} as const satisfies Readonly<Record<string, ReadPage>>;

/** Returns how a file is read that submitted years keep. */
function readKept(file: KeptFile): ReadPage {
  const ofSubmitted = byStatement(KEPT_LINES, ([after = '0']) => ({ file, after }), HIDDEN[file]);
  return (dossier, keys) => {
    if (dossier.isKept === null) return OPEN[file](dossier, keys);
    // What there is of a year that an earlier release submitted is not what its figures came from.
    return dossier.isKept ? ofSubmitted(dossier, keys) : Promise.resolve({ lines: [], keys: null });
  };
}

/** Returns how a file is read by one statement. `hide` makes the line that is shown in place of one of a locked year. */
function byStatement(
  statement: PreparedStatement,
  valuesOf: (keys: readonly string[]) => Readonly<Record<string, string>>,
  hide?: HideLine,
): ReadPage {
  return async (dossier, keys) => {
    const { source, userId, year, opened } = dossier;
    const [rows] = await readAsUser<[DossierRow]>(
      source,
      userId,
      statement({ userId, year, opened, ...valuesOf(keys) }),
    );
    return {
      lines: shownLines(rows, dossier, hide),
      keys: keysAfter(rows, LIMITS.dossierLinesPerPage, (row) => row.keys),
    };
  };
}

function shownLines(rows: readonly DossierRow[], dossier: Dossier, hide: HideLine = () => null): string[] {
  return rows.flatMap(({ years, line }) => {
    if (line === null) return [];
    const shown = years.every((year) => dossier.unlocked.has(year ?? 0)) ? line : hide(line, years, dossier);
    return shown === null ? [] : [shown];
  });
}

/**
 * Returns the line of an event outside of the years of the dossier without its value in euro; nothing of an event in them. Of the other leg of a
 * transfer the figures need all but the value.
 */
function withoutEuro(
  line: string,
  [eventYear]: readonly (number | null)[],
  { year, opened }: Dossier,
): string | null {
  const isInside = eventYear != null && eventYear > opened && eventYear <= year;
  return isInside ? null : line.replace(/"euroValue":"[^"]*"/, '"euroValue":null');
}

/** The hexadecimal digits of a hash, and `"}` at the end of the line. */
const HASH_END = 66;

/** Returns a link of the chain without the text that its hash covers. */
function withoutCover(line: string): string {
  const [, place = ''] = /^\{"place":(\d+),/.exec(line) ?? [];
  return `{"place":${place},"covers":null,"hash":"${line.slice(-HASH_END, -2)}"}`;
}

/** Returns a page of the lines of events, year after year. */
async function readByYear(
  dossier: Dossier,
  keys: readonly string[],
  statement: PreparedStatement,
  hide?: HideLine,
): Promise<Page> {
  const { source, userId, year, opened, years } = dossier;
  const counted = years.filter((each) => each.has_events && each.year > opened && each.year <= year);
  const [from = '0', at = FIRST.at, id = FIRST.id] = keys;
  const ofYear = counted.find((each) => each.year >= Number(from));
  if (ofYear === undefined) return { lines: [], keys: null };
  const values = { userId, year, opened, ofYear: ofYear.year, at, id };
  const [rows] = await readAsUser<[DossierRow]>(source, userId, statement(values));
  // A member of a group comes after the event that it belongs to, so a page may have more rows than events.
  const isFull = new Set(rows.map((row) => row.keys.join())).size >= LIMITS.dossierLinesPerPage;
  const next = counted.find((each) => each.year > ofYear.year);
  return {
    lines: shownLines(rows, dossier, hide),
    keys: isFull ? (rows.at(-1)?.keys ?? null) : next === undefined ? null : [String(next.year)],
  };
}

/** The prices of events, then those of the photo moment. */
async function readPrices(dossier: Dossier, keys: readonly string[]): Promise<Page> {
  const { source, userId, year } = dossier;
  const page = await readByYear(dossier, keys, EVENT_PRICE_LINES);
  if (page.keys !== null) return page;
  const [stored] = await readAsUser<[StoredRow]>(source, userId, STORED_REPORT_INPUTS({ userId, year }));
  const { photoPrices } = await inputsOf(dossier, stored);
  return { lines: [...page.lines, ...photoPriceLines(photoPrices)], keys: null };
}

interface OpeningRow extends DossierRow {
  readonly part: string;
  readonly value: unknown;
}

/** What the newest submitted year before passed on; nothing if that year is locked. */
async function readOpening(
  { source, userId, year, opened, unlocked }: Dossier,
  keys: readonly string[],
): Promise<Page> {
  if (!unlocked.has(opened)) return { lines: [], keys: null };
  const [asset = '', list = '-1', after = '0'] = keys;
  const [[first], rows] = await readAsUser<[{ year: number; sums: Record<string, unknown> }, OpeningRow]>(
    source,
    userId,
    OPENING_YEAR({ userId, opened }),
    OPENING_PARTS({ userId, year, opened, asset, list, after }),
  );
  const start = keys.length > 0 || first === undefined ? [] : [openingYearLine(first.year, first.sums)];
  return {
    lines: [...start, ...rows.map(({ part, value }) => openingPartLine(part, value))],
    keys: keysAfter(rows, LIMITS.dossierLinesPerPage, (row) => row.keys),
  };
}

/** When the figures were computed, and why they cannot be computed again from the dossier. */
async function readHead(dossier: Dossier): Promise<Page> {
  const { source, userId, isKept } = dossier;
  const [[run]] = await readAsUser<[{ stale: boolean; computed_at: string | null }]>(
    source,
    userId,
    DOSSIER_RUN({ userId }),
  );
  const reasons = [
    ...(isPartLocked(dossier) ? ['LOCKED_YEAR'] : []),
    ...(isKept === false ? ['INPUTS_NOT_KEPT'] : []),
    ...(isKept === null && run?.stale === true ? ['STALE'] : []),
  ];
  return { lines: [], keys: null, computedAt: run?.computed_at ?? undefined, reasons };
}

/** Returns whether a locked year hides something that the figures depend on: an earlier one, as far back as the opening. */
function isPartLocked({ year, opened, years, unlocked }: Dossier): boolean {
  if (opened > 0 && !unlocked.has(opened)) return true;
  return years.some((each) => each.has_events && !each.unlocked && each.year > opened && each.year < year);
}

const lotFields = ({ lot_id, asset_key, origin_event_id, acquired_at, held, cost }: HeldLotRow): object => ({
  id: lot_id,
  assetKey: asset_key,
  originEventId: origin_event_id,
  acquiredAt: utcText(acquired_at),
  amount: formatDecimal(parseAmount(held), AMOUNT_SCALE),
  costBasis: formatDecimal(parseEur(cost), EUR_SCALE),
});

function photoFields(row: HeldLotRow, price: PhotoPrice | undefined): object {
  const value = price && formatDecimal(valueEur(parseAmount(row.held), parseEur(price.eur)), EUR_SCALE);
  return { ...lotFields(row), price: price?.eur ?? null, value: value ?? null };
}

/** The lots at the photo moment, for the years whose gains are measured from it. */
async function readPhoto(dossier: Dossier, keys: readonly string[]): Promise<Page> {
  const { source, userId, year, state } = dossier;
  if (year < FIRST_TAXED_YEAR || state.regime !== 'NORMAAL_BEHEER') return { lines: [], keys: null };
  const [stored] = await readAsUser<[StoredRow]>(source, userId, STORED_REPORT_INPUTS({ userId, year }));
  const { photoPrices } = await inputsOf(dossier, stored);
  return readLots(dossier, PHOTO_YEAR, keys, (row) =>
    JSON.stringify(photoFields(row, photoPrices[row.asset_key])),
  );
}

/** The totals that exchanges report. */
async function readReported({ source, userId, year }: Dossier, [after]: readonly string[]): Promise<Page> {
  const { totals, next } = await getReported(source, userId, { year, after, size: LIMITS.pageSizeMax });
  // A total that only the exchange states is in the log.
  const own = totals.filter(({ transactions }) => transactions > 0);
  return { lines: reportedLines(own), keys: next == null ? null : [next] };
}
