/** The statements that read the photo: what was held at the photo moment, as a year from 2026 on sees it. */
import { LIMITS } from '@ctx/domain/limits';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { PHOTO } from '@ctx/domain/law/photo';
import { taxYear } from '@ctx/domain/instant';
import { heldLots, keptYear } from '@ctx/records/kept-lots';
import { priceAt } from '@ctx/records/price-sql';
import { empty, parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { PHOTO_PRICE } from './price-lookups.ts';
import { STALE } from './year-rows.ts';

const [YEAR, AFTER, SIZE, KEYS, FOLDED] = ['year', 'after', 'size', 'keys', 'folded'].map(parameter);
const number = (value: number): Sql => raw(String(value));
/** The Brussels year that the photo moment ends. */
const PHOTO_YEAR = number(taxYear(PHOTO.momentUs - 1));

/** A year that the photo can be seen from. */
export interface PhotoYearRow {
  readonly year: number;
  readonly locked: boolean;
  readonly frozen: boolean;
}

/** The years from 2026 on that have a marker, newest first. */
export const PHOTO_YEARS = prepare(
  'photo-years',
  sql`SELECT y.year, NOT y.paid AS locked, y.submitted_at IS NOT NULL AS frozen FROM facts.years y
    WHERE y.user_id = ${USER} AND y.year >= ${number(FIRST_TAXED_YEAR)} ORDER BY y.year DESC`,
);

/** Whether a run is in progress or requested. */
export const PHOTO_STATE = prepare('photo-state', sql`SELECT ${STALE}`);

/** The last submitted year before the lots of figures. */
export const BASE = sql`base AS MATERIALIZED (${keptYear(USER, sql`z.year <= ${YEAR}::integer`)})`;

/** Selects the first asset after a key that has lots. One probe of an index each, however many lots an asset has. */
const nextAsset = (key: Sql): Sql => sql`least(
    (SELECT z.asset_key FROM figures.frozen_lots z WHERE z.user_id = ${USER} AND z.year = (SELECT b.year FROM base b)
      AND z.asset_key > ${key} ORDER BY z.asset_key LIMIT 1),
    (SELECT v.asset_key FROM figures.lots v WHERE v.user_id = ${USER} AND v.asset_key > ${key} ORDER BY v.asset_key LIMIT 1))`;

/** Selects the keys \`k\` of assets after one, in their order. */
const assetKeys = (after: Sql, more: Sql): Sql => sql`k(asset_key, place) AS (
    SELECT ${nextAsset(after)}, 1
    UNION ALL
    SELECT ${nextAsset(sql`k.asset_key`)}, k.place + 1 FROM k WHERE k.asset_key IS NOT NULL ${more})`;

/** Selects the lots of an asset, with what was left of them at the photo moment. */
const lotsThen = (assetKey: Sql): Sql =>
  heldLots({
    user: USER,
    year: sql`${PHOTO_YEAR}`,
    end: PHOTO_PRICE.at,
    page: (row) => sql`AND ${raw(row)}.asset_key = ${assetKey}`,
    ordered: empty,
  });
/** In sums alone: as a condition it would be one on the lots that the index has selected. */
export const WAS_HELD = sql`h.was_there AND h.held > 0`;

/** The photo prices that a submitted year keeps; null for a year that is not submitted. */
const KEPT_PRICES = sql`(SELECT z.report_inputs->'photoPrices' AS kept FROM figures.frozen_years z WHERE z.user_id = ${USER} AND z.year = ${YEAR})`;

/** Selects the photo price of an asset as the year sees it. */
const photoPriceOf = (assetKey: Sql): Sql => sql`(
    SELECT (f.kept->${assetKey}->>'eur')::numeric AS eur, (f.kept->${assetKey}->>'at')::timestamptz AS at,
      (f.kept->${assetKey}->>'own')::boolean AS is_own, f.kept->${assetKey}->>'origin' AS origin
    FROM frozen f WHERE f.kept ? ${assetKey}
    UNION ALL
    SELECT p.eur, p.at, p.is_own, nullif(p.origin, 'IMPORTED')
    FROM ${priceAt(USER, assetKey, PHOTO_PRICE, sql`NOT EXISTS (SELECT FROM frozen)`)} p)`;

/** Selects a symbol of the asset of a row `k`, if the condition holds. */
export const symbolOf = (condition: Sql): Sql => sql`(SELECT v.asset_symbol FROM figures.events v
    WHERE v.user_id = ${USER} AND v.asset_key_folded = k.folded ${condition}
    ORDER BY v.year, v.type, v.occurred_at DESC, v.event_id LIMIT 1)`;

/** The keys of a page of assets. */
export const PHOTO_KEYS = prepare(
  'photo-keys',
  sql`WITH RECURSIVE ${BASE}, ${assetKeys(sql`${AFTER}::text`, sql`AND k.place < ${SIZE}::integer`)}
  SELECT k.asset_key FROM k WHERE k.asset_key IS NOT NULL ORDER BY k.place`,
);

/** The assets of a page that were held, with their price then. */
export const PHOTO_ASSETS = prepare(
  'photo-assets',
  sql`WITH ${BASE}, frozen AS MATERIALIZED ${KEPT_PRICES},
  k AS MATERIALIZED (SELECT * FROM unnest(${KEYS}::text[], ${FOLDED}::text[]) AS n(asset_key, folded))
  SELECT k.asset_key, a.asset_symbol, l.amount, l.cost, p.eur, p.at, p.is_own, p.origin, l.gain
  FROM k
  LEFT JOIN LATERAL ${photoPriceOf(sql`k.asset_key`)} p ON true
  CROSS JOIN LATERAL (
    SELECT sum(h.held) FILTER (WHERE ${WAS_HELD}) AS amount, sum(h.cost) FILTER (WHERE ${WAS_HELD}) AS cost,
      sum(greatest(h.held * p.eur - h.cost, 0)) FILTER (WHERE ${WAS_HELD} AND p.eur IS NOT NULL) AS gain
    FROM (${lotsThen(raw('k.asset_key'))}) h) l
  LEFT JOIN LATERAL ${symbolOf(sql`AND NOT EXISTS (SELECT FROM frozen)`)} a ON true
  WHERE l.amount IS NOT NULL ORDER BY k.asset_key`,
);

export interface PhotoAccountRow {
  readonly asset_key: string;
  readonly account_id: string;
  readonly name: string | null;
  readonly amount: string;
  /** How many events of the asset were added up. */
  readonly events: number;
}

/** The units that the events until the photo moment left in each account; none for a submitted year. */
export const PHOTO_ACCOUNTS = prepare(
  'photo-accounts',
  sql`WITH frozen AS MATERIALIZED ${KEPT_PRICES},
  k AS MATERIALIZED (SELECT * FROM unnest(${KEYS}::text[], ${FOLDED}::text[]) AS n(asset_key, folded) WHERE NOT EXISTS (SELECT FROM frozen))
  SELECT k.asset_key, s.account_id, coalesce(c.label, c.datasource) AS name, s.amount, s.events
  FROM k CROSS JOIN LATERAL (
    SELECT e.account_id, sum(CASE WHEN e.type IN ('ACQUISITION', 'INCOME') THEN e.amount ELSE -e.amount END) AS amount,
      sum(count(*)) OVER () AS events
    FROM (
      SELECT v.account_id, v.type, v.amount FROM figures.events v
      WHERE v.user_id = ${USER} AND v.asset_key_folded = k.folded AND v.year <= ${PHOTO_YEAR} AND v.asset_key = k.asset_key AND v.acts_on_pools
      LIMIT ${number(LIMITS.photoEventsMax + 1)}) e
    GROUP BY e.account_id) s
  LEFT JOIN LATERAL (SELECT * FROM facts.accounts v WHERE v.user_id = ${USER} AND v.account_id = s.account_id LIMIT 1) c ON true
  ORDER BY k.asset_key, s.amount DESC, s.account_id`,
);

export interface UnpricedRow {
  readonly count: number;
}

/** How many of all assets that were held have no price then. Only lots of assets without one are read. */
export const PHOTO_UNPRICED = prepare(
  'photo-unpriced',
  sql`WITH RECURSIVE ${BASE}, frozen AS MATERIALIZED ${KEPT_PRICES}, ${assetKeys(sql`''::text`, empty)},
  u AS MATERIALIZED (SELECT k.asset_key FROM k WHERE k.asset_key IS NOT NULL AND NOT EXISTS (SELECT FROM ${photoPriceOf(sql`k.asset_key`)} p))
  SELECT count(*) AS count FROM u CROSS JOIN LATERAL (
    SELECT bool_or(${WAS_HELD}) AS is_held FROM (${lotsThen(raw('u.asset_key'))}) h) l
  WHERE l.is_held`,
);
