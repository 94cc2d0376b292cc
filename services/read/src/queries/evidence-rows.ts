/** The statement that reads the stock of a year: what was held at its end. The keys of its pages are those of the photo. */
import { PHOTO } from '@ctx/domain/law/photo';
import { heldLots } from '@ctx/records/kept-lots';
import { priceAt } from '@ctx/records/price-sql';
import { empty, parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import { BASE, symbolOf, WAS_HELD } from './photo-rows.ts';

const [YEAR, END, KEYS, FOLDED] = ['year', 'end', 'keys', 'folded'].map(parameter);

/** The assets of a page that were held at the end of the year, with their last price of the week before. */
export const EVIDENCE_ASSETS = prepare(
  'evidence-assets',
  sql`WITH ${BASE},
  k AS MATERIALIZED (SELECT * FROM unnest(${KEYS}::text[], ${FOLDED}::text[]) AS n(asset_key, folded))
  SELECT k.asset_key, a.asset_symbol, l.amount, l.cost, l.lots, l.acquired_from, l.acquired_until, p.eur, p.at, p.is_own,
    nullif(p.origin, 'IMPORTED') AS origin
  FROM k
  CROSS JOIN LATERAL (
    SELECT sum(h.held) FILTER (WHERE ${WAS_HELD}) AS amount, sum(h.cost) FILTER (WHERE ${WAS_HELD}) AS cost,
      count(*) FILTER (WHERE ${WAS_HELD}) AS lots, min(h.acquired_at) FILTER (WHERE ${WAS_HELD}) AS acquired_from,
      max(h.acquired_at) FILTER (WHERE ${WAS_HELD}) AS acquired_until
    FROM (${heldLots({
      user: USER,
      year: sql`${YEAR}::integer`,
      end: sql`${END}::timestamptz`,
      page: (row) => sql`AND ${raw(row)}.asset_key = k.asset_key`,
      ordered: empty,
    })}) h) l
  LEFT JOIN LATERAL ${priceAt(USER, raw('k.asset_key'), {
    at: sql`${END}::timestamptz`,
    ageMax: `${String(PHOTO.priceAgeUsMax)} microseconds`,
    isPhoto: true,
  })} p ON true
  LEFT JOIN LATERAL ${symbolOf(empty)} a ON true
  WHERE l.amount IS NOT NULL ORDER BY k.asset_key`,
);
