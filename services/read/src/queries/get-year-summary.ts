import { type Pool, readAsUser } from '@ctx/common/platform/postgres';
import type { GetYearSummaryRequest, YearSummary } from '@ctx/proto/gen/ctx/v1/read';
import { monthlyGainsOf, STALE, totalsOf, YEAR_ROWS, type YearRow } from './year-rows.ts';

interface MarkerRow {
  stale: boolean;
  locked: boolean;
  frozen: boolean;
  regime: string;
}

const MARKERS = `
  SELECT ${STALE}, NOT coalesce(y.paid, false) AS locked, y.submitted_at IS NOT NULL AS frozen,
    coalesce(y.regime, 'NORMAAL_BEHEER') AS regime
  FROM (VALUES ($1::bigint, $2::integer)) AS asked (user_id, year)
  LEFT JOIN facts.years y ON y.user_id = asked.user_id AND y.year = asked.year`;

/** One year's figures (service.md, "Year summary"); a year without events has zeros (decisions.md, Reads 6). */
export async function getYearSummary(
  pool: Pool,
  userId: number,
  request: GetYearSummaryRequest,
): Promise<YearSummary> {
  const values = [userId, request.year];
  const [markers = [], rows = []] = await readAsUser<MarkerRow | YearRow>(
    pool,
    userId,
    { name: 'year-markers', text: MARKERS, values },
    { name: 'year-summary', text: `${YEAR_ROWS} AND f.year = $2`, values },
  );
  const marker = markers[0] as MarkerRow;
  const row = (rows[0] as YearRow | undefined) ?? emptyYear(request.year, marker);
  return {
    year: row.year,
    locked: row.locked,
    frozen: row.frozen,
    stale: marker.stale,
    regime: row.regime,
    ...totalsOf(row),
    transactionCount: row.transaction_count,
    walletCount: row.wallet_count,
    monthlyRealizedGains: monthlyGainsOf(row),
    reviewQueueCounts: { total: 0, countsByIssueType: {}, countsByQueue: {} },
    declarationSummary: null,
    vrijstellingHeadroom: null,
  };
}

function emptyYear(year: number, marker: MarkerRow): YearRow {
  const months = Array.from({ length: 12 }, () => '0');
  return {
    year,
    locked: marker.locked,
    frozen: marker.frozen,
    regime: marker.regime,
    capital_gains_rate_percent: '0',
    income_rate_percent: '0',
    capital_gains: '0',
    capital_gains_tax: '0',
    income: '0',
    income_tax: '0',
    total_tax: '0',
    monthly_gains: months,
    monthly_income: months,
    transaction_count: 0,
    wallet_count: 0,
    needs_review_count: 0,
  };
}
