/** The statements that read a page of a report. Each part is a range of an index after the keys of the last row. */
import { yearStartMs } from '@ctx/domain/brussels';
import { timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { LIMITS } from '@ctx/domain/limits';
import { PEGGED_AT_PHOTO } from '@ctx/domain/stablecoins';
import { heldLots, keptYear } from '@ctx/records/kept-lots';
import { parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { STALE } from './year-rows.ts';

const [YEAR, AT, ID, ASSET, END, HELD] = ['year', 'at', 'id', 'asset', 'end', 'held'].map(parameter);
const number = (value: number): Sql => raw(String(value));
/** A list of keys of ours as SQL. */
const listOf = (keys: readonly string[]): Sql => raw(`ARRAY['${keys.join("', '")}']`);
const PAGE = number(LIMITS.reportPageSize);

/** The year's markers, the version of all data, and what the report shows beside the rows of the year. */
export const REPORT_STATE = prepare(
  'report-state',
  sql`SELECT NOT coalesce(y.paid, false) AS locked, y.submitted_at, coalesce(y.regime, 'NORMAAL_BEHEER') AS regime,
    CASE WHEN r.regime = y.regime AND r.chosen_by = 'TAXPAYER' THEN r.chosen_at END AS regime_chosen_at,
    coalesce((SELECT corrections.version_of(s) FROM corrections.recalc_state s WHERE s.user_id = ${USER}), '') AS version, ${STALE}
  FROM (SELECT) one LEFT JOIN facts.years y ON y.user_id = ${USER} AND y.year = ${YEAR}
  LEFT JOIN corrections.regimes r ON r.user_id = ${USER} AND r.year = ${YEAR}`,
);

/** Stored when the year was submitted. */
export const STORED_REPORT_INPUTS = prepare(
  'stored-report-inputs',
  sql`SELECT z.report_inputs AS inputs FROM figures.frozen_years z
    WHERE z.user_id = ${USER} AND z.year = ${YEAR}`,
);

/** As of now, for a year without stored ones. A statement of its own, because Citus has most of it on another server. */
export const REPORT_INPUTS = prepare(
  'report-inputs',
  sql`SELECT figures.report_inputs(${USER}, ${YEAR}, ${number(PHOTO.momentUs)}, ${number(PHOTO.priceAgeUsMax)},
    ${listOf(PEGGED_AT_PHOTO.map(({ assetKey }) => assetKey))}, ${listOf(PEGGED_AT_PHOTO.map(({ currency }) => currency))}) AS inputs`,
);

// An index read backwards gives the order of time, with the ids of the same time from the last to the first.
const AFTER = sql`e.occurred_at >= ${AT}::timestamptz AND (e.occurred_at > ${AT}::timestamptz OR e.event_id < ${ID}::uuid)`;
// The name that a data source had when the year was submitted, else its current one.
const ACCOUNT = sql`
  LEFT JOIN LATERAL (SELECT coalesce(k->>'label', k->>'datasource') AS name
    FROM figures.frozen_years z, jsonb_array_elements(z.report_inputs->'sources') AS k
    WHERE z.user_id = ${USER} AND z.year = ${YEAR} AND k->>'account_id' = e.account_id::text LIMIT 1) k ON true
  LEFT JOIN LATERAL (SELECT coalesce(v.label, v.datasource) AS name FROM facts.accounts v
    WHERE v.user_id = ${USER} AND v.account_id = e.account_id LIMIT 1) a ON true`;
const ACCOUNT_NAME = sql`coalesce(k.name, a.name) AS account`;

/** Returns SQL for the next events of the year that act on lots and fulfil a condition, which names one type. */
const ofType = (condition: Sql): Sql => sql`(
  SELECT * FROM figures.events e WHERE e.user_id = ${USER} AND e.year = ${YEAR} AND e.acts_on_pools AND ${condition} AND ${AFTER}
  ORDER BY e.occurred_at, e.event_id DESC LIMIT ${PAGE})`;

/** The disposals of the year, oldest first. */
export const REPORT_DISPOSALS = prepare(
  'report-disposals',
  sql`SELECT e.event_id, e.occurred_at, e.type, e.treatment, e.taxable, e.asset_key, e.asset_symbol, e.account_id, e.amount,
    e.counted_value, e.total_gain, c.proceeds, c.basis, c.slices, ${ACCOUNT_NAME}
  FROM ${ofType(sql`e.type = 'DISPOSITION'`)} e
  ${ACCOUNT}
  CROSS JOIN LATERAL (
    SELECT sum(s.proceeds) FILTER (WHERE s.kind = 'CONSUMED') AS proceeds, sum(s.cost_basis) FILTER (WHERE s.kind = 'CONSUMED') AS basis,
      count(*) AS slices
    FROM figures.slices s WHERE s.user_id = ${USER} AND s.event_id = e.event_id AND s.year = ${YEAR}) c
  ORDER BY e.occurred_at, e.event_id DESC`,
);

/** The parts of lots that events took, in their order. */
export const REPORT_SLICES = prepare(
  'report-slices',
  sql`SELECT s.* FROM unnest(${parameter('ids')}::uuid[]) AS e(event_id) CROSS JOIN LATERAL (
    SELECT v.event_id, v.ordinal, v.kind, v.lot_id, v.lot_event_id, v.lot_acquired_at, v.amount, v.proceeds, v.gone_before, v.is_gain,
      v.historic_cost, v.cost_basis, v.gain, v.holding_period_days, v.origin_kind, v.origin_in_event_id, v.origin_out_event_id,
      v.origin_received_at, v.photo_missing, NULL AS lot_amount, NULL AS photo_amount, '' AS photo_asset_key, NULL AS photo_price,
      NULL AS photo_price_at, NULL AS photo_price_origin
    FROM figures.slices v WHERE v.user_id = ${USER} AND v.event_id = e.event_id AND v.year = ${YEAR}
    ORDER BY v.ordinal LIMIT ${number(LIMITS.reportSlicesMax)}) s`,
);

/** The income of the year, oldest first. */
export const REPORT_INCOMES = prepare(
  'report-incomes',
  sql`SELECT e.event_id, e.occurred_at, e.type, e.treatment, e.taxable, e.asset_key, e.asset_symbol, e.account_id, e.amount,
    e.counted_value, e.income, e.pool_marks, e.acts_on_pools, ${ACCOUNT_NAME}
  FROM (SELECT * FROM (
      ${ofType(sql`e.type = 'INCOME' AND e.taxable`)}
      UNION ALL
      ${ofType(sql`e.type = 'INCOME' AND NOT e.taxable AND 'hasSurplus' = ANY (e.pool_marks)`)}
      UNION ALL
      ${ofType(sql`e.type = 'ACQUISITION' AND 'hasSurplus' = ANY (e.pool_marks)`)}
    ) e ORDER BY e.occurred_at, e.event_id DESC LIMIT ${PAGE}) e
  ${ACCOUNT}
  ORDER BY e.occurred_at, e.event_id DESC`,
);

const LOTS_OF_PAGE = sql`LIMIT ${number(LIMITS.reportLotsPerPage)}`;
const IN_ORDER = sql`ORDER BY asset_key, acquired_at, lot_id ${LOTS_OF_PAGE}`;

/** The next lots by asset, each with what was left of it at the end of a year, as the year of the report sees them. */
export const REPORT_LOTS = prepare(
  'report-lots',
  sql`WITH base AS MATERIALIZED (${keptYear(USER, sql`z.year <= ${YEAR}::integer`)})
  SELECT h.* FROM (${heldLots({
    user: USER,
    year: sql`${HELD}::integer`,
    end: sql`${END}`,
    page: (row) =>
      sql`AND (${raw(row)}.asset_key, ${raw(row)}.acquired_at, ${raw(row)}.lot_id) > (${ASSET}, ${AT}::timestamptz, ${ID}::uuid) ${IN_ORDER}`,
    // A row of a lot that was not there may be left out at the end of a page, never the one that was.
    ordered: sql`ORDER BY asset_key, acquired_at, lot_id, was_there DESC ${LOTS_OF_PAGE}`,
  })}) h ORDER BY h.asset_key, h.acquired_at, h.lot_id`,
);

/** The corrections that concern the year, oldest first; of a submitted year those before it was submitted. */
export const REPORT_CORRECTIONS = prepare(
  'report-corrections',
  sql`SELECT l.audit_id, l.at, l.action, l.via, l.event_ids, l.before::text AS before, l.after::text AS after
  FROM corrections.audit_log l WHERE l.user_id = ${USER} AND l.audit_id > ${ID}::bigint
    AND (l.years = '{}' OR ${YEAR} = ANY (l.years)) AND l.at <= coalesce(${AT}::timestamptz, 'infinity')
  ORDER BY l.audit_id LIMIT ${PAGE}`,
);

// The years of the event and of the suggested counterpart.
const EVENT_YEARS = sql`ARRAY(SELECT c.year FROM figures.events c
    WHERE c.user_id = ${USER} AND c.event_id = i.counterpart_event_id) || i.year AS event_years`;

/** The open issues of the year with their events, by type. Later facts of a submitted year are no part of its report. */
export const REPORT_ISSUES = prepare(
  'report-issues',
  sql`SELECT i.issue_id, i.issue_type, i.event_id, coalesce(i.asset_key, e.asset_key) AS asset_key, i.occurred_at, i.suggestion_changes,
    ${EVENT_YEARS}, e.type, e.treatment, e.asset_symbol, e.amount, e.counted_value, ${ACCOUNT_NAME}
  FROM (SELECT * FROM figures.issues i
    WHERE i.user_id = ${USER} AND i.year = ${YEAR} AND i.issue_type >= ${ASSET} AND (i.issue_type, i.issue_id) > (${ASSET}, ${ID}::uuid)
      AND i.issue_type <> 'FROZEN_YEAR_DRIFT'
    ORDER BY i.issue_type, i.issue_id LIMIT ${PAGE}) i
  LEFT JOIN LATERAL (
    SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = i.event_id AND v.year = ${YEAR} LIMIT 1) e ON true
  ${ACCOUNT}
  ORDER BY i.issue_type, i.issue_id`,
);

/** The years that the effect of an answer is taxed in. */
export const REPORT_TAXED_YEARS = prepare(
  'report-taxed-years',
  sql`SELECT f.year, f.regime, NOT coalesce(y.paid, false) AS locked, f.capital_gains, f.income
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year WHERE f.user_id = ${USER}`,
);

/** The first key of each kind, before all rows. */
export const FIRST = {
  at: '-infinity',
  // Events of the same time are read from the last id to the first.
  eventId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  id: '00000000-0000-0000-0000-000000000000',
} as const;

/** Returns the end of a year in Brussels, as PostgreSQL reads it. */
export function endOfYear(year: number): string {
  return timestampText(yearStartMs(year + 1) * 1000);
}
