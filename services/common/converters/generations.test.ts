/** What must not matter in an export of any format: how it was written, in which order, in how many files, and what was added to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type Conversion, convert } from './convert.ts';
import { recognise } from './recognise.ts';
import { FORMATS } from './formats.ts';
import type { RecordOf } from './records.ts';
import { headsOf, textOf } from './table.ts';
import { moneyIn } from './test/summary.ts';

const FOLDER = join(import.meta.dirname, 'samples');
const SAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
const ZONE = 'Europe/Brussels';
const RUNS = Number(process.env['EXPORT_RUNS'] ?? '20');
/** How many exports were made of the samples. */
let generated = 0;
/** Reasons that need another row of the file. */
const PAIRED: ReadonlySet<string> = new Set(['INTERNAL', 'UNDONE']);
const REPEATED: ReadonlySet<string> = new Set(['TWIN', 'OTHER_TWIN']);

/** A sample as its lines above the header, its header and its rows. */
interface Sample {
  readonly above: string;
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function sampleOf(name: string): Sample {
  const text = textOf(readFileSync(join(FOLDER, name)));
  const {
    header,
    head: { delimiter },
  } = recognise(headsOf(text), FORMATS);
  const lines = text.split('\n');
  const [names = [], ...rows] = parse(lines.slice(header.line - 1).join('\n'), {
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const above = lines.slice(0, header.line - 1).map((line) => `${line}\n`);
  return { above: above.join(''), delimiter, header: names, rows };
}

function textOfSample({ above, delimiter, header, rows }: Sample): string {
  const lineOf = (cells: readonly string[]): string =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\n`;
  return above + [header, ...rows].map(lineOf).join('');
}

function converted(sample: Sample): Conversion {
  generated += 1;
  return convert(Buffer.from(textOfSample(sample)), { timeZone: ZONE, filename: '(UTC+0).csv' });
}

function conversionOf(sample: Sample): Conversion {
  const conversion = converted(sample);
  expect(conversion.faults).toEqual([]);
  // Balances of a whole export never miss a row.
  expect(conversion.balances?.breaks ?? []).toEqual([]);
  return conversion;
}

/** The facts without their order, and without what a newer version finds them by. */
function factsOf({ events }: Conversion): string[] {
  return events
    .map(({ record }) =>
      JSON.stringify({ ...record, formerReferences: undefined } satisfies Partial<RecordOf<'event'>>),
    )
    .toSorted();
}

/** The facts and the money of a file, without their order. */
function factsAndMoneyOf(conversion: Conversion): string[] {
  const money = moneyIn(conversion).map(({ record }) => JSON.stringify(record));
  return [...factsOf(conversion), ...money].toSorted();
}

afterAll(() => {
  const counts = [FORMATS.length, SAMPLES.length, generated].map(String);
  process.stderr.write(`${counts[0]!} formats, ${counts[1]!} samples, ${counts[2]!} generated exports\n`);
});

const permuted = (length: number): fc.Arbitrary<number[]> =>
  fc.shuffledSubarray(
    Array.from({ length }, (_, index) => index),
    { minLength: length },
  );

describe.each(SAMPLES)('The facts and the money of %s stay the same', (name) => {
  const sample = sampleOf(name);
  const { header, rows } = sample;
  const facts = factsAndMoneyOf(conversionOf(sample));
  const withColumns = (columns: readonly number[]): Sample => ({
    ...sample,
    header: columns.map((index) => header[index] ?? ''),
    rows: rows.map((row) => columns.map((index) => row[index] ?? '')),
  });

  test('in any order of the rows', () => {
    fc.assert(
      fc.property(permuted(rows.length), (order) => {
        const shuffled = { ...sample, rows: order.map((index) => rows[index] ?? []) };
        expect(factsAndMoneyOf(conversionOf(shuffled))).toEqual(facts);
      }),
      { numRuns: RUNS },
    );
  });

  test('with the columns in another order, and with columns that are not known', () => {
    // Columns of one name differ by their order.
    const isOrdered = new Set(header.map((column) => column.toLowerCase())).size < header.length;
    const orders = isOrdered ? fc.constant(header.map((_, index) => index)) : permuted(header.length);
    fc.assert(
      fc.property(orders, fc.nat(header.length), (order, at) => {
        const { header: names, rows: cells } = withColumns(order);
        const insert = (row: readonly string[], cell: string): string[] => row.toSpliced(at, 0, cell);
        const changed = {
          ...sample,
          header: insert(names, 'Something new'),
          rows: cells.map((row) => insert(row, 'x')),
        };
        expect(factsAndMoneyOf(conversionOf(changed))).toEqual(facts);
      }),
      { numRuns: RUNS },
    );
  });

  test('with more zeros behind the numbers', () => {
    const longer = (cell: string): string => (/^-?\d+\.\d+$/.test(cell) ? `${cell}00` : cell);
    const changed = { ...sample, rows: rows.map((row) => row.map(longer)) };
    expect(factsAndMoneyOf(conversionOf(changed))).toEqual(facts);
  });

  test('when the export is split into two that overlap', () => {
    const conversion = conversionOf(sample);
    const { leftOut } = conversion;
    const records = [...conversion.events, ...moneyIn(conversion)];
    const firstLine = sample.above.split('\n').length + 1;
    // Exports begin and end between two seconds. One half of an internal move, or a row that another takes back, reads otherwise alone.
    const together = [
      ...Map.groupBy(records, ({ record }) => record.timestamp.slice(0, 19))
        .values()
        .map((alike) => alike.flatMap(({ lines }) => lines)),
      ...records.map(({ lines }) => lines),
      leftOut.filter(({ reason }) => PAIRED.has(reason)).map(({ line }) => line),
      ...leftOut.filter(({ reason }) => REPEATED.has(reason)).map(({ line }) => [line - 1, line]),
    ];
    const isBetweenTrades = (index: number): boolean =>
      together.every((lines) => new Set(lines.map((line) => line - firstLine < index)).size < 2);
    const cuts = Array.from({ length: rows.length + 1 }, (_, index) => index).filter(isBetweenTrades);
    fc.assert(
      fc.property(fc.constantFrom(...cuts), fc.constantFrom(...cuts), (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        if (to === 0 || from === rows.length) return;
        const parts = [rows.slice(0, to), rows.slice(from)].map((each) =>
          converted({ ...sample, rows: each }),
        );
        // A part of an explorer's file may not say which address is the owner's: its rows are to be checked.
        const isAsked = (conversion: Conversion): boolean =>
          conversion.leftOut.some(
            ({ reason }) => NEEDS_CHECK.has(reason) && !leftOut.some((other) => other.reason === reason),
          );
        if (parts.some((part) => part.faults.length > 0 || isAsked(part))) return;
        expect([...new Set(parts.flatMap(factsAndMoneyOf))].toSorted()).toEqual([...new Set(facts)]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe.each(SAMPLES)('In %s', (name) => {
  const sample = sampleOf(name);
  const { rows } = sample;

  test('a row of its own that is missing takes its facts away, and no others', () => {
    const conversion = conversionOf(sample);
    // Each look at the events makes them again.
    const { events } = conversion;
    const firstLine = sample.above.split('\n').length + 1;
    const withLines = events.map((event) => event.lines.join());
    rows.forEach((_, index) => {
      const line = firstLine + index;
      const own = events.filter(({ lines }) => lines.join() === String(line));
      const seconds = new Set(own.map(({ record }) => record.timestamp.slice(0, 19)));
      const isAlone = withLines.every((lines, at) => {
        const { record } = events[at]!;
        return lines === String(line) || !seconds.has(record.timestamp.slice(0, 19));
      });
      if (own.length === 0 || !isAlone) return;
      const without = converted({ ...sample, rows: rows.toSpliced(index, 1) });
      // A repetition of the row takes its place.
      const references = new Set(own.map(({ record }) => record.referenceId));
      const isOther = ({ record }: { record: RecordOf<'event'> }): boolean =>
        !references.has(record.referenceId);
      const others = events.filter(isOther);
      if (without.faults.length === 0)
        expect(factsOf({ ...without, events: without.events.filter(isOther) })).toEqual(
          factsOf({ ...conversion, events: others }),
        );
    });
  });

  test('a word that is not known, in any cell, never takes a row away without a check', () => {
    const { events, leftOut } = conversionOf(sample);
    const before = leftOut.length;
    fc.assert(
      fc.property(fc.nat(rows.length - 1), fc.nat(sample.header.length - 1), (line, column) => {
        const cell = rows[line]?.[column] ?? '';
        if (!/^[\p{L}_ ()/.-]+$/u.test(cell) || cell.trim() === '') return;
        const changed = {
          ...sample,
          rows: rows.map((row, index) => (index === line ? row.with(column, 'zzz unknown') : row)),
        };
        const otherwise = converted(changed);
        if (otherwise.faults.length > 0) return;
        const lost = events.length - otherwise.events.length;
        const checks = otherwise.leftOut.filter(({ reason }) => NEEDS_CHECK.has(reason));
        if (lost > 0 && otherwise.leftOut.length > before) expect(checks.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });
});

const NEEDS_CHECK: ReadonlySet<string> = new Set([
  'DERIVATIVES',
  'HALF_TRADE',
  'OTHER_TWIN',
  'UNKNOWN_STATUS',
  'UNKNOWN_TYPE',
  'UNREADABLE',
]);
