/** Writes the changes of a correction and their audit entries: one statement per action, whatever the number of rows. */
import { type Client, oneFlight } from '@ctx/platform/postgres';
import { type Action, type Change, type Context, targetOf } from '../decide/decision.ts';
import { type CorrectionTable, rowOf, TABLES } from './correction-rows.ts';

const KEPT = [
  'override_id',
  'event_id',
  'account_id',
  'asset_key',
  'original_type',
  'reference_id',
  'created_at',
];

/** Inserts the rows `$2`, with further columns and their values. */
function insertInto(
  { name, columns }: CorrectionTable,
  further: Readonly<Record<string, string>> = {},
): string {
  const names = Object.keys(columns);
  const added = Object.keys(further);
  return `INSERT INTO ${name} (${['user_id', ...names, ...added].join(', ')})
    SELECT ${['$1', ...names.map((column) => `r.${column}`), ...Object.values(further)].join(', ')}
    FROM jsonb_populate_recordset(NULL::${name}, $2) AS r`;
}

/** An event has one override, which keeps its identity. */
function replaceIn({ columns }: CorrectionTable): string {
  const replaced = Object.keys(columns).filter((column) => !KEPT.includes(column));
  return `ON CONFLICT (user_id, event_id) DO UPDATE SET orphaned_since = NULL,
    ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

function deleteFrom({ name, id }: CorrectionTable): string {
  return `DELETE FROM ${name} WHERE user_id = $1
    AND ${id} IN (SELECT r.${id} FROM jsonb_populate_recordset(NULL::${name}, $2) AS r)`;
}

// The first run of the rule is the one that this transaction requested.
const FIRST_RUN = '(SELECT s.requested FROM corrections.recalc_state s WHERE s.user_id = $1)';

/** The statement of each action. $1 is the user, $2 the rows as JSON. */
const STATEMENTS: Readonly<Record<Action, string>> = {
  OVERRIDE_SET: `${insertInto(TABLES.OVERRIDE_SET)} ${replaceIn(TABLES.OVERRIDE_SET)}`,
  OVERRIDE_REMOVED: deleteFrom(TABLES.OVERRIDE_REMOVED),
  RULE_CREATED: insertInto(TABLES.RULE_CREATED, { first_run: FIRST_RUN }),
  RULE_DELETED: deleteFrom(TABLES.RULE_DELETED),
  TRANSFER_MATCHED: insertInto(TABLES.TRANSFER_MATCHED),
  TRANSFER_UNMATCHED: deleteFrom(TABLES.TRANSFER_UNMATCHED),
};

/** Writes the rows of a correction. Requires a recalculation request in the same transaction. */
export async function saveChanges(
  client: Client,
  { userId }: Context,
  changes: readonly Change[],
): Promise<void> {
  const byAction = [...Map.groupBy(changes, (change) => change.action)];
  const saved = byAction.map(([action, ofAction]) => {
    return client.query({
      name: `correct-${action}`,
      text: STATEMENTS[action],
      values: [userId, JSON.stringify(ofAction.map(rowOf))],
    });
  });
  await oneFlight(...saved);
}

/** Writes one audit entry per change. */
export async function writeAudit(
  client: Client,
  { userId, via, requestId, now }: Context,
  changes: readonly Change[],
): Promise<void> {
  const entries = changes.map((change) => ({
    action: change.action,
    target: targetOf(change),
    before: change.before,
    after: change.after,
  }));
  await client.query({
    name: 'write-audit',
    text: `INSERT INTO corrections.audit_log (user_id, at, action, target, via, request_id, before, after)
      SELECT $1, $2, r.action, r.target, $3, $4, nullif(r.before, 'null'), nullif(r.after, 'null')
      FROM ROWS FROM (jsonb_to_recordset($5) AS (action text, target text, before jsonb, after jsonb))
        WITH ORDINALITY AS r (action, target, before, after, place) ORDER BY r.place`,
    values: [userId, now, via, requestId, JSON.stringify(entries)],
  });
}
