/** The events of a rule that would be created or deleted. */
import { LIMITS } from '@ctx/domain/limits';
import { type Pool, readAsUser } from '@ctx/platform/postgres';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from '@ctx/records/transaction-rows';
import type { PreviewRule } from '@ctx/proto/gen/ctx/v1/preview';
import type { EngineOutputs } from '../engine/types.ts';

const EVENTS = prepare(
  'preview-rule-events',
  sql`SELECT ${TRANSACTION_COLUMNS} FROM (
      SELECT DISTINCT ON (f.event_id) f.* FROM figures.events f
      WHERE f.user_id = ${USER} AND f.event_id = ANY (${parameter('ids')}::uuid[]) ORDER BY f.event_id, f.year DESC) e
    ORDER BY e.occurred_at DESC, e.event_id`,
);

const DECIDED = prepare(
  'preview-rule-decided',
  sql`SELECT f.event_id AS id FROM figures.events f
    WHERE f.user_id = ${USER} AND f.rule_id = ${parameter('ruleId')} ORDER BY f.occurred_at DESC, f.event_id`,
);

/** Returns the events that the rule decides in computed figures, or in the stored ones if it would be deleted. */
export async function ruleEvents(
  pool: Pool,
  userId: number,
  ruleId: string,
  outputs: EngineOutputs | null,
): Promise<PreviewRule> {
  const decided = outputs?.events.filter((event) => event.ruleId === ruleId).toReversed() ?? [];
  const ids = outputs === null ? await decidedIn(pool, userId, ruleId) : decided.map(({ raw }) => raw.id);
  const first = ids.slice(0, LIMITS.previewRuleEventsMax);
  const [rows] = await readAsUser<[TransactionRow]>(pool, userId, EVENTS({ userId, ids: first }));
  return { eventCount: ids.length, events: rows.map(toTransaction) };
}

async function decidedIn(pool: Pool, userId: number, ruleId: string): Promise<string[]> {
  const [rows] = await readAsUser<[{ id: string }]>(pool, userId, DECIDED({ userId, ruleId }));
  return rows.map(({ id }) => id);
}
