/** The statements that read a page of a file of a dossier. Each is a range of an index after the keys of the last row. */
import { LIMITS } from '@ctx/domain/limits';
import {
  eventPriceLines,
  eventsOfYear,
  factLines,
  instantOf,
  issueLines,
  lineOf,
  logLines,
  matchLines,
  moneyLines,
  openingParts,
  openingYear,
  overrideLines,
  ruleLines,
  yearLines,
} from '@ctx/records/dossier-sql';
import { parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { STALE } from './year-rows.ts';

const value = (name: string): Sql => sql`${parameter(name)}`;
const LIMIT = raw(`LIMIT ${String(LIMITS.dossierLinesPerPage)}`);
const [YEAR, AT, ID, AFTER] = [value('year'), value('at'), value('id'), value('after')];
const RANGE = { user: USER, year: YEAR, opened: value('opened'), limit: LIMIT };
const OF_EVENTS = { ...RANGE, ofYear: value('ofYear'), at: AT, id: ID };

/** A row of a page: the keys after which the next page begins, the years that have to be unlocked for it, and its line. */
export interface DossierRow {
  readonly keys: readonly string[];
  readonly years: readonly (number | null)[];
  /** Null for a row without a line. */
  readonly line: string | null;
}

/** A year of the user. */
export interface DossierYear {
  readonly year: number;
  readonly has_events: boolean;
  readonly unlocked: boolean;
  readonly submitted: boolean;
}

/** The years of the user: which have events, which are unlocked and which are submitted. */
export const DOSSIER_YEARS = prepare(
  'dossier-years',
  sql`SELECT coalesce(f.year, y.year) AS year, f.year IS NOT NULL AS has_events, coalesce(y.paid, false) AS unlocked,
      y.submitted_at IS NOT NULL AS submitted
    FROM (SELECT v.year FROM figures.years v WHERE v.user_id = ${USER}) f
    FULL JOIN (SELECT v.year, v.paid, v.submitted_at FROM facts.years v WHERE v.user_id = ${USER}) y ON y.year = f.year
    ORDER BY 1`,
);

/** When the figures were computed, and whether a run is in progress or requested. */
export const DOSSIER_RUN = prepare(
  'dossier-run',
  sql`SELECT ${STALE}, (SELECT v.completed_at FROM figures.versions v WHERE v.user_id = ${USER}) AS computed_at`,
);

/** Whether a submitted year keeps its lines; no row for another year. */
export const DOSSIER_KEPT = prepare(
  'dossier-kept',
  sql`SELECT z.inputs_kept AS kept FROM figures.frozen_years z WHERE z.user_id = ${USER} AND z.year = ${YEAR}`,
);

/** The lines of a file that a submitted year keeps. */
export const KEPT_LINES = prepare(
  'dossier-kept-lines',
  sql`SELECT ARRAY[k.place::text] AS keys, k.years, k.line FROM figures.frozen_inputs k
    WHERE k.user_id = ${USER} AND k.year = ${YEAR}::integer AND k.file = ${value('file')} AND k.place > ${AFTER}::bigint
    ORDER BY k.place ${LIMIT}`,
);

export const FACT_LINES = prepare('dossier-facts', factLines(OF_EVENTS));
export const EVENT_PRICE_LINES = prepare('dossier-prices', eventPriceLines(OF_EVENTS));
export const OVERRIDE_LINES = prepare('dossier-overrides', overrideLines({ ...RANGE, id: ID }));
export const RULE_LINES = prepare('dossier-rules', ruleLines({ ...RANGE, after: AFTER }));
export const MATCH_LINES = prepare('dossier-matches', matchLines({ ...RANGE, after: AFTER }));
export const MONEY_LINES = prepare('dossier-money', moneyLines({ ...RANGE, at: AT, id: ID }));
export const YEAR_LINES = prepare('dossier-circumstances', yearLines(RANGE));
export const ISSUE_LINES = prepare('dossier-issues', issueLines({ ...RANGE, type: value('type'), id: ID }));
export const LOG_LINES = prepare('dossier-log', logLines({ ...RANGE, after: AFTER }));
export const OPENING_YEAR = prepare('dossier-opening-year', openingYear(RANGE));
export const OPENING_PARTS = prepare(
  'dossier-opening',
  openingParts({ ...RANGE, asset: value('asset'), list: value('list'), after: AFTER }),
);

const KEYS = sql`ARRAY[${instantOf('e.occurred_at')}, e.event_id::text`;

/** The events of the year after corrections. */
export const EVENT_LINES = prepare(
  'dossier-events',
  sql`SELECT ${KEYS}] AS keys, '{}'::integer[] AS years, ${lineOf(sql`e.event_id AS id,
      ${instantOf('e.occurred_at')} AS timestamp, e.type, e.treatment, e.taxable, e.amount::text AS amount,
      e.asset_key AS "assetKey", e.euro_value::text AS "euroValue", e.price_source AS "priceSource",
      e.override_id AS "overrideId", e.rule_id AS "ruleId", e.match_id AS "matchId", e.total_gain::text AS "totalGain",
      e.income::text AS income`)} AS line
    FROM figures.events e WHERE e.user_id = ${USER} AND e.year = ${YEAR}::integer AND e.occurred_at >= ${AT}::timestamptz
      AND (e.occurred_at > ${AT}::timestamptz OR e.event_id > ${ID}::uuid)
    ORDER BY e.occurred_at, e.event_id ${LIMIT}`,
);

/** The parts of lots that the events of the year took. An event without one has a row without a line. */
export const SLICE_LINES = prepare(
  'dossier-slices',
  sql`SELECT ${KEYS}, coalesce(s.ordinal, 0)::text] AS keys, '{}'::integer[] AS years,
      CASE WHEN s.lot_id IS NOT NULL THEN ${lineOf(sql`s.event_id AS "eventId", s.ordinal, s.kind, s.lot_id AS "lotId",
        s.amount::text AS amount, s.proceeds::text AS proceeds, s.is_gain AS "isGain", s.historic_cost::text AS "historicCost",
        s.cost_basis::text AS "costBasis", s.gain::text AS gain, s.holding_period_days AS "holdingPeriodDays"`)} END AS line
    FROM ${eventsOfYear({ user: USER, ofYear: YEAR, at: AT, id: ID, limit: LIMIT }, '>=')} e
    LEFT JOIN LATERAL (SELECT v.* FROM figures.slices v WHERE v.user_id = ${USER} AND v.event_id = e.event_id
      AND v.year = ${YEAR}::integer
      AND v.ordinal > CASE WHEN e.event_id = ${ID}::uuid THEN ${value('ordinal')}::integer ELSE -1 END
      ORDER BY v.ordinal ${LIMIT}) s ON true
    ORDER BY e.occurred_at, e.event_id, s.ordinal ${LIMIT}`,
);
