/** SQL for what explains an event beside its figures: as it is now, and as a submitted year keeps it. */
import { LIMITS } from '@ctx/domain/limits';
import { type SqlValue } from './kept-lots.ts';
import { priceAt } from './price-sql.ts';
import { factJson } from './record-sql.ts';
import { raw, sql, type Sql } from '@ctx/platform/sql';

/** Returns SQL that looks one row up, even if the user has many rows. */
export const lookUp = (user: SqlValue, table: string, alias: string, condition: Sql): Sql =>
  sql`LEFT JOIN LATERAL (SELECT * FROM ${raw(table)} v WHERE v.user_id = ${user} AND ${condition} LIMIT 1) ${raw(alias)} ON true`;

/** What a submitted year keeps of the context of an event `e`, as it is now: a column, and its value in the joins of `contextOf`. */
const CONTEXT = {
  account_label: raw('a.label'),
  account_datasource: raw('a.datasource'),
  original_filename: raw('a.original_filename'),
  effect_fact: raw(`CASE WHEN x.event_id IS NOT NULL THEN ${factJson('x')} END`),
  rule_action: raw('r.action'),
  rule_created_at: raw('r.created_at'),
  rule_created_via: raw('r.created_via'),
  match_created_at: raw('m.created_at'),
  match_created_via: raw('m.created_via'),
  price_eur: raw('p.eur'),
  price_at: raw('p.at'),
  price_origin: raw('p.origin'),
} as const;

/** The columns of the context. */
export const CONTEXT_COLUMNS = Object.keys(CONTEXT) as readonly (keyof typeof CONTEXT)[];

/** Returns joins that read the context of an event `e` as it is now. */
export function contextOf(user: SqlValue): Sql {
  const moment = { at: raw('e.occurred_at'), ageMax: '24 hours' };
  const price = priceAt(user, raw('e.asset_key'), moment, raw("e.price_source = 'PRICE_SERIES'"));
  return sql`
  ${lookUp(user, 'facts.events', 'x', raw('v.event_id = e.event_id'))}
  ${lookUp(user, 'facts.accounts', 'a', raw('v.account_id = e.account_id'))}
  ${lookUp(user, 'corrections.rules', 'r', raw('v.rule_id = e.rule_id'))}
  ${lookUp(user, 'corrections.transfer_matches', 'm', raw('v.match_id = e.match_id'))}
  LEFT JOIN LATERAL ${price} p ON true`;
}

/** Returns the join that reads what a submitted year keeps of an event `e`, as `z`. */
export const keptContextOf = (user: SqlValue): Sql =>
  lookUp(user, 'figures.frozen_events', 'z', raw('v.year = e.year AND v.event_id = e.event_id'));

/** Selects the context as it is now, as text. */
export const CONTEXT_TEXTS = raw(CONTEXT_COLUMNS.map((name) => `(${CONTEXT[name].sql})::text`).join(', '));

/** Selects the context: what a submitted year keeps, else as it is now. */
export const CONTEXT_SEEN = raw(
  CONTEXT_COLUMNS.map(
    (name) => `CASE WHEN z.event_id IS NULL THEN ${CONTEXT[name].sql} ELSE z.${name} END AS ${name}`,
  ).join(', '),
);

/** Selects the other events of an event's group, and how many there are. OFFSET 0: looked up by group, whatever the plan of the rest. */
export const groupOf = (user: SqlValue): Sql => sql`
  SELECT g.event_id, count(*) OVER () AS members FROM (
    SELECT v.event_id FROM facts.events v WHERE v.user_id = ${user} AND v.continuity_group_id = e.continuity_group_id
      AND v.continuity_group_id IS NOT NULL OFFSET 0
  ) g WHERE g.event_id <> e.event_id ORDER BY g.event_id LIMIT ${raw(String(LIMITS.explainedGroupMax))}`;

/** Selects what was given for a lot that an event brought, as an array. */
export const givenFor = (user: SqlValue, eventId: Sql): Sql => sql`ARRAY(
  SELECT g.event_id FROM (SELECT * FROM facts.events v WHERE v.user_id = ${user} AND v.event_id = ${eventId} LIMIT 1) o
  CROSS JOIN LATERAL (
    SELECT v.event_id FROM facts.events v WHERE v.user_id = ${user} AND v.continuity_group_id = o.continuity_group_id
      AND v.type = 'DISPOSITION' ORDER BY v.event_id LIMIT ${raw(String(LIMITS.explainedGivenMax))}) g)`;
