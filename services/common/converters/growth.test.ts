/** The time of a conversion grows with the length of the file, and not with its square, whatever the file holds. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { convert } from './convert.ts';
import { FORMATS } from './formats.ts';
import { recognise } from './recognise.ts';
import { headsOf } from './table.ts';

const SAMPLES = new URL('samples/', import.meta.url);
const LENGTH = 3000;
const TIMES_LONGER = 4;
/** Four for linear time, sixteen for quadratic time. */
const GROWTH_MAX = 10;
/** Less processor time than this says nothing about growth: the clock and the collector decide it. */
const NOISE_MS = 20;

/** What a cell, or the whole file below the header, repeats. */
const HOSTILE: readonly string[] = [' ', '\n', '0', '"', '1,', 'A', '-'];

interface Sample {
  readonly file: string;
  readonly format: string;
  readonly head: string;
  readonly delimiter: string;
  readonly records: readonly (readonly string[])[];
}

const samples = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.csv'))
  .map((file): Sample => {
    const text = readFileSync(new URL(file, SAMPLES), 'utf8');
    const { format, header, head } = recognise(headsOf(text), FORMATS);
    const { line } = header;
    const { delimiter } = head;
    const lines = text.split(/(?<=\n)/);
    const records = parse(lines.slice(line).join(''), { delimiter, relax_column_count: true });
    return { file, format: format.id, delimiter, head: lines.slice(0, line).join(''), records };
  });

const quoted = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\n`;

/** Files that hold something `times` times. */
function hostileFiles({ head, delimiter, records }: Sample): ((times: number) => string)[] {
  const [record = []] = records;
  const inCells = record.flatMap((cell, column) =>
    HOSTILE.map(
      (part) => (times: number) =>
        head + quoted(record.with(column, `${cell}${part.repeat(times)}x`), delimiter),
    ),
  );
  const bodies = HOSTILE.flatMap((part) => [
    (times: number) => head + part.repeat(times),
    (times: number) => `${head + part.repeat(times)}x`,
    (times: number) => part.repeat(times) + head,
  ]);
  const rows = records.map((cells) => quoted(cells, delimiter)).join('');
  return [...inCells, ...bodies, (times) => head + rows.repeat(Math.ceil(times / rows.length))];
}

function processorMs(text: string, format: string): number {
  const bytes = Buffer.from(text);
  const before = process.cpuUsage();
  convert(bytes, { format, timeZone: 'Europe/Brussels' });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How much more time a longer file takes; the least of some attempts, because others use the processor and its caches too. */
function growthOf(fileOf: (times: number) => string, format: string): number {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && least > GROWTH_MAX; attempt += 1) {
    const long = processorMs(fileOf(LENGTH * TIMES_LONGER), format);
    if (long < NOISE_MS) return 1;
    least = Math.min(least, long / processorMs(fileOf(LENGTH), format));
  }
  return least;
}

describe('The time of a conversion grows with the length of the file, not with its square:', () => {
  it.each(samples)('$file', (sample) => {
    for (const fileOf of hostileFiles(sample)) {
      const growth = growthOf(fileOf, sample.format);
      if (growth > GROWTH_MAX) expect([fileOf(3), growth]).toBeNull();
    }
  });

  it('where all rows have one id, and each another asset', () => {
    const header =
      'Timezone,Date,Time,Type,Currency,Amount,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID';
    const fileOf = (times: number): string => {
      const row = (_: unknown, index: number): string =>
        `UTC,2025-01-01,10:00:00,staking,C${String(index)},1,,,,,Distributed,one`;
      return `${[header, ...Array.from({ length: times }, row)].join('\n')}\n`;
    };
    expect(convert(Buffer.from(fileOf(10))).events).toHaveLength(10);
    expect(growthOf(fileOf, 'bitvavo')).toBeLessThan(GROWTH_MAX);
  });
});
