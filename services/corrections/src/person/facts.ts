/** Exports the facts of a user in the import format. Importing the lines stores the same facts again. */
import {
  ACCOUNT_FIELDS,
  EVENT_FIELDS,
  type Field,
  type FieldGroup,
  type Fields,
  MONEY_FIELDS,
  PRICE_FIELDS,
  type RecordKind,
} from '@ctx/converters/records';
import { eachRow } from '@ctx/platform/each-row';
import type { TakeLine } from '@ctx/platform/export-service';
import type { Client } from '@ctx/platform/postgres';

const KEY_OF_EVENT = `a.ref AS account, e.reference_id AS "referenceId", e.type, e.asset_key AS "assetKey"`;
const OF_EVENT = `JOIN facts.events e ON e.user_id = t.user_id AND e.event_id = t.event_id
  JOIN facts.accounts a ON a.user_id = e.user_id AND a.account_id = e.account_id`;

/** Returns SQL that selects fields under their names. NULL and what a left-out field stands for are absent from the line. */
function selected(fields: Fields, table: string): string {
  return Object.entries(fields)
    .map(([name, field]) => `${valueOf(field, table)} AS "${name}"`)
    .join(', ');
}

function valueOf(field: Field | FieldGroup, table: string): string {
  if ('fields' in field) {
    const members = Object.entries(field.fields).map(([name, each]) => `'${name}', ${valueOf(each, table)}`);
    return `json_strip_nulls(json_build_object(${members.join(', ')}))`;
  }
  const column = `${table}.${field.column}`;
  if (field.absent === false) return `nullif(${column}, false)`;
  return Array.isArray(field.absent) ? `nullif(${column}, '{}')` : column;
}

/** The query of each kind, in the order of the file. $1 is the user. `record` contains further fields. */
const QUERIES: Readonly<Record<RecordKind, string>> = {
  account: `SELECT ${selected(ACCOUNT_FIELDS, 'a')} FROM facts.accounts a WHERE a.user_id = $1 ORDER BY a.ref`,
  event: `SELECT a.ref AS account, ${selected(EVENT_FIELDS, 'e')}
    FROM facts.events e JOIN facts.accounts a ON a.user_id = e.user_id AND a.account_id = e.account_id
    WHERE e.user_id = $1 ORDER BY e.event_id`,
  money: `SELECT a.ref AS account, ${selected(MONEY_FIELDS, 'm')}
    FROM facts.money m JOIN facts.accounts a ON a.user_id = m.user_id AND a.account_id = m.account_id
    WHERE m.user_id = $1 ORDER BY m.money_id`,
  price: `SELECT ${selected(PRICE_FIELDS, 'p')} FROM facts.prices p WHERE p.user_id = $1 ORDER BY p.asset_key, p.at`,
  position: `SELECT position_id AS "positionId", record FROM facts.positions WHERE user_id = $1 ORDER BY position_id`,
  note: `SELECT ${KEY_OF_EVENT}, t.record FROM facts.notes t ${OF_EVENT}
    WHERE t.user_id = $1 ORDER BY t.event_id, t.note_id`,
  attachment: `SELECT ${KEY_OF_EVENT}, t.record FROM facts.attachments t ${OF_EVENT}
    WHERE t.user_id = $1 ORDER BY t.event_id, t.attachment_id`,
};

interface FactRow extends Record<string, unknown> {
  readonly record?: object;
}

/** Passes each fact of a user to `take`, kind by kind, each kind in the order of its key. */
export async function exportFacts(client: Client, userId: number, take: TakeLine): Promise<void> {
  for (const [kind, text] of Object.entries(QUERIES) as [RecordKind, string][])
    await eachRow<FactRow>(client, { text, values: [userId] }, ({ record, ...fields }) =>
      take({ kind, fields: { ...fields, ...record } }),
    );
}
