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

/** The transactions of a page of assets at exchanges. A fee counts for each asset of its transaction. */
export const REPORTED_ROWS = prepare(
  'reported-rows',
  sql`WITH a AS MATERIALIZED (
      SELECT a.account_id, a.kind, a.datasource, a.label, a.source_platform FROM facts.accounts a
      WHERE a.user_id = ${USER} AND (a.kind = 'exchange' OR a.kind = 'file' AND a.source_platform IS NOT NULL)),
    e AS MATERIALIZED (
      SELECT v.event_id, v.account_id, v.reference_id, v.asset_key, v.asset_symbol, v.type, v.treatment, v.match_id, v.continuity_group_id,
        v.amount, coalesce(v.euro_value, v.counted_value) AS eur
      FROM unnest(${FOLDED}::text[]) AS k(folded)
      JOIN figures.events v ON v.user_id = ${USER} AND v.asset_key_folded = k.folded AND v.year = ${YEAR}::integer
        AND v.type IN ('ACQUISITION', 'DISPOSITION', 'INCOME')
      WHERE v.acts_on_pools),
    x AS MATERIALIZED (
      SELECT v.account_id, v.reference_id, sum(coalesce(v.euro_value, v.counted_value)) AS eur FROM figures.events v
      WHERE v.user_id = ${USER} AND v.year = ${YEAR}::integer AND v.type = 'FEE' AND v.treatment <> 'IGNORED' AND NOT v.spam
      GROUP BY v.account_id, v.reference_id),
    m AS MATERIALIZED (
      SELECT DISTINCT g.continuity_group_id FROM (SELECT DISTINCT e.continuity_group_id FROM e WHERE e.continuity_group_id IS NOT NULL) g
      JOIN facts.events f ON f.user_id = ${USER} AND f.continuity_group_id = g.continuity_group_id
      WHERE f.asset_fiat)
  SELECT a.kind, a.datasource, a.label, a.source_platform, e.asset_key, min(e.asset_symbol) AS asset_symbol, e.type, e.treatment,
    e.match_id IS NOT NULL AS is_matched, coalesce(f.is_loan, false) AS is_loan, coalesce(f.is_repayment, false) AS is_repayment,
    e.continuity_group_id IS NOT NULL AND m.continuity_group_id IS NULL AS is_for_assets,
    sum(e.amount) AS units, coalesce(sum(e.eur), 0) AS eur, coalesce(sum(x.eur), 0) AS fees, count(*) AS transactions,
    count(*) FILTER (WHERE e.eur IS NULL) AS without_value
  FROM e JOIN a ON a.account_id = e.account_id
  LEFT JOIN facts.events f ON f.user_id = ${USER} AND f.event_id = e.event_id
  LEFT JOIN x ON x.account_id = e.account_id AND x.reference_id = e.reference_id
  LEFT JOIN m ON m.continuity_group_id = e.continuity_group_id
  GROUP BY 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12`,
);
