/** The statements that add up what exchanges report about a year. */
import { parameter, prepare, sql, type Sql, USER } from '@ctx/platform/sql';

const [YEAR, AFTER, SIZE, FOLDED] = ['year', 'after', 'size', 'folded'].map(parameter);

/** Selects the first asset after a key: one probe of an index, however many transactions an asset has. */
const nextAsset = (key: Sql): Sql => sql`(SELECT v.asset_key_folded FROM figures.events v
    WHERE v.user_id = ${USER} AND v.asset_key_folded > ${key} ORDER BY v.asset_key_folded LIMIT 1)`;

/** The keys, without letter case, of a page of assets with transactions in any year. */
export const REPORTED_KEYS = prepare(
  'reported-keys',
  sql`WITH RECURSIVE k(folded, place) AS (
    SELECT ${nextAsset(sql`${AFTER}::text`)}, 1
    UNION ALL
    SELECT ${nextAsset(sql`k.folded`)}, k.place + 1 FROM k WHERE k.folded IS NOT NULL AND k.place < ${SIZE}::integer)
  SELECT k.folded FROM k WHERE k.folded IS NOT NULL ORDER BY k.place`,
);

/** The transactions of a page of assets, those of wallets too. A fee counts for each asset of its transaction. */
export const REPORTED_ROWS = prepare(
  'reported-rows',
  sql`WITH x AS MATERIALIZED (
      SELECT v.account_id, v.reference_id, sum(coalesce(v.euro_value, v.counted_value)) AS eur FROM figures.events v
      WHERE v.user_id = ${USER} AND v.year = ${YEAR}::integer AND v.type = 'FEE' AND v.treatment <> 'IGNORED' AND NOT v.spam
      GROUP BY v.account_id, v.reference_id),
    e AS MATERIALIZED (
      SELECT v.account_id, v.asset_key, v.asset_symbol, v.type, v.treatment, v.match_id IS NOT NULL AS is_matched, v.amount,
        coalesce(v.euro_value, v.counted_value) AS eur, coalesce(f.is_loan, false) AS is_loan,
        coalesce(f.is_repayment, false) AS is_repayment,
        v.continuity_group_id IS NOT NULL AND NOT coalesce(m.has_money, false) AS is_for_assets,
        (SELECT x.eur FROM x WHERE x.account_id = v.account_id AND x.reference_id = v.reference_id) AS fees
      FROM unnest(${FOLDED}::text[]) AS k(folded)
      CROSS JOIN LATERAL (
        SELECT w.* FROM figures.events w
        WHERE w.user_id = ${USER} AND w.asset_key_folded = k.folded AND w.year = ${YEAR}::integer
          AND w.type IN ('ACQUISITION', 'DISPOSITION', 'INCOME') AND w.acts_on_pools) v
      LEFT JOIN LATERAL (
        SELECT w.is_loan, w.is_repayment FROM facts.events w WHERE w.user_id = ${USER} AND w.event_id = v.event_id LIMIT 1) f ON true
      LEFT JOIN LATERAL (
        SELECT bool_or(w.asset_fiat) AS has_money FROM facts.events w
        WHERE w.user_id = ${USER} AND w.continuity_group_id = v.continuity_group_id) m ON true)
  SELECT a.kind, a.datasource, a.label, a.source_platform, e.*
  FROM (
    SELECT e.account_id, e.asset_key, min(e.asset_symbol) AS asset_symbol, e.type, e.treatment, e.is_matched, e.is_loan, e.is_repayment,
      e.is_for_assets, sum(e.amount) AS units, coalesce(sum(e.eur), 0) AS eur, coalesce(sum(e.fees), 0) AS fees,
      count(*) AS transactions, count(*) FILTER (WHERE e.eur IS NULL) AS without_value
    FROM e GROUP BY e.account_id, e.asset_key, e.type, e.treatment, e.is_matched, e.is_loan, e.is_repayment, e.is_for_assets) e
  CROSS JOIN LATERAL (
    SELECT w.* FROM facts.accounts w WHERE w.user_id = ${USER} AND w.account_id = e.account_id LIMIT 1) a`,
);
