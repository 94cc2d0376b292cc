/** Turns a preview into its message: what a reader may see of it, bounded. */
import { formatCents } from '@ctx/domain/decimal';
import { SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import type {
  CorrectionPreview,
  PreviewFigures,
  PreviewIssue,
  PreviewRule,
  PreviewYear,
} from '@ctx/proto/gen/ctx/v1/preview';
import type { ShownIssue } from '../runs/effect.ts';
import type { Preview } from '../runs/preview.ts';
import { exemptionOn, type Side } from './headroom.ts';

/**
 * Returns the message of a preview. Locked years and their issues are left out, so that it reveals nothing of them: all are named, whether
 * the change reaches them or not.
 */
export function toMessage(preview: Preview, rule: PreviewRule | null): CorrectionPreview {
  const isShown = ({ year }: ShownIssue): boolean => year === null || preview.unlocked.has(year);
  const appear = preview.issues.appear.filter(isShown);
  const disappear = preview.issues.disappear.filter(isShown);
  return {
    years: preview.years.flatMap(({ before, isLocked }) =>
      isLocked ? [] : differenceIn(before.year, preview),
    ),
    lockedYears: preview.years.flatMap(({ before, isLocked }) => (isLocked ? before.year : [])),
    issues: {
      appearCount: appear.length,
      disappearCount: disappear.length,
      appear: toIssues(appear),
      disappear: toIssues(disappear),
    },
    rule,
  };
}

/** Returns a year if anything that is shown of it differs. Nothing of a submitted year does. */
function differenceIn(year: number, preview: Preview): PreviewYear[] {
  if (preview.submitted.has(year)) return [];
  const [before, after] = [figuresOn('before', year, preview), figuresOn('after', year, preview)];
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ year, before, after }];
}

function figuresOn(side: Side, year: number, preview: Preview): PreviewFigures | null {
  const figures = preview.years.find(({ before }) => before.year === year)?.[side];
  if (figures === undefined) return null;
  const exemption = exemptionOn(side, year, preview);
  return {
    totalCapitalGains: formatCents(figures.capitalGains),
    totalCapitalGainsTax: formatCents(figures.capitalGainsTax),
    totalIncome: formatCents(figures.income),
    totalIncomeTax: formatCents(figures.incomeTax),
    totalTax: formatCents(figures.totalTax),
    exemptionUsed: exemption === null ? null : formatCents(exemption.used),
    exemptionRemaining: exemption === null ? null : formatCents(exemption.remaining),
  };
}

function toIssues(issues: readonly ShownIssue[]): PreviewIssue[] {
  return issues
    .toSorted(
      (a, b) =>
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        (b.year ?? 0) - (a.year ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
    .slice(0, LIMITS.previewIssuesMax)
    .map(({ type, severity, year, eventId, assetKey }) => ({
      issueType: type,
      severity,
      year,
      sourceEventId: eventId,
      missingPriceAssetKey: assetKey,
    }));
}
