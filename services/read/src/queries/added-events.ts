/** Which events add to a figure of a year, and what. */
import type { ContributionFigure } from '@ctx/domain/vocabulary';
import { sql, type Sql } from '@ctx/platform/sql';

/**
 * Which events add to a figure, and what they add. By facts alone, so that a locked year does not show which amounts are 0. The counts
 * that a run stores with the year are by the same conditions (`contributionsOf` of recalc).
 */
export const ADDED: Readonly<Record<ContributionFigure, { readonly amount: Sql; readonly condition: Sql }>> =
  {
    capitalGains: {
      amount: sql`e.total_gain`,
      condition: sql`e.type = 'DISPOSITION' AND e.taxable AND e.total_gain IS NOT NULL`,
    },
    exemption: {
      amount: sql`e.total_gain`,
      condition: sql`e.type = 'DISPOSITION' AND e.taxable AND e.total_gain IS NOT NULL`,
    },
    income: {
      amount: sql`e.income`,
      // Units that a staking deposit brought beyond what was deposited are income too.
      condition: sql`e.type IN ('INCOME', 'ACQUISITION') AND e.acts_on_pools
      AND ((e.type = 'INCOME' AND e.taxable) OR 'hasSurplus' = ANY (e.pool_marks))`,
    },
    fees: {
      amount: sql`e.counted_value`,
      condition: sql`e.type = 'FEE' AND e.treatment <> 'IGNORED' AND NOT e.spam AND e.counted_value IS NOT NULL`,
    },
  };
