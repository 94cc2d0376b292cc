/** The statements that read what explains one event: facts, corrections, slices, lots. All look rows up by their ids. */
import { LIMITS } from '@ctx/domain/limits';
import {
  CONTEXT_SEEN,
  contextOf,
  givenFor,
  groupOf,
  keptContextOf,
  lookUp,
} from '@ctx/records/event-context';
import { keptYear, lotAsSeen } from '@ctx/records/kept-lots';
import { factJson, overrideJson } from '@ctx/records/record-sql';
import { parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { TRANSACTION_COLUMNS } from '@ctx/records/transaction-rows';
import { priceAt } from '@ctx/records/price-sql';
import { PHOTO_PRICE } from './price-lookups.ts';
import type { ExplainedRow } from '../present/explanation.ts';
import { type RunRow, SHOWN_MONTHS, STALE } from './year-rows.ts';

const EVENT = parameter('taxEventId');
const YEAR = parameter('year');
const number = (value: number): Sql => raw(String(value));

// An event that later facts moved out of a frozen year has two rows; the one in the open year counts.
const ONE = sql`(
  SELECT * FROM figures.events v
  WHERE v.user_id = ${USER} AND v.event_id = ${EVENT}::uuid AND (${YEAR}::integer IS NULL OR v.year = ${YEAR}::integer)
  ORDER BY v.year IN (SELECT z.year FROM figures.frozen_years z WHERE z.user_id = ${USER}), v.year DESC LIMIT 1)`;

/** The event with the submitted year whose lots its year sees. */
export const ONE_AND_BASE = sql`(SELECT o.*, b.year AS base FROM ${ONE} o CROSS JOIN LATERAL (${keptYear(USER, sql`z.year <= o.year`)}) b OFFSET 0)`;

/** What EXPLAINED_YEARS selects. */
export type ExplainedYearRow = Pick<RunRow, 'stale'> &
  Pick<
    ExplainedRow,
    'year' | 'regime' | 'locked' | 'frozen' | 'held_since' | 'monthly_gains' | 'monthly_income'
  >;

/** What depends on the year of the event: a row for each year, of which the caller takes the event's. */
export const EXPLAINED_YEARS = prepare(
  'explain-years',
  sql`
  SELECT f.year, coalesce(y.regime, 'NORMAAL_BEHEER') AS regime, NOT coalesce(y.paid, false) AS locked,
    y.submitted_at IS NOT NULL AS frozen, ${SHOWN_MONTHS}, ${STALE}
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year WHERE f.user_id = ${USER}`,
);

/** The last entries of the log on the event's override, newest first. */
export const EXPLAINED_LOG = prepare(
  'explain-log',
  sql`
  SELECT l.at, l.via, l.before, l.after FROM corrections.audit_log l
  WHERE l.user_id = ${USER} AND l.target = (${EVENT}::uuid)::text
  ORDER BY l.audit_id DESC LIMIT ${number(LIMITS.explainedLogEntriesMax)}`,
);

// The other events of the event's group, each with how many there are.
const GROUP = sql`
  (SELECT k.id AS event_id, z.group_members AS members FROM unnest(z.group_ids) AS k (id))
  UNION ALL
  (SELECT n.event_id, n.members FROM (${groupOf(USER)}) n WHERE z.event_id IS NULL)`;

/** The event with its facts, its corrections, its group and the sums of its slices. */
export const EXPLAINED_EVENT = prepare(
  'explain-event',
  sql`
  SELECT ${TRANSACTION_COLUMNS}, e.event_id, e.account_id, e.year, e.occurred_at, e.asset_key, e.asset_symbol, e.needs_review,
    e.price_source, e.euro_value, e.description_by_user, e.reference_id, e.continuity_group_id, e.counted_value, e.total_gain,
    e.income, e.rule_id, e.match_id, e.pool_marks, e.acts_on_pools,
    ${CONTEXT_SEEN},
    CASE WHEN x.event_id IS NOT NULL THEN ${raw(factJson('x'))} END AS fact,
    x.account_id AS fact_account_id, x.reference_id AS fact_reference_id, x.asset_key AS fact_asset_key,
    x.occurred_at AS fact_occurred_at, x.price_source AS fact_price_source, x.counterparty_address, coalesce(x.chain_id, a.chain_id) AS chain_id,
    CASE WHEN o.override_id IS NOT NULL THEN ${raw(overrideJson('o'))} END AS override,
    c.slice_count, c.consumed_count, c.consumed_amount, c.consumed_proceeds, c.consumed_basis,
    (SELECT n.record || jsonb_build_object('id', n.note_id) FROM facts.notes n
     WHERE n.user_id = ${USER} AND n.event_id = e.event_id ORDER BY n.record->>'updatedAt' DESC, n.note_id LIMIT 1) AS note,
    (SELECT jsonb_agg(t.record || jsonb_build_object('id', t.attachment_id) ORDER BY t.attachment_id)
     FROM facts.attachments t WHERE t.user_id = ${USER} AND t.event_id = e.event_id) AS attachments,
    (SELECT coalesce(jsonb_agg(g ORDER BY g.event_id), '[]') FROM (${GROUP}) g) AS "group"
  FROM ${ONE} e
  ${contextOf(USER)}
  ${keptContextOf(USER)}
  ${lookUp(USER, 'corrections.overrides', 'o', sql`v.override_id = e.override_id`)}
  CROSS JOIN LATERAL (
    SELECT count(*) AS slice_count, count(*) FILTER (WHERE s.kind = 'CONSUMED') AS consumed_count,
      coalesce(sum(s.amount) FILTER (WHERE s.kind = 'CONSUMED'), 0) AS consumed_amount,
      coalesce(sum(s.proceeds) FILTER (WHERE s.kind = 'CONSUMED'), 0) AS consumed_proceeds,
      coalesce(sum(s.cost_basis) FILTER (WHERE s.kind = 'CONSUMED'), 0) AS consumed_basis
    FROM figures.slices s WHERE s.user_id = ${USER} AND s.event_id = e.event_id AND s.year = e.year) c`,
);

/** The slices of the event, first ones first. The photo price is looked up for those that are explained. */
export const EXPLAINED_SLICES = prepare(
  'explain-slices',
  sql`
  SELECT s.event_id, s.ordinal, s.kind, s.lot_id, s.lot_event_id, s.lot_acquired_at, s.amount, s.proceeds, s.gone_before, s.is_gain,
    s.historic_cost, s.cost_basis, s.gain, s.holding_period_days, s.origin_kind, s.origin_in_event_id, s.origin_out_event_id,
    s.origin_received_at, s.photo_missing, l.amount AS lot_amount, l.photo_amount, k.photo_asset_key, p.eur AS photo_price, p.at AS photo_price_at,
    p.origin AS photo_price_origin
  FROM ${ONE_AND_BASE} e CROSS JOIN LATERAL (
    SELECT * FROM figures.slices v WHERE v.user_id = ${USER} AND v.event_id = e.event_id AND v.year = e.year
      AND v.ordinal < ${number(LIMITS.acquisitionsMax)} ORDER BY v.ordinal LIMIT ${number(LIMITS.acquisitionsMax)}
  ) s
  LEFT JOIN LATERAL ${lotAsSeen(USER, sql`e.base`, sql`s.lot_id`)} l ON true
  CROSS JOIN LATERAL (SELECT coalesce(l.photo_asset_key, l.asset_key, e.asset_key) AS photo_asset_key OFFSET 0) k
  LEFT JOIN LATERAL ${priceAt(
    USER,
    sql`k.photo_asset_key`,
    PHOTO_PRICE,
    sql`s.is_gain AND s.ordinal < ${number(LIMITS.explainedSlicesMax)}`,
  )} p ON true
  ORDER BY s.ordinal`,
);

/** The lots of the explained slices, each with the lots that it came from; newest first. */
export const LOT_CHAINS = prepare(
  'explain-chains',
  sql`
  WITH RECURSIVE link AS (
    SELECT s.ordinal, 0 AS depth, e.base, l.* FROM ${ONE_AND_BASE} e
    CROSS JOIN LATERAL (
      SELECT * FROM figures.slices v WHERE v.user_id = ${USER} AND v.event_id = e.event_id AND v.year = e.year
        AND v.ordinal < ${number(LIMITS.explainedSlicesMax)} LIMIT ${number(LIMITS.explainedSlicesMax)}
    ) s
    CROSS JOIN LATERAL ${lotAsSeen(USER, sql`e.base`, sql`s.lot_id`)} l
    UNION ALL
    SELECT k.ordinal, k.depth + 1, k.base, l.* FROM link k
    CROSS JOIN LATERAL ${lotAsSeen(USER, sql`k.base`, sql`k.from_lot_id`)} l
    WHERE k.depth < ${number(LIMITS.countedLinksMax - 1)}
  ), counted AS (SELECT k.*, count(*) OVER (PARTITION BY k.ordinal) AS links FROM link k)
  SELECT k.ordinal, k.links, k.lot_id, k.asset_key, k.event_id, k.from_lot_id, k.arrived_at, k.amount, k.cost_basis, k.origin_kind,
    k.origin_out_event_id,
    coalesce(k.given, CASE WHEN k.from_lot_id IS NULL THEN ${givenFor(USER, sql`k.event_id`)} ELSE '{}' END)::text[] AS given
  FROM counted k WHERE k.depth < ${number(LIMITS.explainedLinksMax)} ORDER BY k.ordinal, k.depth`,
);

/** The loans that the event closed. */
export const EXPLAINED_LOANS = prepare(
  'explain-loans',
  sql`
  SELECT p.event_id, p.loan_event_id, p.borrowed_at, p.interest, p.original_cost_basis, p.original_principal,
    CASE WHEN z.event_id IS NULL THEN x.protocol ELSE z.protocols->>p.loan_event_id::text END AS protocol
  FROM ${ONE} e CROSS JOIN LATERAL (
    SELECT * FROM figures.loan_payments v
    WHERE v.user_id = ${USER} AND v.event_id = e.event_id AND v.year = e.year AND v.closes OFFSET 0
  ) p
  ${lookUp(USER, 'facts.events', 'x', sql`v.event_id = p.loan_event_id`)}
  ${keptContextOf(USER)}
  ORDER BY p.ordinal`,
);
