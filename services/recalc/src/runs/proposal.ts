/** Rows that a preview computes with instead of the stored ones: the loaders read the tables as if they had been changed. */
import { empty, raw, sql, type Sql } from '@ctx/platform/sql';

/** What is changed in one table. */
export interface ProposedRows {
  /** Rows as PostgreSQL's jsonb_populate_recordset takes them: column and value. They replace stored rows with the same id. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Ids of stored rows that are taken away. */
  readonly removed: readonly string[];
}

const TABLES = {
  events: { name: 'facts.events', id: 'event_id' },
  overrides: { name: 'corrections.overrides', id: 'override_id' },
  rules: { name: 'corrections.rules', id: 'rule_id' },
  matches: { name: 'corrections.transfer_matches', id: 'match_id' },
  prices: { name: 'corrections.prices', id: 'price_id' },
  // Only year and regime of a proposed row count.
  years: { name: 'facts.years', id: 'year' },
} as const;

/** Changes that are not stored, by table; a table without changes is left out. */
export type Proposal = Readonly<Partial<Record<keyof typeof TABLES, ProposedRows>>>;

/** Nothing is proposed: what a run computes from. */
export const AS_STORED: Proposal = {};

/** Returns one of the tables, for a FROM clause that gives it an alias, with the proposed rows in place. */
export function proposedTable(table: keyof typeof TABLES, userId: number, proposal: Proposal): Sql {
  const { name, id } = TABLES[table];
  const proposed = proposal[table];
  if (proposed === undefined) return raw(name);
  const rows = proposed.rows.map((row) => ({ ...row, user_id: userId }));
  const replaced = [...proposed.removed, ...proposed.rows.map((row) => String(row[id]))];
  return sql`(SELECT s.* FROM ${raw(name)} s WHERE s.user_id = ${userId} AND s.${raw(id)} <> ALL (${replaced}::${raw(table === 'years' ? 'integer' : 'uuid')}[])
    UNION ALL SELECT p.* FROM jsonb_populate_recordset(NULL::${raw(name)}, ${JSON.stringify(rows)}) p)`;
}

/** Selects whether the event `e` is only proposed. A run pays nothing for it. */
export function isProposedEvent({ events }: Proposal): Sql {
  if (events === undefined) return empty;
  const ids = events.rows.map((row) => String(row[TABLES.events.id]));
  return sql`, e.event_id = ANY (${ids}::uuid[]) AS "isProposed"`;
}
