/** The statements that read what exchanges stated about a year, and the transactions that may explain a difference. */
import { LIMITS } from '@ctx/domain/limits';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import { STATED_TOTAL_COLUMNS } from '@ctx/records/record-sql';

const [YEAR, AFTER, LAST, FOLDED, AMOUNTS, WITH_FEES] = [
  'year',
  'after',
  'last',
  'folded',
  'amounts',
  'withFees',
].map(parameter);
const EVENTS_MAX = raw(String(LIMITS.comparedEventsMax));

/** The stated totals of the assets of a page: those after a key, up to the last one of the page. */
export const STATED_TOTALS_OF_PAGE = prepare(
  'stated-totals-of-page',
  sql`SELECT ${raw(STATED_TOTAL_COLUMNS)} FROM corrections.stated_totals t
    WHERE t.user_id = ${USER} AND t.year = ${YEAR}::integer AND t.asset_key_folded > ${AFTER}::text
      AND (${LAST}::text IS NULL OR t.asset_key_folded <= ${LAST})
    ORDER BY t.stated_id`,
);

/** All stated totals of a user, the newest year first. */
export const STATED_TOTALS = prepare(
  'stated-totals',
  sql`SELECT ${raw(STATED_TOTAL_COLUMNS)} FROM corrections.stated_totals t
    WHERE t.user_id = ${USER} ORDER BY t.year DESC, t.stated_id`,
);

/** The paid years of a user. */
export const PAID_YEARS = prepare(
  'paid-years',
  sql`SELECT y.year FROM facts.years y WHERE y.user_id = ${USER} AND y.paid`,
);

/**
 * The transactions that may explain a difference, of a page of assets: those with the units of a difference, those that are left out, those
 * without a value, those that look imported twice, and those whose day is in another year in UTC, also of the years around. Where `withFees`
 * says so, those with fees too.
 */
export const COMPARED_EVENTS = prepare(
  'compared-events',
  sql`WITH x AS MATERIALIZED (
      SELECT v.account_id, v.reference_id, sum(coalesce(v.euro_value, v.counted_value)) AS eur FROM figures.events v
      WHERE v.user_id = ${USER} AND v.year = ${YEAR}::integer AND v.type = 'FEE' AND v.treatment <> 'IGNORED' AND NOT v.spam
      GROUP BY v.account_id, v.reference_id),
    d AS MATERIALIZED (
      SELECT v.file_id, v.first_at, v.last_at FROM facts.possible_duplicates v
      WHERE v.user_id = ${USER} AND v.dismissed_at IS NULL),
    e AS MATERIALIZED (
      SELECT v.*, coalesce(v.euro_value, v.counted_value) AS eur,
        extract(year FROM v.occurred_at AT TIME ZONE 'UTC')::integer AS utc_year,
        (SELECT x.eur FROM x WHERE x.account_id = v.account_id AND x.reference_id = v.reference_id) AS fees,
        EXISTS (SELECT FROM d WHERE v.occurred_at BETWEEN d.first_at AND d.last_at
          AND EXISTS (SELECT FROM facts.file_events w WHERE w.user_id = ${USER} AND w.event_id = v.event_id AND w.file_id = d.file_id)
          ) AS is_duplicate, k.with_fees
      FROM unnest(${FOLDED}::text[], ${WITH_FEES}::boolean[]) AS k(folded, with_fees)
      CROSS JOIN LATERAL (
        SELECT w.* FROM figures.events w
        WHERE w.user_id = ${USER} AND w.asset_key_folded = k.folded AND w.year = ${YEAR}::integer
          AND w.type IN ('ACQUISITION', 'DISPOSITION', 'INCOME') AND (w.acts_on_pools OR w.spam OR w.treatment = 'IGNORED')
        UNION ALL
        SELECT w.* FROM figures.events w
        WHERE w.user_id = ${USER} AND w.asset_key_folded = k.folded
          AND w.year IN (${YEAR}::integer - 1, ${YEAR}::integer + 1) AND w.type IN ('ACQUISITION', 'DISPOSITION', 'INCOME')
          AND w.acts_on_pools
          AND w.occurred_at >= make_timestamptz(${YEAR}::integer, 1, 1, 0, 0, 0, 'UTC')
          AND w.occurred_at < make_timestamptz(${YEAR}::integer + 1, 1, 1, 0, 0, 0, 'UTC')) v),
    c AS (
      SELECT e.*, row_number() OVER (PARTITION BY e.asset_key_folded
        ORDER BY e.amount = ANY(${AMOUNTS}::numeric[]) DESC, e.occurred_at, e.event_id) AS place
      FROM e
      WHERE e.amount = ANY(${AMOUNTS}::numeric[]) OR e.spam OR e.treatment = 'IGNORED' OR e.eur IS NULL OR e.is_duplicate
        OR e.utc_year <> e.year OR (e.with_fees AND e.fees IS NOT NULL))
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
