/** The rows that tell what the figures of years lack. They are found from open issues, so they cost nothing in a year without any. */
import { valuedEventsMax } from '@ctx/domain/completeness';
import type { IssueType } from '@ctx/domain/issues';
import type { Statement } from '@ctx/platform/single-sync';
import {
  empty,
  parameter,
  prepare,
  type PreparedStatement,
  raw,
  sql,
  type Sql,
  USER,
} from '@ctx/platform/sql';
import type { LackingRow, PhotoLackRow, UnknownCostRow } from '../present/completeness.ts';
import { EVENT_OF_ISSUE } from './event-of-issue.ts';

const YEAR = parameter('year');
const types = (...names: readonly IssueType[]): Sql => raw(names.map((name) => `'${name}'`).join(', '));
const TRANSFERS = types('UNMATCHED_TRANSFER_OUT', 'UNMATCHED_TRANSFER_IN');
const BASES = types('MISSING_COST_BASIS', 'GIFT_BASIS_UNKNOWN');
const UNKNOWN_COSTS = types('MISSING_PRICE', 'GIFT_BASIS_UNKNOWN');
const MISSING_PRICE = sql`i.issue_type = 'MISSING_PRICE'`;

/** Counts events whose value the figures can need, at most as many as decide the rule (`isMostlyUnknown`). */
const VALUED = sql`(SELECT count(*) FROM (SELECT FROM figures.events v WHERE v.user_id = ${USER} AND v.year = n.year
    AND v.type IN ('ACQUISITION', 'INCOME', 'DISPOSITION') AND v.acts_on_pools AND (v.type <> 'DISPOSITION' OR v.taxable)
    LIMIT ${raw(String(valuedEventsMax(1)))} * n.without_value) c)`;

/** Which years a statement reads. */
interface Years {
  readonly suffix: string;
  /** A condition on the years of rows. */
  readonly of: (row: string) => Sql;
  /** A condition on issues of the years up to the last one. */
  readonly until: Sql;
}

const ONE_YEAR: Years = {
  suffix: 'of-year',
  of: (row) => sql`AND ${raw(row)}.year = ${YEAR}`,
  until: sql`AND i.year <= ${YEAR}`,
};
const ALL_YEARS: Years = { suffix: 'of-all-years', of: () => empty, until: empty };

/** Counts the open issues of each year, with what they do to the figures. */
const lackingEvents = ({ suffix, of }: Years): PreparedStatement =>
  prepare(
    `lacking-events-${suffix}`,
    sql`SELECT n.*, ${VALUED} AS valued FROM (
    SELECT i.year,
      count(*) FILTER (WHERE ${MISSING_PRICE}) AS without_value,
      count(*) FILTER (WHERE ${MISSING_PRICE} AND e.type = 'DISPOSITION' AND e.total_gain IS NULL) AS sales_left_out,
      count(*) FILTER (WHERE ${MISSING_PRICE} AND e.type = 'ACQUISITION' AND e.counted_value IS NULL) AS purchases_at_no_cost,
      count(*) FILTER (WHERE ${MISSING_PRICE} AND e.type = 'INCOME' AND e.taxable AND e.counted_value IS NULL) AS income_as_zero,
      count(DISTINCT i.event_id) FILTER (WHERE i.issue_type IN (${BASES})) AS without_basis,
      count(DISTINCT i.event_id) FILTER (WHERE i.issue_type IN (${TRANSFERS})) AS unmatched_transfers,
      coalesce(sum(e.total_gain) FILTER (WHERE i.issue_type = 'UNMATCHED_TRANSFER_OUT' AND e.taxable), 0) AS unmatched_gains,
      count(*) FILTER (WHERE i.issue_type = 'MISSING_PHOTO_VALUE') AS photo_issues
    FROM figures.issues i
    LEFT JOIN LATERAL ${EVENT_OF_ISSUE} e
      ON true
    WHERE i.user_id = ${USER} ${of('i')} AND i.issue_type IN ('MISSING_PRICE', 'MISSING_PHOTO_VALUE', ${BASES}, ${TRANSFERS})
    GROUP BY i.year) n`,
  );

/** Counts the sales of each year whose gain is measured without the photo price that it needs, and the assets of those prices. */
const salesWithoutPhotoPrice = ({ suffix, of }: Years): PreparedStatement =>
  prepare(
    `sales-without-photo-price-${suffix}`,
    sql`SELECT s.year, count(DISTINCT s.photo_missing) AS assets, count(DISTINCT s.event_id) AS sales FROM figures.slices s
    WHERE s.user_id = ${USER} ${of('s')} AND s.photo_missing > '' GROUP BY s.year`,
  );

/** Counts the sales of each year that took units of unknown cost, also after a transfer between assets. */
const salesOfUnknownCost = ({ suffix, of, until }: Years): PreparedStatement =>
  prepare(
    `sales-of-unknown-cost-${suffix}`,
    sql`WITH RECURSIVE unknown AS (
    SELECT l.lot_id FROM figures.issues i
    CROSS JOIN LATERAL (SELECT v.lot_id FROM figures.lots v WHERE v.user_id = ${USER} AND v.event_id = i.event_id OFFSET 0) l
    WHERE i.user_id = ${USER} AND i.issue_type IN (${UNKNOWN_COSTS}) ${until}
    UNION
    SELECT l.lot_id FROM unknown u
    CROSS JOIN LATERAL (SELECT v.lot_id FROM figures.lots v WHERE v.user_id = ${USER} AND v.from_lot_id = u.lot_id OFFSET 0) l)
  SELECT s.year, count(DISTINCT s.event_id) AS sales FROM unknown u
  CROSS JOIN LATERAL (SELECT v.* FROM figures.slices v
    WHERE v.user_id = ${USER} AND v.lot_id = u.lot_id AND v.is_gain AND v.kind = 'CONSUMED' ${of('v')} OFFSET 0) s
  GROUP BY s.year`,
  );

const statementsOf = (years: Years) =>
  [lackingEvents(years), salesWithoutPhotoPrice(years), salesOfUnknownCost(years)] as const;
const OF_ONE_YEAR = statementsOf(ONE_YEAR);
const OF_ALL_YEARS = statementsOf(ALL_YEARS);

/** The rows of the statements of `selectLacks`. */
export type LackRows = [LackingRow, PhotoLackRow, UnknownCostRow];

type LackStatements = readonly [Statement, Statement, Statement];

/** The statements that read what the figures of a year lack. */
export function selectLacks(values: { readonly userId: number; readonly year: number }): LackStatements {
  const [lacking, photo, cost] = OF_ONE_YEAR;
  return [lacking(values), photo(values), cost(values)];
}

/** The statements that read what the figures of each year lack. */
export function selectAllLacks(values: { readonly userId: number }): LackStatements {
  const [lacking, photo, cost] = OF_ALL_YEARS;
  return [lacking(values), photo(values), cost(values)];
}
