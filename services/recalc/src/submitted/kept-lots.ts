/** Keeps the lots that a submitted year and later ones show, as they are when it is submitted (ADR 41). */
import { yearStartMs } from '@ctx/domain/brussels';
import { taxYear, timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import type { Client } from '@ctx/platform/postgres';
import { givenFor } from '@ctx/records/event-context';
import { heldLots, keptYear, LOT_FACTS, lotAsSeen } from '@ctx/records/kept-lots';
import { empty, raw, sql, type Sql } from '@ctx/platform/sql';
import { columnList } from '../tables/table.ts';
import { insertKept, ROWS_AT_A_TIME } from './insert-kept.ts';

const COLUMNS = ['year', ...LOT_FACTS, 'given', 'held', 'held_cost', 'photo_held', 'photo_cost'];

const PHOTO_YEAR = taxYear(PHOTO.momentUs - 1);

/** Stores the lots of a year. Nothing may have been kept of it yet. */
export async function keepLots(client: Client, userId: number, year: number): Promise<void> {
  const { text, values } = lotsToKeep(userId, year);
  const { rows } = await client.query<string[]>({ text, values, rowMode: 'array' });
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME)
    await insertKept(client, userId, 'frozen_lots', COLUMNS, rows.slice(start, start + ROWS_AT_A_TIME));
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
  SELECT ${year}::integer, ${columnList(LOT_FACTS, 'k')},
    coalesce(k.given, CASE WHEN k.from_lot_id IS NULL THEN ${givenFor(userId, raw('k.event_id'))} ELSE '{}' END)::text,
    coalesce(h.held, 0), coalesce(h.cost, 0), coalesce(p.held, 0), coalesce(p.cost, 0)
  FROM (SELECT DISTINCT ON (lot_id) * FROM link ORDER BY lot_id, place) k
  LEFT JOIN stock h ON h.lot_id = k.lot_id LEFT JOIN photo p ON p.lot_id = k.lot_id`;
}
