/** The statements that an origin is walked with: each reads a batch of rows by their ids. */
import { groupOf, keptContextOf, lookUp } from '@ctx/records/event-context';
import { keptYear, lotAsSeen } from '@ctx/records/kept-lots';
import { factJson } from '@ctx/records/record-sql';
import { LIMITS } from '@ctx/domain/limits';
import { parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { ONE_AND_BASE } from './explanation-rows.ts';
import { STALE } from './year-rows.ts';

const [LOTS, BASES, EVENTS, YEARS, ACCOUNTS, REFERENCES] = [
  'lots',
  'bases',
  'events',
  'years',
  'accounts',
  'references',
].map(parameter);
const number = (value: number): Sql => raw(String(value));

const CONTEXT = sql`
  ${lookUp(USER, 'facts.events', 'x', sql`v.event_id = e.event_id`)}
  ${lookUp(USER, 'facts.accounts', 'a', sql`v.account_id = e.account_id`)}
  ${keptContextOf(USER)}`;

/** Columns of OriginEventRow but `base`, of an event `e` with the joins of CONTEXT. */
const EVENT_COLUMNS = sql`
  e.event_id, e.year, e.account_id, e.occurred_at, e.type, e.treatment, e.amount, e.asset_key, e.asset_symbol, e.reference_id,
  e.counted_value, e.price_source, e.match_id, e.acts_on_pools, e.spam, e.pool_marks, e.income <> 0 AS has_income,
  coalesce(z.account_label, z.account_datasource, a.label, a.datasource) AS account_label,
  CASE WHEN z.event_id IS NOT NULL THEN z.effect_fact WHEN x.event_id IS NOT NULL THEN ${raw(factJson('x'))} END AS effect_fact,
  coalesce(z.group_members, (SELECT max(n.members) FROM (${groupOf(USER)}) n), 0) AS group_members`;

/** The years of the user: whether each is locked, and whether it was submitted. On Citus from another server than events. */
export const ORIGIN_YEARS = prepare(
  'origin-years',
  sql`
  SELECT f.year, NOT coalesce(y.paid, false) AS locked, y.submitted_at IS NOT NULL AS frozen, ${STALE}
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year WHERE f.user_id = ${USER}`,
);

/** The transaction. */
export const ORIGIN_EVENT = prepare(
  'origin-event',
  sql`SELECT ${EVENT_COLUMNS}, e.base FROM ${ONE_AND_BASE} e ${CONTEXT}`,
);

const SLICE_COLUMNS = sql`s.event_id, s.ordinal, s.kind, s.lot_id, s.lot_event_id, s.lot_acquired_at, s.amount, s.historic_cost,
    s.origin_kind, s.origin_in_event_id, s.origin_out_event_id, s.origin_received_at`;

const slicesOf = (event: Sql): Sql => sql`(
    SELECT * FROM figures.slices v WHERE v.user_id = ${USER} AND v.event_id = ${event} AND v.year = e.year
    ORDER BY v.ordinal LIMIT ${number(LIMITS.acquisitionsMax)})`;

/** The parts of lots that the transaction took. */
export const ORIGIN_SLICES = prepare(
  'origin-slices',
  sql`SELECT 1 AS place, ${SLICE_COLUMNS} FROM ${ONE_AND_BASE} e CROSS JOIN LATERAL ${slicesOf(sql`e.event_id`)} s ORDER BY s.ordinal`,
);

/** The lots that the transaction brought. */
export const ORIGIN_OWN_LOTS = prepare(
  'origin-own-lots',
  sql`
  SELECT l.lot_id, l.event_id AS lot_event_id, l.acquired_at, l.amount, l.cost_basis FROM ${ONE_AND_BASE} e
  CROSS JOIN LATERAL (
    SELECT v.lot_id FROM figures.lots v WHERE v.user_id = ${USER} AND v.event_id = e.event_id
    ORDER BY v.lot_id LIMIT ${number(LIMITS.acquisitionsMax)}
  ) o
  CROSS JOIN LATERAL ${lotAsSeen(USER, sql`e.base`, sql`o.lot_id`)} l
  ORDER BY l.acquired_at, l.lot_id`,
);

/** The departures of which the transaction is the arrival; two are enough to know that there are several. */
export const ORIGIN_DEPARTURES = prepare(
  'origin-departures',
  sql`
  SELECT DISTINCT d.event_id FROM ${ONE_AND_BASE} e ${keptContextOf(USER)} CROSS JOIN LATERAL (
    (SELECT m.out_event_id AS event_id FROM corrections.transfer_matches m
     WHERE m.user_id = ${USER} AND m.in_event_id = e.event_id ORDER BY m.out_event_id LIMIT 2)
    UNION ALL
    (SELECT k.event_id FROM (
       SELECT q.id AS event_id FROM unnest(z.group_ids) q (id)
       UNION ALL SELECT n.event_id FROM (${groupOf(USER)}) n WHERE z.event_id IS NULL) k
     CROSS JOIN LATERAL (
       SELECT v.type FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = k.event_id ORDER BY v.year = e.year DESC, v.year DESC LIMIT 1
     ) o WHERE o.type = 'DISPOSITION' ORDER BY k.event_id LIMIT 2)
  ) d`,
);

/** A column of the transaction, as a value that an index can select by. */
const OF_EVENT = (column: string): Sql => sql`(SELECT e.${raw(column)} FROM e)`;

/**
 * The lots that the pool of the transaction held when it acted, oldest first, each with what was left of it: a transfer within one asset
 * moves the oldest units, and no row names them.
 */
export const ORIGIN_POOL = prepare(
  'origin-pool',
  sql`
  WITH e AS MATERIALIZED (
    SELECT o.event_id, o.asset_key, o.occurred_at, b.year AS before, b.ends FROM ${ONE_AND_BASE} o
    CROSS JOIN LATERAL (${keptYear(USER, sql`z.year < o.year`)}) b)
  SELECT l.lot_id, l.event_id AS lot_event_id, l.acquired_at, l.amount - g.amount AS amount,
    CASE WHEN l.amount > 0 THEN round(l.cost * (l.amount - g.amount) / l.amount, 12) ELSE 0 END AS cost_basis
  FROM (
    (SELECT z.lot_id, z.event_id, z.acquired_at, z.arrived_at, true AS was_there, z.held AS amount, z.held_cost AS cost
     FROM figures.frozen_lots z WHERE z.user_id = ${USER} AND z.year = ${OF_EVENT('before')} AND z.asset_key = ${OF_EVENT('asset_key')}
     ORDER BY z.acquired_at, z.lot_id LIMIT ${number(LIMITS.originLotsMax)})
    UNION ALL
    (SELECT v.lot_id, v.event_id, v.acquired_at, v.arrived_at, v.arrived_at >= ${OF_EVENT('ends')}, v.amount, v.cost_basis
     FROM figures.lots v WHERE v.user_id = ${USER} AND v.asset_key = ${OF_EVENT('asset_key')} AND v.acquired_at <= ${OF_EVENT('occurred_at')}
     ORDER BY v.acquired_at, v.lot_id LIMIT ${number(LIMITS.originLotsMax)})
  ) l
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(s.amount), 0) AS amount FROM (
      SELECT s.amount, s.event_id = ${OF_EVENT('event_id')} OR x.occurred_at < ${OF_EVENT('occurred_at')} AS is_gone FROM figures.slices s
      CROSS JOIN LATERAL (
        SELECT v.occurred_at FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = s.event_id AND v.year = s.year LIMIT 1
      ) x WHERE s.user_id = ${USER} AND s.lot_id = l.lot_id AND s.year > ${OF_EVENT('before')}) s WHERE s.is_gone
  ) g
  WHERE l.was_there AND l.arrived_at <= ${OF_EVENT('occurred_at')} AND l.amount > g.amount
  ORDER BY l.acquired_at, l.lot_id LIMIT ${number(LIMITS.originLotsMax)}`,
);

/** Lots as the years that took them see them, each with the event that brought it and the transfer that made it of another lot. */
export const ORIGIN_LOTS = prepare(
  'origin-lots',
  sql`
  SELECT n.place, l.asset_key AS lot_asset_key, l.event_id AS lot_event_id, l.acquired_at, l.arrived_at, l.amount AS lot_amount,
    l.cost_basis, l.from_lot_id, l.origin_out_event_id,
    f.asset_key AS from_asset_key, left_behind.amount AS left_amount, became.amount AS arrived_amount, ${EVENT_COLUMNS}, b.year AS base
  FROM unnest(${LOTS}::uuid[], ${BASES}::integer[]) WITH ORDINALITY AS n (lot_id, base, place)
  CROSS JOIN LATERAL ${lotAsSeen(USER, sql`n.base`, sql`n.lot_id`)} l
  ${lookUp(USER, 'figures.lots', 'f', sql`v.lot_id = l.from_lot_id`)}
  CROSS JOIN LATERAL (
    SELECT sum(s.amount) AS amount FROM (
      SELECT v.amount, v.event_id FROM figures.slices v WHERE v.user_id = ${USER} AND v.lot_id = l.from_lot_id
      ORDER BY v.event_id = l.origin_out_event_id DESC LIMIT ${number(LIMITS.originEventsMax)}) s
    WHERE s.event_id = l.origin_out_event_id
  ) left_behind
  CROSS JOIN LATERAL (
    SELECT sum(s.amount) AS amount FROM (
      SELECT v.amount, v.origin_out_event_id FROM figures.lots v WHERE v.user_id = ${USER} AND v.from_lot_id = l.from_lot_id
      ORDER BY v.origin_out_event_id = l.origin_out_event_id DESC LIMIT ${number(LIMITS.originEventsMax)}) s
    WHERE s.origin_out_event_id = l.origin_out_event_id
  ) became
  LEFT JOIN LATERAL (
    SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = l.event_id
    ORDER BY (v.year <= n.base) = (l.place = 0) DESC, v.year DESC LIMIT 1
  ) e ON true
  ${CONTEXT}
  LEFT JOIN LATERAL (${keptYear(USER, sql`z.year <= e.year`)}) b ON true
  ORDER BY n.place`,
);

/** The events of the group of each acquisition, itself included. */
const MEMBERS = sql`
  unnest(${EVENTS}::uuid[], ${YEARS}::integer[]) WITH ORDINALITY AS n (event_id, year, place)
  CROSS JOIN LATERAL (
    SELECT n.event_id UNION ALL SELECT k.event_id FROM (
      SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = n.event_id AND v.year = n.year LIMIT 1
    ) e ${keptContextOf(USER)} CROSS JOIN LATERAL (
      SELECT q.id AS event_id FROM unnest(z.group_ids) q (id)
      UNION ALL SELECT g.event_id FROM (${groupOf(USER)}) g WHERE z.event_id IS NULL) k
  ) m
  CROSS JOIN LATERAL (
    SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = m.event_id
    ORDER BY v.year = n.year DESC, v.year DESC LIMIT 1
  ) e`;

/** The legs of the swaps of some acquisitions. */
export const ORIGIN_LEGS = prepare(
  'origin-legs',
  sql`SELECT n.place, ${EVENT_COLUMNS}, b.year AS base FROM ${MEMBERS} ${CONTEXT}
  CROSS JOIN LATERAL (${keptYear(USER, sql`z.year <= e.year`)}) b ORDER BY n.place, e.event_id`,
);

/** The parts of lots that these legs took, as many as one step reads. */
export const ORIGIN_LEG_SLICES = prepare(
  'origin-leg-slices',
  sql`SELECT n.place, ${SLICE_COLUMNS} FROM ${MEMBERS} CROSS JOIN LATERAL ${slicesOf(sql`e.event_id`)} s
  ORDER BY n.place, s.event_id, s.ordinal LIMIT ${number(LIMITS.originSlicesMax)}`,
);

/** The money of some transactions, by account and reference. */
export const ORIGIN_MONEY = prepare(
  'origin-money',
  sql`SELECT n.place, m.type, m.currency, m.amount, m.purpose
  FROM unnest(${ACCOUNTS}::uuid[], ${REFERENCES}::text[]) WITH ORDINALITY AS n (account_id, reference_id, place)
  CROSS JOIN LATERAL (
    SELECT * FROM facts.money v WHERE v.user_id = ${USER} AND v.account_id = n.account_id AND v.reference_id = n.reference_id
    ORDER BY v.money_id LIMIT ${number(LIMITS.originMoneyRowsMax)}
  ) m ORDER BY n.place, m.money_id`,
);
