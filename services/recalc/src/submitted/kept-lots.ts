/** Keeps the lots that a submitted year and later ones show, as they are when it is submitted (ADR 41). */
import { yearStartMs } from '@ctx/domain/brussels';
import { taxYear, timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import type { Client } from '@ctx/platform/postgres';
import { heldLots, keptYear, LOT_FACTS, lotAsSeen } from '@ctx/platform/kept-lots';
import { empty, raw, sql, type Sql } from '@ctx/platform/sql';
import { givenRows } from '../save/given-rows.ts';
import { columnList } from '../tables/table.ts';

const COLUMNS = ['year', ...LOT_FACTS, 'held', 'held_cost', 'photo_held', 'photo_cost'];

/** All rows at once would be one statement of hundreds of megabytes. */
const BATCH_ROWS = 5000;

const PHOTO_YEAR = taxYear(PHOTO.momentUs - 1);

/** Stores the lots of a year. Nothing may have been kept of it yet. */
export async function keepLots(client: Client, userId: number, year: number): Promise<void> {
  const { text, values } = lotsToKeep(userId, year);
  const { rows } = await client.query<string[]>({ text, values, rowMode: 'array' });
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const source = await givenRows(client, 'frozen_lots', COLUMNS, rows.slice(start, start + BATCH_ROWS));
    // Joins facts.owners, so that Citus inserts on the server that has the user's rows (ADR 40).
    await client.query(
      sql`INSERT INTO figures.frozen_lots (user_id, ${columnList(COLUMNS)})
        SELECT o.user_id, ${columnList(COLUMNS, 's')} FROM facts.owners o, ${source} WHERE o.user_id = ${userId}`,
    );
  }
}

/** Selects lots that were held at the end of the year or at the photo moment, those of the year's slices, and those they came from. */
function lotsToKeep(userId: number, year: number): Sql {
  const heldAt = (of: number): Sql =>
    heldLots({
      user: userId,
      year: of,
      end: timestampText(yearStartMs(of + 1) * 1000),
      page: () => empty,
      ordered: empty,
    });
  const isHeld = raw('h.was_there AND h.held > 0');
  const atPhoto = year > PHOTO_YEAR ? heldAt(PHOTO_YEAR) : sql`SELECT h.* FROM stock h WHERE false`;
  const base = raw('(SELECT b.year FROM base b)');
  return sql`
  WITH RECURSIVE base AS MATERIALIZED (${keptYear(userId, sql`z.year < ${year}`)}),
    stock AS MATERIALIZED (SELECT h.* FROM (${heldAt(year)}) h WHERE ${isHeld}),
    photo AS MATERIALIZED (SELECT h.* FROM (${atPhoto}) h WHERE ${isHeld}),
    wanted AS (
      SELECT h.lot_id FROM stock h UNION SELECT h.lot_id FROM photo h
      UNION SELECT s.lot_id FROM figures.slices s WHERE s.user_id = ${userId} AND s.year = ${year}),
    link AS (
      SELECT l.* FROM wanted w CROSS JOIN LATERAL ${lotAsSeen(userId, base, sql`w.lot_id`)} l
      UNION
      SELECT l.* FROM link k CROSS JOIN LATERAL ${lotAsSeen(userId, base, sql`k.from_lot_id`)} l)
  SELECT ${year}::integer, ${columnList(LOT_FACTS, 'k')}, coalesce(h.held, 0), coalesce(h.cost, 0), coalesce(p.held, 0), coalesce(p.cost, 0)
  FROM (SELECT DISTINCT ON (lot_id) * FROM link ORDER BY lot_id, place) k
  LEFT JOIN stock h ON h.lot_id = k.lot_id LEFT JOIN photo p ON p.lot_id = k.lot_id`;
}
