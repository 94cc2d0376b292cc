/** The statements that select the issues of the inbox and their items: of the whole inbox, or of those that pass filters, in pages. */
import { type Cause, CAUSES, issueTypesOf } from '@ctx/domain/causes';
import { SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import type { Statement } from '@ctx/platform/single-sync';
import type { ListIssuesRequest, ListQuestionsRequest } from '@ctx/proto/gen/ctx/v1/read';
import { factJson, overrideJson } from '@ctx/records/record-sql';
import { rangeOf, requestedPage } from './requested-page.ts';
import { DUPLICATE_JSON } from './possible-duplicate.ts';

const OVERRIDE = `CASE WHEN o.override_id IS NULL THEN NULL ELSE ${overrideJson('o')} END`;
// The years of the event and of the suggested counterpart.
export const EVENT_YEARS = `ARRAY(SELECT c.year FROM figures.events c
    WHERE c.user_id = $1 AND c.event_id = i.counterpart_event_id) || i.year AS event_years`;
// A suggested counterpart has a match only where the new pair joins that match.
const JOINED_MATCH = `(SELECT c.match_id FROM figures.events c
    WHERE c.user_id = $1 AND c.event_id = i.counterpart_event_id ORDER BY c.year DESC LIMIT 1) AS join_match_id`;
const FACT = `CASE WHEN e.event_id IS NULL THEN NULL ELSE ${factJson('e')} END`;

const OF_USER = 'i.user_id = $1';
// Each filter is NULL if it was not given.
const FILTERED = `${OF_USER} AND ($2::integer IS NULL OR i.year = $2) AND ($3::text IS NULL OR i.queue = $3)
  AND ($4::text IS NULL OR i.issue_type = $4) AND ($5::smallint IS NULL OR i.severity = $5)`;

/** Returns a condition: the issues of some types with the asset or account that their group is named by; without a name, those of all groups. */
const ofGroup = (name: string): string =>
  `${OF_USER} AND i.issue_type = ANY($2::text[]) AND ($3::text IS NULL OR ${name} = $3)`;
const columnOfEvent = (column: string): string => `(SELECT v.${column} FROM figures.events v
    WHERE v.user_id = $1 AND v.event_id = i.event_id AND v.year = i.year LIMIT 1)`;

/** Selects issues, most severe first. */
const worstFirst = (issues: string, condition: string, range: string): string => `
  SELECT i.* FROM ${issues} i WHERE ${condition}
  ORDER BY i.severity, i.occurred_at DESC NULLS LAST, i.issue_id ${range}`;

// LATERAL with a limit: rows are looked up for each item, even if the user has many of that kind. A separate column for the
// override: under row security, coalesce(…) cannot be an index condition (it is not leakproof).
const itemsOf = (chosen: string): string => `
  SELECT i.issue_id, i.issue_type, i.severity, i.year AS issue_year, i.asset_key AS issue_asset_key, i.suggestion_type, i.counterpart_event_id, i.transfer_kind,
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

const countsOf = (issues: string): string => `
  SELECT i.issue_type, i.queue, i.year, count(*) AS count FROM ${issues} i WHERE i.user_id = $1
  GROUP BY i.issue_type, i.queue, i.year ORDER BY i.issue_type, i.year DESC`;

/** The statements that select items: of the whole inbox, or of those that pass filters, in pages. */
interface Selection {
  readonly name: string;
  readonly items: string;
  readonly slices: string;
  readonly loans: string;
  readonly total: string;
}

/** The issues of the figures, and those that no run stores in the parameter with this number. */
const withBalances = (place: number): string =>
  `(SELECT * FROM figures.issues UNION ALL
    SELECT * FROM jsonb_populate_recordset(NULL::figures.issues, $${String(place)}))`;

function selection(name: string, issues: string, condition: string, range: string): Selection {
  const chosen = worstFirst(issues, condition, range);
  const total = `SELECT count(*) AS count FROM ${issues} i WHERE ${condition}`;
  return { name, items: itemsOf(chosen), slices: slicesOf(chosen), loans: loansOf(chosen), total };
}

const WHOLE_RANGE = `LIMIT ${String(LIMITS.inboxItemsMax)}`;
const FIGURES_ISSUES = 'figures.issues';
/** Most users have no issues of balances or stated totals: their statements read one table. */
const SELECTIONS = {
  whole: selection('issue', FIGURES_ISSUES, OF_USER, WHOLE_RANGE),
  wholeWithBalances: selection('issue-of-balances', withBalances(2), OF_USER, WHOLE_RANGE),
  chosen: selection('chosen-issue', FIGURES_ISSUES, FILTERED, 'LIMIT $6 OFFSET $7'),
  chosenWithBalances: selection('chosen-issue-of-balances', withBalances(6), FILTERED, 'LIMIT $7 OFFSET $8'),
};
// OFFSET 0: a year is found by its index, and not by walking the order of the inbox.
const OF_YEAR = '(SELECT * FROM figures.issues v WHERE v.user_id = $1 AND v.year = $4 OFFSET 0)';

/** Returns the selections of the questions of a decision: of all years, and of one. */
function groupSelections(name: string, groupName: string): readonly [all: Selection, ofYear: Selection] {
  const condition = ofGroup(groupName);
  return [
    selection(name, FIGURES_ISSUES, condition, 'LIMIT $4 OFFSET $5'),
    selection(`${name}-of-year`, OF_YEAR, condition, 'LIMIT $5 OFFSET $6'),
  ];
}

const GROUPS = {
  ASSET: groupSelections('question-of-asset', `coalesce(i.asset_key, ${columnOfEvent('asset_key')})`),
  ACCOUNT: groupSelections('question-of-account', columnOfEvent('account_id::text')),
  NOTHING: groupSelections('question', 'NULL::text'),
};
const OF_DERIVED = selection(
  'question-of-balances',
  withBalances(4),
  ofGroup('NULL::text'),
  'LIMIT $5 OFFSET $6',
);
/** Without pages nobody needs the number of items. */
const NO_TOTAL = 'SELECT $1::bigint - $1::bigint AS count';

/** The statements of one inbox. */
export interface IssueStatements {
  /** Counts of all issues, whatever was chosen. */
  readonly counts: Statement;
  readonly items: Statement;
  readonly slices: Statement;
  readonly loans: Statement;
  readonly total: Statement;
  /** Whether a request chose among the issues. */
  readonly isFiltered: boolean;
}

/** An issue that no run stores: of a balance or of a stated total. */
interface DerivedIssue {
  readonly row: { readonly issue_type: string; readonly year?: number };
}

/** Returns the statements of the whole inbox, or of the part that a request chose. */
export function issueStatements(
  userId: number,
  request: ListIssuesRequest,
  issues: readonly DerivedIssue[],
): IssueStatements {
  const page = requestedPage(request);
  const filters = filtersOf(request);
  const isFiltered = filters.some((each) => each !== null);
  const isWhole = page === null && !isFiltered;
  const derived = issues.length === 0 ? [] : [JSON.stringify(issues.map(({ row }) => row))];
  const select = selectionOf(isWhole, derived.length > 0);
  const counted = [userId, ...(isWhole ? [] : filters), ...derived];
  const values = isWhole ? counted : [...counted, ...rangeOf(page, LIMITS.inboxItemsMax)];
  return {
    isFiltered,
    counts: countsStatement(userId, derived),
    ...statementsOf(select, counted, values),
    ...(isWhole && { total: { name: 'no-total', text: NO_TOTAL, values: [userId] } }),
  };
}

/** Returns the statements of a page of the questions of one decision. */
export function questionStatements(
  userId: number,
  request: ListQuestionsRequest,
  issues: readonly DerivedIssue[],
): IssueStatements {
  const { name = null, year = null } = request;
  const cause = request.cause as Cause;
  const derived = (chosen: readonly DerivedIssue[]): string => JSON.stringify(chosen.map(({ row }) => row));
  const [all, ofYear] = GROUPS[CAUSES[cause]];
  const isDerived = cause === 'BALANCE_DIFFERS' || cause === 'REPORTED_DIFFERS';
  const select = isDerived ? OF_DERIVED : year === null ? all : ofYear;
  const ofYears = year === null ? [] : [year];
  const last = isDerived
    ? [derived(issues.filter(({ row }) => year === null || row.year === year))]
    : ofYears;
  const counted = [userId, issueTypesOf(cause), name, ...last];
  const values = [...counted, ...rangeOf(requestedPage(request), LIMITS.inboxItemsMax)];
  return {
    isFiltered: false,
    counts: countsStatement(userId, issues.length === 0 ? [] : [derived(issues)]),
    ...statementsOf(select, counted, values),
  };
}

function countsStatement(userId: number, derived: readonly string[]): Statement {
  return derived.length === 0
    ? { name: 'issue-counts', text: countsOf(FIGURES_ISSUES), values: [userId] }
    : { name: 'issue-counts-of-balances', text: countsOf(withBalances(2)), values: [userId, ...derived] };
}

/** Binds the values of the count, and the values of a page, to the statements of a selection. */
function statementsOf(
  { name, ...select }: Selection,
  counted: unknown[],
  values: unknown[],
): Omit<IssueStatements, 'counts' | 'isFiltered'> {
  return {
    items: { name: `${name}-items`, text: select.items, values },
    slices: { name: `${name}-slices`, text: select.slices, values },
    loans: { name: `${name}-loans`, text: select.loans, values },
    total: { name: `${name}-total`, text: select.total, values: counted },
  };
}

function selectionOf(isWhole: boolean, hasBalances: boolean): Selection {
  if (isWhole) return hasBalances ? SELECTIONS.wholeWithBalances : SELECTIONS.whole;
  return hasBalances ? SELECTIONS.chosenWithBalances : SELECTIONS.chosen;
}

function filtersOf({ year, queue, type, severity }: ListIssuesRequest): unknown[] {
  const place = SEVERITIES.findIndex((each) => each === severity);
  return [year ?? null, queue ?? null, type ?? null, place < 0 ? null : place];
}
