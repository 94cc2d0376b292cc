/**
 * SQL that makes those lines of a dossier that can change after a year was submitted (docs/dossier.md): for an open year when it is read, and for
 * the rows that a submitted year keeps. Each statement selects `keys`, after which the next page continues, `years`, which have to be unlocked
 * for the line, and `line`, null for a row without one.
 */
import { join, raw, sql, type Sql } from '@ctx/platform/sql';
import { assetOfEvent, lookUpAssetCorrection } from './asset-of-event.ts';
import type { SqlValue } from './kept-lots.ts';
import { priceAt } from './price-sql.ts';

/** Whose dossier, of which year, and where the page begins. */
export interface DossierRange {
  readonly user: SqlValue;
  readonly year: SqlValue;
  /** The newest submitted year before it; 0 without one. */
  readonly opened: SqlValue;
  /** Ends a page: `LIMIT …`, or nothing. */
  readonly limit: Sql;
}

/** A page of the events of one year `ofYear`, after an event. */
export interface EventsRange extends DossierRange {
  readonly ofYear: SqlValue;
  readonly at: SqlValue;
  readonly id: SqlValue;
}

/** A page after a number. */
export interface NumberedRange extends DossierRange {
  readonly after: SqlValue;
}

/** A page after an id. */
export interface IdRange extends DossierRange {
  readonly id: SqlValue;
}

/** Selects an instant as text, in UTC with six digits of the second. */
export const instantOf = (column: string): Sql =>
  raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

/** Selects fields as one JSON object without spaces, in their order. */
export const lineOf = (fields: Sql): Sql => sql`(SELECT row_to_json(r)::text FROM (SELECT ${fields}) r)`;

const EVENT_COLUMNS = raw(
  'v.event_id, v.year, v.occurred_at, v.asset_key, v.price_source, v.continuity_group_id',
);

/** Selects the next events `e` of one year by time: those after an event, or with `>=` from it on. */
export function eventsOfYear(
  { user, ofYear, at, id, limit }: Omit<EventsRange, 'year' | 'opened'>,
  after: '>' | '>=' = '>',
): Sql {
  return sql`(SELECT ${EVENT_COLUMNS} FROM figures.events v
    WHERE v.user_id = ${user} AND v.year = ${ofYear}::integer AND v.occurred_at >= ${at}::timestamptz
      AND (v.occurred_at > ${at}::timestamptz OR v.event_id ${raw(after)} ${id}::uuid)
    ORDER BY v.occurred_at, v.event_id ${limit})`;
}

/** How many members of a group, or legs of matches, of an event are looked at. */
const MATES_MAX = raw('100');

/** Selects the ids of the members of the group of an event, a row of the figures that is not named `v`, and of the other legs of its matches. */
const matesOf = (user: SqlValue, row: string): Sql => sql`(
  (SELECT g.event_id FROM (SELECT v.event_id FROM facts.events v WHERE v.user_id = ${user}
      AND v.continuity_group_id = ${raw(row)}.continuity_group_id AND v.continuity_group_id IS NOT NULL OFFSET 0) g
    LIMIT ${MATES_MAX})
  UNION ALL
  (SELECT m.in_event_id FROM corrections.transfer_matches m
    WHERE m.user_id = ${user} AND m.out_event_id = ${raw(row)}.event_id LIMIT ${MATES_MAX})
  UNION ALL
  (SELECT m.out_event_id FROM corrections.transfer_matches m
    WHERE m.user_id = ${user} AND m.in_event_id = ${raw(row)}.event_id LIMIT ${MATES_MAX}))`;

/** Selects the newest row of the figures of an event, which has its instant as corrected. */
const seenEvent = (user: SqlValue, eventId: string): Sql => sql`(
  SELECT ${EVENT_COLUMNS} FROM figures.events v
  WHERE v.user_id = ${user} AND v.event_id = ${raw(eventId)} ORDER BY v.year DESC LIMIT 1)`;

/**
 * Selects the events of a page of one year, each followed by the members of its group and the legs of its matches that are outside of the
 * years of the dossier. Such an event follows the first one that it belongs to.
 */
function eventsWithMates(range: EventsRange): Sql {
  const { user, year, opened } = range;
  const isInside = (row: string): Sql =>
    sql`${raw(row)}.year > ${opened}::integer AND ${raw(row)}.year <= ${year}::integer`;
  return sql`
  SELECT e.*, e.occurred_at AS first_at, e.event_id AS first_id, 0 AS place FROM ${eventsOfYear(range)} e
  UNION ALL
  SELECT DISTINCT o.*, e.occurred_at, e.event_id, 1
  FROM ${eventsOfYear(range)} e
  CROSS JOIN LATERAL ${matesOf(user, 'e')} n
  CROSS JOIN LATERAL ${seenEvent(user, 'n.event_id')} o
  WHERE n.event_id <> e.event_id AND NOT (${isInside('o')})
    AND NOT EXISTS (SELECT FROM ${matesOf(user, 'o')} w
      CROSS JOIN LATERAL ${seenEvent(user, 'w.event_id')} b
      WHERE ${isInside('b')} AND w.event_id <> o.event_id
        AND (b.occurred_at, b.event_id) < (e.occurred_at, e.event_id))`;
}

const FIRST_KEYS = sql`ARRAY[e.of_year::text, ${instantOf('e.first_at')}, e.first_id::text] AS keys`;
const IN_ORDER = raw('ORDER BY e.first_at, e.first_id, e.place, e.event_id');

/** The imported events that count. */
export function factLines(range: EventsRange): Sql {
  const { user, ofYear } = range;
  return sql`
  SELECT ${FIRST_KEYS}, ARRAY[e.year] AS years, f.line
  FROM (SELECT w.*, ${ofYear}::integer AS of_year FROM (${eventsWithMates(range)}) w) e
  LEFT JOIN LATERAL (
    SELECT ${lineOf(factFields())} AS line FROM (
      SELECT v.* FROM facts.events v WHERE v.user_id = ${user} AND v.event_id = e.event_id LIMIT 1) x
    LEFT JOIN LATERAL (SELECT v.ref, v.label, v.chain_id FROM facts.accounts v
      WHERE v.user_id = ${user} AND v.account_id = x.account_id LIMIT 1) a ON true
    ${lookUpAssetCorrection(user, sql`x.event_id`)}) f ON true
  ${IN_ORDER}`;
}

const factFields =
  (): Sql => sql`x.event_id AS id, x.account_id AS "accountId", a.ref AS account, a.label AS "accountLabel",
      ${assetOfEvent('asset_key', 'x')} AS "assetKey", ${assetOfEvent('asset_symbol', 'x')} AS "assetSymbol",
      ${assetOfEvent('asset_name', 'x')} AS "assetName", ${assetOfEvent('asset_chain', 'x')} AS "assetChain",
      x.asset_fiat AS fiat, x.type, x.reference_id AS "referenceId", x.amount::text AS amount,
      ${instantOf('x.occurred_at')} AS timestamp, x.euro_value::text AS "euroValue", x.treatment, x.taxable,
      x.price_source AS "priceSource", x.description, x.protocol, x.continuity_group_id AS "continuityGroupId",
      x.counterparty_address AS "counterpartyAddress", coalesce(x.chain_id, a.chain_id) AS "chainId", x.flags, x.spam,
      x.needs_review AS "needsReview", x.is_loan AS "isLoan", x.is_repayment AS "isRepayment"`;

/** The prices of the events that have no value of their own. */
export function eventPriceLines(range: EventsRange): Sql {
  const { user, ofYear } = range;
  const price = priceAt(
    user,
    raw('e.asset_key'),
    { at: raw('e.occurred_at'), ageMax: '24 hours' },
    raw("e.price_source IN ('NONE', 'PRICE_SERIES') AND e.asset_key <> 'EUR'"),
  );
  return sql`
  SELECT ${FIRST_KEYS}, ARRAY[e.year] AS years, CASE WHEN p.eur IS NOT NULL THEN ${lineOf(sql`e.event_id AS "eventId",
      e.asset_key AS "assetKey", ${instantOf('e.occurred_at')} AS moment, 'EVENT' AS for, p.eur::text AS eur,
      ${instantOf('p.at')} AS at, p.origin, p.is_own AS own`)} END AS line
  FROM (SELECT w.*, ${ofYear}::integer AS of_year FROM (${eventsWithMates(range)}) w) e
  LEFT JOIN LATERAL ${price} p ON true
  ${IN_ORDER}`;
}

/** Selects the year of an event in the dossier; no row for an event that is not in it. */
function countedYear({ user, year, opened }: DossierRange, eventId: string): Sql {
  return sql`(SELECT own.year FROM ${seenEvent(user, eventId)} own
    WHERE own.year > ${opened}::integer AND own.year <= ${year}::integer
      OR EXISTS (SELECT FROM ${matesOf(user, 'own')} n CROSS JOIN LATERAL ${seenEvent(user, 'n.event_id')} b
        WHERE n.event_id <> ${raw(eventId)} AND b.year > ${opened}::integer AND b.year <= ${year}::integer))`;
}

/** The corrections of events that count. */
export function overrideLines(range: IdRange): Sql {
  const { user, id, limit } = range;
  return sql`
  SELECT ARRAY[k.event_id::text] AS keys, ARRAY[c.year] AS years, CASE WHEN c.year IS NOT NULL THEN ${lineOf(sql`k.override_id AS id,
      k.event_id AS "eventId", k.overridden_type AS type, k.overridden_treatment AS treatment, k.overridden_taxable AS taxable,
      k.overridden_euro_value::text AS "euroValue", k.overridden_amount::text AS amount,
      ${instantOf('k.overridden_timestamp')} AS timestamp, k.overridden_description AS description,
      k.overridden_flags AS flags, ${instantOf('k.origin_acquired_at')} AS "originAcquiredAt"`)} END AS line
  FROM (SELECT * FROM corrections.overrides o WHERE o.user_id = ${user} AND o.event_id > ${id}::uuid ORDER BY o.event_id ${limit}) k
  LEFT JOIN LATERAL ${countedYear(range, 'k.event_id')} c ON true
  ORDER BY k.event_id`;
}

/** All rules. */
export function ruleLines({ user, after, limit }: NumberedRange): Sql {
  return sql`
  SELECT ARRAY[k.ordinal::text] AS keys, '{}'::integer[] AS years, ${lineOf(sql`k.rule_id AS id, k.ordinal, k.action,
      k.match_type AS "matchType", k.direction, k.counterparty_address AS "counterpartyAddress", k.chain_id AS "chainId",
      k.match_value AS "matchValue", k.threshold_eur::text AS "thresholdEur"`)} AS line
  FROM corrections.rules k WHERE k.user_id = ${user} AND k.ordinal > ${after}::bigint ORDER BY k.ordinal ${limit}`;
}

/** The matches with a leg in the years of the dossier. */
export function matchLines(range: NumberedRange): Sql {
  const { user, year, opened, after, limit } = range;
  const yearOf = (leg: string): Sql => sql`(SELECT v.year FROM ${seenEvent(user, leg)} v
    WHERE v.year > ${opened}::integer AND v.year <= ${year}::integer)`;
  return sql`
  SELECT ARRAY[k.ordinal::text] AS keys, ARRAY[coalesce(o.year, i.year)] AS years,
    CASE WHEN o.year IS NOT NULL OR i.year IS NOT NULL THEN ${lineOf(sql`k.match_id AS id, k.joined_match_id AS "joinedMatchId",
      k.ordinal, k.out_event_id AS "outEventId", k.in_event_id AS "inEventId", k.transfer_kind AS kind`)} END AS line
  FROM (SELECT * FROM corrections.transfer_matches m WHERE m.user_id = ${user} AND m.ordinal > ${after}::bigint
    ORDER BY m.ordinal ${limit}) k
  LEFT JOIN LATERAL ${yearOf('k.out_event_id')} o ON true
  LEFT JOIN LATERAL ${yearOf('k.in_event_id')} i ON true
  ORDER BY k.ordinal`;
}

/** Selects the year in Brussels of an instant. */
const yearOfInstant = (column: string): Sql =>
  raw(`extract(year FROM ${column} AT TIME ZONE 'Europe/Brussels')::integer`);

/** Selects the start of a year in Brussels. */
const startOf = (year: Sql): Sql => sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Europe/Brussels')`;

/** The movements of money since the opening. */
export function moneyLines(range: IdRange & Pick<EventsRange, 'at'>): Sql {
  const { user, year, opened, at, id, limit } = range;
  return sql`
  SELECT ARRAY[${instantOf('k.occurred_at')}, k.money_id::text] AS keys, ARRAY[${yearOfInstant('k.occurred_at')}] AS years,
    ${lineOf(sql`k.money_id AS id, k.account_id AS "accountId", a.ref AS account, a.label AS "accountLabel", k.currency, k.type,
      k.purpose, k.reference_id AS "referenceId", k.amount::text AS amount, ${instantOf('k.occurred_at')} AS timestamp,
      k.description`)} AS line
  FROM (SELECT * FROM facts.money m WHERE m.user_id = ${user}
    AND m.occurred_at >= greatest(${at}::timestamptz, ${startOf(sql`${opened}::integer + 1`)})
    AND (m.occurred_at, m.money_id) > (${at}::timestamptz, ${id}::uuid)
    AND m.occurred_at < ${startOf(sql`${year}::integer + 1`)}
    ORDER BY m.occurred_at, m.money_id ${limit}) k
  LEFT JOIN LATERAL (SELECT v.ref, v.label FROM facts.accounts v
    WHERE v.user_id = ${user} AND v.account_id = k.account_id LIMIT 1) a ON true
  ORDER BY k.occurred_at, k.money_id`;
}

/** The open questions about the year, except about what changed since it was submitted. */
export function issueLines({ user, year, id, type, limit }: IdRange & { readonly type: SqlValue }): Sql {
  return sql`
  SELECT ARRAY[k.issue_type, k.issue_id::text] AS keys, '{}'::integer[] AS years, ${lineOf(sql`k.issue_id AS id, k.issue_type AS type,
      k.event_id AS "eventId", k.asset_key AS "assetKey", ${instantOf('k.occurred_at')} AS timestamp`)} AS line
  FROM figures.issues k WHERE k.user_id = ${user} AND k.year = ${year}::integer AND k.issue_type >= ${type}
    AND (k.issue_type, k.issue_id) > (${type}, ${id}::uuid) AND k.issue_type <> 'FROZEN_YEAR_DRIFT'
  ORDER BY k.issue_type, k.issue_id ${limit}`;
}

/** The links of the chain of corrections after a place, with the text that each hash covers. */
export function logLines({ user, after, limit }: Omit<NumberedRange, 'year' | 'opened'>): Sql {
  const covers = (bytes: string): Sql =>
    lineOf(sql`k.place, convert_from(${raw(bytes)}, 'UTF8') AS covers,
      encode(k.hash, 'hex') AS hash`);
  // A value in euro of a locked year is not shown, and one of an unknown year neither.
  const years =
    raw(`CASE WHEN coalesce(k.before ->> 'overriddenEuroValue', k.after ->> 'overriddenEuroValue') IS NULL THEN '{}'
    WHEN k.years = '{}' THEN '{0}' ELSE k.years END`);
  return sql`
  SELECT ARRAY[l.place::text] AS keys, l.years, l.line FROM (
    (SELECT k.place, ${years} AS years, ${covers('corrections.audit_bytes(k)')} AS line FROM corrections.audit_log k
      WHERE k.user_id = ${user} AND k.place > ${after}::bigint ORDER BY k.place ${limit})
    UNION ALL
    (SELECT k.place, '{}', ${covers('corrections.cleanup_bytes(k)')} FROM corrections.audit_cleanups k
      WHERE k.user_id = ${user} AND k.place > ${after}::bigint ORDER BY k.place ${limit})) l
  ORDER BY l.place ${limit}`;
}

/** The years up to this one with events, a regime or circumstances: what the user answered, which no locked year hides. The circumstances are of the columns of `CIRCUMSTANCES_COLUMNS`. */
export function yearLines({ user, year }: Pick<DossierRange, 'user' | 'year'>): Sql {
  return sql`
  SELECT ARRAY[k.year::text] AS keys, '{}'::integer[] AS years, ${lineOf(sql`k.year, coalesce(y.regime, 'NORMAAL_BEHEER') AS regime,
      c.year IS NOT NULL AS "hasCircumstances", c.exemption_used_elsewhere::text AS "exemptionUsedElsewhere",
      c.other_gains::text AS "otherGains", c.derivative_results::text AS "derivativeResults",
      c.tax_withheld::text AS "taxWithheld", c.owned_share_percent::text AS "ownedSharePercent", c.account_shares AS "accountShares",
      c.municipal_surcharge_percent::text AS "municipalSurchargePercent",
      c.speculative_loss_year_minus1::text AS "speculativeLossYearMinus1",
      c.speculative_loss_year_minus2::text AS "speculativeLossYearMinus2",
      c.speculative_loss_year_minus3::text AS "speculativeLossYearMinus3",
      c.speculative_loss_year_minus4::text AS "speculativeLossYearMinus4",
      c.speculative_loss_year_minus5::text AS "speculativeLossYearMinus5"`)} AS line
  FROM (SELECT v.year FROM figures.years v WHERE v.user_id = ${user} AND v.year <= ${year}::integer
    UNION SELECT v.year FROM facts.years v WHERE v.user_id = ${user} AND v.year <= ${year}::integer
    UNION SELECT v.year FROM corrections.circumstances v WHERE v.user_id = ${user} AND v.year <= ${year}::integer) k
  LEFT JOIN facts.years y ON y.user_id = ${user} AND y.year = k.year
  LEFT JOIN corrections.circumstances c ON c.user_id = ${user} AND c.year = k.year
  ORDER BY k.year`;
}

/** Selects the year that the dossier opens with, and the sums that it passed on. */
export function openingYear({ user, opened }: Pick<DossierRange, 'user' | 'opened'>): Sql {
  return sql`SELECT z.year, z.kept_sums AS sums FROM figures.frozen_years z
    WHERE z.user_id = ${user} AND z.year = ${opened}::integer`;
}

/** Lists of a closing state, each with the name of its lines. */
const LISTS = [
  ['lots', 'LOT'],
  ['waiting', 'WAITING'],
  ['marks', 'MARK'],
  ['debts', 'DEBT'],
  ['actedAhead', 'AHEAD'],
] as const;

/** A page of the parts that the opening year passed on, after a part. */
export interface OpeningRange extends Pick<DossierRange, 'user' | 'opened' | 'limit'> {
  readonly asset: SqlValue;
  readonly list: SqlValue;
  readonly after: SqlValue;
}

/** Selects the parts of a closing state: `part`, and `value` in the form in which it is stored. */
export function openingParts({ user, opened, asset, list, after, limit }: OpeningRange): Sql {
  const lists = LISTS.map(
    ([name, part], index) =>
      sql`SELECT ${raw(String(index))} AS list, ${raw(`'${part}'`)} AS part, t.value, t.place
        FROM jsonb_array_elements(c.state -> ${raw(`'${name}'`)}) WITH ORDINALITY t (value, place)`,
  );
  return sql`
  SELECT ARRAY[c.asset_key, p.list::text, p.place::text] AS keys, '{}'::integer[] AS years, p.part, p.value
  FROM figures.closing_states c CROSS JOIN LATERAL (${join(lists, ' UNION ALL ')}) p
  WHERE c.user_id = ${user} AND c.year = ${opened}::integer AND c.asset_key >= ${asset}
    AND (c.asset_key, p.list, p.place) > (${asset}, ${list}::integer, ${after}::bigint)
  ORDER BY c.asset_key, p.list, p.place ${limit}`;
}
