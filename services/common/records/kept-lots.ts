/** SQL that reads lots as a year sees them: those that the last submitted year before it keeps, and those that arrived since. */
import { raw, sql, type Sql, type USER } from '@ctx/platform/sql';

/** A value, a parameter or a fragment in a template. */
export type SqlValue = Sql | typeof USER | number | string;

/** Selects the newest submitted year `z` that meets a condition, and when it ends: 0 and the beginning of time if there is none. */
export function keptYear(user: SqlValue, condition: Sql): Sql {
  return sql`SELECT coalesce(k.year, 0) AS year,
      coalesce(make_timestamptz(k.year + 1, 1, 1, 0, 0, 0, 'Europe/Brussels'), '-infinity') AS ends
    FROM (SELECT max(z.year) AS year
      FROM figures.frozen_years z WHERE z.user_id = ${user} AND ${condition}) k`;
}

const KEPT_YEAR = raw('(SELECT b.year FROM base b)');

/** The columns of a lot that a submitted year keeps, in the order of the table. */
export const LOT_FACTS = [
  'lot_id',
  'asset_key',
  'event_id',
  'origin_event_id',
  'from_lot_id',
  'acquired_at',
  'arrived_at',
  'amount',
  'cost_basis',
  'photo_asset_key',
  'photo_amount',
  'origin_kind',
  'origin_out_event_id',
] as const;

const factsOf = (row: string): Sql => raw(LOT_FACTS.map((column) => `${row}.${column}`).join(', '));

/**
 * Selects a lot by its id, as a year sees it. `base` is the submitted year whose lots count. `given` is null for a lot that no submitted
 * year keeps.
 */
export function lotAsSeen(user: SqlValue, base: Sql, lotId: Sql): Sql {
  return sql`(SELECT * FROM (
      SELECT 0 AS place, z.given, ${factsOf('z')} FROM figures.frozen_lots z WHERE z.user_id = ${user} AND z.year = ${base} AND z.lot_id = ${lotId}
      UNION ALL
      SELECT 1, NULL, ${factsOf('v')} FROM figures.lots v WHERE v.user_id = ${user} AND v.lot_id = ${lotId}) lots
    ORDER BY place LIMIT 1)`;
}

/** What heldLots selects. */
export interface HeldLots {
  readonly user: SqlValue;
  /** The lots at the end of this year. Before the year of `base`, only the photo moment is known. */
  readonly year: SqlValue;
  /** The end of the year. */
  readonly end: SqlValue;
  /** Continues the condition on the lots `row`: the page, its order and limit. Nothing for all lots. */
  readonly page: (row: string) => Sql;
  /** The order and limit of the page. */
  readonly ordered: Sql;
}

/**
 * Selects lots with what was left of them at the end of a year, as the years after `base`, a common table expression by `keptYear`, see
 * them. `was_there` tells whether the lot had arrived by then and since `base`: a lot that `base` keeps has a second row, which was there.
 */
export function heldLots({ user, year, end, page, ordered }: HeldLots): Sql {
  const atMoment = (held: string, atPhoto: string): Sql =>
    sql`CASE WHEN z.year > ${year} THEN z.${raw(atPhoto)} ELSE z.${raw(held)} END`;
  return sql`
  SELECT l.lot_id, l.asset_key, l.origin_event_id, l.acquired_at, l.was_there, l.amount - g.amount AS held, l.cost_basis - g.cost AS cost
  FROM (
    (SELECT z.lot_id, z.asset_key, z.origin_event_id, z.acquired_at, true AS was_there,
      ${atMoment('held', 'photo_held')} AS amount, ${atMoment('held_cost', 'photo_cost')} AS cost_basis
    FROM figures.frozen_lots z WHERE z.user_id = ${user} AND z.year = ${KEPT_YEAR} ${page('z')})
    UNION ALL
    (SELECT v.lot_id, v.asset_key, v.origin_event_id, v.acquired_at, v.arrived_at < ${end}::timestamptz AND v.arrived_at >= (SELECT b.ends FROM base b),
      v.amount, v.cost_basis
    FROM figures.lots v WHERE v.user_id = ${user} AND ${KEPT_YEAR} < ${year} ${page('v')})
    ${ordered}) l
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(s.amount) FILTER (WHERE s.has_gone), 0) AS amount,
      coalesce(sum(s.historic_cost) FILTER (WHERE s.has_gone), 0) AS cost
    FROM (SELECT s.amount, s.historic_cost, CASE
        WHEN s.kind = 'WAITING' THEN s.year <= ${KEPT_YEAR} AND ${hasArrived(user, end)}
        -- What was lost on the way of units that had waited is a part of them.
        ELSE s.year > ${KEPT_YEAR} AND s.gone_before IS NOT NULL END AS has_gone
      FROM figures.slices s WHERE s.user_id = ${user} AND s.lot_id = l.lot_id AND s.year <= ${year}) s) g`;
}

/**
 * Returns the condition that units which left by the slice `s`, and waited when the submitted year was submitted, have arrived since: the arrival
 * of a departure of a submitted year is known by their group, and brings lots of its own.
 */
function hasArrived(user: SqlValue, end: SqlValue): Sql {
  return sql`EXISTS (
        SELECT FROM (SELECT * FROM facts.events v WHERE v.user_id = ${user} AND v.event_id = s.event_id LIMIT 1) o
        CROSS JOIN LATERAL (SELECT v.event_id FROM facts.events v
          WHERE v.user_id = ${user} AND v.continuity_group_id = o.continuity_group_id OFFSET 0) i
        CROSS JOIN LATERAL (SELECT a.origin_out_event_id, a.arrived_at FROM figures.lots a
          WHERE a.user_id = ${user} AND a.event_id = i.event_id OFFSET 0) a
        WHERE a.origin_out_event_id = s.event_id AND a.arrived_at >= (SELECT b.ends FROM base b) AND a.arrived_at < ${end}::timestamptz)`;
}
