/** Keeps the lines of the dossier of a submitted year that could change later (ADR 64). */
import { LIMITS } from '@ctx/domain/limits';
import { eachRow } from '@ctx/platform/each-row';
import type { Client } from '@ctx/platform/postgres';
import { empty, sql, type Sql } from '@ctx/platform/sql';
import {
  type KeptFile,
  lawLines,
  openingPartLine,
  openingYearLine,
  photoPriceLines,
  type PriceAtPhoto,
  reportedLines,
} from '@ctx/records/dossier-lines';
import {
  eventPriceLines,
  factLines,
  issueLines,
  logLines,
  matchLines,
  moneyLines,
  openingParts,
  openingYear,
  overrideLines,
  ruleLines,
  yearLines,
} from '@ctx/records/dossier-sql';
import { REPORTED_KEYS, REPORTED_ROWS } from '@ctx/records/reported-rows';
import { type ReportedRow, reportedTotals } from '@ctx/domain/law/reported-totals';
import { rowsOf } from '../tables/sql.ts';
import { insertKept, ROWS_AT_A_TIME } from './insert-kept.ts';

const COLUMNS = ['year', 'file', 'place', 'years', 'line'];

/** Before all rows of a table. */
const FIRST = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000', after: 0 } as const;

/** What a statement of a file selects. */
interface InputRow extends Record<string, unknown> {
  readonly years: readonly (number | null)[];
  readonly line: string | null;
}

interface OpeningRow extends InputRow {
  readonly part: string;
  readonly value: unknown;
}

/** Stores the lines of a year. Nothing may have been kept of them yet, and what its report shows has been. */
export async function keepInputs(client: Client, userId: number, year: number): Promise<void> {
  const opened = await openedYear(client, userId, year);
  const range = { user: userId, year, opened, limit: empty, ...FIRST };
  const years = await yearsWithEvents(client, userId, opened, year);
  const writer = new LineWriter(client, userId, year);
  for (const ofYear of years) await writer.addRows('facts', factLines({ ...range, ofYear }));
  for (const ofYear of years) await writer.addRows('prices', eventPriceLines({ ...range, ofYear }));
  await writer.add('prices', await photoPrices(client, userId, year));
  await writer.addRows('overrides', overrideLines(range));
  await writer.addRows('rules', ruleLines(range));
  await writer.addRows('matches', matchLines(range));
  await writer.addRows('money', moneyLines(range));
  await writer.addRows('years', yearLines(range));
  await keepOpening(client, writer, { userId, opened });
  await writer.add('law', lawLines(year));
  await writer.addRows('issues', issueLines({ ...range, type: '' }));
  await writer.addRows('log', logLines(range));
  await keepReported(client, writer, { userId, year });
  await writer.write();
  await client.query('UPDATE figures.frozen_years SET inputs_kept = true WHERE user_id = $1 AND year = $2', [
    userId,
    year,
  ]);
}

/** Returns the newest submitted year before a year; 0 without one. */
async function openedYear(client: Client, userId: number, year: number): Promise<number> {
  const [row] = await rowsOf<{ opened: number | null }>(
    client,
    sql`SELECT max(y.year) AS opened FROM facts.years y
      WHERE y.user_id = ${userId} AND y.year < ${year} AND y.submitted_at IS NOT NULL`,
  );
  return row?.opened ?? 0;
}

async function yearsWithEvents(
  client: Client,
  userId: number,
  after: number,
  until: number,
): Promise<number[]> {
  const rows = await rowsOf<{ year: number }>(
    client,
    sql`SELECT y.year FROM figures.years y
      WHERE y.user_id = ${userId} AND y.year > ${after} AND y.year <= ${until} ORDER BY y.year`,
  );
  return rows.map((row) => row.year);
}

/** Returns the lines of the prices that the report of the year keeps. */
async function photoPrices(client: Client, userId: number, year: number): Promise<string[]> {
  const [row] = await rowsOf<{ prices: Readonly<Record<string, PriceAtPhoto>> }>(
    client,
    sql`SELECT z.report_inputs -> 'photoPrices' AS prices FROM figures.frozen_years z
      WHERE z.user_id = ${userId} AND z.year = ${year}`,
  );
  return photoPriceLines(row?.prices ?? {});
}

async function keepOpening(
  client: Client,
  writer: LineWriter,
  { userId, opened }: { readonly userId: number; readonly opened: number },
): Promise<void> {
  const range = { user: userId, opened, limit: empty, asset: '', list: -1, after: 0 };
  const [first] = await rowsOf<{ year: number; sums: Readonly<Record<string, unknown>> }>(
    client,
    openingYear(range),
  );
  if (first === undefined) return;
  // Of a submitted year that is locked, nothing is shown.
  await writer.add('opening', [openingYearLine(first.year, first.sums)], [opened]);
  await eachRow<OpeningRow>(client, openingParts(range), ({ part, value }) =>
    writer.add('opening', [openingPartLine(part, value)], [opened]),
  );
}

async function keepReported(
  client: Client,
  writer: LineWriter,
  { userId, year }: { readonly userId: number; readonly year: number },
): Promise<void> {
  for (let after = ''; ;) {
    const keys = await client.query<{ folded: string }>(
      REPORTED_KEYS({ userId, size: LIMITS.pageSizeMax, after }),
    );
    const folded = keys.rows.map((row) => row.folded);
    const { rows } = await client.query<ReportedRow>(REPORTED_ROWS({ userId, year, folded }));
    await writer.add('reported', reportedLines(reportedTotals(rows, year, false)));
    const last = folded.at(-1);
    if (last === undefined || folded.length < LIMITS.pageSizeMax) return;
    after = last;
  }
}

/** Writes lines in batches, each with its place in its file. */
class LineWriter {
  readonly #client: Client;
  readonly #userId: number;
  readonly #year: number;
  readonly #places = new Map<KeptFile, number>();
  #rows: (string | null)[][] = [];

  constructor(client: Client, userId: number, year: number) {
    this.#client = client;
    this.#userId = userId;
    this.#year = year;
  }

  /** Adds the lines that a statement selects. */
  async addRows(file: KeptFile, query: Sql): Promise<void> {
    await eachRow<InputRow>(this.#client, query, async ({ line, years }) => {
      if (line !== null) await this.add(file, [line], years);
    });
  }

  /** Adds lines that are shown while years are unlocked. */
  async add(file: KeptFile, lines: readonly string[], years: readonly (number | null)[] = []): Promise<void> {
    for (const line of lines) {
      const place = (this.#places.get(file) ?? 0) + 1;
      this.#places.set(file, place);
      const needed = `{${years.map((year) => String(year ?? 0)).join(',')}}`;
      this.#rows.push([String(this.#year), file, String(place), needed, line]);
      if (this.#rows.length >= ROWS_AT_A_TIME) await this.write();
    }
  }

  /** Writes what was added since the last batch. */
  async write(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length > 0) await insertKept(this.#client, this.#userId, 'frozen_inputs', COLUMNS, rows);
  }
}
