/** Rows that a statement brings with it arrive in PostgreSQL as they were given, whatever their cells have in common. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CellValue } from '@ctx/platform/cells';
import { givenRows } from '@ctx/platform/given-rows';
import { createPool, type Pool } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { type BarePostgres, startBarePostgres } from './bare-postgres.ts';

const COLUMNS = ['id', 'year', 'at', 'amount', 'name', 'flags', 'is_held'];
const [A, B] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const AT = '2026-01-31T23:59:59.123456Z';

describe('Rows given to a statement', () => {
  let postgres: BarePostgres;
  let pool: Pool;

  beforeAll(async () => {
    postgres = await startBarePostgres();
    pool = createPool({ url: postgres.url, connectionsMax: 1, onError: () => undefined });
    await pool.query(
      `CREATE TABLE given (id uuid, year integer, at timestamptz, amount numeric, name text, flags text[], is_held boolean)`,
    );
  });
  afterAll(async () => {
    await pool.end();
    await postgres.remove();
  });

  const arrived = async (rows: readonly (readonly CellValue[])[]): Promise<unknown[]> => {
    const client = await pool.connect();
    try {
      const source = await givenRows(client, 'public.given', COLUMNS, rows);
      const read = await client.query<{ row: unknown[] }>(
        sql`SELECT jsonb_build_array(s.id, s.year, (extract(epoch FROM s.at) * 1000000)::bigint, s.amount::text, s.name, s.flags, s.is_held) AS row
          FROM ${source}`,
      );
      return read.rows.map(({ row }) => row);
    } finally {
      client.release();
    }
  };
  const US = Date.parse('2026-01-31T23:59:59Z') * 1000 + 123_456;

  it.each<[string, CellValue[][]]>([
    ['no row', []],
    ['one row', [[A, 2026, AT, '1.50', 'x', ['a', 'b'], true]]],
    ['one row without values', [[A, null, null, null, null, null, null]]],
    [
      'rows that differ in each column',
      [
        [A, 2025, AT, '1', 'x', [], true],
        [B, 2026, null, '0.000000000000000000000001', null, ['a'], false],
      ],
    ],
    [
      'rows that differ in the first column alone',
      [
        [A, 2026, AT, '123456789012345678.10', 'x', ['a', 'b'], false],
        [B, 2026, AT, '123456789012345678.10', 'x', ['a', 'b'], false],
      ],
    ],
    [
      'rows that are all the same',
      [
        [A, 2026, AT, '1', 'x', [], true],
        [A, 2026, AT, '1', 'x', [], true],
      ],
    ],
    [
      'texts that an array would read in another way',
      [
        [A, 1, AT, '1', 'NULL', ['NULL', ''], true],
        [B, 1, AT, '1', '', ['a,"b"', String.raw`{\}`], true],
      ],
    ],
    [
      'the same such text in each row',
      [
        [A, 1, AT, '1', String.raw`{"NULL",\ '}`, [String.raw`{"a",\}`, ''], true],
        [B, 1, AT, '1', String.raw`{"NULL",\ '}`, [String.raw`{"a",\}`, ''], true],
      ],
    ],
  ])('arrive as they are: %s', async (_what, rows) => {
    const expected = rows.map(([id, year, at, ...rest]) => [id, year, at === null ? null : US, ...rest]);
    expect(await arrived(rows)).toEqual(expected);
  });

  it.each(['1,2', '1","2', 'NULL'])('are rejected with the number %s', async (number) => {
    const rows = [
      [A, 1, AT, number, 'x', [], true],
      [B, 1, AT, '3', 'y', [], true],
    ];
    await expect(arrived(rows)).rejects.toThrow('invalid input syntax for type numeric');
  });
});
