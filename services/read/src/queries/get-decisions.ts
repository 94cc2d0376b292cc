/** The open questions of the inbox as decisions: grouped by what one answer settles, with the sums that depend on each, for the pages. */
import { CAUSES, causeOf } from '@ctx/domain/causes';
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { ISSUE_KINDS, ISSUE_TYPES, type IssueType, SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import { empty, parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import type { Decision, Decisions, GetDecisionsRequest } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';
import { balanceIssues } from './balance-issues.ts';
import { balanceProofs } from './balance-proofs.ts';
import { reportedIssues } from './reported-issues.ts';
import { EVENT_OF_ISSUE } from './event-of-issue.ts';

interface YearRow {
  readonly year: number;
  readonly paid: boolean;
  readonly submitted: boolean;
}

interface CountRow {
  readonly queue: string;
  readonly year: number | null;
  readonly questions: number;
}

interface GroupRow {
  readonly cause: IssueType;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly account: string | null;
  readonly questions: number;
  readonly days: number;
  readonly proposed: number;
  readonly severity: number;
  readonly locked: boolean;
  readonly photo: boolean;
  /** Exact EUR; null where nothing is known. */
  readonly eur: string | null;
}

interface PhotoRow {
  readonly assetKey: string;
  readonly eur: string;
}

const YEAR = parameter('year');
/** Years that are paid for, and those of them that were not submitted. */
const [PAID_YEARS, OPEN_YEARS] = ['paidYears', 'openYears'].map(parameter);

const types = (names: readonly string[]): Sql => raw(names.map((name) => `'${name}'`).join(', '));
const typesBy = (groupedBy: string): Sql =>
  types(ISSUE_TYPES.filter((type) => CAUSES[causeOf(type)] === groupedBy));
/** Issues about what a lot cost. */
const OF_LOTS = types(['MISSING_PRICE', 'GIFT_BASIS_UNKNOWN', 'UNMATCHED_TRANSFER_IN']);

const IS_OPEN = sql`= ANY(${OPEN_YEARS}::integer[])`;

// The change that a suggestion makes. Null as soon as it concerns a year that is not open.
const OF_SUGGESTION = sql`(SELECT sum(abs((c->>'gain')::numeric) + abs((c->>'income')::numeric))
    FROM jsonb_array_elements(i.suggestion_changes) c
    WHERE (SELECT bool_and(v.year ${IS_OPEN}) FROM figures.events v
        WHERE v.user_id = ${USER} AND v.event_id = i.counterpart_event_id) IS NOT FALSE
    HAVING bool_and((c->>'year')::integer ${IS_OPEN}))`;
// The gains of sales that took units whose cost is unknown.
const OF_SALES = sql`(SELECT sum(abs(s.gain)) FROM (
      SELECT v.lot_id FROM figures.lots v WHERE v.user_id = ${USER} AND v.event_id = i.event_id OFFSET 0) l
    CROSS JOIN LATERAL (SELECT v.gain FROM figures.slices v
      WHERE v.user_id = ${USER} AND v.lot_id = l.lot_id AND v.is_gain AND v.kind = 'CONSUMED' AND v.year ${IS_OPEN} OFFSET 0) s)`;
// What the units of a sale cost whose gain stays out of the totals.
const OF_COST = sql`(SELECT sum(v.cost_basis) FROM figures.slices v
    WHERE v.user_id = ${USER} AND v.event_id = i.event_id AND v.year = i.year AND v.kind = 'CONSUMED')`;

const EUR = sql`CASE
    WHEN NOT coalesce(i.year ${IS_OPEN}, false) OR i.issue_type = 'MISSING_PHOTO_VALUE' THEN NULL
    WHEN i.suggestion_changes IS NOT NULL THEN ${OF_SUGGESTION}
    WHEN i.issue_type IN (${OF_LOTS}) AND e.type <> 'DISPOSITION' THEN ${OF_SALES}
    WHEN i.issue_type = 'MISSING_PRICE' THEN ${OF_COST}
    WHEN e.taxable THEN coalesce(abs(e.total_gain), 0) + abs(e.income) END`;

// LATERAL with a limit: the event of each question is one probe of an index. With more questions than the limit, the worst are grouped.
const questions = (ofYear: Sql): Sql => sql`
  SELECT CASE i.issue_type WHEN 'MISSING_PHOTO_VALUE' THEN 'MISSING_PRICE' ELSE i.issue_type END AS cause,
    CASE WHEN i.issue_type IN (${typesBy('ASSET')}) THEN coalesce(i.asset_key, e.asset_key)
      WHEN i.issue_type IN (${typesBy('ACCOUNT')}) THEN e.account_id::text END AS name,
    CASE WHEN i.asset_key IS NULL THEN e.asset_symbol END AS symbol, e.account_id, i.severity,
    (i.occurred_at AT TIME ZONE 'Europe/Brussels')::date AS day, i.suggestion_type IS NOT NULL AS is_proposed,
    i.year IS NOT NULL AND NOT i.year = ANY(${PAID_YEARS}::integer[]) AS is_locked,
    i.issue_type = 'MISSING_PHOTO_VALUE' AND i.year ${IS_OPEN} AS is_photo, ${EUR} AS eur
  FROM (SELECT v.* FROM (SELECT * FROM figures.issues w WHERE w.user_id = ${USER} ${ofYear}) v
    ORDER BY v.severity, v.occurred_at DESC NULLS LAST, v.issue_id LIMIT ${raw(String(LIMITS.groupedQuestionsMax))}) i
  LEFT JOIN LATERAL ${EVENT_OF_ISSUE} e ON true`;

const groups = (
  ofYear: Sql,
): Sql => sql`SELECT g.*, (SELECT coalesce(a.label, a.datasource, a.ref) FROM facts.accounts a
      WHERE a.user_id = ${USER} AND a.account_id = g.account_id LIMIT 1) AS account
    FROM (SELECT q.cause, q.name, min(q.symbol) AS symbol, (array_agg(q.account_id))[1] AS account_id, count(*) AS questions,
        count(DISTINCT q.day) AS days, count(*) FILTER (WHERE q.is_proposed) AS proposed, min(q.severity) AS severity,
        bool_and(q.is_locked) AS locked, coalesce(bool_or(q.is_photo), false) AS photo, sum(q.eur)::text AS eur
      FROM (${questions(ofYear)}) q GROUP BY q.cause, q.name) g`;
const GROUPS = prepare('decision-groups', groups(empty));
// OFFSET 0: a year is found by its index, and not by walking the order of the inbox.
const GROUPS_OF_YEAR = prepare('decision-groups-of-year', groups(sql`AND w.year = ${YEAR} OFFSET 0`));

const YEARS = prepare(
  'decision-years',
  sql`SELECT y.year, y.paid, y.submitted_at IS NOT NULL AS submitted FROM facts.years y WHERE y.user_id = ${USER}`,
);

const COUNTS = prepare(
  'decision-counts',
  sql`SELECT i.queue, i.year, count(*) AS questions FROM figures.issues i WHERE i.user_id = ${USER} GROUP BY i.queue, i.year`,
);

// Gains that are measured without a photo price. Reads no slice of a user who lacks none.
const PHOTO = prepare(
  'decision-photo-gains',
  sql`SELECT s.photo_missing AS "assetKey", sum(abs(s.gain))::text AS eur FROM figures.slices s
    WHERE s.user_id = ${USER} AND s.photo_missing > '' AND s.year ${IS_OPEN}
      AND EXISTS (SELECT FROM figures.issues i WHERE i.user_id = ${USER} AND i.issue_type = 'MISSING_PHOTO_VALUE')
    GROUP BY s.photo_missing`,
);

/** Returns a page of decisions, and the counts of open questions that every page shows. */
export async function getDecisions(
  source: Source,
  userId: number,
  { year = null, queue = null, type = null, skipped, max }: GetDecisionsRequest,
): Promise<Decisions> {
  const ofBalances = await balanceIssues(source, userId, await balanceProofs(source, userId, null));
  const ofExchanges = await reportedIssues(source, userId);
  const derived = [...ofBalances, ...ofExchanges].map(({ row }) => row);
  if (max === 0) {
    const [stored] = await readAsUser<[CountRow]>(source, userId, COUNTS({ userId }));
    return { ...countsOf(stored, derived, year), selected: 0, decisionCount: 0, decisions: [] };
  }
  const [years] = await readAsUser<[YearRow]>(source, userId, YEARS({ userId }));
  const paidYears = years.filter(({ paid }) => paid).map((each) => each.year);
  const openYears = years.filter(({ paid, submitted }) => paid && !submitted).map((each) => each.year);
  const values = { userId, year, paidYears, openYears };
  const [stored, rows, photo] = await readAsUser<[CountRow, GroupRow, PhotoRow]>(
    source,
    userId,
    COUNTS(values),
    (year === null ? GROUPS : GROUPS_OF_YEAR)(values),
    PHOTO(values),
  );
  const all = [...rows, ...derivedRows(derived, year)].filter(
    ({ cause }) =>
      (queue ?? ISSUE_KINDS[cause].queue) === ISSUE_KINDS[cause].queue &&
      (type === null || causeOf(type as IssueType) === cause),
  );
  const photoGains = new Map(photo.map(({ assetKey, eur }) => [assetKey, eur]));
  const decisions = all.map((row) => ({ row, eur: eurOf(row, photoGains) })).toSorted(compareDecisions);
  return {
    ...countsOf(stored, derived, year),
    selected: sumOf(all),
    decisionCount: all.length,
    decisions: decisions.slice(skipped, skipped + Math.min(max, LIMITS.pageSizeMax)).map(shownDecision),
  };
}

/** An issue that no run stores. */
interface DerivedIssue {
  readonly issue_type: 'BALANCE_DIFFERS' | 'REPORTED_DIFFERS';
  /** Missing for an issue of a balance. */
  readonly year?: number;
  readonly occurred_at: string;
}

/** Returns how many questions are open, with those that no run stores. */
function countsOf(
  stored: readonly CountRow[],
  derived: readonly DerivedIssue[],
  year: number | null,
): Pick<Decisions, 'questions' | 'years' | 'queues'> {
  const derivedCounts = derived.map((issue): CountRow => {
    const { queue } = ISSUE_KINDS[issue.issue_type];
    return { queue, year: issue.year ?? null, questions: 1 };
  });
  const counts = [...stored, ...derivedCounts];
  return {
    questions: sumOf(counts),
    years: yearsOf(counts),
    queues: queuesOf(counts.filter((each) => year === null || each.year === year)),
  };
}

/** Returns a group of the issues of each type that no run stores. */
function derivedRows(derived: readonly DerivedIssue[], year: number | null): GroupRow[] {
  const chosen = derived.filter((issue) => year === null || issue.year === year);
  return [...Map.groupBy(chosen, ({ issue_type }) => issue_type)].map(([cause, issues]) =>
    derivedRow(
      cause,
      issues.map(({ occurred_at }) => occurred_at),
    ),
  );
}

function derivedRow(cause: DerivedIssue['issue_type'], moments: readonly string[]): GroupRow {
  return {
    cause,
    name: null,
    symbol: null,
    account: null,
    questions: moments.length,
    days: new Set(moments.map((each) => each.slice(0, 10))).size,
    proposed: 0,
    severity: SEVERITIES.indexOf(ISSUE_KINDS[cause].severity),
    locked: false,
    photo: false,
    eur: null,
  };
}

/** Returns the sum that depends on a decision; null for 0, which says as little as an unknown one. */
function eurOf({ name, photo, eur }: GroupRow, photoGains: ReadonlyMap<string, string>): bigint | null {
  const gains = photo && name !== null ? (photoGains.get(name) ?? '0') : '0';
  const sum = parseEur(eur ?? '0') + parseEur(gains);
  return sum === 0n ? null : sum;
}

interface WeighedRow {
  readonly row: GroupRow;
  readonly eur: bigint | null;
}

/** Orders by the sum that depends on it, then by severity and by the number of questions. The order is total. */
function compareDecisions(one: WeighedRow, other: WeighedRow): number {
  const [mine, theirs] = [one.eur ?? 0n, other.eur ?? 0n];
  if (mine !== theirs) return mine > theirs ? -1 : 1;
  return (
    one.row.severity - other.row.severity ||
    other.row.questions - one.row.questions ||
    (keyOf(one.row) < keyOf(other.row) ? -1 : 1)
  );
}

const keyOf = ({ cause, name }: GroupRow): string => `${cause} ${name ?? ''}`;

function shownDecision({ row, eur }: WeighedRow): Decision {
  const { cause, name, symbol, account, questions, days, proposed, severity, locked } = row;
  const groupedBy = CAUSES[causeOf(cause)];
  const label = groupedBy === 'ACCOUNT' ? shown(account) : shownSymbol(symbol ?? name ?? '');
  return {
    cause,
    queue: ISSUE_KINDS[cause].queue,
    name,
    label: name === null ? null : label,
    questions,
    days,
    proposed,
    severity: SEVERITIES[severity] ?? 'LOW',
    eur: eur === null ? null : formatCents(eur),
    locked,
  };
}

const sumOf = (rows: readonly { readonly questions: number }[]): number =>
  rows.reduce((sum, { questions }) => sum + questions, 0);

function yearsOf(counts: readonly CountRow[]): Decisions['years'] {
  return [...Map.groupBy(counts, ({ year }) => year)]
    .flatMap(([year, rows]) => (year === null ? [] : [{ year, questions: sumOf(rows) }]))
    .toSorted((one, other) => other.year - one.year);
}

function queuesOf(counts: readonly CountRow[]): Decisions['queues'] {
  return [...Map.groupBy(counts, ({ queue }) => queue)]
    .map(([queue, rows]) => ({ queue, questions: sumOf(rows) }))
    .filter(({ questions }) => questions > 0);
}
