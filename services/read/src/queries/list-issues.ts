import { formatCents } from '@ctx/domain/decimal';
import { ISSUE_KINDS, type IssueType, SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import type { OverrideRow } from '@ctx/domain/override-record';
import { shown } from '@ctx/domain/shown-text';
import { missingPriceOf } from '../present/missing-price.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import { factJson, overrideJson } from '@ctx/records/record-sql';
import type {
  IssuesInbox,
  ListIssuesRequest,
  ReviewQueueItem,
  ReviewQueueSummary,
  TaxEvent,
} from '@ctx/proto/gen/ctx/v1/read';
import { type Change, impactOf, type TaxedYear } from '../present/impact.ts';
import { type ItemSuggestion, suggestionOf } from '../present/suggestion.ts';
import { adviceOf, explainMissingPurchases } from './missing-purchases.ts';
import { DUPLICATE_JSON, type DuplicateJson, possibleDuplicate } from './possible-duplicate.ts';
import { rangeOf, requestedPage, withTotal } from './requested-page.ts';
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
  issue_type: IssueType;
  severity: number;
  issue_year: number | null;
  issue_override: OverrideRow | null;
  issue_asset_key: string | null;
  duplicate: DuplicateJson | null;
} & ItemSuggestion & { [Field in keyof EventRow]: EventRow[Field] | null };

const OVERRIDE = `CASE WHEN o.override_id IS NULL THEN NULL ELSE ${overrideJson('o')} END`;
// The years of the event and of the suggested counterpart.
const EVENT_YEARS = `ARRAY(SELECT c.year FROM figures.events c
    WHERE c.user_id = $1 AND c.event_id = i.counterpart_event_id) || i.year AS event_years`;
// A suggested counterpart has a match only where the new pair joins that match.
const JOINED_MATCH = `(SELECT c.match_id FROM figures.events c
    WHERE c.user_id = $1 AND c.event_id = i.counterpart_event_id ORDER BY c.year DESC LIMIT 1) AS join_match_id`;
const FACT = `CASE WHEN e.event_id IS NULL THEN NULL ELSE ${factJson('e')} END`;

const OF_USER = 'i.user_id = $1';
// Each filter is NULL if it was not given.
const FILTERED = `${OF_USER} AND ($2::integer IS NULL OR i.year = $2) AND ($3::text IS NULL OR i.queue = $3)
  AND ($4::text IS NULL OR i.issue_type = $4) AND ($5::smallint IS NULL OR i.severity = $5)`;

/** Selects issues, most severe first. */
const worstFirst = (condition: string, range: string): string => `
  SELECT i.* FROM figures.issues i WHERE ${condition}
  ORDER BY i.severity, i.occurred_at DESC NULLS LAST, i.issue_id ${range}`;

// LATERAL with a limit: rows are looked up for each item, even if the user has many of that kind. A separate column for the
// override: under row security, coalesce(…) cannot be an index condition (it is not leakproof).
const itemsOf = (chosen: string): string => `
  SELECT i.issue_type, i.severity, i.year AS issue_year, i.asset_key AS issue_asset_key, i.suggestion_type, i.counterpart_event_id, i.transfer_kind,
    i.suggestion_changes, ${EVENT_YEARS}, ${JOINED_MATCH}, ${DUPLICATE_JSON} AS duplicate, f.event_id, f.account_id, f.type, f.treatment, f.taxable, f.amount, f.occurred_at, f.asset_key,
    f.asset_symbol, f.flags, f.needs_review, f.price_source, f.euro_value, f.description, f.description_by_user,
    f.reference_id, f.continuity_group_id, f.counted_value, f.total_gain, f.match_id,
    a.label AS account_label, a.datasource AS account_datasource, ${FACT} AS fact,
    CASE WHEN i.event_id IS NULL THEN NULL ELSE ${OVERRIDE} END AS override,
    CASE WHEN i.event_id IS NULL THEN ${OVERRIDE} END AS issue_override,
    (SELECT n.record || jsonb_build_object('id', n.note_id) FROM facts.notes n
     WHERE n.user_id = $1 AND n.event_id = i.event_id ORDER BY n.record->>'updatedAt' DESC, n.note_id LIMIT 1) AS note,
    (SELECT jsonb_agg(x.record || jsonb_build_object('id', x.attachment_id) ORDER BY x.attachment_id)
     FROM facts.attachments x WHERE x.user_id = $1 AND x.event_id = i.event_id) AS attachments
  FROM (${chosen}) i
  LEFT JOIN LATERAL (
    SELECT * FROM figures.events v WHERE v.user_id = $1 AND v.event_id = i.event_id AND v.year = i.year LIMIT 1
  ) f ON true
  LEFT JOIN LATERAL (SELECT * FROM facts.events v WHERE v.user_id = $1 AND v.event_id = i.event_id LIMIT 1) e ON true
  LEFT JOIN facts.accounts a ON a.user_id = $1 AND a.account_id = f.account_id
  CROSS JOIN LATERAL (SELECT coalesce(i.override_id, f.override_id) AS override_id OFFSET 0) c
  LEFT JOIN LATERAL (
    SELECT * FROM corrections.overrides v WHERE v.user_id = $1 AND v.override_id = c.override_id LIMIT 1
  ) o ON true
  ORDER BY i.severity, i.occurred_at DESC NULLS LAST, i.issue_id`;

const eventsOf = (chosen: string): string =>
  `(SELECT DISTINCT w.event_id, w.year FROM (${chosen}) w WHERE w.event_id IS NOT NULL)`;

const slicesOf = (chosen: string): string => `
  SELECT s.event_id, s.lot_event_id, s.lot_acquired_at, s.amount, s.cost_basis, s.gain, s.holding_period_days,
    s.origin_kind, s.origin_in_event_id, s.origin_out_event_id, s.origin_received_at
  FROM ${eventsOf(chosen)} w CROSS JOIN LATERAL (
    SELECT * FROM figures.slices v WHERE v.user_id = $1 AND v.event_id = w.event_id AND v.year = w.year
      AND v.kind = 'CONSUMED' AND v.ordinal < ${String(LIMITS.acquisitionsMax)} LIMIT ${String(LIMITS.acquisitionsMax)}
  ) s ORDER BY s.event_id, s.ordinal`;

const loansOf = (chosen: string): string => `
  SELECT p.event_id, p.loan_event_id, p.borrowed_at, p.interest, p.original_cost_basis, p.original_principal, e.protocol
  FROM ${eventsOf(chosen)} w CROSS JOIN LATERAL (
    SELECT * FROM figures.loan_payments v
    WHERE v.user_id = $1 AND v.event_id = w.event_id AND v.year = w.year AND v.closes OFFSET 0
  ) p
  LEFT JOIN facts.events e ON e.user_id = $1 AND e.event_id = p.loan_event_id
  ORDER BY p.event_id, p.ordinal`;

const COUNTS = `
  SELECT i.issue_type, i.queue, i.year, count(*) AS count FROM figures.issues i WHERE i.user_id = $1
  GROUP BY i.issue_type, i.queue, i.year ORDER BY i.issue_type, i.year DESC`;

const SUGGESTIONS = `
  SELECT i.year, i.suggestion_changes, ${EVENT_YEARS} FROM figures.issues i
  WHERE i.user_id = $1 AND i.suggestion_type IS NOT NULL`;

const YEARS = `
  SELECT f.year, f.regime, NOT coalesce(y.paid, false) AS locked, f.capital_gains, f.income,
    coalesce(y.held_gains, f.monthly_gains)::text[] AS monthly_gains, y.held_since IS NOT NULL AS held
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year WHERE f.user_id = $1`;

/** The statements that select items: of the whole inbox, or of those that pass filters, in pages. */
interface Selection {
  readonly name: string;
  readonly items: string;
  readonly slices: string;
  readonly loans: string;
  readonly total: string;
}

function selection(name: string, condition: string, range: string): Selection {
  const chosen = worstFirst(condition, range);
  const total = `SELECT count(*) AS count FROM figures.issues i WHERE ${condition}`;
  return { name, items: itemsOf(chosen), slices: slicesOf(chosen), loans: loansOf(chosen), total };
}

const WHOLE = {
  ...selection('issue', OF_USER, `LIMIT ${String(LIMITS.inboxItemsMax)}`),
  // Without pages nobody needs the number of items.
  total: 'SELECT $1::bigint - $1::bigint AS count',
};
const CHOSEN = selection('chosen-issue', FILTERED, 'LIMIT $6 OFFSET $7');

/** Returns the review inbox across all years (service.md, "Issues inbox"; decisions.md, Reads 5). */
export async function listIssues(
  source: Source,
  userId: number,
  request: ListIssuesRequest,
): Promise<IssuesInbox> {
  const values = [userId];
  const page = requestedPage(request);
  const filters = filtersOf(request);
  const isWhole = page === null && filters.every((each) => each === null);
  const { name, ...select } = isWhole ? WHOLE : CHOSEN;
  const counted = isWhole ? values : [userId, ...filters];
  const chosen = isWhole ? values : [...counted, ...rangeOf(page, LIMITS.inboxItemsMax)];
  const [counts, items, slices, loans, suggestions, years, [total]] = await readAsUser<
    [CountRow, ItemRow, SliceRow, LoanRow, SuggestionRow, IssueYear, { count: number }]
  >(
    source,
    userId,
    { name: 'issue-counts', text: COUNTS, values },
    { name: `${name}-items`, text: select.items, values: chosen },
    { name: `${name}-slices`, text: select.slices, values: chosen },
    { name: `${name}-loans`, text: select.loans, values: chosen },
    { name: 'issue-suggestions', text: SUGGESTIONS, values },
    { name: 'issue-years', text: YEARS, values },
    { name: `${name}-total`, text: select.total, values: counted },
  );
  const explanations = await explainMissingPurchases(source, userId, items);
  const taxedYears = new Map(years.map((year) => [year.year, year]));
  const isLocked = (year: number | null): boolean => year !== null && (taxedYears.get(year)?.locked ?? true);
  const fixable = suggestions.filter(({ year }) => !isLocked(year));
  const monthsOf = (year: number | null): Pick<EventParts, 'monthlyGains' | 'held'> => {
    const { monthly_gains = [], held = false } = (year === null ? undefined : taxedYears.get(year)) ?? {};
    return { monthlyGains: monthly_gains, held };
  };
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
      };
    }),
    years: [...new Set(counts.flatMap(({ year }) => (year === null ? [] : [year])))].toSorted(
      (a, b) => b - a,
    ),
    page: page === null ? null : withTotal(page, total?.count ?? 0),
  };
}

function impactOfAll(suggestions: readonly SuggestionRow[], years: ReadonlyMap<number, IssueYear>): bigint {
  return suggestions.reduce(
    (sum, each) => sum + (impactOf(each.suggestion_changes, each.event_years, years) ?? 0n),
    0n,
  );
}

function filtersOf({ year, queue, type, severity }: ListIssuesRequest): unknown[] {
  const place = SEVERITIES.findIndex((each) => each === severity);
  return [year ?? null, queue ?? null, type ?? null, place < 0 ? null : place];
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
