import { CAUSES } from '@ctx/domain/causes';
import { formatCents } from '@ctx/domain/decimal';
import { ISSUE_KINDS, type IssueType, SEVERITIES } from '@ctx/domain/issues';
import type { OverrideRow } from '@ctx/domain/override-record';
import { shown } from '@ctx/domain/shown-text';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import { status } from '@grpc/grpc-js';
import { missingPriceOf } from '../present/missing-price.ts';
import { type BalanceIssue, balanceIssues } from './balance-issues.ts';
import { balanceProofs } from './balance-proofs.ts';
import {
  EVENT_YEARS,
  type IssueStatements,
  issueStatements,
  questionStatements,
} from './issue-statements.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import type {
  IssuesInbox,
  ListIssuesRequest,
  ListQuestionsRequest,
  ReviewQueueItem,
  ReviewQueueSummary,
  TaxEvent,
} from '@ctx/proto/gen/ctx/v1/read';
import { type Change, impactOf, type TaxedYear } from '../present/impact.ts';
import { type ItemSuggestion, suggestionOf } from '../present/suggestion.ts';
import { adviceOf, explainMissingPurchases } from './missing-purchases.ts';
import { type ReportedIssue, reportedIssues } from './reported-issues.ts';
import { type DuplicateJson, possibleDuplicate } from './possible-duplicate.ts';
import { requestedPage, withTotal } from './requested-page.ts';
import {
  type EventParts,
  type EventRow,
  type LoanRow,
  type SliceRow,
  taxEvent,
} from '../present/tax-event.ts';

interface CountRow {
  issue_type: string;
  queue: string;
  year: number | null;
  count: number;
}

interface SuggestionRow {
  year: number | null;
  event_years: number[];
  suggestion_changes: Change[] | null;
}

interface IssueYear extends TaxedYear {
  monthly_gains: string[];
  held: boolean;
}

type ItemRow = {
  issue_id: string;
  issue_type: IssueType;
  severity: number;
  issue_year: number | null;
  issue_override: OverrideRow | null;
  issue_asset_key: string | null;
  duplicate: DuplicateJson | null;
} & ItemSuggestion & { [Field in keyof EventRow]: EventRow[Field] | null };

const SUGGESTIONS = `
  SELECT i.year, i.suggestion_changes, ${EVENT_YEARS} FROM figures.issues i
  WHERE i.user_id = $1 AND i.suggestion_type IS NOT NULL`;

const YEARS = `
  SELECT f.year, f.regime, NOT coalesce(y.paid, false) AS locked, f.capital_gains, f.income,
    coalesce(y.held_gains, f.monthly_gains)::text[] AS monthly_gains, y.held_since IS NOT NULL AS held
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year WHERE f.user_id = $1`;

/** Returns the review inbox across all years (service.md, "Issues inbox"; decisions.md, Reads 5). */
export async function listIssues(
  source: Source,
  userId: number,
  request: ListIssuesRequest,
): Promise<IssuesInbox> {
  return readInbox(source, userId, request, (derived) => issueStatements(userId, request, derived));
}

/** Returns a page of the questions of one decision, for the pages. */
export async function listQuestions(
  source: Source,
  userId: number,
  request: ListQuestionsRequest,
): Promise<IssuesInbox> {
  if (!Object.hasOwn(CAUSES, request.cause)) throw new GrpcRejection(status.NOT_FOUND, 'no such cause');
  return readInbox(source, userId, request, (derived) => questionStatements(userId, request, derived));
}

async function readInbox(
  source: Source,
  userId: number,
  requested: ListIssuesRequest | ListQuestionsRequest,
  statementsOf: (derived: readonly (BalanceIssue | ReportedIssue)[]) => IssueStatements,
): Promise<IssuesInbox> {
  const values = [userId];
  const page = requestedPage(requested);
  const proofs = await balanceProofs(source, userId, null);
  const ofBalances = await balanceIssues(source, userId, proofs);
  const ofExchanges = await reportedIssues(source, userId);
  const statements = statementsOf([...ofBalances, ...ofExchanges]);
  const balances = new Map(ofBalances.map(({ row, balance }) => [row.issue_id, balance]));
  const stated = new Map(ofExchanges.map(({ row, reported }) => [row.issue_id, reported]));
  const [counts, items, slices, loans, suggestions, years, [total]] = await readAsUser<
    [CountRow, ItemRow, SliceRow, LoanRow, SuggestionRow, IssueYear, { count: number }]
  >(
    source,
    userId,
    statements.counts,
    statements.items,
    statements.slices,
    statements.loans,
    { name: 'issue-suggestions', text: SUGGESTIONS, values },
    { name: 'issue-years', text: YEARS, values },
    statements.total,
  );
  const explanations = await explainMissingPurchases(source, userId, items, proofs);
  const { taxedYears, isLocked, monthsOf } = yearLookups(years);
  const fixable = suggestions.filter(({ year }) => !isLocked(year));
  const parts = { slices: Map.groupBy(slices, eventIdOf), loans: Map.groupBy(loans, eventIdOf) };
  return {
    copilotEstimatedImpactTotalEur: formatCents(impactOfAll(fixable, taxedYears)),
    copilotFixableCount: fixable.length,
    counts: summaryOf(counts),
    items: items.map((row): ReviewQueueItem => {
      const locked = isLocked(row.issue_year);
      return {
        ...kindOf(row),
        ...adviceOf(row, explanations),
        ...missingPriceOf(row),
        locked,
        year: row.issue_year,
        sourceEventId: row.event_id,
        event: eventOf(row, { userId, locked, ...monthsOf(row.issue_year) }, parts),
        copilot: suggestionOf(row, locked, taxedYears),
        orphanedCorrection: orphanOf(row),
        missingPriceAssetKey: row.issue_asset_key,
        possibleDuplicate: row.duplicate === null ? null : possibleDuplicate(row.duplicate),
        balance: balances.get(row.issue_id) ?? null,
        reported: stated.get(row.issue_id) ?? null,
      };
    }),
    years: [...new Set(counts.flatMap(({ year }) => (year === null ? [] : [year])))].toSorted(
      (a, b) => b - a,
    ),
    page: page === null ? null : withTotal(page, total?.count ?? 0),
    ...(statements.isFiltered && { matching: total?.count ?? 0 }),
  };
}

/** Returns what items need of their years. */
function yearLookups(years: readonly IssueYear[]) {
  const taxedYears = new Map(years.map((year) => [year.year, year]));
  const isLocked = (year: number | null): boolean => year !== null && (taxedYears.get(year)?.locked ?? true);
  const monthsOf = (year: number | null): Pick<EventParts, 'monthlyGains' | 'held'> => {
    const { monthly_gains = [], held = false } = (year === null ? undefined : taxedYears.get(year)) ?? {};
    return { monthlyGains: monthly_gains, held };
  };
  return { taxedYears, isLocked, monthsOf };
}

function impactOfAll(suggestions: readonly SuggestionRow[], years: ReadonlyMap<number, IssueYear>): bigint {
  return suggestions.reduce(
    (sum, each) => sum + (impactOf(each.suggestion_changes, each.event_years, years) ?? 0n),
    0n,
  );
}

/** Returns counts of issues by type and by queue, without zeros. */
export function summaryOf(
  counts: readonly Pick<CountRow, 'issue_type' | 'queue' | 'count'>[],
): ReviewQueueSummary {
  const summary: ReviewQueueSummary = { total: 0, countsByIssueType: {}, countsByQueue: {} };
  for (const { issue_type, queue, count } of counts) {
    summary.total += count;
    summary.countsByIssueType[issue_type] = (summary.countsByIssueType[issue_type] ?? 0) + count;
    summary.countsByQueue[queue] = (summary.countsByQueue[queue] ?? 0) + count;
  }
  return summary;
}

const eventIdOf = (row: { readonly event_id: string }): string => row.event_id;

function kindOf(
  row: ItemRow,
): Pick<
  ReviewQueueItem,
  'title' | 'explanation' | 'issueType' | 'queue' | 'severity' | 'recommendedAction' | 'recommendedActionId'
> {
  const { title, explanation, queue, recommendedAction, recommendedActionId } = ISSUE_KINDS[row.issue_type];
  const severity = SEVERITIES[row.severity] ?? 'LOW';
  return {
    title,
    explanation,
    issueType: row.issue_type,
    queue,
    severity,
    recommendedAction,
    recommendedActionId,
  };
}

function eventOf(
  row: ItemRow,
  known: Omit<EventParts, 'slices' | 'loans'>,
  parts: { readonly slices: Map<string, SliceRow[]>; readonly loans: Map<string, LoanRow[]> },
): TaxEvent | null {
  if (row.event_id === null) return null;
  return taxEvent(row as EventRow, {
    ...known,
    slices: parts.slices.get(row.event_id) ?? [],
    loans: parts.loans.get(row.event_id) ?? [],
  });
}

function orphanOf({ issue_override: override }: ItemRow): ReviewQueueItem['orphanedCorrection'] {
  if (override === null) return null;
  const { id, assetId, originalType, referenceId, notes, orphanedSince } = override;
  const { overriddenDescription, overriddenType } = override;
  return {
    overrideId: id,
    assetId,
    originalType,
    notes,
    orphanedSince,
    referenceId: shown(referenceId),
    overriddenDescription,
    overriddenType,
  };
}
