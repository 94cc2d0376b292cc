/** Writes the changes of a correction and their audit entries: one statement per action, whatever the number of rows. */
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import { type Action, type Change, type Context, eventsOf, targetOf, yearsOf } from '../decide/decision.ts';
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

/**
 * Inserts the rows `$2`. Joins the user's row of facts.owners, so that Citus inserts on the server that has the user's rows, where row
 * security holds (ADR 40).
 */
function insertInto({ name, columns, numbered, isOnCoordinator = false }: CorrectionTable): string {
  const names = [...Object.keys(columns), ...(numbered?.columns ?? [])];
  const owner = isOnCoordinator ? '(SELECT $1::bigint AS user_id)' : 'facts.owners';
  return `INSERT INTO ${name} (${['user_id', ...names].join(', ')}) ${numbered === undefined ? '' : 'OVERRIDING SYSTEM VALUE'}
    SELECT ${['o.user_id', ...names.map((column) => `r.${column}`)].join(', ')}
    FROM ${owner} o, jsonb_populate_recordset(NULL::${name}, $2) AS r WHERE o.user_id = $1`;
}

/** An event has one override, which keeps its identity. */
function replaceIn({ columns }: CorrectionTable): string {
  const replaced = Object.keys(columns).filter((column) => !KEPT.includes(column));
  return `ON CONFLICT (user_id, event_id) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** A year has one row of circumstances, and one of its regime, of which every value is replaced. */
function replaceOfYear({ columns }: CorrectionTable): string {
  const replaced = Object.keys(columns).filter((column) => column !== 'year');
  return `ON CONFLICT (user_id, year) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

/** A price, a balance or a stated total is known by its id, and everything else of it is replaced. */
function replaceById({ columns, id }: CorrectionTable): string {
  const replaced = Object.keys(columns).filter((column) => column !== id);
  return `ON CONFLICT (user_id, ${id}) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}

function deleteFrom({ name, id }: CorrectionTable): string {
  return `DELETE FROM ${name} WHERE user_id = $1
    AND ${id} IN (SELECT r.${id} FROM jsonb_populate_recordset(NULL::${name}, $2) AS r)`;
}

/** Saves the choice of a regime and, where one is removed, the regime of a year without one. */
const SET_REGIME = `WITH chosen AS (${insertInto(TABLES.REGIME_SET)} ${replaceOfYear(TABLES.REGIME_SET)} RETURNING user_id, year, regime)
  INSERT INTO facts.years (user_id, year, regime) SELECT user_id, year, regime FROM chosen
  ON CONFLICT (user_id, year) DO UPDATE SET regime = excluded.regime`;
const REMOVE_REGIME = `WITH removed AS (${deleteFrom(TABLES.REGIME_REMOVED)} RETURNING user_id, year)
  UPDATE facts.years y SET regime = DEFAULT FROM removed r WHERE y.user_id = r.user_id AND y.year = r.year`;

/** The statement of each action. $1 is the user, $2 the rows as JSON. */
const STATEMENTS: Readonly<Record<Action, string>> = {
  OVERRIDE_SET: `${insertInto(TABLES.OVERRIDE_SET)} ${replaceIn(TABLES.OVERRIDE_SET)}`,
  OVERRIDE_REMOVED: deleteFrom(TABLES.OVERRIDE_REMOVED),
  RULE_CREATED: insertInto(TABLES.RULE_CREATED),
  RULE_DELETED: deleteFrom(TABLES.RULE_DELETED),
  TRANSFER_MATCHED: insertInto(TABLES.TRANSFER_MATCHED),
  TRANSFER_UNMATCHED: deleteFrom(TABLES.TRANSFER_UNMATCHED),
  CIRCUMSTANCES_SET: `${insertInto(TABLES.CIRCUMSTANCES_SET)} ${replaceOfYear(TABLES.CIRCUMSTANCES_SET)}`,
  CIRCUMSTANCES_REMOVED: deleteFrom(TABLES.CIRCUMSTANCES_REMOVED),
  PRICE_SET: `${insertInto(TABLES.PRICE_SET)} ${replaceById(TABLES.PRICE_SET)}`,
  PRICE_REMOVED: deleteFrom(TABLES.PRICE_REMOVED),
  BALANCE_STATED: `${insertInto(TABLES.BALANCE_STATED)} ${replaceById(TABLES.BALANCE_STATED)}`,
  BALANCE_REMOVED: deleteFrom(TABLES.BALANCE_REMOVED),
  REPORTED_STATED: `${insertInto(TABLES.REPORTED_STATED)} ${replaceById(TABLES.REPORTED_STATED)}`,
  REPORTED_REMOVED: deleteFrom(TABLES.REPORTED_REMOVED),
  REGIME_SET: SET_REGIME,
  REGIME_REMOVED: REMOVE_REGIME,
};

/** Writes the rows of a correction. Requires a recalculation request in the same transaction. */
export async function saveChanges(
  client: Client,
  { userId }: Context,
  changes: readonly Change[],
): Promise<void> {
  const saved = [...Map.groupBy(changes, ({ action }) => action)].map(async ([action, ofAction]) => {
    const rows = await numberedRows(client, userId, action, ofAction.map(rowOf));
    await client.query({
      name: `correct-${action}`,
      text: STATEMENTS[action],
      values: [userId, JSON.stringify(rows)],
    });
  });
  await oneFlight(...saved);
}

/**
 * Gives new rows their place in the order, and the first run that sees them: the one that this transaction requested. A restored rule has
 * its place. A statement of its own, because Citus has sequences and the requests on another server than the rows.
 */
async function numberedRows(
  client: Client,
  userId: number,
  action: Action,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { numbered }: CorrectionTable = TABLES[action];
  if (numbered === undefined || action === 'RULE_DELETED' || action === 'TRANSFER_UNMATCHED') return rows;
  const { rows: numbers } = await client.query<{ ordinal: number; first_run: number }>({
    name: `number-${action}`,
    text: `SELECT nextval('${numbered.sequence}') AS ordinal,
        (SELECT s.requested FROM corrections.recalc_state s WHERE s.user_id = $1) AS first_run
      FROM generate_series(1, $2)`,
    values: [userId, rows.length],
  });
  return rows.map((row, index) => ({ ...numbers[index], ...row }));
}

/** Writes the entry of a correction in the history, a row for each change, and appends the rows to the user's chain of hashes. */
export async function writeAudit(
  client: Client,
  { userId, via, requestId, now, entryId }: Context,
  changes: readonly Change[],
  undoOf: string | null,
): Promise<void> {
  const entries = changes.map((change) => ({
    action: change.action,
    target: targetOf(change),
    before: change.before,
    after: change.after,
    eventIds: eventsOf(change),
  }));
  await client.query({
    name: 'write-audit',
    text: 'SELECT corrections.append_audit($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [userId, now, via, requestId, entryId, undoOf, yearsOf(changes), JSON.stringify(entries)],
  });
}
