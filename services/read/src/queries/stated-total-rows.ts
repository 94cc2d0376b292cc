/** The statements that read what exchanges stated about a year, and the transactions that may explain a difference. */
import { LIMITS } from '@ctx/domain/limits';
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import { STATED_TOTAL_COLUMNS } from '@ctx/records/record-sql';

const [YEAR, AFTER, LAST, FOLDED, AMOUNTS, WITH_FEES, FILES] = [
  'year',
  'after',
  'last',
  'folded',
  'amounts',
  'withFees',
  'files',
].map(parameter);
const EVENTS_MAX = raw(String(LIMITS.comparedEventsMax));

/** A stated total, and whether it is of an asset of a page. */
export interface StatedTotalOfPage extends StatedTotalRecord {
  readonly isOnPage: boolean;
}

/**
 * All stated totals of a user, the newest year first, with whether their assets are on a page: those after a key, up to the last one. The
 * database compares, as it does for the keys of the page.
 */
export const STATED_TOTALS = prepare(
  'stated-totals',
  sql`SELECT ${raw(STATED_TOTAL_COLUMNS)},
      t.asset_key_folded > ${AFTER}::text AND (${LAST}::text IS NULL OR t.asset_key_folded <= ${LAST}) AS "isOnPage"
    FROM corrections.stated_totals t WHERE t.user_id = ${USER} ORDER BY t.year DESC, t.stated_id`,
);

/** The years of a user, with whether they are paid. */
export const YEARS_PAID = prepare(
  'years-paid',
  sql`SELECT y.year, y.paid FROM facts.years y WHERE y.user_id = ${USER}`,
);

/** A file that looks imported twice, unless the user said that it does not. */
export interface DuplicateFile {
  readonly fileId: string;
  readonly dismissed: boolean;
}

export const DUPLICATE_FILES = prepare(
  'files-imported-twice',
  sql`SELECT d.file_id AS "fileId", d.dismissed_at IS NOT NULL AS dismissed FROM facts.possible_duplicates d
    WHERE d.user_id = ${USER}`,
);

/**
 * The transactions that may explain a difference, of a page of assets: those with the units of a difference, those that are left out, those
 * without a value, those that look imported twice, and those whose day is in another year in UTC. Belgium is ahead of UTC, so of other years
 * these are the first ones of the next. Where `withFees` says so, those with fees too.
 */
export const COMPARED_EVENTS = prepare(
  'compared-events',
  sql`WITH x AS MATERIALIZED (
      SELECT v.account_id, v.reference_id, sum(coalesce(v.euro_value, v.counted_value)) AS eur FROM figures.events v
      WHERE v.user_id = ${USER} AND v.year = ${YEAR}::integer AND v.type = 'FEE' AND v.treatment <> 'IGNORED' AND NOT v.spam
      GROUP BY v.account_id, v.reference_id),
    e AS MATERIALIZED (
      SELECT v.*, coalesce(v.euro_value, v.counted_value) AS eur,
        extract(year FROM v.occurred_at AT TIME ZONE 'UTC')::integer AS utc_year,
        CASE WHEN k.with_fees THEN (SELECT x.eur FROM x WHERE x.account_id = v.account_id AND x.reference_id = v.reference_id) END AS fees,
        coalesce(p.file_ids && ${FILES}::uuid[], false) AS is_duplicate
      FROM unnest(${FOLDED}::text[], ${WITH_FEES}::boolean[]) AS k(folded, with_fees)
      CROSS JOIN LATERAL (
        SELECT w.* FROM figures.events w
        WHERE w.user_id = ${USER} AND w.asset_key_folded = k.folded AND w.year = ${YEAR}::integer
          AND w.type IN ('ACQUISITION', 'DISPOSITION', 'INCOME') AND (w.acts_on_pools OR w.spam OR w.treatment = 'IGNORED')
        UNION ALL
        SELECT w.* FROM unnest(ARRAY['ACQUISITION', 'DISPOSITION', 'INCOME']) AS t(type) CROSS JOIN LATERAL (
          SELECT u.* FROM figures.events u
          WHERE u.user_id = ${USER} AND u.asset_key_folded = k.folded AND u.year = ${YEAR}::integer + 1 AND u.type = t.type
          ORDER BY u.occurred_at LIMIT ${EVENTS_MAX}) w
        WHERE w.acts_on_pools AND w.occurred_at < make_timestamptz(${YEAR}::integer + 1, 1, 1, 0, 0, 0, 'UTC')) v
      LEFT JOIN LATERAL (
        SELECT array_agg(w.file_id) AS file_ids FROM facts.file_events w
        WHERE w.user_id = ${USER} AND w.event_id = v.event_id AND cardinality(${FILES}::uuid[]) > 0) p ON true),
    c AS (
      SELECT e.*, row_number() OVER (PARTITION BY e.asset_key_folded
        ORDER BY e.amount = ANY(${AMOUNTS}::numeric[]) DESC, e.occurred_at, e.event_id) AS place
      FROM e
      WHERE e.amount = ANY(${AMOUNTS}::numeric[]) OR e.spam OR e.treatment = 'IGNORED' OR e.eur IS NULL OR e.is_duplicate
        OR e.utc_year <> e.year OR e.fees IS NOT NULL)
  SELECT c.event_id, c.account_id, c.asset_key, c.year, c.type, c.treatment, c.spam, c.amount,
    c.eur, coalesce(c.fees, 0) AS fees, c.utc_year, c.is_duplicate, c.match_id IS NOT NULL AS is_matched,
    coalesce(f.is_loan, false) AS is_loan, coalesce(f.is_repayment, false) AS is_repayment,
    c.continuity_group_id IS NOT NULL AND NOT coalesce(m.has_money, false) AS is_for_assets,
    a.kind, a.datasource, a.label, a.source_platform
  FROM c
  CROSS JOIN LATERAL (
    SELECT w.* FROM facts.accounts w WHERE w.user_id = ${USER} AND w.account_id = c.account_id LIMIT 1) a
  LEFT JOIN LATERAL (
    SELECT w.is_loan, w.is_repayment FROM facts.events w WHERE w.user_id = ${USER} AND w.event_id = c.event_id LIMIT 1) f ON true
  LEFT JOIN LATERAL (
    SELECT bool_or(w.asset_fiat) AS has_money FROM facts.events w
    WHERE w.user_id = ${USER} AND w.continuity_group_id = c.continuity_group_id) m ON true
  WHERE c.place <= ${EVENTS_MAX}
  ORDER BY c.occurred_at, c.event_id`,
);
