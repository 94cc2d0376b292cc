/** Issues of totals that an exchange stated and the transactions of the year do not explain. No figure depends on them, so no run stores them. */
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { ISSUE_KINDS, SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { stableId } from '@ctx/domain/stable-id';
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import type { ReportedOfIssue } from '@ctx/proto/gen/ctx/v1/read';
import type { ReportedRow } from '@ctx/domain/law/reported-totals';
import { type ExplainedTotal, shownDifference } from '../present/stated-totals.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { comparedTotals } from './compared-totals.ts';
import { REPORTED_ROWS } from '@ctx/records/reported-rows';
import { STATED_TOTALS, YEARS_PAID } from './stated-total-rows.ts';

/** The columns of figures.issues that such an issue has. It names no event. */
interface IssueRow {
  readonly user_id: number;
  readonly issue_id: string;
  readonly issue_type: 'REPORTED_DIFFERS';
  readonly queue: string;
  readonly severity: number;
  readonly year: number;
  readonly occurred_at: string;
}

interface PaidYear {
  readonly year: number;
  readonly paid: boolean;
}

/** An issue, and what its item in the inbox shows. */
export interface ReportedIssue {
  readonly row: IssueRow;
  readonly reported: ReportedOfIssue;
}

/** Returns the issues of stated totals of a user, newest year first. */
export async function reportedIssues(source: Source, userId: number): Promise<readonly ReportedIssue[]> {
  const [stated, years] = await readAsUser<[StatedTotalRecord, PaidYear]>(
    source,
    userId,
    STATED_TOTALS({ userId, after: '', last: null }),
    YEARS_PAID({ userId }),
  );
  const issues: ReportedIssue[] = [];
  for (const [year, ofYear] of Map.groupBy(stated, (record) => record.year)) {
    const folded = [...new Set(ofYear.map(({ assetId }) => assetId.toLowerCase()))];
    const [rows] = await readAsUser<[ReportedRow]>(source, userId, REPORTED_ROWS({ userId, year, folded }));
    const locked = !years.some((each) => each.year === year && each.paid);
    const { explained } = await comparedTotals(source, userId, { year, locked, rows, stated: ofYear });
    for (const total of explained) if (total.isOpen) issues.push(issueOf(userId, total));
  }
  return issues.slice(0, LIMITS.reportedIssuesMax);
}

function issueOf(userId: number, { own, stated, difference }: ExplainedTotal): ReportedIssue {
  const { queue, severity } = ISSUE_KINDS.REPORTED_DIFFERS;
  return {
    row: {
      user_id: userId,
      issue_id: stableId('reported differs', stated.id),
      issue_type: 'REPORTED_DIFFERS',
      queue,
      severity: SEVERITIES.indexOf(severity),
      year: stated.year,
      occurred_at: stated.statedAt,
    },
    reported: {
      statedId: stated.id,
      platform: own.platform,
      assetId: own.assetKey,
      kind: own.kind,
      units: formatDecimal(own.units, AMOUNT_SCALE),
      statedUnits: stated.units,
      difference: shownDifference(difference),
    },
  };
}
